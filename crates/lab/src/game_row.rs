//! What is kept of a game.

use serde::{Deserialize, Serialize};

/// A game that was watched to its end.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct GameRow {
    /// Its number in the run, from 0.
    pub game: u64,
    /// The seed of its dice.
    pub seed: u64,
    /// Who has won; nobody in a draw.
    pub winner: Option<u8>,
    /// By how much, in the game's points.
    pub margin: i32,
    /// How many decisions were made.
    pub decisions: u32,
    /// The hash of all decisions: games with the same number of decisions and the same hash went alike.
    pub hash: u64,
    /// Player-turn by player-turn.
    pub turns: Vec<TurnRow>,
    /// Every result that was read from a table.
    pub battles: Vec<BattleRow>,
    /// Every counter that left the map.
    pub losses: Vec<LossRow>,
    /// At how many ends of player-turns a side stood in a hex.
    pub stood: Vec<(u8, String, u32)>,
    /// How every turn ended beside history, where the game knows that.
    #[serde(default)]
    pub history: Vec<HistoryRow>,
    /// What the sides did without sense, where the game counts that.
    #[serde(default)]
    pub follies: Vec<FollyRow>,
}

/// How often a side did something foolish in a player-turn.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct FollyRow {
    /// The turn.
    pub turn: u16,
    /// Whose folly.
    pub seat: u8,
    /// What is counted.
    pub what: String,
    /// Among what.
    pub of: String,
    /// How often it happened.
    pub times: u32,
    /// Among how many cases.
    pub cases: u32,
}

/// A figure at the end of a turn beside that of history.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct HistoryRow {
    /// The turn.
    pub turn: u16,
    /// Whose.
    pub seat: u8,
    /// What is counted.
    pub what: String,
    /// In the game.
    pub here: i32,
    /// In history.
    pub history: i32,
}

/// How a game stood at the end of a player-turn.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct TurnRow {
    /// The turn as players count it; 0 is set-up.
    pub turn: u16,
    /// Who decided first in it.
    pub seat: u8,
    /// The points of each side.
    pub points: Vec<i32>,
    /// How the game stands for the first side by its own judgement, in hundredths of points.
    pub standing: i32,
    /// Counters of each side on the map.
    pub units: Vec<u16>,
}

/// A result that was read from a table.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct BattleRow {
    /// The battle in its game, from 0. Results of the same battle hang on the same dice.
    pub battle: u32,
    /// Which of its results, from 0.
    pub reading: u16,
    /// The turn.
    pub turn: u16,
    /// Who attacked.
    pub seat: u8,
    /// The attacked hex.
    pub hex: String,
    /// Who read it.
    pub who: String,
    /// The column.
    pub column: String,
    /// What it said.
    pub result: String,
    /// What it could have said with its weights, such as `AE 1, D 2`.
    pub chances: String,
    /// Attackers that left the map before the player-turn was over; told with the battle's first result.
    pub attackers_lost: u16,
    /// The same for this defender.
    pub defender_lost: u16,
}

/// A counter that left the map.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct LossRow {
    /// The turn.
    pub turn: u16,
    /// Whose.
    pub seat: u8,
    /// Its name.
    pub unit: String,
    /// The hex it was last seen in.
    pub hex: String,
    /// What became of it, in the game's words; where the game counts a turn in them, without it.
    pub fate: String,
    /// The last battle of the player-turn that it took part in.
    pub battle: Option<u32>,
}

impl GameRow {
    /// The result for the first side: 1 for a win, 0 for a loss, a half for a draw.
    pub const fn score(&self) -> f64 {
        score(self.winner)
    }
}

/// The same from the winner alone.
pub const fn score(winner: Option<u8>) -> f64 {
    match winner {
        Some(0) => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    }
}
