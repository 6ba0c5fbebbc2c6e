//! Whether two can talk to each other: distances, no dice.

use kit::{Chain, Chart, Dice, Fact, Inquiry, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{charts::charts, report::count};

/// Who wants to talk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Between {
    /// Miniatures of one team or crew.
    MenOfATeam,
    /// Units of one platoon, leader to leader; also a unit and the battery it asks for fire.
    UnitsOfAPlatoon,
    /// Soldiers of different units of one army.
    Soldiers,
}

/// A link.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// Who wants to talk.
    pub between: Between,
    /// How far apart they are, in mm.
    pub distance_mm: u32,
    /// Whether they see each other.
    #[serde(default)]
    pub in_sight: bool,
    /// Whether both have a radio.
    #[serde(default)]
    pub both_radios: bool,
    /// Whether one of them at least is entrenched: in a trench or bunker, or beside sand bags.
    #[serde(default)]
    pub entrenched: bool,
}

/// A link, judged.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The longest distance in mm.
    pub reach_mm: u32,
    /// Whether they are linked.
    pub linked: bool,
    clause: &'static str,
}

impl Chain for Link {
    type State = ();
    fn start(&self) {}
    fn is_done(&self, (): &()) -> bool {
        true
    }
    fn step<D: Dice>(&self, (): &(), _: &mut D) {}
}

/// A figure of the chart in mm: the row, and whether they see each other.
fn figure(row: usize, in_sight: bool) -> u32 {
    charts().tables.communications.at(row, usize::from(!in_sight)).mm
}

impl Inquiry for Link {
    type Situation = Situation;
    const KIND: &'static str = "communication";
    const TITLE: &'static str = "Whether two units or soldiers are in communication";
    const EXAMPLE: &'static str = include_str!("../../../examples/skirmish/communication.toml");

    fn prepare<'s, T: Tally<'s>>(said: &'s Situation, _: &mut T) -> Result<Self, Refusal> {
        if said.between == Between::MenOfATeam && (said.both_radios || said.entrenched) {
            return Err(Refusal::new(
                "SKIR-COM-1",
                "inside a team neither radio nor trench helps: it is seen or not",
            ));
        }
        let close = charts().limits.understood;
        let (mut reach_mm, mut clause) = match said.between {
            Between::MenOfATeam => (figure(0, said.in_sight), "SKIR-COM-1"),
            Between::UnitsOfAPlatoon => (figure(1, said.in_sight), "SKIR-COM-2"),
            Between::Soldiers => (close, "SKIR-COM-4"),
        };
        let mut better = |mm: u32, by| {
            if mm > reach_mm {
                (reach_mm, clause) = (mm, by);
            }
        };
        if said.between != Between::Soldiers && said.both_radios {
            better(figure(2, said.in_sight), "SKIR-COM-3");
        }
        if said.between == Between::UnitsOfAPlatoon && said.entrenched {
            better(charts().limits.entrenched, "SKIR-COM-4");
        }
        Ok(Self { reach_mm, linked: said.distance_mm <= reach_mm, clause })
    }

    fn facts(&self, said: &Situation) -> Vec<Fact> {
        let words = format!("up to {} mm, they are {} mm apart", self.reach_mm, said.distance_mm);
        vec![Fact::new("reach", words, self.clause)]
    }

    fn chart(&self) -> Option<Chart> {
        Some(Chart { table: "communications", columns: Vec::new() })
    }

    fn tell(&self, _: &Situation, (): &()) -> Told {
        let result = if self.linked { "in communication" } else { "out of communication" };
        Told::new(result, "").by(self.clause).measuring("linked", count(u8::from(self.linked)))
    }
}
