//! Every playable game keeps what all games must keep, in every scenario.

use kit::{Rolled, Setup, Viewer, conformance::Effort, random_play::RandomPlayer};
use sandtable_registry::{PLAYABLE, game, playable};

/// Small enough for every day; `sandtable fuzz` plays more.
const EFFORT: Effort = Effort { games: 2, most: 200_000, rolls: 600 };

#[test]
fn every_playable_game_conforms_in_every_scenario() {
    for playable in PLAYABLE {
        for (scenario, _) in playable.scenarios() {
            playable.assert_conforms(&Setup::of(scenario), EFFORT);
        }
    }
}

#[test]
fn every_playable_game_is_described() {
    for entry in PLAYABLE {
        assert!(playable(entry.name()).is_some_and(|found| found.name() == entry.name()));
        assert_eq!(entry.rulebook().name, entry.name(), "records and the list of games use the same name");
        assert!(game(entry.name()).is_some(), "it stands in the list of games too");
        assert!(!entry.scenarios().is_empty() && entry.seats().len() >= 2);
    }
}

/// A scenario that says how many turns it has says so truly: the first turn is told as one of so many.
#[test]
fn scenarios_are_as_long_as_their_titles_say() {
    let mut said = 0;
    for playable in PLAYABLE {
        for (scenario, title) in playable.scenarios() {
            let Some(turns) = title.strip_suffix(" turns").and_then(|title| title.rsplit(' ').next()) else {
                continue;
            };
            let mut table = playable.start(&Setup::of(scenario)).expect("a scenario that can be set up");
            let (mut player, mut dice) = (RandomPlayer::seeded(1), Rolled::seeded(1));
            let first = loop {
                let moment = table.view(Viewer::Spectator).moment;
                if moment.starts_with("turn 1 of ") {
                    break moment;
                }
                table.act_at_random(&mut player, &mut dice).expect("a first turn");
            };
            let words = first.trim_start_matches("turn 1 of ");
            assert!(
                words.starts_with(&format!("{turns},")) || words.starts_with(&format!("{turns} ")),
                "{title}: {first}"
            );
            said += 1;
        }
    }
    assert!(said >= 6, "only {said} scenarios say how long they are");
}
