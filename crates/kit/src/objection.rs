//! No, in words or without.
//!
//! A rule that forbids something is written once. Where a player asks, its objection is a [`Refusal`] with the facts of
//! the case; where a list of all that is allowed is made, it is [`Silent`] and no words are made.

use std::fmt;

use crate::Refusal;

/// What a rule answers that forbids something.
pub trait Objection: Sized {
    /// Forbidden by `clause`; `who` is responsible (may be empty), `reason` is one sentence.
    fn raise(clause: &'static str, who: &str, reason: impl FnOnce() -> String) -> Self;

    /// The same where a refusal must be looked for: only words are worth it.
    fn explain(refusal: impl FnOnce() -> Refusal) -> Self;

    /// Names others who are responsible too.
    #[must_use]
    fn blame<'w>(self, who: impl IntoIterator<Item = &'w str>) -> Self;
}

impl Objection for Refusal {
    fn raise(clause: &'static str, who: &str, reason: impl FnOnce() -> String) -> Self {
        let refusal = Self::new(clause, reason());
        if who.is_empty() { refusal } else { refusal.because_of(who) }
    }

    fn explain(refusal: impl FnOnce() -> Refusal) -> Self {
        refusal()
    }

    fn blame<'w>(self, who: impl IntoIterator<Item = &'w str>) -> Self {
        who.into_iter().fold(self, Self::because_of)
    }
}

/// Just no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Silent;

impl Objection for Silent {
    #[inline]
    fn raise(_: &'static str, _: &str, _: impl FnOnce() -> String) -> Self {
        Self
    }

    #[inline]
    fn explain(_: impl FnOnce() -> Refusal) -> Self {
        Self
    }

    #[inline]
    fn blame<'w>(self, _: impl IntoIterator<Item = &'w str>) -> Self {
        self
    }
}

/// An objection whose reason has no facts to fill in.
#[inline]
pub fn no<T, E: Objection>(clause: &'static str, who: &str, reason: &str) -> Result<T, E> {
    Err(E::raise(clause, who, || reason.to_owned()))
}

/// An objection with facts in its reason.
#[inline]
pub fn no_since<T, E: Objection>(
    clause: &'static str,
    who: &str,
    reason: impl FnOnce() -> String,
) -> Result<T, E> {
    Err(E::raise(clause, who, reason))
}

/// An objection that says something about whoever is responsible: `refuse("..", &unit.name, "is not on the map")`.
#[inline]
pub fn refuse<T, E: Objection>(clause: &'static str, who: &str, what: impl fmt::Display) -> Result<T, E> {
    no_since(clause, who, || format!("{who} {what}"))
}

/// Objects if a condition holds, for rules that are a list of what is forbidden:
/// `no_if(unit.flees(), "..", &unit.name, || ..)?`.
#[inline]
pub fn no_if<E: Objection>(
    forbidden: bool,
    clause: &'static str,
    who: &str,
    reason: impl FnOnce() -> String,
) -> Result<(), E> {
    if forbidden { no_since(clause, who, reason) } else { Ok(()) }
}

/// Objects to a decision of another step: something else is being asked.
#[inline]
pub fn not_now<T, E: Objection>() -> Result<T, E> {
    Err(E::explain(|| Refusal::new("", "something else is being decided").elsewhere()))
}
