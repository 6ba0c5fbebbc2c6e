//! Every playable game keeps what all games must keep, in every scenario.

use std::{num::NonZeroUsize, sync::Mutex, thread};

use kit::{Rolled, Setup, Viewer, any::Playable, conformance::Trials, random_play::RandomPlayer};
use sandtable_registry::{PLAYABLE, game, playable};

/// Small enough for every day; `sandtable fuzz` plays more.
const TRIALS: Trials = Trials { games: 2, most: 200_000, rolls: 600 };
/// A game with more decisions than this is enough by itself.
const MANY: u64 = 500;

#[test]
fn every_playable_game_conforms_in_every_scenario() {
    let scenarios = PLAYABLE.iter().flat_map(|&game| {
        game.profile().scenarios.iter().map(move |scenario| (game, Setup::of(&scenario.name)))
    });
    // Each takes seconds and knows nothing of the others: all processors share them.
    let waiting = Mutex::new(scenarios);
    let next = || waiting.lock().expect("nobody panics while taking").next();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZeroUsize::get) {
            scope.spawn(|| {
                while let Some((game, setup)) = next() {
                    conforms(game, &setup);
                }
            });
        }
    });
}

fn conforms(game: &dyn Playable, setup: &Setup) {
    // One game of a whole war has as many decisions as ten of the others.
    let first = game.rush(setup, 0..1, TRIALS.most as u64).expect("a known scenario");
    let games = if first.decisions > MANY { 1 } else { TRIALS.games };
    game.assert_conforms(setup, Trials { games, ..TRIALS });
}

#[test]
fn every_playable_game_is_described() {
    for entry in PLAYABLE.iter() {
        assert!(playable(entry.name()).is_some_and(|found| found.name() == entry.name()));
        assert_eq!(entry.rulebook().name, entry.name(), "records and the list of games use the same name");
        assert!(game(entry.name()).is_some(), "it stands in the list of games too");
        let profile = entry.profile();
        assert!(!profile.scenarios.is_empty() && profile.scenarios.iter().any(|scenario| scenario.learning));
        for scenario in &profile.scenarios {
            assert_eq!(scenario.sides.len(), 2, "{}", scenario.name);
            assert!(!scenario.situation.is_empty() && !scenario.victory.is_empty(), "{}", scenario.name);
        }
    }
}

/// A scenario says truly how many turns it has: the first turn is told as one of so many.
#[test]
fn scenarios_are_as_long_as_their_profile_says() {
    let mut said = 0;
    for playable in PLAYABLE.iter() {
        for scenario in &playable.profile().scenarios {
            let turns = scenario.turns;
            let mut table =
                playable.start(&Setup::of(&scenario.name)).expect("a scenario that can be set up");
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
                "{}: {first}",
                scenario.title
            );
            said += 1;
        }
    }
    assert!(said >= 6, "only {said} scenarios say how long they are");
}
