//! The strongest attack that could come: who can get next to a hex in the next enemy movement, and the exact odds of it.

use kit::{HexNote, Look, Overlay, Viewer, chance, map::HexId, objection::Silent};

use super::{SIDES, note};
use crate::{
    attacks::{Plan, Terms},
    battle::{AttackPhase, board::Meeting},
    board::{Board, Status},
    game::{EastFront, seat},
    map::Hexes,
    movement::MoveRange,
    roster::{Force, UnitId},
    stacking,
    unit::Side,
};

/// For every hex of the viewer the strongest attack that the enemy can bring against it, the strongest units first.
pub(super) fn threats(game: &EastFront, mut overlay: Overlay, viewer: Viewer) -> Overlay {
    "The column and the chance to clear each hex if the other side moves against it with all that can reach it and attacks in \
     its phase E, nobody else moved, in this turn's weather. The exact odds stand in the words."
        .clone_into(&mut overlay.legend);
    overlay.clauses = vec!["EAST-ATT-2", "EAST-CRT-1", "EAST-CRT-2", "EAST-MOV-1"];
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
        for hex in board.held_by(side) {
            overlay.hexes.extend(threat(game, &board, side, hex, &ranges));
        }
    }
    overlay
}

/// The board when a side begins to move: in its own turn as it is; before it, nobody of it is Spent. Its Dispersed units
/// recover only after it has moved, so they take no part (`EAST-DSP-3`).
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
    side: Side,
    hex: HexId,
    ranges: &[(UnitId, Hexes)],
) -> Option<HexNote> {
    let theatre = game.theatre();
    let terms = Terms { side: side.other(), phase: AttackPhase::Operational, ..game.terms() };
    let mut then = *board;
    let around: Hexes = theatre.map.neighbours(hex).collect();
    let (mut attackers, mut names) = (Force::NONE, Vec::new());
    for &(unit, ends) in ranges {
        let Some(start) = then.hex_of(unit) else { continue };
        if !around.contains(start) {
            let mut free = (ends & around).iter().filter(|&end| stacking::has_room(&then, unit, end));
            let Some(end) = free.next() else { continue };
            then.move_to(unit, end);
        }
        if Meeting::access::<Silent>(&then, terms, unit, hex).is_ok()
            && armour_fits(&then, attackers, unit, hex)
        {
            attackers.insert(unit);
            names.push(board.name(unit));
        }
    }
    let battle = Meeting::new(terms, hex, attackers, false).reckon(&then, Some(&Plan::EMPTY))?;
    let odds = chance::odds(&battle).ok()?;
    let cleared =
        odds.chance(|end| end.as_ref().is_some_and(|end| battle.empties_the_hex(end) == Some(true)));
    let (attack, defence) = battle.strengths();
    Some(HexNote {
        level: (5 + cleared.scaled(90)) as u8,
        label: battle.column().to_owned(),
        words: format!(
            "{}: {attack} against {defence}, read as {}; the hex is cleared with a chance of {cleared}, by {}",
            theatre.called(hex),
            battle.column(),
            names.join(", ")
        ),
        ..note(game, hex, side, Look::Tint)
    })
}

/// `EAST-STK-4`: one ARM unit from each hex against swamp and mountains.
fn armour_fits(board: &Board, attackers: Force, unit: UnitId, target: HexId) -> bool {
    let has_armour = board.hex_of(unit).is_some_and(|hex| {
        board.units_in(hex).any(|other| attackers.contains(other) && board.piece(other).is_armour())
    });
    !(board.is_rough(target) && board.piece(unit).is_armour() && has_armour)
}
