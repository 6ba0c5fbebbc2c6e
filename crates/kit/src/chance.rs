//! One rule, many dice: a chain of steps that is rolled once or walked over every die.

use std::hash::Hash;

use crate::{
    Dice, Distribution, TooFine,
    distribution::Gather,
    fraction::{Weight, reduce},
    pool::Pool,
};

mod drawn;
mod every;
mod rounds;

pub use drawn::Drawn;
pub use every::Every;

pub use crate::fraction::Wide;

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

    /// How many rounds it goes through at the most, if every step is a round like the others. The state holds no
    /// count of them then, so that a state that comes again, in whichever round, is walked only once.
    fn rounds(&self) -> Option<u32> {
        None
    }

    /// What the question keeps of an end.
    fn keep(&self, end: Self::State) -> Self::State {
        end
    }
}

/// Runs a chain once.
pub fn roll<C: Chain, D: Dice>(chain: &C, dice: &mut D) -> C::State {
    let mut state = chain.start();
    let mut rounds = chain.rounds();
    while !chain.is_done(&state) && rounds != Some(0) {
        state = chain.step(&state, dice);
        rounds = rounds.map(|rounds| rounds - 1);
    }
    chain.keep(state)
}

/// Every end of a chain with its exact chance.
pub fn odds<C: Chain>(chain: &C) -> Result<Distribution<C::State>, TooFine> {
    // Nearly all chances fit into 64 bits, which are quicker to reckon with; in a single round nothing is reckoned
    // with again.
    if chain.rounds() == Some(1) {
        return walk(chain);
    }
    walk::<C, u64>(chain).map(Distribution::widened).or_else(|TooFine| walk(chain))
}

/// [`odds`] of a chain so long that its fractions need more than 128 bits: slower, and good for 512.
pub fn fine_odds<C: Chain>(chain: &C) -> Result<Distribution<C::State, Wide>, TooFine> {
    walk(chain)
}

fn walk<C: Chain, W: Weight>(chain: &C) -> Result<Distribution<C::State, W>, TooFine> {
    let rounds = chain.rounds();
    if let Some(rounds @ 2..) = rounds {
        return rounds::walk(chain, rounds);
    }
    let start = chain.start();
    let done = chain.is_done(&start) || rounds == Some(0);
    // After the only round everything is done.
    let is_done = |state: &C::State| rounds.is_some() || chain.is_done(state);
    if done {
        return Ok(Distribution::from_weights(vec![(chain.keep(start), W::ONE)], W::ONE, 1));
    }
    let mut walk = ChainWalk::new();
    let step = |state: &C::State, dice: &mut Every| {
        let then = chain.step(state, dice);
        if is_done(&then) { chain.keep(then) } else { then }
    };
    walk.on(W::ONE, |dice| step(&start, dice))?;
    // All weights, of ends and of states still open, are over `total`; each round multiplies it by what the dice of
    // that round are counted in, so that no fraction is ever brought to lowest terms on the way.
    let mut total = W::ONE.times(walk.round.parts).ok_or(TooFine)?;
    if walk.round.states().all(is_done) {
        return Ok(Distribution::from_weights(walk.round.into_held(), total, walk.paths));
    }
    let mut open = Vec::new();
    let mut ends: Pool<C::State, W> = Pool::new();
    walk.round.take(&mut open);
    loop {
        for (state, weight) in open.extract_if(.., |(state, _)| is_done(state)) {
            ends.put(state, weight)?;
        }
        if open.is_empty() {
            return Ok(Distribution::from_weights(ends.into_held(), total, walk.paths));
        }
        for (state, weight) in &open {
            walk.on(*weight, |dice| step(state, dice))?;
        }
        let parts = walk.round.parts;
        total = total.times(parts).ok_or(TooFine)?;
        walk.round.take(&mut open);
        ends.scale(parts)?;
        if total.is_large() {
            reduce(&mut total, |weight| {
                ends.weights().chain(open.iter_mut().map(|(_, open)| open)).for_each(weight);
            });
        }
    }
}

/// One round of a walk: where it leads, the dice, and how many paths were gone so far.
struct ChainWalk<S, W> {
    round: Pool<S, W>,
    every: Every,
    paths: u64,
}

impl<S: Eq + Hash, W: Weight> ChainWalk<S, W> {
    fn new() -> Self {
        Self { round: Pool::new(), every: Every::new(), paths: 0 }
    }

    /// Goes on along every path of one step.
    fn on(&mut self, weight: W, mut step: impl FnMut(&mut Every) -> S) -> Result<(), TooFine> {
        loop {
            let then = step(&mut self.every);
            self.paths += 1;
            let (part, of) = self.every.share()?;
            let parts = part.checked_mul(self.round.align(of)?).ok_or(TooFine)?;
            self.round.put(then, weight.times(parts).ok_or(TooFine)?)?;
            if !self.every.turn() {
                return Ok(());
            }
        }
    }
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
    gather(&mut code).expect("a walk of 2^64 paths would never end").finish()
}

/// The same before it is put in order, or the answer that its chances are too fine.
fn gather<T: Ord>(mut code: impl FnMut(&mut Every) -> T) -> Result<Gather<T>, TooFine> {
    let mut gather = Gather::new();
    let mut every = Every::new();
    loop {
        let outcome = code(&mut every);
        gather.paths += 1;
        let (weight, total) = every.share()?;
        gather.put(outcome, weight.into(), total.into())?;
        if !every.turn() {
            return Ok(gather);
        }
    }
}
