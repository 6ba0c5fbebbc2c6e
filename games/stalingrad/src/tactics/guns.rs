//! Where the guns of the east bank fire, and where snipers lie: what many dice would decide is weighed unit by unit.

use kit::{
    Game, Viewer,
    map::{Direction, HexId},
};

use super::{attacks, values::Values};
use crate::{
    action::Action,
    field::{SniperId, Status},
    flow::Step,
    game::Stalingrad,
    map::Hexes,
    sniper::DuelProgress,
    units::{Side, UnitId},
};

/// What it is worth to the Russian that a unit is Disrupted, in hundredths; nothing for one that is already.
fn shaken(game: &Stalingrad, values: &Values<'_>, unit: UnitId) -> i32 {
    let worth = if game.field.is(unit, Status::Disrupted) { 0 } else { values.unit(unit) };
    if game.field.side(unit) == Side::German { worth * 100 } else { -worth * values.weights().guns.friends }
}

/// Everybody in some hexes.
fn everybody(game: &Stalingrad, hexes: Hexes) -> impl Iterator<Item = UnitId> {
    hexes.iter().flat_map(move |hex| game.field.units_in(hex))
}

/// The sum of that over everybody in some hexes, each hit with one chance in three (STAL-ART-3).
fn under_shells(game: &Stalingrad, values: &Values<'_>, hexes: Hexes) -> i32 {
    everybody(game, hexes).map(|unit| shaken(game, values, unit)).sum::<i32>() / 3
}

/// What a barrage is worth: unobserved it scatters unless who is rolled for first is hit (STAL-ART-4, STAL-ART-5), the one
/// who matters most.
fn barrage(game: &Stalingrad, values: &Values<'_>, hexes: [HexId; 3]) -> i32 {
    let (theatre, charts) = (game.theatre(), game.field.charts());
    let area: Hexes = hexes.into_iter().collect();
    let whole = under_shells(game, values, area);
    let sees = game.field.held_by(Side::Russian).contains(theatre.summit)
        && theatre.map.distance(theatre.summit, hexes[0]) <= u32::from(charts.barrage.observed);
    if sees {
        return whole;
    }
    let first = everybody(game, area).map(|unit| shaken(game, values, unit)).max().unwrap_or_default();
    let scattered = |way: Direction| {
        let moved = hexes.into_iter().filter_map(|hex| theatre.map.neighbour(hex, way)).collect();
        under_shells(game, values, moved)
    };
    let off: i32 = Direction::ALL.into_iter().map(scattered).sum::<i32>() / 6;
    // Whoever is hit first is not rolled for again.
    (first + whole - first / 3) / 3 + off * 2 / 3
}

/// The best barrage, or none; and who is rolled for first.
pub(super) fn best(game: &Stalingrad, values: &Values<'_>) -> Action {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let worth = |action: &Action| match (*action, game.step()) {
        (Action::Barrage(hex, second, third), _) => barrage(game, values, [hex, second, third]),
        (Action::First(unit), Step::FirstRoll(_)) => shaken(game, values, unit),
        _ => 0,
    };
    // The last of equals is no barrage.
    actions.iter().max_by_key(|action| worth(action)).copied().unwrap_or(Action::Done)
}

/// The best place for a sniper: a Russian beside the strongest Germans whom no other will fire at, a German where he can
/// answer, both away from where they would die with their friends.
pub(super) fn post(game: &Stalingrad, values: &Values<'_>) -> Action {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let worth = |action: &Action| match *action {
        Action::Post(sniper, hex) => lying(game, values, sniper, hex),
        _ => 0,
    };
    let best = actions.iter().rev().max_by_key(|action| worth(action));
    best.copied().unwrap_or(Action::Done)
}

fn lying(game: &Stalingrad, values: &Values<'_>, sniper: SniperId, hex: HexId) -> i32 {
    let (field, theatre, weights) = (&game.field, game.theatre(), &values.weights().guns);
    let side = sniper.side();
    let sights = |at: HexId| theatre.near(at) | Hexes::of(at);
    let risk = stormed(game, hex, side) * sniper_life(game, weights.life) / 100;
    match side {
        Side::Russian => {
            // Each sniper spoils one unit; those who lie near each other share the targets.
            let near = sights(hex) & field.held_by(Side::German);
            let fit = near
                .iter()
                .flat_map(|at| field.units_of_in(Side::German, at))
                .filter(|&unit| !field.is_disrupted(unit));
            let mut worths: Vec<i32> = fit.map(|unit| values.unit(unit)).collect();
            worths.sort_unstable_by_key(|worth| std::cmp::Reverse(*worth));
            let others = field.snipers_of(side).filter_map(|id| field.post_of(id));
            let taken = others.filter(|&at| sights(at).meets(near)).count();
            let guarded = sights(hex) & theatre.objectives & field.held_by(side);
            let spoils = if guarded.is_empty() { 0 } else { weights.guards };
            worths.get(taken).map_or(-1, |worth| worth * weights.target / 100 + spoils - risk)
        }
        Side::German => {
            let foes = field.snipers_of(Side::Russian).filter_map(|id| field.post_of(id));
            let seen = foes.filter(|&at| sights(at).contains(hex)).count() as i32;
            let friends = field.snipers_of(side).filter_map(|id| field.post_of(id));
            let shared = friends.filter(|&at| sights(at).contains(hex)).count() as i32;
            (seen - shared) * weights.duel - risk
        }
    }
}

/// At whom a sniper fires, if at anybody: a shot that spoils no attack is forgotten by the next turn (STAL-DIS-5), and a German
/// sniper may answer it.
pub(super) fn fire(game: &Stalingrad, values: &Values<'_>) -> Action {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let worth = |action: &Action| match *action {
        Action::Fire(sniper, unit) => {
            let hit = game.sniper_odds(Viewer::from(Side::Russian), sniper).scaled(100) as i32;
            (
                hit * attacks::spoiling(game, values.manner, unit) / 100 - exposure(game, values, sniper),
                shaken(game, values, unit),
            )
        }
        _ => (0, 0),
    };
    actions.iter().max_by_key(|action| worth(action)).copied().unwrap_or(Action::Done)
}

/// What a shot costs: what is lost if a German sniper answers it, less what he loses.
fn exposure(game: &Stalingrad, values: &Values<'_>, sniper: SniperId) -> i32 {
    let Some(german) = game.answerers(sniper).next() else { return 0 };
    let odds = game.duel_odds(Viewer::from(Side::Russian), sniper, Some(german));
    let net = odds.map_or(0, |odds| {
        let killed = |wanted: fn(&DuelProgress) -> bool| odds.chance(wanted).scaled(100) as i32;
        killed(|end| end.russian_killed) - killed(|end| end.german_killed)
    });
    net * sniper_life(game, values.weights().guns.shot) / 100
}

/// What a sniper is worth: he has a shot in every turn that is left.
fn sniper_life(game: &Stalingrad, each_turn: i32) -> i32 {
    i32::from(game.theatre().last_turn() - game.turn) * each_turn
}

/// How likely the friends of a sniper in a hex are to be stormed and he to die with them (STAL-SNP-6), in hundredths, by the
/// strength of those who can reach it against theirs.
fn stormed(game: &Stalingrad, hex: HexId, side: Side) -> i32 {
    let (field, theatre) = (&game.field, game.theatre());
    let factor = |unit: UnitId| field.unit(unit).factor.eighths();
    let doubled = side == Side::Russian && theatre.strong.contains(hex);
    let defence = field.units_of_in(side, hex).map(factor).sum::<i32>() * if doubled { 2 } else { 1 };
    let near = (theatre.near(hex) | Hexes::of(hex)) & field.held_by(side.enemy());
    let storming = near.iter().flat_map(|at| field.units_of_in(side.enemy(), at));
    // A Russian who is Disrupted now is fresh again before he attacks.
    let attack: i32 =
        storming.filter(|&unit| side == Side::German || !field.is_disrupted(unit)).map(factor).sum();
    // From one to two upwards a storm may clear the hex; at the best odds it does so on four faces of six.
    ((attack * 100 / defence.max(1) - 50) / 5).clamp(0, 66)
}
