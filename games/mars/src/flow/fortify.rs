//! A1 and B1: units fortify (MARS-SEQ-1, MARS-SEQ-5).

use kit::{Journal, Prompt, Refusal};

use super::{after_fortifying, event, out_of_place};
use crate::{action::Action, fortification, game::Mars};

pub(super) fn prompt(game: &Mars) -> Prompt {
    let clause = match game.phasing {
        crate::units::Side::Russian => "MARS-SEQ-1",
        crate::units::Side::German => "MARS-SEQ-5",
    };
    Prompt::new("which units fortify, and so neither move nor attack on this turn?", &[clause, "MARS-FOR-2"])
}

pub(super) fn actions(game: &Mars, out: &mut Vec<Action>) {
    out.push(Action::Done);
    out.extend(fortification::candidates(&game.field, game.phasing).iter().map(Action::Fortify));
}

pub(super) fn check(game: &Mars, action: Action) -> Result<(), Refusal> {
    match action {
        Action::Done => Ok(()),
        Action::Fortify(unit) if game.field.piece(unit).side != game.phasing => {
            let words = format!("{unit} is not a {} unit", game.phasing);
            Err(Refusal::new("MARS-FOR-2", words).because_of(unit.name()))
        }
        Action::Fortify(unit) => fortification::check(&game.field, unit),
        _ => Err(out_of_place(game, action)),
    }
}

pub(super) fn perform<J: Journal>(game: &mut Mars, action: Action, journal: &mut J) {
    if let Action::Fortify(unit) = action {
        fortification::dig_in(&mut game.field, unit);
        journal.tell(|| {
            let hex = game.field.hex_of(unit);
            event(game, "MARS-FOR-2", format!("{unit} fortifies"), hex.as_slice())
        });
    }
    if action == Action::Done || fortification::candidates(&game.field, game.phasing).is_empty() {
        after_fortifying(game, journal);
    }
}
