//! Mass bombing, and bombs on the guns of the east bank.

mod situation;

use kit::{Chain, Chart, Dice, Die, Fact, Inquiry, Purpose, Refusal, Tally, Told, chance};

use crate::{
    air::{Sortie, air_combat, bomb_unit, bombs},
    charts::charts,
    hexes::{Direction, Hex},
    index::{DieIndex, IndexValue},
    results::Fate,
    toll::{NAMED, Toll},
    units::{Side, Unit},
};
pub use situation::{Korps, Line, Mission, Placed, Situation};

/// What one Fliegerkorps bombs.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Target {
    Guns,
    Lines(Vec<Line>),
}

/// The bombing of one German player turn.
#[derive(Clone, Debug)]
pub struct Bombing {
    index: DieIndex,
    korps: Vec<Target>,
    intercepted: Option<usize>,
    /// STAL-AIR-14: what is added to the index value.
    wear: u8,
    units: Vec<(Hex, Side)>,
    named: bool,
    /// Units of one side in one hex, which share all dangers to come; none where ends are told by name.
    stacks: Vec<Vec<usize>>,
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
pub struct Raid {
    moment: Moment,
    korps: u8,
    line: u8,
    next: u8,
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
enum Moment {
    AirCombat,
    Guns,
    Bombardier,
    Bombs,
    Over,
}

impl Line {
    /// STAL-AIR-11: northwards from its first hex; STAL-AIR-12: moved as a whole with that hex.
    fn covers(self, hex: Hex, shift: Option<Direction>) -> bool {
        let mut bombed = shift.map_or(self.from, |direction| self.from.towards(direction));
        for _ in 0..self.hexes {
            if bombed == hex {
                return true;
            }
            bombed = bombed.towards(Direction::NORTH);
        }
        false
    }

    /// Whether it can hit the hex, accurate or not.
    fn may_reach(self, hex: Hex) -> bool {
        self.covers(hex, None) || (1..=6).any(|face| self.covers(hex, Some(Direction::of_die(face))))
    }
}

impl Bombing {
    fn line(&self, raid: &Raid) -> Option<&Line> {
        match self.korps.get(usize::from(raid.korps))? {
            Target::Guns => None,
            Target::Lines(lines) => lines.get(usize::from(raid.line)),
        }
    }

    /// Whether a later line can still hit the unit.
    fn may_be_hit_later(&self, raid: &Raid, hex: Hex) -> bool {
        self.korps.iter().enumerate().skip(raid.korps.into()).any(|(korps, target)| match target {
            Target::Guns => false,
            Target::Lines(lines) => {
                let done = if korps == usize::from(raid.korps) { usize::from(raid.line) + 1 } else { 0 };
                lines.iter().skip(done).any(|line| line.may_reach(hex))
            }
        })
    }

    /// Goes on to the next die: the next unit under the line, the next line, the next Fliegerkorps.
    fn go_on(&self, raid: &mut Raid) {
        if raid.moment == Moment::Bombs {
            if self.find_unit(raid) {
                return;
            }
            for stack in &self.stacks {
                raid.toll.sort(stack);
            }
            raid.line += 1;
        }
        (raid.next, raid.shift) = (0, None);
        loop {
            // STAL-R55: turned back, it loses its lines; the other's stand.
            let lost = raid.turned_back && self.intercepted == Some(raid.korps.into());
            raid.moment = match self.korps.get(usize::from(raid.korps)) {
                None => Moment::Over,
                Some(Target::Guns) if raid.line == 0 && !lost => Moment::Guns,
                Some(Target::Lines(lines)) if usize::from(raid.line) < lines.len() && !lost => {
                    Moment::Bombardier
                }
                Some(_) => {
                    (raid.korps, raid.line) = (raid.korps + 1, 0);
                    continue;
                }
            };
            return;
        }
    }

    /// The next unit in the bombed hexes that is still there; those no bomb can reach any more are settled.
    fn find_unit(&self, raid: &mut Raid) -> bool {
        while let Some(&(hex, side)) = self.units.get(usize::from(raid.next)) {
            let place = usize::from(raid.next);
            let bombed = self.line(raid).is_some_and(|line| line.covers(hex, raid.shift));
            if bombed && raid.toll.fate(place) != Fate::Eliminated {
                return true;
            }
            self.settle(raid, place, hex, side);
            raid.next += 1;
        }
        false
    }

    fn settle(&self, raid: &mut Raid, place: usize, hex: Hex, side: Side) {
        if !self.named && !self.may_be_hit_later(raid, hex) {
            raid.toll.settle(place, side);
        }
    }

    /// STAL-AIR-12: on index 6 the line is moved one hex by a direction die.
    fn lead_bombardier<D: Dice>(&self, dice: &mut D) -> Option<Direction> {
        let value = self.index.roll(dice, Purpose::new("lead bombardier", "STAL-AIR-12"));
        let errs = value >= IndexValue(charts().air_numbers.bombardier_errs);
        errs.then(|| Direction::of_die(dice.roll(Die::D6, Purpose::new("direction", "STAL-DIE-3"))))
    }

    /// This bombing with nobody on the map but the unit at `place`.
    fn only(&self, place: usize) -> Self {
        Self { units: vec![self.units[place]], named: true, stacks: Vec::new(), ..self.clone() }
    }
}

impl Chain for Bombing {
    type State = Raid;

    fn start(&self) -> Raid {
        let mut raid = Raid {
            moment: Moment::AirCombat,
            korps: 0,
            line: 0,
            next: 0,
            shift: None,
            turned_back: false,
            silenced: false,
            toll: Toll::default(),
        };
        if self.intercepted.is_none() {
            self.go_on(&mut raid);
        }
        raid
    }

    fn is_done(&self, raid: &Raid) -> bool {
        raid.moment == Moment::Over
    }

    fn step<D: Dice>(&self, raid: &Raid, dice: &mut D) -> Raid {
        let mut now = *raid;
        match raid.moment {
            Moment::AirCombat => now.turned_back = !Sortie::after(air_combat(self.index, dice)).flies,
            Moment::Guns => {
                // STAL-ART-7: D and DE both silence; STAL-R34: at full effect.
                let value = self.index.roll(dice, Purpose::new("silencing", "STAL-ART-7"));
                now.silenced |= bombs(value, 0).fate() != Fate::Unharmed;
                now.line += 1;
            }
            Moment::Bombardier => {
                now.shift = self.lead_bombardier(dice);
                now.moment = Moment::Bombs;
            }
            Moment::Bombs => {
                let place = usize::from(raid.next);
                let fate =
                    bomb_unit(self.index, self.wear, dice, Purpose::new("mass bombing", "STAL-AIR-13"));
                now.toll.suffer(place, fate);
                let (hex, side) = self.units[place];
                self.settle(&mut now, place, hex, side);
                now.next += 1;
            }
            Moment::Over => {}
        }
        self.go_on(&mut now);
        now
    }
}

impl Inquiry for Bombing {
    type Situation = Situation;
    const KIND: &'static str = "bombing";
    const TITLE: &'static str = "mass bombing along lines, or bombs on the east bank guns";
    const EXAMPLE: &'static str = include_str!("../../../examples/stalingrad/bombing.toml");

    fn prepare<'s, T: Tally<'s>>(situation: &'s Situation, _: &mut T) -> Result<Self, Refusal> {
        situation.check()?;
        let target = |korps: &Korps| match korps.mission {
            Mission::MassBombing => Target::Lines(korps.lines.clone()),
            Mission::SilenceArtillery => Target::Guns,
        };
        let units: Vec<(Hex, Side)> =
            situation.units.iter().map(|placed| (placed.at, placed.unit.side())).collect();
        let named = units.len() <= NAMED;
        Ok(Self {
            index: situation.die_index,
            korps: situation.fliegerkorps.iter().map(target).collect(),
            intercepted: situation.intercepted_place(),
            wear: situation.earlier_bombings * charts().air_numbers.wear,
            stacks: if named { Vec::new() } else { stacks(&units) },
            units,
            named,
        })
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        let mut facts = Vec::new();
        if self.korps.iter().any(|target| matches!(target, Target::Lines(_))) {
            let ordinal = situation.earlier_bombings + 1;
            let words = format!(
                "bombing turn {ordinal} of {}: index value +{}",
                charts().air_numbers.bombing_turns,
                self.wear
            );
            facts.push(Fact::new("effect", words, "STAL-AIR-14"));
        }
        for (place, placed) in situation.units.iter().enumerate() {
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

    fn tell(&self, situation: &Situation, end: &Raid) -> Told {
        let units: Vec<&Unit> = situation.units.iter().map(|placed| &placed.unit).collect();
        let mut told = end.toll.tell(&units);
        let mut words = Vec::new();
        if let Some(place) = self.intercepted.filter(|_| end.turned_back) {
            words.push(format!("{} loses its mission", situation.fliegerkorps[place].name));
        }
        if self.korps.contains(&Target::Guns) {
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
        if self.korps.contains(&Target::Guns) {
            told = told.by("STAL-ART-7").measuring("guns silenced", kit::Factor::whole(end.silenced.into()));
        }
        told
    }
}
