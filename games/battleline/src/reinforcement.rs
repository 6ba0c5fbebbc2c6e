//! Reinforcements that come over the edge (LINE-X-OPS-5, LINE-X-CYN-2, LINE-R41).

use crate::{movement::TacticalMove, prelude::*};

/// The units of a side that may enter on a turn and find a way in.
pub fn entering(field: &Field, side: Side, turn: u8) -> Units {
    let waiting = field.waiting() & field.battlefield().units_of(side);
    waiting.iter().filter(|&unit| !entries(field, unit, turn).is_empty()).collect()
}

/// The hexes at which a unit may enter: the stated one; if that is barred, the nearest of the same edge that are not.
/// Barred are occupied hexes, enemy zones of control and ground that the unit cannot enter.
pub fn entries(field: &Field, unit: UnitId, turn: u8) -> Hexes {
    let Start::Arrives { turn: first, hex: stated, edge } = field.piece(unit).start else {
        return Hexes::EMPTY;
    };
    if !field.waiting().contains(unit) || turn < first {
        return Hexes::EMPTY;
    }
    let piece = field.piece(unit);
    let enemy_zones = zones::controlled_by(field, piece.side.other());
    let open = |hex: &HexId| {
        field.unit_in(*hex).is_none()
            && !enemy_zones.contains(*hex)
            && field.entry_price(piece.figures.class, *hex).is_some()
    };
    let distance = |hex: HexId| field.distance(hex, stated);
    let nearest = field.edge(edge).filter(open).map(distance).min();
    let Some(nearest) = nearest else { return Hexes::EMPTY };
    field.edge(edge).filter(open).filter(|&hex| distance(hex) == nearest).collect()
}

/// Whether a unit may enter now, or why not.
pub(crate) fn check_entering<E: Objection>(field: &Field, unit: UnitId, turn: u8) -> Result<(), E> {
    if !entries(field, unit, turn).is_empty() {
        return Ok(());
    }
    no_since("LINE-X-OPS-5", field.name(unit), || match field.piece(unit).start {
        Start::Arrives { turn: first, .. } if turn < first => format!("it arrives on turn {first}"),
        Start::Arrives { .. } => "every hex of its edge is barred: it waits".to_owned(),
        Start::Placed(..) => "it is no reinforcement".to_owned(),
    })
}

/// Where a unit gets by tactical movement that enters at a hex; facing on entry is free.
pub fn range(field: &Field, unit: UnitId, entry: HexId) -> Range {
    let in_command = command::commands(field, field.side(unit), entry);
    TacticalMove::new(field, unit, in_command).entering(entry)
}

/// Where it gets by operational movement; command is not needed on the turn of entry.
pub fn march_range(field: &Field, unit: UnitId, entry: HexId) -> Hexes {
    let piece = field.piece(unit);
    let price = field.entry_price(piece.figures.class, entry);
    match price {
        Some(price) if !march::no_start(field, piece.side).contains(entry) => {
            march::reach(field, unit, entry, price)
        }
        _ => Hexes::EMPTY,
    }
}

/// Whether an entering unit may end a tactical move in a hex, or why not.
pub fn check_move<E: Objection>(field: &Field, unit: UnitId, entry: HexId, to: HexId) -> Result<(), E> {
    no_if(range(field, unit, entry).facings(to).is_empty(), "LINE-X-OPS-5", field.name(unit), || {
        format!("{} is out of its reach from {}", field.number(to), field.number(entry))
    })
}

/// Whether an entering unit may march to a hex, or why not.
pub fn check_march<E: Objection>(field: &Field, unit: UnitId, entry: HexId, to: HexId) -> Result<(), E> {
    no_if(!march_range(field, unit, entry).contains(to), "LINE-X-OPS-5", field.name(unit), || {
        let [entry, to] = [entry, to].map(|hex| field.number(hex));
        format!("no march leads from {entry} to {to}: too far, or an enemy too near")
    })
}
