//! Mass bombing, and bombs on the guns of the east bank.

mod situation;

use kit::{Chain, Chart, Dice, Die, Fact, Inquiry, Purpose, Refusal, Tally, Told, chance, map::Direction};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

use crate::{
    air::{air_combat, bomb_unit, bombs},
    charts::{Charts, Rules},
    hexes::{Hex, NORTH},
    index::{DieIndex, IndexValue},
    interception::{Over, may_intercept},
    results::Fate,
    toll::{NAMED, Toll},
    turns::check_turn,
    units::{Placed, Side, Unit},
};
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

/// With more units than this under several lines the exact odds would take too long.
const MOST_BOMBED_TWICE: usize = 6;
/// And as many units as this in all.
const MOST: usize = 20;

impl BombingRun<'_> {
    /// The place of the Fliegerkorps that is intercepted.
    fn intercepted_place(&self) -> Option<usize> {
        self.flights.iter().position(|flight| Some(flight.name) == self.intercepted)
    }

    /// Judges the missions, the lines and the interception.
    fn check(&self, charts: &Charts) -> Result<(), Refusal> {
        check_turn(charts, self.turn)?;
        let most = charts.air_units.fliegerkorps;
        if self.flights.is_empty() || self.flights.len() > most.into() {
            let words = format!(
                "{} Fliegerkorps fly: the Luftwaffe has {most}, and one at least is needed",
                self.flights.len()
            );
            return Err(Refusal::new("STAL-AIR-1", words));
        }
        for flight in &self.flights {
            flight.check_lines(charts)?;
        }
        if self.flights.iter().any(|flight| flight.mission == Mission::MassBombing) {
            self.check_bombing_turn(charts)?;
        }
        if let Some(name) = self.intercepted {
            may_intercept(charts, self.turn, Over::Mission, None, false)?;
            if self.intercepted_place().is_none() {
                return Err(Refusal::new("STAL-AIR-2", format!("no Fliegerkorps called {name} flies here")));
            }
        }
        self.check_units()
    }

    fn check_bombing_turn(&self, charts: &Charts) -> Result<(), Refusal> {
        may_bomb(charts, charts.bombing.bombing_turns, self.earlier_bombings, self.last_bombing, self.turn)
    }

    fn check_units(&self) -> Result<(), Refusal> {
        if self.units.len() > MOST {
            let words = format!("{} units: one question takes at most {MOST}", self.units.len());
            return Err(Refusal::new("STAL-AIR-13", words));
        }
        let lines = || self.flights.iter().flat_map(|flight| flight.lines);
        let reached_twice =
            |placed: &&Placed<'_>| lines().filter(|line| line.may_reach(placed.at)).count() > 1;
        let twice = self.units.iter().filter(reached_twice).count();
        if twice > MOST_BOMBED_TWICE {
            let words = format!(
                "{twice} units can be hit by more than one line: one question takes {MOST_BOMBED_TWICE} of them"
            );
            return Err(Refusal::new("STAL-AIR-13", words));
        }
        Ok(())
    }
}

impl Flight<'_> {
    /// STAL-AIR-11, STAL-R33: lines of three hexes and more, eight in all, on the map as laid.
    fn check_lines(&self, charts: &Charts) -> Result<(), Refusal> {
        let numbers = charts.bombing;
        let refuse = |clause, words| Err(Refusal::new(clause, words).because_of(self.name));
        if self.mission == Mission::SilenceArtillery {
            return match self.lines.len() {
                0 => Ok(()),
                _ => refuse(
                    "STAL-AIR-1",
                    format!("{} has one mission: the guns, or lines of bombs", self.name),
                ),
            };
        }
        if self.lines.is_empty() {
            return refuse("STAL-AIR-11", format!("{} has no line to bomb", self.name));
        }
        for line in self.lines {
            if line.hexes < numbers.shortest_line || line.hexes > numbers.hexes {
                let words = format!(
                    "the line from {} has {} hexes: expected {} to {}",
                    line.from, line.hexes, numbers.shortest_line, numbers.hexes
                );
                return refuse("STAL-AIR-11", words);
            }
            let leaves_the_map = (1..line.hexes)
                .try_fold(line.from, |hex, _| hex.towards(NORTH))
                .is_none_or(|last| !last.is_on_map(charts));
            if leaves_the_map {
                return refuse(
                    "STAL-R33",
                    format!("the line of {} hexes from {} leaves the map", line.hexes, line.from),
                );
            }
        }
        let total: u32 = self.lines.iter().map(|line| u32::from(line.hexes)).sum();
        if total > numbers.hexes.into() {
            return refuse(
                "STAL-AIR-11",
                format!("{} bombs {total} hexes: a Fliegerkorps bombs {}", self.name, numbers.hexes),
            );
        }
        Ok(())
    }
}

/// STAL-AIR-10: on `most` turns of the game at most, and never on two running.
pub(crate) fn may_bomb(
    charts: &Charts,
    most: u8,
    earlier: u8,
    last: Option<u8>,
    turn: u8,
) -> Result<(), Refusal> {
    if earlier >= most {
        let words = format!("mass bombing was flown on {earlier} turns already, and {most} are allowed");
        return Err(Refusal::new("STAL-AIR-10", words));
    }
    match last {
        Some(last) if last >= turn => {
            let words = format!("the last bombing is said to be in turn {last}, but this is turn {turn}");
            Err(Refusal::new("STAL-AIR-10", words))
        }
        Some(last) if turn - last <= charts.bombing.turns_between => Err(Refusal::new(
            "STAL-AIR-10",
            format!("there was mass bombing in turn {last}, the turn before"),
        )),
        _ => Ok(()),
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

impl Inquiry for Bombing {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "bombing";
    const TITLE: &'static str = "mass bombing along lines, or bombs on the east bank guns";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bombing.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, situation: &'s Situation, _: &mut T) -> Result<Self, Refusal> {
        Self::judge(rules, &situation.run(rules.get()))
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        let (run, mut facts) = (situation.run(&self.rules), Vec::new());
        if self.korps.iter().any(|target| matches!(target, BombTarget::Lines(_))) {
            let ordinal = run.earlier_bombings + 1;
            let words = format!(
                "bombing turn {ordinal} of {}: index value +{}",
                self.rules.bombing.bombing_turns, self.wear
            );
            facts.push(Fact::new("effect", words, "STAL-AIR-14"));
        }
        for (place, placed) in run.units.iter().enumerate() {
            if let Ok(odds) = chance::odds(&self.only(place)) {
                let [eliminated, disrupted] = [Fate::Eliminated, Fate::Disrupted]
                    .map(|fate| odds.chance(|end| end.toll.fate(0) == fate));
                let words = format!(
                    "{} in {}: eliminated {eliminated}, Disrupted {disrupted}",
                    placed.unit.name, placed.at
                );
                facts.push(Fact::new("unit", words, "STAL-AIR-13"));
            }
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        Some(Chart { table: "air", columns: vec!["Mass Bombing".into()] })
    }

    fn tell(&self, situation: &Situation, end: &BombingProgress) -> Told {
        let run = situation.run(&self.rules);
        let units: Vec<&Unit> = run.units.iter().map(|placed| placed.unit).collect();
        let mut told = end.toll.tell(&self.rules, &units);
        let mut words = Vec::new();
        if let Some(place) = self.intercepted.filter(|_| end.turned_back) {
            words.push(format!("{} loses its mission", run.flights[place].name));
        }
        if self.korps.contains(&BombTarget::Guns) {
            let guns = if end.silenced {
                "the guns are silent in the next Russian player turn"
            } else {
                "the guns can fire"
            };
            words.push(guns.into());
        }
        if !units.is_empty() && !told.words.is_empty() {
            words.push(told.words);
        }
        told.words = words.join("; ");
        if units.is_empty() {
            told = Told::new(if end.silenced { "D" } else { "-" }, told.words);
        }
        if !units.is_empty() {
            told = told.by("STAL-AIR-13").by("STAL-AIR-7");
        }
        if self.korps.contains(&BombTarget::Guns) {
            told = told.by("STAL-ART-7").measuring("guns silenced", kit::Factor::whole(end.silenced.into()));
        }
        told
    }
}
