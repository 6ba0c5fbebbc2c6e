//! The maps: the whole city, and the steelworks of the learning scenario.

use kit::{content::DataFile, map::HexSet};

/// A set of hexes of either map.
pub type Hexes = HexSet<7>;

/// The neighbours of whole sets of hexes.
pub type Neighbours = kit::map::Neighbours<7>;

/// The maps of the game, the whole city first.
pub static MAPS: &[DataFile<'static>] =
    &[kit::data_file!("city", "data/map.toml"), kit::data_file!("learning", "data/learning-map.toml")];
