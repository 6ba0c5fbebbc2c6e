//! Sets of hexes that take a step all at once.
//!
//! Zones of control, supply and movement ask the same question about hundreds of hexes: where does one come from here?
//! On a map of full columns the neighbours in one direction lie the same number of ids away for every other column, so
//! a whole set of hexes takes its steps by a few shifts of its bits.

use std::{
    fmt,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign},
};

use kit::map::{Grid, HexId, HexNumber};

use crate::map::Hexes;

const WORDS: usize = 6;

/// The most hexes a map of this game has.
pub const MOST_HEXES: usize = WORDS * 64;

/// A set of hexes, one bit a hex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Area([u64; WORDS]);

impl Area {
    /// No hex.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// One hex.
    #[inline]
    pub const fn of(hex: HexId) -> Self {
        let mut area = Self::EMPTY;
        area.insert(hex);
        area
    }

    /// Whether the hex is in it.
    #[inline]
    pub const fn contains(&self, hex: HexId) -> bool {
        let word = hex.index() / 64;
        word < WORDS && self.0[word] >> (hex.index() % 64) & 1 == 1
    }

    /// Adds a hex.
    #[inline]
    pub const fn insert(&mut self, hex: HexId) {
        self.0[hex.index() / 64] |= 1 << (hex.index() % 64);
    }

    /// Takes a hex away.
    #[inline]
    pub const fn remove(&mut self, hex: HexId) {
        self.0[hex.index() / 64] &= !(1 << (hex.index() % 64));
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the two have a hex in common.
    #[inline]
    pub fn meets(&self, other: Self) -> bool {
        !(*self & other).is_empty()
    }

    /// The hexes in the order of their ids.
    #[inline]
    pub const fn iter(&self) -> Iter {
        Iter { words: self.0, at: 0 }
    }

    /// The bits, for a digest.
    pub const fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline]
    fn zip(mut self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine = join(*mine, theirs);
        }
        self
    }
}

impl BitOr for Area {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |mine, theirs| mine | theirs)
    }
}

impl BitAnd for Area {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |mine, theirs| mine & theirs)
    }
}

impl Sub for Area {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |mine, theirs| mine & !theirs)
    }
}

/// Everything else; ids that no map has are among it.
impl Not for Area {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl BitOrAssign for Area {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAndAssign for Area {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl SubAssign for Area {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl From<Hexes> for Area {
    fn from(hexes: Hexes) -> Self {
        Self(*hexes.words())
    }
}

impl FromIterator<HexId> for Area {
    fn from_iter<I: IntoIterator<Item = HexId>>(hexes: I) -> Self {
        let mut area = Self::EMPTY;
        hexes.into_iter().for_each(|hex| area.insert(hex));
        area
    }
}

impl IntoIterator for Area {
    type Item = HexId;
    type IntoIter = Iter;
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl IntoIterator for &Area {
    type Item = HexId;
    type IntoIter = Iter;
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl fmt::Debug for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(HexId::raw)).finish()
    }
}

/// The hexes of an area in the order of their ids.
#[derive(Clone, Debug)]
pub struct Iter {
    words: [u64; WORDS],
    at: usize,
}

impl Iterator for Iter {
    type Item = HexId;

    #[inline]
    fn next(&mut self) -> Option<HexId> {
        while let Some(word) = self.words.get_mut(self.at) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(HexId::new((self.at * 64 + bit) as u16));
            }
            self.at += 1;
        }
        None
    }
}

/// The neighbours of whole areas, on a map of full columns of flat-top hexes.
#[derive(Clone, Copy, Debug)]
pub struct Neighbours {
    /// How many hexes a column has: so far apart are the ids of hexes side by side.
    rows: u32,
    everywhere: Area,
    first_row: Area,
    last_row: Area,
    /// The columns that lie half a hex lower than those beside them.
    low: Area,
}

impl Neighbours {
    /// The neighbours on a map.
    ///
    /// # Panics
    /// If the map is not made of full columns.
    pub fn new(map: &Grid) -> Self {
        let (top, bottom) = (*map.rows().start(), *map.rows().end());
        let rows = u32::from(bottom - top) + 1;
        assert_eq!(map.len(), rows as usize * map.columns().len(), "a map of full columns");
        let those =
            |is_one: &dyn Fn(HexNumber) -> bool| map.hexes().filter(|&hex| is_one(map.number(hex))).collect();
        Self {
            rows,
            everywhere: those(&|_| true),
            first_row: those(&|number| number.row == top),
            last_row: those(&|number| number.row == bottom),
            low: those(&|number| map.layout().is_shoved(number)),
        }
    }

    /// Every neighbour of a hex of the area, hexes of the area among them.
    #[inline]
    pub fn of(&self, area: Area) -> Area {
        let below = (area - self.last_row).up_by(1);
        let above = (area - self.first_row).down_by(1);
        // Beside a hex of a low column lie the hexes of its own row and of the next, beside others those of the row
        // before.
        let rows = area | (below & self.low) | (above - self.low);
        (below | above | rows.up_by(self.rows) | rows.down_by(self.rows)) & self.everywhere
    }
}

impl Area {
    /// Every id raised.
    #[inline]
    fn up_by(self, by: u32) -> Self {
        let carried = |at: usize| if at == 0 { 0 } else { self.0[at - 1] >> (64 - by) };
        Self(std::array::from_fn(|at| self.0[at] << by | carried(at)))
    }

    /// Every id lowered.
    #[inline]
    fn down_by(self, by: u32) -> Self {
        let carried = |at: usize| if at == WORDS - 1 { 0 } else { self.0[at + 1] << (64 - by) };
        Self(std::array::from_fn(|at| self.0[at] >> by | carried(at)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::{learning_map, map};

    #[test]
    fn an_area_steps_as_its_hexes_do() {
        for map in [map(), learning_map()] {
            let neighbours = Neighbours::new(map);
            for hex in map.hexes() {
                assert_eq!(neighbours.of(Area::of(hex)), map.neighbours(hex).collect::<Area>());
            }
            let some: Area = map.hexes().filter(|hex| hex.index() % 7 < 2).collect();
            let theirs = some.iter().flat_map(|hex| map.neighbours(hex));
            assert_eq!(neighbours.of(some), theirs.collect::<Area>());
        }
    }

    #[test]
    fn areas_are_sets() {
        let two: Area = [3, 300].map(HexId::new).into_iter().collect();
        assert_eq!((two.len(), (two - Area::of(HexId::new(3))).iter().next()), (2, Some(HexId::new(300))));
        assert!(two.meets(Area::of(HexId::new(300))) && !(!two).contains(HexId::new(3)));
        assert!(!two.contains(HexId::NONE) && (two & !two).is_empty());
    }
}
