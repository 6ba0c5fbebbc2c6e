//! Fortification (MARS-FOR-1 to MARS-FOR-6).

use crate::prelude::*;

/// The units of a side that may fortify at the start of its player-turn (MARS-FOR-1, MARS-FOR-2, MARS-FOR-5).
pub fn candidates(field: &Field, side: Side) -> Units {
    let cannot = field.all(Status::Disrupted) | field.all(Status::Fortified) | field.all(Status::Moved);
    (field.units_of(side) & field.theatre().roster().fortifiers) - cannot
}

/// Whether a unit may fortify: of the infantry class, Undisrupted, and not fortified already (MARS-FOR-1, MARS-FOR-5).
pub fn check<E: Objection>(field: &Field, unit: UnitId) -> Result<(), E> {
    let (clause, what) = if field.hex_of(unit).is_none() {
        ("MARS-FOR-1", "is not on the map")
    } else if !field.theatre().roster().fortifiers.contains(unit) {
        ("MARS-FOR-1", "is mobile; only infantry and rifle units fortify")
    } else if field.is(unit, Status::Disrupted) {
        ("MARS-FOR-1", "is Disrupted; only Undisrupted units fortify")
    } else if field.is(unit, Status::Fortified) {
        ("MARS-FOR-5", "is fortified already, which cannot be bettered")
    } else if field.is(unit, Status::Moved) {
        ("MARS-FOR-2", "has moved; units fortify before anything else is done")
    } else {
        return Ok(());
    };
    refuse(clause, field.name(unit), what)
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
    let Unit { defence, fort, .. } = *field.unit(unit);
    (if field.is(unit, Status::Fortified) { defence + fort } else { defence }).floor() as u8
}

/// A1 and B1: units fortify (MARS-SEQ-1, MARS-SEQ-5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fortify;

impl Decision<Mars> for Fortify {
    fn prompt(self, game: &Mars) -> Prompt {
        let clause = if game.phasing == Side::Russian { "MARS-SEQ-1" } else { "MARS-SEQ-5" };
        let words = "which units fortify, and so neither move nor attack on this turn?";
        Prompt::new(words, &[clause, "MARS-FOR-2"])
    }

    fn choices(self, game: &Mars, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(candidates(&game.field, game.phasing).iter().map(Action::Fortify));
    }

    fn check<E: Objection>(self, game: &Mars, action: Action) -> Result<(), E> {
        match action {
            Action::Done => Ok(()),
            Action::Fortify(unit) if game.field.unit(unit).side != game.phasing => {
                refuse("MARS-FOR-2", game.name(unit), format_args!("is not a {} unit", game.phasing))
            }
            Action::Fortify(unit) => check(&game.field, unit),
            _ => game.out_of_place(action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Mars, action: Action, journal: &mut J) {
        let Action::Fortify(unit) = action else { return game.flow.done() };
        dig_in(&mut game.field, unit);
        let words = || format!("{} fortifies", game.name(unit));
        journal.tell(|| game.event("MARS-FOR-2", words(), game.field.hex_of(unit).as_slice()));
    }

    fn is_open(self, game: &Mars) -> bool {
        !candidates(&game.field, game.phasing).is_empty()
    }
}
