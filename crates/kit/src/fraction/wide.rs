//! Whole numbers of 512 bits, for chances of very many dice.

use std::{cmp::Ordering, fmt};

/// How many words of 64 bits.
const WORDS: usize = 8;

/// A whole number below 2^512, the lowest word first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wide([u64; WORDS]);

impl Wide {
    /// Nothing.
    pub const ZERO: Self = Self([0; WORDS]);

    /// A smaller number.
    pub const fn new(small: u128) -> Self {
        let mut words = [0; WORDS];
        words[0] = small as u64;
        words[1] = (small >> 64) as u64;
        Self(words)
    }

    /// The same as a smaller number, if it is one.
    pub fn small(self) -> Option<u128> {
        let high = self.0[2..].iter().any(|&word| word != 0);
        (!high).then(|| u128::from(self.0[1]) << 64 | u128::from(self.0[0]))
    }

    /// How many bits it takes.
    pub(super) fn bits(self) -> u32 {
        let top = self.0.iter().rposition(|&word| word != 0);
        top.map_or(0, |top| top as u32 * 64 + 64 - self.0[top].leading_zeros())
    }

    /// Without its lowest bits.
    pub(super) fn shifted_down(self, bits: u32) -> Self {
        let (words, bits) = ((bits / 64) as usize, bits % 64);
        let word = |place: usize| self.0.get(place).copied().unwrap_or(0);
        Self(std::array::from_fn(|place| {
            let high = if bits == 0 { 0 } else { word(place + words + 1) << (64 - bits) };
            word(place + words) >> bits | high
        }))
    }

    fn doubled(self) -> Self {
        let low = |place: usize| if place == 0 { 0 } else { self.0[place - 1] >> 63 };
        Self(std::array::from_fn(|place| self.0[place] << 1 | low(place)))
    }

    /// The product, if it fits.
    pub(super) fn times(self, factor: u64) -> Option<Self> {
        let mut carry = 0;
        let mut words = self.0;
        for word in &mut words {
            let product = u128::from(*word) * u128::from(factor) + carry;
            *word = product as u64;
            carry = product >> 64;
        }
        (carry == 0).then_some(Self(words))
    }

    /// The sum, if it fits.
    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let mut carry = false;
        let mut words = self.0;
        for (word, more) in words.iter_mut().zip(other.0) {
            let (sum, over) = word.overflowing_add(more);
            let (sum, again) = sum.overflowing_add(u64::from(carry));
            (*word, carry) = (sum, over || again);
        }
        (!carry).then_some(Self(words))
    }

    /// The sum of parts of a total that fits.
    ///
    /// # Panics
    /// If it does not fit.
    pub(crate) fn and(self, other: Self) -> Self {
        self.plus(other).expect("parts of a total that fits")
    }

    /// The product with a small measure; chances leave room for it.
    ///
    /// # Panics
    /// If it does not fit.
    pub(crate) fn by(self, factor: u64) -> Self {
        self.times(factor).expect("room for a measure")
    }

    /// The difference from a number that is not greater.
    pub(super) fn minus(self, other: Self) -> Self {
        let mut borrow = false;
        let mut words = self.0;
        for (word, less) in words.iter_mut().zip(other.0) {
            let (rest, under) = word.overflowing_sub(less);
            let (rest, again) = rest.overflowing_sub(u64::from(borrow));
            (*word, borrow) = (rest, under || again);
        }
        Self(words)
    }

    /// How often `by` goes into it, and what is left.
    pub(super) fn divided(self, by: Self) -> (Self, Self) {
        if let (Some(mine), Some(by)) = (self.small(), by.small()) {
            return (Self::new(mine / by), Self::new(mine % by));
        }
        // Bit by bit, as on paper: wide numbers are rare.
        let (mut times, mut rest) = (Self::ZERO, Self::ZERO);
        for bit in (0..self.bits()).rev() {
            rest = rest.doubled();
            rest.0[0] |= self.shifted_down(bit).0[0] & 1;
            times = times.doubled();
            if rest >= by {
                rest = rest.minus(by);
                times.0[0] |= 1;
            }
        }
        (times, rest)
    }

    /// The greatest common divisor; that of nothing and `n` is `n`.
    pub(super) fn gcd(self, other: Self) -> Self {
        let (mut a, mut b) = (self, other);
        while b != Self::ZERO {
            if let (Some(a), Some(b)) = (a.small(), b.small()) {
                return Self::new(super::gcd(a, b));
            }
            (a, b) = (b, a.divided(b).1);
        }
        a
    }
}

impl PartialOrd for Wide {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Wide {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl fmt::Display for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(small) = self.small() {
            return small.fmt(f);
        }
        // Nineteen digits at a time.
        let chunk = Self::new(10_000_000_000_000_000_000);
        let (mut rest, mut digits) = (*self, String::new());
        while rest.bits() > 64 {
            let (high, low) = rest.divided(chunk);
            digits.insert_str(0, &format!("{:019}", low.0[0]));
            rest = high;
        }
        f.pad(&format!("{}{digits}", rest.0[0]))
    }
}

#[cfg(test)]
#[path = "../../tests/unit/wide.rs"]
mod tests;
