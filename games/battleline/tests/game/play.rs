//! Whole games: played at random they end, keep every promise of the kit, and reach the positions counted here.

use kit::{
    Game, Setup, Status, Viewer,
    conformance::{Trials, assert_conforms, perft},
    random_play::watched_game,
};
use sandtable_battleline::{RULEBOOK, game::Battleline};

const SCENARIOS: [&str; 4] = ["learn", "cannae", "zama", "cynoscephalae"];

/// Longer than any game can be: each unit does each thing once a phase (LINE-R33).
const MOST: usize = 20_000;

/// LINE-R33, LINE-X-SEQ-5: random games end, and everything listed is allowed.
#[test]
fn random_games_end() {
    for scenario in SCENARIOS {
        let games = if scenario == "learn" { 40 } else { 2 };
        for seed in 0..games {
            let (session, fault) = watched_game::<Battleline>(&Setup::of(scenario), seed, MOST).unwrap();
            assert!(fault.is_none(), "{scenario} seed {seed}: {}\n{}", fault.unwrap(), session.record());
            assert!(matches!(session.now().status(), Status::Over(_)));
        }
    }
}

/// Who is left out of a position of one's own is nobody's loss, and his counter does not say that he is.
#[test]
fn who_takes_no_part_in_a_position_is_not_eliminated() {
    let position =
        "others away; PRI1 at 0508 facing 0; Legate at 0508; LIB1 at 0501 facing 180; Captain at 0501";
    let setup = Setup { options: [("position".into(), position.into())].into(), ..Setup::of("learn") };
    let counters = Battleline::start(&setup).unwrap().view(Viewer::Spectator).counters;
    let place = |name: &str| counters.iter().find(|counter| counter.name == name).unwrap().place.as_str();
    assert_eq!((place("PRI1"), place("HAS1")), ("0508", "not in this battle"));
}

/// LINE-R1, LINE-R2, LINE-R4, LINE-R6, LINE-R9: with every house rule, alone and all together.
#[test]
fn random_games_end_with_house_rules() {
    let names: Vec<&str> = (RULEBOOK.profile)().options.iter().map(|option| option.name.as_str()).collect();
    for place in 0..=names.len() {
        let mut setup = Setup::of(SCENARIOS[place % SCENARIOS.len()]);
        let chosen = if place == names.len() { &names[..] } else { &names[place..=place] };
        for name in chosen {
            setup.options.insert((*name).to_owned(), "on".to_owned());
        }
        let (session, fault) = watched_game::<Battleline>(&setup, 7, MOST).unwrap();
        assert!(fault.is_none(), "{chosen:?}: {}\n{}", fault.unwrap(), session.record());
    }
}

#[test]
fn games_conform() {
    for scenario in SCENARIOS {
        let games = if scenario == "learn" { 6 } else { 1 };
        assert_conforms::<Battleline>(&Setup::of(scenario), Trials { games, most: MOST, rolls: 3_000 });
    }
}

/// Different positions after 1, 2, 3 clicks: a fingerprint of the rules.
#[test]
fn positions_are_counted() {
    let count = |scenario: &str, depth| perft(&Battleline::start(&Setup::of(scenario)).unwrap(), depth);
    assert_eq!(count("learn", 4), [7, 322, 2059, 21340]);
    assert_eq!(count("cannae", 3), [32, 1882, 16556]);
    assert_eq!(count("zama", 3), [16, 449, 43826]);
    assert_eq!(count("cynoscephalae", 3), [17, 723, 6662]);
}

/// Hashes of some positions. They stand in records: if they change, the version of the rules goes up.
#[test]
fn hashes_stay_as_they_are() {
    let hashes = |scenario: &str| {
        let (session, _) = watched_game::<Battleline>(&Setup::of(scenario), 11, 60).unwrap();
        [Battleline::start(&Setup::of(scenario)).unwrap().digest(), session.now().digest()]
    };
    let expected = [
        [17_776_669_243_341_357_941, 11_251_663_507_906_402_677],
        [1_678_523_996_059_507_417, 15_367_565_073_102_219_301],
        [15_195_515_006_256_743_175, 4_420_014_164_707_980_808],
        [314_539_058_422_521_470, 8_803_196_792_509_871_867],
    ];
    assert_eq!(SCENARIOS.map(hashes), expected);
}
