//! The heavy artillery on the east bank.

mod situation;

use kit::{Chain, Dice, Die, Fact, Inquiry, Purpose, Refusal, Tally, Told, chance, map::Direction};
use smallvec::{SmallVec, smallvec};

use crate::{
    charts::{Charts, Rules},
    hexes::Hex,
    index::{DieIndex, IndexValue},
    results::Fate,
    toll::{MOST_UNITS, NAMED, Toll},
    turns::check_turn,
    units::{Placed, Side, Unit},
};
pub use situation::Situation;

/// The guns on the east bank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guns {
    pub(crate) at: Hex,
    pub(crate) disrupted: bool,
    /// Whether they have been or are to be moved this turn.
    pub(crate) moved: bool,
    pub(crate) fired: bool,
}

/// The guns fire at three hexes.
#[derive(Clone, Debug)]
pub(crate) struct FireMission<'u> {
    pub(crate) turn: u8,
    pub(crate) guns: Guns,
    pub(crate) reference: Hex,
    pub(crate) triangle: &'u [Hex],
    /// All units, of both sides, that could be hit, also after scattering, in the order in which they are rolled for.
    pub(crate) units: SmallVec<[Placed<'u>; 8]>,
    /// Whether a Russian unit is on the Mamaev summit.
    pub(crate) summit_russian: bool,
    pub(crate) index: DieIndex,
}

/// Where each unit stands, and whose it is.
pub(crate) type Units = SmallVec<[(Hex, Side); 8]>;

/// A barrage that is allowed, up to its dice.
#[derive(Clone, Debug)]
pub struct Barrage {
    rules: Rules,
    index: DieIndex,
    triangle: [Hex; 3],
    units: Units,
    observed: bool,
    named: bool,
}

/// How a barrage stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BarrageProgress {
    aim: Aim,
    next: u8,
    /// Who was hit.
    pub toll: Toll,
}

/// Where the shells fall.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Aim {
    /// Unobserved, before the first roll.
    Unknown,
    /// On target.
    On,
    /// Off target, before the direction die.
    Off,
    /// Off target that way.
    Scattered(Direction),
}

/// STAL-ART-3: Disrupted on index 1 or 2.
pub(crate) fn hits<D: Dice>(charts: &Charts, index: DieIndex, dice: &mut D) -> bool {
    let value = index.roll(dice, Purpose::new("barrage", "STAL-ART-3"));
    value <= IndexValue(charts.barrage.disrupts)
}

/// STAL-ART-5: where a barrage off its target falls.
pub(crate) fn scatters<D: Dice>(charts: &Charts, dice: &mut D) -> Direction {
    charts.direction(dice.roll(Die::D6, Purpose::new("direction", "STAL-DIE-3")))
}

impl Barrage {
    /// STAL-ART-4: whether Russians on the summit observe it.
    pub(crate) const fn is_observed(&self) -> bool {
        self.observed
    }

    /// The same barrage with only these units near it, in the order in which they are rolled for.
    pub(crate) fn with_only(&self, units: Units) -> Self {
        Self { units, named: true, ..self.clone() }
    }

    fn covers(&self, aim: Aim, hex: Hex) -> bool {
        match aim {
            // STAL-ART-9: a hex that has left the map holds nobody.
            Aim::Scattered(direction) => {
                hex.towards(direction.opposite()).is_some_and(|aimed_at| self.triangle.contains(&aimed_at))
            }
            _ => self.triangle.contains(&hex),
        }
    }

    /// The next unit under fire from `from` on, or the number of units.
    fn next_target(&self, aim: Aim, from: u8) -> u8 {
        let rest = self.units.iter().skip(from.into());
        from + rest.take_while(|(hex, _)| !self.covers(aim, *hex)).count() as u8
    }

    fn strike(&self, progress: &mut BarrageProgress, hit: bool) {
        let place = usize::from(progress.next);
        if hit {
            progress.toll.suffer(place, Fate::Disrupted);
        }
        if !self.named {
            progress.toll.settle(place, self.units[place].1);
        }
        progress.next = self.next_target(progress.aim, progress.next + 1);
    }

    /// This barrage with nobody there but the unit at `place` and the one rolled for first, on whom the aim depends.
    fn only(&self, place: usize) -> (Self, usize) {
        let first = usize::from(self.next_target(Aim::On, 0));
        let (mut kept, mut of_kept) = (smallvec![self.units[first]], 0);
        if place != first {
            of_kept = usize::from(place > first);
            kept.insert(of_kept, self.units[place]);
        }
        (Self { units: kept, named: true, ..self.clone() }, of_kept)
    }
}

impl Chain for Barrage {
    type State = BarrageProgress;

    fn start(&self) -> BarrageProgress {
        let aim = if self.observed { Aim::On } else { Aim::Unknown };
        BarrageProgress { aim, next: self.next_target(aim, 0), toll: Toll::default() }
    }

    fn is_done(&self, progress: &BarrageProgress) -> bool {
        progress.aim != Aim::Off && usize::from(progress.next) == self.units.len()
    }

    fn step<D: Dice>(&self, progress: &BarrageProgress, dice: &mut D) -> BarrageProgress {
        let mut now = *progress;
        match progress.aim {
            // STAL-ART-5: unobserved, the first roll decides whether the barrage is on target.
            Aim::Unknown => {
                if hits(&self.rules, self.index, dice) {
                    now.aim = Aim::On;
                    self.strike(&mut now, true);
                } else {
                    now.aim = Aim::Off;
                }
            }
            Aim::Off => {
                now.aim = Aim::Scattered(scatters(&self.rules, dice));
                now.next = self.next_target(now.aim, 0);
            }
            Aim::On | Aim::Scattered(_) => {
                let hit = hits(&self.rules, self.index, dice);
                self.strike(&mut now, hit);
            }
        }
        if self.is_done(&now) {
            // How it came about no longer matters: ends with the same toll are one.
            now.aim = Aim::On;
        }
        now
    }
}

impl Barrage {
    /// Refuses a fire mission that the rules do not allow.
    pub(crate) fn judge(rules: Rules, mission: &FireMission<'_>) -> Result<Self, Refusal> {
        check_turn(&rules, mission.turn)?;
        mission.check_guns(&rules)?;
        let triangle = mission.check_triangle(&rules)?;
        let units = &mission.units;
        if units.len() > MOST_UNITS {
            let words = format!("{} units: one question takes at most {MOST_UNITS}", units.len());
            return Err(Refusal::new("STAL-ART-3", words));
        }
        let units: Units = units.iter().map(|placed| (placed.at, placed.unit.side(&rules))).collect();
        if !units.iter().any(|(at, side)| *side == Side::German && triangle.contains(at)) {
            return Err(Refusal::new("STAL-R34", "no German unit is in the triangle"));
        }
        let distance = rules.summit.distance(mission.reference);
        Ok(Self {
            rules,
            index: mission.index,
            triangle,
            named: units.len() <= NAMED,
            units,
            // STAL-ART-4.
            observed: mission.summit_russian && distance <= rules.barrage.observed,
        })
    }
}

impl FireMission<'_> {
    fn check_guns(&self, charts: &Charts) -> Result<(), Refusal> {
        let refuse =
            |clause, words: &str| Err(Refusal::new(clause, words).because_of(self.guns.at.to_string()));
        if self.turn < charts.barrage.first_turn {
            return refuse("STAL-ART-1", "the guns do not fire before turn 2");
        }
        if self.guns.fired {
            return refuse("STAL-ART-1", "the guns have fired their one barrage of this turn");
        }
        if self.guns.disrupted {
            return refuse("STAL-ART-8", "the guns are Disrupted");
        }
        if self.guns.moved {
            return refuse("STAL-ART-6", "the guns do not fire in a turn in which they move");
        }
        Ok(())
    }

    fn check_triangle(&self, charts: &Charts) -> Result<[Hex; 3], Refusal> {
        let Self { guns: Guns { at: guns, .. }, reference, triangle, .. } = *self;
        let numbers = charts.barrage;
        let distance = guns.distance(reference);
        if distance > numbers.range {
            let words = format!(
                "{reference} is {distance} hexes from the guns in {guns}: they reach {}",
                numbers.range
            );
            return Err(Refusal::new("STAL-ART-2", words).because_of(reference.to_string()));
        }
        let &[one, two, three] = triangle else {
            let words = format!("the triangle has {} hexes: expected {}", triangle.len(), numbers.triangle);
            return Err(Refusal::new("STAL-ART-2", words));
        };
        if !(one.is_next_to(two) && two.is_next_to(three) && three.is_next_to(one)) {
            let words = format!("{one}, {two} and {three} do not all touch each other");
            return Err(Refusal::new("STAL-ART-2", words));
        }
        if !triangle.contains(&reference) {
            let words = format!("the reference hex {reference} is not in the triangle");
            return Err(Refusal::new("STAL-ART-2", words).because_of(reference.to_string()));
        }
        Ok([one, two, three])
    }
}

impl Inquiry for Barrage {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "barrage";
    const TITLE: &'static str = "the guns on the east bank fire a barrage";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/barrage.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, situation: &'s Situation, _: &mut T) -> Result<Self, Refusal> {
        Self::judge(rules, &situation.fire_mission(rules.get()))
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        let FireMission { reference, summit_russian, units, .. } = situation.fire_mission(&self.rules);
        let distance = self.rules.summit.distance(reference);
        let aim = if self.observed {
            format!("on target: Russians on the summit, {distance} hexes from {reference}, observe")
        } else if summit_russian {
            format!("unobserved: {reference} is {distance} hexes from the summit")
        } else {
            "unobserved: no Russian is on the summit, the first roll decides".into()
        };
        let mut facts = vec![Fact::new("aim", aim, if self.observed { "STAL-ART-4" } else { "STAL-ART-5" })];
        for (place, placed) in units.iter().enumerate() {
            let (alone, of_alone) = self.only(place);
            if let Ok(odds) = chance::odds(&alone) {
                let hit = odds.chance(|end| end.toll.fate(of_alone) == Fate::Disrupted);
                let words =
                    format!("{} in {}: Disrupted {hit} ({} %)", placed.unit.name, placed.at, hit.percent());
                facts.push(Fact::new("unit", words, "STAL-ART-3"));
            }
        }
        facts
    }

    fn tell(&self, situation: &Situation, end: &BarrageProgress) -> Told {
        let mission = situation.fire_mission(&self.rules);
        let units: Vec<&Unit> = mission.units.iter().map(|placed| placed.unit).collect();
        end.toll.tell(&self.rules, &units).by("STAL-ART-3")
    }
}
