//! Ways that end before their end: mines, wire, turns in place.

use kit::{Game as _, tabletop::Point, testing::act};

use super::{listed, on_turn, witnesses};
use crate::{
    state::Flags,
    testing::{field, named, proving},
};

/// SKIR-MIN-2, SKIR-MOV-10, SKIR-R131: a mine or a wire that is not passed ends the movement; what is left of the action goes on.
#[test]
fn who_is_stopped_on_his_way_may_still_fire_min_2_mov_10() {
    let mut game = proving();
    witnesses(&mut game);
    let squad = field(&mut game, "1st squad", (1800, 180), 0);
    field(&mut game, "Red 1", (1800, 420), 180);
    on_turn(&mut game, squad);
    act(&mut game, "do move-and-fire", &[]);
    act(&mut game, "to 1800,240", &[]);
    // The DT fails, D6 1 is one dead, and the CT is passed.
    act(&mut game, "form column facing 0", &[1, 10, 1, 6, 1]);
    assert_eq!(game.board.centre(squad), Point::new(1800, 220));
    assert!(listed(&game).contains(&"volley at Red 1".to_owned()), "{:?}", listed(&game));
    // Before wire.
    let mut game = proving();
    witnesses(&mut game);
    let squad = field(&mut game, "1st squad", (1900, 1130), 0);
    field(&mut game, "Red 1", (1900, 1400), 180);
    on_turn(&mut game, squad);
    act(&mut game, "do move-and-fire", &[]);
    act(&mut game, "to 1900,1165", &[]);
    act(&mut game, "form cluster facing 0", &[1, 10]);
    // At the border, which is on the wire already: SKIR-R74.
    assert_eq!(game.board.centre(squad), Point::new(1900, 1140));
    assert!(listed(&game).contains(&"volley at Red 1".to_owned()), "{:?}", listed(&game));
}

/// SKIR-MOV-11, SKIR-MIN-1: to turn in place counts as moving 10 mm, and on mined ground that asks for a test.
#[test]
fn to_turn_on_mined_ground_is_to_move_on_it_mov_11_min_1() {
    let mut game = proving();
    witnesses(&mut game);
    let tank = field(&mut game, "T-70", (1800, 250), 0);
    on_turn(&mut game, tank);
    act(&mut game, "do move", &[]);
    // D6 1 + CS 1 against 10 fails; a mine of 1 does nothing to a tank; the CT is passed.
    act(&mut game, "turn to 90", &[1, 10, 1, 6, 1]);
    assert_eq!((game.board.unit(tank).heading, game.board.model_at(tank)), (90, Point::new(1800, 250)));
    assert!(game.board.is(tank, Flags::ACTED));
}

/// SKIR-MIN-1: whoever stands on mines and moves 10 mm on them is tested, over however many kinds of ground.
#[test]
fn who_stands_on_mines_is_tested_once_he_moves_min_1() {
    let mut game = proving();
    witnesses(&mut game);
    let tank = field(&mut game, "T-70", (1895, 250), 90);
    on_turn(&mut game, tank);
    act(&mut game, "do move", &[]);
    // 5 mm of mines, then open ground: no test.
    act(&mut game, "to 1930,250", &[]);
    act(&mut game, "face 90", &[]);
    assert_eq!(game.board.model_at(tank), Point::new(1930, 250));
}

/// SKIR-IFP-6, SKIR-HWF-16: markers and shells go to points of the table.
#[test]
fn nothing_is_aimed_beyond_the_table_ifp_6() {
    let mut game = proving();
    witnesses(&mut game);
    let howitzer = field(&mut game, "1st tank", (2300, 900), 90);
    field(&mut game, "Red 1", (2300, 1300), 180);
    on_turn(&mut game, howitzer);
    act(&mut game, "do fire", &[]);
    assert!(game.read("blast-at 2500,900").is_err());
    let beyond = crate::action::Action::BlastAt(crate::action::Spot::of(&game, 2500, 900));
    assert_eq!(game.check(&beyond).unwrap_err().clause.0, "SKIR-HWF-16");
}

/// SKIR-EFF-8, SKIR-MAN-8: a crew that has left its vehicle is infantry, and may be carried.
#[test]
fn a_crew_on_foot_gets_into_a_carrier_eff_8_man_8() {
    let mut game = proving();
    witnesses(&mut game);
    let car = field(&mut game, "Car", (600, 400), 0);
    game.board.unit_mut(car).hull = crate::words::Hull::Destroyed;
    game.wreck(car, &mut ());
    let truck = field(&mut game, "Truck", (600, 300), 180);
    on_turn(&mut game, car);
    act(&mut game, "do embark Truck", &[]);
    assert!(game.board.is(car, Flags::EMBARKED) && game.board.unit(car).carrier() == Some(truck));
    assert_eq!(game.condition(truck).riders, 3);
    assert_eq!(named(&game, "Car"), car);
}
