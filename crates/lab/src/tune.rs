//! The cheapest change that a designer allows and that reaches a goal.
#![expect(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "statistics, not rules")]

use crate::{
    ablate::Effort,
    game_row::score,
    stats::{Estimate, share},
    summary::Result,
};

/// What may be chosen: for every choice how many values it offers beside the published one, and what each step down its
/// list costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// How many values.
    pub values: usize,
    /// What a step costs.
    pub cost: u32,
}

/// A set of values: for every choice a value by its place from 0, or none for the published one.
pub type Setting = Vec<Option<usize>>;

/// What a setting costs.
pub fn cost(choices: &[Choice], setting: &Setting) -> u32 {
    let step = |(choice, value): (&Choice, &Option<usize>)| {
        value.map_or(0, |value| choice.cost * (value as u32 + 1))
    };
    choices.iter().zip(setting).map(step).sum()
}

/// Every setting with at most two changes, the cheapest first; the published one costs nothing.
pub fn settings(choices: &[Choice]) -> Vec<Setting> {
    let published: Setting = vec![None; choices.len()];
    let mut all = vec![published.clone()];
    for one in 0..choices.len() {
        for value in 0..choices[one].values {
            let mut single = published.clone();
            single[one] = Some(value);
            for other in one + 1..choices.len() {
                for second in 0..choices[other].values {
                    let mut double = single.clone();
                    double[other] = Some(second);
                    all.push(double);
                }
            }
            all.push(single);
        }
    }
    let changes = |setting: &Setting| setting.iter().flatten().count();
    all.sort_by_key(|setting| (cost(choices, setting), changes(setting)));
    all
}

/// What is wanted of a side's share of the games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Goal {
    /// The side.
    pub seat: u8,
    /// Its share, from 0 to 1; a draw counts half.
    pub share: f64,
    /// How far off is near enough.
    pub near: f64,
}

impl Goal {
    /// The side's share of these games with Wilson's interval.
    pub fn measure(&self, games: &[Result]) -> Estimate {
        let own = |result: &Result| match result.winner {
            Some(winner) => f64::from(u8::from(winner == self.seat)),
            None => score(None),
        };
        let sum: f64 = games.iter().map(own).sum();
        let mut found = share(sum.round() as u64, games.len() as u64);
        found.value = sum / games.len().max(1) as f64;
        found
    }

    fn is_met(&self, found: &Estimate) -> bool {
        (found.value - self.share).abs() <= self.near
    }

    /// Whether the true share cannot well be near enough.
    fn is_missed(&self, found: &Estimate) -> bool {
        found.low > self.share + self.near || found.high < self.share - self.near
    }
}

/// A setting that was tried.
#[derive(Clone, PartialEq, Debug)]
pub struct Tried {
    /// The setting.
    pub setting: Setting,
    /// How many games.
    pub games: u64,
    /// The share in them.
    pub found: Estimate,
    /// The share in as many games with fresh seeds, if it came so far.
    pub confirmed: Option<Estimate>,
}

/// What a search has come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// Whether the last that was tried reaches the goal, on fresh seeds too.
    pub reached: bool,
    /// Everything that was tried, in order.
    pub tried: Vec<Tried>,
}

/// Tries settings from the cheapest on until one reaches the goal and does so again on fresh seeds. A setting is dropped as
/// soon as it cannot well be near enough. `run` plays so many games of a setting, from fresh seeds if the flag says so.
pub fn tune<E>(
    settings: &[Setting],
    goal: &Goal,
    effort: &Effort,
    mut run: impl FnMut(&Setting, u64, Seeds) -> std::result::Result<Vec<Result>, E>,
) -> std::result::Result<Tuned, E> {
    let mut tried = Vec::new();
    for setting in settings {
        let mut last = None;
        for games in effort.looks() {
            let found = goal.measure(&run(setting, games, Seeds::OfTheSearch)?);
            last = Some((games, found));
            if goal.is_missed(&found) {
                break;
            }
        }
        let Some((games, found)) = last else { continue };
        let mut trial = Tried { setting: setting.clone(), games, found, confirmed: None };
        if games == effort.most && goal.is_met(&found) {
            let again = goal.measure(&run(setting, effort.most, Seeds::Fresh)?);
            trial.confirmed = Some(again);
            if goal.is_met(&again) || again.holds(goal.share) {
                tried.push(trial);
                return Ok(Tuned { reached: true, tried });
            }
        }
        tried.push(trial);
    }
    Ok(Tuned { reached: false, tried })
}

/// Which games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seeds {
    /// Those that the search has looked at.
    OfTheSearch,
    /// Others.
    Fresh,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// A side that wins 30 of 100 games; a step of the first choice adds 5, of the second 20.
    #[expect(clippy::unnecessary_wraps, reason = "as a run that may fail")]
    fn games(setting: &Setting, games: u64, seeds: Seeds) -> std::result::Result<Vec<Result>, Infallible> {
        let step = |at: usize| setting[at].map_or(0, |value| value as u64 + 1);
        let chance = 30 + 5 * step(0) + 20 * step(1);
        let from = if seeds == Seeds::Fresh { 1_000_000 } else { 0 };
        let game = |seed: u64| {
            let mixed = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let won = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33;
            let winner = Some(u8::from(won % 100 >= chance));
            Result { seed: seed as i64, winner, margin: 0, course: (0, 0) }
        };
        Ok((from..from + games).map(game).collect())
    }

    const CHOICES: [Choice; 2] = [Choice { values: 6, cost: 1 }, Choice { values: 2, cost: 3 }];

    #[test]
    fn settings_come_by_their_cost() {
        let all = settings(&CHOICES);
        assert_eq!(all.len(), 1 + 6 + 2 + 12);
        assert_eq!((cost(&CHOICES, &all[0]), &all[1]), (0, &vec![Some(0), None]));
        assert!(all.windows(2).all(|pair| cost(&CHOICES, &pair[0]) <= cost(&CHOICES, &pair[1])));
        assert_eq!(cost(&CHOICES, &vec![Some(5), Some(1)]), 12);
    }

    #[test]
    fn the_cheapest_setting_that_reaches_the_goal_is_found_and_confirmed() {
        let goal = Goal { seat: 0, share: 0.5, near: 0.025 };
        let effort = Effort { first: 200, most: 6400, reach: 0.0 };
        let tuned = tune(&settings(&CHOICES), &goal, &effort, games).unwrap();
        assert!(tuned.reached);
        let last = tuned.tried.last().unwrap();
        // One step of the second choice comes to 50 of 100 for a cost of 3; four of the first to 50 for 4.
        assert_eq!(last.setting, vec![None, Some(0)]);
        assert!(last.confirmed.unwrap().holds(0.5));
        assert!(tuned.tried[0].games < 6400, "what misses is dropped early");
    }

    #[test]
    fn a_goal_out_of_reach_is_not_reached() {
        let goal = Goal { seat: 1, share: 0.99, near: 0.005 };
        let tuned =
            tune(&settings(&CHOICES), &goal, &Effort { first: 100, most: 400, reach: 0.0 }, games).unwrap();
        assert!(!tuned.reached && tuned.tried.len() == 21);
    }
}
