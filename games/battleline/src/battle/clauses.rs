//! Which rules decide how a combat ended.

use super::{Battle, CaseState, CombatOutcome, DEFENDER, Fate};
use crate::charts::Struck;

/// The rules by which each unit came to its fate, whichever dice brought it there.
pub(super) fn clauses(battle: &Battle, end: &CaseState) -> Vec<&'static str> {
    let mut cited: Vec<&'static str> = Vec::new();
    for place in 0..battle.scene.fighters.len() {
        cited.extend(of_fate(battle, end, place));
        let rolled_for_leaders =
            end.fates[place] == Fate::Eliminated && !battle.scene.fighters[place].leaders.is_empty();
        cited.extend(rolled_for_leaders.then_some("LINE-X-CMD-6"));
    }
    let shaken = |by_rout: bool| {
        (0..battle.scene.bystanders.len())
            .any(|friend| end.shaken >> friend & 1 == 1 && battle.scene.is_passed(friend) == by_rout)
    };
    cited.extend(shaken(true).then_some("LINE-X-MOR-5"));
    cited.extend(shaken(false).then_some("LINE-X-RAM-1"));
    let mut once: Vec<&'static str> = Vec::new();
    for clause in cited {
        if !once.contains(&clause) {
            once.push(clause);
        }
    }
    once
}

/// The rules behind what has become of the unit at `place`.
fn of_fate(battle: &Battle, end: &CaseState, place: usize) -> Vec<&'static str> {
    let fighter = &battle.scene.fighters[place];
    let defends = place == DEFENDER;
    let pick = |defender, attacker| if defends { defender } else { attacker };
    // A rout by the die, by a failed Stand Test, or in place of a retreat without a safe hex.
    let why_it_runs = || {
        let stands = (defends && battle.fixed.stand.is_some()).then_some("LINE-X-MOR-3");
        let cut_off = (!fighter.retreat_is_safe).then_some(pick("LINE-RES-6", "LINE-RES-18"));
        stands.into_iter().chain(cut_off)
    };
    let mut clauses = Vec::new();
    match end.fates[place] {
        Fate::Steady => {}
        Fate::Evades => clauses.push("LINE-X-EVA-1"),
        Fate::Disrupted if !is_struck(battle, end, place) => clauses.push("LINE-X-RAM-1"),
        Fate::Disrupted => clauses.push(pick("LINE-RES-1", "LINE-RES-13")),
        Fate::Retreats => clauses.push(pick("LINE-RES-4", "LINE-RES-16")),
        Fate::Routs => {
            clauses.push(pick("LINE-RES-8", "LINE-RES-20"));
            clauses.extend(why_it_runs());
        }
        Fate::Rampages => {
            clauses.push("LINE-X-RAM-1");
            clauses.extend(why_it_runs());
        }
        Fate::Eliminated => {
            clauses.push(pick("LINE-RES-11", "LINE-RES-23"));
            let twice = fighter.troop.is_disrupted();
            clauses.extend(twice.then_some("LINE-CRT-6"));
            if !twice || battle.scene.house_rules.disrupt_literal {
                let without_way_out = match (fighter.stampede.is_some(), fighter.rout_is_safe) {
                    (true, _) => Some("LINE-X-RAM-1"),
                    (false, false) => Some(pick("LINE-RES-10", "LINE-RES-22")),
                    (false, true) => None,
                };
                clauses.extend(without_way_out);
            }
        }
    }
    clauses
}

/// Whether the result itself struck the unit at `place`; if not, elephants ran through it.
fn is_struck(battle: &Battle, end: &CaseState, place: usize) -> bool {
    let strikes = match end.outcome {
        Some(CombatOutcome::Applied(code)) => battle.scene.charts.result(code).strikes,
        _ => Struck::Attacker,
    };
    match strikes {
        Struck::Defender => place == DEFENDER,
        Struck::Attacker => {
            let all = battle.scene.house_rules.all_attackers_suffer;
            place == battle.lead || (all && place != DEFENDER)
        }
    }
}
