//! What a decision looks like before it is made.

use kit::Hint;

use super::EastFront;
use crate::action::Action;

pub(super) fn hint(game: &EastFront, action: Action) -> Hint {
    game.attack_hint(action).unwrap_or_default()
}
