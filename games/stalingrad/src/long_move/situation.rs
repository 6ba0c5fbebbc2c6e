//! A long move as a player describes it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use smallvec::SmallVec;

use super::{Entered, LongMoveAttacks, March};
use crate::{
    air::AirSystem, charts::Charts, hexes::Hex, index::DieIndex, situation::UnitEntry, terrain::Terrain,
};

/// A Russian unit and its way.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The unit that moves.
    pub unit: UnitEntry,
    /// Where it begins.
    pub from: Hex,
    /// The hexes it enters, in order.
    pub path: Vec<Hex>,
    /// How many Fliegerkorps can fly.
    pub flyable: u8,
    /// Whether it was out of supply when the movement began.
    #[serde(default)]
    pub unsupplied: bool,
    /// Whether it is Disrupted.
    #[serde(default)]
    pub disrupted: bool,
    /// Hexes of the path in which it would find no stacking room if it had to stop there.
    #[serde(default)]
    pub full: Vec<Hex>,
    /// The terrain of hexes on the path; needed for bombed ones in the older air system, open if left out.
    #[serde(default)]
    pub hexes: BTreeMap<Hex, Terrain>,
    /// Which hexes of a long move are bombed.
    #[serde(default)]
    pub long_move_attacks: LongMoveAttacks,
    /// Which air system is played.
    #[serde(default)]
    pub air_system: AirSystem,
    /// The game turn, to say when a lost unit is back.
    #[serde(default)]
    pub turn: Option<u8>,
    /// The index column of the game.
    #[serde(default)]
    pub die_index: DieIndex,
}

impl Situation {
    pub(super) fn march<'s>(&'s self, charts: &'s Charts) -> March<'s> {
        let entered = |&hex: &Hex| Entered {
            hex,
            terrain: self.hexes.get(&hex).copied().unwrap_or(Terrain::Open),
            is_full: self.full.contains(&hex),
        };
        let mut march = March {
            unit: self.unit.unit(charts),
            from: self.from,
            path: SmallVec::new(),
            flyable: self.flyable,
            unsupplied: self.unsupplied,
            disrupted: self.disrupted,
            attacks: self.long_move_attacks,
            air_system: self.air_system,
            turn: self.turn,
            index: self.die_index,
        };
        march.path.extend(self.path.iter().map(entered));
        march
    }
}
