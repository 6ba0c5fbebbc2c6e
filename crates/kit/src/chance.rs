//! One rule, many dice: a chain of steps that is rolled once or walked over every die.

use std::{cmp::Ordering, hash::Hash};

use smallvec::SmallVec;

use crate::{
    Dice, Die, Distribution, Purpose, Throw, TooFine, dice::comparisons, distribution::Gather, fraction::gcd,
    pool::Pool,
};

/// A procedure with dice, cut into steps between which equal states are the same state.
///
/// [`roll`] runs it once with any dice; [`odds`] walks every die of a step, merges what has become equal and
/// goes on from there, so that a chain of many dice does not explode. Both call the same [`Chain::step`]:
/// there is no second implementation of the rule.
pub trait Chain {
    /// Where the procedure stands. Small and cheap to compare: whatever is in it keeps states apart.
    type State: Clone + Ord + Hash;

    /// Before the first die.
    fn start(&self) -> Self::State;

    /// Whether nothing more is rolled.
    fn is_done(&self, state: &Self::State) -> bool;

    /// The next part, with one or more dice.
    fn step<D: Dice>(&self, state: &Self::State, dice: &mut D) -> Self::State;
}

/// Runs a chain once.
pub fn roll<C: Chain, D: Dice>(chain: &C, dice: &mut D) -> C::State {
    let mut state = chain.start();
    while !chain.is_done(&state) {
        state = chain.step(&state, dice);
    }
    state
}

/// Every end of a chain with its exact chance.
pub fn odds<C: Chain>(chain: &C) -> Result<Distribution<C::State>, TooFine> {
    let start = chain.start();
    if chain.is_done(&start) {
        return Ok(Distribution::certain(start));
    }
    // All weights, of ends and of states still open, are over `total`; each round multiplies it by what the dice of
    // that round are counted in, so that no fraction is ever brought to lowest terms on the way.
    let mut total: u128 = 1;
    let mut paths = 0;
    let mut open: Vec<(C::State, u128)> = vec![(start, 1)];
    let mut ends: Pool<C::State> = Pool::new();
    let mut round = Pool::new();
    let mut every = Every::new();
    loop {
        for (state, weight) in &open {
            every.restart();
            loop {
                let then = chain.step(state, &mut every);
                paths += 1;
                let parts = every.weight.checked_mul(round.align(every.checked_total()?)?).ok_or(TooFine)?;
                round.put(then, weight.checked_mul(u128::from(parts)).ok_or(TooFine)?)?;
                if !every.turn() {
                    break;
                }
            }
        }
        let parts = round.parts;
        total = total.checked_mul(u128::from(parts)).ok_or(TooFine)?;
        ends.scale(parts)?;
        round.take(&mut open);
        if ends.is_empty() && open.iter().all(|(state, _)| chain.is_done(state)) {
            return Ok(Distribution::from_weights(open, total, paths));
        }
        if total > u128::from(u64::MAX) {
            total = reduce(total, &mut ends, &mut open);
        }
        for (state, weight) in open.extract_if(.., |(state, _)| chain.is_done(state)) {
            ends.put(state, weight)?;
        }
        if open.is_empty() {
            ends.take(&mut open);
            return Ok(Distribution::from_weights(open, total, paths));
        }
    }
}

/// Divides all weights and their total by what they share.
fn reduce<S: Eq + Hash>(total: u128, ends: &mut Pool<S>, open: &mut [(S, u128)]) -> u128 {
    let weights = ends.weights().chain(open.iter_mut().map(|(_, weight)| weight));
    let mut weights: SmallVec<[&mut u128; 64]> = weights.collect();
    let mut shared = total;
    for weight in &weights {
        if shared == 1 {
            return total;
        }
        shared = gcd(shared, **weight);
    }
    for weight in &mut weights {
        **weight /= shared;
    }
    total / shared
}

/// Every outcome of a piece of code that rolls dice, walked path by path without merging on the way.
///
/// ```
/// use sandtable_kit::{Dice, Die, Fraction, Purpose, chance};
/// let best_of_two = chance::every(|dice| {
///     let purpose = Purpose::new("battle", "MARS-CRT-1");
///     dice.roll(Die::D6, purpose).max(dice.roll(Die::D6, purpose))
/// });
/// assert_eq!(best_of_two.chance(|&face| face == 6), Fraction::new(11, 36));
/// assert_eq!(best_of_two.paths(), 36);
/// ```
pub fn every<T: Ord>(mut code: impl FnMut(&mut Every) -> T) -> Distribution<T> {
    let mut gather = Gather::new();
    let mut every = Every::new();
    loop {
        let outcome = code(&mut every);
        gather.paths += 1;
        let total = every.checked_total().expect("a walk of 2^64 paths would never end");
        gather
            .put(outcome, every.weight.into(), total.into())
            .expect("a walk of 2^128 paths would never end");
        if !every.turn() {
            return gather.finish();
        }
    }
}

/// Dice that show every face in turn: the code that rolls them is run again and again, each time along the
/// next path.
#[derive(Debug)]
pub struct Every {
    path: SmallVec<[Fork; 8]>,
    depth: usize,
    weight: u64,
    /// Zero when it has grown beyond what fits.
    total: u64,
}

/// A point of the path where the dice can go several ways.
#[derive(Clone, Copy, Debug)]
struct Fork {
    taken: u16,
    ways: u16,
    /// How many of `total` the ways stand for; the faces of a die stand for one each.
    weights: Option<[u32; 3]>,
    total: u32,
}

impl Fork {
    fn weight(&self, way: u16) -> u32 {
        self.weights.map_or(1, |weights| weights[usize::from(way)])
    }
}

impl Every {
    fn new() -> Self {
        Self { path: SmallVec::new(), depth: 0, weight: 1, total: 1 }
    }

    /// Forgets every path.
    fn restart(&mut self) {
        self.path.clear();
        (self.depth, self.weight, self.total) = (0, 1, 1);
    }

    fn checked_total(&self) -> Result<u64, TooFine> {
        if self.total == 0 { Err(TooFine) } else { Ok(self.total) }
    }

    /// Sets the dice to the next path; false after the last.
    fn turn(&mut self) -> bool {
        (self.depth, self.weight, self.total) = (0, 1, 1);
        while let Some(last) = self.path.last_mut() {
            let next = (last.taken + 1..last.ways).find(|&way| last.weight(way) > 0);
            if let Some(way) = next {
                last.taken = way;
                return true;
            }
            self.path.pop();
        }
        false
    }

    /// Goes the way of this path; a fork that is met for the first time is made by `fork`.
    #[inline]
    fn go(&mut self, fork: impl FnOnce() -> Fork) -> u16 {
        if self.depth == self.path.len() {
            self.path.push(fork());
        }
        let fork = &self.path[self.depth];
        self.depth += 1;
        // What is certain is no fork and makes no chance finer.
        let weight = fork.weight(fork.taken);
        if weight < fork.total {
            self.total = self.total.checked_mul(fork.total.into()).unwrap_or(0);
            self.weight = self.weight.saturating_mul(weight.into());
        }
        fork.taken
    }

    /// A fork of two or three ways that stand for many faces.
    fn weighted(&mut self, weights: impl FnOnce() -> [u32; 3]) -> u16 {
        self.go(|| {
            let weights = weights();
            let shared = weights.iter().fold(0, |shared, &weight| small_gcd(shared, weight));
            let weights = weights.map(|weight| weight / shared);
            let first = weights.iter().position(|&weight| weight > 0).unwrap_or(0);
            Fork { taken: first as u16, ways: 3, weights: Some(weights), total: weights.iter().sum() }
        })
    }
}

/// [`gcd`] of small numbers, whose division is faster still.
const fn small_gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Dice for Every {
    #[inline]
    fn roll(&mut self, die: Die, _: Purpose) -> u16 {
        self.go(|| Fork { taken: 0, ways: die.sides(), weights: None, total: die.sides().into() }) + 1
    }

    fn compare(&mut self, mine: Throw, theirs: Throw, _: Purpose) -> Ordering {
        match self.weighted(|| comparisons(mine, theirs)) {
            0 => Ordering::Less,
            1 => Ordering::Equal,
            _ => Ordering::Greater,
        }
    }

    fn at_least(&mut self, mine: Throw, theirs: Throw, _: Purpose) -> bool {
        let two = || {
            let [less, equal, greater] = comparisons(mine, theirs);
            [equal + greater, less, 0]
        };
        self.weighted(two) == 0
    }

    fn at_most(&mut self, die: Die, most: u16, _: Purpose) -> bool {
        let hits = most.min(die.sides());
        self.weighted(|| [hits.into(), u32::from(die.sides() - hits), 0]) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fraction, Rolled};

    const FOR: Purpose = Purpose::new("test", "TEST-1");

    /// Five shots, each hits with 4+ on a D6 and kills with 9+ on a D10; the target counts wounds.
    struct Volley;

    impl Chain for Volley {
        type State = (u8, u8);
        fn start(&self) -> (u8, u8) {
            (5, 0)
        }
        fn is_done(&self, &(shots, _): &(u8, u8)) -> bool {
            shots == 0
        }
        fn step<D: Dice>(&self, &(shots, kills): &(u8, u8), dice: &mut D) -> (u8, u8) {
            let kill = dice.roll(Die::D6, FOR) >= 4 && dice.roll(Die::D10, FOR) >= 9;
            (shots - 1, kills + u8::from(kill))
        }
    }

    #[test]
    fn a_chain_is_exact_and_short() {
        let ends = odds(&Volley).unwrap();
        assert!(ends.is_whole());
        assert_eq!(ends.chance(|&(_, kills)| kills == 0), Fraction::new(9u128.pow(5), 10u128.pow(5)));
        assert_eq!(ends.chance(|&(_, kills)| kills == 5), Fraction::new(1, 10u128.pow(5)));
        assert!(ends.paths() < 33 * 16, "{}", ends.paths());
    }

    #[test]
    fn comparing_branches_weigh_like_faces() {
        let fast = every(|dice| dice.compare(Throw::new(Die::D6, 2), Throw::new(Die::D10, 0), FOR));
        let literal = every(|dice| (dice.roll(Die::D6, FOR) + 2).cmp(&dice.roll(Die::D10, FOR)));
        assert!(fast == literal && fast.paths() == 3 && literal.paths() == 60);
        let never_less = every(|dice| dice.compare(Throw::new(Die::D6, 9), Throw::new(Die::D6, 0), FOR));
        assert_eq!(never_less, Distribution::certain(Ordering::Greater));
        for most in 0..8 {
            let fast = every(|dice| dice.at_most(Die::D6, most, FOR));
            assert_eq!(fast.chance(|&hit| hit), Fraction::new(most.min(6).into(), 6));
        }
    }

    /// So many dice that no total could hold them: refused, never wrong, never a crash.
    struct Endless;

    impl Chain for Endless {
        type State = (u8, u64);
        fn start(&self) -> (u8, u64) {
            (40, 0)
        }
        fn is_done(&self, &(left, _): &(u8, u64)) -> bool {
            left == 0
        }
        fn step<D: Dice>(&self, &(left, sum): &(u8, u64), dice: &mut D) -> (u8, u64) {
            (left - 1, sum + u64::from(dice.roll(Die::DEGREES, FOR) / 120))
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(odds(&Endless).map(|_| ()), Err(TooFine));
    }

    #[test]
    fn rolled_runs_agree_with_the_odds() {
        let ends = odds(&Volley).unwrap();
        let mut dice = Rolled::seeded(3);
        let kills = (0..60_000).filter(|_| roll(&Volley, &mut dice).1 > 0).count() as u128;
        let expected = ends.chance(|&(_, kills)| kills > 0).scaled(60_000);
        assert!(kills.abs_diff(expected) < 900, "{kills} against {expected}");
    }
}
