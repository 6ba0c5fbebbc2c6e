//! Checks that every game's tests share.

mod board;

pub use board::{act, assert_refused, drawn, map};

use crate::{Chain, Distribution, Rolled, chance};

/// Makes sure that the exact odds of a chain sum to one and agree with as many rolled runs, and returns them.
///
/// Each outcome may lie six standard deviations off (and a little for very rare ones), so a right rule fails
/// less than once in a hundred million checks and a chance that is a hundredth off fails at a million rolls.
///
/// # Panics
/// If they do not agree, or an outcome was rolled that the odds do not know.
pub fn assert_rolls_agree<C: Chain>(chain: &C, rolls: u64, seed: u64) -> Distribution<C::State>
where
    C::State: std::fmt::Debug,
{
    let odds = chance::odds(chain).expect("exact odds");
    assert!(odds.is_whole(), "the chances sum to one");
    let outcomes: Vec<_> = odds.iter().collect();
    let mut counts = vec![0u64; outcomes.len()];
    let mut dice = Rolled::seeded(seed);
    for _ in 0..rolls {
        let end = chance::roll(chain, &mut dice);
        let place = outcomes.binary_search_by(|(known, _)| (*known).cmp(&end));
        counts[place.unwrap_or_else(|_| panic!("rolled {end:?}, which the odds do not know"))] += 1;
    }
    for ((outcome, chance), &count) in outcomes.iter().zip(&counts) {
        // In parts of a billion, so that the squares stay whole numbers.
        const PARTS: i128 = 1_000_000_000;
        let part = chance.scaled(PARTS as u128) as i128;
        let (rolls, count) = (i128::from(rolls), i128::from(count));
        let off = (count * PARTS - rolls * part) / PARTS;
        let variance = rolls * part / PARTS * (PARTS - part) / PARTS;
        assert!(
            off * off <= 36 * variance + 100,
            "{outcome:?}: rolled {count} times in {rolls}, the odds say {chance}"
        );
    }
    drop(outcomes);
    odds
}
