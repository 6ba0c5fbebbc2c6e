//! What is fixed for a scenario, made once: its map as tables for the rules, who takes part, how long it lasts.

mod load;

pub use load::Reader;

use std::{fmt, sync::Arc};

use kit::{
    Directions, HexMap, Manner, Table,
    map::{Network, PerHex, SideFeature, ZoneGroup},
    tactics::WeightSets,
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{limits::Limits, prelude::*};

kit::spelled! {
    /// Which battle is played, as typed.
    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Scenario {
        /// The whole Rzhev salient, 11 turns.
        Historical = "historical",
        /// The learning scenario "Vazuza bridgehead", 4 turns.
        Vazuza = "vazuza",
    }
}

/// Whether German zones of control reach outward over the line (MARS-R9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum GermanZones {
    /// As published.
    #[default]
    Inward,
    /// By the house option `zoc_outward`.
    Outward,
}

/// A city or town.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Town {
    pub name: String,
    pub hex: HexId,
    pub is_city: bool,
    /// Rzhev, Gzhatsk, or what stands for them.
    pub is_stronghold: bool,
    /// Whose it was at the start.
    pub initially: Side,
}

/// A German defence zone (MARS-TER-4).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DefenceZone {
    pub name: String,
    pub hexes: Hexes,
}

/// Hexes that are joined to each hex: by a road, by being in one zone.
#[derive(Clone, Debug)]
pub struct Joined {
    to: Box<[Hexes]>,
    /// Hexes that are joined to any.
    hexes: Hexes,
}

impl Joined {
    pub(crate) fn new(map: &HexMap, to: impl Fn(HexId) -> Hexes) -> Self {
        let to: Box<[Hexes]> = map.hexes().map(to).collect();
        Self { hexes: map.hexes().filter(|hex| !to[hex.index()].is_empty()).collect(), to }
    }

    /// The hexes that are joined to a hex.
    pub fn at(&self, hex: HexId) -> Hexes {
        self.to[hex.index()]
    }

    /// The hexes that are joined to an area.
    #[inline]
    pub fn of(&self, area: Hexes) -> Hexes {
        (area & self.hexes).iter().fold(Hexes::EMPTY, |all, hex| all | self.to[hex.index()])
    }
}

/// What is fixed for a scenario.
pub struct Theatre {
    pub scenario: Scenario,
    /// The house option on German zones of control.
    pub german_zones: GermanZones,
    pub title: String,
    pub map: Arc<HexMap>,
    pub charts: Arc<Charts>,
    /// The numbers of the rules.
    pub limits: Limits,
    /// Game-turns (MARS-GEN-2).
    pub turns: u8,
    /// How programs play each [`Side`] unless told otherwise.
    pub temperaments: [Manner; 2],
    /// Who takes part.
    pub units: Units,
    /// Where everybody begins by default.
    pub deployment: [Location; UNITS],
    /// The hexes that each [`Side`] held at the start.
    pub initially: [Hexes; 2],
    /// The friendly edge of each [`Side`] (MARS-SUP-4).
    pub edge: [Hexes; 2],
    /// Where German divisions arrive and leave (MARS-REI-4, MARS-VIC-11).
    pub southern_edge: Hexes,
    /// Where Kampfgruppen and cavalry begin (MARS-SET-4).
    pub reserves: Hexes,
    /// Where Russian units may begin only in limited numbers (MARS-SET-7).
    pub kalinin_front: Hexes,
    /// The frontline (MARS-TER-4).
    pub line: SideFeature,
    /// The rivers (MARS-TER-2).
    pub rivers: SideFeature,
    /// The forests, which matter only by a house option (MARS-TER-1).
    pub forest: Hexes,
    /// The printed number of every hex.
    pub numbers: Vec<String>,
    pub roads: Network,
    /// The defence zones (MARS-TER-4).
    pub zones: Vec<DefenceZone>,
    /// All their hexes.
    pub zone_hexes: Hexes,
    /// The initially Russian hexes on the line (MARS-TER-12).
    pub far_side: Hexes,
    /// For each zone hex, itself and the adjacent hexes of the same zone (MARS-R14).
    pub zone_near: Joined,
    /// The cities and towns in the order of the map.
    pub towns: Vec<Town>,
    /// How each of them draws those who want to take it, hex by hex.
    pub(crate) pull_of_towns: WeightSets<Vec<[i16; MOST_HEXES]>>,
    pub neighbours: Neighbours,
    pub roads_from: Joined,
    /// Where roads and rails lead, mixed freely (MARS-SUP-3).
    pub links_from: Joined,
    zone_group: ZoneGroup,
    town_bits: PerHex<u32, 6>,
    withdrawal: Table<u8>,
    withdrawal_delay: [u8; 2],
}

impl Theatre {
    #[inline]
    pub fn roster(&self) -> &Roster {
        &self.charts.roster
    }

    /// The defence zone of a hex, by its place in the list.
    #[inline]
    pub fn zone_at(&self, hex: HexId) -> Option<usize> {
        self.zone_group.index_at(hex)
    }

    /// Where one comes from an area by one step, a side's own land being left over the line only into `gates`: that is
    /// the way in for the Russian, the way out for the German.
    #[inline]
    pub fn steps(&self, side: Side, from: Hexes, gates: Hexes) -> Hexes {
        self.leaving(side, from, gates, |area| self.neighbours.of(area))
    }

    /// The same along roads.
    #[inline]
    pub fn road_steps(&self, side: Side, from: Hexes, gates: Hexes) -> Hexes {
        self.leaving(side, from, gates, |area| self.roads_from.of(area))
    }

    #[inline]
    fn leaving(&self, side: Side, from: Hexes, gates: Hexes, steps: impl Fn(Hexes) -> Hexes) -> Hexes {
        let own = self.initially[side as usize];
        let (at_home, abroad) = (from & own, from - own);
        let mut reached = Hexes::EMPTY;
        if !at_home.is_empty() {
            reached = steps(at_home) & (own | gates);
        }
        if !abroad.is_empty() {
            reached |= steps(abroad);
        }
        reached
    }

    /// The other way round: a side's own land is entered over the line only from `passable` hexes.
    #[inline]
    pub(crate) fn entering(
        &self,
        side: Side,
        from: Hexes,
        passable: Hexes,
        steps: impl Fn(Hexes) -> Hexes,
    ) -> Hexes {
        let own = self.initially[side as usize];
        let (anywhere, abroad) = (from & (own | passable), from - own - passable);
        let mut reached = Hexes::EMPTY;
        if !anywhere.is_empty() {
            reached = steps(anywhere);
        }
        if !abroad.is_empty() {
            reached |= steps(abroad) - own;
        }
        reached
    }

    /// The hexes that units of `side` in an area control (MARS-ZOC-1, MARS-ZOC-2, MARS-R9): where the frontline rules
    /// could ever let them go. No Russian's zone reaches inward over the line, no German's outward, but for the house
    /// option.
    #[inline]
    pub fn controlled_from(&self, side: Side, area: Hexes) -> Hexes {
        match (side, self.german_zones) {
            (Side::German, GermanZones::Outward) => self.neighbours.of(area),
            _ => self.steps(side, area, Hexes::EMPTY),
        }
    }

    /// The directions from which a unit of `side` next to a hex would exert its zone of control into it.
    #[inline]
    pub const fn exerted_into(&self, side: Side, hex: HexId) -> Directions {
        // Whoever comes in over the line from there would leave by it the other way.
        let closed = match (side, self.german_zones) {
            (Side::Russian, _) => self.line.outward(hex),
            (Side::German, GermanZones::Inward) => self.line.inward(hex),
            (Side::German, GermanZones::Outward) => Directions::NONE,
        };
        Directions::from_bits(!closed.bits())
    }

    /// The city or town in a hex, by its place in the list.
    pub fn town_at(&self, hex: HexId) -> Option<usize> {
        let bits = self.town_bits[hex];
        (bits != 0).then(|| bits.trailing_zeros() as usize)
    }

    pub fn dates(&self, turn: u8) -> &str {
        self.charts.calendar.get(usize::from(turn).wrapping_sub(1)).map_or("", |turn| &turn.days)
    }

    /// The printed number of a hex.
    pub fn name(&self, hex: HexId) -> &str {
        &self.numbers[hex.index()]
    }

    /// The towns of a hex as bits, one for each of the list.
    #[inline]
    pub(crate) fn town_bit(&self, hex: HexId) -> u32 {
        self.town_bits[hex]
    }

    /// What the German gains by a panzer unit that has left for good on a turn (MARS-VIC-9, MARS-VIC-10).
    pub fn withdrawal_points(&self, unit: UnitId, turn: u8, was_brought_in: bool) -> i32 {
        // MARS-VIC-12, MARS-R32: a division that fought counts as leaving later.
        let counted = turn + self.withdrawal_delay[usize::from(was_brought_in)];
        let column = usize::from(self.roster()[unit].size == Size::Kampfgruppe);
        (*self.withdrawal.look_up(counted.into(), column)).into()
    }
}

impl fmt::Debug for Theatre {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Theatre").field(&self.scenario).field(&self.german_zones).finish()
    }
}
