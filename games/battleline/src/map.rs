//! The maps: four stretches of country, and hexes in sets (LINE-X-MAP-1).

use kit::map::{HexSet, MapSource};

/// The most hexes a map of this game has.
pub const MOST_HEXES: usize = 576;

/// A set of hexes of any of the maps.
pub type Hexes = HexSet<{ MOST_HEXES / 64 }>;

/// The maps of the game, the learning scenario's first.
pub static MAPS: &[MapSource] = &[
    MapSource {
        name: "learn",
        file: "games/battleline/data/maps/learn.toml",
        text: include_str!("../data/maps/learn.toml"),
    },
    MapSource {
        name: "cannae",
        file: "games/battleline/data/maps/cannae.toml",
        text: include_str!("../data/maps/cannae.toml"),
    },
    MapSource {
        name: "zama",
        file: "games/battleline/data/maps/zama.toml",
        text: include_str!("../data/maps/zama.toml"),
    },
    MapSource {
        name: "cynoscephalae",
        file: "games/battleline/data/maps/cynoscephalae.toml",
        text: include_str!("../data/maps/cynoscephalae.toml"),
    },
];
