//! Sets of hexes that take a step all at once.
//!
//! Zones of control, supply and movement ask the same question about hundreds of hexes: where does one come from here?
//! On a map of full columns the neighbours in one direction lie the same number of ids away for every other column, so
//! a whole set of hexes steps by a few shifts of its bits.

use std::{
    fmt,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign},
};

use kit::map::{Direction, Grid, HexId};

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

/// Steps of one kind (any, over a road, outward over the line), for whole areas at once.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// Steps to higher ids: how much higher, and the hexes that have such a step.
    up: [(u32, Area); Self::MOST],
    /// Steps to lower ids.
    down: [(u32, Area); Self::MOST],
}

impl Steps {
    // Up or down the column, and three ways into the next one: half of the columns go one hex lower.
    const MOST: usize = 4;

    /// The steps for which `is_one` says yes.
    ///
    /// # Panics
    /// If the columns of the map are not all of one length.
    pub fn new(map: &Grid, is_one: impl Fn(HexId, Direction) -> bool) -> Self {
        // A shift by one of no hexes is harmless and fills what is not needed.
        let none = [(1, Area::EMPTY); Self::MOST];
        let mut steps = Self { up: none, down: none };
        for hex in map.hexes() {
            for (way, to) in map.steps(hex).filter(|&(way, _)| is_one(hex, way)) {
                debug_assert_eq!(map.neighbour(hex, way), Some(to));
                let groups = if to > hex { &mut steps.up } else { &mut steps.down };
                let by = u32::from(to.raw().abs_diff(hex.raw()));
                let group = groups.iter_mut().find(|(known, hexes)| *known == by || hexes.is_empty());
                let (known, hexes) = group.expect("a map of full columns");
                *known = by;
                hexes.insert(hex);
            }
        }
        steps
    }

    /// Where these steps lead from a set of hexes.
    #[inline]
    pub fn from(&self, area: Area) -> Area {
        let mut reached = [0; WORDS];
        for (by, hexes) in &self.up {
            let mut carry = 0;
            for (to, word) in reached.iter_mut().zip((area & *hexes).0) {
                *to |= word << by | carry;
                carry = word >> (64 - by);
            }
        }
        for (by, hexes) in &self.down {
            let mut carry = 0;
            for (to, word) in reached.iter_mut().zip((area & *hexes).0).rev() {
                *to |= word >> by | carry;
                carry = word << (64 - by);
            }
        }
        Area(reached)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::{learning_map, map};

    #[test]
    fn an_area_steps_as_its_hexes_do() {
        for map in [map(), learning_map()] {
            let all = Steps::new(map, |_, _| true);
            for hex in map.hexes() {
                assert_eq!(all.from(Area::of(hex)), map.neighbours(hex).collect::<Area>());
            }
            let south = Steps::new(map, |_, way| way == Direction::new(3));
            let everywhere: Area = map.hexes().collect();
            let beyond = map.hexes().filter_map(|hex| map.neighbour(hex, Direction::new(3)));
            assert_eq!(south.from(everywhere), beyond.collect::<Area>());
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
