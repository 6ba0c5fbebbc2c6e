//! Exact distributions.

use std::fmt;

use crate::{
    Die, Factor, Fraction,
    fraction::{Weight, Wide, gcd, reduce},
};

/// What can happen and how likely each is, exactly: whole-number weights over one common total.
///
/// Equal outcomes are merged, the outcomes stand in their order, and the weights sum to the total.
///
/// ```
/// use sandtable_kit::{Die, Distribution, Fraction};
/// let two_dice = Distribution::of_die(Die::D6)
///     .and_then(|&a| Distribution::of_die(Die::D6).map(|&b| a + b))
///     .unwrap();
/// assert_eq!(two_dice.chance(|&sum| sum == 7), Fraction::new(1, 6));
/// assert_eq!(two_dice.len(), 11);
/// ```
#[derive(Clone, Debug)]
pub struct Distribution<T, W = u128> {
    outcomes: Vec<(T, W)>,
    total: W,
    paths: u64,
}

/// The common total of a distribution would not fit: too many dice in one chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooFine;

impl fmt::Display for TooFine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("exact fractions of so many dice in one chain would be too long: ask for fewer at once")
    }
}

impl std::error::Error for TooFine {}

impl Distribution<u16> {
    /// The faces of a die.
    pub fn of_die(die: Die) -> Self {
        let outcomes = (1..=die.sides()).map(|face| (face, 1)).collect();
        Self { outcomes, total: die.sides().into(), paths: die.sides().into() }
    }
}

impl<T: Ord> Distribution<T> {
    /// One outcome for sure.
    pub fn certain(outcome: T) -> Self {
        Self { outcomes: vec![(outcome, 1)], total: 1, paths: 1 }
    }

    /// What follows each outcome, merged: the step of a chain.
    pub fn and_then<U: Ord>(
        &self,
        mut next: impl FnMut(&T) -> Distribution<U>,
    ) -> Result<Distribution<U>, TooFine> {
        let mut gather = Gather::new();
        for (outcome, weight) in &self.outcomes {
            let then = next(outcome);
            gather.paths += then.paths;
            let total = self.total.checked_mul(then.total).ok_or(TooFine)?;
            for (end, part) in then.outcomes {
                gather.put(end, weight * part, total)?;
            }
        }
        Ok(gather.finish())
    }
}

impl<T: Ord, W: Weight> Distribution<T, W> {
    /// Every outcome seen through `change`; those that become equal are merged.
    pub fn map<U: Ord>(&self, mut change: impl FnMut(&T) -> U) -> Distribution<U, W> {
        let mut outcomes: Vec<(U, W)> =
            self.outcomes.iter().map(|(outcome, weight)| (change(outcome), *weight)).collect();
        merge(&mut outcomes);
        Distribution { outcomes, total: self.total, paths: self.paths }
    }

    /// The chance of the outcomes for which `wanted` holds.
    pub fn chance(&self, mut wanted: impl FnMut(&T) -> bool) -> Fraction {
        let hits = self.outcomes.iter().filter(|(outcome, _)| wanted(outcome));
        let hits = hits.fold(Wide::ZERO, |sum, (_, weight)| sum.and(weight.wide()));
        Fraction::of(hits, self.total.wide())
    }

    /// The mean of what `measure` counts, which may not be negative.
    pub fn mean(&self, mut measure: impl FnMut(&T) -> Factor) -> Fraction {
        let mut sum = Wide::ZERO;
        for (outcome, weight) in &self.outcomes {
            let eighths = measure(outcome).eighths().max(0) as u64;
            sum = sum.and(weight.wide().by(eighths));
        }
        Fraction::of(sum, self.total.wide().by(Factor::ONE.eighths() as u64))
    }

    /// The outcomes in their order with their chances.
    pub fn iter(&self) -> impl Iterator<Item = (&T, Fraction)> {
        self.outcomes
            .iter()
            .map(|(outcome, weight)| (outcome, Fraction::of(weight.wide(), self.total.wide())))
    }

    /// The outcomes in their order with their weights over [`Distribution::total`].
    pub fn weights(&self) -> impl Iterator<Item = (&T, W)> {
        self.outcomes.iter().map(|(outcome, weight)| (outcome, *weight))
    }

    /// What the weights sum to.
    pub const fn total(&self) -> W {
        self.total
    }

    /// How many different outcomes there are.
    pub const fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Whether there is no outcome at all; never the case for what the kit makes.
    pub const fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// How many paths of dice were walked to find it.
    pub const fn paths(&self) -> u64 {
        self.paths
    }

    /// Whether the weights add up to the total exactly.
    pub fn is_whole(&self) -> bool {
        let mut weights = self.outcomes.iter().map(|(_, weight)| *weight);
        let first = weights.next();
        first.and_then(|first| weights.try_fold(first, W::plus)) == Some(self.total)
    }

    /// Different outcomes with their weights over a total, found by walking so many paths.
    ///
    /// # Panics
    /// If the weights do not sum to the total.
    pub fn from_weights(mut outcomes: Vec<(T, W)>, total: W, paths: u64) -> Self {
        outcomes.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        let mut whole = Self { outcomes, total, paths };
        assert!(whole.is_whole(), "weights sum to their total");
        whole.reduce();
        whole
    }

    /// Weights stay as they are while they are small; fractions are brought to lowest terms when read.
    fn reduce(&mut self) {
        if self.total.is_large() {
            let Self { outcomes, total, .. } = self;
            reduce(total, |weight| outcomes.iter_mut().map(|(_, weight)| weight).for_each(weight));
        }
    }
}

/// Sorts outcomes and makes equal ones one.
fn merge<T: Ord, W: Weight>(outcomes: &mut Vec<(T, W)>) {
    outcomes.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    outcomes.dedup_by(|(later, weight), (kept, sum)| {
        let same = later == kept;
        if same {
            *sum = sum.plus(*weight).expect("parts of a total that fits");
        }
        same
    });
}

impl<T> Distribution<T, u64> {
    /// The same with room for more.
    pub(crate) fn widened(self) -> Distribution<T> {
        let Self { outcomes, total, paths } = self;
        let outcomes = outcomes.into_iter().map(|(outcome, weight)| (outcome, weight.into())).collect();
        Distribution { outcomes, total: total.into(), paths }
    }
}

impl<T: Ord, W: Weight> PartialEq for Distribution<T, W> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().zip(other.iter()).all(|(mine, theirs)| mine == theirs)
    }
}

/// Weighted outcomes on their way to a distribution.
pub(crate) struct Gather<T> {
    outcomes: Vec<(T, u128)>,
    total: u128,
    tidy: usize,
    pub(crate) paths: u64,
}

/// Up to this many outcomes a look through all of them is faster than sorting.
const FEW: usize = 24;

impl<T: Ord> Gather<T> {
    pub(crate) const fn new() -> Self {
        Self { outcomes: Vec::new(), total: 1, tidy: FEW, paths: 0 }
    }

    /// Adds an outcome with the chance `weight / of`.
    #[inline]
    pub(crate) fn put(&mut self, outcome: T, weight: u128, of: u128) -> Result<(), TooFine> {
        let weight = if of == self.total { weight } else { self.common(weight, of)? };
        if self.outcomes.len() <= FEW {
            if let Some((_, sum)) = self.outcomes.iter_mut().find(|(known, _)| *known == outcome) {
                *sum += weight;
                return Ok(());
            }
        } else if self.outcomes.len() >= self.tidy {
            merge(&mut self.outcomes);
            self.tidy = self.outcomes.len() * 2 + FEW;
        }
        if self.outcomes.is_empty() {
            self.outcomes.reserve(FEW);
        }
        self.outcomes.push((outcome, weight));
        Ok(())
    }

    /// Brings what is gathered and a new weight to one total; returns the weight in it.
    fn common(&mut self, weight: u128, of: u128) -> Result<u128, TooFine> {
        if self.outcomes.is_empty() {
            self.total = of;
            return Ok(weight);
        }
        let shared = gcd(self.total, of);
        let (mine, theirs) = (of / shared, self.total / shared);
        if mine > 1 {
            self.total = self.total.checked_mul(mine).ok_or(TooFine)?;
            for (_, sum) in &mut self.outcomes {
                *sum *= mine;
            }
        }
        // A weight is not greater than its total, so where the total fits, the weights do.
        Ok(weight * theirs)
    }

    /// What is gathered in no order, if its total is small.
    pub(crate) fn small(mut self) -> Option<(Vec<(T, u128)>, u64)> {
        if self.outcomes.len() > FEW {
            merge(&mut self.outcomes);
        }
        Some((self.outcomes, u64::try_from(self.total).ok()?))
    }

    pub(crate) fn finish(mut self) -> Distribution<T> {
        merge(&mut self.outcomes);
        let mut whole = Distribution { outcomes: self.outcomes, total: self.total, paths: self.paths };
        whole.reduce();
        whole
    }
}
