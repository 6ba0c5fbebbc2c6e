//! A3 and B5, first half: attacks are put together freely and judged as a whole (MARS-SEQ-3, MARS-ATT-10).

use kit::Sums;

use super::{Step, recovery};
use crate::{battle, fortification, prelude::*};

/// Attacks are allocated (MARS-SEQ-3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Allocate;

/// What judging a planned battle needs.
pub(crate) fn battling(game: &Mars) -> Battling {
    Battling {
        side: game.phasing,
        turn: game.turn,
        options: game.house.of_battle(DieIndex::BySide),
        supplies: game.plan.supplies(),
    }
}

impl Decision<Mars> for Allocate {
    fn prompt(self, game: &Mars) -> Prompt {
        let plan = &game.plan;
        if !plan.unmet().is_empty() {
            let unmet = plan.unmet().iter().map(|hex| game.number(hex)).collect::<Vec<_>>().join(", ");
            let words = format!("{unmet} must be attacked too before the attacks can be resolved");
            return Prompt::new(words, &["MARS-ATT-6", "MARS-ATT-8"]);
        }
        let words = if plan.is_empty() {
            "who attacks what?"
        } else if plan.is_legal() {
            "who attacks what? The attacks so far can be resolved"
        } else {
            "who attacks what? An attack so far has odds that are too low"
        };
        Prompt::new(words, &["MARS-SEQ-3", "MARS-ATT-8", "MARS-ATT-10"])
    }

    fn choices(self, game: &Mars, out: &mut Vec<Action>) {
        let (plan, field) = (&game.plan, &game.field);
        out.push(Action::Pass);
        if !plan.is_empty() && plan.is_legal() {
            out.push(Action::Commit);
        }
        plan.any_attack(field, |unit, hex| {
            out.push(Action::Attack(unit, hex));
            false
        });
        plan.each_inclusion(field, |new, known| out.push(Action::Include(new, known)));
        for battle in plan.battles() {
            out.push(Action::Drop(battle.targets()[0]));
            out.extend(battle.attackers.iter().map(Action::Release));
        }
    }

    fn check<E: Objection>(self, game: &Mars, action: Action) -> Result<(), E> {
        let (plan, field) = (&game.plan, &game.field);
        match action {
            Action::Pass => Ok(()),
            Action::Commit if plan.is_empty() => {
                no("MARS-ATT-8", "", "there is no attack to bind; pass if nobody is to attack")
            }
            Action::Commit => plan.check_legal(field, battling(game)),
            Action::Attack(unit, hex) => plan.check_attack(field, game.phasing, unit, hex),
            Action::Include(new, known) => {
                plan.check_inclusion(field, new, known)?;
                named_by_first(game, known)
            }
            Action::Release(unit) if plan.attackers().contains(unit) => Ok(()),
            Action::Release(unit) => {
                refuse("MARS-ATT-10", game.name(unit), "is in no battle that could let it go")
            }
            Action::Drop(hex) => named_by_first(game, hex),
            _ => game.out_of_place(action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Mars, action: Action, journal: &mut J) {
        let battling = battling(game);
        match action {
            Action::Attack(unit, hex) => game.plan.attack(&game.field, unit, hex, battling),
            Action::Include(new, known) => game.plan.include(&game.field, new, known, battling),
            Action::Release(unit) => game.plan.release(&game.field, unit, battling),
            Action::Drop(hex) => game.plan.drop_battle(&game.field, hex, battling),
            Action::Pass => {
                game.plan.drop_all();
                self.pass(game, journal);
            }
            _ => self.pass(game, journal),
        }
    }

    fn is_open(self, game: &Mars) -> bool {
        !game.plan.is_empty() || game.plan.any_attack(&game.field, |_, _| true)
    }

    /// The allocation is bound. Attackers leave their fortifications (MARS-FOR-4). In the German player-turn those who
    /// are not attacked recover now (MARS-SEQ-8, MARS-R12).
    fn pass<J: Journal>(self, game: &mut Mars, journal: &mut J) {
        let attackers = game.plan.battles().iter().fold(Units::NONE, |all, battle| all | battle.attackers);
        attackers.iter().for_each(|unit| fortification::leave_to_attack(&mut game.field, unit));
        for battle in game.plan.battles() {
            let words =
                || format!("{} will be attacked by {}", named(game, battle), game.list(battle.attackers));
            journal.tell(|| game.event("MARS-ATT-8", words(), battle.targets()));
        }
        if game.phasing == Side::German {
            recovery::of_unattacked_russians(game, journal);
        }
        game.plan.bind(&game.field);
        game.flow.done();
    }
}

/// The attacked hexes of a battle.
fn named(game: &Mars, battle: &Planned) -> String {
    battle.targets().iter().map(|&hex| game.number(hex)).collect::<Vec<_>>().join(" and ")
}

/// A battle goes by the first hex that was attacked in it.
pub(super) fn named_by_first<E: Objection>(game: &Mars, hex: HexId) -> Result<(), E> {
    let number = game.number(hex);
    let Some(battle) = game.plan.battle_at(hex) else {
        return refuse("MARS-ATT-10", number, "is not attacked");
    };
    let first = game.plan.battles()[battle].targets()[0];
    if first == hex {
        return Ok(());
    }
    let first = game.number(first);
    no_since("MARS-ATT-10", first, || {
        format!("the battle that includes {number} goes by its first hex, {first}")
    })
}

/// What a battle of the plan is made of, as it would be fought now.
fn meeting<'b>(game: &Mars, battle: &'b Planned) -> Meeting<'b> {
    match game.step() {
        Step::Allocate(_) => battle.meeting(&battling(game)),
        _ => super::battle::meeting(game, battle),
    }
}

/// The odds of the battles that are planned, or of the one in hand.
pub(crate) fn odds(game: &Mars) -> Vec<Report> {
    match game.step() {
        Step::Allocate(_) | Step::Battles(_) => {
            game.plan.battles().iter().filter_map(|battle| report(game, battle)).collect()
        }
        Step::Terms(_) | Step::Orders(_) => report(game, game.battle_in_hand()).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The columns in which a planned battle will be read; nothing once battles are being fought.
pub(crate) fn columns(game: &Mars, battle: &Planned) -> Option<Vec<String>> {
    if !matches!(game.step(), Step::Allocate(_) | Step::Battles(_)) {
        return None;
    }
    let assault = meeting(game, battle).assault(&game.field);
    let reckoned = Reckoned::new(&assault, &mut Sums::default()).ok()?;
    Some(battle::chart(assault.charts, &reckoned).columns)
}

/// The odds of a battle, with who meets whom.
fn report(game: &Mars, battle: &Planned) -> Option<Report> {
    let meeting = meeting(game, battle);
    let mut report = battle::report(&meeting.assault(&game.field))?;
    let words = format!("{} against {}", game.list(meeting.attackers), named(game, battle));
    report.facts.insert(0, Fact::new("battle", words, "MARS-ATT-4"));
    Some(report)
}
