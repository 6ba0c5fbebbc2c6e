//! The smaller decisions: each is weighed by what it leads to.

use kit::{
    Die, Fraction, Game,
    flow::Steps,
    walk::{Ends, Policy, Walk},
};

use super::values::{POINT, Values, strength};
use crate::{battle::reckon::TargetReading, flow::can_retreat, prelude::*};

/// The best of what can be decided now; the first of equals.
pub(super) fn best(game: &Mars, values: &Values<'_>) -> Action {
    match game.step() {
        Step::SetUp(_) => set_up(game),
        Step::Fortify(_) => fortify(game, values),
        Step::Reinforce(_) => reinforce(game, values),
        Step::Terms(_) => terms(game, values),
        _ => weighed(game, values),
    }
}

/// Everybody where the scenario has them.
fn set_up(game: &Mars) -> Action {
    let actions = game.choices();
    let wanted = actions.iter().find(|action| matches!(action, Action::Deploy | Action::Done | Action::Stay));
    *wanted.unwrap_or(&actions[0])
}

/// German infantry on the line digs in; a Russian does when he stands in the salient and nothing is near to attack.
fn fortify(game: &Mars, values: &Values<'_>) -> Action {
    let field = &game.field;
    let wants = |unit: &UnitId| {
        let Some(hex) = field.hex_of(*unit) else { return false };
        match game.phasing {
            Side::German => game.theatre().zone_hexes.contains(hex) || values.threat(Side::Russian, hex) > 6,
            Side::Russian => {
                let inside = game.theatre().initially[Side::German as usize].contains(hex);
                inside && values.threat(Side::German, hex) > 8 && values.left <= 2
            }
        }
    };
    let unit = crate::fortification::candidates(field, game.phasing).iter().find(wants);
    unit.map_or(Action::Done, Action::Fortify)
}

/// A division that is sent away scores for the German; one that is brought in scores for the Russian and fights.
fn reinforce(game: &Mars, values: &Values<'_>) -> Action {
    let Some(unit) = crate::reinforcement::next_to_send_away(&game.field) else { return Action::Done };
    let away = game.theatre().withdrawal_points(unit, game.turn, false) * POINT;
    let brought_in = game.theatre().limits.points.panzer_division_brought_in * POINT;
    let fights = strength(&game.field, unit) * values.weights().decisions.brought_in_fights * values.left;
    if away * values.manner.withdrawal / 100 + brought_in >= fights {
        return Action::SendAway(unit);
    }
    let actions = game.choices();
    let arrival = actions.into_iter().filter_map(|action| match action {
        Action::BringIn(unit, hex) => Some((values.place(&game.field, unit, hex), action)),
        _ => None,
    });
    arrival.max_by_key(|(value, _)| *value).map_or(Action::Done, |(_, action)| action)
}

/// In full or as a probe: whichever is expected to bring more.
fn terms(game: &Mars, values: &Values<'_>) -> Action {
    let actions = game.choices();
    let value = |action: &Action| expected(game, values, *action);
    let best = actions.iter().copied().max_by_key(|action| (value(action), *action == Action::Full));
    best.unwrap_or(Action::Full)
}

/// The mean standing after a decision and the roll that follows it, for the side that attacks. The defender gives no
/// orders.
fn expected(game: &Mars, values: &Values<'_>, action: Action) -> i32 {
    let rolled = |game: &Mars| {
        let step = game.step();
        let is_before = matches!(step, Step::Orders(_) | Step::BattleRoll(_));
        (!is_before && step.waits(game)).then(|| outcome(game, values))
    };
    let ends = Walk::default().after(game, action, |_| Policy::Take(Action::Roll), rolled);
    let sides = u128::from(Die::D6.sides());
    let faces = |chance: Fraction| (chance.numerator() * sides / chance.denominator()) as i32;
    let total: i32 = ends.iter().flat_map(Ends::iter).map(|(_, value, chance)| value * faces(chance)).sum();
    total / sides as i32
}

/// What a battle that has been rolled is worth to the attacker, before anybody chooses.
fn outcome(game: &Mars, values: &Values<'_>) -> i32 {
    let fight = &game.fight;
    let worth = |units: Units, percent: i32| -> i32 {
        units.iter().map(|unit| values.unit(unit) * percent / 100).sum()
    };
    let side = game.phasing;
    let own: i32 = fight.attackers.iter().map(|unit| values.unit(unit)).sum();
    let factors: i32 = fight.attackers.iter().map(|unit| i32::from(game.field.attack(unit))).sum();
    let opened =
        fight.grounds.iter().any(|ground| matches!(ground.opened, Some(Blow::Eliminated | Blow::Routed)));
    let (weights, routed) = (&values.weights().decisions, values.weights().attacks.routed);
    worth(fight.dying, 100)
        + worth(fight.routed, routed)
        + worth(fight.withdrawing, weights.probe_withdrawn)
        + worth(fight.shaken, weights.probe_disrupted)
        + if opened && side == Side::Russian { weights.opened } else { 0 }
        - own * (fight.due as i32) / factors.max(1)
}

/// Weighs everything that is listed.
fn weighed(game: &Mars, values: &Values<'_>) -> Action {
    let actions = game.choices();
    let weight = |action: &Action| weight(game, values, *action);
    // The first of equals.
    let mut best = actions[0];
    let mut most = weight(&best);
    for action in &actions[1..] {
        let this = weight(action);
        if this > most {
            (best, most) = (*action, this);
        }
    }
    best
}

fn weight(game: &Mars, values: &Values<'_>, action: Action) -> i32 {
    let field = &game.field;
    let place = |unit, hex| values.place(field, unit, hex);
    match action {
        // Battles that clear the way come first: the strongest attack.
        Action::Fight(hex) => game.plan.battle_at(hex).map_or(0, |battle| {
            game.plan.battles()[battle].attackers.iter().map(|unit| i32::from(field.attack(unit))).sum()
        }),
        Action::Roll | Action::IndexA => 1,
        // Whoever is worth least for each factor.
        Action::Lose(unit) => -values.unit(unit) * 10 / i32::from(field.attack(unit)).max(1),
        Action::NoRetreat(unit) => no_retreat_weight(game, values, unit),
        Action::Rout(_, hexes) => hexes.into(),
        Action::Retreat(unit, hex) => place(unit, hex) + retreat_weight(game, unit),
        Action::Stand(unit) => stand_weight(game, values, unit),
        Action::Advance(unit, hex, on) => advance_weight(game, values, unit, hex, on),
        Action::Spare(unit) => values.unit(unit),
        // To halt, to give no order, to stay: whatever is done instead must be better.
        _ => 0,
    }
}

/// What No Retreat is worth, by the faces of the die: the hex is held where the unit would withdraw from it, but the unit
/// dies where it would be driven out (MARS-NRT-2).
fn no_retreat_weight(game: &Mars, values: &Values<'_>, unit: UnitId) -> i32 {
    let (field, fight) = (&game.field, &game.fight);
    let Some(hex) = field.hex_of(unit) else { return 0 };
    let targets = game.battle_in_hand().targets();
    let is_his = |reading: &TargetReading| {
        targets[reading.hex()] == hex
            && reading.unit().and_then(|place| field.units_in(hex).nth(place)) == Some(unit)
    };
    let Some(place) = fight.reckoned.readings.iter().position(is_his) else { return 0 };
    // One who stays holds the hex for all.
    let is_held = field.units_in(hex).any(|other| other != unit && fight.no_retreat.contains(other));
    let held = if is_held { 0 } else { values.taking(game.phasing, hex) };
    let held = held * values.weights().decisions.no_retreat / 100;
    let lost = if can_retreat(game, unit, 2) { values.unit(unit) } else { 0 };
    let charts = &game.theatre().charts;
    let sum: i32 = fight
        .reckoned
        .ends(charts)
        .iter()
        .map(|end| match end.results.get(place).map(|result| charts.effect(result).blow) {
            Some(Blow::Withdrawn) if can_retreat(game, unit, 1) => held,
            Some(Blow::Routed) => -lost,
            _ => 0,
        })
        .sum();
    sum / 6
}

/// A retreat that must be made is neither good nor bad; one that goes on must be better than to halt.
fn retreat_weight(game: &Mars, unit: UnitId) -> i32 {
    if game.fight.retreating == Some(unit) { -POINT } else { 0 }
}

/// To stand is to be Disrupted where one is: good for whoever holds a zone or a town, bad where the enemy is strong.
fn stand_weight(game: &Mars, values: &Values<'_>, unit: UnitId) -> i32 {
    let Some(hex) = game.field.hex_of(unit) else { return 0 };
    let theatre: &Theatre = game.theatre();
    let holds = theatre.zone_at(hex).is_some() || theatre.town_at(hex).is_some();
    let weights = &values.weights().decisions;
    let weakened = if game.field.is(unit, Status::Disrupted) { 0 } else { weights.stand_weakened };
    values.place(&game.field, unit, hex) + if holds { weights.stand_on_line } else { 0 } - weakened
}

fn advance_weight(game: &Mars, values: &Values<'_>, unit: UnitId, hex: HexId, on: Option<HexId>) -> i32 {
    let field = &game.field;
    let side = field.unit(unit).side;
    let stays = field.hex_of(unit).map_or(0, |here| values.place(field, unit, here));
    let end = on.unwrap_or(hex);
    let passed = if on.is_some() { values.town(side, hex) } else { 0 };
    // A hex that was fought for wants somebody in it.
    let empty = field.units_in(hex).next().is_none();
    let first_in = values.weights().decisions.first_in;
    let first = if empty && on.is_none() { values.taking(side, hex) * first_in / 100 } else { 0 };
    let big = if field.unit(unit).size == Size::Korps { 5 } else { 0 };
    values.place(field, unit, end) + passed + first + big - stays
}
