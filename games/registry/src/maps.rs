//! The maps of the games.

use kit::map::MapSource;

/// The maps of a game, the usual one first.
pub fn maps(game: &str) -> &'static [MapSource] {
    match game {
        "battleline" => battleline::MAPS,
        "mars" => mars::MAPS,
        _ => &[],
    }
}
