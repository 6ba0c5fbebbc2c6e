//! How far a unit gets: allowance by terrain, and the dodge tests on the way.

use kit::{
    Chain, Dice, Factor, Objection, Part, Tally,
    objection::{no_if, no_since},
};
use smallvec::SmallVec;

use crate::{
    charts::{Charts, Rules, Terrain, Test, Unit},
    crew::can_push,
    maneuver::{Maneuver, may_conceal},
    nerve::Nerve,
    words::{Going, Speed},
};

/// Points of allowance.
const BUDGET: Part = Part::own(3, "allowance");
/// Points spent.
const SPENT: Part = Part::own(4, "spent");

/// A unit about to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    pub(crate) unit: &'static Unit,
    pub(crate) maneuver: Maneuver,
    pub(crate) men: u8,
    /// Damage to its movement.
    pub(crate) speed: Speed,
    pub(crate) backwards: bool,
    /// How many floors infantry climbs or descends.
    pub(crate) floors: u8,
    /// Whether it stands on mined ground before it moves.
    pub(crate) on_mines: bool,
}

impl Mover {
    /// Judges whether it may move so at all.
    pub fn may_move<E: Objection>(&self, charts: &Charts) -> Result<(), E> {
        let Self { unit, maneuver, men, .. } = *self;
        let (who, name) = (&unit.id, &unit.name);
        no_if(charts.maneuver(maneuver).divisor.is_none(), "SKIR-MOV-3", who, || {
            format!("{} is a maneuver without movement", maneuver.name())
        })?;
        if matches!(maneuver, Maneuver::Conceal | Maneuver::FireAndConceal) {
            may_conceal(unit, charts)?;
        }
        no_if(self.speed == Speed::Stopped, "SKIR-MIN-7", who, || format!("{name} is immobilized"))?;
        no_if(men > unit.men, "SKIR-MOV-15", who, || format!("{name} has a crew of {}", unit.men))?;
        no_if(!can_push(unit, men), "SKIR-MOV-15", who, || {
            format!("{men} of {} men are too few to move it", unit.men)
        })?;
        no_if(self.floors > 0 && !unit.is_team(), "SKIR-MOV-16", who, || {
            format!("{name} does not climb floors")
        })?;
        no_if(self.backwards && !unit.is_vehicle(), "SKIR-MOV-11", who, || format!("{name} has no reverse"))?;
        Ok(())
    }

    /// SKIR-MOV-3, SKIR-MOV-11: the largest divisor of maneuver, damage and reverse.
    pub fn divisor(&self, charts: &Charts) -> u64 {
        let damage = match self.speed {
            Speed::Full | Speed::Stopped => 1,
            Speed::Brief => 2,
            Speed::Slow => 4,
        };
        let reverse = if self.backwards { 2 } else { 1 };
        u64::from(charts.maneuver(self.maneuver).divisor.unwrap_or(1)).max(damage).max(reverse)
    }
}

/// Ground as the player calls it: its own name or that of a building on it, and its row of TERRAIN EFFECTS.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamedTerrain<'n> {
    pub(crate) name: &'n str,
    pub(crate) row: &'static Terrain,
}

impl NamedTerrain<'_> {
    fn going(&self, unit: &Unit) -> Going {
        self.row.going[unit.going]
    }

    /// SKIR-MOV-2: its divisor for a unit, refused where it is impassable.
    pub fn divisor<E: Objection>(&self, unit: &Unit) -> Result<u64, E> {
        if let Some(divisor) = self.going(unit).divisor {
            return Ok(divisor.into());
        }
        let reason = || format!("{} is impassable to {} ({})", self.name, unit.name, unit.movement);
        no_since("SKIR-MOV-2", &unit.id, reason)
    }

    /// SKIR-MIN-1: mines are dodged by everybody, and what a mine does is a question of its own.
    fn is_mined(&self) -> bool {
        self.name == "Minefield"
    }
}

/// A way that is paid for leg by leg.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    rules: Rules,
    unit: &'static Unit,
    /// The largest divisor of maneuver, damage and obstacles: for the whole move.
    whole: u64,
    left: u64,
    mm: u32,
    micrometres: u64,
    hurdles: SmallVec<[Hurdle; 4]>,
    /// Whether it is on mined ground now: one field asks for one test in an action.
    on_mines: bool,
    /// Whether its test for that ground is still to come, because it stood there before.
    untested: bool,
    /// How far it has come on that ground in this move, in mm.
    inside: u32,
}

impl Way {
    /// SKIR-MOV-5, SKIR-MOV-6: a way with the whole allowance of a unit; `crossed` is the largest divisor of the
    /// linear obstacles on it. What it costs to climb is paid at once.
    pub fn begin<'s, E: Objection, T: Tally<'s>>(
        mover: &Mover,
        crossed: u64,
        rules: Rules,
        tally: &mut T,
    ) -> Result<Self, E> {
        let Mover { unit, floors, on_mines, .. } = *mover;
        let each = u64::from(rules.limits.points);
        let left = u64::from(unit.tactical) * each;
        tally.explain(BUDGET, points(left), &unit.id, "SKIR-MOV-5", || {
            format!("{each} points for each of {} mm", unit.tactical)
        });
        let whole = mover.divisor(&rules).max(crossed);
        let mut way = Self {
            rules,
            unit,
            whole,
            left,
            mm: 0,
            micrometres: 0,
            hurdles: SmallVec::new(),
            on_mines,
            untested: on_mines,
            inside: 0,
        };
        if floors > 0 {
            // SKIR-MOV-16: 40 mm of allowance a floor, at the speed of the maneuver.
            let cost = u64::from(rules.limits.floor_climb) * u64::from(floors) * whole * each;
            way.pay(cost, 0, "the stairs")?;
            tally.add(SPENT, points(cost), &unit.id, "floors climbed", "SKIR-MOV-16");
        }
        Ok(way)
    }

    fn pay<E: Objection>(&mut self, cost: u64, mm: u32, where_to: &str) -> Result<(), E> {
        no_if(cost > self.left, "SKIR-MOV-5", &self.unit.id, || {
            format!("{mm} mm in {where_to} cost {cost} points, {} are left", self.left)
        })?;
        self.left -= cost;
        self.mm += mm;
        Ok(())
    }

    /// The price of a millimetre: SKIR-MOV-3 and SKIR-MOV-4.
    fn price<E: Objection>(&self, terrain: &NamedTerrain<'_>) -> Result<u64, E> {
        let divisor = terrain.divisor::<E>(self.unit)?.max(self.whole);
        Ok(divisor * u64::from(self.rules.limits.points) / u64::from(terrain.going(self.unit).road))
    }

    /// SKIR-MOV-10: cliffs and wire are dodged by infantry.
    fn meet(&mut self, terrain: &NamedTerrain<'_>) {
        if terrain.going(self.unit).dodge && self.unit.is_team() && !terrain.is_mined() {
            self.hurdles.push(Hurdle { at_mm: self.mm, mined: false });
        }
    }

    /// SKIR-MIN-1, SKIR-MIN-2: so many mm on ground that may be mined. Whoever enters mines dodges once, and a mine stops
    /// him 20 mm behind the border; whoever stood there dodges if he moves 10 mm, and is stopped where he stood.
    fn cross_mines(&mut self, terrain: &NamedTerrain<'_>, mm: u32) {
        let was_on = std::mem::replace(&mut self.on_mines, terrain.is_mined());
        if !self.on_mines {
            (self.untested, self.inside) = (false, 0);
            return;
        }
        // A field may be told in several stretches: what counts is how far it goes in it.
        let (before, goes_off) = (self.inside, u32::from(self.rules.limits.mine_inside));
        self.inside += mm;
        if self.untested {
            if self.inside >= self.rules.limits.moves.into() {
                self.untested = false;
                self.hurdles.push(Hurdle { at_mm: 0, mined: true });
            }
        } else if !was_on && mm > 0 {
            self.hurdles.push(Hurdle { at_mm: self.mm + mm.min(goes_off), mined: true });
        } else if was_on
            && before < goes_off
            && let Some(hurdle) =
                self.hurdles.iter_mut().rev().find(|hurdle| hurdle.mined && hurdle.at_mm > 0)
        {
            hurdle.at_mm += mm.min(goes_off - before);
        }
    }

    /// Crosses a linear obstacle.
    pub fn cross(&mut self, obstacle: &NamedTerrain<'_>) {
        self.meet(obstacle);
    }

    /// SKIR-MOV-5: a leg is measured in whole micrometres; the running sum in whole millimetres.
    pub fn walk<'s, E: Objection, T: Tally<'s>>(
        &mut self,
        terrain: &NamedTerrain<'_>,
        micrometres: u64,
        tally: &mut T,
    ) -> Result<(), E> {
        let before = self.micrometres / 1000;
        self.micrometres += micrometres;
        let mm = (self.micrometres / 1000 - before) as u32;
        let price = self.price::<E>(terrain)?;
        self.meet(terrain);
        self.cross_mines(terrain, mm);
        let cost = u64::from(mm) * price;
        self.pay::<E>(cost, mm, terrain.name)?;
        tally.explain(SPENT, points(cost), &self.unit.id, "SKIR-MOV-3", || {
            format!("{mm} mm of {} at {price} points", terrain.name)
        });
        Ok(())
    }

    /// How many mm of a terrain the rest of the allowance buys.
    pub fn go_on_into<E: Objection>(&mut self, terrain: &NamedTerrain<'_>) -> Result<u32, E> {
        let price = self.price::<E>(terrain)?;
        self.meet(terrain);
        let rest = (self.left / price) as u32;
        self.cross_mines(terrain, rest);
        Ok(rest)
    }

    /// The way with so many mm more, ready for its dodge tests; they add this Combat Skill.
    pub fn ready(self, rest_mm: u32, cs: u8) -> Movement {
        let Self { rules, mm, hurdles, .. } = self;
        Movement { total_mm: mm + rest_mm, rest_mm, hurdles, rules, nerve: Nerve { cs, cr: 0 } }
    }
}

/// An amount of points.
fn points(n: u64) -> Factor {
    Factor::whole(i32::try_from(n).unwrap_or(i32::MAX / 16))
}

/// SKIR-MOV-5: the length of a straight leg in whole micrometres.
pub(crate) fn length_of((dx, dy): (i32, i32)) -> u64 {
    let square = i128::from(dx).pow(2) + i128::from(dy).pow(2);
    (square.unsigned_abs() * 1_000_000).isqrt() as u64
}

/// A place where the unit must dodge to go on, and how far it is then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hurdle {
    /// Millimetres from the start at which it stops if it fails.
    pub at_mm: u32,
    /// Whether a mine stops it there (SKIR-MIN-2).
    pub mined: bool,
}

/// A move, judged and paid.
#[derive(Clone, Debug)]
pub struct Movement {
    /// How far it goes in all, in mm, if no hurdle stops it.
    pub total_mm: u32,
    /// Millimetres in the last terrain, bought with what was left.
    pub rest_mm: u32,
    pub(crate) hurdles: SmallVec<[Hurdle; 4]>,
    rules: Rules,
    nerve: Nerve,
}

/// How far a move is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveState {
    /// This hurdle is next.
    Hurdle(u8),
    /// It went all the way.
    Through,
    /// It was stopped at this hurdle.
    Stopped(u8),
}

impl Chain for Movement {
    type State = MoveState;

    fn start(&self) -> MoveState {
        if self.hurdles.is_empty() { MoveState::Through } else { MoveState::Hurdle(0) }
    }

    fn is_done(&self, at: &MoveState) -> bool {
        !matches!(at, MoveState::Hurdle(_))
    }

    /// SKIR-MOV-10, SKIR-MIN-1: one dodge for each cliff, wire or field of mines; failing it the unit stops there.
    fn step<D: Dice>(&self, at: &MoveState, dice: &mut D) -> MoveState {
        let MoveState::Hurdle(place) = *at else { return *at };
        if !self.rules.passes(Test::Dodge, self.nerve, dice) {
            return MoveState::Stopped(place);
        }
        if usize::from(place) + 1 == self.hurdles.len() {
            MoveState::Through
        } else {
            MoveState::Hurdle(place + 1)
        }
    }
}

impl Movement {
    /// How far it is at the end.
    pub fn reached(&self, end: MoveState) -> u32 {
        match end {
            MoveState::Stopped(place) | MoveState::Hurdle(place) => self.hurdles[usize::from(place)].at_mm,
            MoveState::Through => self.total_mm,
        }
    }
}
