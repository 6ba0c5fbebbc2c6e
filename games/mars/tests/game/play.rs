//! Whole games.

use kit::{
    Game, Setup,
    conformance::{Trials, assert_conforms, perft},
    random_play::watched_game,
};
use sandtable_mars::{Field, Mars, PlayerTurn, Side};

use crate::board::table::{at, attacks, play};

/// Unoptimized code plays fewer games.
const fn games(optimized: u64, otherwise: u64) -> u64 {
    if cfg!(debug_assertions) { otherwise } else { optimized }
}

/// MARS-GEN-2, MARS-R40
#[test]
fn random_games_of_the_learning_scenario_end() {
    for seed in 0..games(1_000, 60) {
        let (session, fault) = watched_game::<Mars>(&Setup::of("vazuza"), seed, 20_000).unwrap();
        assert!(fault.is_none(), "seed {seed}: {}\n{}", fault.unwrap(), session.record());
    }
}

#[test]
fn random_games_of_the_historical_scenario_end() {
    for seed in 0..games(30, 2) {
        let (session, fault) = watched_game::<Mars>(&Setup::of("historical"), seed, 50_000).unwrap();
        assert!(fault.is_none(), "seed {seed}: {}\n{}", fault.unwrap(), session.record());
    }
}

#[test]
fn both_scenarios_conform() {
    assert_conforms::<Mars>(&Setup::of("vazuza"), Trials { games: games(30, 6), most: 20_000, rolls: 2_000 });
    assert_conforms::<Mars>(
        &Setup::of("historical"),
        Trials { games: games(4, 1), most: 50_000, rolls: 500 },
    );
}

#[test]
fn perft_numbers_do_not_change() {
    let start = |scenario| Mars::start(&Setup::of(scenario)).unwrap();
    assert_eq!(perft(&start("vazuza"), 3), [7, 104, 682]);
    // The default deployment at the step of movement, at the allocation, and with a battle about to be fought.
    let field = Field::deployed(crate::board::vazuza());
    assert_eq!(perft(&at(field, 2, Side::German, PlayerTurn::Movement), 3), [7, 194, 1185]);
    let mut game = attacks(field, 1, Side::Russian);
    assert_eq!(perft(&game, 3), [15, 165, 1112]);
    play(&mut game, "attack 0504 with 8 GRK, 42 G, 6 TK; commit");
    assert_eq!(perft(&game, 5), [1, 5, 16, 227, 1604]);
}

/// If this fails, a compiler or the kit feeds the derived hash otherwise than before, and no record's hashes hold: raise
/// the version of the rules.
#[test]
fn hashes_do_not_change() {
    let mut game = attacks(Field::deployed(crate::board::historical()), 1, Side::Russian);
    let (start, allocating) = (Mars::start(&Setup::of("vazuza")).unwrap(), game.digest());
    play(&mut game, "attack 1607 with 8 GRK, 42 G, 25; commit; battle 1607; roll [1]");
    assert_eq!(
        [start.digest(), allocating, game.digest()],
        [2_178_553_895_903_816_130, 6_640_231_144_908_195_735, 13_164_773_915_203_566_577]
    );
}
