//! One combat from the die to the recovery (STAL-R53): results, losses, orders, snipers, the headquarters.

use kit::{Chronicle, Game, Manner, Scripted, Tactics, testing::assert_refused};
use sandtable_stalingrad::{
    action::Action,
    field::{Field, SniperPlace},
    game::Stalingrad,
    units::Side,
};

use crate::board::{Describe, attacking, column, empty, go, is_disrupted, offered, place, send};

/// An attack by these units on a hex, rolled with this face. Somebody of either side stands far off, so that the next
/// player turn has something to decide and play stops there.
fn attack(field: &Field, side: Side, names: &str, number: &str, face: u16) -> Stalingrad {
    let mut game = attacking(&field.put("120.R", "0124").put("124.RB", "1401"), side);
    send(&mut game, names, number);
    if side == Side::German {
        go(&mut game, &format!("done; resolve {number}"), &[face]);
    } else {
        go(&mut game, &format!("done; resolve {number}; retreats"), &[face]);
    }
    game
}

/// W4, STAL-RES-8, STAL-RES-9, STAL-RES-10
#[test]
fn w4_the_attacker_chooses_his_losses() {
    let field = empty().put("112.RD", "1212").put("516.R, 517.R, 227.R", "1112");
    let mut game = attack(&field, Side::German, "516.R, 517.R, 227.R", "1212", 6);
    // 5 against 4 is 1:1, and 6 is D/AE: at least 4 are lost.
    go(&mut game, "lose 516.R; lose 227.R", &[]);
    assert_refused(&game, "done", "STAL-RES-10");
    let mut game = attack(&field, Side::German, "516.R, 517.R, 227.R", "1212", 6);
    assert_refused(&game, "lose 112.RD", "STAL-RES-10");
    go(&mut game, "lose 516.R; lose 517.R", &[]);
    let mut all = game;
    go(&mut all, "lose 227.R", &[]);
    assert_eq!(place(&all, "227.R"), "Gone", "more than is needed may be lost");
    go(&mut game, "done", &[]);
    assert_eq!([place(&game, "516.R"), place(&game, "227.R")], ["Gone", "1112"]);
    assert!(is_disrupted(&game, "227.R") && is_disrupted(&game, "112.RD"));
    assert_eq!(place(&game, "112.RD"), "1212", "STAL-NOR-5: it holds the summit");
}

/// W5, STAL-RES-5, STAL-R5, STAL-EXC-11
#[test]
fn w5_x_against_a_stronger_defender() {
    let field = empty().put("112.RD, 42.RB", "1410").put("516.R, 227.R", "1310");
    let game = attack(&field, Side::German, "516.R, 227.R", "1410", 3);
    assert_eq!([place(&game, "516.R"), place(&game, "227.R")], ["Gone", "Gone"]);
    assert_eq!([place(&game, "42.RB"), place(&game, "112.RD")], ["back in 3", "1410"]);
    assert!(is_disrupted(&game, "112.RD"));
}

/// STAL-R5: among equal sets the defender chooses.
#[test]
fn the_defender_chooses_what_goes_with_a_weaker_attacker() {
    let field = empty().put("10.RB, 38.RB, 42.RB", "1410").put("516.R, 227.R", "1310");
    let mut game = attack(&field, Side::German, "516.R, 227.R", "1410", 3);
    assert_eq!(offered(&game), ["lose 10.RB", "lose 38.RB", "lose 42.RB"]);
    go(&mut game, "lose 38.RB", &[]);
    assert_eq!([place(&game, "10.RB"), place(&game, "38.RB")], ["1410", "back in 3"]);
}

/// W6, STAL-OVR-1, STAL-PAN-3
#[test]
fn w6_armor_overrun() {
    let field = empty().put("42.RB", "0910").put("Pz.R.24", "0809").put("Pz.R.36", "0810");
    let game = attack(&field, Side::German, "Pz.R.24, Pz.R.36", "0910", 2);
    assert_eq!(place(&game, "42.RB"), "back in 4");
    let field = field.put("21.PzGR, 26.PzGR", "0809");
    let mut game = attacking(&field, Side::German);
    send(&mut game, "Pz.R.24, 21.PzGR, 26.PzGR", "0910");
    assert_eq!(game.odds()[0].sums[0].1, "7");
}

/// STAL-NOR-3, STAL-RES-2
#[test]
fn the_german_orders_to_hold_attack_by_attack() {
    let field = empty().put("54.R", "0910").put("112.RD", "0909").put("35.GRD", "1009");
    let start = || {
        let mut game = attacking(&field, Side::Russian);
        send(&mut game, "112.RD, 35.GRD", "0910");
        go(&mut game, "done; resolve 0910", &[]);
        game
    };
    assert_eq!(offered(&start()), ["retreats", "no-retreat"]);
    let mut held = start();
    // 4 against 2 is 2:1, and 1 is D2.
    go(&mut held, "no-retreat", &[1]);
    assert_eq!(place(&held, "54.R"), "Gone");
    let mut free = start();
    go(&mut free, "retreats", &[1]);
    go(&mut free, "demand 0910 1; retreat 54.R 0911", &[]);
    assert_eq!(place(&free, "54.R"), "0911");
}

/// STAL-DIS-4, STAL-DIS-5, STAL-DIS-6, STAL-SEQ-14
#[test]
fn recovery_before_and_after_combat() {
    let field = empty()
        .put("54.R", "0910")
        .put("10.RB", "0909")
        .put("516.R", "0610")
        .put("517.R", "1310")
        .put("112.RD", "1311")
        .put("35.GRD", "1410")
        .disrupted("54.R, 516.R, 517.R");
    let supply = sandtable_stalingrad::supply::Supply::of(&field, Side::German);
    assert!(supply.supplies(&field, crate::board::unit("54.R")));
    let mut game = attacking(&field, Side::Russian);
    send(&mut game, "10.RB", "0910");
    go(&mut game, "done", &[]);
    assert!(!is_disrupted(&game, "516.R"), "nobody attacks it");
    assert!(is_disrupted(&game, "54.R"), "it waits for its combat");
    // 1:2 and one more against the Disrupted is 1:1; 5 is AD.
    let mut spared = game;
    go(&mut spared, "resolve 0910; retreats", &[5]);
    assert!(!is_disrupted(&spared, "54.R") && is_disrupted(&spared, "10.RB"));
    // 3 is D.
    go(&mut game, "resolve 0910; retreats", &[3]);
    go(&mut game, "halt", &[]);
    assert!(is_disrupted(&game, "54.R"));
}

/// STAL-ATK-2, STAL-RET-10, STAL-R59, STAL-R78
#[test]
fn who_retreats_into_a_target_hex_defends_there_too() {
    let field = empty().put("42.RB", "0910").put("10.RB", "1010").put("516.R", "0809").put("517.R", "1110");
    let mut game = attacking(&field, Side::German);
    send(&mut game, "516.R", "0910");
    send(&mut game, "517.R", "1010");
    go(&mut game, "done; resolve 0910", &[3]);
    go(&mut game, "demand 0910 1; retreat 42.RB 1010; halt; advance 516.R 0910", &[]);
    assert_eq!(column(&game), "3:2", "2 against 2, one more for a half that is Disrupted");
    go(&mut game, "resolve 1010", &[5]);
    assert_eq!(
        [place(&game, "42.RB"), place(&game, "10.RB"), place(&game, "517.R")],
        ["back in 3", "back in 3", "Gone"]
    );
}

/// STAL-SNP-6, STAL-SNP-7, STAL-SNP-9, STAL-SNP-11, STAL-R80
#[test]
fn snipers_share_the_fate_of_their_stack() {
    let post = |field: Field, sniper: usize, number: &str| {
        let mut field = field;
        field.snipers[sniper].place = SniperPlace::Posted(field.hex(number));
        field
    };
    let place = |game: &Stalingrad, sniper: usize| game.field().snipers[sniper].place;
    let field = post(empty().put("42.RB, 10.RB", "0910").put("516.R, 517.R, 518.R", "0809"), 0, "0910");
    let hex = |number: &str| field.hex(number);
    // 3:1: 4 is D1.
    let mut game = attack(&field, Side::German, "516.R, 517.R, 518.R", "0910", 4);
    go(&mut game, "demand 0910 1; retreat 10.RB 1009", &[]);
    assert_eq!(place(&game, 0), SniperPlace::Posted(hex("0910")), "a friend is still there");
    go(&mut game, "retreat 42.RB 1010", &[]);
    assert_eq!(place(&game, 0), SniperPlace::Posted(hex("1010")), "with the last to leave");
    let game = attack(&field, Side::German, "516.R, 517.R, 518.R", "0910", 1);
    assert_eq!(place(&game, 0), SniperPlace::Gone, "DE");
    // 6 is X.
    let mut game = attack(&field, Side::German, "516.R, 517.R, 518.R", "0910", 6);
    go(&mut game, "lose 516.R; done", &[]);
    assert_eq!(place(&game, 0), SniperPlace::Returning(3));
    // A sniper of the attacker whose friends are lost by AE, or go forward, is lifted unharmed.
    let field = post(empty().put("112.RD", "1212").put("227.R", "1112"), 4, "1112");
    let game = attack(&field, Side::German, "227.R", "1212", 4);
    assert_eq!(
        (crate::board::place(&game, "227.R"), place(&game, 4)),
        ("Gone".to_owned(), SniperPlace::Ready)
    );
}

/// STAL-R80: who got away takes the sniper with him even if another is lost after him.
#[test]
fn a_sniper_follows_the_last_to_get_away() {
    // Only one finds room: the other, left behind, cannot retreat.
    let mut field = empty()
        .put("42.RB, 10.RB", "0910")
        .put("516.R, 517.R, 518.R", "0809")
        .put("54.R", "0911")
        .put("191.R", "1009")
        .put("112.RD", "1010");
    field.snipers[0].place = SniperPlace::Posted(field.hex("0910"));
    let mut game = attack(&field, Side::German, "516.R, 517.R, 518.R", "0910", 2);
    go(&mut game, "demand 0910 1; retreat 10.RB 1010", &[]);
    assert_eq!([place(&game, "10.RB"), place(&game, "42.RB")], ["1010", "back in 4"]);
    assert_eq!(game.field().snipers[0].place, SniperPlace::Posted(field.hex("1010")));
}

/// STAL-HQ-6, STAL-R42
#[test]
fn a_surrounded_headquarters_is_lost_for_good() {
    let everybody = "191.R, 194.R, 211.R, 267.R, 274.R, 276.R";
    let shut =
        empty().put("62.A HQ", "1316").put("191.R, 194.R, 211.R", "1215").put("267.R, 274.R, 276.R", "1216");
    let lost = attack(&shut, Side::German, everybody, "1316", 1);
    assert_eq!(place(&lost, "62.A HQ"), "Gone");
    let free = attack(&shut.put("10.RB", "1315").disrupted("10.RB"), Side::German, everybody, "1316", 1);
    assert_eq!(place(&free, "62.A HQ"), "back in 4");
}

/// STAL-NOR-5, STAL-NOR-7, STAL-R53: what happens is told with its rules, and the cell that was read is lit.
#[test]
fn a_combat_is_told() {
    let field =
        empty().put("112.RD", "1212").put("516.R, 517.R, 518.R", "1112").put("Pz.R.24, 21.PzGR", "1113");
    let mut game = attacking(&field, Side::German);
    send(&mut game, "516.R, 517.R, 518.R, Pz.R.24, 21.PzGR", "1212");
    go(&mut game, "done", &[]);
    let mut told = Chronicle::default();
    let action = game.read("resolve 1212").unwrap();
    game.apply(&action, &mut Scripted::faces(&[2]), &mut told).unwrap();
    let words: Vec<(&str, &str)> =
        told.events.iter().map(|event| (event.clause, event.words.as_str())).collect();
    assert_eq!(
        words,
        [
            ("STAL-RES-2", "1212: 9 against 4, 2:1: D2"),
            ("STAL-NOR-1", "D2 becomes DE for 112.RD"),
            ("STAL-RES-1", "112.RD is eliminated in 1212, back in turn 4"),
        ]
    );
    assert_eq!((told.cells[0].column.as_str(), told.cells[0].who.as_str()), ("2:1", "1212"));
}

/// STAL-CRT-1: what is promised before the die is what the die then gives.
#[test]
fn odds_agree_with_what_is_played() {
    let field = empty().put("42.RB, 10.RB", "0910").put("516.R, 517.R, 518.R", "0809");
    let mut game = attacking(&field, Side::German);
    send(&mut game, "516.R, 517.R, 518.R", "0910");
    go(&mut game, "done", &[]);
    let promised = &game.odds()[0];
    let action = game.read("resolve 0910").unwrap();
    for (face, outcome) in (1..=6).map(|face| {
        let mut told = Chronicle::default();
        let mut then = game;
        then.apply(&action, &mut Scripted::faces(&[face]), &mut told).unwrap();
        let words = told.events[0].words.clone();
        (face, words.rsplit(": ").next().unwrap().to_owned())
    }) {
        assert!(promised.outcomes.iter().any(|known| known.result == outcome), "{face}: {outcome}");
    }
    let chances: Vec<(String, String)> = promised
        .outcomes
        .iter()
        .map(|outcome| (outcome.result.clone(), outcome.chance.to_string()))
        .collect();
    assert!(chances.contains(&("D2".into(), "1/3".into())), "{chances:?}");
}

/// STAL-RES-6, STAL-RES-10: half a brigade costs one regiment, and a regular names no more.
#[test]
fn a_regular_gives_up_no_more_than_it_must() {
    let field = empty().put("42.RB", "0910").put("516.R, 517.R, 518.R", "0809");
    let mut game = attacking(&field, Side::German);
    send(&mut game, "516.R, 517.R, 518.R", "0910");
    go(&mut game, "done; resolve 0910", &[6]);
    let mut mind = <Stalingrad as Tactics>::Mind::default();
    let first = game.best(&Manner::STEADY, &mut mind);
    assert!(matches!(first, Action::Lose(_)), "{first:?}");
    let text = game.write(&first);
    go(&mut game, &text, &[]);
    assert_eq!(game.best(&Manner::STEADY, &mut mind), Action::Done);
}
