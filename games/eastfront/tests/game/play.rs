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
