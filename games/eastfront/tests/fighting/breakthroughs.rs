//! Breakthrough attacks (`EAST-RES-2`, `EAST-RES-15`, `EAST-RES-16`).

use kit::Game;
use sandtable_eastfront::{
    AttackPhase, EastFront, Side,
    board::{Board, Status},
    flow::Step,
};

use super::board::{Describe, attacking, choices, front, go, refused, unit};

/// A tank army and a corps have broken through in 3204, coming from 3104.
fn broken(board: &Board, phase: AttackPhase) -> EastFront {
    let board = board.put("S-5TkA, S-1TC", "3104").put("R-11C", "3204");
    let mut game = attacking(&board, Side::Soviet, 13, phase);
    go(&mut game, "attack 3204 with S-5TkA; attack 3204 with S-1TC", &[]);
    game
}

#[test]
fn x23_breakthrough_and_must_attack() {
    // Behind 3204 stand a Romanian corps (3304's east, 3404) and a German one (3305).
    let board = front().put("R-6C", "3404").put("G-26K", "3305");
    let mut game = broken(&board, AttackPhase::Prepared);
    go(&mut game, "done", &[]);
    // 11 against 2 is 5:1: a 6 is BR.
    go(&mut game, "resolve 3204", &[6]);
    go(&mut game, "advance S-5TkA to 3204; advance S-5TkA to 3304", &[]);
    go(&mut game, "done", &[]);
    assert!(matches!(game.step(), Step::Declare(_)), "{:?}", game.step());
    assert!(
        game.board().is(unit("S-1TC"), Status::Breakthrough),
        "EAST-R63: who did not advance may attack too"
    );
    go(&mut game, "attack 3404 with S-5TkA", &[]);
    // EAST-RES-16: the German next to it must be attacked in the same breakthrough, or before, or later in the phase.
    assert_eq!(refused(&game, "done").0, "EAST-RES-16");
    // None at all is always allowed.
    let mut none = game;
    go(&mut none, "pass", &[]);
    assert!(!matches!(none.step(), Step::Declare(_) | Step::Battles(_)));
    assert!(none.board().all(Status::Breakthrough).is_empty(), "a right not used is gone");
}

#[test]
fn res_16_an_attack_still_pending_is_enough() {
    let board = front().put("R-6C", "3404").put("G-26K", "3305").put("S-61A", "3306");
    let mut game = broken(&board, AttackPhase::Prepared);
    go(&mut game, "attack 3305 with S-61A; done", &[]);
    go(&mut game, "resolve 3204", &[6]);
    go(&mut game, "advance S-5TkA to 3204; advance S-5TkA to 3304; done", &[]);
    go(&mut game, "attack 3404 with S-5TkA; done", &[]);
    // EAST-RES-15: breakthrough attacks come first.
    assert_eq!(choices(&game), ["resolve 3404"]);
    assert_eq!(refused(&game, "resolve 3305").0, "EAST-RES-15");
}

#[test]
fn res_16_an_attack_already_resolved_is_enough() {
    let board = front().put("R-6C", "3404").put("G-26K", "3305").put("S-61A", "3306");
    let mut game = broken(&board, AttackPhase::Prepared);
    go(&mut game, "attack 3305 with S-61A; done", &[]);
    // 4 against 4: a 3 is nothing, and the German stands where he stood.
    go(&mut game, "resolve 3305", &[3]);
    go(&mut game, "resolve 3204", &[6]);
    go(&mut game, "advance S-5TkA to 3204; advance S-5TkA to 3304; done", &[]);
    go(&mut game, "attack 3404 with S-5TkA; done", &[]);
    assert_eq!(choices(&game), ["resolve 3404"]);
}

#[test]
fn res_15_a_declared_attack_is_merged_as_a_whole() {
    let board = front().put("G-26K", "3305").put("S-61A, S-3TC", "3306");
    let mut game = broken(&board, AttackPhase::Prepared);
    go(&mut game, "attack 3305 with S-61A; attack 3305 with S-3TC; done", &[]);
    go(&mut game, "resolve 3204", &[6]);
    go(&mut game, "advance S-5TkA to 3204; advance S-5TkA to 3304; done", &[]);
    // EAST-R90: a joiner needs an attack to join; EAST-R62: what is declared is not dropped.
    assert_eq!(refused(&game, "drop 3305").0, "EAST-R62");
    assert_eq!(refused(&game, "attack 3305 with S-61A").0, "EAST-RES-15");
    go(&mut game, "attack 3305 with S-5TkA; attack 3305 with S-61A; done", &[]);
    assert_eq!(choices(&game), ["resolve 3305"]);
    // 7 + 4 + 4 against 4: the corps comes along (EAST-RES-15).
    assert_eq!(
        game.odds()[0].sums.iter().find(|sum| sum.0 == "attack").map(|sum| sum.1.as_str()),
        Some("15")
    );
    go(&mut game, "resolve 3305", &[6]);
    assert!(game.board().is(unit("S-3TC"), Status::Spent));
    // EAST-RES-3: a BR out of a breakthrough gives no further attack.
    go(&mut game, "done", &[]);
    assert!(!matches!(game.step(), Step::Declare(_) | Step::Battles(_)));
}

#[test]
fn res_15_merging_can_be_taken_back_before_the_declaration_is_closed() {
    let board = front().put("G-26K", "3305").put("S-61A, S-3TC", "3306");
    let mut game = broken(&board, AttackPhase::Prepared);
    go(&mut game, "attack 3305 with S-61A; attack 3305 with S-3TC; done", &[]);
    go(&mut game, "resolve 3204", &[6]);
    go(&mut game, "advance S-5TkA to 3204; advance S-5TkA to 3304; done", &[]);
    go(&mut game, "attack 3305 with S-5TkA; attack 3305 with S-61A; release S-3TC", &[]);
    let mut dropped = game;
    go(&mut dropped, "drop 3305; done", &[]);
    assert_eq!(choices(&dropped), ["resolve 3305"]);
    assert_eq!(
        dropped.odds()[0].sums.iter().find(|sum| sum.0 == "attack").map(|sum| sum.1.as_str()),
        Some("8")
    );
    go(&mut game, "done", &[]);
    assert_eq!(game.odds().len(), 2, "the attack that waited waits again");
}

#[test]
fn res_3_no_second_attack_in_phase_e_or_in_mud() {
    let board = front().put("R-6C", "3304");
    let mut game = broken(&board, AttackPhase::Operational);
    go(&mut game, "done", &[]);
    go(&mut game, "resolve 3204", &[6]);
    // EAST-RES-3: read as DE throughout: 2 hexes for armour.
    go(&mut game, "advance S-5TkA to 3204", &[]);
    go(&mut game, "halt; done", &[]);
    assert!(!matches!(game.step(), Step::Declare(_) | Step::Battles(_)));
    let board = front().put("S-5TkA, S-1TC", "3104").put("R-11C", "3204").put("R-6C", "3304");
    let mut game = attacking(&board, Side::Soviet, 11, AttackPhase::Prepared);
    go(&mut game, "attack 3204 with S-5TkA; attack 3204 with S-1TC; done", &[]);
    go(&mut game, "resolve 3204", &[6]);
    go(&mut game, "done", &[]);
    assert!(!matches!(game.step(), Step::Declare(_) | Step::Battles(_)), "EAST-WEA-6: Mud");
}
