//! Programs that play a side.

use std::sync::atomic::AtomicBool;

use kit::{
    any::{Player, Table},
    random_play::RandomPlayer,
};

use crate::failure::Failure;

/// The program with this name.
pub fn bot(name: &str, seed: u64) -> Result<Box<dyn Player>, Failure> {
    if name == "random" {
        return Ok(Box::new(Chance(RandomPlayer::seeded(seed))));
    }
    let known = vec!["human".to_owned(), "bot:random".to_owned()];
    Err(Failure::Unknown { what: "player", name: name.to_owned(), known })
}

/// Decides by lot.
struct Chance(RandomPlayer);

impl Player for Chance {
    fn decide(&mut self, table: &dyn Table, _: &AtomicBool) -> Option<String> {
        let mut choices = table.choices();
        if choices.is_empty() {
            return None;
        }
        let place = self.0.pick(choices.len());
        Some(choices.swap_remove(place).text)
    }
}
