//! Sums that say what they are made of.

use std::borrow::Cow;

use serde::Serialize;

use crate::{Clause, Factor};

/// What a line of a reckoning adds to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    place: u8,
    /// As the player reads it.
    pub name: &'static str,
}

/// How many different sums one reckoning can hold.
const PARTS: u8 = 16;

impl Part {
    /// The attackers' strength.
    pub const ATTACK: Self = Self { place: 0, name: "attack" };
    /// The defenders' strength.
    pub const DEFENCE: Self = Self { place: 1, name: "defence" };
    /// Columns to the right (plus) or left (minus).
    pub const SHIFT: Self = Self { place: 2, name: "shift" };

    /// A sum of a game's own, in a place from 3 to 15 that no other part of the same reckoning uses.
    ///
    /// # Panics
    /// If the place is taken by the kit or out of range.
    pub const fn own(place: u8, name: &'static str) -> Self {
        assert!(place > Self::SHIFT.place && place < PARTS);
        Self { place, name }
    }
}

/// Where a rule writes its sums. The result is read off the same tally, so that what a player is shown is what
/// was computed.
pub trait Tally<'s> {
    /// Adds a line. Words are only made where somebody reads them.
    fn put(
        &mut self,
        part: Part,
        amount: Factor,
        who: &'s str,
        clause: &'static str,
        why: impl FnOnce() -> Cow<'static, str>,
    );

    /// What has been added to `part`.
    fn total(&self, part: Part) -> Factor;

    /// Adds `amount` to `part`: who or what has it (may be empty), why in a few words, by which rule.
    #[inline]
    fn add(&mut self, part: Part, amount: Factor, who: &'s str, why: &'static str, clause: &'static str) {
        self.put(part, amount, who, clause, || Cow::Borrowed(why));
    }

    /// As [`Tally::add`] with words that hold facts of the case.
    #[inline]
    fn explain(
        &mut self,
        part: Part,
        amount: Factor,
        who: &'s str,
        clause: &'static str,
        words: impl FnOnce() -> String,
    ) {
        self.put(part, amount, who, clause, || Cow::Owned(words()));
    }
}

/// A tally that keeps the sums only: for playouts.
#[derive(Clone, Copy, Default, Debug)]
pub struct Sums([Factor; PARTS as usize]);

impl<'s> Tally<'s> for Sums {
    #[inline]
    fn put(
        &mut self,
        part: Part,
        amount: Factor,
        _: &'s str,
        _: &'static str,
        _: impl FnOnce() -> Cow<'static, str>,
    ) {
        self.0[usize::from(part.place)] += amount;
    }

    #[inline]
    fn total(&self, part: Part) -> Factor {
        self.0[usize::from(part.place)]
    }
}

/// A tally that keeps every line.
///
/// ```
/// use sandtable_kit::{Factor, Part, Reckoning, Tally};
/// let mut reckoning = Reckoning::default();
/// reckoning.add(Part::DEFENCE, Factor::whole(5), "78.ID", "printed defence", "MARS-ODD-1");
/// reckoning.add(Part::DEFENCE, Factor::whole(2), "78.ID", "fortified", "MARS-FOR-3");
/// assert_eq!(reckoning.total(Part::DEFENCE), Factor::whole(7));
/// assert_eq!(reckoning.lines()[1].clause.0, "MARS-FOR-3");
/// ```
#[derive(Clone, Default, Debug)]
pub struct Reckoning<'s> {
    sums: Sums,
    lines: Vec<Line<'s>>,
}

/// One line of a reckoning.
#[derive(Clone, Debug)]
pub struct Line<'s> {
    /// The sum it belongs to.
    pub part: Part,
    /// What it adds.
    pub amount: Factor,
    /// Whose it is; may be empty.
    pub who: &'s str,
    /// Why.
    pub why: Cow<'static, str>,
    /// By which rule.
    pub clause: Clause,
}

impl<'s> Reckoning<'s> {
    /// The lines in the order in which they were added.
    pub fn lines(&self) -> &[Line<'s>] {
        &self.lines
    }
}

impl<'s> Tally<'s> for Reckoning<'s> {
    fn put(
        &mut self,
        part: Part,
        amount: Factor,
        who: &'s str,
        clause: &'static str,
        why: impl FnOnce() -> Cow<'static, str>,
    ) {
        if self.lines.is_empty() {
            self.lines.reserve(16);
        }
        self.sums.0[usize::from(part.place)] += amount;
        self.lines.push(Line { part, amount, who, why: why(), clause: Clause(clause) });
    }

    fn total(&self, part: Part) -> Factor {
        self.sums.total(part)
    }
}

/// A line as programs read it.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LineText {
    /// The sum it belongs to.
    pub part: &'static str,
    /// What it adds, with its sign.
    pub amount: String,
    /// Whose it is; may be empty.
    pub who: String,
    /// Why.
    pub why: String,
    /// By which rule.
    pub clause: &'static str,
}

impl From<&Line<'_>> for LineText {
    fn from(line: &Line<'_>) -> Self {
        Self {
            part: line.part.name,
            amount: line.amount.signed(),
            who: line.who.to_owned(),
            why: line.why.clone().into_owned(),
            clause: line.clause.0,
        }
    }
}
