//! Why a unit cannot get to a hex.

use super::{TacticalMove, may_step, steps_back};
use crate::prelude::*;

/// The reason, found by lifting one obstacle after the other.
pub(super) fn why_not(field: &Field, unit: UnitId, turn: u8, to: HexId) -> Refusal {
    let (name, number) = (field.name(unit), field.number(to));
    let no = |clause, reason: String| Refusal::raise(clause, name, || reason).because_of(number.clone());
    let here = field.hex(unit);
    if to == here {
        return no("LINE-X-SEQ-3", format!("{name} is in {number} and can turn no further there"));
    }
    if let Some(other) = field.unit_in(to) {
        let clause = if field.side(other) == field.side(unit) { "LINE-X-MOV-9" } else { "LINE-X-MOV-8" };
        let reason = format!("{number} holds {}, and a move ends in an empty hex", field.name(other));
        return no(clause, reason).because_of(field.name(other));
    }
    if let Err(refusal) = may_step::<Refusal>(field, unit, turn) {
        return refusal.because_of(number);
    }
    let class = field.piece(unit).figures.class;
    if field.entry_price(class, to).is_none() {
        let terrain = field.terrain[to.index()];
        return no("LINE-X-MOV-3", format!("{number} is {terrain}, which {class} cannot enter"));
    }
    hindered_by_zones(field, unit, to).unwrap_or_else(|| out_of_reach(field, unit, to))
}

/// The rules on zones of control, if they alone keep the unit away.
fn hindered_by_zones(field: &Field, unit: UnitId, to: HexId) -> Option<Refusal> {
    let (name, number) = (field.name(unit), field.number(to));
    let enemy = field.side(unit).other();
    let mut walk = TacticalMove::new(field, unit, true);
    walk.closed -= walk.zones - field.occupied();
    let in_zone = walk.zones.contains(to);
    let in_command = command::is_in_command(field, unit);
    let start_in_zone = walk.zones.contains(field.hex(unit));
    let reached_in_command = !walk.range(unit, true).facings(to).is_empty();
    walk.zones = Hexes::EMPTY;
    if walk.range(unit, true).facings(to).is_empty() {
        return None;
    }
    let sources: Units = zones::sources(field, enemy, if in_zone { to } else { field.hex(unit) }).collect();
    let no = |clause, reason: String| {
        let refusal = Refusal::raise(clause, name, || reason).because_of(number.clone());
        Some(refusal.blame(sources.iter().map(|unit| field.name(unit))))
    };
    let here = field.hex(unit);
    let back = field.neighbour(here, field.facing(unit).opposite());
    if start_in_zone && in_zone && back == Some(to) && steps_back(field.piece(unit).figures.class) {
        no(
            "LINE-X-MOV-5",
            format!("{number} is in an enemy zone of control too: giving ground leads out of all"),
        )
    } else if reached_in_command && in_zone && field.is(unit, Mark::Disrupted) {
        no("LINE-X-ZOC-6", format!("{number} is in an enemy zone of control, and {name} is Disrupted"))
    } else if reached_in_command && in_zone && !in_command {
        no("LINE-X-ZOC-6", format!("{number} is in an enemy zone of control, and {name} is out of command"))
    } else if start_in_zone {
        no(
            "LINE-X-ZOC-3",
            format!("{name} starts in an enemy zone: its first step is dearer and leads out of all"),
        )
    } else {
        no("LINE-X-ZOC-2", format!("enemy zones of control end the move of {name} before {number}"))
    }
}

/// Too far, or in a direction in which it does not step.
fn out_of_reach(field: &Field, unit: UnitId, to: HexId) -> Refusal {
    let piece = field.piece(unit);
    let (name, number, here) = (&*piece.name, field.number(to), field.hex(unit));
    let no = |clause, reason: String| Refusal::raise(clause, name, || reason).because_of(number.clone());
    if let Some(way) = field.direction(here, to) {
        if field.price(piece.figures.class, here, way).is_none() {
            let reason = format!("no step leads from {} into {number}: cliff or river", field.number(here));
            return no("LINE-X-MOV-10", reason);
        }
        let row = row_towards(field, unit, way);
        if !row.is_forward() && piece.turn_cost > 0 {
            let back = if steps_back(piece.figures.class) { "; stepping back has its own rule" } else { "" };
            let reason = format!("{number} lies in its {row}, and it steps into rows 1 and 2{back}");
            return no("LINE-X-MOV-4", reason);
        }
    }
    let distance = field.distance(here, to);
    let factors = piece.figures.tactical;
    let passes = TacticalMove::new(field, unit, true).closed.meets(field.held_by(piece.side));
    let clause = if distance <= factors as u32 && passes { "LINE-X-MOV-9" } else { "LINE-X-MOV-2" };
    no(clause, format!("{number} is {distance} hexes away: steps and turns cost more than its {factors} MF"))
}
