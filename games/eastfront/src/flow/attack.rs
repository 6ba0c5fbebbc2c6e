//! Phases C and E: attacks are declared (`EAST-ATT-4`).

use kit::{Journal, Objection, Prompt, flow::Decision};

use super::out_of_place;
use crate::{action::Action, game::EastFront};

/// The player declares his attacks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Declare;

impl Decision<EastFront> for Declare {
    fn prompt(self, _: &EastFront) -> Prompt {
        Prompt::new("Declare your attacks", &["EAST-ATT-4"])
    }

    fn choices(self, _: &EastFront, out: &mut Vec<Action>) {
        out.push(Action::Done);
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        if action == Action::Done { Ok(()) } else { out_of_place(game, action) }
    }

    fn effect<J: Journal>(self, game: &mut EastFront, _: Action, _: &mut J) {
        game.flow.done();
    }

    fn is_open(self, _: &EastFront) -> bool {
        false
    }
}
