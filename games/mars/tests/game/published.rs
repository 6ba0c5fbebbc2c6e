//! The content that tests see: as published, but with the factors that the worked examples of the ledger reckon with.

use std::sync::LazyLock;

use kit::{content::Rules, map::HexMap, patch::Patch};
use sandtable_mars::{Charts, Class, GermanZones, MarsContent, Scenario, Side, Size, Theatre, UnitId};

/// MARS-R50 has changed the factors of some units since the examples were written. Rules are tested with the figures of the
/// examples; what is published is tested in `tables`.
pub fn rules() -> Rules<MarsContent> {
    static EXAMPLES: LazyLock<Rules<MarsContent>> = LazyLock::new(|| {
        let patch = Patch::read("examples.toml", include_str!("examples.toml")).unwrap();
        Rules::patched(&patch).unwrap()
    });
    *EXAMPLES
}

pub fn charts() -> &'static Charts {
    &rules().get().charts
}

pub fn theatre(scenario: Scenario, german_zones: GermanZones) -> &'static Theatre {
    rules().get().theatre(scenario, german_zones)
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
