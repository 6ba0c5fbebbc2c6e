//! How many units a hex holds (chapter STK).

use kit::{
    Objection,
    map::HexId,
    objection::{no, no_since},
};

use crate::{
    board::Board,
    map::Hexes,
    roster::{Piece, UnitId},
    unit::Nation,
};

/// What stands in a hex, counted.
#[derive(Clone, Copy, Default)]
struct Count {
    units: usize,
    armies: usize,
    armour: usize,
    romanians: bool,
    hungarians: bool,
}

impl Count {
    fn add(&mut self, piece: &Piece) {
        self.units += 1;
        self.armies += usize::from(piece.is_army());
        self.armour += usize::from(piece.is_armour());
        self.romanians |= piece.nation() == Nation::Romanian;
        self.hungarians |= piece.nation() == Nation::Hungarian;
    }

    fn of(board: &Board, units: impl IntoIterator<Item = UnitId>) -> Self {
        let mut count = Self::default();
        units.into_iter().for_each(|unit| count.add(board.piece(unit)));
        count
    }

    /// `EAST-STK-1` to `EAST-STK-3`, `EAST-STK-7`.
    fn check<E: Objection>(self, board: &Board, who: &str, hex: HexId) -> Result<(), E> {
        let charts = board.charts();
        let number = || board.theatre().number(hex);
        if self.units > charts.units_in_a_hex {
            let most = charts.units_in_a_hex;
            return no_since("EAST-STK-1", who, || format!("{} holds {most} units already", number()));
        }
        if self.armies > charts.armies_in_a_hex {
            return no_since("EAST-STK-2", who, || format!("{} holds an army already", number()));
        }
        if self.armour > charts.armour_in_rough && board.is_rough(hex) {
            return no_since("EAST-STK-3", who, || {
                format!("{} is swamp or mountain and holds an ARM unit already", number())
            });
        }
        if self.romanians && self.hungarians {
            return no("EAST-STK-7", who, "Hungarians and Romanians never share a hex");
        }
        Ok(())
    }
}

/// Whether a unit finds room in a hex, or why not; whoever is there already counts, itself not twice.
pub fn check_room<E: Objection>(board: &Board, unit: UnitId, hex: HexId) -> Result<(), E> {
    let others = board.units_in(hex).filter(|&other| other != unit);
    Count::of(board, others.chain([unit])).check(board, board.name(unit), hex)
}

/// Whether a unit finds room in a hex.
#[inline]
pub fn has_room(board: &Board, unit: UnitId, hex: HexId) -> bool {
    check_room::<kit::objection::Silent>(board, unit, hex).is_ok()
}

/// Of these hexes, which must hold no enemies, those in which a unit finds room.
#[inline]
pub fn with_room(board: &Board, unit: UnitId, hexes: Hexes) -> Hexes {
    // Only where friends stand can there be too many.
    let friends = hexes & board.held_by(board.side(unit));
    let full: Hexes = friends.iter().filter(|&hex| !has_room(board, unit, hex)).collect();
    hexes - full
}

/// Whether a hex holds more than it may: a swamp has thawed under two ARM units (`EAST-STK-6`).
pub fn is_overstacked(board: &Board, hex: HexId) -> bool {
    let count = Count::of(board, board.units_in(hex));
    count.units > 1 && count.check::<kit::objection::Silent>(board, "", hex).is_err()
}
