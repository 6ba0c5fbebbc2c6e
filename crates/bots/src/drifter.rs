//! A player without a mind, for any game.

use std::sync::atomic::AtomicBool;

use kit::{
    any::{Player, Table},
    random_play::RandomPlayer,
};

/// Decides by lot among all that can be decided.
#[derive(Clone, Debug)]
pub struct Drifter(RandomPlayer);

impl Drifter {
    /// The same seed drifts the same way.
    pub fn new(seed: u64) -> Self {
        Self(RandomPlayer::seeded(seed))
    }
}

impl Player for Drifter {
    fn decide(&mut self, table: &dyn Table, _: &AtomicBool) -> Option<String> {
        let mut choices = table.choices();
        (!choices.is_empty()).then(|| choices.swap_remove(self.0.pick(choices.len())).text)
    }
}
