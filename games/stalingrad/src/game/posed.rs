//! Games that begin in the middle, for tests and for questions of the kind "what if".

use kit::{
    Scripted,
    flow::{self, Stack},
};

use super::{House, Stalingrad};
use crate::{field::Field, flow::PlayerTurn, units::Side};

impl Stalingrad {
    /// A game with these units at a step of a player turn, taken on to the first decision. No die may lie between.
    pub fn posed(field: Field, house: House, turn: u8, phasing: Side, next: PlayerTurn) -> Self {
        let mut game = Self::new(field, house);
        (game.turn, game.phasing, game.flow) = (turn, phasing, Stack::new(next));
        flow::proceed(&mut game, &mut Scripted::faces(&[]), &mut ());
        game
    }
}
