//! Zones of control (LINE-X-ZOC-1). What they do to moves stands in the chapter on movement; to retreats they matter
//! only through the safe hex (LINE-X-ZOC-5, LINE-R10).

use kit::map::HexId;

use crate::{
    army::{Side, UnitId, Units},
    facing::Direction,
    field::{Field, Mark},
    map::Hexes,
};

/// The units of a side that exert a zone of control: in Good Order and not Marching (LINE-X-ZOC-1, LINE-X-STA-1,
/// LINE-X-STA-2).
#[inline]
pub fn controlling(field: &Field, side: Side) -> Units {
    field.units_of(side) - field.all(Mark::Disrupted) - field.all(Mark::Marching)
}

/// The hexes that a side controls.
#[inline]
pub fn controlled_by(field: &Field, side: Side) -> Hexes {
    let battlefield = field.battlefield();
    let mut hexes = Hexes::EMPTY;
    for unit in controlling(field, side).iter() {
        for &hex in battlefield.controls(field.hex(unit), field.facing(unit)) {
            if hex.is_some() {
                hexes.insert(hex);
            }
        }
    }
    hexes
}

/// Whether a unit controls a hex.
#[inline]
pub fn controls(field: &Field, unit: UnitId, hex: HexId) -> bool {
    controlling(field, field.side(unit)).contains(unit)
        && field.battlefield().controls(field.hex(unit), field.facing(unit)).contains(&hex)
}

/// Those of a side who control a hex.
pub fn sources(field: &Field, side: Side, hex: HexId) -> Units {
    let battlefield = field.battlefield();
    let around = Direction::ALL.into_iter().map(|way| battlefield.neighbour(hex, way));
    let units = around.filter_map(|next| next.some().and_then(|next| field.unit_in(next)));
    units.filter(|&unit| field.side(unit) == side && controls(field, unit, hex)).collect()
}

/// Whether a hex lies in a zone of control of a side.
#[inline]
pub fn is_controlled(field: &Field, side: Side, hex: HexId) -> bool {
    let (battlefield, able) = (field.battlefield(), controlling(field, side));
    Direction::ALL.into_iter().any(|way| {
        let next = battlefield.neighbour(hex, way);
        next.is_some()
            && field.unit_in(next).is_some_and(|unit| {
                able.contains(unit) && battlefield.controls(next, field.facing(unit)).contains(&hex)
            })
    })
}
