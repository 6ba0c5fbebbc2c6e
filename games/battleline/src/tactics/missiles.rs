//! Shots that pay.

use super::{attacks, values::Values};
use crate::prelude::*;

/// The best shot that a unit has from where it stands, in what it brings.
pub(super) fn best_from(field: &Field, turn: u8, values: &Values, firer: UnitId) -> i32 {
    let range = u32::from(field.piece(firer).figures.missile_range);
    let enemies = field.units_of(values.side.other()) - field.all(Mark::Disrupted);
    let near = enemies.iter().filter(|&enemy| field.distance(field.hex(firer), field.hex(enemy)) <= range);
    let shot = |target: UnitId| {
        let steady = shooting::check::<Silent>(field, turn, firer, target).ok()?;
        Some(
            values.bold(values.worth(target)) * (6 - i32::from(steady)) / 6 * field.weights().missiles.shaken
                / 100,
        )
    };
    near.filter_map(shot).max().unwrap_or(0)
}

/// The next shot, or the end of the phase.
pub(super) fn next(game: &Battleline, values: &Values) -> Action {
    let field = &game.field;
    let worth_a_volley = field.weights().missiles.worth_a_volley;
    let mut best = (values.point() * worth_a_volley / 100, Action::Done);
    for (firer, target) in shooting::shots(field, game.turn, game.active) {
        let Ok(steady) = shooting::check::<Silent>(field, game.turn, firer, target) else { continue };
        let value = worth(game, values, firer, target, 6 - i32::from(steady));
        if value > best.0 {
            best = (value, Action::Shoot(firer, target));
        }
    }
    best.1
}

/// What a shot brings that hits so many times in six: the target is shaken, and an attack that follows finds it so; but
/// who shoots does not attack (LINE-X-MIS-1).
fn worth(game: &Battleline, values: &Values, firer: UnitId, target: UnitId, hits: i32) -> i32 {
    let attack = |field: &Field| {
        attacks::on(field, game.house_rules, values, target).map_or(0, |attack| attack.value.max(0))
    };
    let before = attack(&game.field);
    let mut missed = game.field;
    missed.set(firer, Mark::Fired, true);
    let mut hit = missed;
    hit.set(target, Mark::Disrupted, true);
    let shaken = values.bold(values.worth(target)) * game.field.weights().missiles.shaken / 100;
    let then = hits * (shaken.max(attack(&hit))) + (6 - hits) * attack(&missed);
    then / 6 - before
}
