//! The five kinds of weather (chapter WEA).

use std::fmt;

use kit::Cell;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kinds of `EAST-WEA-1`. Subarctic is a severe Snow: the charts give it all that Snow has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Weather {
    /// Good.
    #[serde(alias = "Good")]
    Good,
    /// Mud.
    #[serde(alias = "Mud")]
    Mud,
    /// Hard Frost.
    #[serde(alias = "Hard Frost")]
    HardFrost,
    /// Snow.
    #[serde(alias = "Snow")]
    Snow,
    /// Subarctic, north-east of the weather line; elsewhere it is Snow.
    #[serde(alias = "Subarctic")]
    Subarctic,
}

impl Weather {
    /// All of them, in the order of the charts.
    pub const ALL: [Self; 5] = [Self::Good, Self::Mud, Self::HardFrost, Self::Snow, Self::Subarctic];

    /// As the charts print it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Good => "Good",
            Self::Mud => "Mud",
            Self::HardFrost => "Hard Frost",
            Self::Snow => "Snow",
            Self::Subarctic => "Subarctic",
        }
    }
}

impl Cell for Weather {
    const EXPECTED: &'static str = "one of Good, Mud, Hard Frost, Snow, Subarctic";
    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|weather| weather.name() == text)
    }
}

impl fmt::Display for Weather {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
