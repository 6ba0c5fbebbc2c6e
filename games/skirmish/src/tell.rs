//! Sentences for what happens.

use kit::Event;

/// An event by a rule.
pub(crate) fn told(clause: &'static str, words: String) -> Event {
    Event { words, clause, ..Event::default() }
}
