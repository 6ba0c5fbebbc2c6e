//! The maps: the whole front, and the gate of Smolensk for learning.

use kit::map::{HexSet, MapSource};

/// How many words of 64 hexes a set of hexes has.
pub const WORDS: usize = 35;

/// A set of hexes of either map.
pub type Hexes = HexSet<WORDS>;

/// The neighbours of whole sets of hexes.
pub type Neighbours = kit::map::Neighbours<WORDS>;

/// The maps of the game, the whole front first.
pub static MAPS: &[MapSource] = &[
    MapSource { name: "front", file: "data/map.toml", text: include_str!("../data/map.toml") },
    MapSource {
        name: "smolensk-gate",
        file: "data/learning-map.toml",
        text: include_str!("../data/learning-map.toml"),
    },
];
