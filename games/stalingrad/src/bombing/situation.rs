//! A bombing as a player describes it.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{BombLine, BombingRun, Flight, Mission};
use crate::{charts::Charts, index::DieIndex, situation::PlacedEntry};

/// A Fliegerkorps with its mission.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Korps")]
pub struct KorpsEntry {
    /// What it is called.
    pub name: String,
    /// Its mission.
    #[serde(default)]
    pub mission: Mission,
    /// The lines it bombs.
    #[serde(default)]
    pub lines: Vec<BombLine>,
}

/// The bombing of one German player turn.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The game turn.
    pub turn: u8,
    /// On how many earlier turns of the game there was mass bombing.
    #[serde(default)]
    pub earlier_bombings: u8,
    /// The last turn with mass bombing.
    #[serde(default)]
    pub last_bombing: Option<u8>,
    /// The Fliegerkorps that fly.
    pub fliegerkorps: Vec<KorpsEntry>,
    /// The Fliegerkorps that the Russian air unit goes for, by name.
    #[serde(default)]
    pub interception: Option<String>,
    /// All units, of both sides, that could be hit, stacks from the top down; also those hit only if a line is shifted.
    #[serde(default)]
    pub units: Vec<PlacedEntry>,
    /// The index column of the game.
    #[serde(default)]
    pub die_index: DieIndex,
}

impl Situation {
    pub(super) fn run<'s>(&'s self, charts: &'s Charts) -> BombingRun<'s> {
        let flight =
            |korps: &'s KorpsEntry| Flight { name: &korps.name, mission: korps.mission, lines: &korps.lines };
        BombingRun {
            turn: self.turn,
            earlier_bombings: self.earlier_bombings,
            last_bombing: self.last_bombing,
            flights: self.fliegerkorps.iter().map(flight).collect(),
            intercepted: self.interception.as_deref(),
            units: self.units.iter().map(|entry| entry.placed(charts)).collect(),
            index: self.die_index,
        }
    }
}
