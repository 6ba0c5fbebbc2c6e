//! The kinds of ground, places, countries and hexsides of the map (chapter TER).

use kit::Cell;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The class of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Underlined on the map.
    #[serde(alias = "victory city")]
    VictoryCity,
    /// A block.
    #[serde(alias = "major city")]
    MajorCity,
    /// A dot.
    #[serde(alias = "dot city")]
    DotCity,
    /// A small circle.
    Town,
}

impl Class {
    /// All of them, greatest first.
    pub const ALL: [Self; 4] = [Self::VictoryCity, Self::MajorCity, Self::DotCity, Self::Town];

    /// As the tables print it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::VictoryCity => "victory city",
            Self::MajorCity => "major city",
            Self::DotCity => "dot city",
            Self::Town => "town",
        }
    }
}

impl Cell for Class {
    const EXPECTED: &'static str = "victory city, major city, dot city or town";
    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.name() == text)
    }
}

/// The one ground a hex has (`EAST-TER-26`).
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// Nothing special.
    #[default]
    Clear,
    /// Swamp.
    Swamp,
    /// Hills.
    Hills,
    /// Mountains.
    Mountain,
}

/// Countries of June 1941.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Country {
    /// The Soviet Union.
    #[default]
    #[serde(alias = "USSR")]
    Ussr,
    /// Germany with occupied Poland.
    #[serde(alias = "Germany")]
    Germany,
    /// Finland.
    #[serde(alias = "Finland")]
    Finland,
    /// Romania.
    #[serde(alias = "Romania")]
    Romania,
    /// Hungary.
    #[serde(alias = "Hungary")]
    Hungary,
}

impl Country {
    /// As people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ussr => "USSR",
            Self::Germany => "Germany",
            Self::Finland => "Finland",
            Self::Romania => "Romania",
            Self::Hungary => "Hungary",
        }
    }
}

/// What lies on a hexside.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Hexside {
    /// Nothing that matters.
    #[default]
    Plain,
    /// A river.
    River,
    /// A lake.
    Lake,
    /// The Kerch Strait.
    Kerch,
    /// The sea.
    Sea,
}
