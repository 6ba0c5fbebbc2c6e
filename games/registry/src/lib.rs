//! The one list of games.

mod maps;
mod playable;
mod players;

use kit::Rulebook;

pub use maps::maps;
pub use playable::{PLAYABLE, playable};
pub use players::{duel, luck, player, players, watcher};

/// Every game, in the order in which they are shown.
pub static GAMES: &[&Rulebook] = &[
    &mars::RULEBOOK,
    &stalingrad::RULEBOOK,
    &eastfront::RULEBOOK,
    &battleline::RULEBOOK,
    &skirmish::RULEBOOK,
];

/// The game with this name.
pub fn game(name: &str) -> Option<&'static Rulebook> {
    GAMES.iter().find(|game| game.name == name).copied()
}
