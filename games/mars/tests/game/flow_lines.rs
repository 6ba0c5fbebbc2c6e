//! Battles for the frontline itself, and battles that have changed before their turn comes.

use crate::board::{Describe, empty, historical, infantry, table::*};
use sandtable_mars::{Field, Mars, Side};

fn opening() -> Mars {
    attacks(Field::deployed(historical()), 1, Side::Russian)
}

/// X4: MARS-ATT-5, MARS-ATT-7, MARS-TER-6, MARS-RES-17, MARS-R8, MARS-ADV-8, MARS-CRT-3
#[test]
fn x4_an_empty_zone_hex() {
    let after = |script: &str| {
        let mut game = opening();
        play(&mut game, "attack 1608 with 6 TK, 251, 93; commit");
        let told = play(&mut game, script);
        (game, told)
    };
    // Nobody is there who could be given orders: the die is cast at once.
    let (game, told) = after("battle 1608 [6]");
    assert_eq!(told[0], "22 against 7: 1608 X/2 (3:1) (MARS-CRT-2)");
    assert_eq!(offered(&game, ""), "lose 6 TK; lose 251; lose 93", "each of them alone pays 4");
    let (game, _) = after("battle 1608 [6]; lose 251");
    assert!(offered(&game, "").starts_with("done; "), "after X/2 the advance is optional");
    assert_eq!(offered(&game, "advance 93 1608 1609"), "advance 93 1608 1609", "and may go on");
    let (game, _) = after("battle 1608 [2]");
    refuses(&game, "done", "MARS-ADV-1", &["1608"]);
    assert_eq!(offered(&game, "advance 6 TK"), "advance 6 TK 1608", "after DW one hex only");
    let (mut game, _) = after("battle 1608 [4]; advance 6 TK 1608");
    assert!(offered(&game, "").starts_with("done; "), "7 of 7 have entered");
    play(&mut game, "done");
    let (game, _) = after("battle 1608 [1]");
    assert_eq!(
        (whereabouts(&game, "6 TK"), moment(&game)),
        ("1708".into(), "1 German Reinforce".into()),
        "D: closed"
    );
    assert!(!is_disrupted(&game, "78.ID"), "the garrison elsewhere is unharmed");
}

/// MARS-ADV-8, MARS-ADV-1: who goes first must leave room for the strength that is asked for.
#[test]
fn mars_adv_8_the_beaten_strength_must_advance() {
    let mut game = opening();
    play(&mut game, "attack 1608 with 6 TK, 251, 93; commit; battle 1608 [4]");
    assert_eq!(offered(&game, ""), "advance 6 TK 1608; advance 251 1608; advance 93 1608");
    play(&mut game, "advance 251 1608; advance 93 1608");
    assert_eq!(offered(&game, ""), "advance 6 TK 1608", "only with it are there 7");
}

/// MARS-RES-18: the attacker's own tanks have entered the hex: its battle is dropped without a roll.
#[test]
fn mars_res_18_a_hex_that_has_been_entered() {
    let mut game = opening();
    play(&mut game, "attack 1607 with 8 GRK, 42 G, 25, 6 TK; attack 1608 with 251, 93; commit");
    play(&mut game, "battle 1607; roll [6]; lose 42 G; advance 6 TK 1607 1608; done");
    let told = play(&mut game, "battle 1608");
    assert!(told[0].starts_with("the hex has been entered meanwhile"), "{told:?}");
    assert_eq!(moment(&game), "1 German Reinforce");
}

/// MARS-RES-18, MARS-ADV-8: no garrison is left in the zone: the hex counts as opened by DE.
#[test]
fn mars_res_18_a_hex_that_has_lost_its_strength() {
    let mut game = opening();
    play(&mut game, "attack 1607 with 8 GRK, 42 G, 25, 6 TK; attack 1608 with 251, 93; commit");
    let told = play(&mut game, "battle 1607; roll [6]; lose 42 G; done; battle 1608");
    assert!(told.last().unwrap().starts_with("no garrison is left in the zone"), "{told:?}");
    assert!(offered(&game, "").starts_with("done; "), "optional");
    assert_eq!(offered(&game, "advance 251"), "advance 251 1608");
    assert_eq!(offered(&game, "advance 93 1608 1609"), "advance 93 1608 1609", "tanks go on");
}

/// The garrison of 1607, attacked from 1707 alone, with an attack on empty 1608 to come.
#[allow(clippy::large_types_passed_by_value, reason = "a position is written where it is used")]
fn two_stages(field: Field, turn: u8, first: &str) -> Mars {
    let mut game = attacks(field, turn, Side::Russian);
    play(
        &mut game,
        &format!("attack 1607 with {first}; attack 1608 with 6 TK, 251, 93; commit; battle 1607"),
    );
    game
}

/// MARS-RES-18, MARS-RET-6, MARS-ADV-1: the garrison itself retreats into the hex: its factor without the 2, and
/// without the fortification that it left, is the strength.
#[test]
fn mars_res_18_the_garrison_retreats_into_the_hex() {
    let mut game = two_stages(Field::deployed(historical()), 1, "8 GRK, 42 G, 25");
    let told = play(
        &mut game,
        "roll [4]; retreat 78.ID 1608; halt; advance 8 GRK 1607; advance 42 G 1607; done; battle 1608",
    );
    assert!(told[0].starts_with("22 against 9: 78.ID DW (3:2)"), "{told:?}");
    let mut withdraws = game;
    let told = play(&mut withdraws, "roll [1]");
    assert_eq!(told[0], "22 against 5: 78.ID DW (4:1), 1608 DW (4:1) (MARS-CRT-2)");
    play(&mut withdraws, "retreat 78.ID 1609; halt");
    refuses(&withdraws, "done", "MARS-ADV-1", &["1608"]);
    play(&mut withdraws, "advance 6 TK 1608; done");
    // Ordered to stand it keeps the hex, though the line is broken.
    play(&mut game, "no-retreat 78.ID; roll [1]");
    assert_eq!((whereabouts(&game, "78.ID"), is_disrupted(&game, "78.ID")), ("1608".into(), true));
    assert_eq!(moment(&game), "1 German Reinforce", "an enemy unit is left in it: nobody advances");
}

/// MARS-RES-18, MARS-R47: the garrison is gone and another unit has come in: the hex keeps the strength it had.
#[test]
fn mars_r47_a_hex_keeps_its_strength_for_a_newcomer() {
    let field = Field::deployed(historical())
        .put("5.Pz a", "1607")
        .put("5.Pz b", "0811")
        .put("1 MK, 1 GMR", "1707")
        .put("8 GRK, 42 G", "1907");
    let mut game = two_stages(field, 1, "1 MK, 1 GMR, 25");
    let told =
        play(&mut game, "no-retreat 78.ID; roll [6]; rout 78.ID 1; rout 5.Pz a 1; retreat 5.Pz a 1608");
    assert!(told.contains(&"28 against 12: 78.ID DR (3:2), 5.Pz a DR (3:2) (MARS-CRT-2)".into()), "{told:?}");
    assert_eq!(
        (whereabouts(&game, "78.ID"), whereabouts(&game, "5.Pz a")),
        ("Eliminated".into(), "1608".into())
    );
    play(&mut game, "advance 1 MK 1607; done; battle 1608");
    let told = play(&mut game, "roll [1]");
    assert_eq!(told[0], "22 against 7: 5.Pz a DW (4:1), 1608 D (3:1) (MARS-CRT-2)");
    // The line holds, but the newcomer's withdrawal leaves the hex empty: it is open.
    play(&mut game, "retreat 5.Pz a 1609; halt");
    refuses(&game, "done", "MARS-ADV-1", &["1608"]);
}

/// MARS-ODD-6, MARS-ODD-4: an attack whose supply has failed since it was allocated is rolled on 1:4.
#[test]
fn mars_odd_6_odds_that_have_sunk() {
    let field = infantry()
        .without("78.ID")
        .put("25", "1407")
        .put("251", "1508")
        .put("8 GRK", "1607")
        .put("14.PGD b", "1408");
    let mut game = attacks(field, 3, Side::Russian);
    play(&mut game, "attack 1507 with 25; attack 1408 with 251; commit");
    // 251 leaves 1508, which kept the line of 25 open.
    play(&mut game, "battle 1408; roll [6]; rout 14.PGD b 1; retreat 14.PGD b 1409; advance 251 1408");
    let told = play(&mut game, "battle 1507; roll [6]");
    assert_eq!(told[0], "2 against 6: 102.ID D (1:4) (MARS-CRT-2)", "1:3, two columns down");
}

/// MARS-TER-12, MARS-ATT-5, MARS-RES-17, MARS-ADV-8: the German attacks the far side of the line.
#[test]
fn mars_ter_12_the_russian_side_of_the_line() {
    let field = empty().put("9.Pz a, 9.Pz b", "1607");
    let mut game = attacks(field, 4, Side::German);
    play(&mut game, "attack 1707 with 9.Pz a, 9.Pz b; commit");
    // 7 against 2 is 3:1, the Vazuza makes it 2:1.
    let told = play(&mut game, "battle 1707 [3]");
    assert_eq!(told[0], "7 against 2: 1707 DW (2:1) (MARS-CRT-2)");
    refuses(&game, "done", "MARS-ADV-1", &["1707"]);
    assert_eq!(offered(&game, ""), "advance 9.Pz a 1707; advance 9.Pz b 1707", "one hex, and either will do");
    play(&mut game, "advance 9.Pz b 1707; done");
}

/// MARS-ODD-7, MARS-R27: the probe is declared before orders and die, and only where there is something to lower.
#[test]
fn mars_odd_7_a_probe() {
    let field = empty().put("331", "1010").put("GD a, GD b", "1011");
    let mut game = attacks(field, 4, Side::German);
    play(&mut game, "attack 1010 with GD a, GD b; commit; battle 1010");
    assert_eq!((offered(&game, ""), step(&game)), ("full; probe".into(), "Terms".into()));
    let mut full = game;
    let told = play(&mut full, "full; roll [1]");
    assert_eq!(told[0], "10 against 2: 331 DE (5:1) (MARS-CRT-2)");
    play(&mut game, "probe");
    assert_eq!(step(&game), "Orders", "the defender knows of it when he gives his orders");
    let told = play(&mut game, "roll [1]");
    assert_eq!(told[0], "10 against 2: 331 DR (2:1) (MARS-CRT-2)");
    let even = empty().put("8 GRK", "1010").put("GD a, GD b", "1011");
    let mut game = attacks(even, 4, Side::German);
    play(&mut game, "attack 1010 with GD a, GD b; commit; battle 1010");
    assert_eq!(step(&game), "Orders", "nothing is above 2:1");
}
