//! How long the seats have taken to decide. It stands beside the game: no decision, no record and no hash depends on it.

use std::{
    sync::LazyLock,
    time::{Instant, SystemTime, UNIX_EPOCH},
};

use kit::Seat;

use crate::store::StepRow;

/// Milliseconds since 1970. The clock of the system is read once: whoever sets it while the server runs changes nobody's
/// time.
pub fn now() -> u64 {
    static START: LazyLock<(u64, Instant)> = LazyLock::new(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        (u64::try_from(since.as_millis()).unwrap_or(u64::MAX), Instant::now())
    });
    START.0.saturating_add(u64::try_from(START.1.elapsed().as_millis()).unwrap_or(u64::MAX))
}

/// The clock of a table. What lies between two decisions is the time of who made the second one, whatever was taken back
/// in between; so what is taken back leaves it alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Milliseconds by seat.
    spent: Box<[u64]>,
    /// When the last decision was made; unknown in games that were begun before this was kept.
    since: Option<u64>,
}

impl Clock {
    /// The clock of a stored game that was set up at this time. No decision was made later than the next one or than
    /// `now`: a time that says so was read off a clock that went wrong, and counts as the next that is right.
    pub fn read(seats: usize, created: u64, steps: &[StepRow], now: u64) -> Self {
        let mut least = now;
        let mut times: Vec<Option<u64>> = Vec::with_capacity(steps.len());
        for step in steps.iter().rev() {
            least = step.made.map_or(least, |made| made.min(least));
            times.push(step.made.map(|_| least));
        }
        let mut clock = Self { spent: vec![0; seats].into(), since: Some(created.min(least)) };
        for (step, made) in steps.iter().zip(times.into_iter().rev()) {
            match made {
                Some(made) => clock.press(Seat(step.seat), made),
                None => clock.since = None,
            }
        }
        clock
    }

    /// Everybody is there: from now on it counts.
    pub fn begin(&mut self, now: u64) {
        self.since = Some(now);
    }

    /// A seat has decided.
    pub fn press(&mut self, seat: Seat, made: u64) {
        if let (Some(since), Some(spent)) = (self.since, self.spent.get_mut(usize::from(seat.0))) {
            *spent += made.saturating_sub(since);
        }
        self.since = Some(made);
    }

    /// What a seat has spent on the decisions that it has made, in milliseconds.
    pub fn spent(&self, seat: usize) -> u64 {
        self.spent.get(seat).copied().unwrap_or(0)
    }

    /// For how many milliseconds the next decision has been waited for.
    pub fn waited(&self, now: u64) -> Option<u64> {
        self.since.map(|since| now.saturating_sub(since))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(seat: u8, made: Option<u64>) -> StepRow {
        StepRow { revision: 0, seat, text: String::new(), dice: String::new(), hash: 0, made, told: None }
    }

    #[test]
    fn each_pays_for_its_own_decisions() {
        let steps = [step(0, Some(1_500)), step(0, Some(2_000)), step(1, Some(9_000)), step(0, Some(9_100))];
        let clock = Clock::read(2, 1_000, &steps, 10_000);
        assert_eq!((clock.spent(0), clock.spent(1)), (1_100, 7_000));
        assert_eq!(clock.waited(9_600), Some(500));
        assert_eq!(clock.waited(9_000), Some(0), "a clock that was set back is no debt");
    }

    #[test]
    fn what_is_taken_back_was_time_spent() {
        let mut played = Clock::read(2, 0, &[step(0, Some(1_000))], 9_000);
        played.press(Seat(1), 4_000); // taken back afterwards
        played.press(Seat(1), 6_000);
        assert_eq!(played, Clock::read(2, 0, &[step(0, Some(1_000)), step(1, Some(6_000))], 9_000));
    }

    #[test]
    fn a_clock_that_was_wrong_for_a_while_costs_nobody_time() {
        let year = 31_536_000_000;
        let steps = [
            step(0, Some(2_000)),
            step(1, Some(year + 3_000)), // set forward
            step(0, Some(year + 4_000)),
            step(1, Some(5_000)), // and back
            step(0, Some(6_000)),
        ];
        let clock = Clock::read(2, 1_000, &steps, 7_000);
        assert_eq!((clock.spent(0), clock.spent(1)), (2_000, 3_000));
        let last = Clock::read(2, 1_000, &steps[..2], 7_000);
        assert_eq!((last.spent(1), last.waited(7_500)), (5_000, Some(500)), "the last one is in the future");
        let future = Clock::read(2, year, &steps[..1], 7_000);
        assert_eq!(future.spent(0), 0, "it was set up in the future");
    }

    #[test]
    fn old_games_count_from_the_first_time_that_is_known() {
        let old = [step(0, None), step(1, None)];
        assert_eq!(Clock::read(2, 0, &old, 9_000).waited(5_000), None);
        let mut clock = Clock::read(2, 0, &old, 9_000);
        clock.press(Seat(0), 7_000);
        clock.press(Seat(1), 7_300);
        assert_eq!((clock.spent(0), clock.spent(1)), (0, 300));
    }
}
