//! The strongest attack that could come: who can get next to a hex in the next enemy movement.

use kit::{Factor, HexNote, Look, Overlay, Viewer, map::HexId};

use super::{SIDES, note};
use crate::{
    field::{Field, Status},
    game::{Stalingrad, seat},
    movement::MoveRange,
    stacking,
    supply::Supply,
    units::{Side, UnitId, UnitKind},
};

/// For every hex of the viewer the strength that the enemy can bring next to it, the strongest units first.
pub(super) fn threats(game: &Stalingrad, mut overlay: Overlay, viewer: Viewer) -> Overlay {
    "The factors that the other side can bring next to each hex by its next movement against its defence, nobody else \
     moved; before balkas, panzers' help, air support and other shifts."
        .clone_into(&mut overlay.legend);
    overlay.clauses = vec!["STAL-ATK-3", "STAL-CRT-2", "STAL-TER-7"];
    for side in SIDES {
        if viewer != Viewer::Spectator && viewer != Viewer::Seat(seat(side)) {
            continue;
        }
        let field = begun(game, side.enemy());
        let supply = Supply::of(&field, side.enemy());
        let mut attackers: Vec<UnitId> =
            (field.units_of(side.enemy()) - field.all(Status::Disrupted)).iter().collect();
        attackers.sort_by_key(|&unit| (std::cmp::Reverse(field.unit(unit).factor), unit));
        let ranges: Vec<_> =
            attackers.iter().map(|&unit| (unit, MoveRange::of(&field, unit, &supply).ends())).collect();
        for hex in field.held_by(side) {
            overlay.hexes.extend(threat(game, &field, side, hex, &ranges));
        }
    }
    overlay
}

/// The field when a side begins to move: in its own turn as it is; before it, its Disrupted units in supply will have
/// recovered (STAL-DIS-4 to STAL-DIS-6).
fn begun(game: &Stalingrad, side: Side) -> Field {
    let mut field = game.field;
    if game.phasing != side {
        let supplied = field.units_of(side) - Supply::of(&field, side).cut_off(&field);
        field.clear(supplied, Status::Disrupted);
    }
    field
}

fn threat(
    game: &Stalingrad,
    field: &Field,
    side: Side,
    hex: HexId,
    ranges: &[(UnitId, crate::map::Hexes)],
) -> Option<HexNote> {
    let mut board = *field;
    let around = field.theatre().near(hex);
    let (mut attack, mut names) = (Factor::ZERO, Vec::new());
    for &(unit, ends) in ranges {
        let Some(start) = board.hex_of(unit) else { continue };
        if !around.contains(start) && start != hex {
            let mut free = (ends & around).iter().filter(|&end| stacking::has_room(&board, unit, end));
            let Some(end) = free.next() else { continue };
            board.move_to(unit, end);
        }
        attack += field.unit(unit).factor;
        names.push(field.name(unit));
    }
    if names.is_empty() {
        return None;
    }
    let defence = defence(field, side, hex);
    Some(HexNote {
        level: (attack.eighths() * 10 / defence.eighths().max(1)).clamp(5, 100) as u8,
        label: format!("{attack}:{defence}"),
        words: format!(
            "{}: {attack} against {defence} by {}",
            super::place_name(game, hex),
            names.join(", ")
        ),
        ..note(game, hex, side, Look::Tint)
    })
}

/// STAL-TER-7, STAL-HQ-1, STAL-HQ-2: Russians in strongpoints count double, tanks only with the headquarters.
fn defence(field: &Field, side: Side, hex: HexId) -> Factor {
    let theatre = field.theatre();
    let at_headquarters = field.active_headquarters() == Some(hex);
    let units = field.units_of_in(side, hex).map(|unit| {
        let factor = field.unit(unit).factor;
        let doubled = side == Side::Russian
            && match field.piece(unit).kind {
                UnitKind::Headquarters => false,
                UnitKind::TankBrigade => at_headquarters,
                _ => at_headquarters || theatre.strong.contains(hex),
            };
        if doubled { factor * 2 } else { factor }
    });
    units.fold(Factor::ZERO, |sum, factor| sum + factor)
}
