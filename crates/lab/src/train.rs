//! Better weights by self-play: simultaneous perturbation (SPSA, after Spall) over pairs of games.
//!
//! In each round all weights are shaken at once, each up or down by lot; who plays with the shaken weights meets who plays
//! with the opposite ones, with the same dice and changed sides; and all weights move a little towards the winner. Two
//! players in every round are enough, however many weights there are.
#![expect(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "statistics, not rules")]

use std::{collections::BTreeMap, fs, io, ops::Range, path::Path};

use kit::{
    ContentError,
    patch::Patch,
    random_play::RandomPlayer,
    tactics::{MOST_WEIGHT, TacticalWeight},
};
use serde::{Deserialize, Serialize};

use crate::folder::{LabError, replace};

/// Spall's exponents: how fast the steps and the shaking shrink.
const STEPS_SHRINK: f64 = 0.602;
const SHAKING_SHRINKS: f64 = 0.101;

/// Rounds by which the first steps are held back.
const PATIENCE: f64 = 20.0;

/// A weight near zero is shaken as if it were so great.
const LEAST_SCALE: f64 = 10.0;

/// The scale of a weight in the numbers that are kept.
const ONE: f64 = 1_000_000.0;

/// Seeds between those of the search and those of the confirmation.
const FRESH: u64 = 1 << 40;

/// What a training depends on; a folder with another one is refused.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct TrainingPlan {
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// House options.
    pub options: BTreeMap<String, String>,
    /// Who learns.
    pub player: String,
    /// The seed of the first round.
    pub seed: u64,
    /// Pairs of games in a round.
    pub pairs: u64,
    /// How far a weight is shaken, in hundredths of itself.
    pub reach: u32,
    /// How far it moves.
    pub step: u32,
    /// The weights that may move, each as section, name and the value before.
    pub start: Vec<(String, String, i64)>,
}

/// A training under way.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Training {
    /// What it depends on.
    pub course: TrainingPlan,
    /// Rounds that were played.
    pub rounds: u64,
    /// The weights in millionths of their scales: whole numbers are the same after they were written and read.
    values: Vec<i64>,
}

impl TrainingPlan {
    /// All weights whose section or name is among these; all of them if nothing is named.
    pub fn chosen(weights: Vec<TacticalWeight>, names: &[String]) -> Vec<(String, String, i64)> {
        let full = |weight: &TacticalWeight| format!("{}.{}", weight.section, weight.key);
        let wanted = |weight: &TacticalWeight| {
            names.is_empty() || names.iter().any(|name| *name == weight.section || *name == full(weight))
        };
        let found = weights.into_iter().filter(wanted);
        found.map(|weight| (weight.section, weight.key, weight.value)).collect()
    }
}

impl Training {
    const FILE: &'static str = "train.json";

    /// A training of which nothing was played.
    pub fn new(course: TrainingPlan) -> Self {
        let values =
            course.start.iter().map(|(.., value)| (*value as f64 / scale(*value) * ONE) as i64).collect();
        Self { course, rounds: 0, values }
    }

    /// Goes on with what a folder holds, or begins.
    pub fn open(folder: &Path, course: TrainingPlan) -> Result<Self, LabError> {
        let file = folder.join(Self::FILE);
        fs::create_dir_all(folder).map_err(|error| LabError::File(folder.to_owned(), error))?;
        match fs::read(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::new(course)),
            Err(error) => Err(LabError::File(file, error)),
            Ok(text) => {
                let known: Self = serde_json::from_slice(&text)
                    .map_err(|error| LabError::Content(file.clone(), error.to_string()))?;
                if known.course != course {
                    let words = format!("{} holds another training: name another folder", folder.display());
                    return Err(LabError::Folder(words));
                }
                Ok(known)
            }
        }
    }

    /// Writes down how far it is.
    pub fn save(&self, folder: &Path) -> Result<(), LabError> {
        let text = serde_json::to_string_pretty(self).expect("a training is plain");
        replace(&folder.join(Self::FILE), |file| fs::write(file, text + "\n"))
    }

    /// Plays one more round. `play` is given the weights of two players and the seeds of their pairs, and says what the
    /// first scored a pair.
    pub fn round<E>(
        &mut self,
        mut play: impl FnMut([Vec<i64>; 2], Range<u64>) -> Result<f64, E>,
    ) -> Result<(), E> {
        let TrainingPlan { seed, pairs, .. } = self.course;
        let [reach, step] = [self.course.reach, self.course.step].map(|share| f64::from(share) / 100.0);
        let round = self.rounds as f64 + 1.0;
        let mut lot = RandomPlayer::seeded(seed ^ (self.rounds << 24));
        let ways: Vec<f64> = self.values.iter().map(|_| if lot.pick(2) == 0 { 1.0 } else { -1.0 }).collect();
        let shaken = reach / round.powf(SHAKING_SHRINKS);
        let [up, down] = [shaken, -shaken].map(|by| self.at(|place| ways[place] * by));
        let first = seed.wrapping_add(self.rounds * pairs);
        let score = play([up, down], first..first.wrapping_add(pairs))? * 2.0 - 1.0;
        let moved = step / (round + PATIENCE).powf(STEPS_SHRINK) * score / (2.0 * shaken);
        for (value, way) in self.values.iter_mut().zip(ways) {
            *value = (*value + (moved * way * ONE).round() as i64).max(0);
        }
        self.rounds += 1;
        Ok(())
    }

    /// The seeds of the confirmation, which no round has seen.
    pub fn fresh_seeds(&self, pairs: u64) -> Range<u64> {
        let first = self.course.seed.wrapping_add(FRESH);
        first..first.wrapping_add(pairs)
    }

    /// The weights as they are now.
    pub fn weights(&self) -> Vec<i64> {
        self.at(|_| 0.0)
    }

    fn at(&self, shaken: impl Fn(usize) -> f64) -> Vec<i64> {
        let start = self.course.start.iter();
        let value = |(place, (.., before)): (usize, &(String, String, i64))| {
            let value = (self.values[place] as f64 / ONE + shaken(place)) * scale(*before);
            (value.round() as i64).clamp(0, MOST_WEIGHT)
        };
        start.enumerate().map(value).collect()
    }

    /// The patch of the file `name` that gives a player these weights; those that are as before are left out.
    pub fn patch(&self, name: &str, weights: &[i64]) -> Patch {
        let moved = self.course.start.iter().zip(weights).filter(|((.., before), now)| before != *now);
        let changes = moved.map(|((section, key, _), now)| {
            let [table, row, column] = [name, section, key].map(str::to_owned);
            ([table, row, column, now.to_string()], ContentError::at("trained weights", "", 0, ""))
        });
        Patch::of(&self.course.game, changes.collect())
    }
}

/// What counts as the whole of a weight.
fn scale(value: i64) -> f64 {
    (value as f64).max(LEAST_SCALE)
}
