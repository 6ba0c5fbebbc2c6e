//! Programs that sit down at a table.

use std::sync::atomic::AtomicBool;

use super::AnySession;
use crate::random_play::RandomPlayer;

/// A program that plays a side. It sees what its side may see, chooses only from what can be decided, and depends on its
/// seed and its budget alone.
pub trait Player: Send {
    /// What it decides, in the game's notation. Nothing if nothing is to be decided, the table is of another game, or it
    /// was told to stop thinking.
    fn decide(&mut self, table: &dyn AnySession, stop: &AtomicBool) -> Option<String>;

    /// What it was after on its last turn, in sentences for its opponent.
    fn account(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Decides by lot among all that can be decided.
impl Player for RandomPlayer {
    fn decide(&mut self, table: &dyn AnySession, _: &AtomicBool) -> Option<String> {
        let mut choices = table.choices();
        (!choices.is_empty()).then(|| choices.swap_remove(self.pick(choices.len())).text)
    }
}
