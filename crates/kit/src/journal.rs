//! What happens, in sentences.

use serde::Serialize;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
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
    /// Whether something hidden was shown.
    pub revealed: bool,
}

impl Journal for Chronicle {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.events.push(event());
    }

    fn reveal(&mut self) {
        self.revealed = true;
    }
}
