//! What happens, in sentences.

use serde::Serialize;

use crate::Seat;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Event {
    /// One sentence.
    pub words: String,
    /// The rule; may be empty.
    pub clause: &'static str,
    /// The hexes it happened in, by number.
    pub hexes: Vec<String>,
}

/// Where a game tells what happens. Words are only made where somebody listens.
pub trait Journal {
    /// Tells an event.
    fn tell(&mut self, event: impl FnOnce() -> Event);

    /// Tells an event that only one side may know of.
    fn tell_only(&mut self, _seat: Seat, event: impl FnOnce() -> Event) {
        self.tell(event);
    }

    /// Something hidden has been shown: from here nothing can be taken back.
    fn reveal(&mut self) {}
}

/// Nobody listens: for playouts.
impl Journal for () {
    fn tell(&mut self, _: impl FnOnce() -> Event) {}
}

/// What happened, written down.
#[derive(Clone, Default, Debug)]
pub struct Chronicle {
    /// The events in order.
    pub events: Vec<Event>,
    /// Which of them only one side may know of, by their places.
    pub private: Vec<(usize, Seat)>,
    /// Whether something hidden was shown.
    pub revealed: bool,
}

impl Journal for Chronicle {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.events.push(event());
    }

    fn tell_only(&mut self, seat: Seat, event: impl FnOnce() -> Event) {
        self.private.push((self.events.len(), seat));
        self.events.push(event());
    }

    fn reveal(&mut self) {
        self.revealed = true;
    }
}
