//! The attacks of a phase: a plan that is put together by clicks (`EAST-ATT-4`), and the combat in hand.

mod duties;
pub(crate) mod fight;
mod joining;
mod looks;
mod plan;

pub use fight::Fight;
pub(crate) use plan::Terms;
pub use plan::{Plan, Planned};

use kit::Report;

use crate::{
    battle::{AttackPhase, HouseRule, HouseRules},
    flow::{self, Declare},
    game::EastFront,
};

impl EastFront {
    /// The attacks of the phase.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The combat in hand.
    pub const fn fight(&self) -> &Fight {
        &self.fight
    }

    /// What judging an attack needs.
    pub(crate) fn terms(&self) -> Terms {
        let house = [
            (self.house.river_per_unit, HouseRule::H1),
            (self.house.all_attackers_on_ae, HouseRule::H3),
            (self.house.withdraw_on_d, HouseRule::H4),
        ];
        Terms {
            side: self.phasing,
            month: self.month(),
            weather: self.weather,
            phase: self.plan.phase,
            house: house
                .into_iter()
                .filter(|(plays, _)| *plays)
                .map(|(_, rule)| rule)
                .collect::<HouseRules>(),
            no_retreat: self.no_retreat,
        }
    }

    /// Phase C or E begins (`EAST-SEQ-3`): the player declares his attacks (`EAST-ATT-4`).
    pub(crate) fn begin_attacks(&mut self, phase: AttackPhase) {
        let terms = Terms { phase, ..self.terms() };
        self.plan = Plan::begin(&self.board, terms);
        self.flow.call(Declare);
    }

    /// The exact odds of the attacks that are declared, or of the one in hand.
    pub(crate) fn attack_odds(&self) -> Vec<Report> {
        flow::outlook::odds(self)
    }
}
