//! A barrage as a player describes it.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{FireMission, Guns};
use crate::{charts::Charts, hexes::Hex, index::DieIndex, situation::PlacedEntry};

/// A barrage.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The game turn.
    pub turn: u8,
    /// Where the guns stand on the east bank.
    pub guns: Hex,
    /// The reference hex.
    pub reference: Hex,
    /// The three hexes of the triangle, the reference hex among them.
    pub triangle: Vec<Hex>,
    /// All units, of both sides, that could be hit, also after scattering, in the order in which they are rolled for.
    pub units: Vec<PlacedEntry>,
    /// Whether a Russian unit is on the Mamaev summit.
    #[serde(default)]
    pub summit_russian: bool,
    /// Whether the guns are Disrupted.
    #[serde(default)]
    pub disrupted: bool,
    /// Whether the guns have been or are to be moved this turn.
    #[serde(default)]
    pub moved: bool,
    /// Whether they have fired this turn.
    #[serde(default)]
    pub fired: bool,
    /// The index column of the game.
    #[serde(default)]
    pub die_index: DieIndex,
}

impl Situation {
    pub(super) fn fire_mission<'s>(&'s self, charts: &'s Charts) -> FireMission<'s> {
        FireMission {
            turn: self.turn,
            guns: Guns { at: self.guns, disrupted: self.disrupted, moved: self.moved, fired: self.fired },
            reference: self.reference,
            triangle: &self.triangle,
            units: self.units.iter().map(|entry| entry.placed(charts)).collect(),
            summit_russian: self.summit_russian,
            index: self.die_index,
        }
    }
}
