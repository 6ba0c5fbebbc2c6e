//! The map compiler: geography onto hexes.
//!
//! Points, lines and polygons in latitude and longitude (`GeoJSON`), a description of the grid and a small file of
//! overrides become the text of a [`kit::map::HexMap`]. Places go to the hex with the nearest centre, areas to the
//! hexes whose centre they hold, roads and rails to links between neighbours, rivers to the sides between hexes.
//!
//! A grid may ask for hexes to be judged at the place in them, for what lies between two such anchors, and for roads
//! that go straight from hex to hex.
//!
//! This is a tool, not a rule: it reckons in floating point. Its result is committed, and a test compares.
#![allow(
    clippy::float_arithmetic,
    reason = "projections are no rules; what they give is committed and compared"
)]

mod anchors;
mod compile;
mod error;
mod geography;
mod grid;
mod lines;
mod overrides;
mod plane;
mod rivers;
mod straight;

pub use compile::compile;
pub use error::Error;

/// A file as it is named in complaints, and its text.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Its name.
    pub file: &'a str,
    /// What stands in it.
    pub text: &'a str,
}
