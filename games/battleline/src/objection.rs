//! No, in words or without.
//!
//! A rule that forbids something is written once. Where a player asks, its objection is a [`Refusal`] with the facts of
//! the case; where a list of all that is allowed is made, it is [`Silent`] and no words are made.

use kit::Refusal;

/// What a rule answers that forbids something.
pub(crate) trait Objection: Sized {
    /// Forbidden by `clause`; `who` is responsible (may be empty), `reason` is one sentence.
    fn raise(clause: &'static str, who: &str, reason: impl FnOnce() -> String) -> Self;
}

impl Objection for Refusal {
    fn raise(clause: &'static str, who: &str, reason: impl FnOnce() -> String) -> Self {
        let refusal = Self::new(clause, reason());
        if who.is_empty() { refusal } else { refusal.because_of(who) }
    }
}

/// Just no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Silent;

impl Objection for Silent {
    #[inline]
    fn raise(_: &'static str, _: &str, _: impl FnOnce() -> String) -> Self {
        Self
    }
}

/// An objection whose reason has no facts to fill in.
#[inline]
pub(crate) fn no<T, E: Objection>(clause: &'static str, who: &str, reason: &str) -> Result<T, E> {
    Err(E::raise(clause, who, || reason.to_owned()))
}

/// An objection with facts in its reason.
#[inline]
pub(crate) fn no_since<T, E: Objection>(
    clause: &'static str,
    who: &str,
    reason: impl FnOnce() -> String,
) -> Result<T, E> {
    Err(E::raise(clause, who, reason))
}
