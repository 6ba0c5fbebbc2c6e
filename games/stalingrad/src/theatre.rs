//! What is fixed for a scenario, made once: its map as tables for the rules, who takes part, how long it lasts.

mod load;

use std::{fmt, sync::Arc};

use kit::{
    map::{Directions, HexId, HexMap},
    tactics::WeightSets,
};

pub(crate) use load::Parts;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    hexes::Hex,
    map::{Hexes, Neighbours},
    tactics::weights::Weights,
    terrain::Terrain,
    units::{UNITS, UnitId, Units},
};

/// How many snipers the game has, the Russian ones first.
pub const SNIPERS: usize = 6;

/// Which battle is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scenario {
    /// The whole city, 13 turns.
    Historical,
    /// The learning scenario "Red October", 4 turns.
    RedOctober,
}

impl Scenario {
    /// Both, in the order in which they are offered.
    pub const ALL: [Self; 2] = [Self::Historical, Self::RedOctober];

    /// As typed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Historical => "historical",
            Self::RedOctober => "red-october",
        }
    }
}

/// Where a unit begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// On the map.
    Hex(HexId),
    /// It comes in this turn: Russians to the east bank, Germans to the western edge.
    Turn(u8),
    /// It takes no part.
    Absent,
}

/// What a turn of the calendar brings.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Turn {
    /// Its dates.
    pub dates: String,
    /// How many lost panzer units come back (STAL-REP-8).
    pub panzer_replacements: u8,
    /// Whether ice drifts on the Volga (STAL-VOL-9), the only weather there is (STAL-TER-1).
    pub freezing: bool,
}

/// A scenario: its map as the rules read it, and who takes part.
pub struct Theatre {
    /// Which one.
    pub scenario: Scenario,
    /// The map.
    pub map: Arc<HexMap>,
    /// The turns in their order.
    pub turns: Vec<Turn>,
    /// The neighbours of sets of hexes, water and east bank among them.
    pub neighbours: Neighbours,
    /// West-bank ground, on which units stand.
    pub land: Hexes,
    /// All-open ground (STAL-TER-8).
    pub open: Hexes,
    /// Urban, strongpoint, slope or summit.
    pub city: Hexes,
    /// Urban or printed strongpoint: hexes that both sides can share (STAL-STK-2).
    pub stalingrad: Hexes,
    /// Urban and no strongpoint.
    pub urban: Hexes,
    /// Where Russian infantry is doubled and never retreats (STAL-TER-7).
    pub strong: Hexes,
    /// West-bank hexes on the Volga.
    pub shore: Hexes,
    /// The western edge: where Germans enter and are supplied from.
    pub western_edge: Hexes,
    /// Beyond the Volga, where the guns can stand.
    pub east_bank: Hexes,
    /// The summit of Mamaev Kurgan.
    pub summit: HexId,
    /// The hexes of the tractor factory; none where it plays no part.
    pub factory: Hexes,
    /// What the German must hold (STAL-VIC-1).
    pub objectives: Hexes,
    /// Whether the headquarters must be out of the city as well (STAL-VIC-1, STAL-R68).
    pub headquarters_matters: bool,
    /// For each hex the land hexes beside it.
    near: Vec<Hexes>,
    /// For each hex the hexes at least two columns west of it, as far as all columns there are land.
    rear: Vec<Hexes>,
    /// For each hex the sides with a balka.
    balkas: Vec<Directions>,
    terrain: Vec<Terrain>,
    names: Vec<String>,
    hexes: Vec<Hex>,
    /// Everybody who takes part.
    pub units: Units,
    /// Where each unit begins.
    pub starts: [Start; UNITS],
    /// Where the guns begin.
    pub guns: HexId,
    /// The names of the Fliegerkorps.
    pub fliegerkorps: Vec<String>,
    /// Whether the Russian air unit takes part.
    pub russian_air: bool,
    /// On how many turns there can be mass bombing.
    pub bombing_turns: u8,
    /// The number of each sniper who takes part.
    pub snipers: [Option<u8>; SNIPERS],
    /// The headquarters of 62nd Army.
    pub headquarters: UnitId,
    /// What programs weigh things by.
    pub(crate) weights: WeightSets<Weights>,
}

impl Theatre {
    /// The last turn.
    pub fn last_turn(&self) -> u8 {
        self.turns.len() as u8
    }

    /// A turn of the calendar.
    pub fn turn(&self, turn: u8) -> &Turn {
        &self.turns[usize::from(turn) - 1]
    }

    /// The land hexes beside a hex.
    #[inline]
    pub fn near(&self, hex: HexId) -> Hexes {
        self.near[hex.index()]
    }

    /// The hexes that have a way over land to the western edge which never comes near a hex or any hex east of it.
    #[inline]
    pub fn rear(&self, hex: HexId) -> Hexes {
        self.rear[hex.index()]
    }

    /// Every land hex beside one of these.
    #[inline]
    pub fn beside(&self, hexes: Hexes) -> Hexes {
        self.neighbours.of(hexes) & self.land
    }

    /// The sides of a hex with a balka.
    #[inline]
    pub fn balkas(&self, hex: HexId) -> Directions {
        self.balkas[hex.index()]
    }

    /// Whether a balka runs between two neighbours (STAL-TER-10).
    pub fn is_balka(&self, one: HexId, other: HexId) -> bool {
        self.map.direction(one, other).is_some_and(|way| self.balkas(one).contains(way))
    }

    /// STAL-TER-9: both hexes open and no balka between them. A side of a hex with any urban or Mamaev ground is not open
    /// (STAL-TER-11).
    pub fn is_open_side(&self, one: HexId, other: HexId) -> bool {
        self.open.contains(one) && self.open.contains(other) && !self.is_balka(one, other)
    }

    /// What a hex is made of.
    pub fn terrain(&self, hex: HexId) -> Terrain {
        self.terrain[hex.index()]
    }

    /// The printed number of a hex.
    pub fn name(&self, hex: HexId) -> &str {
        &self.names[hex.index()]
    }

    /// A hex as the combat chapters know it.
    pub fn hex(&self, hex: HexId) -> Hex {
        self.hexes[hex.index()]
    }

    /// A hex of the combat chapters on this map.
    pub fn id(&self, hex: Hex) -> Option<HexId> {
        self.map.id(hex.0)
    }

    /// The land hexes within so many hexes of another.
    pub fn within(&self, hex: HexId, hexes: u8) -> Hexes {
        (0..hexes).fold(Hexes::of(hex), |all, _| all | self.neighbours.of(all))
    }
}

impl fmt::Debug for Theatre {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Theatre").field("scenario", &self.scenario).finish_non_exhaustive()
    }
}
