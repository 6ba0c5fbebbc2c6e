//! The games that can be played from the first decision to the last.

use battleline::game::Battleline;
use kit::any::{Playable, Shelved};
use mars::game::Mars;

/// Every playable game, in the order in which they are shown.
pub static PLAYABLE: &[&dyn Playable] =
    &[&Shelved::<Mars>::new(&mars::RULEBOOK), &Shelved::<Battleline>::new(&battleline::RULEBOOK)];

/// The playable game with this name.
pub fn playable(name: &str) -> Option<&'static dyn Playable> {
    PLAYABLE.iter().find(|game| game.name() == name).copied()
}
