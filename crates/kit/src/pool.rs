//! Weighted states, merged as they come: the inner loop of exact odds.

use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

use crate::{
    TooFine,
    fraction::{Weight, gcd},
};

/// States with their weights over one common total; equal states are one.
///
/// States are found by a hash but kept in the order in which they came, so nothing depends on the hash.
#[derive(Debug)]
pub(crate) struct Pool<S, W> {
    held: Vec<(S, W)>,
    /// Places by hash, one more than the place: as long as there are few, and when there are many.
    few: [u8; FEW_SLOTS],
    many: Vec<u32>,
    /// What path weights of this round are counted in.
    pub(crate) parts: u64,
    /// The last divisors that were asked for and their answers: the paths of a round have few different ones.
    known: [(u64, u64); KNOWN],
    oldest: usize,
}

const FEW_SLOTS: usize = 128;
const FEW: usize = 96;
const KNOWN: usize = 4;
const NOTHING_KNOWN: [(u64, u64); KNOWN] = [(1, 1), (0, 0), (0, 0), (0, 0)];

impl<S: Eq + Hash, W: Weight> Pool<S, W> {
    /// As many as one block of the allocator's quick list holds, so that most questions never grow it.
    const AT_FIRST: usize = if size_of::<(S, W)>() < 128 { 1024 / size_of::<(S, W)>() } else { 8 };

    pub(crate) const fn new() -> Self {
        Self {
            held: Vec::new(),
            few: [0; FEW_SLOTS],
            many: Vec::new(),
            parts: 1,
            known: NOTHING_KNOWN,
            oldest: 1,
        }
    }

    /// Makes `of` a divisor of [`Pool::parts`]; returns how many parts one `of`-th is.
    #[inline]
    pub(crate) fn align(&mut self, of: u64) -> Result<u64, TooFine> {
        if self.known[0].0 == of {
            return Ok(self.known[0].1);
        }
        // The one asked for is likely to be asked for next.
        if let Some(place) = (1..KNOWN).find(|&place| self.known[place].0 == of) {
            self.known.swap(0, place);
            return Ok(self.known[0].1);
        }
        self.align_anew(of)
    }

    #[cold]
    fn align_anew(&mut self, of: u64) -> Result<u64, TooFine> {
        if !self.parts.is_multiple_of(of) {
            let grown = of / gcd(self.parts.into(), of.into()) as u64;
            self.parts = self.parts.checked_mul(grown).ok_or(TooFine)?;
            self.scale(grown)?;
            for (_, one) in &mut self.known {
                *one *= grown;
            }
        }
        let one = self.parts / of;
        self.known[self.oldest] = (of, one);
        self.oldest = (self.oldest + 1) % KNOWN;
        Ok(one)
    }

    /// Every state, in the order in which they came.
    pub(crate) fn states(&self) -> impl Iterator<Item = &S> {
        self.held.iter().map(|(state, _)| state)
    }

    /// What it holds in the end.
    pub(crate) fn into_held(self) -> Vec<(S, W)> {
        self.held
    }

    /// Every weight, to be changed in place.
    pub(crate) fn weights(&mut self) -> impl Iterator<Item = &mut W> {
        self.held.iter_mut().map(|(_, weight)| weight)
    }

    /// Multiplies every weight.
    pub(crate) fn scale(&mut self, times: u64) -> Result<(), TooFine> {
        if times > 1 {
            for (_, weight) in &mut self.held {
                *weight = weight.times(times).ok_or(TooFine)?;
            }
        }
        Ok(())
    }

    /// Adds a state.
    #[inline]
    pub(crate) fn put(&mut self, state: S, weight: W) -> Result<(), TooFine> {
        let place = self.place(state);
        let sum = &mut self.held[place].1;
        *sum = sum.plus(weight).ok_or(TooFine)?;
        Ok(())
    }

    /// Where a state is kept; one that is new has no weight yet.
    #[inline]
    pub(crate) fn place(&mut self, state: S) -> usize {
        if !self.many.is_empty() {
            return self.place_among_many(state);
        }
        let mut slot = hash(&state) as usize % FEW_SLOTS;
        while self.few[slot] != 0 {
            let place = usize::from(self.few[slot]) - 1;
            if self.held[place].0 == state {
                return place;
            }
            slot = (slot + 1) % FEW_SLOTS;
        }
        if self.held.is_empty() {
            self.held.reserve(Self::AT_FIRST);
        }
        self.held.push((state, W::ZERO));
        self.few[slot] = self.held.len() as u8;
        if self.held.len() == FEW {
            self.index();
        }
        self.held.len() - 1
    }

    fn place_among_many(&mut self, state: S) -> usize {
        let slot = self.find(&state);
        if self.many[slot] != 0 {
            return self.many[slot] as usize - 1;
        }
        self.held.push((state, W::ZERO));
        self.many[slot] = self.held.len() as u32;
        if self.held.len() * 2 > self.many.len() {
            self.index();
        }
        self.held.len() - 1
    }

    /// The state that is kept at a place.
    pub(crate) fn at(&self, place: usize) -> &S {
        &self.held[place].0
    }

    /// How many states it keeps.
    pub(crate) const fn len(&self) -> usize {
        self.held.len()
    }

    /// The slot of a state, or the free one where it belongs.
    fn find(&self, state: &S) -> usize {
        let mask = self.many.len() - 1;
        let mut slot = hash(state) as usize & mask;
        while self.many[slot] != 0 && self.held[self.many[slot] as usize - 1].0 != *state {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Builds the index of many anew, with room to grow.
    fn index(&mut self) {
        self.many.clear();
        self.many.resize((self.held.len() * 4).next_power_of_two(), 0);
        for place in 0..self.held.len() {
            let slot = self.find(&self.held[place].0);
            self.many[slot] = place as u32 + 1;
        }
    }

    /// Empties it for the next round and hands over what it held.
    pub(crate) fn take(&mut self, into: &mut Vec<(S, W)>) {
        into.clear();
        std::mem::swap(&mut self.held, into);
        self.few = [0; FEW_SLOTS];
        self.many.clear();
        (self.parts, self.known, self.oldest) = (1, NOTHING_KNOWN, 1);
    }
}

#[inline]
fn hash(state: &impl Hash) -> u64 {
    BuildHasherDefault::<Mixer>::default().hash_one(state)
}

/// A fast hash for states of many small fields; only ever used to find equal ones.
#[derive(Default)]
struct Mixer(u64);

impl Mixer {
    /// Most fields are bytes: they are laid over each other and mixed once at the end.
    #[inline]
    const fn lay(&mut self, word: u64) {
        self.0 = self.0.rotate_left(9) ^ word;
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.lay(byte.into());
        }
    }
    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.lay(word.into());
    }
    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.lay(word.into());
    }
    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.lay(word.into());
    }
    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
    }
    #[inline]
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.lay(word as u64);
    }
    #[inline]
    fn write_isize(&mut self, word: isize) {
        self.lay(word as u64);
    }
    #[inline]
    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ self.0 >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed >> 32
    }
}

#[cfg(test)]
#[path = "../tests/unit/pool.rs"]
mod tests;
