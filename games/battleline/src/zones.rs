//! Zones of control (LINE-X-ZOC-1). What they do to moves stands in the chapter on movement; to retreats they matter
//! only through the safe hex (LINE-X-ZOC-5, LINE-R10).

use crate::prelude::*;

/// The units of a side that exert a zone of control: in Good Order and not Marching (LINE-X-ZOC-1, LINE-X-STA-1,
/// LINE-X-STA-2).
#[inline]
pub fn controlling(field: &Field, side: Side) -> Units {
    field.units_of(side) - field.all(Mark::Disrupted) - field.all(Mark::Marching)
}

#[inline]
pub fn controlled_by(field: &Field, side: Side) -> Hexes {
    let controls = |unit| field.controls(field.hex(unit), field.facing(unit)).iter().copied();
    controlling(field, side).iter().flat_map(controls).filter(|hex| hex.is_some()).collect()
}

/// Those of a side who control a hex.
#[inline]
pub fn sources(field: &Field, side: Side, hex: HexId) -> impl Iterator<Item = UnitId> {
    let able = controlling(field, side);
    field.units_round(hex).filter(move |&unit| {
        able.contains(unit) && field.controls(field.hex(unit), field.facing(unit)).contains(&hex)
    })
}

#[inline]
pub fn is_controlled(field: &Field, side: Side, hex: HexId) -> bool {
    sources(field, side, hex).next().is_some()
}
