//! Positions of one's own: units put where somebody wants them.

use kit::{CounterId, Refusal, Seat, arrangement::Stand, flow::Stack};

use super::EastFront;
use crate::{
    board::{Aside, Status},
    flow::PlayerTurn,
    roster::{UNITS, UnitId},
    unit::Side,
};

pub(super) const PHASES: &[(&str, &str)] = &[
    ("movement", "Operational movement"),
    ("prepared", "Prepared attacks"),
    ("operational", "Operational attacks"),
];
const STARTS: [PlayerTurn; 3] = [PlayerTurn::Movement, PlayerTurn::Prepared, PlayerTurn::Operational];

pub(super) const CONDITIONS: &[(&str, &str)] = &[("dispersed", "Dispersed")];

fn unit_of(game: &EastFront, counter: CounterId) -> Result<UnitId, Refusal> {
    let unit = Some(usize::from(counter.0)).filter(|&unit| unit < UNITS).map(UnitId::new);
    let unit = unit.filter(|&unit| game.theatre().units.contains(unit));
    unit.ok_or_else(|| Refusal::new("", "only units can be put somewhere by hand"))
}

pub(super) fn lift(game: &mut EastFront, counter: CounterId) -> Result<(), Refusal> {
    let unit = unit_of(game, counter)?;
    game.board.remove(unit, Aside::Gone);
    Ok(())
}

pub(super) fn put(game: &mut EastFront, counter: CounterId, stand: &Stand<'_>) -> Result<(), Refusal> {
    let unit = unit_of(game, counter)?;
    if !game.board.ground().contains(stand.hex) {
        return Err(Refusal::new("EAST-MOV-7", "nobody can be there"));
    }
    game.board.move_to(unit, stand.hex);
    game.board.set(unit, Status::Dispersed, stand.is("dispersed"));
    Ok(())
}

pub(super) fn conditions_of(game: &EastFront, counter: CounterId) -> Option<Vec<&'static str>> {
    let unit = unit_of(game, counter).ok()?;
    Some(if game.board.is_dispersed(unit) { vec!["dispersed"] } else { Vec::new() })
}

pub(super) fn begin_at(game: &mut EastFront, turn: u16, side: Seat, phase: usize) {
    game.phasing = if side.0 == 0 { Side::Axis } else { Side::Soviet };
    *game = game.on_turn_number(turn as u8);
    game.flow = Stack::new(STARTS[phase]);
}
