//! Set-up by both players, the German first (MARS-SET-1).

use kit::{Journal, Prompt, Refusal};

use super::{begin_player_turn, event, out_of_place};
use crate::{action::Action, deployment, flow::Step, game::Mars, roster::UnitId, units::Side};

pub(super) fn prompt(game: &Mars, picked: Option<UnitId>) -> Prompt {
    let clauses: &[&str] = match game.phasing {
        Side::German => &["MARS-SET-2", "MARS-SET-3", "MARS-SET-4"],
        Side::Russian => &["MARS-SET-6", "MARS-SET-7"],
    };
    if let Some(unit) = picked {
        return Prompt::new(format!("where does {unit} begin?"), clauses);
    }
    let missing = deployment::missing(&game.field, game.phasing).len();
    let words = if missing == 0 {
        format!("{} set-up: change what you like, then say that you are done", game.phasing)
    } else {
        format!("{} set-up: {missing} units to place, one by one or as the scenario has them", game.phasing)
    };
    Prompt::new(words, clauses)
}

pub(super) fn actions(game: &Mars, picked: Option<UnitId>, out: &mut Vec<Action>) {
    if let Some(unit) = picked {
        out.extend(deployment::places(&game.field, unit).iter().map(Action::To));
        out.push(Action::Stay);
        return;
    }
    let missing = deployment::missing(&game.field, game.phasing);
    out.push(if missing.is_empty() { Action::Done } else { Action::Deploy });
    out.extend(deployment::to_place(&game.field, game.phasing).iter().map(Action::Pick));
}

pub(super) fn check(game: &Mars, picked: Option<UnitId>, action: Action) -> Result<(), Refusal> {
    let side = game.phasing;
    let missing = deployment::missing(&game.field, side);
    match (action, picked) {
        (Action::To(hex), Some(unit)) => deployment::check(&game.field, unit, hex),
        (Action::Stay, Some(_)) => Ok(()),
        (Action::Pick(unit), None) if deployment::to_place(&game.field, side).contains(unit) => Ok(()),
        (Action::Pick(unit), None) if game.field.piece(unit).side == side => {
            let words = format!("{unit} waits off the map");
            Err(Refusal::new("MARS-SET-5", words).because_of(unit.name()))
        }
        (Action::Pick(unit), None) => {
            let words = format!("{unit} is not a {side} unit, and it is the {side} player who sets up");
            Err(Refusal::new("MARS-SET-1", words).because_of(unit.name()))
        }
        (Action::Deploy, None) if !missing.is_empty() => Ok(()),
        (Action::Done, None) if missing.is_empty() => Ok(()),
        (Action::Done, None) => {
            let clause = if side == Side::German { "MARS-SET-2" } else { "MARS-SET-6" };
            let refusal = Refusal::new(clause, format!("{} units are still to be placed", missing.len()));
            Err(missing.iter().fold(refusal, |refusal, unit| refusal.because_of(unit.name())))
        }
        _ => Err(out_of_place(game, action)),
    }
}

pub(super) fn perform<J: Journal>(game: &mut Mars, picked: Option<UnitId>, action: Action, journal: &mut J) {
    let side = game.phasing;
    match (action, picked) {
        (Action::Pick(unit), _) => game.step = Step::SetUp { picked: Some(unit) },
        (Action::To(hex), Some(unit)) => {
            deployment::place(&mut game.field, unit, hex);
            game.step = Step::SetUp { picked: None };
            journal.tell(|| {
                event(game, "MARS-SET-1", format!("{unit} begins in {}", game.theatre().name(hex)), &[hex])
            });
        }
        (Action::Stay, _) => game.step = Step::SetUp { picked: None },
        (Action::Deploy, _) => {
            deployment::place_by_default(&mut game.field, side);
            journal.tell(|| {
                event(game, "MARS-SET-3", format!("the {side} player sets up as the scenario has it"), &[])
            });
        }
        (Action::Done, _) if side == Side::German => game.phasing = Side::Russian,
        (Action::Done, _) => begin_player_turn(game, Side::Russian, journal),
        _ => {}
    }
}
