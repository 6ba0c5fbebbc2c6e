//! The cheapest change that a designer allows and that reaches a goal.
#![expect(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "statistics, not rules")]

use std::cmp::Ordering;

use crate::{
    ablate::Sampling,
    game_row::score,
    stats::{Estimate, Moments, paired, share},
    summary::Result,
};

/// What may be chosen: for every choice how many values it offers beside the published one, and what each step down its
/// list costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TuningChoice {
    /// How many values.
    pub values: usize,
    /// What a step costs.
    pub cost: u32,
}

/// A set of values: for every choice a value by its place from 0, or none for the published one.
pub type Setting = Vec<Option<usize>>;

/// What a setting costs.
pub fn cost(choices: &[TuningChoice], setting: &Setting) -> u32 {
    let step = |(choice, value): (&TuningChoice, &Option<usize>)| {
        value.map_or(0, |value| choice.cost * (value as u32 + 1))
    };
    choices.iter().zip(setting).map(step).sum()
}

/// Every setting with at most two changes, the cheapest first; the published one costs nothing.
pub fn settings(choices: &[TuningChoice]) -> Vec<Setting> {
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
    /// What the side made of each of these games: 1, 0 or a half.
    fn scores<'g>(&self, games: &'g [Result]) -> impl Iterator<Item = f64> + use<'g> {
        let seat = self.seat;
        games.iter().map(move |result| match result.winner {
            Some(winner) => f64::from(u8::from(winner == seat)),
            None => score(None),
        })
    }

    /// The side's share of these games with Wilson's interval.
    pub fn measure(&self, games: &[Result]) -> Estimate {
        let sum: f64 = self.scores(games).sum();
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
    /// Settings that were passed over, because they move the share further off than one that has missed.
    pub passed_over: usize,
}

/// Whether settings are passed over that can only be worse than one that has missed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thoroughness {
    /// They are: a choice is taken to move the share the same way all down its list.
    FromMildToStrong,
    /// Every setting is tried.
    Every,
}

/// Tries settings from the cheapest on until one reaches the goal and does so again on fresh seeds. A setting is dropped as
/// soon as it cannot well be near enough. `run` plays so many games of a setting, from fresh seeds if the flag says so.
pub fn tune<E>(
    settings: &[Setting],
    goal: &Goal,
    sampling: &Sampling,
    thoroughness: Thoroughness,
    mut run: impl FnMut(&Setting, u64, Seeds) -> std::result::Result<Vec<Result>, E>,
) -> std::result::Result<Tuned, E> {
    let mut tuned = Tuned { reached: false, tried: Vec::new(), passed_over: 0 };
    let mut ways = Vec::new();
    for setting in settings {
        if tuned.tried.iter().any(|tried| tried.setting == *setting) {
            continue;
        }
        if tuned.tried.iter().any(|tried| goal.is_worse(&ways, setting, tried)) {
            tuned.passed_over += 1;
            continue;
        }
        let trial = trial(setting, goal, sampling, &mut run)?;
        tuned.reached = trial.confirmed.is_some_and(|again| goal.is_met(&again) || again.holds(goal.share));
        tuned.tried.push(trial);
        if tuned.reached {
            break;
        }
        if ways.is_empty() && thoroughness == Thoroughness::FromMildToStrong {
            let look = sampling.first.min(sampling.most);
            ways = directions(settings, goal, look, &mut run)?;
            probe(settings, &ways, goal, look, &mut tuned.tried, &mut run)?;
        }
    }
    Ok(tuned)
}

/// Looks at the strongest settings that move the share the right way; where they miss like the first one, nothing milder needs
/// to be tried.
fn probe<E>(
    settings: &[Setting],
    ways: &[i8],
    goal: &Goal,
    look: u64,
    tried: &mut Vec<Tried>,
    run: &mut impl FnMut(&Setting, u64, Seeds) -> std::result::Result<Vec<Result>, E>,
) -> std::result::Result<(), E> {
    let Some(wanted) = tried.first().map(|first| if first.found.value < goal.share { 1 } else { -1 }) else {
        return Ok(());
    };
    let helps =
        |setting: &Setting| setting.iter().zip(ways).all(|(value, way)| value.is_none() || *way == wanted);
    let within = |one: &Setting, other: &Setting| {
        one != other && one.iter().zip(other).all(|(one, other)| one <= other)
    };
    let helping: Vec<&Setting> = settings.iter().skip(1).filter(|setting| helps(setting)).collect();
    for setting in helping.iter().filter(|one| !helping.iter().any(|other| within(one, other))) {
        let found = goal.measure(&run(setting, look, Seeds::OfTheSearch)?);
        if goal.is_missed(&found) {
            tried.push(Tried { setting: (*setting).clone(), games: look, found, confirmed: None });
        }
    }
    Ok(())
}

/// Plays a setting until it has missed the goal, or to the end and then on fresh seeds.
fn trial<E>(
    setting: &Setting,
    goal: &Goal,
    sampling: &Sampling,
    run: &mut impl FnMut(&Setting, u64, Seeds) -> std::result::Result<Vec<Result>, E>,
) -> std::result::Result<Tried, E> {
    let mut tried = Tried { setting: setting.clone(), games: 0, found: share(0, 0), confirmed: None };
    for games in sampling.looks() {
        tried.games = games;
        tried.found = goal.measure(&run(setting, games, Seeds::OfTheSearch)?);
        if goal.is_missed(&tried.found) {
            return Ok(tried);
        }
    }
    if goal.is_met(&tried.found) {
        tried.confirmed = Some(goal.measure(&run(setting, sampling.most, Seeds::Fresh)?));
    }
    Ok(tried)
}

/// Which way each choice moves the side's share, 0 where a few games do not show it: its strongest value alone against the
/// first setting, game by game. Where hardly a game changes hands the margin shows it.
fn directions<E>(
    settings: &[Setting],
    goal: &Goal,
    games: u64,
    run: &mut impl FnMut(&Setting, u64, Seeds) -> std::result::Result<Vec<Result>, E>,
) -> std::result::Result<Vec<i8>, E> {
    let Some(published) = settings.first() else { return Ok(Vec::new()) };
    let before = run(published, games, Seeds::OfTheSearch)?;
    let mut ways = Vec::new();
    for choice in 0..published.len() {
        let alone = |setting: &&Setting| setting[choice].is_some() && setting.iter().flatten().count() == 1;
        let Some(strongest) = settings.iter().filter(alone).max_by_key(|setting| setting[choice]) else {
            ways.push(0);
            continue;
        };
        let after = run(strongest, games, Seeds::OfTheSearch)?;
        let moved =
            paired(goal.scores(&after).zip(goal.scores(&before)).map(|(after, before)| after - before));
        let mut margin = Moments::default();
        after
            .iter()
            .zip(&before)
            .for_each(|(after, before)| margin.add((after.margin - before.margin) as f64));
        let sign = |moved: &Estimate| i8::from(moved.low > 0.0) - i8::from(moved.high < 0.0);
        let by_margin = sign(&margin.estimate()) * if goal.seat == 0 { 1 } else { -1 };
        ways.push(if sign(&moved) == 0 { by_margin } else { sign(&moved) });
    }
    Ok(ways)
}

impl Goal {
    /// Whether a setting can only be further from the goal than one that has missed it.
    fn is_worse(&self, ways: &[i8], setting: &Setting, tried: &Tried) -> bool {
        if ways.is_empty() || self.is_met(&tried.found) {
            return false;
        }
        let short = tried.found.value < self.share;
        setting.iter().zip(&tried.setting).zip(ways).all(|((here, there), way)| match here.cmp(there) {
            Ordering::Equal => true,
            Ordering::Less => *way == if short { 1 } else { -1 },
            Ordering::Greater => *way == if short { -1 } else { 1 },
        })
    }
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

    const CHOICES: [TuningChoice; 2] =
        [TuningChoice { values: 6, cost: 1 }, TuningChoice { values: 2, cost: 3 }];

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
        let sampling = Sampling { first: 200, most: 6400, reach: 0.0 };
        let tuned = tune(&settings(&CHOICES), &goal, &sampling, Thoroughness::Every, games).unwrap();
        assert!(tuned.reached && tuned.passed_over == 0);
        let last = tuned.tried.last().unwrap();
        // One step of the second choice comes to 50 of 100 for a cost of 3; four of the first to 50 for 4.
        assert_eq!(last.setting, vec![None, Some(0)]);
        assert!(last.confirmed.unwrap().holds(0.5));
        assert!(tuned.tried[0].games < 6400, "what misses is dropped early");
    }

    #[test]
    fn a_goal_out_of_reach_is_not_reached() {
        let goal = Goal { seat: 1, share: 0.99, near: 0.005 };
        let sampling = Sampling { first: 100, most: 400, reach: 0.0 };
        let tuned = tune(&settings(&CHOICES), &goal, &sampling, Thoroughness::Every, games).unwrap();
        assert!(!tuned.reached && tuned.tried.len() == 21);
        // Both choices take games from the second side, which wants more: nothing is left to try.
        let quick =
            tune(&settings(&CHOICES), &goal, &sampling, Thoroughness::FromMildToStrong, games).unwrap();
        assert_eq!((quick.reached, quick.tried.len(), quick.passed_over), (false, 1, 20));
    }

    #[test]
    fn what_can_only_be_worse_is_passed_over() {
        let goal = Goal { seat: 1, share: 0.5, near: 0.025 };
        let sampling = Sampling { first: 200, most: 6400, reach: 0.0 };
        // Dear enough that six steps of the first choice are looked at before one of the second.
        let choices = [TuningChoice { values: 6, cost: 1 }, TuningChoice { values: 2, cost: 7 }];
        let tuned =
            tune(&settings(&choices), &goal, &sampling, Thoroughness::FromMildToStrong, games).unwrap();
        assert!(tuned.reached);
        assert_eq!(tuned.tried.last().unwrap().setting, vec![Some(3), None]);
        let over = Goal { seat: 0, share: 0.2, near: 0.01 };
        let tuned =
            tune(&settings(&choices), &over, &sampling, Thoroughness::FromMildToStrong, games).unwrap();
        assert_eq!((tuned.reached, tuned.tried.len()), (false, 1), "all choices move away from the goal");
        let beyond = Goal { seat: 0, share: 0.99, near: 0.005 };
        let small = [TuningChoice { values: 6, cost: 1 }, TuningChoice { values: 1, cost: 1 }];
        let tuned =
            tune(&settings(&small), &beyond, &sampling, Thoroughness::FromMildToStrong, games).unwrap();
        let tried: Vec<&Setting> = tuned.tried.iter().map(|tried| &tried.setting).collect();
        assert_eq!(tried, [&vec![None, None], &vec![Some(5), Some(0)]], "the strongest falls short too");
        assert_eq!((tuned.reached, tuned.passed_over), (false, 12));
    }
}
