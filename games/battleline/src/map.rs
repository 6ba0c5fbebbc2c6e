//! The maps: four stretches of country, and hexes in sets (LINE-X-MAP-1).

use kit::{content::DataFile, map::HexSet};

/// The words of a set of hexes: no map of this game has more than 576.
pub const WORDS: usize = 9;

pub const MOST_HEXES: usize = Hexes::CAPACITY;

/// A set of hexes of any of the maps.
pub type Hexes = HexSet<WORDS>;

/// The maps of the game, the learning scenario's first.
pub static MAPS: &[DataFile<'static>] = &[
    kit::data_file!("learn", "data/maps/learn.toml"),
    kit::data_file!("cannae", "data/maps/cannae.toml"),
    kit::data_file!("zama", "data/maps/zama.toml"),
    kit::data_file!("cynoscephalae", "data/maps/cynoscephalae.toml"),
];
