//! How often players did what makes no sense, summed over the games of a run.
#![expect(clippy::cast_precision_loss, reason = "counts stay far below what a double can count")]

use std::collections::BTreeMap;

use crate::{
    frame::Frame,
    stats::{Estimate, Moments, share},
};

/// A folly of one side over many games.
#[derive(Clone, Default, Debug)]
pub struct Foolish {
    /// Among what it is counted.
    pub of: String,
    /// How often it happened.
    pub times: u64,
    /// Among how many cases.
    pub cases: u64,
    /// How often in a game, games with none of it left out.
    some: Moments,
}

impl Foolish {
    /// The share of the cases that were foolish.
    pub fn share(&self) -> Estimate {
        share(self.times, self.cases)
    }

    /// How often in a game, over so many games.
    pub fn a_game(&self, games: u64) -> Estimate {
        let mut all = self.some;
        (self.some.count..games).for_each(|_| all.add(0.0));
        all.estimate()
    }
}

/// Follies by seat and by what is counted.
pub type BySeat = BTreeMap<(usize, String), Foolish>;

/// Adds a part of the table; games are never cut in two by it.
pub(crate) fn add(
    sums: &mut BySeat,
    frame: &Frame,
    seat: impl Fn(&str) -> usize,
) -> parquet::errors::Result<()> {
    let (games, sides) = (frame.numbers_of("game")?, frame.words_of("side")?);
    let (what, of) = (frame.words_of("what")?, frame.words_of("of")?);
    let (times, cases) = (frame.numbers_of("times")?, frame.numbers_of("cases")?);
    let mut by_game: BTreeMap<((usize, String), i64), u64> = BTreeMap::new();
    for at in 0..frame.rows() {
        let key = (seat(&sides[at]), what[at].clone());
        let sum = sums.entry(key.clone()).or_default();
        sum.of.clone_from(&of[at]);
        sum.times += times[at] as u64;
        sum.cases += cases[at] as u64;
        *by_game.entry((key, games[at])).or_default() += times[at] as u64;
    }
    for ((key, _), times) in by_game {
        sums.entry(key).or_default().some.add(times as f64);
    }
    Ok(())
}
