//! What a coach says about a game that was played: data for whoever shows it. The judging itself is done by players that
//! are programs.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};

use serde::Serialize;

use crate::Seat;

/// How much a coach may think about a game.
#[derive(Clone, Copy, Debug)]
pub struct CoachBudget {
    /// Lines of play in all, about: a game with many decisions gets at least a few for each.
    pub lines: u32,
    /// Time after which he says what he has found so far. Without a limit the same lines give the same answer.
    pub time: Option<Duration>,
    /// Threads that play them; the answer does not depend on it.
    pub threads: usize,
}

/// How far a coach is, and the way to stop him.
#[derive(Default, Debug)]
pub struct CoachProgress {
    /// Tells him to stop and to say what he has found so far.
    pub stop: AtomicBool,
    done: AtomicU64,
    planned: AtomicU64,
}

impl CoachProgress {
    /// Lines of play so far, and how many there will be, as far as he knows.
    pub fn progress(&self) -> [u64; 2] {
        let done = self.done.load(Ordering::Relaxed);
        [done, self.planned.load(Ordering::Relaxed).max(done)]
    }

    /// So many lines more were played.
    pub fn add(&self, lines: u64) {
        self.done.fetch_add(lines, Ordering::Relaxed);
    }

    /// So many lines will have been played in the end.
    pub fn plan(&self, lines: u64) {
        self.planned.store(lines, Ordering::Relaxed);
    }
}

/// What a coach found in a game.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Coaching {
    /// How he judges and how far that can be trusted, in sentences.
    pub judge: Vec<String>,
    /// Lines of play that he played forward.
    pub lines: u64,
    /// Whether he was stopped, or ran out of time, before he had weighed everything.
    pub stopped: bool,
    /// What he says to each side.
    pub sides: Vec<CoachedSide>,
}

/// What a coach says to one side.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CoachedSide {
    /// The side.
    pub seat: Seat,
    /// Its name.
    pub name: String,
    /// Decisions between alternatives that it made.
    pub decisions: usize,
    /// Those in which the coach would have done the same.
    pub agreed: usize,
    /// The decisions that cost it most, the worst first; five at the most, and none that may as well have been luck.
    pub costly: Vec<JudgedDecision>,
    /// The decision that it can be proudest of.
    pub best: Option<JudgedDecision>,
}

/// A decision, what could have been done instead, and the difference that it made before any die was cast.
#[derive(Clone, PartialEq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct JudgedDecision {
    /// How many decisions had been made before it: the position in which it was made.
    pub position: usize,
    /// Turn and phase.
    pub moment: String,
    /// What was done, in the game's notation.
    pub done: Vec<String>,
    /// What else could have been done.
    pub instead: Vec<String>,
    /// What was done is better by so many points than what could have been done instead; a mistake is below zero.
    pub gain: f64,
    /// The standard error of that.
    pub error: f64,
    /// The shares of games won after what was done and after the other, in hundredths; none where the lines of play
    /// hardly ever reach the end of the game.
    pub wins: Option<[f64; 2]>,
    /// Pairs of lines of play that the difference was measured over.
    pub pairs: u64,
    /// How sure the coach is, in words.
    pub sure: &'static str,
    /// The exact odds of what was done, where dice followed.
    pub odds: Vec<String>,
    /// The exact odds of what could have been done.
    pub odds_instead: Vec<String>,
    /// What the coach had in mind, in the words of a program that explains its plan.
    pub why: Vec<String>,
}
