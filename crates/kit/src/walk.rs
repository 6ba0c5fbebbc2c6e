//! Exact odds of what a game is about to do: its own steps, walked with every throw.
//!
//! A walk starts from a state and goes on as play does. Where dice are thrown it follows every end of the throw; equal
//! states meet again and are walked once. Where a side would decide, a policy decides or keeps the alternatives apart.
//! It stops where `until` says that the question is answered.

use std::hash::Hash;

use smallvec::SmallVec;

pub use crate::chance::Every;
use crate::{
    Distribution, Fraction, TooFine,
    flow::{self, Flow, Procedure, Steps},
    fraction::gcd,
    pool::Pool,
};

/// What a walk does where a side would decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy<A> {
    /// This is decided.
    Take(A),
    /// Every choice is followed, each as a branch of its own.
    Each,
}

/// The choices that led to an end: 0 where none was kept apart; see [`Ends::choices`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WalkBranch(u32);

impl WalkBranch {
    /// Before any choice that was kept apart.
    pub const ROOT: Self = Self(0);
}

/// A state that a walk has not finished with.
#[derive(Clone, Debug)]
struct Slot<G> {
    state: G,
    branch: WalkBranch,
    weight: u128,
}

/// Walks the steps of a game with every throw. It keeps its buffers: use one for many questions.
pub struct Walk<G: Flow> {
    open: Vec<Slot<G>>,
    next: Vec<Slot<G>>,
    every: Every,
    choices: Vec<G::Action>,
    /// After so many paths a walk gives up.
    most_paths: u64,
}

impl<G: Flow> Default for Walk<G> {
    fn default() -> Self {
        let (open, next, choices) = (Vec::new(), Vec::new(), Vec::new());
        Self { open, next, every: Every::new(), choices, most_paths: u64::MAX }
    }
}

/// Where a walk has led.
#[derive(Clone, Debug)]
pub struct Ends<E, A> {
    held: Vec<((WalkBranch, E), u128)>,
    total: u128,
    /// For each branch but the root, the branch it leaves and the choice that does.
    parents: Vec<(WalkBranch, A)>,
    paths: u64,
}

impl<E: Copy + Eq + Ord + Hash, A: Copy> Ends<E, A> {
    /// Every end with its chance, branch by branch. The chances of the alternatives of one choice each sum to the chance
    /// of arriving there.
    pub fn iter(&self) -> impl Iterator<Item = (WalkBranch, E, Fraction)> {
        self.held.iter().map(|&((branch, end), weight)| (branch, end, Fraction::new(weight, self.total)))
    }

    /// The choices that make a branch, the first one first.
    pub fn choices(&self, branch: WalkBranch) -> Vec<A> {
        let mut choices = Vec::new();
        let mut at = branch;
        while at != WalkBranch::ROOT {
            let (parent, choice) = self.parents[at.0 as usize - 1];
            choices.push(choice);
            at = parent;
        }
        choices.reverse();
        choices
    }

    /// The ends of a walk in which no choice was kept apart.
    ///
    /// # Panics
    /// If one was.
    pub fn distribution(self) -> Distribution<E> {
        assert!(self.parents.is_empty(), "branches have no common distribution");
        let held = self.held.into_iter().map(|((_, end), weight)| (end, weight)).collect();
        Distribution::from_weights(held, self.total, self.paths)
    }
}

impl<G: Flow + PartialEq> Walk<G> {
    /// A walk that gives up after so many paths.
    #[must_use]
    pub fn limited(most_paths: u64) -> Self {
        Self { most_paths, ..Self::default() }
    }

    /// Decides and walks on from there.
    pub fn after<E: Copy + Eq + Hash>(
        &mut self,
        game: &G,
        action: G::Action,
        policy: impl FnMut(&G) -> Policy<G::Action>,
        until: impl FnMut(&G) -> Option<E>,
    ) -> Result<Ends<E, G::Action>, TooFine> {
        let mut start = game.clone();
        start.flow().top().effect(&mut start, action, &mut ());
        self.from(&start, policy, until)
    }

    /// Decides and walks to the next decision; `end` says what is kept of the state in which it waits.
    pub fn to_next_decision<E: Copy + Eq + Hash>(
        &mut self,
        game: &G,
        action: G::Action,
        mut end: impl FnMut(&G) -> E,
    ) -> Result<Ends<E, G::Action>, TooFine> {
        let until = |state: &G| flow::waits(state).then(|| end(state));
        self.after(game, action, |_| Policy::Each, until)
    }

    /// Walks from a state to where `until` gives an end. It is asked before every step, and must give one at the latest
    /// where the game is over.
    pub fn from<E: Copy + Eq + Hash>(
        &mut self,
        start: &G,
        policy: impl FnMut(&G) -> Policy<G::Action>,
        until: impl FnMut(&G) -> Option<E>,
    ) -> Result<Ends<E, G::Action>, TooFine> {
        let Self { open, next, every, choices, most_paths } = self;
        let (ends, parents) = (Pool::new(), Vec::new());
        let mut question = Question { policy, until, ends, parents, choices, total: 1 };
        let mut round = Round { parts: 1, paths: 0, most_paths: *most_paths };
        next.clear();
        next.push(Slot { state: start.clone(), branch: WalkBranch::ROOT, weight: 1 });
        question.settle(next, 0, every, &mut round)?;
        while !next.is_empty() {
            std::mem::swap(open, next);
            next.clear();
            round.parts = 1;
            for Slot { state, branch, weight } in open.iter_mut().filter(|slot| slot.weight > 0) {
                let (first, parts, step) = (next.len(), round.parts, state.flow().top());
                let (branch, weight) = (*branch, *weight);
                let split = Split { slots: next, branch, weight };
                step.split(state, &mut Splitting { every, round: &mut round, split: Some(split) })?;
                // What has ended already is counted in the same parts as what goes on.
                question.ends.scale(round.parts / parts)?;
                question.settle(next, first, every, &mut round)?;
                merge(next, first);
            }
            question.total = question.total.checked_mul(round.parts.into()).ok_or(TooFine)?;
            next.retain(|slot| slot.weight > 0);
        }
        let Question { ends, parents, total, .. } = question;
        Ok(Ends { held: ends.into_held(), total, parents, paths: round.paths })
    }
}

/// What is asked of a walk, and what is known so far.
struct Question<'w, G: Flow, E, P, U> {
    policy: P,
    until: U,
    ends: Pool<(WalkBranch, E), u128>,
    parents: Vec<(WalkBranch, G::Action)>,
    choices: &'w mut Vec<G::Action>,
    /// What the weights of open states are counted in.
    total: u128,
}

impl<G, E, P, U> Question<'_, G, E, P, U>
where
    G: Flow,
    E: Copy + Eq + Hash,
    P: FnMut(&G) -> Policy<G::Action>,
    U: FnMut(&G) -> Option<E>,
{
    /// Takes every new state on to its next throw. One that has come to an end loses its weight.
    fn settle(
        &mut self,
        slots: &mut Vec<Slot<G>>,
        first: usize,
        every: &mut Every,
        round: &mut Round,
    ) -> Result<(), TooFine> {
        let mut at = first;
        while at < slots.len() {
            let slot = &mut slots[at];
            if let Some(end) = (self.until)(&slot.state) {
                self.ends.put((slot.branch, end), std::mem::take(&mut slot.weight))?;
                at += 1;
                continue;
            }
            let step = slot.state.flow().top();
            if !step.waits(&slot.state) {
                let mut splitting = Splitting { every, round, split: None };
                if !step.split(&mut slot.state, &mut splitting)? {
                    at += 1;
                }
                continue;
            }
            assert!(step.decider(&slot.state).is_some(), "a walk ends where the game is over");
            match (self.policy)(&slot.state) {
                Policy::Take(action) => step.effect(&mut slot.state, action, &mut ()),
                Policy::Each => {
                    self.choices.clear();
                    step.choices(&slot.state, self.choices);
                    let (parent, weight) = (slot.branch, std::mem::take(&mut slot.weight));
                    for &action in &*self.choices {
                        let branch = branch(&mut self.parents, parent, action);
                        let mut state = slots[at].state.clone();
                        step.effect(&mut state, action, &mut ());
                        slots.push(Slot { state, branch, weight });
                    }
                    at += 1;
                }
            }
        }
        Ok(())
    }
}

/// The branch that a choice makes, the same for every throw that led there.
fn branch<A: Copy + PartialEq>(
    parents: &mut Vec<(WalkBranch, A)>,
    parent: WalkBranch,
    action: A,
) -> WalkBranch {
    let known = parents.iter().position(|&known| known == (parent, action));
    let place = known.unwrap_or_else(|| {
        parents.push((parent, action));
        parents.len() - 1
    });
    WalkBranch(place as u32 + 1)
}

/// Adds up new states that are equal to others of their branch.
fn merge<G: Flow + PartialEq>(slots: &mut [Slot<G>], first: usize) {
    for at in first..slots.len() {
        let (before, after) = slots.split_at_mut(at);
        let slot = &mut after[0];
        let twin = before
            .iter_mut()
            .find(|other| other.weight > 0 && other.branch == slot.branch && other.state == slot.state);
        if let Some(twin) = twin {
            // Both are parts of one total.
            twin.weight += std::mem::take(&mut slot.weight);
        }
    }
}

/// One throw for each open state.
#[derive(Debug)]
struct Round {
    /// What the weights of this round's ends are counted in, times the total before it.
    parts: u64,
    paths: u64,
    most_paths: u64,
}

/// Where the states that follow a throw go.
#[derive(Debug)]
struct Split<'w, G> {
    slots: &'w mut Vec<Slot<G>>,
    branch: WalkBranch,
    weight: u128,
}

/// One state of a walk whose next step is a procedure. Only [`steps!`](crate::steps) uses it.
#[derive(Debug)]
pub struct Splitting<'w, G> {
    every: &'w mut Every,
    round: &'w mut Round,
    /// Nothing where the walk only goes on if no die is thrown.
    split: Option<Split<'w, G>>,
}

impl<G: Flow> Splitting<'_, G> {
    /// Runs a procedure with every throw: in place if there is only one, which it answers.
    pub fn split<P: Procedure<G>>(&mut self, procedure: P, game: &mut G) -> Result<bool, TooFine> {
        let first = procedure.throw(game, self.every);
        let share = self.every.share()?;
        if !self.every.turn() {
            procedure.apply(game, first, &mut ());
            return Ok(true);
        }
        let Some(Split { slots, branch, weight }) = &mut self.split else {
            self.every.reset();
            return Ok(false);
        };
        // Where each path leads, how many chances it stands for, and of how many.
        let mut paths: SmallVec<[(P::End, u64, u64); 12]> = SmallVec::new();
        paths.push((first, share.0, share.1));
        loop {
            let end = procedure.throw(game, self.every);
            let (part, of) = self.every.share()?;
            match paths.iter_mut().find(|(known, _, total)| *known == end && *total == of) {
                Some((_, parts, _)) => *parts += part,
                None => paths.push((end, part, of)),
            }
            self.round.paths += 1;
            if self.round.paths > self.round.most_paths {
                self.every.reset();
                return Err(TooFine);
            }
            if !self.every.turn() {
                break;
            }
        }
        let parts = &mut self.round.parts;
        for &(_, _, of) in &paths {
            let grown = of / gcd((*parts).into(), of.into()) as u64;
            if grown > 1 {
                *parts = parts.checked_mul(grown).ok_or(TooFine)?;
                for slot in slots.iter_mut() {
                    slot.weight = slot.weight.checked_mul(grown.into()).ok_or(TooFine)?;
                }
            }
        }
        for (end, part, of) in paths {
            let share = u128::from(part) * u128::from(*parts / of);
            let weight = weight.checked_mul(share).ok_or(TooFine)?;
            slots.push(Slot { state: game.clone(), branch: *branch, weight });
            let state = &mut slots.last_mut().expect("just added").state;
            procedure.apply(state, end, &mut ());
        }
        Ok(false)
    }
}

/// What a throw can say, with exact chances: no state is copied.
pub fn throws<G: Flow, P: Procedure<G>>(procedure: P, game: &G) -> Distribution<P::End>
where
    P::End: Ord,
{
    crate::chance::every(|dice| procedure.throw(game, dice))
}
