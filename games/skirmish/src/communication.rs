//! Whether two can talk to each other: distances, no dice.

use kit::{Chain, Dice};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::Charts;

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

/// Two who want to talk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) between: Between,
    pub(crate) in_sight: bool,
    pub(crate) both_radios: bool,
    /// Whether one of them at least is entrenched: in a trench or bunker, or beside sand bags.
    pub(crate) entrenched: bool,
}

impl Call {
    /// Whether they are linked at this distance. SKIR-COM-1: inside a team neither radio nor trench helps.
    pub fn judge(self, mm: u32, charts: &Charts) -> Link {
        let figure = |row| charts.tables.communications.at(row, usize::from(!self.in_sight)).mm;
        let (mut reach_mm, mut clause) = match self.between {
            Between::MenOfATeam => (figure(0), "SKIR-COM-1"),
            Between::UnitsOfAPlatoon => (figure(1), "SKIR-COM-2"),
            Between::Soldiers => (charts.limits.understood.into(), "SKIR-COM-4"),
        };
        if self.between == Between::UnitsOfAPlatoon {
            let radio = self.both_radios.then(|| (figure(2), "SKIR-COM-3"));
            let trench = self.entrenched.then_some((charts.limits.entrenched.into(), "SKIR-COM-4"));
            for (mm, by) in [radio, trench].into_iter().flatten() {
                if mm > reach_mm {
                    (reach_mm, clause) = (mm, by);
                }
            }
        }
        Link { reach_mm, linked: mm <= reach_mm, clause }
    }
}

/// A link, judged.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The longest distance in mm.
    pub reach_mm: u32,
    /// Whether they are linked.
    pub linked: bool,
    pub(crate) clause: &'static str,
}

impl Chain for Link {
    type State = ();
    fn start(&self) {}
    fn is_done(&self, (): &()) -> bool {
        true
    }
    fn step<D: Dice>(&self, (): &(), _: &mut D) {}
}
