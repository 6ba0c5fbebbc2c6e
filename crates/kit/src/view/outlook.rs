//! What a decision about a table leads to, while somebody still points.

use serde::Serialize;

use super::{HintKind, TableLine};
use crate::{CounterId, Report};

/// What a decision leads to, allowed or not, by what its side knows.
#[derive(Clone, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Outlook {
    /// The way, corner by corner, in millimetres from the north-west corner of the table.
    pub way: Vec<(i32, i32)>,
    /// What has been spent so far, at each change of ground and at the end.
    pub stages: Vec<WayStage>,
    /// What it comes to, in a few words.
    pub note: String,
    /// Where its men or its model would stand.
    pub stands: Vec<Standpoint>,
    /// Who would see it go, and from where on.
    pub watchers: Vec<Sighting>,
    /// Whom it would see from its end.
    pub sees: Vec<CounterId>,
    /// Lines that pass and lines that fail.
    pub lines: Vec<TableLine>,
    /// The exact odds.
    pub report: Option<Report>,
}

/// The end of a part of a way.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WayStage {
    /// From the west edge, in millimetres.
    pub x: i32,
    /// From the north edge.
    pub y: i32,
    /// The ground and what it has cost so far: `crops, 12 of 18 cm`.
    pub words: String,
    /// Whether it is more than there is.
    pub beyond: bool,
}

/// Where something would stand.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Standpoint {
    /// From the west edge, in millimetres.
    pub x: i32,
    /// From the north edge.
    pub y: i32,
    /// Where it would face, in degrees clockwise from north.
    pub facing: u16,
    /// The width of its base across its facing.
    pub width: u32,
    /// The depth of its base along its facing.
    pub depth: u32,
}

/// Somebody comes into sight.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sighting {
    /// Who sees.
    pub unit: CounterId,
    /// What, from the west edge, in millimetres.
    pub x: i32,
    /// From the north edge.
    pub y: i32,
}

/// A decision that any point or heading of a table completes: more can be had than any list of choices has.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Freehand {
    /// What it does, for a button: `Go there`.
    pub label: String,
    /// The words of its notation that name nothing.
    pub verb: String,
    /// What kind of decision it is.
    pub kind: HintKind,
    /// The counters that it names, in order.
    pub units: Vec<CounterId>,
    /// The numbers that it names before and after those that are pointed at.
    pub numbers: Vec<u16>,
    /// The figure that is taken hold of for it, where it is about one of several: a man of a team.
    pub grip: Option<CounterId>,
    /// Whether a counter is to be shown, which it names after the others.
    pub target: bool,
    /// Whether a point is to be shown.
    pub point: bool,
    /// Whether a heading is to be shown: its place among the numbers.
    pub heading: Option<u8>,
    /// The heading that it begins with, in degrees clockwise from north.
    pub facing: u16,
    /// Where the heading is shown from, if no point is, in millimetres from the north-west corner.
    pub from: Option<(i32, i32)>,
    /// Whether a floor may follow as last number where the point lies in a building.
    pub floors: bool,
}
