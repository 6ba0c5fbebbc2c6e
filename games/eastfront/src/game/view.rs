//! What a viewer sees.

use kit::{CounterId, Hint, Overlay, View, Viewer};

use super::EastFront;
use crate::action::Action;

/// What can be laid over the map.
pub(super) const OVERLAYS: &[(&str, &str)] = &[];

pub(super) fn view(game: &EastFront, _: Viewer) -> View {
    View { moment: moment(game), turn: game.turn.into(), ..View::of(game) }
}

pub(super) fn moment(game: &EastFront) -> String {
    format!("turn {}", game.turn)
}

pub(super) fn overlay(_: &EastFront, _: &str, _: Viewer, _: Option<CounterId>) -> Option<Overlay> {
    None
}

pub(super) fn hint(_: &EastFront, _: Action) -> Hint {
    Hint::default()
}
