//! What a side sees of a game.

use serde::Serialize;

use crate::{Outcome, Prompt, Seat};

/// A game as one viewer may see it.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct View {
    /// The moment: turn, phase.
    pub moment: String,
    /// Whose decision it is; nobody's when it is over.
    pub deciding: Option<Seat>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// What is being decided.
    pub prompt: Option<Prompt>,
    /// The counters.
    pub counters: Vec<Counter>,
    /// Marks on hexes: control, battles.
    pub marks: Vec<Mark>,
    /// The account of points, line by line.
    pub score: Vec<ScoreLine>,
}

/// A counter on or beside the map.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Counter {
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub seat: Seat,
    /// The hex it is in, or the box beside the map.
    pub place: String,
    /// Its factors as printed: `6-6`.
    pub factors: String,
    /// The kind of unit, for its symbol.
    pub kind: String,
    /// Its size, for its symbol.
    pub size: String,
    /// Its statuses in words.
    pub statuses: Vec<String>,
}

/// Something on a hex that is no counter.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Mark {
    /// The hex.
    pub hex: String,
    /// What it is.
    pub words: String,
}

/// A line of the account of points.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct ScoreLine {
    /// Whose points.
    pub seat: Seat,
    /// How many.
    pub points: i32,
    /// What for.
    pub words: String,
    /// By which rule.
    pub clause: &'static str,
}
