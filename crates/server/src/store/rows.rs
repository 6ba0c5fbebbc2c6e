//! What is stored, row by row.

use super::Print;
use crate::terms::Terms;

/// A game as it is stored, without its decisions.
#[derive(Clone, Default, Debug)]
pub struct GameRow {
    /// Its public name.
    pub id: String,
    /// Which game is played.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The scenario.
    pub scenario: String,
    /// The options, as JSON.
    pub options: String,
    /// The patch that makes it a variant, as a patch file; empty for the game as published.
    pub patch: String,
    /// The dice box, as JSON.
    pub dice: String,
    /// When it was set up, in seconds since 1970.
    pub created: u64,
    /// Whether it is over.
    pub over: bool,
    /// The last change that was no decision, and the revision at it.
    pub revision: u64,
    /// Who has resigned.
    pub resigned: Option<u8>,
    /// Which game and step it goes on from.
    pub forked: Option<String>,
    /// What was agreed on beside the rules, as JSON; empty where nothing was.
    pub terms: String,
    /// When the last open seat was taken, in seconds since 1970; none if there was no open seat, or there still is.
    pub begun: Option<u64>,
    /// Who sits where.
    pub seats: Vec<SeatRow>,
}

/// A seat as it is stored.
#[derive(Clone, Debug)]
pub struct SeatRow {
    /// `link`, `here`, `bot:SPEC` or `open`.
    pub who: String,
    /// What is kept of its secret.
    pub print: Option<Print>,
    /// What is kept of a new secret that nobody has used yet; until somebody does, the old one opens the seat too.
    pub next: Option<Print>,
    /// Where to tell that it is its turn.
    pub webhook: Option<String>,
    /// What the player calls himself; empty where he does not.
    pub player: String,
}

/// A decision as it is stored.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct StepRow {
    /// The revision that it made.
    pub revision: u64,
    /// Who decided.
    pub seat: u8,
    /// What.
    pub text: String,
    /// The dice, as a record writes them.
    pub dice: String,
    /// The hash of the state after it.
    pub hash: u64,
    /// When, in milliseconds since 1970; unknown in games of earlier versions.
    pub made: Option<u64>,
    /// What was told of it, as JSON; unknown in games of earlier versions.
    pub told: Option<String>,
}

/// A line as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TalkRow {
    /// Counted from 1 in each game.
    pub number: u64,
    /// Who.
    pub seat: u8,
    /// Seconds since 1970.
    pub said: u64,
    /// How many decisions stood then.
    pub step: u64,
    /// What; may be empty where it points at something.
    pub words: String,
    /// What it points at.
    pub at: Option<String>,
}

/// So many lines of the talk of a game are kept: the newest.
pub const KEPT_TALK: u64 = 500;

/// An open seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfferRow {
    /// The game.
    pub id: String,
    /// Which game is played.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// The seat.
    pub seat: u8,
    /// What was agreed on, as JSON.
    pub terms: String,
    /// When the game was set up, in seconds since 1970.
    pub created: u64,
    /// What the others at the table call themselves, one in a line.
    pub players: String,
}

/// A game in which somebody may be late.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimedRow {
    /// The game.
    pub id: String,
    /// What was agreed on, as JSON.
    pub terms: String,
    /// When the last decision was made or the game begun, in milliseconds since 1970.
    pub since: u64,
}

impl TimedRow {
    /// How long a decision may take; 0 for as long as one likes.
    pub fn seconds(&self) -> u64 {
        Terms::read(&self.terms).time.map_or(0, |time| time.seconds)
    }
}
