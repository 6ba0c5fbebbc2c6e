//! STAL-ADV-1 to STAL-ADV-8, STAL-HUG-1, STAL-HUG-2, STAL-HUG-5, control (STAL-R63).

use kit::testing::assert_refused;
use sandtable_stalingrad::{field::Field, game::Stalingrad, units::Side, victory};

use crate::board::{Describe, attacking, empty, go, is_disrupted, offered, place, send};

fn after(field: &Field, side: Side, names: &str, number: &str, face: u16) -> Stalingrad {
    let mut game = attacking(field, side);
    send(&mut game, names, number);
    let orders = if side == Side::Russian { "; retreats" } else { "" };
    go(&mut game, &format!("done; resolve {number}{orders}"), &[face]);
    game
}

/// W1, STAL-ADV-5, STAL-R65, STAL-R63
#[test]
fn strength_for_strength_must_advance() {
    let field =
        empty().put("112.RD", "1212").put("516.R, 517.R, 518.R", "1112").put("Pz.R.24, 21.PzGR", "1113");
    let mut game = after(&field, Side::German, "516.R, 517.R, 518.R, Pz.R.24, 21.PzGR", "1212", 1);
    assert_refused(&game, "done", "STAL-ADV-5");
    assert_refused(&game, "advance 112.RD 1212", "STAL-ADV-1");
    go(&mut game, "advance 516.R 1212", &[]);
    assert_refused(&game, "done", "STAL-ADV-5");
    go(&mut game, "advance Pz.R.24 1212", &[]);
    assert_refused(&game, "done", "STAL-ADV-5");
    // 2 and 1 of 4; after the third nobody must go any more.
    go(&mut game, "advance 517.R 1212; done", &[]);
    assert!(game.field().german.contains(field.hex("1212")), "the summit changes hands");
    assert_eq!(place(&game, "518.R"), "1112");
}

/// STAL-ADV-2, STAL-ADV-3, STAL-ADV-4
#[test]
fn panzers_go_two_hexes_in_the_open() {
    let field = empty().put("42.RB", "0910").put("Pz.R.24, 21.PzGR, 26.PzGR, 54.R", "0809");
    // 10:1.
    let mut game = after(&field, Side::German, "Pz.R.24, 21.PzGR, 26.PzGR, 54.R", "0910", 1);
    // The duty comes first, and nobody goes on before it is met.
    assert_refused(&game, "advance 21.PzGR 0910 1010", "STAL-ADV-5");
    go(&mut game, "advance 54.R 0910", &[]);
    assert_refused(&game, "advance 54.R 0910 1010", "STAL-ADV-1");
    go(&mut game, "advance 21.PzGR 0910 1010", &[]);
    assert_eq!(place(&game, "21.PzGR"), "1010");
    // In an enemy zone of control it stops.
    let watched = field.put("10.RB", "0911");
    let mut game = after(&watched, Side::German, "Pz.R.24, 21.PzGR, 26.PzGR, 54.R", "0910", 1);
    go(&mut game, "advance 54.R 0910", &[]);
    assert_refused(&game, "advance 21.PzGR 0910 1009", "STAL-ADV-2");
    // Foot goes one hex.
    let mut game = after(&field, Side::German, "Pz.R.24, 21.PzGR, 26.PzGR, 54.R", "0910", 1);
    go(&mut game, "advance Pz.R.24 0910", &[]);
    assert_refused(&game, "advance 54.R 0910 1010", "STAL-ADV-2");
}

/// STAL-ADV-7, STAL-R54: a D2 that overrun has turned into elimination lets panzers go two hexes.
#[test]
fn an_overrun_opens_the_way() {
    let field = empty().put("42.RB", "0910").put("Pz.R.24", "0809").put("Pz.R.36", "0810");
    // 2:1; 2 is D2, and 2 of armour overrun 1.
    let mut game = after(&field, Side::German, "Pz.R.24, Pz.R.36", "0910", 2);
    assert_eq!(place(&game, "42.RB"), "back in 4");
    go(&mut game, "advance Pz.R.24 0910; advance Pz.R.36 0910 1010", &[]);
    assert_eq!([place(&game, "Pz.R.24"), place(&game, "Pz.R.36")], ["0910", "1010"]);
}

/// STAL-ADV-3: one hex after D1, also for panzers.
#[test]
fn one_hex_after_d1() {
    let field = empty().put("10.NKVD RD", "0910").put("Pz.R.24, 21.PzGR, 26.PzGR", "0809");
    // 7 against 3 is 2:1; 3 is D1.
    let mut game = after(&field, Side::German, "Pz.R.24, 21.PzGR, 26.PzGR", "0910", 3);
    go(&mut game, "demand 0910 1; retreat 10.NKVD RD 1010; halt", &[]);
    go(&mut game, "advance 21.PzGR 0910", &[]);
    assert!(
        !offered(&game).iter().any(|text| text.starts_with("advance 26.PzGR 0910 ")),
        "{:?}",
        offered(&game)
    );
}

/// STAL-ADV-6
#[test]
fn surplus_attackers_go_beside() {
    let field = empty().put("42.RB", "0910").put("516.R, 517.R", "0809");
    // 4:1, 1 is DE.
    let mut game = after(&field, Side::German, "516.R, 517.R", "0910", 1);
    assert_refused(&game, "advance 516.R 0909", "STAL-ADV-5");
    go(&mut game, "advance 516.R 0910; advance 517.R 0909", &[]);
    assert_eq!(place(&game, "517.R"), "0909");
    // Out of one zone of control into the same one it does not go.
    let watched = field.put("10.RB", "0808");
    let mut game = after(&watched, Side::German, "516.R, 517.R", "0910", 1);
    go(&mut game, "advance 516.R 0910", &[]);
    assert_refused(&game, "advance 517.R 0909", "STAL-ADV-6");
}

/// STAL-R65, STAL-MOV-7: the headquarters may stay behind; if it advances, it is Disrupted.
#[test]
fn the_headquarters_may_stay() {
    let field = empty().put("54.R", "1310").put("62.A HQ, 10.RB", "1410").put("516.R", "0110");
    // 3 against 2 is 3:2, and one more around the headquarters: 2:1; 3 is D1.
    let mut game = after(&field, Side::Russian, "62.A HQ, 10.RB", "1310", 3);
    go(&mut game, "demand 1310 1; retreat 54.R 1209; halt; advance 10.RB 1310", &[]);
    assert!(offered(&game).contains(&"done".to_owned()), "1 of 2, but only the headquarters is left");
    go(&mut game, "advance 62.A HQ 1310", &[]);
    assert!(is_disrupted(&game, "62.A HQ"));
}

/// STAL-HUG-1, STAL-HUG-2, STAL-HUG-5, STAL-R71, W22
#[test]
fn russians_hug_the_germans() {
    let field = empty().put("54.R", "1405").put("10.RB, 133.TB, 38.RB", "1404").put("112.RD", "1406");
    // 5 against 2 is 2:1; 5 is D, and the German stays.
    let mut game = after(&field, Side::Russian, "10.RB, 133.TB, 38.RB, 112.RD", "1405", 5);
    assert_refused(&game, "advance 133.TB 1405", "STAL-HUG-1");
    assert!(offered(&game).contains(&"advance 112.RD 1405".to_owned()), "{:?}", offered(&game));
    go(&mut game, "advance 10.RB 1405", &[]);
    // STAL-STK-2: 1 and 1, and a division is too much.
    assert_refused(&game, "advance 112.RD 1405", "STAL-STK-7");
    go(&mut game, "done", &[]);
    let hex = field.hex("1405");
    assert!(game.field().is_mixed(hex) && game.field().german.contains(hex));
    assert!(!victory::occupies(game.field(), hex, false), "W22: shared is not occupied");
}

/// STAL-HUG-1, STAL-HUG-2: not after AE, and not in the open.
#[test]
fn no_hugging_after_ae_or_in_the_open() {
    let field = empty().put("54.R", "1405").put("10.RB", "1404").put("38.RB", "1406");
    // 1:1; 6 is D/AE.
    let mut game = after(&field, Side::Russian, "10.RB, 38.RB", "1405", 6);
    assert_eq!([place(&game, "10.RB"), place(&game, "38.RB")], ["back in 4", "back in 4"]);
    go(&mut game, "halt", &[]);
    let open = empty().put("54.R", "0910").put("10.RB", "0909").put("38.RB", "1009");
    let mut game = after(&open, Side::Russian, "10.RB, 38.RB", "0910", 3);
    go(&mut game, "halt", &[]);
    assert!(!offered(&game).iter().any(|text| text.starts_with("advance")), "{:?}", offered(&game));
    let german = empty().put("112.RD", "1310").put("516.R, 517.R", "1309");
    // 2:1; 5 is D: Germans do not mix.
    let mut game = after(&german, Side::German, "516.R, 517.R", "1310", 5);
    go(&mut game, "halt", &[]);
    assert!(!offered(&game).iter().any(|text| text.starts_with("advance")), "{:?}", offered(&game));
}
