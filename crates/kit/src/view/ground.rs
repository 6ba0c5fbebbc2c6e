//! A table measured in millimetres.

use serde::Serialize;

/// The table and what lies on it.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Ground {
    /// From west to east, in millimetres.
    pub width: u32,
    /// From north to south, in millimetres.
    pub depth: u32,
    /// Terrain, the lowest first.
    pub areas: Vec<Area>,
}

/// A piece of terrain.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Area {
    /// What it is in the game's own words: `wood`.
    pub name: String,
    /// How it is drawn.
    pub kind: AreaKind,
    /// Corners, in millimetres from the north-west corner of the table: an outline, or the course of a line.
    pub points: Vec<(i32, i32)>,
    /// What is to be known about it; may be empty.
    pub words: String,
}

/// How a piece of terrain is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // the names say it
pub enum AreaKind {
    Open,
    Wood,
    Building,
    Ruin,
    Hill,
    Rough,
    Marsh,
    Water,
    Crater,
    Road,
    Stream,
    Wall,
    Hedge,
    Trench,
    Wire,
    Smoke,
}

/// Where a counter stands on the table: its middle and its base, in millimetres.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Spot {
    /// From the west edge.
    pub x: i32,
    /// From the north edge.
    pub y: i32,
    /// The width of its base across its facing.
    pub width: u32,
    /// The depth of its base along its facing.
    pub depth: u32,
}
