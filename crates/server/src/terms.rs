//! What the players of a game have agreed on beside its rules: what an open seat promises, and how long a decision may
//! take.

use serde::{Deserialize, Serialize};

use crate::error::Failure;

/// The longest words of an offer, in characters.
const LONGEST: usize = 100;
/// The longest time for a decision: a month.
const MOST_SECONDS: u64 = 31 * 86_400;

/// What becomes of a decision that is not made in time.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Late {
    /// Who is late gives the game up.
    #[default]
    Resign,
    /// The weakest program makes this one decision for him.
    Program,
}

/// How long a decision may take.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct TimeLimit {
    /// Seconds for each decision.
    pub seconds: u64,
    /// What becomes of one that is not made in time.
    #[serde(default)]
    pub late: Late,
}

/// What was agreed on.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Terms {
    /// What whoever offers a seat says about it.
    #[serde(default)]
    pub words: String,
    /// How long a decision may take.
    #[serde(default)]
    pub time: Option<TimeLimit>,
}

impl Terms {
    /// Terms that somebody asks for.
    pub fn asked(words: Option<&str>, time: Option<TimeLimit>) -> Result<Self, Failure> {
        let words = words.unwrap_or_default().trim();
        if words.chars().count() > LONGEST || words.contains(char::is_control) {
            return Err(Failure::malformed("an offer says what it has to say in one line of 100 letters"));
        }
        if time.is_some_and(|time| !(1..=MOST_SECONDS).contains(&time.seconds)) {
            return Err(Failure::malformed("a decision may take a second at least and a month at most"));
        }
        Ok(Self { words: words.to_owned(), time })
    }

    /// As they are stored: nothing where nothing was agreed on.
    pub fn write(&self) -> String {
        if *self == Self::default() { String::new() } else { serde_json::to_string(self).unwrap_or_default() }
    }

    /// As they were stored.
    pub fn read(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }
}
