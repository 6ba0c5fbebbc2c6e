//! The Dzerzhinski Tractor Factory.

mod situation;

use kit::{Chain, Chart, Dice, Fact, Factor, Inquiry, Purpose, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    charts::{Charts, Factory, Rules},
    index::{DieIndex, IndexValue},
    units::{Side, Unit, UnitKind},
};
pub use situation::Situation;

/// One of the two hexes of the factory.
#[derive(Clone, Copy, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FactoryHex {
    /// Who held it alone last.
    pub held_by: Side,
    /// Whether German units are in it.
    #[serde(default)]
    pub germans_inside: bool,
    /// Whether a tank brigade finds stacking room in it.
    #[serde(default = "yes")]
    pub room: bool,
}

const fn yes() -> bool {
    true
}

/// The factory tries to repair a brigade.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RepairAttempt<'u> {
    pub(crate) brigade: &'u Unit,
    pub(crate) north: FactoryHex,
    pub(crate) south: FactoryHex,
    /// Whether a German unit is next to either hex.
    pub(crate) german_adjacent: bool,
    /// Whether the factory has already tried to repair a brigade this turn.
    pub(crate) tried: bool,
    pub(crate) index: DieIndex,
}

/// An attempt that is allowed, up to its die.
#[derive(Clone, Copy, Debug)]
pub struct Repair {
    rules: Rules,
    index: DieIndex,
    up_to: IndexValue,
    case: &'static str,
}

/// Every index value repairs: no die is needed.
const AUTOMATIC: IndexValue = IndexValue::WORST;

impl Repair {
    /// Refuses an attempt that the rules do not allow.
    pub(crate) fn judge(rules: Rules, attempt: &RepairAttempt<'_>) -> Result<Self, Refusal> {
        let RepairAttempt { brigade, north, south, tried, index, .. } = *attempt;
        if brigade.kind != UnitKind::TankBrigade {
            let words = format!(
                "the factory repairs tank brigades, and {} is a {}",
                brigade.name,
                brigade.kind.name()
            );
            return Err(Refusal::new("STAL-REP-5", words).because_of(&brigade.name));
        }
        if tried {
            return Err(Refusal::new("STAL-REP-5", "the factory has made its one attempt of this turn"));
        }
        let (up_to, case) = attempt.chance(rules.factory);
        if up_to < IndexValue(1) {
            return Err(Refusal::new(
                "STAL-REP-5",
                "both factory hexes were last held by Germans: nothing is produced",
            ));
        }
        if !north.can_take_a_brigade() && !south.can_take_a_brigade() {
            let words = "no factory hex is under Russian control, free of Germans and with stacking room";
            return Err(Refusal::new("STAL-REP-6", words));
        }
        Ok(Self { rules, index, up_to, case })
    }
}

impl RepairAttempt<'_> {
    /// STAL-REP-5, STAL-R41: the cases from the worst.
    fn chance(&self, numbers: Factory) -> (IndexValue, &'static str) {
        let hexes = [self.north, self.south];
        let german = hexes.iter().filter(|hex| hex.held_by == Side::German).count();
        // STAL-R60: Germans in one hex of the factory stand next to the other.
        let adjacent = self.german_adjacent || hexes.iter().any(|hex| hex.germans_inside);
        match (german, adjacent) {
            (2, _) => (numbers.both_hexes, "both hexes German"),
            (1, _) => (numbers.one_hex, "one hex German"),
            (_, true) => (numbers.adjacent, "German adjacent"),
            _ => (numbers.undisturbed, "no German adjacent"),
        }
    }
}

impl FactoryHex {
    /// STAL-REP-6: under Russian control, free of Germans, with room.
    fn can_take_a_brigade(self) -> bool {
        self.held_by == Side::Russian && !self.germans_inside && self.room
    }
}

impl Chain for Repair {
    type State = Option<bool>;

    fn start(&self) -> Self::State {
        (self.up_to >= AUTOMATIC).then_some(true)
    }

    fn is_done(&self, repaired: &Self::State) -> bool {
        repaired.is_some()
    }

    fn step<D: Dice>(&self, _: &Self::State, dice: &mut D) -> Self::State {
        Some(self.index.roll(dice, Purpose::new("repair", "STAL-REP-5")) <= self.up_to)
    }
}

impl Inquiry for Repair {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "factory";
    const TITLE: &'static str = "the tractor factory repairs a tank brigade";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/factory.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, situation: &'s Situation, _: &mut T) -> Result<Self, Refusal> {
        Self::judge(rules, &situation.attempt(rules.get()))
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        let needed = match (self.up_to, self.index) {
            (AUTOMATIC, _) => "repaired without a die".into(),
            (IndexValue(up_to), DieIndex::A) => format!("repaired on a roll of 1 to {up_to}"),
            (IndexValue(up_to), DieIndex::B) => format!("repaired on a roll of {} to 6", 7 - up_to),
        };
        let RepairAttempt { north, south, .. } = situation.attempt(&self.rules);
        let places: Vec<&str> = [("north", north), ("south", south)]
            .into_iter()
            .filter(|(_, hex)| hex.can_take_a_brigade())
            .map(|(name, _)| name)
            .collect();
        vec![
            Fact::new("case", self.case, "STAL-R41"),
            Fact::new("needed", needed, "STAL-REP-5"),
            Fact::new("place", format!("{} hex of the factory", places.join(" or ")), "STAL-REP-6"),
        ]
    }

    fn chart(&self) -> Option<Chart> {
        Some(Chart { table: "factory", columns: vec!["repairs on index".into()] })
    }

    fn tell(&self, situation: &Situation, end: &Self::State) -> Told {
        let name = &situation.attempt(&self.rules).brigade.name;
        if *end == Some(true) {
            Told::new("repaired", format!("{name} appears in the factory at once, UnDisrupted"))
                .to(name)
                .by("STAL-REP-6")
                .measuring("brigades repaired", Factor::ONE)
        } else {
            Told::new("-", format!("{name} waits for its turn")).to(name).by("STAL-REP-5")
        }
    }
}
