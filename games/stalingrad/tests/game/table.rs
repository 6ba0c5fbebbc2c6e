//! Games that begin in the middle.

use kit::{Game, Status, testing::act};
use sandtable_stalingrad::{
    action::Action,
    field::{Aside, Field},
    flow::{PlayerTurn, Step},
    game::{House, Stalingrad},
    units::Side,
};

use crate::board::units;

/// A game as published with these units, at a step of a player turn.
pub fn at(field: Field, turn: u8, side: Side, next: PlayerTurn) -> Stalingrad {
    Stalingrad::posed(field, House::default(), turn, side, next)
}

/// Units wait on the east bank.
pub fn east(mut field: Field, names: &str) -> Field {
    units(names).iter().for_each(|unit| field.remove(unit, Aside::EastBank));
    field
}

/// Declines everything until a step comes.
#[track_caller]
pub fn idle_until(game: &mut Stalingrad, is_there: impl Fn(&Stalingrad) -> bool) {
    for _ in 0..200 {
        if is_there(game) {
            return;
        }
        assert!(matches!(game.status(), Status::Deciding(_)), "the game ends first");
        let mut offered = Vec::new();
        game.actions(&mut offered);
        let declines = [Action::Done, Action::Retreats, Action::Stay];
        let action = declines.into_iter().find(|action| offered.contains(action)).unwrap_or(offered[0]);
        let text = game.write(&action);
        act(game, &text, &[]);
    }
    panic!("the step does not come: {:?}", game.step());
}

/// Declines everything until the missions of a turn.
pub fn idle_until_missions(game: &mut Stalingrad, turn: u8) {
    idle_until(game, |game| game.turn() == turn && matches!(game.step(), Step::Missions(_)));
}

/// Makes decisions without dice, one a line.
#[track_caller]
pub fn acts(game: &mut Stalingrad, orders: &str) {
    orders.lines().map(str::trim).filter(|order| !order.is_empty()).for_each(|order| act(game, order, &[]));
}
