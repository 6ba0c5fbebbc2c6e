//! The smaller decisions: each is weighed by the mean standing that it leads to, with every die.

use kit::{
    Game, Manner,
    flow::{self, Steps},
    walk::Walk,
};

use super::{
    rails,
    values::{Values, standing},
};
use crate::{
    action::Action,
    flow::Step,
    game::{EastFront, seat},
    theatre::Contest,
    unit::Side,
};

/// More dice than this are not followed to their end.
const MOST_PATHS: u64 = 200;
/// More choices than this are not all tried.
const MOST_TRIED: usize = 40;

/// The best of what can be decided now; the first of equals.
pub(super) fn best(game: &EastFront, manner: &Manner) -> Action {
    match game.step() {
        Step::Conversion(_) => return rails::best(game, manner),
        Step::Holding(_) => return holding(game),
        Step::Disbanding(_) => return Action::Stay,
        _ => {}
    }
    let mut actions = Vec::new();
    game.actions(&mut actions);
    if let [only] = actions[..] {
        return only;
    }
    if matches!(game.step(), Step::Battles(_)) {
        return actions[0];
    }
    let own = flow::decider(game).unwrap_or_default();
    let forward = Forward::of(game, manner);
    let mut walk = Walk::limited(MOST_PATHS);
    let mut best = (i32::MIN, actions[0]);
    for &action in actions.iter().take(MOST_TRIED) {
        let worth = expected(game, &mut walk, action, own == seat(Side::Axis)) + forward.bias(game, action);
        if worth > best.0 {
            best = (worth, action);
        }
    }
    best.1
}

/// `EAST-NRO-1`: only where a month's holding decides: at the end, when a city cannot be retaken any more, and where a
/// single city is fought for, as soon as it can be struck: there a mere dw would lose it.
fn holding(game: &EastFront) -> Action {
    let first = match game.theatre().contest {
        Contest::Gate => 2,
        Contest::Barbarossa => game.theatre().last_turn,
        Contest::Campaign => return Action::Retreats,
    };
    if game.turn >= first { Action::NoRetreat } else { Action::Retreats }
}

/// The mean standing at the next decision, for the side that decides now.
fn expected(game: &EastFront, walk: &mut Walk<EastFront>, action: Action, is_axis: bool) -> i32 {
    let sign = if is_axis { 1 } else { -1 };
    let Ok(ends) = walk.to_next_decision(game, action, standing) else {
        let mut then = *game;
        then.flow.top().effect(&mut then, action, &mut ());
        return sign * standing(&then);
    };
    let mean: i64 =
        ends.iter().map(|(_, value, chance)| i64::from(value) * chance.scaled(10_000) as i64).sum();
    sign * (mean / 10_000) as i32
}

/// What a standing does not tell: ground that has been won is taken up, the next attack starts from there, and the Axis
/// goes on towards what it wants.
struct Forward<'g>(Option<Values<'g>>);

impl<'g> Forward<'g> {
    fn of(game: &'g EastFront, manner: &'g Manner) -> Self {
        let matters = matches!(game.step(), Step::Advance(_)) && game.phasing == Side::Axis;
        Self(matters.then(|| Values::of(game, manner)).filter(Values::has_depth))
    }

    fn bias(&self, game: &EastFront, action: Action) -> i32 {
        let Action::Advance(unit, to) = action else { return 0 };
        let here = game.board.hex_of(unit).unwrap_or(to);
        let nearer = self.0.as_ref().map_or(0, |values| values.way_of(unit, here) - values.way_of(unit, to));
        let weights = &game.board.weights().decisions;
        weights.going_on + nearer * weights.nearer
    }
}
