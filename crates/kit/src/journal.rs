//! What happens, in sentences.

use std::borrow::Cow;

use serde::Serialize;
use smallvec::SmallVec;

use crate::{CounterId, Roll, Seat};

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Event {
    /// One sentence.
    pub words: String,
    /// The rule; may be empty.
    pub clause: &'static str,
    /// The hexes it happened in, by number.
    pub hexes: Vec<String>,
    /// The counters it happened to.
    pub units: Vec<CounterId>,
}

impl Event {
    /// Says to which counter it happened.
    #[must_use]
    pub fn to(mut self, unit: impl Into<CounterId>) -> Self {
        self.units.push(unit.into());
        self
    }
}

/// A cell of a chart that was read, so that the printed chart can be shown with it.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChartCell {
    /// The chart by its id among the game's tables.
    pub table: String,
    /// The labels of its row, as the chart prints them.
    pub row: String,
    /// The head of its column.
    pub column: String,
    /// Whom it was read for; may be empty.
    pub who: String,
}

/// A battle that was fought, for studies of many games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fought {
    /// Who attacked.
    pub seat: Seat,
    /// The attacking units by name.
    pub attackers: Vec<Cow<'static, str>>,
    /// What was read from the table, defender by defender; all of one battle hang on the same dice.
    pub readings: Vec<Reading>,
}

/// A result that was read from a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The defending unit, or the hex where nobody stands in it.
    pub who: Cow<'static, str>,
    /// The attacked hex.
    pub hex: Cow<'static, str>,
    /// The column that was read.
    pub column: Cow<'static, str>,
    /// What it said.
    pub result: Cow<'static, str>,
    /// What it could have said, each with its weight: the exact chances before the dice.
    pub chances: Vec<(Cow<'static, str>, u32)>,
}

impl Reading {
    /// Adds up what could be read: results that are alike become one, in the order in which they were met first.
    pub fn weigh<R: Into<Cow<'static, str>>>(
        results: impl IntoIterator<Item = (R, u32)>,
    ) -> Vec<(Cow<'static, str>, u32)> {
        let mut chances: Vec<(Cow<'static, str>, u32)> = Vec::new();
        for (result, weight) in results {
            let result = result.into();
            match chances.iter_mut().find(|(known, _)| *known == result) {
                Some((_, sum)) => *sum += weight,
                None => chances.push((result, weight)),
            }
        }
        chances
    }
}

/// Where a game tells what happens. Words are only made where somebody listens.
pub trait Journal {
    /// Whether anybody listens.
    const LISTENS: bool = true;

    /// Dice have been thrown; what they do is told next.
    fn rolled(&mut self, _rolls: &[Roll]) {}

    /// The face of one of the dice that were thrown last, counted from 0. Known only where words are written down.
    fn face(&self, _die: usize) -> Option<u16> {
        None
    }

    /// Tells an event.
    fn tell(&mut self, event: impl FnOnce() -> Event);

    /// Tells an event that only one side may know of.
    fn tell_only(&mut self, _seat: Seat, event: impl FnOnce() -> Event) {
        self.tell(event);
    }

    /// A cell of a chart has been read.
    fn cell(&mut self, _cell: impl FnOnce() -> ChartCell) {}

    /// The dice of a battle have been read. Only a study listens to this; people are told by [`Journal::tell`].
    fn battle(&mut self, _fought: impl FnOnce() -> Fought) {}

    /// Something hidden has been shown: from here nothing can be taken back.
    fn reveal(&mut self) {}
}

/// Nobody listens: for playouts.
impl Journal for () {
    const LISTENS: bool = false;

    fn tell(&mut self, _: impl FnOnce() -> Event) {}
}

/// Notices only whether something hidden was shown; no words are made.
#[derive(Default, Debug)]
pub struct Revealed(pub bool);

impl Journal for Revealed {
    fn tell(&mut self, _: impl FnOnce() -> Event) {}

    fn reveal(&mut self) {
        self.0 = true;
    }
}

/// What happened, written down.
#[derive(Clone, Default, Debug)]
pub struct Chronicle {
    /// The events in order.
    pub events: Vec<Event>,
    /// The cells of charts that were read.
    pub cells: Vec<ChartCell>,
    /// Which of the events only one side may know of, by their places.
    pub private: Vec<(usize, Seat)>,
    /// Whether something hidden was shown.
    pub revealed: bool,
    /// The faces of the dice that were thrown last.
    faces: SmallVec<[u16; 4]>,
}

impl Journal for Chronicle {
    fn rolled(&mut self, rolls: &[Roll]) {
        self.faces = rolls.iter().map(|roll| roll.face).collect();
    }

    fn face(&self, die: usize) -> Option<u16> {
        self.faces.get(die).copied()
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.events.push(event());
    }

    fn tell_only(&mut self, seat: Seat, event: impl FnOnce() -> Event) {
        self.private.push((self.events.len(), seat));
        self.events.push(event());
    }

    fn cell(&mut self, cell: impl FnOnce() -> ChartCell) {
        self.cells.push(cell());
    }

    fn reveal(&mut self) {
        self.revealed = true;
    }
}
