//! An air attack by the older system as a player describes it.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Bombed, Raid};
use crate::{charts::Charts, hexes::Hex, index::DieIndex, situation::UnitEntry, terrain::Terrain};

/// One hex and the Fliegerkorps over it.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The hex.
    pub at: Hex,
    /// Its terrain.
    pub terrain: Terrain,
    /// Whether it is a west-bank shore hex, where the headquarters makes a strongpoint.
    #[serde(default)]
    pub shore: bool,
    /// Every unit in the hex, of both sides, from the top of the stack down.
    pub units: Vec<BombedEntry>,
    /// How many Fliegerkorps that got through attack it.
    pub fliegerkorps: u8,
    /// The index column of the game.
    #[serde(default)]
    pub die_index: DieIndex,
}

/// A unit under the bombs.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Bombed")]
pub struct BombedEntry {
    /// The unit.
    pub unit: UnitEntry,
    /// Whether it is Disrupted already.
    #[serde(default)]
    pub disrupted: bool,
}

impl Situation {
    pub(super) fn raid<'s>(&'s self, charts: &'s Charts) -> Raid<'s> {
        let bombed =
            |entry: &'s BombedEntry| Bombed { unit: entry.unit.unit(charts), disrupted: entry.disrupted };
        Raid {
            at: self.at,
            terrain: self.terrain,
            shore: self.shore,
            units: self.units.iter().map(bombed).collect(),
            fliegerkorps: self.fliegerkorps,
            index: self.die_index,
        }
    }
}
