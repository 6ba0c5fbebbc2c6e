//! The maps: the Rzhev salient, and the learning scenario's stretch of the Vazuza.

use kit::{content::DataFile, map::HexSet};

/// A set of hexes of either map.
pub type Hexes = HexSet<6>;

/// The neighbours of whole sets of hexes.
pub type Neighbours = kit::map::Neighbours<6>;

pub const MOST_HEXES: usize = Hexes::CAPACITY;

/// The maps of the game, the historical one first.
pub static MAPS: &[DataFile<'static>] =
    &[kit::data_file!("historical", "data/map.toml"), kit::data_file!("learning", "data/learning-map.toml")];
