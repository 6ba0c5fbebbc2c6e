//! The attacks of a phase as they are declared, and the combat in course (chapters ATT, RES and EXC).

use kit::{Arrow, Mark, Report};

use crate::{battle::AttackPhase, flow::Declare, game::EastFront};

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

    /// From everybody who attacks to what is attacked.
    #[expect(clippy::unused_self, reason = "until attacks are declared")]
    pub(crate) fn attack_arrows(&self) -> Vec<Arrow> {
        Vec::new()
    }

    /// What is attacked, and what must still be.
    #[expect(clippy::unused_self, reason = "until attacks are declared")]
    pub(crate) fn attack_marks(&self) -> Vec<Mark> {
        Vec::new()
    }

    /// The exact odds of the attacks that are declared.
    #[expect(clippy::unused_self, reason = "until attacks are declared")]
    pub(crate) fn attack_odds(&self) -> Vec<Report> {
        Vec::new()
    }
}
