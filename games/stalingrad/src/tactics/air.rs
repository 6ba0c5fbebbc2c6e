//! What the Fliegerkorps are sent to do: bombs where many Russians stand together, else support of the attacks.

use kit::{Game, map::HexId};

use super::values::Values;
use crate::{
    action::{Action, KorpsId},
    field::Status,
    flow::Step,
    game::Stalingrad,
    skies::Errand,
    units::{Side, UnitId},
};

/// The best that can be decided about missions now.
pub(super) fn best(game: &Stalingrad, values: &Values<'_>) -> Action {
    let (mut actions, weights) = (Vec::new(), &values.weights().air);
    game.actions(&mut actions);
    let from = match game.step() {
        Step::Missions(missions) => missions.line_from().some(),
        _ => None,
    };
    let lines = |from: HexId| line(game, values, from).1;
    let worth = |action: &Action| match *action {
        Action::LineFrom(from) => lines(from) - weights.line,
        Action::LineTo(end) => i32::from(from.is_some_and(|from| line(game, values, from).0 == end)),
        Action::Bomb(_) => {
            let best = game.theatre().map.hexes().map(lines).max().unwrap_or_default();
            best - weights.bombing_turn
        }
        Action::Support(_) => 0,
        Action::Strike(hex, _) => hit(game, values, hex) - weights.strike,
        // The guns are worth silencing once they have troops in reach, but not before a strongpoint is attacked.
        Action::Silence(_) => -weights.silence,
        _ => -1,
    };
    let best = actions.iter().rev().max_by_key(|action| worth(action));
    best.copied().unwrap_or(Action::Done)
}

/// Whom the Russian air unit goes for: the bombers that would do most harm, else support, else whoever flies.
pub(super) fn intercept(game: &Stalingrad, values: &Values<'_>) -> Action {
    let harm = |korps: KorpsId| -> i32 {
        let lines = game.skies.laid(korps).iter();
        let under = lines.flat_map(|line| game.northwards(line.from, line.hexes));
        match game.errand(korps) {
            Errand::None => -1,
            Errand::Silencing => 0,
            Errand::Support => values.weights().air.intercept_support,
            Errand::Strike(hex) => hit(game, values, hex),
            // Every line lies over itself.
            Errand::Bombing => under.map(|hex| 4 * hit(game, values, hex)).sum(),
        }
    };
    let flights = game.korps().filter(|&korps| game.errand(korps) != Errand::None);
    let worst = flights.max_by_key(|&korps| (harm(korps), std::cmp::Reverse(korps)));
    worst.filter(|&korps| harm(korps) >= 0).map_or(Action::Done, Action::Intercept)
}

/// Where a line from a hex should end, and what it is worth there.
fn line(game: &Stalingrad, values: &Values<'_>, from: HexId) -> (HexId, i32) {
    let numbers = game.field.charts().bombing;
    let (mut best, mut sum) = ((HexId::NONE, i32::MIN), 0);
    for (at, hex) in game.northwards(from, numbers.hexes).enumerate() {
        sum += hit(game, values, hex);
        if at + 1 >= usize::from(numbers.shortest_line) && sum > best.1 {
            best = (hex, sum);
        }
    }
    let earlier = i32::from(game.bombing_wear());
    (best.0, best.1.saturating_mul(5 - earlier.min(4)) / 5)
}

/// What bombs on a hex are worth to the German: his own men are hit as well.
fn hit(game: &Stalingrad, values: &Values<'_>, hex: HexId) -> i32 {
    let (field, weights) = (&game.field, &values.weights().air);
    let ground = if game.theatre().strong.contains(hex) { weights.strongpoint } else { 100 };
    let of = |unit: UnitId| {
        let share = if field.is(unit, Status::Disrupted) { weights.shaken } else { weights.fresh };
        match field.side(unit) {
            Side::Russian => values.unit(unit) * share * ground / 10_000,
            Side::German => -values.unit(unit) * weights.own / 100,
        }
    };
    let worth: i32 = field.units_in(hex).map(of).sum();
    // Bombs where others will fall already do little more.
    let laid = game.korps().flat_map(|korps| game.skies.laid(korps));
    let laid = laid.filter(|line| game.northwards(line.from, line.hexes).any(|under| under == hex)).count();
    if worth > 0 { worth / (1 + 3 * laid as i32) } else { worth }
}
