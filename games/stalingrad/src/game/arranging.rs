//! Positions of one's own: units put where somebody wants them. Snipers, guns and aircraft stay as the scenario has them.

use kit::{CounterId, Refusal, Seat, arrangement::Stand, flow::Stack};

use super::Stalingrad;
use crate::{
    field::{Aside, Status},
    flow::PlayerTurn,
    units::{Side, UnitId},
};

pub(super) const PHASES: &[(&str, &str)] = &[("movement", "Movement"), ("combat", "Combat")];
const STARTS: [PlayerTurn; 2] = [PlayerTurn::Movement, PlayerTurn::Allocation];

pub(super) const CONDITIONS: &[(&str, &str)] = &[("disrupted", "Disrupted")];

fn unit_of(game: &Stalingrad, counter: CounterId) -> Result<UnitId, Refusal> {
    let unit = UnitId::on(counter).filter(|&unit| game.theatre().units.contains(unit));
    unit.ok_or_else(|| Refusal::new("", "only units can be put somewhere by hand"))
}

pub(super) fn lift(game: &mut Stalingrad, counter: CounterId) -> Result<(), Refusal> {
    let unit = unit_of(game, counter)?;
    game.field.remove(unit, Aside::Absent);
    Ok(())
}

pub(super) fn put(game: &mut Stalingrad, counter: CounterId, stand: &Stand<'_>) -> Result<(), Refusal> {
    let unit = unit_of(game, counter)?;
    game.field.move_to(unit, stand.hex);
    game.field.set(unit, Status::Disrupted, stand.is("disrupted"));
    Ok(())
}

pub(super) fn conditions_of(game: &Stalingrad, counter: CounterId) -> Option<Vec<&'static str>> {
    let unit = unit_of(game, counter).ok()?;
    Some(if game.field.is_disrupted(unit) { vec!["disrupted"] } else { Vec::new() })
}

pub(super) fn begin_at(game: &mut Stalingrad, turn: u16, side: Seat, phase: usize) {
    game.phasing = if side.0 == 0 { Side::German } else { Side::Russian };
    game.turn = turn as u8;
    // STAL-R63, STAL-SNP-11: who stands somewhere alone controls it, and a sniper without friends is not on the map.
    game.field.settle_control();
    game.field.lift_lone_snipers();
    game.flow = Stack::new(STARTS[phase]);
}
