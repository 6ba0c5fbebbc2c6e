//! Where a move can end.

use kit::map::HexId;

use crate::{
    facing::Direction,
    map::{Hexes, MOST_HEXES},
};

/// A set of facings, one bit each.
pub type Facings = u8;

/// All six facings.
pub const ANY_FACING: Facings = 0b11_1111;

/// Where a move can end, and facing which way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    ends: Hexes,
    facings: [Facings; MOST_HEXES],
}

impl Range {
    pub(super) const NONE: Self = Self { ends: Hexes::EMPTY, facings: [0; MOST_HEXES] };

    /// Every hex in which the move can end; the hex of the unit itself if it can turn there.
    pub const fn destinations(&self) -> Hexes {
        self.ends
    }

    /// The facings with which it can end in a hex.
    #[inline]
    pub const fn facings(&self, hex: HexId) -> Facings {
        self.facings[hex.index()]
    }

    pub(super) fn insert(&mut self, hex: HexId, facings: Facings) {
        self.ends.insert(hex);
        self.facings[hex.index()] |= facings;
    }

    /// Who ends where and as it began has not moved (LINE-X-SEQ-3).
    pub(super) fn take_out(&mut self, hex: HexId, facing: Direction) {
        self.facings[hex.index()] &= !bit(facing);
        if self.facings[hex.index()] == 0 {
            self.ends.remove(hex);
        }
    }
}

/// One facing.
pub(super) const fn bit(facing: Direction) -> Facings {
    1 << facing.index()
}

/// The facings one hexside to either side of these.
pub(super) const fn turned(facings: Facings) -> Facings {
    (facings << 1 | facings >> 5 | facings >> 1 | facings << 5) & ANY_FACING
}

/// These hexes, facing as one likes.
pub(super) fn any_facing(ends: Hexes) -> Range {
    let mut range = Range { ends, ..Range::NONE };
    for hex in ends {
        range.facings[hex.index()] = ANY_FACING;
    }
    range
}
