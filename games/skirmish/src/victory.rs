//! Points and the end of the game.

use kit::Outcome;

use crate::{
    game::Skirmish,
    state::{Flags, Side},
};

/// SKIR-VIC-3: who has lost because nobody stands for him any more; both at once goes by points.
pub(crate) fn sudden_death(game: &Skirmish) -> Option<Side> {
    let stands = |side: Side| {
        game.board.army(side).iter().any(|unit| {
            let state = game.board.unit(unit);
            game.board.is_on_table(unit) && !state.is(Flags::FLEEING) || state.is(Flags::TO_COME)
        })
    };
    match Side::BOTH.map(stands) {
        [false, true] => Some(Side::A),
        [true, false] => Some(Side::B),
        _ => None,
    }
}

/// SKIR-VIC-2: who holds each objective now.
pub(crate) fn bring_up_to_date(_game: &mut Skirmish) {}

/// SKIR-VIC-1: the points of a side: objectives, and what the enemy has lost.
pub(crate) fn points(game: &Skirmish, side: Side) -> i32 {
    let enemies = game.board.army(side.other());
    let lost = enemies.iter().filter(|unit| game.board.is(*unit, Flags::LOST));
    let lost: i32 = lost.map(|unit| i32::from(game.board.chart(unit).points)).sum();
    game.scored[side as usize] + lost
}

/// SKIR-VIC-3, SKIR-VIC-4.
pub(crate) fn outcome(game: &Skirmish) -> Outcome {
    let points = Side::BOTH.map(|side| points(game, side));
    let ahead = [points[0] - points[1], points[1] - points[0]];
    let wins_by = game.board.scenario().wins_by;
    let winner = match sudden_death(game) {
        Some(loser) => Some(loser.other()),
        None => Side::BOTH.into_iter().find(|side| ahead[*side as usize] >= wins_by[*side as usize]),
    };
    Outcome { winner: winner.map(Side::seat), margin: ahead[0].abs() }
}
