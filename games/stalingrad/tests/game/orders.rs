//! Games that begin in the middle, and decisions in a few words.

use kit::{Game, testing::act};
use sandtable_stalingrad::{
    field::{Aside, Field, Location},
    flow::PlayerTurn,
    game::{House, Stalingrad},
    units::Side,
};

use crate::board::unit;

/// A game as published with these units, at a step of a player turn.
pub fn at(field: &Field, turn: u8, side: Side, next: PlayerTurn) -> Stalingrad {
    Stalingrad::posed(*field, House::default(), turn, side, next)
}

/// A side moves in turn 2.
pub fn moving(field: &Field, side: Side) -> Stalingrad {
    at(field, 2, side, PlayerTurn::Movement)
}

/// Decisions without dice, separated by semicolons.
#[track_caller]
pub fn acts(game: &mut Stalingrad, orders: &str) {
    orders.split(';').map(str::trim).for_each(|order| act(game, order, &[]));
}

/// What can be decided, as a person writes it.
pub fn offered(game: &Stalingrad) -> Vec<String> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    actions.iter().map(|action| game.write(action)).collect()
}

/// Where a unit is: the number of its hex, or its box.
pub fn place(game: &Stalingrad, name: &str) -> String {
    match game.field().place_of(unit(name)) {
        Location::Hex(hex) => game.theatre().name(hex).to_owned(),
        Location::Aside(Aside::Track(turn)) => format!("back in {turn}"),
        Location::Aside(aside) => format!("{aside:?}"),
    }
}
