//! The published content, for tests.

use kit::map::HexMap;
use sandtable_mars::{Charts, Class, GermanZones, MarsContent, Scenario, Side, Size, Theatre, UnitId};

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
    &charts().roster[unit].name
}

/// All that the charts say of a unit.
pub struct Piece {
    pub side: Side,
    pub class: Class,
    pub size: Size,
    pub attack: u8,
    pub defence: u8,
    pub fort: u8,
    pub guards: bool,
    pub other_half: Option<UnitId>,
    pub panzer: bool,
    pub fortifies: bool,
}

pub fn piece(unit: UnitId) -> Piece {
    let roster = &charts().roster;
    let (row, arm) = (&roster[unit], roster.arm(unit));
    Piece {
        side: row.side,
        class: arm.class,
        size: row.size,
        attack: row.attack.floor() as u8,
        defence: row.defence.floor() as u8,
        fort: row.fort.floor() as u8,
        guards: row.guards,
        other_half: roster.other_half[unit.index()],
        panzer: arm.panzer,
        fortifies: arm.fortifies,
    }
}
