//! Ranks on the board: whose CR counts, and who is linked to whom.

use kit::position::UnitId;

use crate::{charts::CrewEffect, game::Skirmish, nerve::Nerve, state::Flags};

impl Skirmish {
    /// SKIR-GEN-3: the CR of a unit's own leader; 0 for a crew of one.
    pub(crate) fn own_rank(&self, unit: UnitId) -> u8 {
        let (chart, state) = (self.board.chart(unit), self.board.unit(unit));
        let alone = chart.has_crew() && !state.is(Flags::ON_FOOT) && state.alive <= 1 && state.strength > 1;
        if alone { 0 } else { state.cr }
    }

    /// What a unit brings to its tests: CS and effective CR.
    pub(crate) fn nerve(&self, unit: UnitId) -> Nerve {
        Nerve { cs: self.board.chart(unit).cs, cr: self.own_rank(unit) }
    }

    /// SKIR-CRW-1: whether crew losses fix the readiness die at 1.
    pub(crate) fn is_slow_to_act(&self, unit: UnitId) -> bool {
        self.suffers(unit, CrewEffect::SlowToAct)
    }

    /// SKIR-CRW-1 to SKIR-CRW-4: whether a crew suffers from its losses so; crews on foot are infantry.
    pub(crate) fn suffers(&self, unit: UnitId, effect: CrewEffect) -> bool {
        let (chart, state) = (self.board.chart(unit), self.board.unit(unit));
        chart.has_crew()
            && !state.is(Flags::ON_FOOT)
            && self.board.rules.crew.hold(effect, state.strength, state.alive)
    }

    /// SKIR-TST-1: what a unit adds to its readiness die; SKIR-R4 as a house rule.
    pub(crate) fn readiness_bonus(&self, unit: UnitId) -> u8 {
        let Nerve { cs, cr } = self.nerve(unit);
        let literal = self.house.rt_literal && self.board.side(unit) == self.first;
        if literal { cs } else { cs + cr }
    }
}
