//! Exact chances and averages.

use std::{cmp::Ordering, fmt, ops::Mul};

use serde::{Serialize, Serializer};

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
    num: u128,
    den: u128,
}

impl Fraction {
    /// Never, or nothing.
    pub const ZERO: Self = Self { num: 0, den: 1 };
    /// Always.
    pub const ONE: Self = Self { num: 1, den: 1 };

    /// `num` of `den`.
    ///
    /// # Panics
    /// If `den` is zero.
    pub fn new(num: u128, den: u128) -> Self {
        assert!(den > 0, "a fraction of nothing");
        let common = gcd(num, den);
        Self { num: num / common, den: den / common }
    }

    /// The upper number in lowest terms.
    pub const fn numerator(self) -> u128 {
        self.num
    }

    /// The lower number in lowest terms.
    pub const fn denominator(self) -> u128 {
        self.den
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
        let spare = (128 - parts.leading_zeros() + 1).saturating_sub(self.num.leading_zeros());
        let (num, den) = (self.num >> spare, (self.den >> spare).max(1));
        (num * parts + den / 2) / den
    }
}

impl Mul<u128> for Fraction {
    type Output = Self;
    fn mul(self, times: u128) -> Self {
        Self::new(self.num * times, self.den)
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
            let rests = (mine.0 % mine.1, theirs.0 % theirs.1);
            match ((mine.0 / mine.1).cmp(&(theirs.0 / theirs.1)), rests) {
                (Ordering::Equal, (0, 0)) => return Ordering::Equal,
                (Ordering::Equal, (0, _)) => return Ordering::Less,
                (Ordering::Equal, (_, 0)) => return Ordering::Greater,
                (Ordering::Equal, _) => (mine, theirs) = ((theirs.1, rests.1), (mine.1, rests.0)),
                (unequal, _) => return unequal,
            }
        }
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == 1 {
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
mod tests {
    use super::*;

    #[test]
    fn is_in_lowest_terms() {
        assert_eq!(Fraction::new(6, 36).to_string(), "1/6");
        assert_eq!(Fraction::new(0, 5), Fraction::ZERO);
        assert_eq!(Fraction::new(8, 4).to_string(), "2");
    }

    #[test]
    fn rounds_for_show_only() {
        assert_eq!(Fraction::new(1, 6).percent(), "16.67");
        assert_eq!(Fraction::new(1, 1).percent(), "100.00");
        assert_eq!(Fraction::new(11, 4).decimal(), "2.75");
        assert_eq!(Fraction::new(u128::MAX / 2, u128::MAX).percent(), "50.00");
    }

    #[test]
    fn orders_without_overflow() {
        let huge = u128::MAX;
        assert!(Fraction::new(huge - 1, huge) < Fraction::ONE);
        assert!(Fraction::new(1, 3) > Fraction::new(33, 100));
        assert_eq!(Fraction::new(2, 4).cmp(&Fraction::new(1, 2)), Ordering::Equal);
        assert!(Fraction::new(huge / 3, huge) < Fraction::new(1, 2));
    }
}
