//! The attacks of a phase as they are declared, and the combat in course (chapters ATT, RES and EXC).

use kit::Report;

use crate::{flow::Declare, game::EastFront, battle::AttackPhase};

/// The attacks that are declared in a phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Plan {
    /// The phase: C or E.
    pub(crate) phase: AttackPhase,
}

impl Plan {
    /// Nothing is declared.
    pub const EMPTY: Self = Self { phase: AttackPhase::Prepared };
}

/// The combat in course.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fight;

impl Fight {
    /// None.
    pub const NONE: Self = Self;
}

impl EastFront {
    /// Phase C or E begins (`EAST-SEQ-3`): the player declares his attacks (`EAST-ATT-4`).
    pub(crate) fn begin_attacks(&mut self, phase: AttackPhase) {
        self.plan = Plan { phase };
        self.flow.call(Declare);
    }

    /// The exact odds of the attacks that are declared.
    pub(crate) fn attack_odds(&self) -> Vec<Report> {
        Vec::new()
    }
}
