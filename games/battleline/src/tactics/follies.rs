//! What a commander with sense would not have done, counted for the lab.

use kit::tactics::{Follies, Folly};

use super::threat::{Stand, behind};
use crate::{charts::Struck, movement::row_towards, prelude::*};

/// Units that died because they had no way out to rout by.
const LOST_SURROUNDED: Folly = Folly { what: "lost without a way out", of: "units lost" };
/// Attacks whose dice strike the defender in fewer cases than the attacker.
const BELOW_SENSE: Folly = Folly { what: "attacks below sense", of: "attacks" };
/// Attacks on a side that use row 3 or 4 of Table 5.
const FROM_BEHIND: Folly = Folly { what: "attacked from behind", of: "attacks suffered" };
/// Moves after which an enemy in Good Order stands on the unit's row 3 or 4.
const REAR_OPEN: Folly = Folly { what: "moves that end with the rear open", of: "moves" };
/// Units in Good Order that saw an enemy beside them attacked and did nothing.
const IDLE: Folly = Folly { what: "idle beside a battle", of: "units beside a battle" };

/// Counts what a decision tells.
pub(super) fn count(before: &Battleline, action: Action, after: &Battleline, follies: &mut Follies) {
    losses(before, after, follies);
    match (before.step(), action) {
        (Step::Announcing(_), Action::Fight) => attack(before, follies),
        (Step::Combat(_), Action::Done) => idle(before, follies),
        _ => {}
    }
    let moves = |game: &Battleline| matches!(game.flow.live()[0], Step::Movement(_));
    if moves(before) && !(moves(after) && before.active == after.active) {
        movement_is_over(before, after, follies);
    }
}

fn losses(before: &Battleline, after: &Battleline, follies: &mut Follies) {
    let gone = before.field.on_map() - after.field.on_map();
    for unit in gone {
        let (field, combat) = (&before.field, &before.combat);
        // Who was struck flees from the other; whoever else dies is trampled or has been carried away.
        let from = if unit == combat.defender { combat.lead } else { combat.defender };
        let has_fought = unit == combat.defender || combat.attackers().contains(&unit);
        let surrounded = has_fought
            && field.on_map().contains(from)
            && retreat::ways(field, unit, field.hex(from), Flight::Rout).is_empty();
        follies.add(seat(field.side(unit)), LOST_SURROUNDED, surrounded.into(), 1);
    }
}

/// An attack as it is announced.
fn attack(game: &Battleline, follies: &mut Follies) {
    let (field, combat) = (&game.field, &game.combat);
    let Some(fixed) = clash::announced(field, game.house_rules, combat.defender, combat.attackers()) else {
        return;
    };
    let charts = field.charts();
    let struck = |code: &&Code| charts.result(**code).strikes == Struck::Defender;
    let faces = charts.codes(fixed.column).iter().filter(struck).count() as i32;
    let stands = fixed.stand.map_or(6, i32::from);
    let (good, bad) = (faces * stands + 6 * (6 - stands), (6 - faces) * stands);
    follies.add(seat(game.active), BELOW_SENSE, usize::from(good < bad), 1);
    let behind = !fixed.row.is_forward();
    follies.add(seat(game.active.other()), FROM_BEHIND, usize::from(behind), 1);
}

/// The combats of a turn are over: who stood beside one?
fn idle(game: &Battleline, follies: &mut Follies) {
    let field = &game.field;
    let fresh = field.units_of(game.active) - field.all(Mark::Disrupted) - field.all(Mark::Fired);
    let (mut beside, mut idle) = (0, 0);
    for unit in fresh {
        let attacked = field.is(unit, Mark::Attacked);
        let defended = |enemy: UnitId| {
            let enemies = field.units_of(game.active.other()) & field.all(Mark::Defended);
            let way = field.direction(field.hex(unit), field.hex(enemy));
            enemies.contains(enemy) && way.is_some_and(|way| row_towards(field, unit, way).is_forward())
        };
        let saw = !attacked && field.units_round(field.hex(unit)).any(defended);
        idle += usize::from(saw);
        beside += usize::from(saw || attacked);
    }
    follies.add(seat(game.active), IDLE, idle, beside);
}

/// Everybody has moved: whose rear is open?
fn movement_is_over(before: &Battleline, after: &Battleline, follies: &mut Follies) {
    let (field, side) = (&after.field, before.active);
    let has_moved = |unit: &UnitId| {
        before.field.is(*unit, Mark::Moved)
            || before.field.hex(*unit) != field.hex(*unit)
            || before.field.facing(*unit) != field.facing(*unit)
    };
    let moved: Units = (field.units_of(side) & before.field.on_map()).iter().filter(has_moved).collect();
    let is_open = |unit: &UnitId| behind(field, Stand::now(field, *unit)).next().is_some();
    let open = moved.iter().filter(is_open).count();
    follies.add(seat(side), REAR_OPEN, open, moved.len());
}
