//! A3 and B5, first half: attacks are put together freely and judged as a whole (MARS-SEQ-3, MARS-ATT-10).

use kit::{Fact, Journal, Prompt, Refusal, Report, inquiry};

use super::{enter, event, list, numbers, out_of_place, recovery};
use crate::{
    action::Action,
    allocation::{Battling, Planned},
    battle::{Battle, board::Meeting, situation::DieIndex},
    flow::Step,
    fortification,
    game::Mars,
    roster::Units,
    units::Side,
};

pub(super) fn prompt(game: &Mars) -> Prompt {
    let clauses: &[&str] = &["MARS-SEQ-3", "MARS-ATT-8", "MARS-ATT-10"];
    let plan = &game.plan;
    if plan.is_empty() {
        return Prompt::new("who attacks what?", clauses);
    }
    if !plan.unmet().is_empty() {
        let words =
            format!("{} must be attacked too before the attacks can be bound", numbers(game, plan.unmet()));
        return Prompt::new(words, &["MARS-ATT-6", "MARS-ATT-8"]);
    }
    let words = if plan.is_legal() {
        "who attacks what? The attacks so far can be bound"
    } else {
        "who attacks what? An attack so far has odds that are too low"
    };
    Prompt::new(words, clauses)
}

/// What judging a planned battle needs.
pub(crate) fn battling(game: &Mars) -> Battling {
    Battling {
        side: game.phasing,
        turn: game.turn,
        options: game.house.of_battle(DieIndex::BySide),
        supplies: game.plan.supplies(),
    }
}

pub(super) fn actions(game: &Mars, out: &mut Vec<Action>) {
    let (plan, field) = (&game.plan, &game.field);
    out.push(Action::Pass);
    if !plan.is_empty() && plan.is_legal() {
        out.push(Action::Commit);
    }
    plan.each_attack(field, |unit, hex| out.push(Action::Attack(unit, hex)));
    plan.each_inclusion(field, |new, known| out.push(Action::Include(new, known)));
    for battle in plan.battles() {
        out.push(Action::Drop(battle.targets()[0]));
        out.extend(battle.attackers.iter().map(Action::Release));
    }
}

pub(super) fn check(game: &Mars, action: Action) -> Result<(), Refusal> {
    let (plan, field) = (&game.plan, &game.field);
    match action {
        Action::Pass => Ok(()),
        Action::Commit if plan.is_empty() => {
            Err(Refusal::new("MARS-ATT-8", "there is no attack to bind; pass if nobody is to attack"))
        }
        Action::Commit => plan.check_legal(field, battling(game)),
        Action::Attack(unit, hex) => plan.check_attack(field, game.phasing, unit, hex),
        Action::Include(new, known) => {
            plan.check_inclusion(field, new, known)?;
            named_by_first(game, known)
        }
        Action::Release(unit) if plan.battles().iter().any(|battle| battle.attackers.contains(unit)) => {
            Ok(())
        }
        Action::Release(unit) => {
            let words = format!("{unit} is in no battle that could let it go");
            Err(Refusal::new("MARS-ATT-10", words).because_of(unit.name()))
        }
        Action::Drop(hex) => named_by_first(game, hex),
        _ => Err(out_of_place(game, action)),
    }
}

/// A battle goes by the first hex that was attacked in it.
pub(super) fn named_by_first(game: &Mars, hex: kit::map::HexId) -> Result<(), Refusal> {
    let number = game.theatre().name(hex);
    let Some(battle) = game.plan.battle_at(hex) else {
        return Err(Refusal::new("MARS-ATT-10", format!("{number} is not attacked")).because_of(number));
    };
    let first = game.plan.battles()[battle].targets()[0];
    if first == hex {
        return Ok(());
    }
    let words =
        format!("the battle that includes {number} goes by its first hex, {}", game.theatre().name(first));
    Err(Refusal::new("MARS-ATT-10", words).because_of(game.theatre().name(first)))
}

pub(super) fn perform<J: Journal>(game: &mut Mars, action: Action, journal: &mut J) {
    let battling = battling(game);
    match action {
        Action::Attack(unit, hex) => game.plan.attack(&game.field, unit, hex, battling),
        Action::Include(new, known) => game.plan.include(&game.field, new, known, battling),
        Action::Release(unit) => game.plan.release(&game.field, unit, battling),
        Action::Drop(hex) => game.plan.drop_battle(&game.field, hex, battling),
        Action::Pass => {
            game.plan.drop_all();
            commit(game, journal);
        }
        Action::Commit => commit(game, journal),
        _ => {}
    }
}

/// The allocation is bound. Attackers leave their fortifications (MARS-FOR-4). In the German player-turn those who are
/// not attacked recover now (MARS-SEQ-8, MARS-R12).
pub(super) fn commit<J: Journal>(game: &mut Mars, journal: &mut J) {
    let attackers = game.plan.battles().iter().fold(Units::NONE, |all, battle| all | battle.attackers);
    attackers.iter().for_each(|unit| fortification::leave_to_attack(&mut game.field, unit));
    for battle in game.plan.battles() {
        journal.tell(|| {
            let targets: Vec<&str> = battle.targets().iter().map(|&hex| game.theatre().name(hex)).collect();
            let words = format!("{} will be attacked by {}", targets.join(" and "), list(battle.attackers));
            event(game, "MARS-ATT-8", words, battle.targets())
        });
    }
    if game.phasing == Side::German {
        recovery::of_unattacked_russians(game, journal);
    }
    game.plan.bind(&game.field);
    enter(game, Step::Battles, journal);
}

/// The odds of every planned battle.
pub(super) fn odds(game: &Mars) -> Vec<Report> {
    let battles = game.plan.battles().iter();
    battles.filter_map(|battle| report(game, battle, &battling(game).meeting(battle))).collect()
}

/// The odds of a battle, with who meets whom.
pub(super) fn report(game: &Mars, battle: &Planned, meeting: &Meeting<'_>) -> Option<Report> {
    let situation = meeting.situation(&game.field);
    let mut report = inquiry::report::<Battle>(&situation, inquiry::Throwing::Nothing).ok()?;
    let targets: Vec<&str> = battle.targets().iter().map(|&hex| game.theatre().name(hex)).collect();
    let words = format!("{} against {}", list(meeting.attackers), targets.join(" and "));
    report.facts.insert(0, Fact::new("battle", words, "MARS-ATT-4"));
    Some(report)
}
