//! Parts of a rule whose dice are walked once and used for many states.

use std::cell::OnceCell;

use super::{Every, gather};

/// Every outcome of a part of a rule, kept by a question for [`Dice::draw`](crate::Dice::draw).
///
/// Only for a part that always has the same odds within the question: it may look at the situation, never at where
/// the chain stands.
#[derive(Clone, Debug)]
pub struct Drawn<T>(OnceCell<Option<Ways<T>>>);

/// Outcomes with their weights over one total.
#[derive(Clone, Debug)]
pub(super) struct Ways<T> {
    held: Vec<(T, u128)>,
    pub(super) total: u64,
}

impl<T: Copy> Ways<T> {
    pub(super) const fn len(&self) -> usize {
        self.held.len()
    }

    #[inline]
    pub(super) fn outcome(&self, way: u32) -> T {
        self.held[way as usize].0
    }

    /// Not greater than the total, and so small.
    #[inline]
    pub(super) fn weight(&self, way: u32) -> u64 {
        self.held[way as usize].1 as u64
    }
}

impl<T> Default for Drawn<T> {
    fn default() -> Self {
        Self(OnceCell::new())
    }
}

impl<T: Copy + Ord> Drawn<T> {
    /// What `code` can come to, walked when it is asked for the first time; none if it is too fine.
    #[inline]
    pub(super) fn ways(&self, code: &impl Fn(&mut Every) -> T) -> Option<&Ways<T>> {
        let walk = || gather(code).ok()?.small().map(|(held, total)| Ways { held, total });
        self.0.get_or_init(walk).as_ref()
    }
}
