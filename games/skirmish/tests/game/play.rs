//! Games from the first to the last decision.

use kit::{
    Game as _, Setup,
    conformance::{Trials, assert_conforms, perft},
    random_play::watched_game,
    testing::act,
};
use sandtable_skirmish::game::Skirmish;

/// SKIR-SEQ-1, SKIR-SEQ-2: every game ends after its turns, and nothing in it is listed and refused.
#[test]
fn random_games_end() {
    let (session, fault) = watched_game::<Skirmish>(&Setup::of("skir-learn"), 0, 20_000).unwrap();
    if let Some(fault) = fault {
        panic!("{fault}\n{}", session.record());
    }
}

/// SKIR-R97, SKIR-COM-5: the places that scenarios suggest are free, and every unit is in communication there.
#[test]
fn suggested_places_are_good() {
    for scenario in ["skir-learn", "skir-workshop", "skir-height"] {
        let mut game = Skirmish::start(&Setup::of(scenario)).unwrap();
        for _ in 0..2 {
            act(&mut game, "suggested", &[]);
        }
        let lost: Vec<&str> = game.out_of_communication().map(|unit| game.board().name(unit)).collect();
        assert!(lost.is_empty(), "{scenario}: {lost:?}");
        for unit in game.board().everybody() {
            let member = game.board().member(unit);
            let wanted = member.suggestion;
            if wanted.carrier.is_none() && game.board().is_on_table(unit) {
                let at = game.board().centre(unit);
                assert_eq!((at.x, at.y), (wanted.x, wanted.y), "{scenario}: {}", member.name);
            }
        }
    }
}

/// What every game must keep: replay, undo, notation, exact chances, and that views do not change when only hidden units do
/// (5.3, SKIR-R101, SKIR-R102).
#[test]
fn the_learning_scenario_conforms() {
    assert_conforms::<Skirmish>(&Setup::of("skir-learn"), Trials { games: 1, most: 20_000, rolls: 200 });
}

/// Different positions after 1, 2, 3 clicks: a fingerprint of the places that are offered before the game.
#[test]
fn positions_are_counted() {
    let count = |scenario: &str, depth| perft(&Skirmish::start(&Setup::of(scenario)).unwrap(), depth);
    assert_eq!(count("skir-learn", 3), [26, 676, 17551]);
    assert_eq!(count("skir-workshop", 2), [26, 676]);
    assert_eq!(count("skir-height", 2), [26, 676]);
}

/// The same in the middle of play, every die counted: a fingerprint of requests and markers, and of maneuvers and ways.
#[test]
fn positions_in_play_are_counted() {
    let placed = |scenario: &str| {
        let mut game = Skirmish::start(&Setup::of(scenario)).unwrap();
        act(&mut game, "suggested", &[]);
        act(&mut game, "suggested", &[]);
        game
    };
    assert_eq!(perft(&placed("skir-workshop"), 2), [16, 25]);
    assert_eq!(perft(&placed("skir-height"), 2), [12, 47]);
    let mut farm = placed("skir-learn");
    act(&mut farm, "declare German platoon", &[]);
    act(&mut farm, "declare Soviet platoon", &[3; 15]);
    assert_eq!(perft(&farm, 2), [4, 27]);
}
