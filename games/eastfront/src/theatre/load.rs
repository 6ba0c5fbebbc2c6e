//! Reading a scenario.

use std::{collections::BTreeMap, sync::Arc};

use kit::{
    ContentError, Sheet,
    content::{DataFile, Sources as Texts, read_toml},
    map::{Directions, HexId, HexMap},
};
use serde::Deserialize;

use super::{
    Contest, Scenario, Sources, Start, Theatre, Withdrawal,
    crossings::Crossings,
    rows::{
        read_arrivals, read_capitals, read_naval_bases, read_places, read_set_up, read_victory_cities,
        read_withdrawals,
    },
};
use crate::{
    charts::{Place, Tables},
    map::{Hexes, Neighbours},
    roster::{Force, Piece, Roster, UNITS, UnitId},
    terrain::{Class, Country, Ground},
    unit::{Nation, Side},
    weather::Weather,
};

/// A scenario's file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    map: String,
    set_up: String,
    reinforcements: String,
    #[serde(default)]
    withdrawals: Option<String>,
    turns: u8,
    first_turn: u8,
    #[serde(default)]
    weather: Option<Weather>,
    victory: String,
    rail: bool,
    replacements: bool,
    surprise: bool,
    supply: SupplyFile,
    #[serde(default)]
    men: BTreeMap<String, u8>,
}

/// Where supply comes from.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct SupplyFile {
    axis: Vec<String>,
    soviet: Vec<String>,
    finnish: Vec<String>,
    black_sea: Vec<String>,
    baltic: Vec<String>,
    axis_column: Option<String>,
    soviet_column: Option<String>,
}

/// What the scenarios are made from.
pub(crate) struct Parts<'c> {
    pub(crate) tables: &'c Tables,
    pub(crate) roster: &'c Roster,
    /// The maps by name.
    pub(crate) maps: &'c [(&'static str, Arc<HexMap>)],
}

const fn source(scenario: Scenario) -> DataFile<'static> {
    match scenario {
        Scenario::Barbarossa => kit::data_file!("barbarossa", "data/scenarios/barbarossa.toml"),
        Scenario::Campaign => kit::data_file!("campaign", "data/scenarios/campaign.toml"),
        Scenario::SmolenskGate => kit::data_file!("smolensk-gate", "data/scenarios/smolensk-gate.toml"),
    }
}

/// A map as tables, while it is read.
pub(super) struct Reading<'c> {
    source: DataFile<'c>,
    pub(super) map: &'c HexMap,
}

impl Reading<'_> {
    pub(super) fn mistake(&self, word: &str, message: &str) -> ContentError {
        self.source.mistake_at(word, message)
    }

    /// The hexes with a value of a layer; a value that the map does not have is nowhere.
    fn those(&self, layer: &str, value: &str) -> Result<Hexes, ContentError> {
        let layer = self.map.layer(layer).ok_or_else(|| self.mistake(layer, "the map has no such layer"))?;
        Ok(layer.value(value).map_or(Hexes::EMPTY, |value| layer.hexes(value).collect()))
    }

    pub(super) fn hex(&self, name: &str) -> Result<HexId, ContentError> {
        let place = self.map.place(name).map(|place| place.hex);
        place.map_or_else(
            || self.map.find(name).map_err(|_| self.mistake(name, "there is no such place or hex")),
            Ok,
        )
    }

    fn hexes(&self, names: &[String]) -> Result<Hexes, ContentError> {
        names.iter().map(|name| self.hex(name)).collect()
    }

    fn column(&self, column: Option<&String>) -> Hexes {
        let is_there = |hex: &HexId| {
            column.is_some_and(|column| {
                column.parse().is_ok_and(|column: u8| self.map.number(*hex).column == column)
            })
        };
        self.map.hexes().filter(is_there).collect()
    }

    /// The sides of each hex with a feature; none where the map does not have it.
    pub(super) fn sides(&self, feature: &str) -> Vec<Directions> {
        let feature = self.map.side(feature);
        self.map.hexes().map(|hex| feature.map_or(Directions::NONE, |feature| feature.at(hex))).collect()
    }

    /// For each hex the sides over which an attack on it crosses a fortified line.
    fn forts(&self) -> Vec<Directions> {
        let line = self.map.side("fortification");
        self.map.hexes().map(|hex| line.map_or(Directions::NONE, |line| line.outward(hex))).collect()
    }

    fn links(&self, names: &[&str]) -> Vec<Directions> {
        let networks: Vec<_> = names.iter().filter_map(|name| self.map.link(name)).collect();
        let at = |hex| networks.iter().fold(Directions::NONE, |all, link| all.union(link.at(hex)));
        self.map.hexes().map(at).collect()
    }
}

impl Theatre {
    pub(crate) fn load(
        texts: &Texts<'_>,
        scenario: Scenario,
        parts: &Parts<'_>,
    ) -> Result<Self, ContentError> {
        let source = source(scenario);
        let text = texts.text(source.name, source.text)?;
        let source = DataFile { text: &text, ..source };
        let file: File = read_toml(source.file, source.text)?;
        let known = parts.maps.iter().find(|(name, _)| *name == file.map);
        let (_, map) = known.ok_or_else(|| source.mistake_at("map", "there is no such map"))?;
        let reading = Reading { source, map };
        let (lakes, sea) = (reading.those("terrain", "lake")?, reading.those("terrain", "sea")?);
        let everywhere: Hexes = map.hexes().collect();
        let land = everywhere - lakes - sea - reading.those("country", "neutral")?;
        let countries = read_countries(&reading, land)?;
        let ussr = countries[Country::Ussr as usize];
        let north_east = reading.those("weather", "north-east")?;
        let crossings = Crossings::of(&reading, &north_east);
        let roads = reading.links(&["road"]);
        let rails = reading.links(&["standard-gauge rail", "broad-gauge rail"]);
        let rail_hexes: Hexes = map.hexes().filter(|hex| rails[hex.index()] != Directions::NONE).collect();
        let rail_hexes = if file.rail { rail_hexes } else { Hexes::EMPTY };
        let places = Places::read(&reading, parts.tables)?;
        let victory_cities = read_victory_cities(&reading, parts.tables)?;
        let eastern = *map.columns().end();
        let forces = Forces::read(&reading, &file, parts)?;
        let mut theatre = Self {
            marches: Vec::new(),
            scenario,
            contest: file.contest(&reading)?,
            men: ["Axis", "Soviet"].map(|side| file.men.get(side).copied()),
            last_turn: file.turns,
            first_month: file.first_turn,
            fixed_weather: file.weather,
            rail: file.rail,
            replacements: file.replacements,
            surprise: file.surprise,
            neighbours: Neighbours::new(map),
            land,
            lakes,
            ladoga: zone(map, "region", Some("Ladoga")) & lakes,
            north_east,
            swamp: reading.those("terrain", "swamp")?,
            mountain: reading.those("terrain", "mountain")?,
            axis_at_start: land - ussr,
            cities: places.classed(&[Class::VictoryCity, Class::MajorCity, Class::DotCity]),
            stations: places.hexes & rail_hexes,
            strongholds: (places.classed(&[Class::VictoryCity, Class::MajorCity]) | places.fortresses) & land,
            place_hexes: places.hexes,
            fortified_cities: victory_cities.iter().map(|city| city.hex).collect(),
            victory_cities,
            eastern_edge: land.iter().filter(|&hex| map.number(hex).column == eastern).collect(),
            rail_hexes,
            home_rail: rail_hexes - ussr,
            naval_bases: read_naval_bases(&reading, parts.tables),
            sources: read_sources(&reading, &file.supply, &land)?,
            kerch: crossings.kerch,
            capitals: read_capitals(&reading, parts.tables)?,
            countries,
            finnish_rows: map.hexes().filter(|&hex| map.number(hex).row <= LAST_FINNISH_ROW).collect(),
            ways: crossings.ways,
            ferries: crossings.ferries,
            coasts: crossings.coasts,
            road_hexes: map.hexes().filter(|hex| roads[hex.index()] != Directions::NONE).collect(),
            roads,
            highways: reading.links(&["highway"]),
            rails,
            sides: crossings.sides,
            forts: reading.forts(),
            grounds: map.hexes().map(|hex| ground(map, hex)).collect(),
            place_at: places.place_at,
            places: places.all.into_iter().map(|(place, _)| place).collect(),
            names: map.hexes().map(|hex| map.number(hex).to_string()).collect(),
            sides_of: [Side::Axis, Side::Soviet].map(|side| forces.those(|piece| piece.side == side)),
            nations: Nation::ALL.map(|nation| forces.those(|piece| piece.nation() == nation)),
            units: forces.units,
            pieces: forces.pieces,
            starts: forces.starts,
            withdrawals: forces.withdrawals,
            map: Arc::clone(map),
        };
        let cities = theatre.victory_cities.iter().map(|city| city.hex);
        let goals: Vec<HexId> = cities.chain(theatre.capitals.iter().map(|(hex, _)| *hex)).collect();
        theatre.marches = goals.into_iter().map(|hex| (hex, theatre.march(&[(hex, 0)]))).collect();
        Ok(theatre)
    }
}

impl File {
    fn contest(&self, reading: &Reading<'_>) -> Result<Contest, ContentError> {
        Ok(match self.victory.as_str() {
            "barbarossa" => Contest::Barbarossa,
            "campaign" => Contest::Campaign,
            "smolensk" => Contest::Gate,
            other => return Err(reading.mistake(other, "expected barbarossa, campaign or smolensk")),
        })
    }
}

/// In the order of [`Country`].
fn read_countries(reading: &Reading<'_>, land: Hexes) -> Result<[Hexes; 5], ContentError> {
    let mut countries = [Hexes::EMPTY; 5];
    for (name, country) in
        ["USSR", "Germany", "Finland", "Romania", "Hungary"].into_iter().zip(&mut countries)
    {
        *country = reading.those("country", name)? & land;
    }
    Ok(countries)
}

/// `EAST-SUP-4`, `EAST-SUP-5`
fn read_sources(
    reading: &Reading<'_>,
    file: &SupplyFile,
    land: &Hexes,
) -> Result<[Sources; 2], ContentError> {
    let black_sea = reading.hexes(&file.black_sea)?;
    let column = |column: &Option<String>| reading.column(column.as_ref()) & *land;
    let axis = Sources {
        land: reading.hexes(&file.axis)? | column(&file.axis_column),
        ports: reading.hexes(&file.baltic)?,
        black_sea,
        finnish: reading.hexes(&file.finnish)?,
    };
    let land = reading.hexes(&file.soviet)? | column(&file.soviet_column);
    Ok([axis, Sources { land, black_sea, ..Sources::default() }])
}

/// The places of the map.
struct Places {
    all: Vec<(Place, HexId)>,
    place_at: Vec<Option<u8>>,
    hexes: Hexes,
    fortresses: Hexes,
}

impl Places {
    fn read(reading: &Reading<'_>, tables: &Tables) -> Result<Self, ContentError> {
        let fortresses = zone(reading.map, "fortress", None);
        let places = read_places(reading, tables, &fortresses)?;
        let mut place_at = vec![None; reading.map.len()];
        for (place, (_, hex)) in places.iter().enumerate() {
            place_at[hex.index()] = Some(place as u8);
        }
        let hexes = places.iter().map(|(_, hex)| *hex).collect();
        Ok(Self { all: places, place_at, hexes, fortresses })
    }

    fn classed(&self, classes: &[Class]) -> Hexes {
        let is_one = |(place, _): &&(Place, HexId)| classes.contains(&place.class);
        self.all.iter().filter(is_one).map(|(_, hex)| *hex).collect()
    }
}

/// Who takes part.
struct Forces {
    pieces: Vec<Piece>,
    starts: [Start; UNITS],
    units: Force,
    withdrawals: Vec<Withdrawal>,
}

impl Forces {
    fn read(reading: &Reading<'_>, file: &File, parts: &Parts<'_>) -> Result<Self, ContentError> {
        let mut pieces = parts.roster.pieces.clone();
        let set_up = sheet(parts.tables, reading, &file.set_up)?;
        let mut starts = read_set_up(reading, set_up, parts.roster, &mut pieces)?;
        let arrivals = sheet(parts.tables, reading, &file.reinforcements)?;
        read_arrivals(reading, arrivals, parts.roster, file.turns, &mut starts)?;
        let withdrawals = match &file.withdrawals {
            Some(table) => read_withdrawals(reading, sheet(parts.tables, reading, table)?, parts.roster)?,
            None => Vec::new(),
        };
        let takes_part = |unit: &UnitId| starts[unit.index()] != Start::Absent;
        let units = (0..UNITS).map(UnitId::new).filter(takes_part).collect();
        Ok(Self { pieces, starts, units, withdrawals })
    }

    fn those(&self, wanted: impl Fn(&Piece) -> bool) -> Force {
        (0..UNITS).map(UnitId::new).filter(|unit| wanted(&self.pieces[unit.index()])).collect()
    }
}

fn ground(map: &HexMap, hex: HexId) -> Ground {
    match map.layer("terrain").map(|terrain| terrain.name_at(hex)) {
        Some("swamp") => Ground::Swamp,
        Some("hills") => Ground::Hills,
        Some("mountain") => Ground::Mountain,
        _ => Ground::Clear,
    }
}

/// `EAST-STK-8`
const LAST_FINNISH_ROW: u8 = 5;

/// The hexes of a zone, or of a whole group of them; nothing where the map has none.
fn zone(map: &HexMap, group: &str, name: Option<&str>) -> Hexes {
    let zones = map.zones(group).map_or(&[][..], |group| &group.zones);
    let wanted = zones.iter().filter(|zone| name.is_none_or(|name| zone.name == name));
    wanted.flat_map(|zone| zone.hexes.iter().copied()).collect()
}

fn sheet<'t>(tables: &'t Tables, reading: &Reading<'_>, id: &str) -> Result<&'t Sheet, ContentError> {
    let known = tables.sheets().into_iter().find(|sheet| sheet.id == id);
    known.ok_or_else(|| reading.mistake(id, "there is no such table"))
}
