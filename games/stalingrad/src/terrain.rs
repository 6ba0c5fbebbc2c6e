//! What a hex is made of.

use kit::{ContentError, Sheet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::charts;

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

    fn nature(self) -> Nature {
        charts().natures[self as usize]
    }

    /// Urban, strongpoint, slope or summit.
    pub fn is_city(self) -> bool {
        self.nature().city
    }

    /// Urban or printed strongpoint.
    pub fn is_stalingrad(self) -> bool {
        self.nature().stalingrad
    }

    /// All-open ground.
    pub fn is_open(self) -> bool {
        self.nature().open
    }

    /// Whether Russian infantry is doubled and never retreats here (STAL-TER-7).
    pub fn is_strong(self) -> bool {
        self.nature().doubles
    }

    /// West-bank ground, on which units fight (STAL-TER-5).
    pub fn is_land(self) -> bool {
        self.nature().air_column.is_some()
    }

    /// Its column of the older air attack chart (STAL-OPA-1); none for hexes that are not attacked.
    pub fn air_column(self) -> Option<usize> {
        self.nature().air_column.map(usize::from)
    }
}

/// What a kind of terrain means, from the chart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nature {
    city: bool,
    stalingrad: bool,
    open: bool,
    doubles: bool,
    air_column: Option<u8>,
}

/// The heads of the older air attack chart for ground targets, in its order.
pub(crate) const AIR_ATTACK_HEADS: [&str; 3] =
    ["Russian in Clear", "Russian in Urban or Mam Kur Slope", "Russian in Strongpoint or MamKurSum"];

impl Nature {
    pub(crate) fn read(sheet: &Sheet, terrain: Terrain) -> Result<Self, ContentError> {
        let row = sheet.row(terrain.name())?;
        let column = |printed: &str| match AIR_ATTACK_HEADS.iter().position(|head| *head == printed) {
            None if printed != "-" => None,
            place => Some(place.map(|place| place as u8)),
        };
        Ok(Self {
            city: sheet.read(row, "city")?,
            stalingrad: sheet.read(row, "Stalingrad")?,
            open: sheet.read(row, "open")?,
            doubles: sheet.read(row, "doubles")?,
            air_column: sheet.read_with(row, "air attack", "a column of the air attacks or -", column)?,
        })
    }
}
