//! Positions of one's own: counters put where somebody wants them.

use kit::{CounterId, Refusal, Seat, arrangement::Stand, flow::Stack};

use super::Mars;
use crate::{
    Fight, Plan, PlayerTurn, Side, UnitId, Units,
    field::{Aside, Status},
};

pub(super) const PHASES: &[(&str, &str)] =
    &[("movement", "Movement"), ("combat", "Combat"), ("fortification", "Fortification")];
const STARTS: [PlayerTurn; 3] = [PlayerTurn::Movement, PlayerTurn::Allocation, PlayerTurn::Fortification];

pub(super) const CONDITIONS: &[(&str, &str)] = &[("disrupted", "Disrupted"), ("fortified", "Fortified")];
const STATUSES: [Status; 2] = [Status::Disrupted, Status::Fortified];

fn unit_of(game: &Mars, counter: CounterId) -> Result<UnitId, Refusal> {
    let units = game.theatre().units;
    let unit = units.iter().find(|&unit| CounterId::from(unit) == counter);
    unit.ok_or_else(|| Refusal::new("", "there is no such unit in this scenario"))
}

pub(super) fn lift(game: &mut Mars, counter: CounterId) -> Result<(), Refusal> {
    let unit = unit_of(game, counter)?;
    game.field.remove(unit, Aside::Absent);
    Ok(())
}

pub(super) fn put(game: &mut Mars, counter: CounterId, stand: &Stand<'_>) -> Result<(), Refusal> {
    let unit = unit_of(game, counter)?;
    game.field.move_to(unit, stand.hex);
    for ((word, _), status) in CONDITIONS.iter().zip(STATUSES) {
        game.field.set(unit, status, stand.is(word));
    }
    Ok(())
}

pub(super) fn conditions_of(game: &Mars, counter: CounterId) -> Option<Vec<&'static str>> {
    let unit = unit_of(game, counter).ok()?;
    let held = CONDITIONS.iter().zip(STATUSES).filter(|&(_, status)| game.field.is(unit, status));
    Some(held.map(|((word, _), _)| *word).collect())
}

pub(super) fn begin_at(game: &mut Mars, turn: u16, side: Seat, phase: usize) {
    game.phasing = if side.0 == 0 { Side::Russian } else { Side::German };
    game.turn = turn as u8;
    (game.plan, game.fight, game.spared) = (Plan::EMPTY, Fight::NONE, Units::NONE);
    game.field.begin_player_turn(game.phasing);
    game.flow = Stack::new(STARTS[phase]);
}
