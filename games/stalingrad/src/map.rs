//! The maps: the whole city, and the steelworks of the learning scenario.

use kit::map::{HexSet, MapSource};

/// A set of hexes of either map.
pub type Hexes = HexSet<7>;

/// The neighbours of whole sets of hexes.
pub type Neighbours = kit::map::Neighbours<7>;

/// The maps of the game, the whole city first.
pub static MAPS: &[MapSource] = &[
    MapSource { name: "city", file: "data/map.toml", text: include_str!("../data/map.toml") },
    MapSource {
        name: "learning",
        file: "data/learning-map.toml",
        text: include_str!("../data/learning-map.toml"),
    },
];
