//! B2: panzer divisions arrive or are sent away (MARS-SEQ-6).

use kit::{Journal, Prompt, Refusal};

use super::{enter_movement, event, out_of_place};
use crate::{action::Action, field::Status, game::Mars, reinforcement};

pub(super) fn prompt(game: &Mars) -> Prompt {
    let waiting = super::list(reinforcement::waiting(&game.field));
    let words =
        format!("{waiting} wait off the map: send divisions away for good, bring one in, or let them wait");
    Prompt::new(words, &["MARS-SEQ-6", "MARS-REI-2", "MARS-VIC-9"])
}

pub(super) fn actions(game: &Mars, out: &mut Vec<Action>) {
    out.push(Action::Done);
    out.extend(reinforcement::next_to_send_away(&game.field).map(Action::SendAway));
    let arrives = reinforcement::next_to_arrive(&game.field, game.house.arrivals);
    if let Some(unit) = arrives.filter(|_| game.field.all(Status::JustArrived).is_empty()) {
        out.extend(
            reinforcement::entry_hexes(&game.field, unit).iter().map(|hex| Action::BringIn(unit, hex)),
        );
    }
}

pub(super) fn check(game: &Mars, action: Action) -> Result<(), Refusal> {
    match action {
        Action::Done => Ok(()),
        Action::SendAway(unit) => reinforcement::check_sending_away(&game.field, unit),
        Action::BringIn(unit, hex) => {
            reinforcement::check_arrival(&game.field, game.house.arrivals, unit, hex)
        }
        _ => Err(out_of_place(game, action)),
    }
}

pub(super) fn perform<J: Journal>(game: &mut Mars, action: Action, journal: &mut J) {
    match action {
        Action::SendAway(unit) => {
            reinforcement::withdraw(&mut game.field, unit, game.turn);
            journal.tell(|| event(game, "MARS-VIC-9", format!("{unit} is sent away to the south"), &[]));
        }
        Action::BringIn(unit, hex) => {
            reinforcement::bring_in(&mut game.field, unit, hex);
            journal.tell(|| {
                event(game, "MARS-REI-4", format!("{unit} arrives in {}", game.theatre().name(hex)), &[hex])
            });
        }
        _ => {}
    }
    if action == Action::Done || reinforcement::waiting(&game.field).is_empty() {
        enter_movement(game, journal);
    }
}
