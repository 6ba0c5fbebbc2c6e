//! Terrain, hexsides and what they cost.

use std::fmt;

use kit::Cell;
use schemars::JsonSchema;
use serde::Deserialize;

/// The terrain of a hex (LINE-X-MAP-5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Terrain {
    /// Open ground.
    #[default]
    Clear,
    /// Broken ground.
    Rough,
    /// Trees.
    Wood,
    /// Soft ground.
    Marsh,
    /// A fortified camp.
    Camp,
    /// River or sea: nobody enters.
    Water,
}

impl Terrain {
    /// In the order of Table 2.
    pub const ALL: [Self; 6] = [Self::Clear, Self::Rough, Self::Wood, Self::Marsh, Self::Camp, Self::Water];
}

impl Cell for Terrain {
    const EXPECTED: &'static str = "clear, rough, wood, marsh, camp or water";
    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|terrain| terrain.to_string() == text)
    }
}

impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["clear", "rough", "wood", "marsh", "camp", "water"][*self as usize])
    }
}

/// What runs along a hexside (LINE-X-MAP-5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Hexside {
    /// Nothing.
    #[default]
    Open,
    /// A stream.
    Stream,
    /// A ford in a river.
    Ford,
    /// A river: no step and no attack across it.
    River,
}

impl Hexside {
    /// Stream or ford: passable water.
    pub const fn is_shallow(self) -> bool {
        matches!(self, Self::Stream | Self::Ford)
    }
}
