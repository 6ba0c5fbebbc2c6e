//! What can be laid over the map on request: zones, supply, threats.

use serde::Serialize;

use crate::Seat;

/// Something laid over the map.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Overlay {
    /// Its short name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// How it is read, in a sentence.
    pub legend: String,
    /// The rules it shows.
    pub clauses: Vec<&'static str>,
    /// Hexes that it says something about.
    pub hexes: Vec<HexNote>,
    /// Lines over the map.
    pub traces: Vec<Trace>,
}

/// What an overlay says about a hex.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HexNote {
    /// The hex.
    pub hex: String,
    /// Whose matter it is.
    pub seat: Option<Seat>,
    /// How it is drawn.
    pub look: Look,
    /// How strong, from 0 to 100, where that makes a difference.
    pub level: u8,
    /// A word or two to stand in the hex; may be empty.
    pub label: String,
    /// What it is about, in a sentence.
    pub words: String,
}

/// How an overlay marks a hex.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// Hatched, every side in a direction of its own.
    #[default]
    Hatch,
    /// Hatched thinly: weaker than the full thing.
    Thin,
    /// Tinted by level.
    Tint,
    /// Where something comes from.
    Source,
    /// Where something is cut.
    Cut,
}

/// A line over the map.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Trace {
    /// Its hexes in order.
    pub hexes: Vec<String>,
    /// Whose it is.
    pub seat: Seat,
    /// What it is.
    pub words: String,
    /// Whether it leads where it should.
    pub whole: bool,
}
