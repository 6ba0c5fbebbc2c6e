//! No, and why.

use std::fmt;

use serde::Serialize;

use crate::{Clause, CounterId};

/// Why the rules do not allow something: the clause, the facts of this case, and who or what is responsible.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Refusal {
    /// The rule; empty where no game's rule decides, as when the game is over.
    #[serde(serialize_with = "clause_id")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub clause: Clause,
    /// One sentence with the facts of this case.
    pub reason: String,
    /// Whether it only says that something else is being asked.
    pub elsewhere: bool,
    /// The units or hexes responsible, by name.
    pub responsible: Vec<String>,
    /// Those of them that are counters; filled in at the table.
    pub units: Vec<CounterId>,
    /// Those of them that are hexes; filled in at the table.
    pub hexes: Vec<String>,
}

fn clause_id<S: serde::Serializer>(clause: &Clause, target: S) -> Result<S::Ok, S::Error> {
    target.serialize_str(clause.0)
}

impl Refusal {
    /// Refused by `clause` because of `reason`.
    pub fn new(clause: &'static str, reason: impl Into<String>) -> Self {
        Self {
            clause: Clause(clause),
            reason: reason.into(),
            elsewhere: false,
            responsible: Vec::new(),
            units: Vec::new(),
            hexes: Vec::new(),
        }
    }

    /// It only says that something else is being asked.
    #[must_use]
    pub const fn elsewhere(mut self) -> Self {
        self.elsewhere = true;
        self
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
