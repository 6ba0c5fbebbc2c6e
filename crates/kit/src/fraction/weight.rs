//! How many of all chances an outcome stands for.

use super::{Wide, gcd};

/// A whole number of chances: of 64 bits, which do for nearly every question, of 128, or wide.
pub trait Weight: Copy + Ord + std::fmt::Debug {
    /// None.
    const ZERO: Self;

    /// One chance.
    const ONE: Self;

    /// The product, if it fits.
    fn times(self, factor: u64) -> Option<Self>;

    /// The sum, if it fits.
    fn plus(self, other: Self) -> Option<Self>;

    /// The greatest common divisor.
    fn gcd(self, other: Self) -> Self;

    /// Divided by a number that goes into it.
    fn shared_by(self, divisor: Self) -> Self;

    /// Whether it is so large that it should be reduced.
    fn is_large(self) -> bool;

    /// As a wide number.
    fn wide(self) -> Wide;
}

/// Divides all weights and their total by what they share; `each` goes through the weights.
pub(crate) fn reduce<W: Weight>(total: &mut W, mut each: impl FnMut(&mut dyn FnMut(&mut W))) {
    let mut shared = *total;
    each(&mut |weight| {
        if shared != W::ONE {
            shared = shared.gcd(*weight);
        }
    });
    if shared != W::ONE {
        each(&mut |weight| *weight = weight.shared_by(shared));
        *total = total.shared_by(shared);
    }
}

impl Weight for u64 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    #[inline]
    fn times(self, factor: u64) -> Option<Self> {
        self.checked_mul(factor)
    }

    #[inline]
    fn plus(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }

    fn gcd(self, other: Self) -> Self {
        gcd(self.into(), other.into()) as Self
    }

    fn shared_by(self, divisor: Self) -> Self {
        self / divisor
    }

    #[inline]
    fn is_large(self) -> bool {
        self >> 44 != 0
    }

    fn wide(self) -> Wide {
        Wide::new(self.into())
    }
}

impl Weight for u128 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    #[inline]
    fn times(self, factor: u64) -> Option<Self> {
        match u64::try_from(self) {
            // Most are this small, and one multiplication does.
            Ok(small) => Some(Self::from(small) * Self::from(factor)),
            Err(_) => self.checked_mul(factor.into()),
        }
    }

    #[inline]
    fn plus(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }

    fn gcd(self, other: Self) -> Self {
        gcd(self, other)
    }

    fn shared_by(self, divisor: Self) -> Self {
        self / divisor
    }

    #[inline]
    fn is_large(self) -> bool {
        self > Self::from(u64::MAX)
    }

    fn wide(self) -> Wide {
        Wide::new(self)
    }
}

impl Weight for Wide {
    const ZERO: Self = Self::new(0);
    const ONE: Self = Self::new(1);

    fn times(self, factor: u64) -> Option<Self> {
        // The last word is kept free, so that every chance can be multiplied by what is measured.
        Self::times(self, factor).filter(|product| product.bits() <= 448)
    }

    fn plus(self, other: Self) -> Option<Self> {
        Self::plus(self, other)
    }

    fn gcd(self, other: Self) -> Self {
        Self::gcd(self, other)
    }

    fn shared_by(self, divisor: Self) -> Self {
        self.divided(divisor).0
    }

    fn is_large(self) -> bool {
        // Reducing wide numbers costs more than carrying them, until they come near their end.
        self.bits() > 384
    }

    fn wide(self) -> Wide {
        self
    }
}
