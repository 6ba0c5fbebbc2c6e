//! STAL-EXC-1 to STAL-EXC-13, STAL-R12.

use kit::testing::assert_refused;
use sandtable_stalingrad::{field::Field, game::Stalingrad, units::Side};

use crate::board::{Describe, attacking, empty, go, is_disrupted, offered, place, send};

fn red_october() -> Field {
    empty().put("112.RD, 42.RB", "1410").put("516.R, 517.R, 518.R", "1310").put("191.R, 194.R, 211.R", "1311")
}

/// W9: six regiments, four of them risked.
fn w9(face: u16) -> Stalingrad {
    let mut game = attacking(&red_october(), Side::German);
    send(&mut game, "516.R, 517.R, 518.R, 191.R, 194.R, 211.R", "1410");
    // STAL-NOR-5: they hold, so that nobody is asked.
    go(&mut game, "exchange 1410; done; resolve 1410", &[]);
    assert_refused(&game, "roll", "STAL-EXC-5");
    go(&mut game, "risk 516.R; risk 517.R; risk 518.R; risk 191.R; roll", &[face]);
    game
}

/// W9, STAL-EXC-2, STAL-EXC-3, STAL-EXC-5, STAL-EXC-8
#[test]
fn w9_prices_by_the_printed_result() {
    // D2: all six points cost 3.
    let mut game = w9(1);
    assert_eq!(
        offered(&game),
        ["buy 42.RB", "buy 112.RD"].map(String::from).to_vec().into_iter().rev().collect::<Vec<_>>()
    );
    go(&mut game, "buy 112.RD; buy 42.RB", &[]);
    assert_refused(&game, "lose 194.R", "STAL-RES-10");
    go(&mut game, "lose 516.R", &[]);
    assert_refused(&game, "done", "STAL-RES-10");
    go(&mut game, "lose 517.R; done", &[]);
    assert_eq!(["112.RD", "42.RB"].map(|name| place(&game, name)), ["back in 3", "back in 3"]);
    // D: both together cost 9 of 8, so one of them is left with D.
    let mut game = w9(5);
    go(&mut game, "buy 112.RD", &[]);
    go(&mut game, "lose 516.R; lose 517.R; lose 518.R; done", &[]);
    assert_eq!([place(&game, "112.RD"), place(&game, "42.RB")], ["back in 3", "1410"]);
    assert!(is_disrupted(&game, "42.RB"), "STAL-EXC-7");
    let mut game = w9(5);
    go(&mut game, "buy 42.RB", &[]);
    assert_eq!(
        offered(&game).first().map(String::as_str),
        Some("lose 516.R"),
        "nothing else can be paid for"
    );
    // X: 12 of 8.
    let mut game = w9(6);
    go(&mut game, "buy 112.RD", &[]);
    assert_eq!(["516.R", "517.R", "518.R", "191.R"].map(|name| place(&game, name)), ["Gone"; 4], "8 of 8");
}

/// STAL-EXC-13, STAL-ADV-5
#[test]
fn survivors_advance_after_an_exchange() {
    let mut game = w9(3);
    go(&mut game, "buy 112.RD; buy 42.RB; lose 516.R; lose 517.R; lose 518.R; done", &[]);
    assert_refused(&game, "done", "STAL-ADV-5");
    go(&mut game, "advance 191.R 1410; advance 194.R 1410; advance 211.R 1410", &[]);
    assert_eq!(place(&game, "211.R"), "1410");
}

/// STAL-EXC-6
#[test]
fn who_cannot_pay_suffers_ae() {
    let mut game = attacking(&red_october().without("42.RB"), Side::German);
    send(&mut game, "516.R, 517.R", "1410");
    // 4 against 4; D costs 6 and one regiment is risked.
    go(&mut game, "exchange 1410; done; resolve 1410; risk 516.R; roll", &[3]);
    assert_eq!([place(&game, "516.R"), place(&game, "517.R")], ["Gone", "1310"]);
    assert!(!is_disrupted(&game, "517.R"), "who is not risked is unaffected");
    assert!(is_disrupted(&game, "112.RD"));
    // AD falls on the risked as AE and Disrupts the others.
    let mut game = attacking(&red_october().without("42.RB"), Side::German);
    send(&mut game, "516.R, 517.R", "1410");
    go(&mut game, "exchange 1410; done; resolve 1410; risk 516.R; roll", &[5]);
    assert_eq!([place(&game, "516.R"), place(&game, "517.R")], ["Gone", "1310"]);
    assert!(is_disrupted(&game, "517.R") && !is_disrupted(&game, "112.RD"));
}

/// STAL-EXC-4
#[test]
fn a_formation_is_bought_as_one() {
    let field = empty().put("6.TB, 27.TB, 10.RB", "0910").put("516.R, 517.R, 518.R", "0809");
    let mut game = attacking(&field, Side::German).with_russians_holding(true);
    send(&mut game, "516.R, 517.R, 518.R", "0910");
    go(&mut game, "exchange 0910; done; resolve 0910; risk 516.R; risk 517.R; roll", &[3]);
    // D1 at 2:1: each point costs 1, and 4 can be paid.
    let mut one = game;
    go(&mut one, "buy 6.TB; done", &[]);
    go(&mut one, "lose 516.R; done", &[]);
    assert_eq!(["6.TB", "27.TB", "10.RB"].map(|name| place(&one, name)), ["back in 3", "back in 3", "0910"]);
}

/// STAL-EXC-1, STAL-R12: the Russian consents or refuses.
#[test]
fn the_russian_is_asked() {
    let field = empty().put("42.RB", "0910").put("516.R, 517.R", "0809");
    let start = || {
        let mut game = attacking(&field, Side::German);
        send(&mut game, "516.R, 517.R", "0910");
        go(&mut game, "exchange 0910; done", &[]);
        game
    };
    assert_eq!(offered(&start()), ["refuse", "consent"]);
    assert_refused(&start(), "no-retreat", "STAL-NOR-4");
    let mut refused = start();
    go(&mut refused, "refuse; resolve 0910", &[1]);
    assert_eq!(place(&refused, "42.RB"), "back in 4", "a plain DE");
    let mut agreed = start();
    go(&mut agreed, "consent; resolve 0910", &[]);
    assert!(offered(&agreed).contains(&"risk 516.R".to_owned()));
    // Under the general order nobody is asked.
    let mut held = attacking(&field, Side::German).with_russians_holding(true);
    send(&mut held, "516.R, 517.R", "0910");
    go(&mut held, "exchange 0910; done", &[]);
    assert_eq!(offered(&held), ["resolve 0910"]);
}

/// STAL-R12, STAL-NOR-3: the German holds, consents, or refuses and may not hold any more.
#[test]
fn the_german_has_three_answers() {
    let field = empty().put("54.R", "0910").put("112.RD", "0909").put("35.GRD", "1009");
    let start = || {
        let mut game = attacking(&field, Side::Russian);
        send(&mut game, "112.RD, 35.GRD", "0910");
        go(&mut game, "exchange 0910; done", &[]);
        game
    };
    assert_eq!(offered(&start()), ["refuse", "consent", "no-retreat"]);
    // 2:1: 1 is D2, which costs half of the strength in an exchange; everybody is risked.
    for answer in ["consent", "no-retreat"] {
        let mut game = start();
        go(&mut game, answer, &[]);
        go(&mut game, "resolve 0910", &[1]);
        go(&mut game, "buy 54.R; lose 112.RD; done", &[]);
        assert_eq!([place(&game, "54.R"), place(&game, "112.RD")], ["Gone", "back in 3"], "{answer}");
    }
    let mut plain = start();
    go(&mut plain, "refuse; resolve 0910", &[1]);
    assert!(offered(&plain).contains(&"demand 0910 2".to_owned()), "rolled at once: {:?}", offered(&plain));
}

/// STAL-EXC-9, STAL-R50, STAL-R87
#[test]
fn beside_an_exchange_attack_everything_attacked_is_exchanged() {
    let field = empty().put("42.RB", "0910").put("10.RB", "0909").put("516.R", "0809").put("54.R", "0908");
    let mut game = attacking(&field, Side::German);
    send(&mut game, "516.R", "0910");
    send(&mut game, "54.R", "0909");
    go(&mut game, "exchange 0910", &[]);
    let refusal = assert_refused(&game, "done", "STAL-EXC-9");
    assert!(refusal.responsible.contains(&"516.R".to_owned()), "{refusal}");
    let mut both = game;
    go(&mut both, "exchange 0909; done", &[]);
    go(&mut game, "plain 0910; done", &[]);
}
