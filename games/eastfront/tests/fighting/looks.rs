//! What the table shows of attacks: odds, arrows, marks, hints and prompts.

use kit::{Game, Rolled, Setup, Status, Viewer, random_play::RandomPlayer};
use sandtable_eastfront::{EastFront, action::Action, flow::Step};

fn is_of_combat(game: &EastFront) -> bool {
    matches!(
        game.step(),
        Step::Declare(_)
            | Step::Battles(_)
            | Step::Refusing(_)
            | Step::Orders(_)
            | Step::Exchanging(_)
            | Step::Sacrifice(_)
            | Step::Losses(_)
            | Step::Retreats(_)
            | Step::Advance(_)
    )
}

/// Every report is whole and in words, every arrow leads to its report, every decision has words for its button.
fn look_at(game: &EastFront) -> usize {
    let reports = game.odds();
    for report in &reports {
        // One die: every chance is so many sixths.
        let sixths: u128 = report.outcomes.iter().map(|end| end.chance.scaled(6)).sum();
        assert_eq!(sixths, 6);
        assert!(
            report.outcomes.iter().all(|end| end.words.len() > 3 && !end.clauses.is_empty()),
            "{report:?}"
        );
        assert!(!report.reckoning.is_empty() && report.chart.is_some());
    }
    let view = game.view(Viewer::Spectator);
    for arrow in &view.arrows {
        assert!(!arrow.label.is_empty());
        let Some(report) = arrow.report else { continue };
        let report = &reports[usize::from(report)];
        assert_eq!(report.chart.as_ref().map(|chart| chart.columns[0].as_str()), Some(arrow.label.as_str()));
        let words = &report.facts[0].words;
        assert!(
            arrow.words.split(" against ").nth(1).is_some_and(|to| words.ends_with(to)),
            "{words}: {}",
            arrow.words
        );
    }
    for action in game.choices() {
        assert!(!game.hint(&action).label.is_empty(), "{}", game.write(&action));
    }
    assert!(!game.prompt().clauses.is_empty());
    reports.len()
}

#[test]
fn attacks_are_shown_with_odds_and_words() {
    let mut reports = 0;
    for seed in 0..12 {
        let mut game = EastFront::start(&Setup::of("smolensk-gate")).unwrap();
        let (mut player, mut dice) = (RandomPlayer::seeded(seed), Rolled::seeded(seed));
        for _ in 0..1_000 {
            if let Status::Over(_) = game.status() {
                break;
            }
            if is_of_combat(&game) {
                reports += look_at(&game);
            }
            let mut actions = game.choices();
            if matches!(game.step(), Step::Declare(_)) && actions.len() > 2 {
                actions
                    .retain(|action| !matches!(action, Action::Pass | Action::Release(_) | Action::Drop(..)));
                if actions.is_empty() {
                    actions.push(Action::Pass);
                }
            }
            let action = actions[player.pick(actions.len())];
            game.perform(&action, &mut dice, &mut ());
        }
    }
    assert!(reports > 50, "{reports}");
}
