//! What can go wrong, for people.

use std::{fmt, io};

use kit::{Problem, RecordError, Rulebook, SetupError, any::Playable};

/// The games that can be played.
pub type Shelf = &'static [&'static dyn Playable];

/// Why a command has no answer.
pub enum Failure {
    /// A name that nothing has: what kind of thing, the name, what there is.
    Unknown { what: &'static str, name: String, known: Vec<String> },
    /// A file that cannot be read.
    File { name: String, error: io::Error },
    /// A file that is too large or something else than it should be.
    NotA { what: &'static str, name: String, why: String },
    /// A question without an answer.
    Problem(Problem),
    /// Arguments that do not go together.
    Usage(String),
    /// A game that cannot be set up as it is wanted.
    Setup(SetupError),
    /// What was looked for was found, a gap or a fault; the page has said it all.
    Found,
    /// A record with a fault: the file, the fault, and how many decisions before it are sound.
    Record { name: String, error: RecordError, sound: usize },
}

impl Failure {
    /// The game with this name, or what to do instead.
    pub fn game(name: &str) -> Result<&'static Rulebook, Self> {
        registry::game(name).ok_or_else(|| {
            let known = registry::GAMES.iter().map(|game| game.name.to_owned()).collect();
            Self::Unknown { what: "game", name: name.to_owned(), known }
        })
    }

    /// The playable game with this name, or what to do instead.
    pub fn playable(shelf: Shelf, name: &str) -> Result<&'static dyn Playable, Self> {
        shelf.iter().find(|game| game.name() == name).copied().ok_or_else(|| {
            let known = shelf.iter().map(|game| game.name().to_owned()).collect();
            Self::Unknown { what: "playable game", name: name.to_owned(), known }
        })
    }

    /// Which exit code it has: 1 where the question was answered and the answer is bad news, else 2.
    pub fn code(&self) -> u8 {
        if matches!(self, Self::Found | Self::Record { .. }) { 1 } else { 2 }
    }
}

impl From<SetupError> for Failure {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

/// No list of what there is says more than so many names.
const MOST_KNOWN: usize = 30;

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { what, name, known } => {
                let name: String = name.chars().take(60).collect();
                let shown = known.len().min(MOST_KNOWN);
                write!(f, "there is no {what} `{name}`; there are: {}", known[..shown].join(", "))?;
                if known.len() > shown { write!(f, ", and {} more", known.len() - shown) } else { Ok(()) }
            }
            Self::File { name, error } => write!(f, "cannot use {name}: {error}"),
            Self::NotA { what, name, why } => write!(f, "{name} is no {what}: {why}"),
            Self::Problem(problem) => {
                problem.fmt(f)?;
                let is_short =
                    matches!(problem, Problem::Content(_)) && problem.to_string().contains("missing field");
                if is_short {
                    f.write_str(
                        "\n`--example` prints a whole question to change, `--schema` explains every field.",
                    )?;
                }
                Ok(())
            }
            Self::Usage(words) => f.write_str(words),
            Self::Setup(error) => error.fmt(f),
            Self::Found => f.write_str("there are faults"),
            Self::Record { name, error, sound } => {
                write!(f, "{name}, {error}\nThe {sound} decisions before that line are sound; ")?;
                f.write_str("`--keep FILE` writes them to a file of their own.")
            }
        }
    }
}
