//! Who is cut off: ways out are opened again, by walking into the gap or by striking at the ring where it is thin.

use kit::map::HexId;

use super::{
    Note,
    moves::Planning,
    values::{self, Values},
};
use crate::{
    board::Board,
    map::Hexes,
    roster::{Force, UnitId},
    supply::Supply,
    theatre::Theatre,
    unit::Side,
};

/// So many times one or two units are sent to open a way.
const MOST_STEPS: usize = 4;
/// Of each unit so many ends are tried, and of so many units.
const ENDS_TRIED: usize = 5;
const HELPERS: usize = 12;
/// Who is farther than this from those who are cut off does not help.
const NEAR: u32 = 5;

/// The units of a side that are out of supply.
fn cut_off(board: &Board, side: Side) -> Force {
    let supply = Supply::of(board, side);
    board.units_of(side).iter().filter(|&unit| !supply.reaches_unit(board, unit)).collect()
}

/// The units of a side that will be lost when its supply is judged next, as the map is (`EAST-SUP-6`).
pub(super) fn doomed(board: &Board, side: Side) -> Force {
    let theatre = board.theatre();
    let is_weak = |unit: &UnitId| {
        board.isolated(*unit) > 0
            && board.is_dispersed(*unit)
            && board.hex_of(*unit).is_some_and(|hex| !theatre.strongholds.contains(hex))
    };
    if !board.units_of(side).iter().any(|unit| is_weak(&unit)) {
        return Force::NONE;
    }
    cut_off(board, side).iter().filter(is_weak).collect()
}

/// What it costs a side that units are out of supply.
fn price(board: &Board, side: Side) -> i32 {
    let (theatre, weights) = (board.theatre(), &board.weights().relief);
    let price = |unit: UnitId| {
        let share = match board.hex_of(unit) {
            Some(hex) if theatre.strongholds.contains(hex) => weights.holds_out,
            _ if board.isolated(unit) > 0 => weights.lost,
            _ => weights.dispersed,
        };
        values::worth(board, unit) * share / 100
    };
    cut_off(board, side).iter().map(price).sum()
}

/// For every hex of the enemy what it is worth that he stands there no more: how many come into supply again by it.
pub(super) fn reliefs(board: &Board, side: Side) -> Vec<(HexId, i32)> {
    let cut = cut_off(board, side);
    if cut.is_empty() {
        return Vec::new();
    }
    let (before, around) = (price(board, side), near(board.theatre(), board.hexes_of(cut)));
    let relief = |hex: HexId| {
        let mut then = *board;
        for unit in board.units_of_in(side.other(), hex).collect::<Vec<_>>() {
            then.remove(unit, crate::board::Aside::Gone);
        }
        (hex, before - price(&then, side))
    };
    (board.enemies_of(side) & around).iter().map(relief).filter(|(_, relief)| *relief > 0).collect()
}

/// Everything within `NEAR` hexes.
fn near(theatre: &Theatre, hexes: Hexes) -> Hexes {
    (0..NEAR).fold(hexes, |all, _| all | theatre.neighbours.of(all))
}

impl Planning<'_> {
    /// Step by step the one or two units that bring most into supply again go into the gaps: a zone of the enemy does not
    /// close a hex in which a friend stands (`EAST-SUP-3`).
    pub(super) fn open_ways(&mut self) {
        for _ in 0..MOST_STEPS {
            let cut = cut_off(&self.board, self.side);
            if cut.is_empty() {
                return;
            }
            let tries = self.helpers(cut);
            let Some(moves) = self.best_of(&tries, |board| -price(board, self.side)) else { return };
            let units = moves.iter().map(|(unit, _)| *unit).collect();
            for (unit, hex) in moves {
                self.go(unit, hex);
            }
            let freed = cut - cut_off(&self.board, self.side);
            self.notes.push(Note::Freed { units, friends: freed });
        }
    }

    /// Units that nothing else needs, each with gaps that it could step into.
    fn helpers(&self, cut: Force) -> Vec<(UnitId, Vec<HexId>)> {
        let theatre = self.values.theatre();
        let gaps = self.board.closed_zones(self.side) & near(theatre, self.board.hexes_of(cut));
        let rail = |hex: &HexId| !theatre.rail_hexes.contains(*hex);
        let mut tries: Vec<(UnitId, Vec<HexId>)> = Vec::new();
        for unit in self.free {
            if self.board.hex_of(unit).is_some_and(|hex| self.is_needed(unit, hex)) {
                continue;
            }
            let mut ends: Vec<HexId> = (self.ends(unit) & gaps).iter().collect();
            ends.sort_by_key(rail);
            ends.truncate(ENDS_TRIED);
            if !ends.is_empty() {
                tries.push((unit, ends));
            }
        }
        // The cheapest first: they may be lost there.
        tries.sort_by_key(|(unit, _)| (values::worth(&self.board, *unit), *unit));
        tries.truncate(HELPERS);
        tries
    }
}

impl Values<'_> {
    /// What it is worth to the side on turn that an enemy is driven from a hex, for those who are cut off.
    pub(super) fn relief(&self, hex: HexId) -> i32 {
        self.reliefs.iter().find(|(known, _)| *known == hex).map_or(0, |(_, relief)| *relief)
    }
}
