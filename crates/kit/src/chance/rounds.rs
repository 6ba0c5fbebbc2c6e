//! Chains of like rounds: what can follow a state is walked once and used in every round.

use super::{Chain, ChainWalk};
use crate::{
    Distribution, TooFine,
    fraction::{Weight, gcd, reduce},
    pool::Pool,
};

/// What can follow a state.
struct Moves {
    /// The places of the states that follow, with their weights over `total`.
    to: Vec<(usize, u64)>,
    total: u64,
}

/// Every end of a chain after so many like rounds.
pub(super) fn walk<C: Chain, W: Weight>(
    chain: &C,
    rounds: u32,
) -> Result<Distribution<C::State, W>, TooFine> {
    let mut course = Exploration { chain, known: Pool::new(), moves: Vec::new(), walk: ChainWalk::new() };
    course.known.place(chain.start());
    let (mut weights, mut next) = (vec![W::ONE], Vec::new());
    let mut total = W::ONE;
    for _ in 0..rounds {
        let parts = course.explore(&weights)?;
        course.go_on(&weights, parts, &mut next)?;
        total = total.times(parts).ok_or(TooFine)?;
        std::mem::swap(&mut weights, &mut next);
        if total.is_large() {
            reduce(&mut total, |weight| weights.iter_mut().for_each(weight));
        }
    }
    let mut ends: Pool<C::State, W> = Pool::new();
    for (place, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight != W::ZERO) {
        ends.put(chain.keep(course.known.at(place).clone()), weight)?;
    }
    let mut kept = Vec::new();
    ends.take(&mut kept);
    Ok(Distribution::from_weights(kept, total, course.walk.paths.max(1)))
}

/// The states that have been met, and what can follow those from which it went on.
struct Exploration<'c, C: Chain> {
    chain: &'c C,
    known: Pool<C::State, u64>,
    moves: Vec<Option<Moves>>,
    walk: ChainWalk<usize, u64>,
}

impl<C: Chain> Exploration<'_, C> {
    /// Walks one round from every state that has a weight and has not been walked before; returns what the dice of
    /// the coming round are counted in.
    fn explore<W: Weight>(&mut self, weights: &[W]) -> Result<u64, TooFine> {
        let mut parts = 1u64;
        for (place, &weight) in weights.iter().enumerate() {
            if weight == W::ZERO || self.chain.is_done(self.known.at(place)) {
                continue;
            }
            let total = self.moves_from(place)?;
            if !parts.is_multiple_of(total) {
                let grown = total / gcd(parts.into(), total.into()) as u64;
                parts = parts.checked_mul(grown).ok_or(TooFine)?;
            }
        }
        Ok(parts)
    }

    /// Makes sure that the moves from a state are known; returns their total.
    fn moves_from(&mut self, place: usize) -> Result<u64, TooFine> {
        if self.moves.len() <= place {
            self.moves.resize_with(place + 1, || None);
        }
        if let Some(moves) = &self.moves[place] {
            return Ok(moves.total);
        }
        let state = self.known.at(place).clone();
        let Self { chain, known, walk, .. } = self;
        walk.on(1, |dice| known.place(chain.step(&state, dice)))?;
        let (mut to, total) = (Vec::with_capacity(32), walk.round.parts);
        walk.round.take(&mut to);
        self.moves[place] = Some(Moves { to, total });
        Ok(total)
    }

    /// One round: whatever is done stays as it is.
    fn go_on<W: Weight>(&self, weights: &[W], parts: u64, next: &mut Vec<W>) -> Result<(), TooFine> {
        next.clear();
        next.resize(self.known.len(), W::ZERO);
        for (place, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight != W::ZERO) {
            let Some(Some(moves)) = self.moves.get(place) else {
                next[place] = weight.times(parts).and_then(|stays| stays.plus(next[place])).ok_or(TooFine)?;
                continue;
            };
            let weight = weight.times(parts / moves.total).ok_or(TooFine)?;
            for &(to, part) in &moves.to {
                let comes = weight.times(part).ok_or(TooFine)?;
                next[to] = next[to].plus(comes).ok_or(TooFine)?;
            }
        }
        Ok(())
    }
}
