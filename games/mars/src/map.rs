//! The maps: the Rzhev salient, and the learning scenario's stretch of the Vazuza.

use kit::map::{HexSet, MapSource};

/// A set of hexes of either map.
pub type Hexes = HexSet<6>;

/// The neighbours of whole sets of hexes.
pub type Neighbours = kit::map::Neighbours<6>;

pub const MOST_HEXES: usize = Hexes::CAPACITY;

/// The maps of the game, the historical one first.
pub static MAPS: &[MapSource] = &[
    MapSource {
        name: "historical",
        file: "games/mars/data/map.toml",
        text: include_str!("../data/map.toml"),
    },
    MapSource {
        name: "learning",
        file: "games/mars/data/learning-map.toml",
        text: include_str!("../data/learning-map.toml"),
    },
];
