//! What the game is about: places that are fought for, what each side still lacks, and how history went.

use serde::Serialize;

use crate::Seat;

/// A place that counts, for the map.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Objective {
    /// Its name.
    pub name: String,
    /// The hexes that belong to it.
    pub hexes: Vec<String>,
    /// Where its worth is shown on a table without hexes, in millimetres from the north-west corner.
    pub spot: Option<(i32, i32)>,
    /// What it is worth, short enough for a badge: `5`.
    pub worth: String,
    /// Who holds it, if anybody does.
    pub holder: Option<Seat>,
    /// What it takes to hold it, and for whom it counts.
    pub words: String,
    /// By which rule.
    pub clause: &'static str,
}

/// How far a side is on its way to victory.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Goal {
    /// Whose.
    pub seat: Seat,
    /// What it has.
    pub have: i32,
    /// What it needs, where that is a number.
    pub need: Option<i32>,
    /// What is missing, in a few words.
    pub words: String,
}

/// A figure of the game beside that of history, as of the last turn that is over.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Beside {
    /// Whose.
    pub seat: Seat,
    /// What is counted.
    pub words: String,
    /// In this game.
    pub here: i32,
    /// In history.
    pub history: i32,
}
