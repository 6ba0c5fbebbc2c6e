//! The Dzerzhinski Tractor Factory.

use kit::{Chain, Chart, Dice, Fact, Factor, Inquiry, Purpose, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    charts::charts,
    index::{DieIndex, IndexValue},
    units::{Side, Unit, UnitKind},
};

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

/// The factory and its neighbours.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The eliminated tank brigade to be repaired.
    pub brigade: Unit,
    /// The northern hex.
    pub north: FactoryHex,
    /// The southern hex.
    pub south: FactoryHex,
    /// Whether a German unit is next to either hex.
    #[serde(default)]
    pub german_adjacent: bool,
    /// Whether the factory has already tried to repair a brigade this turn.
    #[serde(default)]
    pub tried: bool,
    /// The index column of the game.
    #[serde(default)]
    pub die_index: DieIndex,
}

/// One attempt to repair a brigade.
#[derive(Clone, Copy, Debug)]
pub struct Repair {
    index: DieIndex,
    up_to: IndexValue,
    case: &'static str,
}

/// Every index value repairs: no die is needed.
const AUTOMATIC: IndexValue = IndexValue::WORST;

impl Repair {
    /// STAL-REP-5, STAL-R41: the cases from the worst.
    fn of(situation: &Situation) -> Self {
        let Situation { north, south, german_adjacent, die_index: index, .. } = *situation;
        let numbers = charts().factory;
        let german = [north, south].iter().filter(|hex| hex.held_by == Side::German).count();
        // STAL-R60: Germans in one hex of the factory stand next to the other.
        let adjacent = german_adjacent || north.germans_inside || south.germans_inside;
        let (up_to, case) = match (german, adjacent) {
            (2, _) => (IndexValue(numbers.both_hexes), "both hexes German"),
            (1, _) => (IndexValue(numbers.one_hex), "one hex German"),
            (_, true) => (IndexValue(numbers.adjacent), "German adjacent"),
            _ => (AUTOMATIC, "no German adjacent"),
        };
        Self { index, up_to, case }
    }
}

/// STAL-REP-6: under Russian control, free of Germans, with room.
fn can_take_a_brigade(hex: FactoryHex) -> bool {
    hex.held_by == Side::Russian && !hex.germans_inside && hex.room
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
    type Situation = Situation;
    const KIND: &'static str = "factory";
    const TITLE: &'static str = "the tractor factory repairs a tank brigade";
    const EXAMPLE: &'static str = include_str!("../../../examples/stalingrad/factory.toml");

    fn prepare<'s, T: Tally<'s>>(situation: &'s Situation, _: &mut T) -> Result<Self, Refusal> {
        let Situation { brigade, north, south, tried, .. } = situation;
        if brigade.kind != UnitKind::TankBrigade {
            let words = format!(
                "the factory repairs tank brigades, and {} is a {}",
                brigade.name,
                brigade.kind.name()
            );
            return Err(Refusal::new("STAL-REP-5", words).because_of(&brigade.name));
        }
        if *tried {
            return Err(Refusal::new("STAL-REP-5", "the factory has made its one attempt of this turn"));
        }
        let repair = Self::of(situation);
        if repair.up_to < IndexValue(1) {
            return Err(Refusal::new(
                "STAL-REP-5",
                "both factory hexes were last held by Germans: nothing is produced",
            ));
        }
        if !can_take_a_brigade(*north) && !can_take_a_brigade(*south) {
            let words = "no factory hex is under Russian control, free of Germans and with stacking room";
            return Err(Refusal::new("STAL-REP-6", words));
        }
        Ok(repair)
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        let needed = match (self.up_to, self.index) {
            (AUTOMATIC, _) => "repaired without a die".into(),
            (IndexValue(up_to), DieIndex::A) => format!("repaired on a roll of 1 to {up_to}"),
            (IndexValue(up_to), DieIndex::B) => format!("repaired on a roll of {} to 6", 7 - up_to),
        };
        let places: Vec<&str> = [("north", situation.north), ("south", situation.south)]
            .into_iter()
            .filter(|(_, hex)| can_take_a_brigade(*hex))
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
        let name = &situation.brigade.name;
        if *end == Some(true) {
            Told::new("repaired", format!("{name} appears in the factory at once, UnDisrupted"))
                .by("STAL-REP-6")
                .measuring("brigades repaired", Factor::ONE)
        } else {
            Told::new("-", format!("{name} waits for its turn")).by("STAL-REP-5")
        }
    }
}
