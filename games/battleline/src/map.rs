//! The maps: four stretches of country, and hexes in sets (LINE-X-MAP-1).

use kit::map::{HexSet, MapSource};

/// The words of a set of hexes: no map of this game has more than 576.
pub const WORDS: usize = 9;

pub const MOST_HEXES: usize = Hexes::CAPACITY;

/// A set of hexes of any of the maps.
pub type Hexes = HexSet<WORDS>;

/// The map with this name, which its file has too.
macro_rules! map {
    ($name:literal) => {
        MapSource {
            name: $name,
            file: concat!("games/battleline/data/maps/", $name, ".toml"),
            text: include_str!(concat!("../data/maps/", $name, ".toml")),
        }
    };
}

/// The maps of the game, the learning scenario's first.
pub static MAPS: &[MapSource] = &[map!("learn"), map!("cannae"), map!("zama"), map!("cynoscephalae")];
