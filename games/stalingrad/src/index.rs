//! The die and its two readings.

use kit::{Cell, Dice, Die, Purpose};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// STAL-DIE-1: which of the two printed index columns the game uses; one choice for the whole game (STAL-R1).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema, Debug)]
pub enum DieIndex {
    /// 1 is best for the side that rolls.
    #[default]
    A,
    /// 6 is best for the side that rolls.
    B,
}

/// A row of a chart counted from the top: 1 is best and 6 worst for the side that rolls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IndexValue(pub u8);

impl IndexValue {
    /// The row at the bottom.
    pub const WORST: Self = Self(6);

    /// STAL-AIR-14: made worse by so many rows, not below the bottom one.
    #[must_use]
    pub fn worse_by(self, rows: u8) -> Self {
        Self((self.0 + rows).min(Self::WORST.0))
    }

    /// Its row in a chart, counted from 0.
    pub fn row(self) -> usize {
        usize::from(self.0) - 1
    }
}

/// The last row of those that do something: `1-4`, `automatic` for all, `never` for none.
impl Cell for IndexValue {
    const EXPECTED: &'static str = "index values such as 1-4, automatic or never";
    fn read(text: &str) -> Option<Self> {
        match text {
            "automatic" => Some(Self::WORST),
            "never" => Some(Self(0)),
            _ => text.strip_prefix("1-")?.parse().ok().map(Self),
        }
    }
}

impl DieIndex {
    /// STAL-DIE-2: every number of the rules is an index value; index B mirrors the die.
    pub const fn read(self, face: u16) -> IndexValue {
        IndexValue(match self {
            Self::A => face as u8,
            Self::B => IndexValue::WORST.0 + 1 - face as u8,
        })
    }

    /// Rolls a die and reads it.
    pub fn roll<D: Dice>(self, dice: &mut D, purpose: Purpose) -> IndexValue {
        self.read(dice.roll(Die::D6, purpose))
    }
}
