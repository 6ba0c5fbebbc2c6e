//! Whole games.

use kit::{
    Game, Setup,
    conformance::{Effort, assert_conforms, perft},
    random_play::watched_game,
};
use sandtable_mars::game::Mars;

/// MARS-GEN-2, MARS-R40
#[test]
fn random_games_of_the_learning_scenario_end() {
    for seed in 0..300 {
        let (session, fault) = watched_game::<Mars>(&Setup::of("vazuza"), seed, 20_000).unwrap();
        assert!(fault.is_none(), "seed {seed}: {}\n{}", fault.unwrap(), session.record());
    }
}

#[test]
fn random_games_of_the_historical_scenario_end() {
    for seed in 0..10 {
        let (session, fault) = watched_game::<Mars>(&Setup::of("historical"), seed, 50_000).unwrap();
        assert!(fault.is_none(), "seed {seed}: {}\n{}", fault.unwrap(), session.record());
    }
}

#[test]
fn both_scenarios_conform() {
    assert_conforms::<Mars>(&Setup::of("vazuza"), Effort { games: 20, most: 20_000, rolls: 3_000 });
    assert_conforms::<Mars>(&Setup::of("historical"), Effort { games: 2, most: 50_000, rolls: 1_000 });
}

#[test]
fn perft_numbers_do_not_change() {
    let start = |scenario| Mars::start(&Setup::of(scenario)).unwrap();
    assert_eq!(perft(&start("vazuza"), 3), [7, 104, 682]);
}
