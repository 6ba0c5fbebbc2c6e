//! Answers from what a viewer may know.
//!
//! A game's reasons and odds come from its true state. Where something is hidden they are asked of states that the viewer
//! cannot tell from the true one, and given only where all of these say the same.

use kit::{
    Refusal, Rolled, Viewer,
    any::{AnySession, Playable},
};

use serde::Serialize;

use crate::{error::silent, secret::random};

/// So many states are asked.
const STATES: usize = 12;

/// Dice that nobody knows.
fn fresh() -> Rolled {
    Rolled::seeded(u64::from_le_bytes(random()))
}

/// What all states say that a viewer cannot tell apart; nothing where they differ.
fn agreed<T: PartialEq>(
    table: &dyn AnySession,
    viewer: Viewer,
    ask: impl Fn(&dyn AnySession) -> T,
) -> Option<T> {
    let mut answers = (0..STATES).map(|_| ask(&*table.shuffled_for(viewer, &mut fresh())));
    let first = answers.next()?;
    answers.all(|answer| answer == first).then_some(first)
}

/// Why something was refused, as far as the viewer may know.
pub fn reason(
    game: &dyn Playable,
    table: &dyn AnySession,
    viewer: Viewer,
    refusal: Refusal,
    ask: impl Fn(&dyn AnySession) -> Option<Refusal>,
) -> Refusal {
    if !game.hides() {
        return refusal;
    }
    agreed(table, viewer, ask).flatten().unwrap_or_else(silent)
}

/// Odds, as far as the viewer may know; nothing where they hang on what is hidden.
pub fn odds<T: Serialize + Default>(
    game: &dyn Playable,
    table: &dyn AnySession,
    viewer: Viewer,
    ask: impl Fn(&dyn AnySession) -> T,
) -> T {
    if !game.hides() {
        return ask(table);
    }
    let told = |table: &dyn AnySession| serde_json::to_string(&ask(table)).unwrap_or_default();
    // The states that agreed are gone; any other says the same.
    let same = agreed(table, viewer, told);
    same.map(|_| ask(&*table.shuffled_for(viewer, &mut fresh()))).unwrap_or_default()
}
