//! The front as an atlas prints it: one line between the main bodies of the two sides.

use kit::{HexNote, Look, Overlay};

use super::{SIDES, note};
use crate::{
    game::EastFront,
    map::Hexes,
    supply::{Lines, Net},
    unit::Side,
};

/// The hexes on both sides of the line (`EAST-CTL-1`); the page draws the line between them.
pub(super) fn front(game: &EastFront, mut overlay: Overlay) -> Overlay {
    "Line: the front between what the two sides control. Ground in the rear that nobody holds any more counts as the \
     other side's."
        .clone_into(&mut overlay.legend);
    overlay.clauses = vec!["EAST-CTL-1", "EAST-MOV-11"];
    let bodies = main_bodies(game);
    for side in SIDES {
        let beside = game.theatre().neighbours.of(bodies[side.other() as usize]);
        for hex in bodies[side as usize] & beside {
            let words = format!("{side} side of the front");
            overlay.hexes.push(HexNote { words, ..note(game, hex, side, Look::Border) });
        }
    }
    overlay
}

/// What each side holds, without enclaves: an area that is joined to no unit and no source of supply of its own side
/// is counted with the ground around it.
fn main_bodies(game: &EastFront) -> [Hexes; 2] {
    let mut bodies = SIDES.map(|side| game.board.controlled_by(side));
    for side in [Side::Soviet, Side::Axis] {
        let lost = bodies[side as usize] - joined(game, side, bodies[side as usize]);
        bodies[side as usize] -= lost;
        bodies[side.other() as usize] |= lost;
    }
    bodies
}

/// The part of `ground` that is joined over its own hexes to a unit or a source of supply of a side.
fn joined(game: &EastFront, side: Side, ground: Hexes) -> Hexes {
    let held = game.board.held_by(side) | Net::of(&game.board, side, Lines::Usual).sources;
    let mut reached = held & ground;
    loop {
        let wider = reached | (game.theatre().neighbours.of(reached) & ground);
        if wider == reached {
            return reached;
        }
        reached = wider;
    }
}
