//! What a hex is made of.

use kit::Cell;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The terrain of a hex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Terrain {
    /// Clear ground, with or without the Tartar Wall.
    Open,
    /// Built-up Stalingrad.
    Urban,
    /// One of the printed strongpoints.
    Strongpoint,
    /// A slope of Mamaev Kurgan.
    Slope,
    /// The summit of Mamaev Kurgan.
    Summit,
    /// The Volga.
    Water,
    /// Beyond the Volga.
    EastBank,
}

impl Terrain {
    /// All kinds in the order of the chart.
    pub const ALL: [Self; 7] =
        [Self::Open, Self::Urban, Self::Strongpoint, Self::Slope, Self::Summit, Self::Water, Self::EastBank];

    /// Its name in the charts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Urban => "urban",
            Self::Strongpoint => "strongpoint",
            Self::Slope => "slope",
            Self::Summit => "summit",
            Self::Water => "water",
            Self::EastBank => "east bank",
        }
    }
}

kit::cells! {
    /// What a kind of terrain means, a row of its chart.
    #[derive(Clone, Copy, Debug)]
    pub struct Nature {
        /// Urban, strongpoint, slope or summit.
        pub is_city: bool = "city",
        /// Urban or printed strongpoint.
        pub is_stalingrad: bool = "Stalingrad",
        /// All-open ground.
        pub is_open: bool = "open",
        /// Whether Russian infantry is doubled and never retreats here (STAL-TER-7).
        pub is_strong: bool = "doubles",
        air_attack: AirColumn = "air attack",
    }
}

impl Nature {
    /// West-bank ground, on which units fight (STAL-TER-5).
    pub const fn is_land(&self) -> bool {
        self.air_column().is_some()
    }

    /// Its column of the older air attack chart (STAL-OPA-1); none for hexes that are not attacked.
    pub const fn air_column(&self) -> Option<usize> {
        self.air_attack.0
    }
}

/// The heads of the older air attack chart for ground targets, in its order.
pub(crate) const AIR_ATTACK_HEADS: [&str; 3] =
    ["Russian in Clear", "Russian in Urban or Mam Kur Slope", "Russian in Strongpoint or MamKurSum"];

/// A column of the older air attack chart, or a dash.
#[derive(Clone, Copy, Debug)]
struct AirColumn(Option<usize>);

impl Cell for AirColumn {
    const EXPECTED: &'static str = "a column of the air attacks or -";
    fn read(text: &str) -> Option<Self> {
        match AIR_ATTACK_HEADS.iter().position(|head| *head == text) {
            None if text != "-" => None,
            column => Some(Self(column)),
        }
    }
}
