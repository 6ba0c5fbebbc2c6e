//! Names of rules.

use std::fmt;

/// The id of a clause or ruling in a game's ledger, such as `MARS-ODD-2`.
///
/// Code, tests, refusals and reckonings cite rules by it; a check of the repository makes sure that every
/// cited id exists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Clause(pub &'static str);

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
