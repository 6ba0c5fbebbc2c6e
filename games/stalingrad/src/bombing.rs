//! Mass bombing, and bombs on the guns of the east bank.

mod legality;
mod question;
mod situation;

use kit::{Chain, Dice, Die, Purpose, Refusal, map::Direction};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

use crate::{
    air::{air_combat, bomb_unit, bombs},
    charts::{Charts, Rules},
    hexes::Hex,
    index::{DieIndex, IndexValue},
    results::Fate,
    toll::{NAMED, Toll},
    units::{Placed, Side},
};
pub(crate) use legality::may_bomb;
pub use situation::Situation;

/// What a Fliegerkorps is sent to do.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Mission {
    /// Lines of bombs.
    #[default]
    MassBombing,
    /// The guns on the east bank.
    SilenceArtillery,
}

/// A line of bombs.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Line")]
pub struct BombLine {
    /// Its southernmost hex, with which it begins.
    pub from: Hex,
    /// How many hexes it has, counted northwards.
    pub hexes: u8,
}

/// A Fliegerkorps with its mission.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight<'u> {
    pub(crate) name: &'u str,
    pub(crate) mission: Mission,
    pub(crate) lines: &'u [BombLine],
}

/// The Fliegerkorps fly over the city.
#[derive(Clone, Debug)]
pub(crate) struct BombingRun<'u> {
    pub(crate) turn: u8,
    /// On how many earlier turns of the game there was mass bombing.
    pub(crate) earlier_bombings: u8,
    /// The last turn with mass bombing.
    pub(crate) last_bombing: Option<u8>,
    pub(crate) flights: SmallVec<[Flight<'u>; 2]>,
    /// The name of the Fliegerkorps that the Russian air unit goes for.
    pub(crate) intercepted: Option<&'u str>,
    /// All units, of both sides, that could be hit, stacks from the top down; also those hit only if a line is shifted.
    pub(crate) units: SmallVec<[Placed<'u>; 8]>,
    pub(crate) index: DieIndex,
}

/// What one Fliegerkorps bombs.
#[derive(Clone, PartialEq, Eq, Debug)]
enum BombTarget {
    Guns,
    Lines(Vec<BombLine>),
}

/// A bombing run that is allowed, up to its dice.
#[derive(Clone, Debug)]
pub struct Bombing {
    rules: Rules,
    index: DieIndex,
    korps: SmallVec<[BombTarget; 2]>,
    intercepted: Option<usize>,
    /// STAL-AIR-14: what is added to the index value.
    wear: u8,
    units: SmallVec<[(Hex, Side); 8]>,
    named: bool,
    /// Units of one side in one hex, which share all dangers to come; none where ends are told by name.
    stacks: Vec<Vec<usize>>,
}

impl Bombing {
    /// Refuses a bombing run that the rules do not allow.
    pub(crate) fn judge(rules: Rules, run: &BombingRun<'_>) -> Result<Self, Refusal> {
        run.check(&rules)?;
        let target = |flight: &Flight<'_>| match flight.mission {
            Mission::MassBombing => BombTarget::Lines(flight.lines.to_vec()),
            Mission::SilenceArtillery => BombTarget::Guns,
        };
        let units: SmallVec<[(Hex, Side); 8]> =
            run.units.iter().map(|placed| (placed.at, placed.unit.side(&rules))).collect();
        let named = units.len() <= NAMED;
        Ok(Self {
            rules,
            index: run.index,
            korps: run.flights.iter().map(target).collect(),
            intercepted: run.intercepted_place(),
            wear: run.earlier_bombings * rules.bombing.wear,
            stacks: if named { Vec::new() } else { stacks(&units) },
            units,
            named,
        })
    }
}

/// STAL-AIR-12: on index 6 a line is moved one hex by a direction die.
pub(crate) fn lead_bombardier<D: Dice>(charts: &Charts, index: DieIndex, dice: &mut D) -> Option<Direction> {
    let value = index.roll(dice, Purpose::new("lead bombardier", "STAL-AIR-12"));
    let errs = value >= IndexValue(charts.bombing.bombardier_errs);
    errs.then(|| charts.direction(dice.roll(Die::D6, Purpose::new("direction", "STAL-DIE-3"))))
}

/// STAL-AIR-13: the bombs on one unit of a line.
pub(crate) fn bombs_on_unit<D: Dice>(charts: &Charts, index: DieIndex, wear: u8, dice: &mut D) -> Fate {
    bomb_unit(charts, index, wear, dice, Purpose::new("mass bombing", "STAL-AIR-13"))
}

/// STAL-ART-7: bombs on the guns; D and DE both silence them, at full effect (STAL-R34).
pub(crate) fn silences<D: Dice>(charts: &Charts, index: DieIndex, dice: &mut D) -> bool {
    let value = index.roll(dice, Purpose::new("silencing", "STAL-ART-7"));
    bombs(charts, value, 0).fate() != Fate::Unharmed
}

/// The places of units that stand together, side by side.
fn stacks(units: &[(Hex, Side)]) -> Vec<Vec<usize>> {
    let mut stacks: Vec<((Hex, Side), Vec<usize>)> = Vec::new();
    for (place, &unit) in units.iter().enumerate() {
        match stacks.iter_mut().find(|(known, _)| *known == unit) {
            Some((_, places)) => places.push(place),
            None => stacks.push((unit, vec![place])),
        }
    }
    stacks.into_iter().map(|(_, places)| places).filter(|places| places.len() > 1).collect()
}

/// How the bombing stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BombingProgress {
    next_roll: NextRoll,
    korps: u8,
    line: u8,
    unit: u8,
    shift: Option<Direction>,
    /// Whether the intercepted Fliegerkorps lost its mission.
    pub turned_back: bool,
    /// Whether the guns are silenced.
    pub silenced: bool,
    /// Who was hit.
    pub toll: Toll,
}

/// What is rolled next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum NextRoll {
    AirCombat,
    Guns,
    Bombardier,
    Bombs,
    Over,
}

impl BombLine {
    /// STAL-AIR-11: northwards from its first hex; STAL-AIR-12: moved as a whole with that hex.
    fn covers(self, hex: Hex, shift: Option<Direction>) -> bool {
        let unshifted = shift.map_or(Some(hex), |direction| hex.towards(direction.opposite()));
        let steps = unshifted.and_then(|hex| self.from.steps_north_to(hex));
        steps.is_some_and(|steps| steps < self.hexes)
    }

    /// Whether it can hit the hex, accurate or not.
    pub(crate) fn may_reach(self, hex: Hex) -> bool {
        self.covers(hex, None) || Direction::ALL.into_iter().any(|shift| self.covers(hex, Some(shift)))
    }
}

impl Bombing {
    fn line(&self, progress: &BombingProgress) -> Option<&BombLine> {
        match self.korps.get(usize::from(progress.korps))? {
            BombTarget::Guns => None,
            BombTarget::Lines(lines) => lines.get(usize::from(progress.line)),
        }
    }

    /// Whether a later line can still hit the unit.
    fn may_be_hit_later(&self, progress: &BombingProgress, hex: Hex) -> bool {
        self.korps.iter().enumerate().skip(progress.korps.into()).any(|(korps, target)| match target {
            BombTarget::Guns => false,
            BombTarget::Lines(lines) => {
                let done =
                    if korps == usize::from(progress.korps) { usize::from(progress.line) + 1 } else { 0 };
                lines.iter().skip(done).any(|line| line.may_reach(hex))
            }
        })
    }

    /// Goes on to the next die: the next unit under the line, the next line, the next Fliegerkorps.
    fn go_on(&self, progress: &mut BombingProgress) {
        if progress.next_roll == NextRoll::Bombs {
            if self.find_unit(progress) {
                return;
            }
            for stack in &self.stacks {
                progress.toll.sort(stack);
            }
            progress.line += 1;
        }
        (progress.unit, progress.shift) = (0, None);
        loop {
            // STAL-R55: turned back, it loses its lines; the other's stand.
            let lost = progress.turned_back && self.intercepted == Some(progress.korps.into());
            progress.next_roll = match self.korps.get(usize::from(progress.korps)) {
                None => NextRoll::Over,
                Some(BombTarget::Guns) if progress.line == 0 && !lost => NextRoll::Guns,
                Some(BombTarget::Lines(lines)) if usize::from(progress.line) < lines.len() && !lost => {
                    NextRoll::Bombardier
                }
                Some(_) => {
                    (progress.korps, progress.line) = (progress.korps + 1, 0);
                    continue;
                }
            };
            return;
        }
    }

    /// The next unit in the bombed hexes that is still there; those no bomb can reach any more are settled.
    fn find_unit(&self, progress: &mut BombingProgress) -> bool {
        while let Some(&(hex, side)) = self.units.get(usize::from(progress.unit)) {
            let place = usize::from(progress.unit);
            let bombed = self.line(progress).is_some_and(|line| line.covers(hex, progress.shift));
            if bombed && progress.toll.fate(place) != Fate::Eliminated {
                return true;
            }
            self.settle(progress, place, hex, side);
            progress.unit += 1;
        }
        false
    }

    fn settle(&self, progress: &mut BombingProgress, place: usize, hex: Hex, side: Side) {
        if !self.named && !self.may_be_hit_later(progress, hex) {
            progress.toll.settle(place, side);
        }
    }

    /// Lines of bombs, laid and not intercepted, with one unit in a hex: for the chances of that unit.
    pub(crate) fn of_one(
        rules: Rules,
        index: DieIndex,
        wear: u8,
        korps: impl Iterator<Item = Vec<BombLine>>,
        unit: (Hex, Side),
    ) -> Self {
        let korps = korps.map(BombTarget::Lines).collect();
        let (units, stacks) = (smallvec![unit], Vec::new());
        Self { rules, index, korps, intercepted: None, wear, units, named: true, stacks }
    }

    /// This bombing with nobody on the map but the unit at `place`.
    fn only(&self, place: usize) -> Self {
        Self { units: smallvec![self.units[place]], named: true, stacks: Vec::new(), ..self.clone() }
    }
}

impl Chain for Bombing {
    type State = BombingProgress;

    fn start(&self) -> BombingProgress {
        let mut progress = BombingProgress {
            next_roll: NextRoll::AirCombat,
            korps: 0,
            line: 0,
            unit: 0,
            shift: None,
            turned_back: false,
            silenced: false,
            toll: Toll::default(),
        };
        if self.intercepted.is_none() {
            self.go_on(&mut progress);
        }
        progress
    }

    fn is_done(&self, progress: &BombingProgress) -> bool {
        progress.next_roll == NextRoll::Over
    }

    fn step<D: Dice>(&self, progress: &BombingProgress, dice: &mut D) -> BombingProgress {
        let mut now = *progress;
        match progress.next_roll {
            NextRoll::AirCombat => {
                now.turned_back = !self.rules.sortie(air_combat(&self.rules, self.index, dice)).flies();
            }
            NextRoll::Guns => {
                now.silenced |= silences(&self.rules, self.index, dice);
                now.line += 1;
            }
            NextRoll::Bombardier => {
                now.shift = lead_bombardier(&self.rules, self.index, dice);
                now.next_roll = NextRoll::Bombs;
            }
            NextRoll::Bombs => {
                let place = usize::from(progress.unit);
                let fate = bombs_on_unit(&self.rules, self.index, self.wear, dice);
                now.toll.suffer(place, fate);
                let (hex, side) = self.units[place];
                self.settle(&mut now, place, hex, side);
                now.unit += 1;
            }
            NextRoll::Over => {}
        }
        self.go_on(&mut now);
        now
    }
}
