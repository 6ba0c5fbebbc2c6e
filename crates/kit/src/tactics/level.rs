//! How good a player is, and whose weights a position is judged by.

use std::hash::{Hash, Hasher};

/// How good a player is, the weakest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Anything that is allowed.
    Random,
    /// Anything that is neither hopeless nor leaves what must be held.
    Recruit,
    /// What is worth most by exact odds.
    Regular,
    /// Whole turns played forward.
    Veteran,
    /// The same further, and with a judgement of his own; only where a game [has one](crate::Tactics::has_general).
    General,
}

impl Level {
    /// All of them by name.
    pub const ALL: [(&'static str, Self); 5] = [
        ("random", Self::Random),
        ("recruit", Self::Recruit),
        ("regular", Self::Regular),
        ("veteran", Self::Veteran),
        ("general", Self::General),
    ];

    /// All names; `has_general` says whether the strongest is among them.
    pub fn names(has_general: bool) -> impl Iterator<Item = &'static str> {
        let levels = Self::ALL.into_iter().filter(move |(_, level)| has_general || *level != Self::General);
        levels.map(|(name, _)| name)
    }
}

/// Whose weights a position is judged by. A state keeps it beside the position and says of it what [`WeightSets`] have for it.
///
/// It is no part of the position: it counts neither in a hash nor when two are compared.
///
/// [`WeightSets`]: super::WeightSets
#[derive(Clone, Copy, Debug)]
pub struct Judge(pub Level);

impl Default for Judge {
    fn default() -> Self {
        Self(Level::Regular)
    }
}

impl PartialEq for Judge {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Judge {}

impl Hash for Judge {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
