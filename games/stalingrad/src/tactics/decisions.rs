//! The smaller decisions: each is weighed by the mean standing that it leads to, with every die.

use kit::{
    Factor, Fraction, Game,
    flow::{self, Steps},
    map::HexId,
    random_play::RandomPlayer,
    walk::Walk,
};

use super::{
    air, guns,
    values::{Values, crowd, danger, standing, strength_in},
};
use crate::{
    action::Action,
    bank::Light,
    battle::WayOut,
    crossing::Landing,
    flow::Step,
    game::{Stalingrad, seat},
    index::IndexValue,
    map::Hexes,
    results::GroundResult,
    retreat::Pressure,
    units::{Side, UnitId, Units},
};

/// Of so many units all sets are looked at for a loss.
const MOST_WEIGHED: usize = 12;

/// More dice than this are not followed to their end.
const MOST_PATHS: u64 = 3_000;

/// What can be decided, but for the way to disbanding units: who only looks at it comes back to the same question.
fn sensible(game: &Stalingrad) -> Vec<Action> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    actions.retain(|&action| action != Action::Volunteers);
    actions
}

/// The best of what can be decided now; the first of equals.
pub(super) fn best(game: &Stalingrad, values: &Values<'_>) -> Action {
    match game.step() {
        Step::Missions(_) => air::best(game, values),
        Step::Intercepting(_) => air::intercept(game, values),
        Step::Firing(_) | Step::FirstRoll(_) => guns::best(game, values),
        Step::Posting(_) => guns::post(game, values),
        Step::Sniping(_) => guns::fire(game, values),
        Step::HoldOrder(_) => hold_or_retreat(game, values),
        Step::SetUp(_) if sensible(game).contains(&Action::NoRetreat) => hold_or_retreat(game, values),
        Step::Losses(_) => cheapest_loss(game, values),
        Step::Crossings(_) => best_of(game, values, &one_of_each(game, sensible(game))),
        _ => best_of(game, values, &sensible(game)),
    }
}

/// Units that are worth the same wait for the same boats: only the first of each kind is weighed for a landing hex.
fn one_of_each(game: &Stalingrad, mut actions: Vec<Action>) -> Vec<Action> {
    let mut weighed = Vec::new();
    actions.retain(|&action| {
        let Action::Cross(unit, hex) = action else { return true };
        let piece = game.field.piece(unit);
        let alike =
            (hex, piece.kind, game.field.unit(unit).factor, piece.replaced, piece.stacking, piece.boats);
        let is_new = !weighed.contains(&alike);
        if is_new {
            weighed.push(alike);
        }
        is_new
    });
    actions
}

/// The next unit of the loss that costs least, or the end of it. A name hurts only when all are given, so a look at the
/// next decision would not tell.
fn cheapest_loss(game: &Stalingrad, values: &Values<'_>) -> Action {
    let fight = &game.fight;
    let left = fight.due - fight.worth(fight.named);
    if left <= Factor::ZERO {
        return Action::Done;
    }
    let pool: Vec<UnitId> = (fight.pool - fight.named).iter().take(MOST_WEIGHED).collect();
    // What every set counts and is worth, each found from the set without its lowest unit.
    let mut sums = vec![(Factor::ZERO, 0)];
    let mut cheapest: Option<(i32, usize)> = None;
    for set in 1..1usize << pool.len() {
        let (count, worth) = sums[set & (set - 1)];
        let unit = pool[set.trailing_zeros() as usize];
        let sum = (count + fight.worth(Units::of(unit)), worth + values.unit(unit));
        if sum.0 >= left && cheapest.is_none_or(|(least, _)| sum.1 < least) {
            cheapest = Some((sum.1, set));
        }
        sums.push(sum);
    }
    let next = cheapest.map(|(_, set)| pool[set.trailing_zeros() as usize]).or_else(|| pool.first().copied());
    next.map_or(Action::Done, Action::Lose)
}

/// What a beginner decides: the better of two things that come to mind.
pub(super) fn at_random(game: &Stalingrad, values: &Values<'_>, chance: &mut RandomPlayer) -> Action {
    if matches!(game.step(), Step::Missions(_)) {
        return air::best(game, values);
    }
    let actions = sensible(game);
    best_of(game, values, &[(); 2].map(|()| actions[chance.pick(actions.len())]))
}

/// The best of some actions; the first of equals.
fn best_of(game: &Stalingrad, values: &Values<'_>, actions: &[Action]) -> Action {
    if actions.iter().all(|action| *action == actions[0]) {
        return actions[0];
    }
    let own = flow::decider(game).unwrap_or_default();
    let mut walk = Walk::limited(MOST_PATHS);
    let mut best = (i32::MIN, actions[0]);
    for &action in actions {
        let worth = expected(game, &mut walk, action, own == seat(Side::German)) + bias(game, values, action);
        if worth > best.0 {
            best = (worth, action);
        }
    }
    best.1
}

/// The mean standing at the next decision, for the side that decides now.
fn expected(game: &Stalingrad, walk: &mut Walk<Stalingrad>, action: Action, is_german: bool) -> i32 {
    let sign = if is_german { 1 } else { -1 };
    let Ok(ends) = walk.to_next_decision(game, action, standing) else {
        // Too many dice: what is there before they fall.
        let mut then = *game;
        then.flow.top().effect(&mut then, action, &mut ());
        return sign * standing(&then);
    };
    let mean: i64 =
        ends.iter().map(|(_, value, chance)| i64::from(value) * chance.scaled(10_000) as i64).sum();
    sign * (mean / 10_000) as i32
}

/// What a standing does not tell.
fn bias(game: &Stalingrad, values: &Values<'_>, action: Action) -> i32 {
    let weights = &values.weights().decisions;
    match action {
        // It costs a German nothing to stay where he would stay anyway.
        Action::NoRetreat | Action::Deploy => weights.hold,
        // What is driven out leaves its ground, or is lost if it cannot go.
        Action::Demand(_, hexes) => i32::from(hexes) * weights.driven_out,
        // A unit in the city is worth more than one that waits.
        Action::Cross(unit, hex) => {
            values.nearness(hex) * weights.landing / 100 - patience(game, values, unit, hex)
        }
        _ => 0,
    }
}

/// What a try by day costs a unit that could wait for a better night: what it loses with the boats, the less the more wait
/// for them. Before the last German turn no night is left, and it goes.
fn patience(game: &Stalingrad, values: &Values<'_>, unit: UnitId, hex: HexId) -> i32 {
    let is_day = matches!(game.step(), Step::Crossings(step) if step.light() == Light::Day);
    if !is_day || game.turn + 1 >= game.theatre().last_turn() {
        return 0;
    }
    let lost = game
        .crossing_odds(unit, hex, Light::Day)
        .map_or(Fraction::new(0, 1), |odds| odds.chance(|&landing| landing == Landing::Destroyed));
    let (crowd, boats) = (crowd(game), i32::from(game.field.charts().boats.night));
    let patience = values.weights().decisions.patience * boats / crowd.max(boats);
    values.unit(unit) * patience * lost.scaled(100) as i32 / 10_000
}

fn hold_or_retreat(game: &Stalingrad, values: &Values<'_>) -> Action {
    if holding(game, values) > 0 { Action::NoRetreat } else { Action::Retreats }
}

/// What an order to hold brings the Russians who may retreat without it (STAL-NOR-1): a D1 does not drive them out, but a D2
/// kills whoever could have gone back. The Germans are expected with those who are near, from the set-up with all they need.
fn holding(game: &Stalingrad, values: &Values<'_>) -> i32 {
    let (field, theatre, charts) = (&game.field, game.theatre(), game.field.charts());
    let (germans, weights) = (field.held_by(Side::German), values.weights());
    let is_set_up = matches!(game.step(), Step::SetUp(_));
    let mut sum = 0;
    for hex in field.held_by(Side::Russian) - field.always_held() {
        let defence = strength_in(field, Hexes::of(hex), Side::Russian);
        let enough = defence * weights.gathering.enough / 100;
        let attack = if is_set_up { enough } else { danger(field, hex).min(enough) };
        let Some(column) = charts.ladder.reach(Factor::halves(attack), Factor::halves(defence)) else {
            continue;
        };
        let from = theatre.near(hex) & germans;
        let pressure = Pressure { attacked: Hexes::of(hex), from, still: from };
        let can_go = |unit: &UnitId| pressure.way_out(field, *unit) != WayOut::None;
        let gone: i32 =
            field.units_of_in(Side::Russian, hex).filter(can_go).map(|unit| values.unit(unit)).sum();
        let faces = |result: GroundResult| {
            let rows = (1..=IndexValue::WORST.0).map(|index| IndexValue(index).row());
            let chart = &charts.tables.crt;
            rows.filter(|&row| *chart.at(row, charts.ladder.printed(column)) == result).count() as i32
        };
        if gone > 0 {
            sum += faces(GroundResult::PushedBack) * values.taking(Side::German, hex)
                - faces(GroundResult::Routed) * gone * (100 - weights.attacks.driven_out) / 100;
        }
    }
    sum / i32::from(IndexValue::WORST.0)
}
