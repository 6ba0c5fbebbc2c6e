//! Which rules decide an aftermath.

use super::{Aftermath, Battle, Mountains};
use crate::results::{Cause, CombatResult};

/// Clauses in the order in which they are first cited.
#[derive(Default)]
struct Cited(Vec<&'static str>);

impl Cited {
    fn cite(&mut self, clause: &'static str) {
        if !self.0.contains(&clause) {
            self.0.push(clause);
        }
    }
}

/// The rules that lead from the table to this aftermath, whichever face of the die brings it.
pub(super) fn clauses(battle: &Battle, aftermath: &Aftermath) -> Vec<&'static str> {
    let mut cited = Cited::default();
    cited.cite(aftermath.result.clause());
    if battle.is_empty_city() {
        cited.cite("EAST-TER-22");
    }
    for rolled in (1..=6).map(|face| battle.read_table(face)) {
        if battle.resolve(rolled) == *aftermath {
            cite_changes(&mut cited, battle, rolled, aftermath);
        }
    }
    match aftermath.result {
        CombatResult::Exchange => cited.cite("EAST-EXC-2"),
        result if battle.rules.effect(result).costs_attackers() => {
            cited.cite(if battle.all_attackers_on_ae { "EAST-H3" } else { "EAST-RES-13" });
        }
        CombatResult::Dispersal if battle.may_withdraw_on_d => cited.cite("EAST-H4"),
        _ => {}
    }
    if aftermath.voluntary.is_some() {
        cited.cite("EAST-EXC-8");
    }
    if battle.advance(aftermath).is_some() {
        cited.cite("EAST-ADV-3");
    }
    cited.0
}

impl Battle {
    /// The rule that makes an aftermath of another result than the one rolled.
    pub(crate) fn clause_of_change(&self, rolled: CombatResult, aftermath: &Aftermath) -> &'static str {
        let mut cited = Cited::default();
        cite_changes(&mut cited, self, rolled, aftermath);
        cited.0.first().copied().unwrap_or("EAST-RES-14")
    }
}

/// What made another result of the one rolled.
fn cite_changes(cited: &mut Cited, battle: &Battle, rolled: CombatResult, aftermath: &Aftermath) {
    let read = battle.read_breakthrough(rolled);
    if read != rolled {
        cited.cite("EAST-RES-3");
    }
    let read = match read {
        CombatResult::Exchange if battle.mountains == Mountains::Refuses && !battle.is_empty_city() => {
            cited.cite("EAST-EXC-14");
            CombatResult::Withdrawal
        }
        CombatResult::Exchange if aftermath.result == CombatResult::AttackersEliminated => {
            cited.cite("EAST-EXC-3");
            return;
        }
        read => read,
    };
    if read == CombatResult::DefendersEliminated && aftermath.result == CombatResult::Breakthrough {
        battle.cause_of_breakthrough().into_iter().for_each(|cause| cited.cite(cause.clause()));
    }
    let causes = battle.defenders.iter().filter_map(|unit| battle.converts(read, battle.causes(unit, read)));
    causes.for_each(|(cause, _)| cited.cite(cause.clause()));
}

impl CombatResult {
    /// The rule that says what it does.
    pub(crate) const fn clause(self) -> &'static str {
        match self {
            Self::Breakthrough => "EAST-RES-2",
            Self::DefendersEliminated => "EAST-RES-4",
            Self::Retreat => "EAST-RES-5",
            Self::DispersedWithdrawal => "EAST-RES-6",
            Self::Withdrawal => "EAST-RES-7",
            Self::Dispersal => "EAST-RES-8",
            Self::Nothing => "EAST-RES-9",
            Self::Exchange => "EAST-RES-10",
            Self::DispersalAndLosses => "EAST-RES-12",
            Self::AttackersEliminated => "EAST-RES-11",
        }
    }
}

impl Cause {
    /// The rule that makes it one.
    const fn clause(self) -> &'static str {
        match self {
            Self::Surrounded => "EAST-CNV-1",
            Self::Overrun => "EAST-CNV-2",
            Self::NoRetreat => "EAST-NRO-2",
        }
    }
}
