//! Crossings as a player describes them.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Flotilla, Passenger};
use crate::{charts::Charts, hexes::Hex, index::DieIndex, situation::UnitEntry};

/// A unit on the east bank that is to cross.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Passenger")]
pub struct PassengerEntry {
    /// The unit.
    pub unit: UnitEntry,
    /// Where it is to land.
    pub landing: Hex,
    /// Whether it tries at night.
    #[serde(default = "yes")]
    pub night: bool,
    /// Whether it tries by day, if it is then still on the east bank.
    #[serde(default)]
    pub day: bool,
}

const fn yes() -> bool {
    true
}

/// The crossings of one Russian turn, in the order in which they are tried.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The units that try, in order.
    #[serde(default)]
    pub units: Vec<PassengerEntry>,
    /// The landing hexes of snipers who come back.
    #[serde(default)]
    pub snipers: Vec<Hex>,
    /// Which of the hexes named here are west-bank shore hexes.
    pub shore: Vec<Hex>,
    /// Hexes with German ground units near the landings.
    #[serde(default)]
    pub germans: Vec<Hex>,
    /// Landing hexes held by Russian ground units.
    #[serde(default)]
    pub russians: Vec<Hex>,
    /// Where the headquarters stands on the west bank.
    #[serde(default)]
    pub headquarters: Option<Hex>,
    /// Landing hexes without stacking room for what is to land.
    #[serde(default)]
    pub full: Vec<Hex>,
    /// Whether the Germans control the Mamaev summit.
    #[serde(default)]
    pub summit_german: bool,
    /// Whether the Volga is freezing this turn.
    #[serde(default)]
    pub freezing: bool,
    /// How many Fliegerkorps can fly by day.
    #[serde(default)]
    pub flyable: u8,
    /// Whether the Russian air unit meets a Fliegerkorps over the river before the day's crossings.
    #[serde(default)]
    pub river_interception: bool,
    /// Boat units that can still cross at night, if not the full number.
    #[serde(default)]
    pub night_capacity: Option<u8>,
    /// Boat units that can still cross by day, if not the full number.
    #[serde(default)]
    pub day_capacity: Option<u8>,
    /// The game turn, to say when a lost unit is back.
    #[serde(default)]
    pub turn: Option<u8>,
    /// The index column of the game.
    #[serde(default)]
    pub die_index: DieIndex,
}

impl Situation {
    pub(super) fn flotilla<'s>(&'s self, charts: &'s Charts) -> Flotilla<'s> {
        let passenger = |entry: &'s PassengerEntry| Passenger {
            unit: entry.unit.unit(charts),
            landing: entry.landing,
            night: entry.night,
            day: entry.day,
        };
        Flotilla {
            units: self.units.iter().map(passenger).collect(),
            snipers: &self.snipers,
            shore: &self.shore,
            germans: &self.germans,
            russians: &self.russians,
            headquarters: self.headquarters,
            full: &self.full,
            summit_german: self.summit_german,
            freezing: self.freezing,
            flyable: self.flyable,
            river_interception: self.river_interception,
            night_boats: self.night_capacity.unwrap_or(charts.boats.night),
            day_boats: self.day_capacity.unwrap_or(charts.boats.day),
            turn: self.turn,
            index: self.die_index,
        }
    }
}
