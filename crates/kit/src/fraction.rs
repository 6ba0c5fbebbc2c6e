//! Exact chances and averages.

use std::{cmp::Ordering, fmt};

use serde::{Serialize, Serializer};

mod weight;
mod wide;

pub use weight::Weight;
pub(crate) use weight::reduce;
pub use wide::Wide;

/// An exact fraction, not negative, always in lowest terms: a chance, or the mean of a count.
///
/// ```
/// use sandtable_kit::Fraction;
/// let third = Fraction::new(2, 6);
/// assert_eq!(third.to_string(), "1/3");
/// assert_eq!(third.percent(), "33.33");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fraction {
    num: Wide,
    den: Wide,
}

impl Fraction {
    /// Never, or nothing.
    pub const ZERO: Self = Self { num: Wide::ZERO, den: Wide::new(1) };
    /// Always.
    pub const ONE: Self = Self { num: Wide::new(1), den: Wide::new(1) };

    /// `num` of `den`.
    ///
    /// # Panics
    /// If `den` is zero.
    pub fn new(num: u128, den: u128) -> Self {
        assert!(den > 0, "a fraction of nothing");
        let common = gcd(num, den);
        Self { num: Wide::new(num / common), den: Wide::new(den / common) }
    }

    /// `num` of `den`, which may be wide.
    pub(crate) fn of(num: Wide, den: Wide) -> Self {
        if let (Some(num), Some(den)) = (num.small(), den.small()) {
            return Self::new(num, den);
        }
        let common = num.gcd(den);
        Self { num: num.divided(common).0, den: den.divided(common).0 }
    }

    /// The upper number in lowest terms.
    ///
    /// # Panics
    /// If it needs more than 128 bits; only [`chance::fine_odds`](crate::chance::fine_odds) has such chances.
    pub fn numerator(self) -> u128 {
        self.num.small().expect("a numerator of at most 128 bits")
    }

    /// The lower number in lowest terms.
    ///
    /// # Panics
    /// If it needs more than 128 bits; only [`chance::fine_odds`](crate::chance::fine_odds) has such chances.
    pub fn denominator(self) -> u128 {
        self.den.small().expect("a denominator of at most 128 bits")
    }

    /// As a decimal number with two places, rounded half up.
    pub fn decimal(self) -> String {
        let hundredths = self.scaled(100);
        format!("{}.{:02}", hundredths / 100, hundredths % 100)
    }

    /// In hundredths with two places: `16.67` for a sixth.
    pub fn percent(self) -> String {
        let parts = self.scaled(10_000);
        format!("{}.{:02}", parts / 100, parts % 100)
    }

    /// How many of `parts` equal parts it fills, rounded half up.
    pub fn scaled(self, parts: u128) -> u128 {
        // Where the product would not fit, both numbers lose the same low bits: far finer than what is shown.
        let room = parts.leading_zeros().saturating_sub(1);
        let spare = self.num.bits().saturating_sub(room).max(self.den.bits().saturating_sub(127));
        let short = |number: Wide| number.shifted_down(spare).small().unwrap_or(u128::MAX);
        let (num, den) = (short(self.num), short(self.den).max(1));
        (num * parts + den / 2) / den
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        // Continued fractions: compare the whole parts, then the inverted rests. Nothing can overflow.
        let (mut mine, mut theirs) = ((self.num, self.den), (other.num, other.den));
        loop {
            let (whole, rest) = mine.0.divided(mine.1);
            let (their_whole, their_rest) = theirs.0.divided(theirs.1);
            match (whole.cmp(&their_whole), rest == Wide::ZERO, their_rest == Wide::ZERO) {
                (Ordering::Equal, true, true) => return Ordering::Equal,
                (Ordering::Equal, true, false) => return Ordering::Less,
                (Ordering::Equal, false, true) => return Ordering::Greater,
                (Ordering::Equal, false, false) => {
                    (mine, theirs) = ((theirs.1, their_rest), (mine.1, rest));
                }
                (unequal, ..) => return unequal,
            }
        }
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == Wide::new(1) {
            f.pad(&self.num.to_string())
        } else {
            f.pad(&format!("{}/{}", self.num, self.den))
        }
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, target: S) -> Result<S::Ok, S::Error> {
        target.collect_str(self)
    }
}

/// The greatest common divisor; `gcd(0, n)` is `n`.
pub(crate) fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while a > u128::from(u64::MAX) || b > u128::from(u64::MAX) {
        if b == 0 {
            return a;
        }
        (a, b) = (b, a % b);
    }
    // Numbers of this size are the rule, and their division is several times faster.
    let (mut a, mut b) = (a as u64, b as u64);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    u128::from(a)
}

#[cfg(test)]
#[path = "../tests/unit/fraction.rs"]
mod tests;
