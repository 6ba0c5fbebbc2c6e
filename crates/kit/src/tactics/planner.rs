//! Attacks planned one after another: each with the units that make it worth most, and with everything that must be
//! attacked along with it.

use std::cmp::Reverse;

use crate::{HexId, random_play::RandomPlayer};

/// So many attacks that were not made are told.
const MOST_LEFT_ALONE: usize = 3;
/// How many attacks a duty may drag along.
const DEEPEST: usize = 8;

/// A plan on the way, with the clicks that make it and what it is expected to bring.
#[derive(Clone, Debug)]
pub struct AttackDraft<P, A> {
    /// The plan.
    pub plan: P,
    /// The clicks that lead to it, in order.
    pub clicks: Vec<A>,
    /// What it is expected to bring.
    pub value: i32,
}

/// The draft of a planner.
pub type DraftOf<T> = AttackDraft<<T as AttackPlanner>::Plan, <T as AttackPlanner>::Action>;

/// Weighs the attacks of a side. A game says what can be attacked, by whom and what it brings; the search is the kit's.
pub trait AttackPlanner {
    /// The attacks of a combat phase.
    type Plan: Clone;
    /// A click.
    type Action: Clone;
    /// A unit.
    type Unit: Copy + Ord;
    /// An attack as the player remembers it.
    type Note;

    /// No attacks, and the clicks that take back what somebody else has begun.
    fn empty(&self) -> DraftOf<Self>;

    /// What the attacks of a plan are expected to bring.
    fn value(&self, plan: &Self::Plan) -> i32;

    /// Whether every attack of a draft may be made, duties left aside.
    fn is_allowed(&self, draft: &DraftOf<Self>) -> bool;

    /// Whether a hex is attacked in a plan.
    fn is_attacked(&self, plan: &Self::Plan, hex: HexId) -> bool;

    /// Names every free unit with every hex that it could be sent against.
    fn each_attack(&self, plan: &Self::Plan, found: impl FnMut(Self::Unit, HexId));

    /// How strong a unit is: the strongest are tried first.
    fn strength(&self, unit: Self::Unit) -> i32;

    /// Sends a unit against a hex.
    fn attack(&self, plan: &mut Self::Plan, unit: Self::Unit, target: HexId) -> Self::Action;

    /// The next hex that the rules want attacked as well.
    fn duty(&self, plan: &Self::Plan) -> Option<HexId>;

    /// The plans in which an attack that stands already takes a hex along, each with its click.
    fn inclusions(&self, plan: &Self::Plan, hex: HexId) -> Vec<(Self::Plan, Self::Action)>;

    /// Whether even a beginner would make the attacks of a plan.
    fn is_hopeful(&self, plan: &Self::Plan) -> bool;

    /// An attack of a plan as the player remembers it, made or left alone.
    fn note(&self, plan: &Self::Plan, target: HexId, gain: i32, made: bool) -> Option<Self::Note>;

    /// The best attack on a hex with whoever is free: units are added as long as it gets better.
    fn best_on(&self, draft: &DraftOf<Self>, target: HexId) -> Option<DraftOf<Self>> {
        let mut units = Vec::new();
        self.each_attack(&draft.plan, |unit, hex| {
            if hex == target {
                units.push(unit);
            }
        });
        units.sort_by_key(|&unit| (Reverse(self.strength(unit)), unit));
        let mut best: Option<DraftOf<Self>> = None;
        let mut so_far = draft.clone();
        for unit in units {
            let click = self.attack(&mut so_far.plan, unit, target);
            so_far.clicks.push(click);
            so_far.value = self.value(&so_far.plan);
            if best.as_ref().is_none_or(|best| so_far.value > best.value) && self.is_allowed(&so_far) {
                best = Some(so_far.clone());
            }
        }
        best
    }

    /// Meets every duty that a draft has brought up, or gives up.
    fn with_duties(&self, mut draft: DraftOf<Self>) -> Option<DraftOf<Self>> {
        for _ in 0..DEEPEST {
            let Some(duty) = self.duty(&draft.plan) else { return Some(draft) };
            let alone = self.best_on(&draft, duty);
            let together = self.inclusions(&draft.plan, duty).into_iter().map(|(plan, click)| {
                let (value, mut clicks) = (self.value(&plan), draft.clicks.clone());
                clicks.push(click);
                AttackDraft { plan, clicks, value }
            });
            let ways = alone.into_iter().chain(together.filter(|way| self.is_allowed(way)));
            draft = ways.max_by_key(|draft| draft.value)?;
        }
        None
    }

    /// Every hex that somebody could attack and nobody attacks yet.
    fn targets(&self, plan: &Self::Plan) -> Vec<HexId> {
        let mut targets = Vec::new();
        self.each_attack(plan, |_, hex| targets.push(hex));
        targets.sort_unstable();
        targets.dedup();
        targets.retain(|&hex| !self.is_attacked(plan, hex));
        targets
    }

    /// The attacks that pay, best first, until none brings `worth_it`. They are noted, and the best of those that do not
    /// pay.
    fn planned(&self, worth_it: i32, notes: &mut Vec<Self::Note>) -> DraftOf<Self> {
        let mut draft = self.empty();
        loop {
            let tries = self.targets(&draft.plan).into_iter().filter_map(|target| {
                let with = self.best_on(&draft, target).and_then(|draft| self.with_duties(draft))?;
                Some((with.value - draft.value, target, with))
            });
            let mut tries: Vec<(i32, HexId, DraftOf<Self>)> = tries.collect();
            tries.sort_by_key(|(gain, target, _)| (Reverse(*gain), *target));
            let pays = tries.first().is_some_and(|(gain, ..)| *gain >= worth_it);
            for (gain, target, with) in tries.iter().take(if pays { 1 } else { MOST_LEFT_ALONE }) {
                notes.extend(self.note(&with.plan, *target, *gain, pays));
            }
            match tries.into_iter().next() {
                Some((.., with)) if pays => draft = with,
                _ => return draft,
            }
        }
    }

    /// The attacks of a beginner: some of those that are not hopeless.
    fn at_random(&self, chance: &mut RandomPlayer, notes: &mut Vec<Self::Note>) -> DraftOf<Self> {
        let mut draft = self.empty();
        for target in self.targets(&draft.plan) {
            if self.is_attacked(&draft.plan, target) || chance.pick(2) == 0 {
                continue;
            }
            let with = self.best_on(&draft, target).and_then(|draft| self.with_duties(draft));
            if let Some(with) = with.filter(|with| self.is_hopeful(&with.plan)) {
                notes.extend(self.note(&with.plan, target, with.value - draft.value, true));
                draft = with;
            }
        }
        draft
    }
}
