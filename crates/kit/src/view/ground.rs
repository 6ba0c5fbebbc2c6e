//! A table measured in millimetres.

use serde::Serialize;

use crate::{CounterId, Seat};

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
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
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
    /// Where the points are the course of a line: how wide it is, in millimetres.
    pub width: Option<u32>,
    /// How high its upper side lies above the table, in millimetres.
    pub height: u32,
    /// How many floors it has; 0 where nobody can be inside.
    pub floors: u8,
    /// Its doors and windows.
    pub openings: Vec<WallOpening>,
    /// Whether it burns.
    pub burning: bool,
    /// Whose it is, where that matters: who laid it, who holds it.
    pub seat: Option<Seat>,
}

/// A hole in a wall.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WallOpening {
    /// From the west edge.
    pub x: i32,
    /// From the north edge.
    pub y: i32,
    /// The floor, 0 on the ground.
    pub floor: u8,
    /// Whether it is a door.
    pub door: bool,
}

/// How a piece of terrain is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // the names say it
pub enum AreaKind {
    #[default]
    Open,
    Field,
    Wood,
    /// Of stone or brick.
    Building,
    /// Of timber.
    Hut,
    Bunker,
    Ruin,
    Hill,
    Rough,
    Cliff,
    Marsh,
    Water,
    Crater,
    Road,
    Stream,
    Wall,
    Hedge,
    Trench,
    Sandbags,
    /// Heaped or planted against vehicles.
    Barrier,
    Wire,
    Mines,
    Smoke,
    /// No ground: a part of the table that is fought for or allowed.
    Zone,
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

/// What stands on the table for a counter.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Miniature {
    /// Its silhouette.
    pub figure: Figurine,
    /// Where its turret points, in degrees clockwise from north, if it has one.
    pub turret: Option<u16>,
    /// How far its barrel reaches from its middle, in millimetres; 0 without one.
    pub barrel: u16,
    /// The counter that it belongs to, where that has several.
    pub of: Option<CounterId>,
    /// The floor of the building it is in, 0 on the ground.
    pub floor: u8,
    /// How it looks.
    pub wear: Wear,
}

/// Silhouettes from above.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // the names say it
pub enum Figurine {
    #[default]
    Man,
    Commander,
    MachineGunner,
    Mortar,
    Gun,
    Tank,
    AssaultGun,
    ArmouredCar,
    HalfTrack,
    Truck,
    Car,
    Bike,
    /// No thing: where something will fall.
    Marker,
}

/// How whole a miniature is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Wear {
    /// As it should be.
    #[default]
    Whole,
    /// Nobody serves it.
    Left,
    /// A wreck.
    Wreck,
    /// It was seen here last, and may be elsewhere.
    Ghost,
}
