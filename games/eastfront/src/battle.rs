//! Ground combat: one attack on one hex (chapters ATT, CRT, RES, EXC, CNV, NRO and TER).
//!
//! The parts follow a battle from the declaration to the result: [`muster`] calls up the units, [`legality`] judges
//! whether they may attack, [`strength`] finds the column, [`outcome`] turns a die into what becomes of everyone, and
//! [`words`] says it.

use kit::{Chain, Chart, Dice, Die, Fact, Factor, Inquiry, Purpose, Refusal, Tally, Told};
use smallvec::SmallVec;

pub use self::outcome::{Outcome, Reach};
use self::{field::Line, muster::Muster, strength::Odds};
use crate::{
    charts::{Charts, Crossing},
    losses::Exchange,
    results::CombatResult,
    situation::{Ground, HouseRule, Phase, Situation},
    unit::{Counter, Nation, Side, Units},
    weather::Weather,
};

mod clauses;
mod field;
mod legality;
mod muster;
mod outcome;
mod strength;
mod words;

/// A battle that may be fought, up to its die.
#[derive(Clone, Debug)]
pub struct Battle {
    charts: &'static Charts,
    odds: Odds,
    side: Side,
    weather: Weather,
    occasion: Occasion,
    attackers: SmallVec<[Attacker; 6]>,
    /// The printed attack factor of each attacker.
    factors: SmallVec<[Factor; 6]>,
    defenders: SmallVec<[Defender; 2]>,
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
struct Attacker {
    nation: Nation,
    crossing: Crossing,
}

#[derive(Clone, Copy, Debug)]
struct Defender {
    counter: Counter,
    dispersed: bool,
    retreat: u8,
    ordered: bool,
}

impl Battle {
    fn new(muster: &Muster<'_>, odds: Odds) -> Self {
        let situation = muster.situation;
        let infantry_defends = muster.defenders.iter().any(|unit| unit.counter.arm.is_infantry());
        Self {
            charts: muster.charts,
            odds,
            side: muster.side,
            weather: muster.weather,
            occasion: match situation.phase {
                Phase::Operational => Occasion::Operational,
                Phase::Prepared if situation.breakthrough => Occasion::Breakthrough,
                Phase::Prepared => Occasion::Prepared,
            },
            attackers: muster
                .attackers
                .iter()
                .map(|unit| Attacker { nation: unit.counter.nation, crossing: unit.crossing })
                .collect(),
            factors: muster.attackers.iter().map(|unit| unit.counter.attack).collect(),
            defenders: muster
                .defenders
                .iter()
                .map(|unit| Defender {
                    counter: unit.counter,
                    dispersed: unit.dispersed,
                    retreat: unit.retreat,
                    ordered: unit.ordered,
                })
                .collect(),
            intrinsic: muster.field.intrinsic,
            mountains: match (
                muster.field.ground == Ground::Mountain && infantry_defends,
                situation.refuse_exchange,
            ) {
                (false, _) => Mountains::NoHelp,
                (true, false) => Mountains::MayRefuse,
                (true, true) => Mountains::Refuses,
            },
            all_attackers_on_ae: muster.plays(HouseRule::H3),
            may_withdraw_on_d: muster.plays(HouseRule::H4),
            flanked: muster.field.line == Line::Flanked,
        }
    }

    /// The head of the column that is read.
    pub fn column(&self) -> &str {
        &self.charts.tables.crt.sheet().heads()[self.charts.ladder.printed(self.odds.column)]
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
    fn may_pay_for_exchange(&self) -> Units {
        self.attackers_of(|nation| !matches!(nation, Nation::Hungarian | Nation::Italian | Nation::Romanian))
    }

    /// `EAST-EXC-12`: Germans alone pay for what they choose.
    fn may_pay_voluntarily(&self) -> Units {
        self.attackers_of(|nation| nation == Nation::German)
    }

    fn attackers_of(&self, wanted: impl Fn(Nation) -> bool) -> Units {
        let places = self.attackers.iter().enumerate().filter(|(_, unit)| wanted(unit.nation));
        places.map(|(place, _)| place).collect()
    }

    /// `EAST-EXC-1`: an exchange at a rate, paid for by these units.
    fn exchange(&self, rate: Factor, may_pay: Units) -> Exchange<'_> {
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
    type State = Option<Outcome>;

    fn start(&self) -> Option<Outcome> {
        None
    }

    fn is_done(&self, state: &Option<Outcome>) -> bool {
        state.is_some()
    }

    /// `EAST-RES-14`: die, table result, refusal, orders, conversions; the choices that follow are left open.
    fn step<D: Dice>(&self, _: &Option<Outcome>, dice: &mut D) -> Option<Outcome> {
        let face = dice.roll(Die::D6, BATTLE_DIE);
        Some(self.resolve(self.read_table(face)))
    }
}

impl Battle {
    /// `EAST-CRT-5`: the face picks the row, the shifted odds the column.
    fn read_table(&self, face: u16) -> CombatResult {
        *self.charts.tables.crt.look_up(face.into(), self.charts.ladder.printed(self.odds.column))
    }
}

impl Inquiry for Battle {
    type Situation = Situation;

    const KIND: &'static str = "battle";
    const TITLE: &'static str = "One attack on one hex";
    const EXAMPLE: &'static str = include_str!("../../../examples/eastfront/battle.toml");

    fn prepare<'s, T: Tally<'s>>(situation: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let muster = Muster::call(situation)?;
        let odds = Odds::reckon(&muster, tally)?;
        Ok(Self::new(&muster, odds))
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        words::facts(self, situation)
    }

    fn chart(&self) -> Option<Chart> {
        Some(Chart { table: "crt", columns: vec![self.column().to_owned()] })
    }

    fn tell(&self, situation: &Situation, end: &Option<Outcome>) -> Told {
        end.as_ref().map_or_else(|| Told::new("", ""), |outcome| words::tell(self, situation, outcome))
    }
}
