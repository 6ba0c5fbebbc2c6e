//! The factory as a player describes it.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{FactoryHex, RepairAttempt};
use crate::{charts::Charts, index::DieIndex, situation::UnitEntry};

/// The factory and its neighbours.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The eliminated tank brigade to be repaired.
    pub brigade: UnitEntry,
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

impl Situation {
    pub(super) fn attempt<'s>(&'s self, charts: &'s Charts) -> RepairAttempt<'s> {
        RepairAttempt {
            brigade: self.brigade.unit(charts),
            north: self.north,
            south: self.south,
            german_adjacent: self.german_adjacent,
            tried: self.tried,
            index: self.die_index,
        }
    }
}
