//! What can be laid over the map on request: zones, supply, threats.

use serde::Serialize;

use crate::{
    Seat,
    map::{Grid, HexSet},
};

/// Something laid over the map.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
    /// Parts of a table without hexes that it says something about.
    pub patches: Vec<TablePatch>,
    /// Lines over such a table.
    pub lines: Vec<TableLine>,
}

impl Overlay {
    /// One that says nothing yet: its short name and title, how it is read, and the rules it shows.
    pub fn new((name, title): (&str, &str), legend: impl Into<String>, clauses: &[&'static str]) -> Self {
        let (name, title, legend) = (name.to_owned(), title.to_owned(), legend.into());
        Self { name, title, legend, clauses: clauses.to_vec(), ..Self::default() }
    }

    /// Hatches the hexes of each side, the first set for the first seat.
    pub fn hatched<const WORDS: usize>(
        name_and_title: (&str, &str),
        legend: &str,
        clauses: &[&'static str],
        map: &Grid,
        sets: [HexSet<WORDS>; 2],
    ) -> Self {
        let note = |hex, seat| HexNote::new(map.number(hex).to_string(), seat, Look::Hatch, "");
        let notes =
            |(hexes, seat): (HexSet<WORDS>, u8)| hexes.into_iter().map(move |hex| note(hex, Seat(seat)));
        let hexes = sets.into_iter().zip(0..).flat_map(notes).collect();
        Self { hexes, ..Self::new(name_and_title, legend, clauses) }
    }
}

/// What an overlay says about a hex.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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

impl HexNote {
    /// How a hex is drawn, for whom, and why.
    pub fn new(hex: impl Into<String>, seat: Seat, look: Look, words: impl Into<String>) -> Self {
        Self { hex: hex.into(), seat: Some(seat), look, words: words.into(), ..Self::default() }
    }
}

/// How an overlay marks a hex.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
    /// A line is drawn along every side that it shares with such a hex of another seat.
    Border,
}

/// A line over the map.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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

/// What an overlay says about a part of a table.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TablePatch {
    /// Its corners, in millimetres from the north-west corner of the table.
    pub points: Vec<(i32, i32)>,
    /// Whose matter it is.
    pub seat: Option<Seat>,
    /// How it is drawn.
    pub look: PatchLook,
    /// A word or two to stand at its last corner; may be empty.
    pub label: String,
    /// What it is about, in a sentence.
    pub words: String,
}

/// How a part of a table is marked.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PatchLook {
    /// Darkened: out of sight.
    #[default]
    Dark,
    /// Darkened a little: hardly in sight.
    Dim,
    /// In danger.
    Danger,
    /// The nearest of three bands.
    Near,
    /// The middle one.
    Middle,
    /// The farthest.
    Far,
    /// Allowed, or asked for.
    Allowed,
}

/// A line over a table.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableLine {
    /// Its points in order, in millimetres from the north-west corner of the table.
    pub points: Vec<(i32, i32)>,
    /// Whose it is.
    pub seat: Option<Seat>,
    /// What it stands for.
    pub look: LineLook,
    /// A word or two to stand at its end; may be empty.
    pub label: String,
    /// What it is.
    pub words: String,
}

/// What a line over a table stands for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LineLook {
    /// Nothing of the below.
    #[default]
    Plain,
    /// Somebody sees along it.
    Sight,
    /// Something is in the way.
    Blocked,
    /// Fire goes along it.
    Fire,
    /// A link that holds.
    Link,
}
