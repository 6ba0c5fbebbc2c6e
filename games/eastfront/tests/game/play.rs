//! Random games, and what must hold in every game.

use kit::{
    Game, Setup,
    conformance::{Trials, assert_conforms, perft},
    random_play::watched_game,
};
use sandtable_eastfront::EastFront;

#[test]
fn the_smolensk_gate_conforms() {
    assert_conforms::<EastFront>(&Setup::of("smolensk-gate"), Trials { games: 4, most: 4_000, rolls: 200 });
}

#[test]
fn barbarossa_conforms() {
    assert_conforms::<EastFront>(&Setup::of("barbarossa"), Trials { games: 1, most: 20_000, rolls: 50 });
}

#[test]
fn barbarossa_with_house_rules_conforms() {
    let mut setup = Setup::of("barbarossa");
    for rule in ["free_set_up", "october_die", "river_per_unit", "all_attackers_on_ae", "withdraw_on_d"] {
        setup.options.insert(rule.into(), "on".into());
    }
    assert_conforms::<EastFront>(&setup, Trials { games: 1, most: 40_000, rolls: 50 });
}

/// Different positions after 1, 2, 3 clicks: a fingerprint of the rules.
#[test]
fn positions_are_counted() {
    let count = |scenario: &str, depth| perft(&EastFront::start(&Setup::of(scenario)).unwrap(), depth);
    assert_eq!(count("smolensk-gate", 4), [2, 8, 36, 305]);
    assert_eq!(count("barbarossa", 3), [2, 4, 130]);
    assert_eq!(count("campaign", 2), [2, 4]);
}

/// Hashes of some positions. They stand in records: if they change, the version of the rules goes up.
#[test]
fn hashes_stay_as_they_are() {
    let hashes = |scenario: &str| {
        let (session, _) = watched_game::<EastFront>(&Setup::of(scenario), 11, 80).unwrap();
        [EastFront::start(&Setup::of(scenario)).unwrap().digest(), session.now().digest()]
    };
    assert_eq!(
        ["smolensk-gate", "barbarossa", "campaign"].map(hashes),
        [
            [11_809_510_210_258_192_498, 14_214_770_844_212_910_002],
            [12_862_774_712_981_934_706, 7_118_860_269_090_893_988],
            [15_512_004_535_182_272_053, 5_303_564_896_681_404_643],
        ]
    );
}
