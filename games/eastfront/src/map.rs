//! The maps: the whole front, and the gate of Smolensk for learning.

use kit::{content::DataFile, map::HexSet};

/// How many words of 64 hexes a set of hexes has.
pub const WORDS: usize = 35;

/// A set of hexes of either map.
pub type Hexes = HexSet<WORDS>;

/// The neighbours of whole sets of hexes.
pub type Neighbours = kit::map::Neighbours<WORDS>;

/// The maps of the game, the whole front first.
pub static MAPS: &[DataFile<'static>] =
    &[kit::data_file!("front", "data/map.toml"), kit::data_file!("smolensk-gate", "data/learning-map.toml")];
