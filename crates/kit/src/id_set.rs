//! Sets of things that are known by small numbers.

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    marker::PhantomData,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign},
};

/// A small number that stands for a thing: a unit, a hex.
pub trait Id: Copy + Eq + fmt::Debug {
    /// The thing with this number.
    fn numbered(number: usize) -> Self;

    /// Its number.
    fn number(self) -> usize;

    /// Hashes a set of such things. Records hold the hashes, so this can only be changed with the version of the rules.
    #[inline]
    fn hash_words<H: Hasher>(words: &[u64], state: &mut H) {
        for word in words {
            state.write_u64(*word);
        }
    }
}

/// A set of things known by small numbers: one bit each, kept inline, copied like a number. `WORDS` times 64 is how many
/// there can be; a game names its own sets once: `type Units = IdSet<UnitId, 2>;` for up to 128 units.
///
/// ```
/// use sandtable_kit::{IdSet, position::UnitId};
///
/// type Units = IdSet<UnitId, 2>;
/// let mut units = Units::of(UnitId(3)) | Units::of(UnitId(70));
/// units.insert(UnitId(8));
/// units -= Units::of(UnitId(3));
/// assert_eq!(units.iter().collect::<Vec<_>>(), [UnitId(8), UnitId(70)]);
/// assert_eq!((units.first(), units.len()), (Some(UnitId(8)), 2));
/// ```
pub struct IdSet<I, const WORDS: usize>(pub(crate) [u64; WORDS], PhantomData<I>);

impl<I, const WORDS: usize> IdSet<I, WORDS> {
    /// None of them.
    pub const NONE: Self = Self::of_words([0; WORDS]);

    #[inline]
    pub(crate) const fn of_words(words: [u64; WORDS]) -> Self {
        Self(words, PhantomData)
    }

    #[inline]
    pub(crate) fn zip(mut self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine = join(*mine, theirs);
        }
        self
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many there are.
    #[inline]
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the two have one in common.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether all of this set are in the other.
    #[inline]
    pub fn is_subset(self, other: Self) -> bool {
        (self - other).is_empty()
    }
}

impl<I: Id, const WORDS: usize> IdSet<I, WORDS> {
    /// One of them.
    #[inline]
    pub fn of(one: I) -> Self {
        let mut set = Self::NONE;
        set.insert(one);
        set
    }

    /// Whether it is among them; whatever has too great a number is not.
    #[inline]
    pub fn contains(&self, one: I) -> bool {
        let number = one.number();
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Adds one; whether it was new.
    ///
    /// # Panics
    /// If its number is too great for the set.
    #[inline]
    pub fn insert(&mut self, one: I) -> bool {
        let (word, bit) = (&mut self.0[one.number() / 64], 1 << (one.number() % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Takes one away; whether it was there.
    #[inline]
    pub fn remove(&mut self, one: I) -> bool {
        let bit = 1 << (one.number() % 64);
        let Some(word) = self.0.get_mut(one.number() / 64) else { return false };
        let was = *word & bit != 0;
        // Not written where nothing changes: whoever floods a map asks much more often than he finds.
        if was {
            *word &= !bit;
        }
        was
    }

    /// The first of them.
    #[inline]
    pub fn first(self) -> Option<I> {
        self.iter().next()
    }

    /// In the order of their numbers.
    #[inline]
    pub fn iter(self) -> Iter<I, WORDS> {
        Iter { set: self, at: 0 }
    }
}

/// The things of a set in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Iter<I: Id, const WORDS: usize> {
    set: IdSet<I, WORDS>,
    at: usize,
}

impl<I: Id, const WORDS: usize> Iterator for Iter<I, WORDS> {
    type Item = I;

    #[inline]
    fn next(&mut self) -> Option<I> {
        while let Some(word) = self.set.0.get_mut(self.at) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(I::numbered(self.at * 64 + bit));
            }
            self.at += 1;
        }
        None
    }
}

impl<I: Id, const WORDS: usize> IntoIterator for IdSet<I, WORDS> {
    type Item = I;
    type IntoIter = Iter<I, WORDS>;
    fn into_iter(self) -> Iter<I, WORDS> {
        self.iter()
    }
}

impl<I: Id, const WORDS: usize> IntoIterator for &IdSet<I, WORDS> {
    type Item = I;
    type IntoIter = Iter<I, WORDS>;
    fn into_iter(self) -> Iter<I, WORDS> {
        self.iter()
    }
}

impl<I: Id, const WORDS: usize> FromIterator<I> for IdSet<I, WORDS> {
    fn from_iter<A: IntoIterator<Item = I>>(all: A) -> Self {
        let mut set = Self::NONE;
        set.extend(all);
        set
    }
}

impl<I: Id, const WORDS: usize> Extend<I> for IdSet<I, WORDS> {
    fn extend<A: IntoIterator<Item = I>>(&mut self, all: A) {
        for one in all {
            self.insert(one);
        }
    }
}

impl<I: Id, const WORDS: usize> fmt::Debug for IdSet<I, WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

impl<I: Id, const WORDS: usize> Hash for IdSet<I, WORDS> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        I::hash_words(&self.0, state);
    }
}

// What a derive would ask of the things themselves.
impl<I, const WORDS: usize> Clone for IdSet<I, WORDS> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<I, const WORDS: usize> Copy for IdSet<I, WORDS> {}

impl<I, const WORDS: usize> Default for IdSet<I, WORDS> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<I, const WORDS: usize> PartialEq for IdSet<I, WORDS> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<I, const WORDS: usize> Eq for IdSet<I, WORDS> {}

/// As numbers compare: who holds the greatest that the other lacks is the greater.
impl<I, const WORDS: usize> Ord for IdSet<I, WORDS> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<I, const WORDS: usize> PartialOrd for IdSet<I, WORDS> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Joins two sets word by word, as an operator and as its assignment.
macro_rules! joined {
    ($($trait:ident $name:ident, $assign:ident $assign_name:ident: |$mine:ident, $theirs:ident| $word:expr;)+) => {$(
        impl<I, const WORDS: usize> $trait for IdSet<I, WORDS> {
            type Output = Self;
            #[inline]
            fn $name(self, other: Self) -> Self {
                self.zip(other, |$mine, $theirs| $word)
            }
        }

        impl<I, const WORDS: usize> $assign for IdSet<I, WORDS> {
            #[inline]
            fn $assign_name(&mut self, other: Self) {
                *self = $trait::$name(*self, other);
            }
        }
    )+};
}

joined! {
    BitOr bitor, BitOrAssign bitor_assign: |mine, theirs| mine | theirs;
    BitAnd bitand, BitAndAssign bitand_assign: |mine, theirs| mine & theirs;
    Sub sub, SubAssign sub_assign: |mine, theirs| mine & !theirs;
}
