//! The one list of games.

mod players;

use std::sync::LazyLock;

use kit::{Rulebook, any::Playable};

use players::{Entry, playable_game};
pub use players::{batch, coach, duel, duel_between, luck, player, players, spec, watcher, weights};

/// Every game, in the order in which they are shown. A new game is a line here.
static ENTRIES: &[Entry] = &[
    playable_game::<mars::game::Mars>(),
    playable_game::<stalingrad::game::Stalingrad>(),
    playable_game::<eastfront::EastFront>(),
    playable_game::<battleline::game::Battleline>(),
    playable_game::<skirmish::game::Skirmish>(),
    playable_game::<ford::Ford>(),
];

/// The rulebooks of all games.
pub static GAMES: LazyLock<Vec<&'static Rulebook>> =
    LazyLock::new(|| ENTRIES.iter().map(|entry| (entry.rulebook)()).collect());

/// The games that can be played from the first decision to the last.
pub static PLAYABLE: LazyLock<Vec<&'static dyn Playable>> =
    LazyLock::new(|| ENTRIES.iter().filter_map(|entry| entry.playable).collect());

/// The game with this name.
pub fn game(name: &str) -> Option<&'static Rulebook> {
    GAMES.iter().find(|game| game.name == name).copied()
}

/// The playable game with this name.
pub fn playable(name: &str) -> Option<&'static dyn Playable> {
    PLAYABLE.iter().find(|game| game.name() == name).copied()
}
