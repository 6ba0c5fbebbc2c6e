//! What is fixed for a scenario, made once: its map as tables for the rules, who takes part, how long it lasts.

mod crossings;
mod load;
mod rows;

use std::{fmt, sync::Arc};

use kit::map::{Direction, Directions, HexId, HexMap};

pub(crate) use load::Parts;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    charts::Place,
    map::{Hexes, Neighbours},
    roster::{Force, Piece, UNITS, UnitId},
    terrain::{Class, Country, Ground, Hexside},
    unit::{Nation, Side},
    weather::Weather,
};

/// Which war is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scenario {
    /// June 1941 to March 1942, 10 turns.
    Barbarossa,
    /// The whole war, 48 turns.
    Campaign,
    /// The learning scenario, 4 turns on a small map.
    SmolenskGate,
}

impl Scenario {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Barbarossa, Self::Campaign, Self::SmolenskGate];

    /// As typed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Barbarossa => "barbarossa",
            Self::Campaign => "campaign",
            Self::SmolenskGate => "smolensk-gate",
        }
    }
}

/// How a scenario is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contest {
    /// `EAST-VIC-2` to `EAST-VIC-4`.
    Barbarossa,
    /// `EAST-VIC-5`.
    Campaign,
    /// Smolensk at the end of the last turn (section 6.6).
    Gate,
}

/// Where a unit begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// On the map, Dispersed or not (`EAST-REP-10`).
    Hex(HexId, bool),
    /// It comes in this turn, to this hex (`EAST-REP-1`).
    Turn(u8, HexId),
    /// It takes no part.
    Absent,
}

/// A unit that leaves, and when and where it comes back, if it does (`EAST-REP-11`, `EAST-REP-12`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Withdrawal {
    /// Who.
    pub unit: UnitId,
    /// When.
    pub turn: u8,
    /// When and where it comes back.
    pub back: Option<(u8, HexId)>,
}

/// A victory city.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VictoryCity {
    /// Where it is.
    pub hex: HexId,
    /// What it is worth (`EAST-VIC-1`).
    pub points: u8,
    /// The infantry factors that it gives the Soviets (`EAST-REP-6`).
    pub infantry: u8,
    /// The armour factors.
    pub armour: u8,
}

/// The sources of supply of a side (`EAST-SUP-4`, `EAST-SUP-5`), each while the side controls it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sources {
    /// On land and open to all its units.
    pub land: Hexes,
    /// Ports that need no sea to be won: the Baltic.
    pub ports: Hexes,
    /// Ports that count while the side has the Black Sea.
    pub black_sea: Hexes,
    /// For Finnish units only.
    pub finnish: Hexes,
}

/// A scenario: its map as the rules read it, and who takes part.
pub struct Theatre {
    /// Which one.
    pub scenario: Scenario,
    /// The map.
    pub map: Arc<HexMap>,
    /// How it is won.
    pub contest: Contest,
    /// The last turn.
    pub last_turn: u8,
    /// The row of the calendar of the first turn.
    pub first_month: u8,
    /// The weather of all turns, where the calendar does not give it.
    pub fixed_weather: Option<Weather>,
    /// Whether rails have any effect (`EAST-R68`).
    pub rail: bool,
    /// Whether there are replacements.
    pub replacements: bool,
    /// Whether the Axis has surprise on turn 1 (`EAST-SEQ-8`).
    pub surprise: bool,
    /// The neighbours of sets of hexes, water among them.
    pub neighbours: Neighbours,
    /// Land in play: Neutral hexes are none (`EAST-MOV-7`).
    pub land: Hexes,
    /// Lake hexes.
    pub lakes: Hexes,
    /// The hexes of Lake Ladoga (`EAST-SUP-3`).
    pub ladoga: Hexes,
    /// North-east of the weather line (`EAST-WEA-4`, `EAST-WEA-5`).
    pub north_east: Hexes,
    /// Swamp.
    pub swamp: Hexes,
    /// Mountains.
    pub mountain: Hexes,
    /// Land that the Axis controls at the start (`EAST-CTL-1`).
    pub axis_at_start: Hexes,
    /// Cities of class V, M and D (`EAST-REP-1`, `EAST-REP-5`).
    pub cities: Hexes,
    /// Towns and cities on a rail line (`EAST-RAIL-1`).
    pub stations: Hexes,
    /// Victory cities, major cities and fortresses, where the isolated hold out (`EAST-SUP-6`).
    pub strongholds: Hexes,
    /// Every hex with a place.
    pub place_hexes: Hexes,
    /// The victory cities.
    pub victory_cities: Vec<VictoryCity>,
    /// The same as hexes: they have intrinsic factors (`EAST-TER-20`).
    pub fortified_cities: Hexes,
    /// Land of the eastern column (`EAST-SUP-4`, `EAST-REP-5`).
    pub eastern_edge: Hexes,
    /// Hexes with a rail line.
    pub rail_hexes: Hexes,
    /// Those of home gauge (`EAST-SUP-5`).
    pub home_rail: Hexes,
    /// The bases that decide who has the Black Sea (`EAST-TER-12`); none where it plays no part.
    pub naval_bases: Hexes,
    /// Sources of supply by side.
    pub sources: [Sources; 2],
    /// The two hexes at the Kerch Strait; none where it is not on the map.
    pub kerch: Option<(HexId, HexId)>,
    /// Six cities that count in the campaign, and whether the Axis must hold them (`EAST-VIC-5`).
    pub capitals: Vec<(HexId, bool)>,
    /// How far every hex is over land from each victory city and capital.
    pub(crate) marches: Vec<(HexId, Vec<u8>)>,
    /// Hexes of each country of June 1941, by [`Country`].
    countries: [Hexes; 5],
    /// Rows 00-05, where Finns may be (`EAST-STK-8`).
    finnish_rows: Hexes,
    /// For each hex, unfrozen and frozen, the sides over which units and zones pass.
    ways: [Vec<Directions>; 2],
    /// The same, for the sides that are a move of their own: unfrozen lakes and the strait (`EAST-MOV-5`, `EAST-MOV-6`).
    ferries: [Vec<Directions>; 2],
    /// Hexes with a side over which nobody passes as a rule, unfrozen and frozen.
    coasts: [Hexes; 2],
    /// Hexes with a road.
    pub road_hexes: Hexes,
    roads: Vec<Directions>,
    highways: Vec<Directions>,
    rails: Vec<Directions>,
    sides: Vec<[Hexside; 6]>,
    forts: Vec<Directions>,
    grounds: Vec<Ground>,
    places: Vec<Place>,
    place_at: Vec<Option<u8>>,
    names: Vec<String>,
    /// What is printed on every counter.
    pub pieces: Vec<Piece>,
    /// Everybody who takes part.
    pub units: Force,
    /// The units of each side.
    pub sides_of: [Force; 2],
    /// The units of each nation, by [`Nation`].
    pub nations: [Force; 6],
    /// Where each unit begins.
    pub starts: [Start; UNITS],
    /// Thousands of men a defence factor, by side, to compare losses with history; nothing where that is not told.
    pub men: [Option<u8>; 2],
    /// Who leaves, in the order of turns.
    pub withdrawals: Vec<Withdrawal>,
}

impl Theatre {
    /// The row of the calendar of a turn.
    pub const fn month(&self, turn: u8) -> u8 {
        if self.fixed_weather.is_some() { self.first_month } else { self.first_month + turn - 1 }
    }

    /// The hexes of a country.
    #[inline]
    pub const fn country(&self, country: Country) -> &Hexes {
        &self.countries[country as usize]
    }

    /// The country of a land hex in June 1941.
    pub fn country_at(&self, hex: HexId) -> Country {
        let all = [Country::Ussr, Country::Germany, Country::Finland, Country::Romania, Country::Hungary];
        all.into_iter().find(|&country| self.country(country).contains(hex)).unwrap_or_default()
    }

    /// The ground of a hex, as combat knows it.
    #[inline]
    pub fn ground(&self, hex: HexId) -> Ground {
        self.grounds[hex.index()]
    }

    /// Where units of a nation may never be: Hungarians in Romania (`EAST-STK-7`), Finns south of row 05 (`EAST-STK-8`).
    #[inline]
    pub fn barred_to(&self, nation: Nation) -> Hexes {
        match nation {
            Nation::Hungarian => *self.country(Country::Romania),
            Nation::Finnish => !self.finnish_rows,
            _ => Hexes::EMPTY,
        }
    }

    /// Countries that the Soviets keep out of on the turns of `EAST-MOV-10`.
    pub fn neutral_in_june(&self) -> Hexes {
        [Country::Finland, Country::Romania, Country::Hungary]
            .into_iter()
            .fold(Hexes::EMPTY, |all, country| all | *self.country(country))
    }

    /// The sides of a hex over which a unit passes in the ordinary way, and its zone of control reaches (`EAST-ZOC-2`).
    #[inline]
    pub fn ways(&self, hex: HexId, frozen: bool) -> Directions {
        self.ways[usize::from(frozen)][hex.index()]
    }

    /// The sides that are a move of their own: an unfrozen lake, the Kerch Strait.
    #[inline]
    pub fn ferries(&self, hex: HexId, frozen: bool) -> Directions {
        self.ferries[usize::from(frozen)][hex.index()]
    }

    /// Every hex one ordinary step from one of these, whatever is there.
    pub fn beside(&self, hexes: Hexes, frozen: bool) -> Hexes {
        let mut all = self.neighbours.of(hexes);
        for hex in hexes & self.coasts[usize::from(frozen)] {
            let ways = self.ways(hex, frozen);
            for (way, other) in self.map.steps(hex) {
                if !ways.contains(way) && all.contains(other) && !self.is_beside(other, &hexes, frozen) {
                    all.remove(other);
                }
            }
        }
        all
    }

    /// How far every hex is over land from the nearest of these, water unfrozen, each with a head start; 255 is out of reach.
    pub(crate) fn march(&self, from: &[(HexId, u8)]) -> Vec<u8> {
        let mut distances = vec![u8::MAX; self.map.len()];
        let (mut done, mut wave) = (Hexes::EMPTY, Hexes::EMPTY);
        let last_start = from.iter().map(|(_, start)| *start).max().unwrap_or(0);
        for steps in 0..u8::MAX {
            wave |= from.iter().filter(|(_, start)| *start == steps).map(|(hex, _)| *hex).collect::<Hexes>()
                - done;
            if wave.is_empty() && steps > last_start {
                break;
            }
            wave.iter().for_each(|hex| distances[hex.index()] = steps);
            done |= wave;
            wave = (self.beside(wave, false) & self.land) - done;
        }
        distances
    }

    fn is_beside(&self, hex: HexId, hexes: &Hexes, frozen: bool) -> bool {
        let ways = self.ways(hex, frozen);
        self.map.steps(hex).any(|(way, other)| ways.contains(way) && hexes.contains(other))
    }

    /// The sides of a hex with a road.
    #[inline]
    pub fn roads(&self, hex: HexId) -> Directions {
        self.roads[hex.index()]
    }

    /// The sides of a hex on the highway from Smolensk to Moscow, the only road in Mud (`EAST-WEA-3`).
    #[inline]
    pub fn highways(&self, hex: HexId) -> Directions {
        self.highways[hex.index()]
    }

    /// The sides of a hex with a rail line.
    #[inline]
    pub fn rails(&self, hex: HexId) -> Directions {
        self.rails[hex.index()]
    }

    /// What lies on a side, frost not counted.
    #[inline]
    pub fn side(&self, hex: HexId, way: Direction) -> Hexside {
        self.sides[hex.index()][way.index()]
    }

    /// The sides over which an attack on a hex comes across a fortified line that defends it (`EAST-TER-15`).
    #[inline]
    pub fn forts(&self, hex: HexId) -> Directions {
        self.forts[hex.index()]
    }

    /// The place in a hex.
    #[inline]
    pub fn place(&self, hex: HexId) -> Option<&Place> {
        self.place_at[hex.index()].map(|place| &self.places[usize::from(place)])
    }

    /// The class of the place in a hex.
    pub fn class(&self, hex: HexId) -> Option<Class> {
        self.place(hex).map(|place| place.class)
    }

    /// The hex of a place, its name in whatever case.
    pub fn hex_named(&self, name: &str) -> Option<HexId> {
        let is_here =
            |hex: &HexId| self.place(*hex).is_some_and(|place| place.name.eq_ignore_ascii_case(name));
        self.place_hexes.iter().find(is_here)
    }

    /// The printed number of a hex.
    pub fn number(&self, hex: HexId) -> &str {
        &self.names[hex.index()]
    }

    /// A hex as players call it: its place with the number, or the number.
    pub fn called(&self, hex: HexId) -> String {
        self.place(hex).map_or_else(
            || self.number(hex).to_owned(),
            |place| format!("{} ({})", place.name, self.number(hex)),
        )
    }

    /// The victory city in a hex.
    pub fn victory_city(&self, hex: HexId) -> Option<&VictoryCity> {
        self.victory_cities.iter().find(|city| city.hex == hex)
    }

    /// What is printed on a counter.
    #[inline]
    pub fn piece(&self, unit: UnitId) -> &Piece {
        &self.pieces[unit.index()]
    }

    /// The units of a side.
    pub const fn force(&self, side: Side) -> Force {
        self.sides_of[side as usize]
    }
}

impl fmt::Debug for Theatre {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Theatre").field("scenario", &self.scenario).finish_non_exhaustive()
    }
}
