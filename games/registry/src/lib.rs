//! The one list of games.

use kit::Rulebook;

/// Every game, in the order in which they are shown.
pub static GAMES: &[&Rulebook] = &[&mars::RULEBOOK, &battleline::RULEBOOK];

/// The game with this name.
pub fn game(name: &str) -> Option<&'static Rulebook> {
    GAMES.iter().find(|game| game.name == name).copied()
}
