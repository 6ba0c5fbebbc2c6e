//! Sets of hexes, and the neighbours of whole sets.

use std::{
    hash::{Hash, Hasher},
    ops::Not,
};

use super::{Grid, HexId, HexNumber};
use crate::id_set::{Id, IdSet};

/// A set of hexes. `WORDS` times 64 is how many it can hold; a game names its own size once, `type Hexes = HexSet<6>;`
/// for up to 384 hexes.
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
pub type HexSet<const WORDS: usize> = IdSet<HexId, WORDS>;

impl Id for HexId {
    #[inline]
    fn numbered(number: usize) -> Self {
        Self::new(number as u16)
    }

    #[inline]
    fn number(self) -> usize {
        self.index()
    }

    fn hash_words<H: Hasher>(words: &[u64], state: &mut H) {
        words.hash(state);
    }
}

/// Everything else; ids that no map has are among it.
impl<const WORDS: usize> Not for HexSet<WORDS> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self::of_words(self.0.map(|word| !word))
    }
}

impl<const WORDS: usize> HexSet<WORDS> {
    /// No hex.
    pub const EMPTY: Self = Self::NONE;
    /// How many hexes there can be.
    pub const CAPACITY: usize = WORDS * 64;

    /// Every id raised.
    #[inline]
    fn up_by(self, by: u32) -> Self {
        let carried = |at: usize| if at == 0 { 0 } else { self.0[at - 1] >> (64 - by) };
        Self::of_words(std::array::from_fn(|at| self.0[at] << by | carried(at)))
    }

    /// Every id lowered.
    #[inline]
    fn down_by(self, by: u32) -> Self {
        let carried = |at: usize| if at == WORDS - 1 { 0 } else { self.0[at + 1] << (64 - by) };
        Self::of_words(std::array::from_fn(|at| self.0[at] >> by | carried(at)))
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
