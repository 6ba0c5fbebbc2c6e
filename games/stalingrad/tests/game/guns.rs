//! STAL-ART-1 to STAL-ART-9 on the board.

use kit::{
    Fraction,
    testing::{act, assert_refused},
    walk::Walk,
};
use sandtable_stalingrad::{
    action::Action,
    field::Field,
    flow::{PlayerTurn, Step, Triangle},
    game::Stalingrad,
    units::Side,
};

use crate::{
    board::{Describe, empty, unit},
    table::at,
};

fn guns(field: Field, turn: u8) -> Stalingrad {
    at(field, turn, Side::Russian, PlayerTurn::Bombardment)
}

fn steelworks() -> Field {
    let mut field = empty().put("516.R, 517.R", "1311");
    field.guns = field.hex("1513");
    field
}

/// W12, STAL-ART-2, STAL-ART-3, STAL-ART-5, STAL-R34
#[test]
fn w12_a_barrage_without_observation() {
    // A brigade far away moves next, so that nothing else happens first.
    let field = steelworks().put("10.RB", "1322");
    let mut game = guns(field, 2);
    let (first, second) = (unit("516.R"), unit("517.R"));
    let triangle = Triangle::new(field.hex("1311"), field.hex("1210"), field.hex("1310"));
    let dangers = game.barrage_dangers(triangle, first);
    assert_eq!(
        dangers.iter().map(|danger| danger.disrupted).collect::<Vec<_>>(),
        [Fraction::new(11, 27), Fraction::new(5, 27)]
    );
    act(&mut game, "barrage 1311 1210 1310", &[]);
    let hit = |state: &Stalingrad| (state.field().is_disrupted(first), state.field().is_disrupted(second));
    let odds = Walk::default().to_next_decision(&game, Action::First(first), hit).unwrap().distribution();
    assert_eq!(odds.chance(|&(one, _)| one), Fraction::new(11, 27));
    assert_eq!(odds.chance(|&(_, two)| two), Fraction::new(5, 27));
    assert_eq!(odds.chance(|&both| both == (true, true)), Fraction::new(11, 81));
    assert_eq!(odds.chance(|&both| both == (false, false)), Fraction::new(44, 81));
}

/// STAL-ART-4: Russians on the summit observe; friend and foe are rolled for.
#[test]
fn an_observed_barrage_is_on_target() {
    let mut game = guns(steelworks().put("38.RB", "1212").put("42.RB", "1310"), 2);
    act(&mut game, "barrage 1311 1210 1310", &[3, 2, 1]);
    let disrupted = ["516.R", "517.R", "42.RB"].map(|name| game.field().is_disrupted(unit(name)));
    assert_eq!(disrupted, [false, true, true]);
    assert!(!matches!(game.step(), Step::Firing(_)));
}

/// STAL-ART-1, STAL-ART-2, STAL-R34
#[test]
fn where_and_when_the_guns_fire() {
    assert!(!matches!(guns(steelworks(), 1).step(), Step::Firing(_)), "not in turn 1");
    let game = guns(steelworks(), 2);
    assert_refused(&game, "barrage 1309 1209 1310", "STAL-ART-2");
    assert_refused(&game, "barrage 1311 1310 1210", "STAL-ART-2");
    assert_refused(&game, "barrage 1311 1310 1312", "STAL-ART-2");
    assert_refused(&game, "barrage 1314 1213 1313", "STAL-R34");
}

/// STAL-ART-1, STAL-ART-6, STAL-SEQ-12, STAL-SEQ-16: one barrage a turn, and never in a turn in which they move.
#[test]
fn guns_fire_or_move() {
    let field = steelworks().put("38.RB", "1212");
    let mut game = guns(field, 2);
    act(&mut game, "done", &[]);
    assert!(matches!(game.step(), Step::Move(_)));
    let mut moved = game;
    assert_refused(&game, "guns 1513", "STAL-ART-6");
    assert_refused(&game, "guns 1413", "STAL-ART-6");
    act(&mut moved, "guns 1612", &[]);
    assert_eq!(moved.field().guns, field.hex("1612"));
    assert_refused(&moved, "guns 1513", "STAL-ART-6");
    let mut fired = guns(field, 2);
    act(&mut fired, "barrage 1311 1210 1310", &[3, 3]);
    assert_refused(&fired, "guns 1612", "STAL-R34");
    // What was not fired before the attacks can be fired after them.
    crate::table::idle_until(&mut game, |game| matches!(game.step(), Step::Firing(_)));
    assert!(game.phasing() == Side::Russian && game.turn() == 2);
    act(&mut game, "barrage 1311 1210 1310", &[1, 6]);
    assert!(game.field().is_disrupted(unit("516.R")));
}
