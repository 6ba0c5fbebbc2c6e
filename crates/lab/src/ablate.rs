//! One thing changed at a time: what it is worth.

use crate::{
    compare::{Comparison, compare},
    summary::Result,
};

/// How long an arm is studied.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampling {
    /// Games before the first look.
    pub first: u64,
    /// Games at most.
    pub most: u64,
    /// An arm stops when its interval reaches no further than this to either side.
    pub reach: f64,
}

impl Sampling {
    /// The numbers of games after which arms are looked at: twice as many each time. They stop for width and never for
    /// what they have found, so looking often makes nothing significant.
    pub fn looks(&self) -> impl Iterator<Item = u64> {
        let most = self.most;
        let doubled = std::iter::successors(Some(self.first.clamp(1, most)), move |&games| {
            (games < most).then(|| games.saturating_mul(2).min(most))
        });
        doubled.collect::<Vec<_>>().into_iter()
    }
}

/// What an arm is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// Which one.
    pub arm: usize,
    /// What it changes.
    pub effect: Comparison,
    /// Whether its interval became as narrow as was asked for.
    pub narrow: bool,
}

/// Studies arms against the game as it is. `run` plays so many games of an arm, or of the game as it is for none, always
/// from the same first seed. What is worth most comes first.
pub fn ablate<E>(
    arms: usize,
    sampling: &Sampling,
    mut run: impl FnMut(Option<usize>, u64) -> std::result::Result<Vec<Result>, E>,
) -> std::result::Result<Vec<Worth>, E> {
    let mut open: Vec<usize> = (0..arms).collect();
    let mut found: Vec<Worth> = Vec::new();
    for games in sampling.looks() {
        if open.is_empty() {
            break;
        }
        let as_it_is = run(None, games)?;
        let mut still = Vec::new();
        for arm in open {
            let changed = run(Some(arm), games)?;
            let Some(effect) = compare(&as_it_is, &changed) else { continue };
            let narrow = effect.share.reach() <= sampling.reach;
            if narrow || games == sampling.most {
                found.push(Worth { arm, effect, narrow });
            } else {
                still.push(arm);
            }
        }
        open = still;
    }
    let size = |worth: &Worth| (worth.effect.share.value.abs(), worth.effect.margin.value.abs());
    found.sort_by(|one, other| size(other).partial_cmp(&size(one)).unwrap_or(std::cmp::Ordering::Equal));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// A coin by its seed; the first arm makes every tenth game a win, the second changes nothing.
    #[expect(clippy::unnecessary_wraps, reason = "as a run that may fail")]
    fn coin(arm: Option<usize>, games: u64) -> std::result::Result<Vec<Result>, Infallible> {
        let game = |seed: u64| {
            let heads = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63 == 0;
            let won = heads || arm == Some(0) && seed.is_multiple_of(10);
            let margin = if won { 1 } else { -1 };
            Result { seed: seed as i64, winner: Some(u8::from(!won)), margin, course: (1, i64::from(won)) }
        };
        Ok((0..games).map(game).collect())
    }

    #[test]
    fn what_matters_comes_first_and_what_is_never_used_is_worth_nothing() {
        let sampling = Sampling { first: 100, most: 6400, reach: 0.01 };
        let found = ablate(2, &sampling, coin).unwrap();
        assert_eq!((found[0].arm, found[1].arm), (0, 1));
        assert!(found[0].effect.share.holds(0.05), "half of the tenth was won anyway: {:?}", found[0]);
        let unused = &found[1].effect;
        assert_eq!((unused.share.value, unused.margin.value), (0.0, 0.0));
        assert_eq!(unused.alike, unused.pairs);
        assert!(unused.pairs < found[0].effect.pairs, "a narrow arm stops early");
        assert!(found.iter().all(|worth| worth.narrow));
    }

    #[test]
    fn an_arm_that_stays_wide_says_so() {
        let found = ablate(1, &Sampling { first: 10, most: 40, reach: 0.0001 }, coin).unwrap();
        assert_eq!((found[0].narrow, found[0].effect.pairs), (false, 40));
    }
}
