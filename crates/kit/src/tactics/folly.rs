//! What a player with sense would not have done, counted over many games.

use crate::Seat;

/// Something foolish that is counted, among the cases in which it could have happened.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Folly {
    /// What is counted, such as `lost while isolated`.
    pub what: &'static str,
    /// Among what, such as `units lost`.
    pub of: &'static str,
}

/// How often a side did something foolish, and how often it could have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// Whose folly it is.
    pub seat: Seat,
    /// Which one.
    pub folly: Folly,
    /// How often it happened.
    pub times: u32,
    /// Among how many cases.
    pub cases: u32,
}

/// The follies of some decisions, summed up by side.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Follies(Vec<Count>);

impl Follies {
    /// Adds cases of a side, and how many of them were foolish.
    pub fn add(&mut self, seat: Seat, folly: Folly, times: usize, cases: usize) {
        if cases == 0 {
            return;
        }
        let known = self.0.iter_mut().find(|count| (count.seat, count.folly) == (seat, folly));
        let (times, cases) = (times as u32, cases as u32);
        match known {
            Some(count) => (count.times, count.cases) = (count.times + times, count.cases + cases),
            None => self.0.push(Count { seat, folly, times, cases }),
        }
    }

    /// The counts in the order in which they came up; those that had no case are missing.
    pub fn counts(&self) -> &[Count] {
        &self.0
    }
}
