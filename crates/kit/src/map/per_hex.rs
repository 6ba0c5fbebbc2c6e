//! One entry for each hex, kept inline.

use std::ops::{Index, IndexMut};

use super::HexId;

/// One entry for each hex of a map with up to `WORDS` times 64 hexes: goes with a [`HexSet`](super::HexSet) of as many
/// words.
///
/// ```
/// use sandtable_kit::map::{HexId, PerHex};
///
/// let mut losses = PerHex::<u8, 2>::new(0);
/// losses[HexId::new(70)] += 3;
/// assert_eq!((losses[HexId::new(70)], losses[HexId::new(7)]), (3, 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PerHex<T, const WORDS: usize>([[T; 64]; WORDS]);

impl<T: Copy, const WORDS: usize> PerHex<T, WORDS> {
    /// The same for every hex.
    pub const fn new(entry: T) -> Self {
        Self([[entry; 64]; WORDS])
    }
}

impl<T, const WORDS: usize> Index<HexId> for PerHex<T, WORDS> {
    type Output = T;
    #[inline]
    fn index(&self, hex: HexId) -> &T {
        &self.0.as_flattened()[hex.index()]
    }
}

impl<T, const WORDS: usize> IndexMut<HexId> for PerHex<T, WORDS> {
    #[inline]
    fn index_mut(&mut self, hex: HexId) -> &mut T {
        &mut self.0.as_flattened_mut()[hex.index()]
    }
}
