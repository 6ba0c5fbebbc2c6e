//! Stacking (STAL-STK-1 to STAL-STK-7).

use kit::{Objection, map::HexId, objection::no_since};

use crate::{
    field::Field,
    units::{UnitId, Units},
};

/// The stacking size of units together, in half units: parts of one parent count no more than the whole (STAL-STK-3,
/// STAL-R39).
pub fn size(field: &Field, units: impl IntoIterator<Item = UnitId>) -> u8 {
    let (mut total, mut counted) = (0, Units::NONE);
    // Seven half-sized counters fill a hex, and an eighth may ask for room.
    let mut parts = [0u8; 8];
    let mut formations = [UnitId::new(0); 8];
    let mut known = 0;
    for unit in units {
        let piece = field.piece(unit);
        // STAL-STK-6: the headquarters counts nothing.
        if counted.contains(unit) || piece.stacking == 0 {
            continue;
        }
        counted.insert(unit);
        match formations[..known].iter().position(|&formation| formation == piece.formation) {
            Some(place) => parts[place] += piece.stacking,
            None if known < formations.len() => {
                (formations[known], parts[known]) = (piece.formation, piece.stacking);
                known += 1;
            }
            // A hex never holds so many formations; what does not fit is counted in full.
            None => total += piece.stacking,
        }
    }
    let whole = field.charts().formation_size;
    total + parts[..known].iter().map(|&part| part.min(whole)).sum::<u8>()
}

/// How much stands in a hex, both sides together (STAL-STK-2).
pub fn size_in(field: &Field, hex: HexId) -> u8 {
    size(field, field.units_in(hex))
}

/// Whether a hex holds more than it may.
pub fn is_overstacked(field: &Field, hex: HexId) -> bool {
    size_in(field, hex) > field.charts().stacking_limit
}

/// Whether a unit finds room in a hex (STAL-STK-1).
pub fn has_room(field: &Field, unit: UnitId, hex: HexId) -> bool {
    let (limit, together) = (field.charts().stacking_limit, || field.units_in(hex).chain([unit]));
    // A formation never counts more than its parts, so most hexes need no look at formations.
    together().map(|unit| field.piece(unit).stacking).sum::<u8>() <= limit || size(field, together()) <= limit
}

/// The same, with an objection (STAL-STK-7).
pub fn check_room<E: Objection>(field: &Field, unit: UnitId, hex: HexId) -> Result<(), E> {
    if has_room(field, unit, hex) {
        return Ok(());
    }
    no_since("STAL-STK-7", field.name(unit), || {
        let [there, most] = [size_in(field, hex), field.charts().stacking_limit];
        let halves = |size: u8| kit::Factor::halves(size.into());
        let number = field.theatre().name(hex);
        format!("{number} holds {} of {} stacking units already", halves(there), halves(most))
    })
}
