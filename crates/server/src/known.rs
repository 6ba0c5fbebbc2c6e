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

/// States that a viewer cannot tell from the true one; none where nothing is hidden.
pub struct Twins(Vec<Box<dyn AnySession>>);

impl Twins {
    /// Of a table, for a viewer.
    pub fn of(game: &dyn Playable, table: &dyn AnySession, viewer: Viewer) -> Self {
        let many = if game.hides() { STATES } else { 0 };
        Self((0..many).map(|_| table.shuffled_for(viewer, &mut fresh())).collect())
    }

    /// What all of them say; nothing where they differ.
    fn agreed<T: PartialEq>(&self, ask: impl Fn(&dyn AnySession) -> T) -> Option<T> {
        let mut answers = self.0.iter().map(|twin| ask(&**twin));
        let first = answers.next()?;
        answers.all(|answer| answer == first).then_some(first)
    }

    /// Why something was refused, as far as the viewer may know.
    pub fn reason(&self, refusal: Refusal, ask: impl Fn(&dyn AnySession) -> Option<Refusal>) -> Refusal {
        if self.0.is_empty() { refusal } else { self.agreed(ask).flatten().unwrap_or_else(silent) }
    }

    /// What follows from a decision, as far as the viewer may know; nothing where it hangs on what is hidden.
    pub fn told<T: Serialize + Default>(
        &self,
        table: &dyn AnySession,
        ask: impl Fn(&dyn AnySession) -> T,
    ) -> T {
        let Some(first) = self.0.first() else { return ask(table) };
        let told = |table: &dyn AnySession| serde_json::to_string(&ask(table)).unwrap_or_default();
        // Any of those that agree says the same.
        self.agreed(told).map(|_| ask(&**first)).unwrap_or_default()
    }
}

/// Why something was refused, as far as the viewer may know.
pub fn reason(
    game: &dyn Playable,
    table: &dyn AnySession,
    viewer: Viewer,
    refusal: Refusal,
    ask: impl Fn(&dyn AnySession) -> Option<Refusal>,
) -> Refusal {
    Twins::of(game, table, viewer).reason(refusal, ask)
}

/// Odds, as far as the viewer may know; nothing where they hang on what is hidden.
pub fn odds<T: Serialize + Default>(
    game: &dyn Playable,
    table: &dyn AnySession,
    viewer: Viewer,
    ask: impl Fn(&dyn AnySession) -> T,
) -> T {
    Twins::of(game, table, viewer).told(table, ask)
}
