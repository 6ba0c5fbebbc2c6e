//! Random games, and what must hold in every game.

use kit::{
    Setup,
    conformance::{Effort, assert_conforms},
};
use sandtable_eastfront::EastFront;

#[test]
fn the_smolensk_gate_conforms() {
    assert_conforms::<EastFront>(&Setup::of("smolensk-gate"), Effort { games: 4, most: 4_000, rolls: 200 });
}

#[test]
fn barbarossa_conforms() {
    assert_conforms::<EastFront>(&Setup::of("barbarossa"), Effort { games: 1, most: 20_000, rolls: 50 });
}

#[test]
fn barbarossa_with_house_rules_conforms() {
    let mut setup = Setup::of("barbarossa");
    for rule in ["free_set_up", "october_die", "river_per_unit", "all_attackers_on_ae", "withdraw_on_d"] {
        setup.options.insert(rule.into(), "on".into());
    }
    assert_conforms::<EastFront>(&setup, Effort { games: 1, most: 40_000, rolls: 50 });
}
