//! What a side sees of a game, ready to be drawn by whoever knows no game.
//!
//! A board of hexes comes from the game's [`crate::map::HexMap`] and never changes; a table measured in millimetres
//! comes with the view ([`Ground`]). Counters, marks and arrows lie on either.

mod counter;
mod ground;
mod hint;
mod objective;
mod outlook;
mod overlay;
mod roll_call;

use serde::Serialize;

pub use counter::{Back, Badge, Branch, Counter, Echelon, Figure, Tone};
pub use ground::{Area, AreaKind, Figurine, Ground, Miniature, Spot, WallOpening, Wear};
pub use hint::{Hint, HintKind};
pub use objective::{Beside, Goal, Objective};
pub use outlook::{Freehand, Outlook, Sighting, Standpoint, WayStage};
pub use overlay::{HexNote, LineLook, Look, Overlay, PatchLook, TableLine, TablePatch, Trace};
pub use roll_call::{Called, RollCall};

use crate::{Game, Outcome, Prompt, Seat, Status};

/// A game as one viewer may see it.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct View {
    /// The moment: turn, phase.
    pub moment: String,
    /// The turn by number, for going back and forth by turns; 0 before the first.
    pub turn: u16,
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
    /// Who strikes at what, as far as it is declared.
    pub arrows: Vec<Arrow>,
    /// The table, where the game is not played on hexes.
    pub ground: Option<Ground>,
    /// What whoever decides can decide about any point or heading of that table.
    pub freehand: Vec<Freehand>,
    /// The account of points, line by line.
    pub score: Vec<ScoreLine>,
    /// The places that are fought for.
    pub objectives: Vec<Objective>,
    /// What each side has and what it lacks.
    pub goals: Vec<Goal>,
    /// How it went beside history, where the scenario knows that.
    pub history: Vec<Beside>,
}

impl View {
    /// Who decides what, or how it ended; all else is the game's to add: `View { counters, ..View::of(game) }`.
    pub fn of<G: Game>(game: &G) -> Self {
        let (deciding, outcome) = match game.status() {
            Status::Deciding(seat) => (Some(seat), None),
            Status::Over(outcome) => (None, Some(outcome)),
        };
        Self { deciding, outcome, prompt: deciding.map(|_| game.prompt()), ..Self::default() }
    }
}

/// Something on a hex that is no counter.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Mark {
    /// The hex.
    pub hex: String,
    /// What it is.
    pub words: String,
    /// What kind of thing.
    pub kind: MarkKind,
    /// Whose, if it is somebody's.
    pub seat: Option<Seat>,
}

impl Mark {
    /// Something to know about a hex.
    pub fn new(hex: impl Into<String>, words: impl Into<String>, kind: MarkKind) -> Self {
        Self { hex: hex.into(), words: words.into(), kind, seat: None }
    }

    /// Says whose it is.
    #[must_use]
    pub const fn of(mut self, seat: Seat) -> Self {
        self.seat = Some(seat);
        self
    }
}

/// What a mark stands for, so that it can be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MarkKind {
    /// Something to know.
    #[default]
    Note,
    /// It changed hands.
    Control,
    /// It is attacked.
    Target,
    /// Something must still be done about it.
    Duty,
    /// What is in hand stands here.
    InHand,
}

/// From somebody who strikes to what is struck at.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Arrow {
    /// The hex it comes from.
    pub from: String,
    /// The hex it points at.
    pub to: String,
    /// Whose it is.
    pub seat: Seat,
    /// Who meets whom.
    pub words: String,
    /// A word or two to stand at its head, such as the odds; may be empty.
    pub label: String,
    /// Which of the reports about the odds is about it, counted from 0.
    pub report: Option<u16>,
}

/// A line of the account of points.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
