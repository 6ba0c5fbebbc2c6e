//! Fortification (MARS-FOR-1 to MARS-FOR-6).

use kit::Refusal;

use crate::{
    field::{Field, Status},
    roster::{UnitId, Units},
    units::Side,
};

/// The units of a side that may fortify at the start of its player-turn (MARS-FOR-1, MARS-FOR-2, MARS-FOR-5).
pub fn candidates(field: &Field, side: Side) -> Units {
    let cannot = field.all(Status::Disrupted) | field.all(Status::Fortified) | field.all(Status::Moved);
    (field.units_of(side) & field.theatre().roster.fortifiers) - cannot
}

/// Whether a unit may fortify: of the infantry class, Undisrupted, and not fortified already (MARS-FOR-1, MARS-FOR-5).
pub fn check(field: &Field, unit: UnitId) -> Result<(), Refusal> {
    let refused = |clause, words: String| Err(Refusal::new(clause, words).because_of(unit.name()));
    if field.hex_of(unit).is_none() {
        return refused("MARS-FOR-1", format!("{unit} is not on the map"));
    }
    if !field.piece(unit).fortifies {
        return refused("MARS-FOR-1", format!("{unit} is mobile; only infantry and rifle units fortify"));
    }
    if field.is(unit, Status::Disrupted) {
        return refused("MARS-FOR-1", format!("{unit} is Disrupted; only Undisrupted units fortify"));
    }
    if field.is(unit, Status::Fortified) {
        return refused("MARS-FOR-5", format!("{unit} is fortified already, which cannot be bettered"));
    }
    if field.is(unit, Status::Moved) {
        return refused(
            "MARS-FOR-2",
            format!("{unit} has moved; units fortify before anything else is done"),
        );
    }
    Ok(())
}

/// A unit digs in: it neither moves nor attacks in this player-turn (MARS-FOR-2).
pub fn dig_in(field: &mut Field, unit: UnitId) {
    field.set(unit, Status::Fortified, true);
    field.set(unit, Status::DugIn, true);
}

/// A unit that attacks leaves its fortifications before the odds are reckoned (MARS-FOR-4), and so does everybody who
/// advances, since only attackers do (MARS-FOR-6). Movement and retreat see to it themselves; Disruption does not end
/// fortification (MARS-FOR-5).
pub fn leave_to_attack(field: &mut Field, unit: UnitId) {
    field.set(unit, Status::Fortified, false);
}

/// The current defence of a unit: printed, and its bonus if it is fortified (MARS-FOR-3).
pub fn current_defence(field: &Field, unit: UnitId) -> u8 {
    let piece = field.piece(unit);
    piece.defence + if field.is(unit, Status::Fortified) { piece.fort } else { 0 }
}
