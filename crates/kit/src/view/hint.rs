//! What a decision looks like before it is made.

use serde::Serialize;

/// How a decision can be shown before it is made. Everything may be left out.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Hint {
    /// The words for its button; empty: its notation.
    pub label: String,
    /// What kind of decision it is.
    pub kind: HintKind,
    /// The hexes it leads through, first and last included.
    pub path: Vec<String>,
    /// What has been spent at each of them but the first, where that is told: `1½`.
    pub spent: Vec<String>,
    /// Where the counter in hand will face, in degrees clockwise from north, where that is what is decided.
    pub facing: Option<u16>,
    /// Where it is on a table without hexes, if it names no point itself: a wall, a window.
    pub spot: Option<(i32, i32)>,
    /// What it costs or brings, in a few words: `2½ of 4 hexes`.
    pub note: String,
    /// Whether dice follow at once, so that it cannot be taken back.
    pub rolls: bool,
}

impl Hint {
    /// Only the words for its button.
    pub fn new(label: impl Into<String>) -> Self {
        Self { label: label.into(), ..Self::default() }
    }

    /// Words and kind.
    pub fn of(kind: HintKind, label: impl Into<String>) -> Self {
        Self { kind, ..Self::new(label) }
    }
}

/// Kinds of decisions that look different.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum HintKind {
    /// Nothing of the below.
    #[default]
    Plain,
    /// Takes something in hand.
    Pick,
    /// Goes there.
    Go,
    /// Goes there and must stop.
    Stop,
    /// Goes there at a price or a risk, which the note names.
    Price,
    /// Strikes there.
    Strike,
    /// Takes something back that was put together.
    Back,
    /// Ends a step in which more could be done.
    End,
    /// Throws away what was put together.
    Discard,
}
