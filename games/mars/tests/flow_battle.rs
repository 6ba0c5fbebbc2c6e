//! Battles played through the game: results, retreats and who recovers.

mod board;

use board::{Describe, empty, table::*};
use sandtable_mars::{field::Field, units::Side};

/// 5.Pz a in 1010 attacked from the south, GD a in 1009 behind it attacked from the north.
fn two_battles() -> Field {
    empty().put("5.Pz a", "1010").put("GD a", "1009").put("6 TK, 25", "1011").put("8 GRK, 42 G", "1008")
}

const BOTH: &str = "attack 1010 with 6 TK, 25; attack 1009 with 8 GRK, 42 G; commit";

/// MARS-RET-6, MARS-ODD-6, MARS-SUP-10: whoever retreats into a hex that is still to be attacked adds nothing to its defence but shares its fate.
#[test]
fn mars_ret_6_a_newcomer_suffers_but_does_not_help() {
    let mut game = attacks(two_battles(), 3, Side::Russian);
    play(&mut game, BOTH);
    let told = play(&mut game, "battle 1010; roll [3]; retreat 5.Pz a 1009; halt; advance 6 TK 1010; done");
    assert!(told.iter().any(|it| it.starts_with("9 against 3: 5.Pz a DW (3:1)")), "{told:?}");
    let told = play(&mut game, "battle 1009; roll [4]");
    // 9 against the 5 of GD a is 3:2; with the 3 of 5.Pz a it would be 1:1. Both are surrounded by now: two columns.
    assert_eq!(told[0], "9 against 5: 5.Pz a DR (3:1), GD a DR (3:1) (MARS-CRT-2)");
    assert_eq!(offered(&game, "rout 5.Pz a"), "rout 5.Pz a 0; rout 5.Pz a 1; rout 5.Pz a 2");
}

/// MARS-RES-6, MARS-R22: the number is the attacker's, and a unit driven two hexes does not stop after one.
#[test]
fn mars_res_6_the_attackers_number_is_kept() {
    let mut game = attacks(two_battles(), 3, Side::Russian);
    play(
        &mut game,
        "attack 1010 with 6 TK, 25; commit; battle 1010; roll [5]; rout 5.Pz a 2; retreat 5.Pz a 1009",
    );
    assert!(is_disrupted(&game, "5.Pz a"));
    assert_eq!(offered(&game, ""), "retreat 5.Pz a 0909; retreat 5.Pz a 1109");
    refuses(&game, "halt", "MARS-RES-6", &["5.Pz a"]);
}
