//! Where a move can end.

use kit::map::PerHex;

use crate::prelude::*;

/// Where a move can end, and facing which way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    ends: Hexes,
    facings: PerHex<Directions, WORDS>,
}

impl Range {
    pub(super) const NONE: Self = Self { ends: Hexes::EMPTY, facings: PerHex::new(Directions::NONE) };

    /// These hexes, facing as one likes.
    pub(super) fn any_facing(ends: Hexes) -> Self {
        let mut range = Self::NONE;
        ends.iter().for_each(|hex| range.insert(hex, Directions::ALL));
        range
    }

    /// Every hex in which the move can end; the hex of the unit itself if it can turn there.
    pub const fn destinations(&self) -> Hexes {
        self.ends
    }

    /// The facings with which it can end in a hex.
    #[inline]
    pub fn facings(&self, hex: HexId) -> Directions {
        self.facings[hex]
    }

    /// Every hex in which it can end with every facing there.
    pub fn ends(&self) -> impl Iterator<Item = (HexId, Direction)> {
        self.ends.iter().flat_map(|hex| self.facings[hex].iter().map(move |facing| (hex, facing)))
    }

    #[inline]
    pub(super) fn insert(&mut self, hex: HexId, facings: Directions) {
        self.ends.insert(hex);
        self.facings[hex] = self.facings[hex].union(facings);
    }

    /// Who ends where and as it began has not moved (LINE-X-SEQ-3).
    pub(super) fn take_out(&mut self, hex: HexId, facing: Direction) {
        self.facings[hex].remove(facing);
        if self.facings[hex].is_empty() {
            self.ends.remove(hex);
        }
    }
}
