//! The published content, for tests.

use kit::map::HexMap;
use sandtable_mars::{
    MarsContent,
    charts::Charts,
    roster::{Piece, UnitId},
    theatre::{GermanZones, Scenario, Theatre},
};

pub fn charts() -> &'static Charts {
    &MarsContent::published().charts
}

pub fn theatre(scenario: Scenario, german_zones: GermanZones) -> &'static Theatre {
    MarsContent::published().theatre(scenario, german_zones)
}

pub fn map() -> &'static HexMap {
    &MarsContent::published().maps[0]
}

pub fn learning_map() -> &'static HexMap {
    &MarsContent::published().maps[1]
}

pub fn unit(name: &str) -> UnitId {
    charts().roster.named(name).unwrap_or_else(|| panic!("no unit {name}"))
}

pub fn name(unit: UnitId) -> &'static str {
    charts().roster.name(unit)
}

pub fn piece(unit: UnitId) -> &'static Piece {
    &charts().roster[unit]
}
