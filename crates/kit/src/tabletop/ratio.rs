//! How far along a leg.

use std::cmp::Ordering;

/// A fraction of a leg, exact: the quotient of two products of coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    num: i64,
    den: i64,
}

impl Ratio {
    /// The start of a leg.
    pub const ZERO: Self = Self { num: 0, den: 1 };
    /// Its end.
    pub const ONE: Self = Self { num: 1, den: 1 };

    /// So many parts of so many, which is not zero.
    #[inline]
    pub const fn new(num: i64, den: i64) -> Self {
        if den < 0 { Self { num: -num, den: -den } } else { Self { num, den } }
    }

    /// The upper number; it is not in lowest terms.
    pub const fn num(self) -> i64 {
        self.num
    }

    /// The lower number, positive.
    pub const fn den(self) -> i64 {
        self.den
    }

    /// That share of a whole number, rounded down.
    pub const fn of(self, whole: u64) -> u64 {
        (whole as u128 * self.num as u128 / self.den as u128) as u64
    }

    /// Whether it is on the leg.
    #[inline]
    pub const fn is_on_leg(self) -> bool {
        0 <= self.num && self.num <= self.den
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ratio {}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        // Products of coordinates have 26 bits at the most.
        (self.num * other.den).cmp(&(other.num * self.den))
    }
}
