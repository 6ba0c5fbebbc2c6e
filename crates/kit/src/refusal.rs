//! No, and why.

use std::fmt;

use serde::Serialize;

use crate::Clause;

/// Why the rules do not allow something: the clause, the facts of this case, and who or what is responsible.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Refusal {
    /// The rule; empty where no game's rule decides, as when the game is over.
    #[serde(serialize_with = "clause_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub clause: Clause,
    /// One sentence with the facts of this case.
    pub reason: String,
    /// The units or hexes responsible.
    pub responsible: Vec<String>,
}

fn clause_id<S: serde::Serializer>(clause: &Clause, target: S) -> Result<S::Ok, S::Error> {
    target.serialize_str(clause.0)
}

impl Refusal {
    /// Refused by `clause` because of `reason`.
    pub fn new(clause: &'static str, reason: impl Into<String>) -> Self {
        Self { clause: Clause(clause), reason: reason.into(), responsible: Vec::new() }
    }

    /// Names who or what is responsible.
    #[must_use]
    pub fn because_of(mut self, who: impl Into<String>) -> Self {
        self.responsible.push(who.into());
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.clause.0 {
            "" => write!(f, "not allowed: {}", self.reason)?,
            clause => write!(f, "not allowed ({clause}): {}", self.reason)?,
        }
        if !self.responsible.is_empty() {
            write!(f, " [{}]", self.responsible.join(", "))?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}
