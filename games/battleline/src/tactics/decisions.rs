//! The smaller decisions: each is weighed by what it leads to.

use kit::Game;

use super::{
    odds,
    threat::{Stand, rough_exposure},
    values::Values,
};
use crate::{
    flow::{Fleeing, Turning},
    prelude::*,
};

/// The best of what can be decided now; the first of equals.
pub(super) fn best(game: &Battleline, values: &Values) -> Action {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let mut best = (i32::MIN, actions[0]);
    if actions.len() > 1 {
        for &action in &actions {
            let weight = weight(game, values, action);
            if weight > best.0 {
                best = (weight, action);
            }
        }
    }
    best.1
}

fn weight(game: &Battleline, values: &Values, action: Action) -> i32 {
    let (field, weights) = (&game.field, &game.field.weights().decisions);
    match (game.step(), action) {
        (Step::Evading(_), Action::Evade) => stays(game, values),
        (Step::Fleeing(fleeing), Action::Retreat(end, facing)) => {
            let Fleeing { unit, flight } = fleeing;
            let Ok(way) = fleeing.way::<Silent>(game, end, facing) else { return 0 };
            let facing = flight.facings(&way).next().filter(|_| flight != Flight::Evasion);
            refuge(field, values, unit, end, facing)
                - values.point() * way.demerits() as i32 * weights.carried_away / 100
        }
        (Step::Turning(Turning { unit, .. }), Action::Face(facing)) => {
            spot(field, values, unit, field.hex(unit), facing)
        }
        (Step::Advancing(_), Action::Advance) => advance(game, values),
        (Step::Deputy(_) | Step::Refuge(_) | Step::Transferring(_), Action::With(unit)) => {
            -rough_exposure(field, values, Stand::now(field, unit))
                + followers(field, unit) * values.point() / 8
        }
        // A try costs nothing.
        (_, Action::Reorganize(_)) => 1,
        _ => 0,
    }
}

/// What the attack brings the attacker if the defender stays: that is what he saves by slipping away.
fn stays(game: &Battleline, values: &Values) -> i32 {
    let (combat, mut field) = (&game.combat, game.field);
    for &unit in combat.attackers() {
        field.set(unit, Mark::Attacked, false);
    }
    odds::weigh(&field, game.house_rules, values, combat.defender, combat.attackers())
        .map_or(0, |weighed| weighed.value)
}

/// How good it is to stand somewhere: safe, and looking at the enemy.
fn spot(field: &Field, values: &Values, unit: UnitId, hex: HexId, facing: Direction) -> i32 {
    let front = field.neighbour(hex, facing);
    let looks = front.map_or(-9, |front| away(field, values, hex) - away(field, values, front));
    let danger = rough_exposure(field, values, Stand::at(unit, hex, facing));
    looks * values.point() * 2 / 100 - danger
}

/// Hexes to the nearest enemy.
fn away(field: &Field, values: &Values, hex: HexId) -> i32 {
    field.nearest(values.side.other(), hex).map_or(9, |distance| distance as i32)
}

/// How good an end of a flight is: out of danger, within command, not too far away.
fn refuge(field: &Field, values: &Values, unit: UnitId, end: HexId, facing: Option<Direction>) -> i32 {
    let mut then = *field;
    then.move_to(unit, end);
    let facing = facing.unwrap_or_else(|| field.facing(unit));
    let in_command = field.weights().decisions.refuge_in_command;
    let commanded = command::commands(&then, values.side, end);
    let safety = -rough_exposure(&then, values, Stand::at(unit, end, facing));
    safety + values.point() * (i32::from(commanded) * in_command + away(&then, values, end).min(7)) / 100
}

/// To go after them: safer there than here, or worth it.
fn advance(game: &Battleline, values: &Values) -> i32 {
    let (field, lead, to) = (&game.field, game.combat.lead, game.combat.hex);
    let facings = crate::advance::facings(field, lead);
    let here = spot(field, values, lead, field.hex(lead), field.facing(lead));
    let mut then = *field;
    then.move_to(lead, to);
    let there = facings.iter().map(|way| spot(&then, values, lead, to, way)).max();
    there.unwrap_or(here) - here + values.bold(values.point()) * field.weights().decisions.advance / 100
}

/// Friends whom a leader with a unit would have near him.
fn followers(field: &Field, unit: UnitId) -> i32 {
    let friends = field.units_of(field.side(unit)).iter();
    friends.filter(|&friend| field.distance(field.hex(friend), field.hex(unit)) <= 5).count() as i32
}
