//! Ground combat: one attack on one hex (chapters ATT, CRT, RES, EXC, CNV, NRO and TER).
//!
//! The parts follow a battle from the declaration to the result: [`attack`] is the declaration, [`legality`] judges
//! whether it may be made, [`strength`] finds the column, [`aftermath`] turns a die into what becomes of everyone, and
//! [`words`] says it.

use kit::{Chain, Chart, Dice, Die, Fact, Factor, Inquiry, Purpose, Refusal, Tally, Told};
use smallvec::SmallVec;

pub use self::{
    aftermath::{Aftermath, Reach},
    terms::{AttackPhase, HouseRule, NavalBase, Readiness},
};
use self::{
    attack::Muster,
    field::{Field, FortifiedLine},
    strength::Odds,
};
pub(crate) use self::{
    attack::{Approach, Attack, Attacker, Defender, NEIGHBOURS, TargetHex, WayOut},
    field::crossing,
    legality::Access,
    terms::HouseRules,
};
use crate::{
    charts::{Charts, Crossing, Rules},
    losses::Exchange,
    results::CombatResult,
    situation::Situation,
    terrain::Ground,
    unit::{Counter, Nation, Picks, Side},
    weather::Weather,
};

mod aftermath;
mod attack;
pub(crate) mod board;
mod clauses;
mod field;
mod legality;
mod strength;
mod survey;
mod terms;
mod words;

/// A battle that may be fought, up to its die.
#[derive(Clone, Debug)]
pub struct Battle {
    rules: Rules,
    odds: Odds,
    side: Side,
    weather: Weather,
    occasion: Occasion,
    attackers: SmallVec<[AttackingUnit; 12]>,
    /// The printed attack factor of each attacker.
    factors: SmallVec<[Factor; 12]>,
    defenders: SmallVec<[DefendingUnit; 2]>,
    intrinsic: Factor,
    mountains: Mountains,
    all_attackers_on_ae: bool,
    may_withdraw_on_d: bool,
    flanked: bool,
}

/// When the attack is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Occasion {
    /// In phase C.
    Prepared,
    /// In phase C, out of a breakthrough.
    Breakthrough,
    /// In phase E.
    Operational,
}

/// Whether an X can be refused (`EAST-EXC-14`): in mountains, with an infantry-type defender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mountains {
    /// It cannot.
    NoHelp,
    /// It can, but the defender does not.
    MayRefuse,
    /// The defender refuses.
    Refuses,
}

#[derive(Clone, Copy, Debug)]
struct AttackingUnit {
    nation: Nation,
    crossing: Crossing,
}

#[derive(Clone, Copy, Debug)]
struct DefendingUnit {
    counter: Counter,
    dispersed: bool,
    way_out: WayOut,
    ordered: bool,
}

impl Battle {
    /// Refuses an attack that the rules do not allow, and reckons its strengths and its column.
    pub(crate) fn reckon<'n, T: Tally<'n>>(attack: &Attack<'n>, tally: &mut T) -> Result<Self, Refusal> {
        let muster = Muster { attack, field: Field::survey(attack) };
        muster.judge()?;
        let odds = Odds::reckon(&muster, tally)?;
        let field = &muster.field;
        let infantry_defends = attack.defenders.iter().any(|unit| unit.counter.arm.is_infantry());
        Ok(Self {
            rules: attack.rules,
            odds,
            side: attack.side,
            weather: attack.weather,
            occasion: match attack.phase {
                AttackPhase::Operational => Occasion::Operational,
                AttackPhase::Prepared if attack.breakthrough => Occasion::Breakthrough,
                AttackPhase::Prepared => Occasion::Prepared,
            },
            attackers: attack
                .attackers
                .iter()
                .map(|unit| AttackingUnit { nation: unit.counter.nation, crossing: muster.crossing(unit) })
                .collect(),
            factors: attack.attackers.iter().map(|unit| unit.counter.attack).collect(),
            defenders: attack
                .defenders
                .iter()
                .map(|unit| DefendingUnit {
                    counter: unit.counter,
                    dispersed: unit.dispersed,
                    way_out: unit.way_out,
                    ordered: attack.is_ordered_to_stand(unit),
                })
                .collect(),
            intrinsic: field.intrinsic,
            mountains: match (field.ground == Ground::Mountain && infantry_defends, attack.refuse_exchange) {
                (false, _) => Mountains::NoHelp,
                (true, false) => Mountains::MayRefuse,
                (true, true) => Mountains::Refuses,
            },
            all_attackers_on_ae: attack.plays(HouseRule::H3),
            may_withdraw_on_d: attack.plays(HouseRule::H4),
            flanked: field.line == FortifiedLine::Flanked,
        })
    }

    /// The head of the column that is read.
    pub fn column(&self) -> &str {
        &self.rules.tables.crt.sheet().heads()[self.rules.ladder.printed(self.odds.column)]
    }

    /// The same by its place among the printed columns.
    pub(crate) fn printed_column(&self) -> u8 {
        self.rules.ladder.printed(self.odds.column) as u8
    }

    /// A and D: the strengths of attack and defence.
    pub const fn strengths(&self) -> (Factor, Factor) {
        (self.odds.attack, self.odds.defence)
    }

    /// Whether Armour Overrun holds (`EAST-CNV-5`).
    pub const fn is_overrun(&self) -> bool {
        self.odds.overrun
    }

    /// The attackers whose loss counts in a forced exchange: in an Axis attack no Hungarians, Italians or
    /// Romanians (`EAST-EXC-6`).
    pub(crate) fn may_pay_for_exchange(&self) -> Picks {
        self.attackers_of(|nation| !matches!(nation, Nation::Hungarian | Nation::Italian | Nation::Romanian))
    }

    /// `EAST-EXC-12`: Germans alone pay for what they choose.
    pub(crate) fn may_pay_voluntarily(&self) -> Picks {
        self.attackers_of(|nation| nation == Nation::German)
    }

    fn attackers_of(&self, wanted: impl Fn(Nation) -> bool) -> Picks {
        let places = self.attackers.iter().enumerate().filter(|(_, unit)| wanted(unit.nation));
        places.map(|(place, _)| place).collect()
    }

    /// `EAST-EXC-1`: an exchange at a rate, paid for by these units.
    fn exchange(&self, rate: Factor, may_pay: Picks) -> Exchange<'_> {
        Exchange {
            defence: &self.odds.modified,
            intrinsic: self.intrinsic,
            rate,
            may_pay,
            attack: &self.factors,
        }
    }

    fn is_empty_city(&self) -> bool {
        self.defenders.is_empty()
    }
}

/// The one die of a combat (`EAST-CRT-5`).
const BATTLE_DIE: Purpose = Purpose::new("battle", "EAST-CRT-5");

impl Chain for Battle {
    type State = Option<Aftermath>;

    fn start(&self) -> Option<Aftermath> {
        None
    }

    fn is_done(&self, state: &Option<Aftermath>) -> bool {
        state.is_some()
    }

    /// `EAST-RES-14`: die, table result, refusal, orders, conversions; the choices that follow are left open.
    fn step<D: Dice>(&self, _: &Option<Aftermath>, dice: &mut D) -> Option<Aftermath> {
        let face = dice.roll(Die::D6, BATTLE_DIE);
        Some(self.resolve(self.read_table(face)))
    }
}

impl Battle {
    /// The attack in the situation from which this battle was prepared.
    fn attack_in<'s>(&self, situation: &'s Situation) -> Attack<'s> {
        situation.attack(self.rules).expect("a situation that was prepared")
    }

    /// `EAST-CRT-5`: the face picks the row, the shifted odds the column.
    fn read_table(&self, face: u16) -> CombatResult {
        *self.rules.tables.crt.look_up(face.into(), self.rules.ladder.printed(self.odds.column))
    }
}

impl Inquiry for Battle {
    type Content = Charts;
    type Situation = Situation;

    const KIND: &'static str = "battle";
    const TITLE: &'static str = "One attack on one hex";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/battle.toml"));
    const OFF_MAP: &'static [&'static str] =
        &["class", "ground", "country", "north-east", "fortress", "across", "fortified", "road"];

    fn survey(rules: Rules, situation: &mut Situation) -> Result<Vec<Fact>, Refusal> {
        survey::survey(rules.get(), situation)
    }

    fn prepare<'s, T: Tally<'s>>(
        rules: Rules,
        situation: &'s Situation,
        tally: &mut T,
    ) -> Result<Self, Refusal> {
        Self::reckon(&situation.attack(rules)?, tally)
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        words::facts(self, &self.attack_in(situation))
    }

    fn chart(&self) -> Option<Chart> {
        Some(Chart { table: "crt", columns: vec![self.column().to_owned()] })
    }

    fn tell(&self, situation: &Situation, end: &Option<Aftermath>) -> Told {
        end.as_ref().map_or_else(
            || Told::new("", ""),
            |aftermath| words::tell(self, &self.attack_in(situation), aftermath),
        )
    }
}
