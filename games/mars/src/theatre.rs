//! What is fixed for a scenario, made once: its map as tables for the rules, who takes part, how long it lasts.

mod load;

use std::{fmt, sync::LazyLock};

use kit::map::{Directions, HexId, HexMap, SideFeature};

use crate::{
    area::{Area, MOST_HEXES, Steps},
    field::Location,
    limits::Limits,
    roster::{Roster, Size, UNITS, UnitId, Units},
    units::Side,
};

/// Which battle is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scenario {
    /// The whole Rzhev salient, 11 turns.
    Historical,
    /// The learning scenario "Vazuza bridgehead", 4 turns.
    Vazuza,
}

impl Scenario {
    /// Both, in the order in which they are offered.
    pub const ALL: [Self; 2] = [Self::Historical, Self::Vazuza];

    /// As typed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Historical => "historical",
            Self::Vazuza => "vazuza",
        }
    }
}

/// Whether German zones of control reach outward over the line (MARS-R9).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum GermanZones {
    /// As published.
    #[default]
    Inward,
    /// By the house option `zoc_outward`.
    Outward,
}

/// A city or town.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Town {
    /// Its name.
    pub name: &'static str,
    /// Where it is.
    pub hex: HexId,
    /// Whether it is a city.
    pub is_city: bool,
    /// Rzhev, Gzhatsk, or what stands for them.
    pub is_stronghold: bool,
    /// Whose it was at the start.
    pub initially: Side,
}

/// A German defence zone (MARS-TER-4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DefenceZone {
    /// Its name.
    pub name: &'static str,
    /// Its hexes.
    pub hexes: Area,
}

/// Kinds of steps, for whole areas at once.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    /// Every step but those that `over_line` names.
    pub free: Steps,
    /// Along road links, but for those of `road_over_line`.
    pub road: Steps,
    /// Along road and rail links, mixed freely (MARS-SUP-3), but for those of `link_over_line`.
    pub link: Steps,
    /// Steps over the line in the direction that is not always free to the side.
    pub over_line: Steps,
    /// The same along roads.
    pub road_over_line: Steps,
    /// The same along roads and rails.
    pub link_over_line: Steps,
}

const NO_ZONE: u8 = u8::MAX;

/// Beyond this turn a withdrawal counts as on it.
const MOST_COUNTED_TURNS: usize = 16;

/// What is fixed for a scenario.
pub struct Theatre {
    /// Which one.
    pub scenario: Scenario,
    /// The house option on German zones of control.
    pub german_zones: GermanZones,
    /// Its title.
    pub title: String,
    /// The map.
    pub map: &'static HexMap,
    /// The units.
    pub roster: &'static Roster,
    /// The numbers of the rules.
    pub limits: Limits,
    /// Game-turns (MARS-GEN-2).
    pub turns: u8,
    /// Who takes part.
    pub units: Units,
    /// Where everybody begins by default.
    pub deployment: [Location; UNITS],
    /// The hexes that each [`Side`] held at the start.
    pub initially: [Area; 2],
    /// The friendly edge of each [`Side`] (MARS-SUP-4).
    pub edge: [Area; 2],
    /// Where German divisions arrive and leave (MARS-REI-4, MARS-VIC-11).
    pub southern_edge: Area,
    /// Where Kampfgruppen and cavalry begin (MARS-SET-4).
    pub reserves: Area,
    /// Where Russian units may begin only in limited numbers (MARS-SET-7).
    pub kalinin_front: Area,
    /// The frontline (MARS-TER-4).
    pub line: &'static SideFeature,
    /// The rivers (MARS-TER-2).
    pub rivers: &'static SideFeature,
    /// Road links by hex.
    pub roads: [Directions; MOST_HEXES],
    /// The defence zones (MARS-TER-4).
    pub zones: Vec<DefenceZone>,
    /// All their hexes.
    pub zone_hexes: Area,
    /// Steps between the hexes of one zone.
    pub within_zone: Steps,
    /// The cities and towns in the order of the map.
    pub towns: Vec<Town>,
    /// Every step.
    pub all: Steps,
    /// Steps of each [`Side`]: how it moves. What is left to `over_line` are Russian steps inward (MARS-MOV-10) and
    /// German steps outward (MARS-MOV-11).
    pub ways: [Ways; 2],
    /// Steps of each [`Side`] from source to unit, against the direction of a supply line (MARS-SUP-5).
    pub supply_ways: [Ways; 2],
    /// Where units of each [`Side`] exert their zone of control (MARS-ZOC-1, MARS-ZOC-2).
    pub exerts: [Steps; 2],
    exerts_into: [[Directions; MOST_HEXES]; 2],
    zone_of: [u8; MOST_HEXES],
    town_bits: [u32; MOST_HEXES],
    withdrawal: [[u8; 2]; MOST_COUNTED_TURNS],
    withdrawal_delay: [u8; 2],
}

/// A scenario with or without the house option; made at the first call.
pub fn theatre(scenario: Scenario, german_zones: GermanZones) -> &'static Theatre {
    static THEATRES: LazyLock<[[Theatre; 2]; 2]> = LazyLock::new(|| {
        Scenario::ALL.map(|scenario| {
            [GermanZones::Inward, GermanZones::Outward]
                .map(|zones| load::theatre(scenario, zones).expect("the scenario of the game"))
        })
    });
    &THEATRES[scenario as usize][german_zones as usize]
}

impl Theatre {
    /// The defence zone of a hex, by its place in the list.
    #[inline]
    pub fn zone_at(&self, hex: HexId) -> Option<usize> {
        let zone = self.zone_of[hex.index()];
        (zone != NO_ZONE).then_some(usize::from(zone))
    }

    /// The directions from which a unit of `side` next to a hex would exert its zone of control into it.
    #[inline]
    pub const fn exerted_into(&self, side: Side, hex: HexId) -> Directions {
        self.exerts_into[side as usize][hex.index()]
    }

    /// The city or town in a hex, by its place in the list.
    pub fn town_at(&self, hex: HexId) -> Option<usize> {
        self.towns.iter().position(|town| town.hex == hex)
    }

    /// The towns of a hex as bits, one for each of the list.
    #[inline]
    pub(crate) const fn town_bit(&self, hex: HexId) -> u32 {
        self.town_bits[hex.index()]
    }

    /// What the German gains by a panzer unit that has left for good on a turn (MARS-VIC-9, MARS-VIC-10).
    pub fn withdrawal_points(&self, unit: UnitId, turn: u8, was_brought_in: bool) -> i32 {
        // MARS-VIC-12, MARS-R32: a division that fought counts as leaving later.
        let counted = turn + self.withdrawal_delay[usize::from(was_brought_in)];
        let column = usize::from(unit.piece().size == Size::Kampfgruppe);
        self.withdrawal[usize::from(counted).min(MOST_COUNTED_TURNS - 1)][column].into()
    }
}

impl fmt::Debug for Theatre {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Theatre").field(&self.scenario).field(&self.german_zones).finish()
    }
}
