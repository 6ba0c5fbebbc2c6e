//! How much thought is left in a player-turn.

use std::time::{Duration, Instant};

use crate::spec::Budget;

/// What is left of the thought for a player-turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Purse {
    span: u32,
    left: Budget,
}

impl Purse {
    /// A full one.
    pub(crate) const fn full(span: u32, budget: Budget) -> Self {
        Self { span, left: budget }
    }

    /// Whether it is the one of this player-turn.
    pub(crate) const fn is_for(&self, span: u32) -> bool {
        self.span == span
    }

    /// Some hundredths of what is left.
    pub(crate) fn share(&self, hundredths: u32) -> Budget {
        match self.left {
            Budget::Simulations(left) => {
                Budget::Simulations((u64::from(left) * u64::from(hundredths) / 100) as u32)
            }
            Budget::Time(left) => Budget::Time(left * hundredths / 100),
        }
    }

    /// Takes out what was used.
    pub(crate) fn pay(&mut self, meter: &Meter) {
        self.left = match self.left {
            Budget::Simulations(left) => Budget::Simulations(left.saturating_sub(meter.played)),
            Budget::Time(left) => Budget::Time(left.saturating_sub(meter.began.elapsed())),
        };
    }
}

/// Counts what is used of a budget.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meter {
    budget: Budget,
    began: Instant,
    /// Lines of play so far.
    pub(crate) played: u32,
}

impl Meter {
    pub(crate) fn start(budget: Budget) -> Self {
        Self { budget, began: Instant::now(), played: 0 }
    }

    /// How many hundredths of the budget are used up once `next` more lines of play are.
    pub(crate) fn used_after(&self, next: usize) -> u64 {
        match self.budget {
            Budget::Simulations(most) => (u64::from(self.played) + next as u64) * 100 / (u64::from(most) + 1),
            Budget::Time(most) => {
                let gone = self.began.elapsed();
                let each = gone.checked_div(self.played).unwrap_or_default();
                let then = gone + each * next as u32;
                (then.as_micros() * 100 / most.as_micros().max(1)) as u64
            }
        }
    }

    /// How many ways can be told apart with it: each is to be played some times.
    pub(crate) const fn most_ways(&self) -> usize {
        match self.budget {
            Budget::Simulations(most) => most as usize / 3,
            Budget::Time(_) => usize::MAX,
        }
    }

    /// When a line of play has to be broken off.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        match self.budget {
            Budget::Simulations(_) => None,
            Budget::Time(most) => Some(self.began + most.max(Duration::from_millis(1))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_never_uses_more_than_its_budget() {
        let mut purse = Purse::full(1, Budget::Simulations(100));
        assert!(purse.is_for(1) && !purse.is_for(2));
        let mut spent = 0;
        for share in [20, 55, 80, 25, 25, 100, 100] {
            let mut meter = Meter::start(purse.share(share));
            while meter.used_after(7) < 100 {
                meter.played += 7;
            }
            spent += meter.played;
            purse.pay(&meter);
        }
        assert!((80..=100).contains(&spent), "{spent}");
    }

    #[test]
    fn what_is_used_is_reckoned_with_the_next_lines() {
        let meter = Meter { played: 40, ..Meter::start(Budget::Simulations(99)) };
        assert_eq!(meter.used_after(10), 50);
        assert_eq!(meter.most_ways(), 33);
        let late = Meter::start(Budget::Time(Duration::from_hours(1)));
        assert_eq!(late.used_after(5), 0, "nothing is known of the first lines");
        assert!(late.deadline().is_some_and(|deadline| deadline > Instant::now()));
    }
}
