//! The whole game: played at random, counted out, and its hashes held fast.

use kit::{
    Game, Setup,
    conformance::{Trials, assert_conforms, perft},
};
use sandtable_ford::Ford;

#[test]
fn the_ford_keeps_the_rules_of_every_game() {
    assert_conforms::<Ford>(&Setup::of("crossing"), Trials { games: 8, most: 2_000, rolls: 1_000 });
}

#[test]
fn the_ways_to_begin_are_counted() {
    let start = Ford::start(&Setup::of("crossing")).unwrap();
    assert_eq!(perft(&start, 2), [126, 7315]);
}

/// If this fails, records of older games do not replay: raise `Game::RULES`, or find out what changed.
#[test]
fn hashes_stay_as_they_are() {
    assert_eq!(Ford::start(&Setup::of("crossing")).unwrap().digest(), 10_927_367_082_734_866_877);
}
