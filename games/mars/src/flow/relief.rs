//! A4 and B6: what sustained isolation does (MARS-SEQ-4, MARS-SEQ-10, MARS-SUP-14 to MARS-SUP-16).

use kit::{Journal, Prompt, Refusal};

use super::{end_player_turn, event, list, out_of_place};
use crate::{
    action::Action,
    field::{Location, Status},
    game::Mars,
    roster::Units,
    supply::{self, Lines},
};

/// Isolated units in a stronghold of which one is to be spared.
fn choice(game: &Mars) -> Units {
    let lines = Lines::of(&game.field, game.phasing);
    let mut open = supply::exemptions(&game.field, game.phasing, &lines)
        .filter(|units| units.len() > 1 && !units.meets(game.spared));
    open.next().unwrap_or(Units::NONE)
}

pub(super) fn prompt(game: &Mars) -> Prompt {
    let words = format!("which isolated unit do the stocks of the town feed: {}?", list(choice(game)));
    Prompt::new(words, &["MARS-SUP-15", "MARS-R33"])
}

pub(super) fn actions(game: &Mars, out: &mut Vec<Action>) {
    out.extend(choice(game).iter().map(Action::Spare));
}

pub(super) fn check(game: &Mars, action: Action) -> Result<(), Refusal> {
    match action {
        Action::Spare(unit) if choice(game).contains(unit) => Ok(()),
        Action::Spare(unit) => {
            let lines = Lines::of(&game.field, game.phasing);
            supply::check_exempt(&game.field, game.phasing, &lines, game.spared | Units::of(unit))?;
            let words = format!("{unit} is not among those that can be spared now");
            Err(Refusal::new("MARS-SUP-15", words).because_of(unit.name()))
        }
        _ => Err(out_of_place(game, action)),
    }
}

pub(super) fn perform<J: Journal>(game: &mut Mars, action: Action, journal: &mut J) {
    if let Action::Spare(unit) = action {
        game.spared.insert(unit);
    }
    go_on(game, journal);
}

/// Once nothing is to be chosen, isolation takes its toll; all is judged before anything is applied.
pub(super) fn go_on<J: Journal>(game: &mut Mars, journal: &mut J) {
    if !choice(game).is_empty() {
        return;
    }
    let lines = Lines::of(&game.field, game.phasing);
    let alone = supply::exemptions(&game.field, game.phasing, &lines).filter(|units| units.len() == 1);
    let exempt = alone.fold(game.spared, |all, units| all | units);
    let suffering = supply::sustained(&game.field, game.phasing, &lines, exempt);
    for unit in suffering.disrupted.iter() {
        game.field.set(unit, Status::Disrupted, true);
        let hex = game.field.hex_of(unit);
        journal
            .tell(|| event(game, "MARS-SUP-14", format!("{unit} is isolated and Disrupted"), hex.as_slice()));
    }
    for unit in suffering.eliminated.iter() {
        let hex = game.field.hex_of(unit);
        game.field.remove(unit, Location::Eliminated);
        journal.tell(|| {
            event(game, "MARS-SUP-14", format!("{unit}, still isolated, is eliminated"), hex.as_slice())
        });
    }
    end_player_turn(game, journal);
}
