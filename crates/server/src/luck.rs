//! How much of a game the dice have decided: what each roll gave, weighed by everything that could have come of it.

use kit::{SetupError, any::Playable};
use serde::Serialize;

/// Weighs the rolls of a record.
pub type WeighLuck = fn(game: &dyn Playable, record: &str) -> Result<LuckData, SetupError>;

/// The luck of a game. What is good for the first side is bad for the other.
#[derive(Clone, PartialEq, Serialize, utoipa::ToSchema, Debug)]
pub struct LuckData {
    /// What all rolls gave the first side, in the points by which the game judges a position.
    pub luck: f64,
    /// Of a hundred games with the same decisions and every roll rolled again, so many had less luck for the first side.
    pub percentile: f64,
    /// By turn, in their order.
    pub turns: Vec<TurnLuck>,
    /// Every roll, in the order of the game.
    pub rolls: Vec<RollLuck>,
}

/// The luck of a turn.
#[derive(Clone, PartialEq, Serialize, utoipa::ToSchema, Debug)]
pub struct TurnLuck {
    /// The turn; 0 for the set-up.
    pub turn: u16,
    /// What the rolls after each side's decisions gave the first side, by seat.
    pub by_side: Vec<f64>,
}

/// A roll and what it was worth.
#[derive(Clone, PartialEq, Serialize, utoipa::ToSchema, Debug)]
pub struct RollLuck {
    /// The decision that it followed, from 1.
    pub step: u64,
    /// The turn.
    pub turn: u16,
    /// Who decided.
    pub seat: u8,
    /// What it gave the first side beyond what was to be expected.
    pub luck: f64,
    /// The chance that it came out so well for the first side, or better, in hundredths.
    pub as_good: f64,
    /// The chance that it came out so badly for the first side, or worse, in hundredths.
    pub as_bad: f64,
}
