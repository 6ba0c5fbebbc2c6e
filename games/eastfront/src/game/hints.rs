//! What a decision looks like before it is made.

use kit::Hint;

use super::EastFront;
use crate::action::Action;

pub(super) fn hint(_: &EastFront, _: Action) -> Hint {
    Hint::default()
}
