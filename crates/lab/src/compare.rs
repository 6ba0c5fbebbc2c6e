//! Two runs with the same seeds, game by game.
#![expect(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "statistics, not rules")]

use std::collections::BTreeMap;

use crate::{
    game_row::score,
    stats::{Estimate, Moments, paired},
    summary::Result,
};

/// What changes from one run to another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    /// Pairs of games with the same seed.
    pub pairs: u64,
    /// Pairs that went alike to the last decision: where all did, what was changed is never used.
    pub alike: u64,
    /// The first side's share in the one run and in the other; a draw counts half.
    pub shares: [f64; 2],
    /// How much its share grows.
    pub share: Estimate,
    /// How much its margin grows, in points.
    pub margin: Estimate,
}

/// Compares two runs by the seeds that both have; nothing if there is none.
pub fn compare(one: &[Result], other: &[Result]) -> Option<Comparison> {
    let known: BTreeMap<i64, &Result> = one.iter().map(|result| (result.seed, result)).collect();
    let pairs: Vec<(&Result, &Result)> =
        other.iter().filter_map(|result| Some((*known.get(&result.seed)?, result))).collect();
    if pairs.is_empty() {
        return None;
    }
    let (mut sums, mut margin, mut alike) = ([0.0; 2], Moments::default(), 0);
    for (before, after) in &pairs {
        sums[0] += score(before.winner);
        sums[1] += score(after.winner);
        margin.add((after.margin - before.margin) as f64);
        alike += u64::from(before == after);
    }
    let share = paired(pairs.iter().map(|(before, after)| score(after.winner) - score(before.winner)));
    let count = pairs.len() as f64;
    Some(Comparison {
        pairs: pairs.len() as u64,
        alike,
        shares: sums.map(|sum| sum / count),
        share,
        margin: margin.estimate(),
    })
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these come out exactly")]
mod tests {
    use super::*;

    fn game(seed: i64, winner: Option<u8>, margin: i64) -> Result {
        Result { seed, winner, margin, course: (10, seed) }
    }

    #[test]
    fn pairs_are_found_by_their_seeds() {
        let one = [game(1, Some(0), 2), game(2, Some(1), -1), game(3, None, 0)];
        let other = [game(3, Some(0), 4), game(2, Some(1), -1), game(9, Some(1), -8)];
        let found = compare(&one, &other).unwrap();
        assert_eq!((found.pairs, found.alike), (2, 1));
        assert_eq!((found.shares, found.share.value), ([0.25, 0.5], 0.25));
        assert_eq!(found.margin.value, 2.0);
        assert_eq!(compare(&one, &other[2..]), None);
    }
}
