//! Ground combat: odds, results, overruns, No Retreat orders, exchanges and friendly bombing.

mod exchange;
mod judge;
mod losses;
mod outcome;
mod reckon;
mod situation;
mod words;

use kit::{Chain, Chart, Column, Dice, Fact, Factor, Inquiry, Part, Purpose, Refusal, Tally, Told};
use smallvec::SmallVec;

use crate::{
    air::bomb_unit,
    charts::charts,
    hexes::Hex,
    index::{DieIndex, IndexValue},
    results::GroundResult,
    toll::Toll,
    units::{Arm, Side},
};
pub use exchange::Purchase;
use judge::Targets;
pub use losses::{Units, is_enough};
use outcome::Holder;
pub use outcome::{Cause, Consequences, DefenderEnd};
pub use situation::{Attacker, Bystander, Defender, Moment, Situation, WayOut};

/// How many units of a kind one question takes: more than can stand around a hex.
pub const MOST: usize = 32;

type Strengths = SmallVec<[Factor; 12]>;

/// One ground attack, judged and reckoned.
#[derive(Clone, Debug)]
pub struct Battle {
    index: DieIndex,
    side: Side,
    /// The column that is read; none if the attack is cancelled (STAL-CRT-6).
    column: Option<Column>,
    /// All modified attack strength.
    pub attack: Factor,
    /// All modified defence strength.
    pub defence: Factor,
    attack_strengths: Strengths,
    defence_strengths: Strengths,
    fighting: Units,
    risked: Units,
    holders: SmallVec<[Holder; 6]>,
    overrun: bool,
    exchange: bool,
    demand: u8,
    balka: bool,
    friendly: Option<FriendlyBombing>,
}

/// STAL-AIR-6: the hex that is bombed by friends on the worst roll, and who is in it.
#[derive(Clone, Debug)]
struct FriendlyBombing {
    hex: Hex,
    /// Attackers in the hex whom the combat itself leaves there, then bystanders.
    attackers: Units,
    bystanders: Units,
}

impl FriendlyBombing {
    fn count(&self) -> u8 {
        (self.attackers.count() + self.bystanders.count()) as u8
    }
}

/// How the attack stands.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Course {
    /// The index value of the die, 0 before it is rolled.
    index: u8,
    /// How many units in the hex bombed by friends have been rolled for.
    bombed: u8,
    /// What became of them; a hex holds few enough for this small a tally.
    fates: u16,
}

impl Course {
    /// What became of the units bombed by friends.
    pub const fn friendly_toll(self) -> Toll {
        Toll::of_bits(self.fates as u64)
    }
}

impl Battle {
    /// The column that is read, counted from 0; none if the attack is cancelled.
    pub const fn column(&self) -> Option<Column> {
        self.column
    }

    /// The printed result of an end, none if the attack was cancelled.
    pub fn result(&self, end: &Course) -> Option<GroundResult> {
        let column = self.column?;
        let row = IndexValue(end.index).row();
        Some(*charts().tables.crt.at(row, charts().ladder.printed(column)))
    }

    fn bombs_friends(&self, course: Course) -> Option<&FriendlyBombing> {
        self.friendly.as_ref().filter(|_| IndexValue(course.index) == IndexValue::WORST)
    }
}

impl Chain for Battle {
    type State = Course;

    fn start(&self) -> Course {
        Course::default()
    }

    fn is_done(&self, course: &Course) -> bool {
        self.column.is_none()
            || (course.index > 0
                && self.bombs_friends(*course).is_none_or(|bombing| course.bombed == bombing.count()))
    }

    fn step<D: Dice>(&self, course: &Course, dice: &mut D) -> Course {
        let mut now = *course;
        if course.index == 0 {
            // STAL-CRT-1: the attacker's one die.
            now.index = self.index.roll(dice, Purpose::new("battle", "STAL-CRT-1")).0;
        } else {
            // STAL-AIR-6, STAL-R30: at full effect.
            let fate = bomb_unit(self.index, 0, dice, Purpose::new("friendly bombing", "STAL-AIR-6"));
            let mut toll = course.friendly_toll();
            toll.suffer(course.bombed.into(), fate);
            now.fates = toll.bits() as u16;
            now.bombed += 1;
        }
        now
    }
}

impl Situation {
    /// STAL-OVR-1, STAL-OVR-2, STAL-TER-6: armour against infantry, all attacked hexes open.
    fn is_overrun(&self, all_open: bool, attack: &[Factor], defence: &[Factor]) -> bool {
        if !all_open {
            return false;
        }
        let arm = |unit: &crate::units::Unit| unit.kind.arm();
        let armour: Factor = self
            .attackers
            .iter()
            .zip(attack)
            .filter(|(attacker, _)| arm(&attacker.unit) == Arm::Armour)
            .map(|(_, s)| *s)
            .sum();
        let (mut against, mut needed, mut infantry) = (Factor::ZERO, Factor::ZERO, false);
        let weights = charts().overrun;
        for (defender, &strength) in self.defenders.iter().zip(defence) {
            match arm(&defender.unit) {
                Arm::Armour => against += strength,
                // The headquarters counts as infantry here.
                Arm::Infantry | Arm::Headquarters => {
                    infantry = true;
                    needed +=
                        strength * if defender.disrupted { weights.disrupted } else { weights.undisrupted };
                }
            }
        }
        let left = armour - against;
        infantry && left.is_positive() && left >= needed
    }

    /// STAL-AIR-6, STAL-R30: supported, all attacked hexes urban and none a strongpoint.
    fn can_bomb_friends(&self, targets: &Targets) -> bool {
        let plain =
            |hex: Hex| self.terrain(hex) == crate::terrain::Terrain::Urban && !self.has_headquarters(hex);
        self.close_support > 0 && targets.iter().all(|&hex| plain(hex))
    }

    /// STAL-AIR-6, STAL-R57: German-held urban hexes next to an attacked one, in the order of their numbers.
    fn friendly_hexes(&self, targets: &Targets) -> SmallVec<[Hex; 6]> {
        let attackers = self.attackers.iter().map(|attacker| attacker.at);
        let bystanders = self.bystanders.iter().map(|other| other.at);
        let urban = |hex: &Hex| self.terrain(*hex) == crate::terrain::Terrain::Urban;
        let near = |hex: &Hex| targets.iter().any(|target| target.is_next_to(*hex));
        let mut hexes: SmallVec<[Hex; 6]> = attackers.chain(bystanders).filter(urban).filter(near).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// STAL-EXC-4: the place of the first defender of the same parent.
    fn first_of_formation(&self, place: usize) -> usize {
        let parent = &self.defenders[place].unit.parent;
        let same = |other: &Defender| parent.is_some() && other.unit.parent == *parent;
        self.defenders.iter().take(place).position(same).unwrap_or(place)
    }

    fn holder(&self, place: usize) -> Holder {
        let Defender { unit, at, disrupted, unsupplied, way_out, hit_before } = &self.defenders[place];
        // Only an exchange asks for it.
        let first = if self.exchange { self.first_of_formation(place) } else { place };
        let city = self.terrain(*at).is_city();
        Holder {
            held: self.is_ordered_to_hold(*at),
            way_out: *way_out,
            short_way: unit.side() == Side::Russian && city && *way_out == WayOut::OneCityHex,
            disrupted: *disrupted,
            unsupplied: *unsupplied,
            hit_before: *hit_before,
            formation: first as u8,
        }
    }

    /// Those who have not dropped out, and of them those who are risked (STAL-EXC-5): all if nobody is named.
    fn fighting_and_risked(&self) -> (Units, Units) {
        let (mut fighting, mut risked) = (Units::default(), Units::default());
        for (place, attacker) in
            self.attackers.iter().enumerate().filter(|(_, attacker)| !attacker.dropped_out)
        {
            fighting = fighting.with(place);
            if attacker.risked {
                risked = risked.with(place);
            }
        }
        (fighting, if risked.is_empty() { fighting } else { risked })
    }
}

impl Battle {
    /// Who is bombed by friends on the worst roll, if that can happen.
    fn find_friends(
        &self,
        situation: &Situation,
        targets: &Targets,
    ) -> Result<Option<FriendlyBombing>, Refusal> {
        let possible = if self.column.is_some() && situation.can_bomb_friends(targets) {
            situation.friendly_hexes(targets)
        } else {
            SmallVec::new()
        };
        let hex = match situation.friendly_bombing {
            Some(named) if !possible.contains(&named) => {
                let words = format!(
                    "{named} cannot be named for friendly bombing: it needs close support of an attack on urban hexes without strongpoint, and a German-held urban hex next to them"
                );
                return Err(Refusal::new("STAL-AIR-6", words).because_of(named.to_string()));
            }
            Some(named) => named,
            None => match possible.first() {
                Some(&first) => first,
                None => return Ok(None),
            },
        };
        let worst = self.result(&Course { index: IndexValue::WORST.0, ..Course::default() });
        let lost = worst.map(|result| self.consequences(result).lost).unwrap_or_default();
        let mut friends = FriendlyBombing { hex, attackers: Units::default(), bystanders: Units::default() };
        for (place, attacker) in situation.attackers.iter().enumerate() {
            if attacker.at == hex && !lost.has(place) {
                friends.attackers = friends.attackers.with(place);
            }
        }
        for (place, _) in situation.bystanders.iter().enumerate().filter(|(_, other)| other.at == hex) {
            friends.bystanders = friends.bystanders.with(place);
        }
        if usize::from(friends.count()) > MOST_BOMBED {
            let words = format!("{} units are in {hex}: a hex holds at most {MOST_BOMBED}", friends.count());
            return Err(Refusal::new("STAL-STK-1", words).because_of(hex.to_string()));
        }
        Ok(Some(friends))
    }
}

/// Seven half-sized counters fill a hex.
const MOST_BOMBED: usize = 7;

impl Inquiry for Battle {
    type Situation = Situation;
    const KIND: &'static str = "battle";
    const TITLE: &'static str = "a ground attack on one or more hexes";
    const EXAMPLE: &'static str = include_str!("../../../examples/stalingrad/battle.toml");

    fn prepare<'s, T: Tally<'s>>(situation: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let targets = situation.judge()?;
        let all_open = targets.iter().all(|&hex| situation.terrain(hex).is_open());
        let mut attack_strengths = Strengths::new();
        for (place, attacker) in situation.attackers.iter().enumerate() {
            let gone = attacker.dropped_out;
            attack_strengths.push(if gone {
                Factor::ZERO
            } else {
                situation.attack_strength(place, &targets, all_open, tally)
            });
        }
        let defence_strengths: Strengths =
            (0..situation.defenders.len()).map(|place| situation.defence_strength(place, tally)).collect();
        situation.shifts(&targets, &defence_strengths, tally);
        let (attack, defence) = (tally.total(Part::ATTACK), tally.total(Part::DEFENCE));
        let column = situation.column(attack, defence, tally.total(Part::SHIFT).floor() as i16)?;
        let (fighting, risked) = situation.fighting_and_risked();
        let mut battle = Self {
            index: situation.die_index,
            side: situation.side,
            column,
            attack,
            defence,
            fighting,
            risked,
            holders: (0..situation.defenders.len()).map(|place| situation.holder(place)).collect(),
            // STAL-EXC-2: prices go by the printed result, before any conversion.
            overrun: !situation.exchange
                && situation.is_overrun(all_open, &attack_strengths, &defence_strengths),
            exchange: situation.exchange,
            demand: situation.demand,
            balka: situation
                .attackers
                .iter()
                .any(|attacker| !attacker.dropped_out && situation.is_across_a_balka(attacker, &targets)),
            friendly: None,
            attack_strengths,
            defence_strengths,
        };
        battle.friendly = battle.find_friends(situation, &targets)?;
        Ok(battle)
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        words::facts(self, situation)
    }

    fn chart(&self) -> Option<Chart> {
        let column = charts().ladder.printed(self.column?);
        Some(Chart { table: "crt", columns: vec![charts().tables.crt.sheet().heads()[column].clone()] })
    }

    fn tell(&self, situation: &Situation, end: &Course) -> Told {
        words::tell(self, situation, *end)
    }
}
