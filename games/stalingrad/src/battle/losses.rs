//! Which units make up a loss.

use std::{cmp::Reverse, collections::BTreeMap};

use kit::Factor;

/// A set of units, one bit for each place in their list.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Units(pub u64);

impl Units {
    /// Whether the unit at `place` is in it.
    pub const fn has(self, place: usize) -> bool {
        self.0 >> place & 1 == 1
    }

    /// With the unit at `place`.
    #[must_use]
    pub const fn with(self, place: usize) -> Self {
        Self(self.0 | 1 << place)
    }

    /// How many there are.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Those of these that are not in `others`.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// What they are worth together.
    pub fn worth(self, strengths: &[Factor]) -> Factor {
        kit::losses::worth(strengths, self.0)
    }
}

/// STAL-RES-10: whether this loss is legal, needlessly large or not.
pub fn is_enough(loss: Units, strengths: &[Factor], needed: Factor) -> bool {
    loss.worth(strengths) >= needed
}

/// For every sum that units of `pool` can make: the set with the fewest units, the first in the list among equals.
fn sums(pool: Units, strengths: &[Factor]) -> BTreeMap<Factor, Units> {
    // Fewer units are better; among as many, those that stand earlier in the list.
    let rank = |set: Units| (set.count(), Reverse(set.0.reverse_bits()));
    let mut best = BTreeMap::from([(Factor::ZERO, Units::default())]);
    for (place, &strength) in strengths.iter().enumerate().filter(|(place, _)| pool.has(*place)) {
        let longer: Vec<(Factor, Units)> =
            best.iter().map(|(&sum, &set)| (sum + strength, set.with(place))).collect();
        for (sum, set) in longer {
            let known = best.entry(sum).or_insert(set);
            if rank(set) < rank(*known) {
                *known = set;
            }
        }
    }
    best
}

/// The smallest loss from `pool` that reaches `needed`, or all of it if it is worth less.
///
/// The owner may choose any legal loss; this is the one taken when he does not care.
pub fn smallest_loss(pool: Units, strengths: &[Factor], needed: Factor) -> Units {
    sums(pool, strengths).range(needed..).next().map_or(pool, |(_, &set)| set)
}

/// STAL-R5: the most valuable set for which `allowed` holds.
pub fn largest_loss(pool: Units, strengths: &[Factor], allowed: impl Fn(Factor) -> bool) -> Units {
    sums(pool, strengths)
        .into_iter()
        .rev()
        .find(|(sum, _)| allowed(*sum))
        .map(|(_, set)| set)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn halves(numbers: &[i32]) -> Vec<Factor> {
        numbers.iter().map(|&n| Factor::halves(n)).collect()
    }

    /// STAL-RES-8, STAL-RES-10
    #[test]
    fn w4_ae_losses() {
        // Attackers 2, 2 and 1 against 3.
        let strengths = halves(&[4, 4, 2]);
        let legal: Vec<u64> =
            (0..8).filter(|&set| is_enough(Units(set), &strengths, Factor::whole(3))).collect();
        assert_eq!(legal, [0b011, 0b101, 0b110, 0b111], "two 2s, 2 and 1 either way, all");
        assert_eq!(smallest_loss(Units(7), &strengths, Factor::whole(3)), Units(0b101));
        assert_eq!(smallest_loss(Units(7), &strengths, Factor::whole(9)), Units(7), "too weak: all");
    }

    proptest! {
        #[test]
        fn the_smallest_loss_is_the_smallest_of_all_sets(parts in prop::collection::vec(1i32..7, 1..9), needed in 0i32..30) {
            let strengths = halves(&parts);
            let all = Units((1 << parts.len()) - 1);
            let needed = Factor::halves(needed);
            let every = || (0..=all.0).map(Units);
            let smallest = every().filter(|&set| is_enough(set, &strengths, needed)).map(|set| (set.worth(&strengths), set.count())).min();
            let found = smallest_loss(all, &strengths, needed);
            prop_assert_eq!(smallest.unwrap_or((all.worth(&strengths), all.count())), (found.worth(&strengths), found.count()));
            let largest = every().map(|set| set.worth(&strengths)).filter(|&sum| sum <= needed).max().unwrap();
            prop_assert_eq!(largest_loss(all, &strengths, |sum| sum <= needed).worth(&strengths), largest);
        }
    }
}
