//! Ground combat: odds, results, overruns, No Retreat orders, exchanges and friendly bombing.

mod attack;
pub(crate) mod board;
mod exchange;
mod judge;
mod losses;
mod outcome;
mod reckon;
mod situation;
mod survey;
mod words;

use kit::{Chain, Chart, Column, Dice, Fact, Factor, Inquiry, Part, Purpose, Refusal, Tally, Told};
use smallvec::SmallVec;

use crate::{
    air::bomb_unit,
    charts::{Charts, Rules},
    hexes::Hex,
    index::{DieIndex, IndexValue},
    results::GroundResult,
    terrain::Terrain,
    toll::Toll,
    units::{Arm, Side, Unit},
};
use attack::Targets;
pub(crate) use attack::{Attack, Attacker, Defender, Site};
pub use attack::{AttackStage, WayOut};
pub use exchange::Purchase;
pub use losses::{Units, is_enough};
use outcome::Holder;
pub use outcome::{Cause, Consequences, DefenderEnd};
pub use situation::Situation;

/// How many units of a kind one question takes: more than can stand around a hex.
pub const MOST: usize = 32;

type Strengths = SmallVec<[Factor; 12]>;

/// One ground attack, judged and reckoned.
#[derive(Clone, Debug)]
pub struct Battle {
    rules: Rules,
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
pub struct BattleProgress {
    /// The index value of the die, 0 before it is rolled.
    index: u8,
    /// How many units in the hex bombed by friends have been rolled for.
    bombed: u8,
    /// What became of them; a hex holds few enough for this small a tally.
    fates: u16,
}

impl BattleProgress {
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
    pub fn result(&self, end: &BattleProgress) -> Option<GroundResult> {
        self.printed(IndexValue(end.index))
    }

    /// What the chart prints for an index value, none if the attack was cancelled.
    pub fn printed(&self, index: IndexValue) -> Option<GroundResult> {
        let column = self.rules.ladder.printed(self.column?);
        Some(*self.rules.tables.crt.at(index.row(), column))
    }

    /// What each attacker and each defender counts, in the order of the attack.
    pub(crate) fn strengths(&self) -> [&[Factor]; 2] {
        [&self.attack_strengths, &self.defence_strengths]
    }

    /// Whether a defender is under orders to hold (STAL-NOR-1).
    pub(crate) fn is_held(&self, place: usize) -> bool {
        self.holders[place].held
    }

    /// Whether friends can be bombed on the worst roll (STAL-AIR-6).
    pub(crate) const fn can_bomb_friends(&self) -> bool {
        self.friendly.is_some()
    }

    fn bombs_friends(&self, progress: BattleProgress) -> Option<&FriendlyBombing> {
        self.friendly.as_ref().filter(|_| IndexValue(progress.index) == IndexValue::WORST)
    }
}

impl Chain for Battle {
    type State = BattleProgress;

    fn start(&self) -> BattleProgress {
        BattleProgress::default()
    }

    fn is_done(&self, progress: &BattleProgress) -> bool {
        self.column.is_none()
            || (progress.index > 0
                && self.bombs_friends(*progress).is_none_or(|bombing| progress.bombed == bombing.count()))
    }

    fn step<D: Dice>(&self, progress: &BattleProgress, dice: &mut D) -> BattleProgress {
        let mut now = *progress;
        if progress.index == 0 {
            // STAL-CRT-1: the attacker's one die.
            now.index = self.index.roll(dice, Purpose::new("battle", "STAL-CRT-1")).0;
        } else {
            // STAL-AIR-6, STAL-R30: at full effect.
            let fate =
                bomb_unit(&self.rules, self.index, 0, dice, Purpose::new("friendly bombing", "STAL-AIR-6"));
            let mut toll = progress.friendly_toll();
            toll.suffer(progress.bombed.into(), fate);
            now.fates = toll.bits() as u16;
            now.bombed += 1;
        }
        now
    }
}

impl Attack<'_> {
    /// STAL-OVR-1, STAL-OVR-2, STAL-TER-6: armour against infantry, all attacked hexes open.
    fn is_overrun(&self, all_open: bool, attack: &[Factor], defence: &[Factor]) -> bool {
        if !all_open {
            return false;
        }
        let arm = |unit: &Unit| self.rules.arm(unit.kind);
        let armour: Factor = self
            .attackers
            .iter()
            .zip(attack)
            .filter(|(attacker, _)| arm(attacker.unit) == Arm::Armour)
            .map(|(_, s)| *s)
            .sum();
        let (mut against, mut needed, mut infantry) = (Factor::ZERO, Factor::ZERO, false);
        let weights = &self.rules.overrun;
        for (defender, &strength) in self.defenders.iter().zip(defence) {
            match arm(defender.unit) {
                Arm::Armour => against += strength,
                // The headquarters counts as infantry here.
                Arm::Infantry | Arm::Headquarters => {
                    infantry = true;
                    let weight = if defender.disrupted { weights.disrupted } else { weights.undisrupted };
                    needed += strength * i32::from(weight);
                }
            }
        }
        let left = armour - against;
        infantry && left.is_positive() && left >= needed
    }

    /// STAL-AIR-6, STAL-R30: supported, all attacked hexes urban and none a strongpoint.
    fn can_bomb_friends(&self, targets: &Targets) -> bool {
        let plain = |hex: Hex| self.terrain(hex) == Terrain::Urban && !self.has_headquarters(hex);
        self.close_support > 0 && targets.iter().all(|&hex| plain(hex))
    }

    /// STAL-AIR-6, STAL-R57: German-held urban hexes next to an attacked one, in the order of their numbers.
    fn friendly_hexes(&self, targets: &Targets) -> SmallVec<[Hex; 6]> {
        let attackers = self.attackers.iter().map(|attacker| attacker.at);
        let bystanders = self.bystanders.iter().map(|other| other.at);
        let urban = |hex: &Hex| self.terrain(*hex) == Terrain::Urban;
        let near = |hex: &Hex| targets.iter().any(|target| target.is_next_to(*hex));
        let mut hexes: SmallVec<[Hex; 6]> = attackers.chain(bystanders).filter(urban).filter(near).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// STAL-EXC-4: the place of the first defender of the same parent.
    fn first_of_formation(&self, place: usize) -> usize {
        let parent = &self.defenders[place].unit.parent;
        let same = |other: &Defender<'_>| parent.is_some() && other.unit.parent == *parent;
        self.defenders.iter().take(place).position(same).unwrap_or(place)
    }

    fn holder(&self, place: usize) -> Holder {
        let Defender { unit, at, disrupted, unsupplied, way_out, hit_before } = self.defenders[place];
        // Only an exchange asks for it.
        let first = if self.exchange { self.first_of_formation(place) } else { place };
        Holder {
            held: self.is_ordered_to_hold(at),
            way_out,
            short_way: way_out == WayOut::OneCityHex
                && unit.side(&self.rules) == Side::Russian
                && self.nature(at).is_city,
            disrupted,
            unsupplied,
            hit_before,
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
    /// Refuses an attack that the rules do not allow, and reckons its strengths and its column.
    pub(crate) fn reckon<'u, T: Tally<'u>>(attack: &Attack<'u>, tally: &mut T) -> Result<Self, Refusal> {
        let targets = attack.targets();
        attack.judge(&targets)?;
        let all_open = targets.iter().all(|&hex| attack.nature(hex).is_open);
        let across_a_balka = attack.across_a_balka(&targets);
        let mut attack_strengths = Strengths::new();
        for (place, attacker) in attack.attackers.iter().enumerate() {
            attack_strengths.push(if attacker.dropped_out {
                Factor::ZERO
            } else {
                attack.attack_strength(place, across_a_balka.has(place), all_open, tally)
            });
        }
        let places = 0..attack.defenders.len();
        let mut defence_strengths = Strengths::new();
        defence_strengths.extend(places.clone().map(|place| attack.defence_strength(place, tally)));
        attack.shifts(&targets, &defence_strengths, tally);
        let (attacking, defending) = (tally.total(Part::ATTACK), tally.total(Part::DEFENCE));
        let column = attack.column(attacking, defending, tally.total(Part::SHIFT).floor() as i16)?;
        let (fighting, risked) = attack.fighting_and_risked();
        let mut battle = Self {
            rules: attack.rules,
            index: attack.index,
            side: attack.side,
            column,
            attack: attacking,
            defence: defending,
            fighting,
            risked,
            holders: SmallVec::new(),
            // STAL-EXC-2: prices go by the printed result, before any conversion.
            overrun: !attack.exchange && attack.is_overrun(all_open, &attack_strengths, &defence_strengths),
            exchange: attack.exchange,
            demand: attack.demand,
            balka: !across_a_balka.is_empty(),
            friendly: None,
            attack_strengths,
            defence_strengths,
        };
        battle.holders.extend(places.map(|place| attack.holder(place)));
        battle.friendly = battle.find_friends(attack, &targets)?;
        Ok(battle)
    }

    /// Who is bombed by friends on the worst roll, if that can happen.
    fn find_friends(
        &self,
        attack: &Attack<'_>,
        targets: &Targets,
    ) -> Result<Option<FriendlyBombing>, Refusal> {
        let possible = if self.column.is_some() && attack.can_bomb_friends(targets) {
            attack.friendly_hexes(targets)
        } else {
            SmallVec::new()
        };
        let hex = match attack.friendly_bombing {
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
        let worst = self.result(&BattleProgress { index: IndexValue::WORST.0, ..BattleProgress::default() });
        let lost = worst.map(|result| self.consequences(result).lost).unwrap_or_default();
        let mut friends = FriendlyBombing { hex, attackers: Units::default(), bystanders: Units::default() };
        for (place, attacker) in attack.attackers.iter().enumerate() {
            if attacker.at == hex && !lost.has(place) {
                friends.attackers = friends.attackers.with(place);
            }
        }
        for (place, _) in attack.bystanders.iter().enumerate().filter(|(_, other)| other.at == hex) {
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
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "battle";
    const TITLE: &'static str = "a ground attack on one or more hexes";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/battle.toml"));
    const OFF_MAP: &'static [&'static str] = &["hexes", "shore", "balka"];

    fn survey(rules: Rules, situation: &mut Situation) -> Result<Vec<Fact>, Refusal> {
        survey::survey(rules.get(), situation)
    }

    fn prepare<'s, T: Tally<'s>>(
        rules: Rules,
        situation: &'s Situation,
        tally: &mut T,
    ) -> Result<Self, Refusal> {
        Self::reckon(&situation.attack(rules), tally)
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        words::facts(self, &situation.attack(self.rules))
    }

    fn chart(&self) -> Option<Chart> {
        let column = self.rules.ladder.printed(self.column?);
        Some(Chart { table: "crt", columns: vec![self.rules.tables.crt.sheet().heads()[column].clone()] })
    }

    fn tell(&self, situation: &Situation, end: &BattleProgress) -> Told {
        words::tell(self, &situation.attack(self.rules), *end)
    }
}
