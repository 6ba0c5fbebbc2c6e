//! What a run is: all that its results depend on, kept beside them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What a run is. Two runs with the same of everything but command and games play the same games.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The command that was typed.
    pub command: String,
    /// The version of the program.
    pub version: String,
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The sides.
    pub seats: Vec<String>,
    /// The scenario.
    pub scenario: String,
    /// House options, those of the patch included.
    pub options: BTreeMap<String, String>,
    /// Who played each side.
    pub bots: Vec<String>,
    /// The text of the patch; empty without one.
    pub patch: String,
    /// The seed of the first game; the others follow it one by one.
    pub seed: u64,
    /// How many games are asked for.
    pub games: u64,
}

impl Head {
    /// What makes another run out of this one, in words; nothing if it is the same or goes on with it.
    pub fn differs_from(&self, other: &Self) -> Option<String> {
        let words = |what: &str, here: &dyn std::fmt::Debug, there: &dyn std::fmt::Debug| {
            Some(format!("its {what} is {there:?}, not {here:?}"))
        };
        if self.game != other.game {
            words("game", &self.game, &other.game)
        } else if (&self.version, self.rules) != (&other.version, other.rules) {
            words("version", &(&self.version, self.rules), &(&other.version, other.rules))
        } else if self.scenario != other.scenario {
            words("scenario", &self.scenario, &other.scenario)
        } else if self.options != other.options {
            words("set of options", &self.options, &other.options)
        } else if self.bots != other.bots {
            words("list of players", &self.bots, &other.bots)
        } else if self.patch != other.patch {
            Some("it was made with another patch".into())
        } else if self.seed != other.seed {
            words("first seed", &self.seed, &other.seed)
        } else {
            None
        }
    }
}
