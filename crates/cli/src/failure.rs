//! What can go wrong, for people.

use std::{fmt, io};

use kit::{Problem, Rulebook};

/// Why a command has no answer.
pub enum Failure {
    /// A name that nothing has: what kind of thing, the name, what there is.
    Unknown { what: &'static str, name: String, known: Vec<String> },
    /// A file that cannot be read.
    File { name: String, error: io::Error },
    /// A file that is too large or no text.
    NotASituation { name: String, why: String },
    /// A question without an answer.
    Problem(Problem),
    /// Arguments that do not go together.
    Usage(String),
    /// A finished chapter with a rule that nothing names; the report has said which.
    Gaps,
}

impl Failure {
    /// The game with this name, or what to do instead.
    pub fn game(name: &str) -> Result<&'static Rulebook, Self> {
        registry::game(name).ok_or_else(|| {
            let known = registry::GAMES.iter().map(|game| game.name.to_owned()).collect();
            Self::Unknown { what: "game", name: name.to_owned(), known }
        })
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { what, name, known } => {
                let name: String = name.chars().take(60).collect();
                write!(f, "there is no {what} `{name}`; there are: {}", known.join(", "))
            }
            Self::File { name, error } => write!(f, "cannot use {name}: {error}"),
            Self::NotASituation { name, why } => write!(f, "{name} is no situation: {why}"),
            Self::Problem(problem) => problem.fmt(f),
            Self::Usage(words) => f.write_str(words),
            Self::Gaps => f.write_str("there are gaps"),
        }
    }
}
