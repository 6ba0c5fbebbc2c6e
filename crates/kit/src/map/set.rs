//! A set of hexes in a few machine words.

use std::{
    fmt,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign},
};

use super::{Grid, HexId, HexNumber};

/// A set of hexes: one bit a hex, kept inline, copied like a number.
///
/// `WORDS` times 64 is how many hexes it can hold; a game names its own size once,
/// `type Hexes = HexSet<6>;` for up to 384 hexes.
///
/// ```
/// use sandtable_kit::map::{HexId, HexSet};
///
/// type Hexes = HexSet<2>;
/// let held: Hexes = [3, 64, 100].map(HexId::new).into_iter().collect();
/// let threatened: Hexes = [64, 65].map(HexId::new).into_iter().collect();
/// assert_eq!((held & threatened).iter().collect::<Vec<_>>(), [HexId::new(64)]);
/// assert_eq!((held | threatened).len(), 4);
/// assert_eq!((held - threatened).first(), Some(HexId::new(3)));
/// assert!(!held.contains(HexId::NONE));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexSet<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> HexSet<WORDS> {
    /// No hex.
    pub const EMPTY: Self = Self([0; WORDS]);
    /// How many hexes there can be.
    pub const CAPACITY: usize = WORDS * 64;

    /// One hex.
    #[inline]
    pub const fn of(hex: HexId) -> Self {
        let mut set = Self::EMPTY;
        set.insert(hex);
        set
    }

    /// Whether the hex is in the set; [`HexId::NONE`] is in none.
    #[inline]
    pub const fn contains(&self, hex: HexId) -> bool {
        let word = hex.index() / 64;
        word < WORDS && self.0[word] >> (hex.index() % 64) & 1 == 1
    }

    /// Adds a hex; whether it was new.
    ///
    /// # Panics
    /// If the set is too small for the hex.
    #[inline]
    pub const fn insert(&mut self, hex: HexId) -> bool {
        let (word, bit) = (hex.index() / 64, 1 << (hex.index() % 64));
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    /// Takes a hex away; whether it was there.
    #[inline]
    pub const fn remove(&mut self, hex: HexId) -> bool {
        let was = self.contains(hex);
        if was {
            self.0[hex.index() / 64] &= !(1 << (hex.index() % 64));
        }
        was
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether every hex of this set is in the other.
    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(mine, theirs)| mine & !theirs == 0)
    }

    /// Whether the two have a hex in common.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// The hex with the lowest id.
    #[inline]
    pub fn first(&self) -> Option<HexId> {
        self.iter().next()
    }

    /// The hexes in the order of their ids.
    #[inline]
    pub const fn iter(&self) -> Iter<WORDS> {
        Iter { words: self.0, at: 0 }
    }

    /// The bits, for a digest.
    pub const fn words(&self) -> &[u64; WORDS] {
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

/// Everything else; ids that no map has are among it.
impl<const WORDS: usize> Not for HexSet<WORDS> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

/// The neighbours of whole sets of hexes, on a map of full columns.
///
/// Zones of control, supply and movement ask the same question about hundreds of hexes: where does one come from here?
/// On such a map the neighbours in one direction lie the same number of ids away for every other column, so a whole set
/// of hexes takes its steps by a few shifts of its bits.
#[derive(Clone, Copy, Debug)]
pub struct Neighbours<const WORDS: usize> {
    /// How many hexes a column has: so far apart are the ids of hexes side by side.
    rows: u32,
    everywhere: HexSet<WORDS>,
    first_row: HexSet<WORDS>,
    last_row: HexSet<WORDS>,
    /// The columns (the rows of pointy-top hexes) that lie half a hex farther than those beside them.
    shoved: HexSet<WORDS>,
    is_flat: bool,
}

impl<const WORDS: usize> Neighbours<WORDS> {
    /// The neighbours on a map.
    ///
    /// # Panics
    /// If the map is not made of full columns, or has columns of 64 hexes and more.
    pub fn new(map: &Grid) -> Self {
        let (top, bottom) = (*map.rows().start(), *map.rows().end());
        let rows = u32::from(bottom - top) + 1;
        assert!(rows < u64::BITS, "columns of fewer than 64 hexes");
        assert_eq!(map.len(), rows as usize * map.columns().len(), "a map of full columns");
        let those =
            |is_one: &dyn Fn(HexNumber) -> bool| map.hexes().filter(|&hex| is_one(map.number(hex))).collect();
        Self {
            rows,
            everywhere: those(&|_| true),
            first_row: those(&|number| number.row == top),
            last_row: those(&|number| number.row == bottom),
            shoved: those(&|number| map.layout().is_shoved(number)),
            is_flat: map.layout().is_flat(),
        }
    }

    /// Every neighbour of a hex of the set, hexes of the set among them.
    #[inline]
    pub fn of(&self, set: HexSet<WORDS>) -> HexSet<WORDS> {
        let below = (set - self.last_row).up_by(1);
        let above = (set - self.first_row).down_by(1);
        if !self.is_flat {
            // The rows above and below hold one neighbour in the same column and one in the next: to the east of a row
            // that is shoved, to the west of the others.
            let beyond = above | below;
            let (east, west) = (set | (beyond - self.shoved), set | (beyond & self.shoved));
            return (beyond | east.up_by(self.rows) | west.down_by(self.rows)) & self.everywhere;
        }
        // Beside a hex of a low column lie the hexes of its own row and of the next, beside others those of the row
        // before.
        let rows = set | (below & self.shoved) | (above - self.shoved);
        (below | above | rows.up_by(self.rows) | rows.down_by(self.rows)) & self.everywhere
    }
}

impl<const WORDS: usize> HexSet<WORDS> {
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

impl<const WORDS: usize> Default for HexSet<WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const WORDS: usize> BitOr for HexSet<WORDS> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |mine, theirs| mine | theirs)
    }
}

impl<const WORDS: usize> BitAnd for HexSet<WORDS> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |mine, theirs| mine & theirs)
    }
}

impl<const WORDS: usize> Sub for HexSet<WORDS> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |mine, theirs| mine & !theirs)
    }
}

impl<const WORDS: usize> BitOrAssign for HexSet<WORDS> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const WORDS: usize> BitAndAssign for HexSet<WORDS> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const WORDS: usize> SubAssign for HexSet<WORDS> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<const WORDS: usize> FromIterator<HexId> for HexSet<WORDS> {
    fn from_iter<I: IntoIterator<Item = HexId>>(hexes: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(hexes);
        set
    }
}

impl<const WORDS: usize> Extend<HexId> for HexSet<WORDS> {
    fn extend<I: IntoIterator<Item = HexId>>(&mut self, hexes: I) {
        for hex in hexes {
            self.insert(hex);
        }
    }
}

impl<const WORDS: usize> IntoIterator for HexSet<WORDS> {
    type Item = HexId;
    type IntoIter = Iter<WORDS>;
    fn into_iter(self) -> Iter<WORDS> {
        self.iter()
    }
}

impl<const WORDS: usize> IntoIterator for &HexSet<WORDS> {
    type Item = HexId;
    type IntoIter = Iter<WORDS>;
    fn into_iter(self) -> Iter<WORDS> {
        self.iter()
    }
}

impl<const WORDS: usize> fmt::Debug for HexSet<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

/// The hexes of a set in the order of their ids.
#[derive(Clone, Debug)]
pub struct Iter<const WORDS: usize> {
    words: [u64; WORDS],
    at: usize,
}

impl<const WORDS: usize> Iterator for Iter<WORDS> {
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
