//! Points and the end of the game (chapter VIC).

use kit::{Journal, Outcome};

use crate::{
    charts::Class,
    game::Skirmish,
    scenario::Prize,
    state::{Flags, Side},
    tell::told,
    words::{Hull, Speed},
};

/// SKIR-VIC-3: who has lost because nobody stands for him any more; both at once goes by points.
pub(crate) fn sudden_death(game: &Skirmish) -> Option<Side> {
    match Side::BOTH.map(|side| stands(game, side)) {
        [false, true] => Some(Side::A),
        [true, false] => Some(Side::B),
        _ => None,
    }
}

/// Whether a side has a steady unit on the table, or one that is still to come.
fn stands(game: &Skirmish, side: Side) -> bool {
    game.board.army(side).iter().any(|unit| {
        let state = game.board.unit(unit);
        game.board.is_on_table(unit) && !state.is(Flags::FLEEING)
            || state.flags.any(Flags::TO_COME.and(Flags::UNPLACED))
    })
}

/// SKIR-VIC-3: whether the game is over before its last turn.
pub(crate) fn is_decided(game: &Skirmish) -> bool {
    Side::BOTH.into_iter().any(|side| !stands(game, side))
}

/// SKIR-VIC-2: who holds each objective now, and what is counted at the end of this turn.
pub(crate) fn bring_up_to_date<J: Journal>(game: &mut Skirmish, journal: &mut J) {
    let scenario = game.board.scenario();
    for (place, objective) in scenario.objectives.iter().enumerate() {
        if let Some(side) = sole_holder(game, &objective.prize)
            && game.holders[place] != side
        {
            game.holders[place] = side;
            let (name, side) = (&objective.name, game.side_name(side));
            journal.tell(|| told("SKIR-VIC-2", format!("{side} takes the {name}")));
        }
        for (turn, share) in &objective.checks {
            if *turn == game.turn {
                let holder = game.holders[place];
                let points = objective.worth * share / 100;
                game.scored[holder as usize] += points;
                let (name, side) = (&objective.name, game.side_name(holder));
                journal.tell(|| told("SKIR-VIC-2", format!("{side} holds the {name}: {points} points")));
            }
        }
    }
}

/// The side that alone has a steady unit there; none if it is contested or empty.
pub(crate) fn sole_holder(game: &Skirmish, prize: &Prize) -> Option<Side> {
    let board = &game.board;
    let scene = board.scene(None);
    let is_there = |side: Side| {
        board.army(side).iter().any(|unit| {
            let at = board.centre(unit);
            board.is_on_table(unit)
                && !board.is(unit, Flags::FLEEING)
                && !board.rides(unit)
                && match prize {
                    Prize::Piece(name) => {
                        scene.terrain.named(name).is_some_and(|piece| scene.holds(piece, at))
                    }
                    Prize::Circle(x, y, radius) => {
                        at.is_within(kit::tabletop::Point::new(*x, *y), radius.unsigned_abs())
                    }
                }
        })
    };
    match Side::BOTH.map(is_there) {
        [true, false] => Some(Side::A),
        [false, true] => Some(Side::B),
        _ => None,
    }
}

/// SKIR-VIC-1, SKIR-R99: what the enemy gets for a unit as it stands: all of it, half, or nothing.
pub(crate) fn price_of(game: &Skirmish, unit: kit::position::UnitId) -> i32 {
    let (chart, state) = (game.board.chart(unit), game.board.unit(unit));
    let worth = i32::from(chart.points);
    if state.is(Flags::LOST) {
        return worth;
    }
    let is_hurt = match chart.class {
        Class::Infantry | Class::Mortar => u16::from(state.alive) * 2 <= u16::from(state.strength),
        Class::Gun => state.is(Flags::GUN_OUT),
        Class::Vehicle(_) => state.speed == Speed::Stopped || state.is(Flags::GUN_OUT),
    };
    if is_hurt && state.hull == Hull::Whole { worth / 2 } else { 0 }
}

/// SKIR-VIC-1: the points of a side: objectives that were counted, and what the enemy has lost.
pub(crate) fn points(game: &Skirmish, side: Side) -> i32 {
    let lost: i32 = game.board.army(side.other()).iter().map(|unit| price_of(game, unit)).sum();
    game.scored[side as usize] + lost
}

/// SKIR-VIC-3, SKIR-VIC-4: as the scenario says how far a side must be ahead.
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
