//! The strongest attack that could come: who can get next to a hex in the next enemy movement.

use kit::{HexNote, Look, Overlay, Viewer, map::HexId};

use super::{SIDES, note};
use crate::{
    board::{Board, Status},
    game::{EastFront, seat},
    map::Hexes,
    movement::MoveRange,
    roster::UnitId,
    stacking,
    supply::Supply,
    unit::Side,
};

/// For every hex of the viewer the attack factors that the enemy can bring next to it, the strongest units first.
pub(super) fn threats(game: &EastFront, mut overlay: Overlay, viewer: Viewer) -> Overlay {
    "The attack factors that the other side can bring next to each hex by its next movement against the printed defence \
     there, nobody else moved; before terrain, rivers and other shifts."
        .clone_into(&mut overlay.legend);
    overlay.clauses = vec!["EAST-ATT-2", "EAST-CRT-1", "EAST-MOV-1"];
    for side in SIDES {
        if viewer != Viewer::Spectator && viewer != Viewer::Seat(seat(side)) {
            continue;
        }
        let board = begun(game, side.other());
        let mut attackers: Vec<UnitId> =
            (board.units_of(side.other()) - board.all(Status::Dispersed)).iter().collect();
        attackers.sort_by_key(|&unit| (std::cmp::Reverse(board.piece(unit).attack), unit));
        let ranges: Vec<(UnitId, Hexes)> = attackers
            .iter()
            .map(|&unit| (unit, MoveRange::new(&board, unit, game.season()).ends()))
            .collect();
        let supply = Supply::of(&board, side);
        for hex in board.held_by(side) {
            overlay.hexes.extend(threat(game, &board, &supply, hex, &ranges));
        }
    }
    overlay
}

/// The board when a side begins to move: in its own turn as it is; before it, its Dispersed units in supply will have
/// recovered only after it has moved, so they take no part (`EAST-DSP-3`).
fn begun(game: &EastFront, side: Side) -> Board {
    let mut board = game.board;
    if game.phasing != side {
        board.clear(board.all_of(side), Status::Spent);
    }
    board
}

fn threat(
    game: &EastFront,
    board: &Board,
    supply: &Supply,
    hex: HexId,
    ranges: &[(UnitId, Hexes)],
) -> Option<HexNote> {
    let theatre = game.theatre();
    let mut then = *board;
    let around = theatre.beside(Hexes::of(hex), board.is_frozen());
    let (mut attack, mut names) = (0u16, Vec::new());
    for &(unit, ends) in ranges {
        let Some(start) = then.hex_of(unit) else { continue };
        if !around.contains(start) {
            let mut free = (ends & around).iter().filter(|&end| stacking::has_room(&then, unit, end));
            let Some(end) = free.next() else { continue };
            then.move_to(unit, end);
        }
        attack += u16::from(board.piece(unit).attack);
        names.push(board.name(unit));
    }
    if names.is_empty() {
        return None;
    }
    let defence: u16 = board.units_in(hex).map(|unit| u16::from(board.piece(unit).defence)).sum();
    let is_cut = !board.units_in(hex).all(|unit| supply.reaches_unit(board, unit));
    let side = if board.held_by(Side::Axis).contains(hex) { Side::Axis } else { Side::Soviet };
    let cut = if is_cut { "; out of supply" } else { "" };
    Some(HexNote {
        level: (attack * 10 / defence.max(1)).clamp(5, 100) as u8,
        label: format!("{attack}:{defence}"),
        words: format!("{}: {attack} against {defence} by {}{cut}", theatre.called(hex), names.join(", ")),
        ..note(game, hex, side, Look::Tint)
    })
}
