//! Reading a scenario.

use std::sync::Arc;

use kit::{
    ContentError, Directions, HexMap, Manner, Table,
    content::{Ordered, Sources, read_toml},
    map::{Edge, PerHex},
};
use serde::Deserialize;

use super::{DefenceZone, GermanZones, Joined, Scenario, Theatre, Town};
use crate::{limits::Limits, prelude::*, tactics::values};

/// A scenario's file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    map: String,
    turns: u8,
    withdrawal: String,
    strongholds: Vec<String>,
    #[serde(default)]
    temperaments: Temperaments,
    #[serde(default)]
    deployment: Ordered<String>,
}

/// How programs play the sides unless told otherwise.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Temperaments {
    russian: Manner,
    german: Manner,
}

/// A scenario being read, and what it is read with.
#[derive(Clone, Copy)]
pub struct Reader<'t> {
    /// The name of the file, for complaints.
    pub file: &'t str,
    pub text: &'t str,
    pub charts: &'t Arc<Charts>,
    /// The maps in the order of [`MAPS`](crate::MAPS).
    pub maps: &'t [Arc<HexMap>; 2],
}

impl Scenario {
    /// Its file as published, and what that says.
    pub const fn source(self) -> (&'static str, &'static str) {
        match self {
            Self::Historical => {
                ("data/scenarios/historical.toml", include_str!("../../data/scenarios/historical.toml"))
            }
            Self::Vazuza => ("data/scenarios/vazuza.toml", include_str!("../../data/scenarios/vazuza.toml")),
        }
    }
}

impl Theatre {
    /// Reads a scenario and makes its tables.
    pub(crate) fn load(
        sources: &Sources<'_>,
        scenario: Scenario,
        german_zones: GermanZones,
        charts: &Arc<Charts>,
        maps: &[Arc<HexMap>; 2],
    ) -> Result<Self, ContentError> {
        let (file, text) = scenario.source();
        let text = sources.text(scenario.name(), text)?;
        Reader { file, text: &text, charts, maps }.read(scenario, german_zones)
    }
}

impl Reader<'_> {
    fn mistake(self, at: usize, message: impl Into<String>) -> ContentError {
        ContentError::at(self.file, self.text, at, message)
    }

    fn mistake_at(self, word: &str, message: impl Into<String>) -> ContentError {
        self.mistake(self.text.find(&format!("\"{word}\"")).unwrap_or(0), message)
    }

    /// Reads the scenario and makes its tables.
    pub fn read(self, scenario: Scenario, german_zones: GermanZones) -> Result<Theatre, ContentError> {
        let Self { charts, maps, .. } = self;
        let file: File = read_toml(self.file, self.text)?;
        let map = match file.map.as_str() {
            "historical" => &maps[0],
            "learning" => &maps[1],
            other => {
                let message = format!("found map `{other}`, expected `historical` or `learning`");
                return Err(self.mistake_at(other, message));
            }
        };
        if usize::from(file.turns) > charts.calendar.len() || file.turns == 0 {
            let message = format!("found {} turns, expected 1 to {}", file.turns, charts.calendar.len());
            return Err(self.mistake(self.text.find("turns").unwrap_or(0), message));
        }
        let drawn = |layer: &str, value: &str| -> Hexes {
            let layer = map.layer(layer).expect("every map says who held what, and its terrain");
            layer.value(value).map_or(Hexes::EMPTY, |value| layer.hexes(value).collect())
        };
        let zone = |group: &str, name: &str| -> Hexes {
            let zone = map.zones(group).and_then(|group| group.zone(name));
            zone.map_or(Hexes::EMPTY, |zone| zone.hexes.iter().copied().collect())
        };
        let initially = [drawn("initial", "russian"), drawn("initial", "german")];
        let edge: Hexes = map.hexes().filter(|&hex| map.is_edge(hex)).collect();
        let south: Hexes = map.edge(Edge::South).collect();
        let line = map.side("frontline").expect("every map has a front line").clone();
        let roads = map.link("road").expect("every map has roads").clone();
        let along = |hex, ways: Directions| -> Hexes {
            ways.iter().filter_map(|way| map.neighbour(hex, way)).collect()
        };
        let links = |hex| map.links().iter().fold(Directions::NONE, |all, links| all.union(links.at(hex)));
        let zone_group = map.zones("defence").expect("every map has defence zones").clone();
        let in_zone = |hex: HexId| {
            let zone = zone_group.index_at(hex);
            let same = |other: &HexId| zone.is_some() && zone_group.index_at(*other) == zone;
            map.neighbours(hex).chain([hex]).filter(same).collect()
        };
        let zones: Vec<DefenceZone> = zone_group
            .zones
            .iter()
            .map(|zone| DefenceZone { name: zone.name.clone(), hexes: zone.hexes.iter().copied().collect() })
            .collect();
        let deployment = self.deployment(&file, map, &initially)?;
        let takes_part = |unit: &UnitId| deployment[unit.index()] != Location::Aside(Aside::Absent);
        let towns = self.towns(map, &initially, &file.strongholds)?;
        let mut town_bits = PerHex::new(0);
        towns.iter().enumerate().for_each(|(place, town)| town_bits[town.hex] = 1 << place);
        // MARS-VIC-12: turns added for a unit that was not brought in, and for one that was.
        let delays = charts.tables.withdrawal_delay.sheet();
        let delay = |unit: &str| delays.value(unit, scenario.name());
        Ok(Theatre {
            scenario,
            german_zones,
            map: map.clone(),
            charts: charts.clone(),
            limits: Limits::read(&charts.tables)?,
            turns: file.turns,
            temperaments: [file.temperaments.russian, file.temperaments.german],
            units: (0..UNITS).map(UnitId::new).filter(takes_part).collect(),
            deployment,
            initially,
            edge: initially.map(|own| own & edge),
            southern_edge: initially[Side::German as usize] & south,
            reserves: zone("setup", "reserves"),
            kalinin_front: zone("front", "Kalinin"),
            rivers: map.side("river").expect("every map has rivers").clone(),
            forest: drawn("terrain", "forest"),
            numbers: map.hexes().map(|hex| map.number(hex).to_string()).collect(),
            zone_hexes: zones.iter().fold(Hexes::EMPTY, |all, zone| all | zone.hexes),
            far_side: map.hexes().filter(|&hex| !line.inward(hex).is_empty()).collect(),
            zone_near: Joined::new(map, in_zone),
            neighbours: Neighbours::new(map),
            roads_from: Joined::new(map, |hex| along(hex, roads.at(hex))),
            links_from: Joined::new(map, |hex| along(hex, links(hex))),
            town_bits,
            pull_of_towns: charts.weights[scenario as usize].each(|weights| {
                towns.iter().map(|town| values::pull_of_town(map, town, &weights.towns)).collect()
            }),
            withdrawal: self.withdrawal(&file.withdrawal)?,
            withdrawal_delay: [
                delay("division sent away from off-board")?,
                delay("division brought in, leaving again")?,
            ],
            title: file.title,
            line,
            roads,
            zone_group,
            towns,
            zones,
        })
    }

    /// Where everybody begins: the scenario's own list, or the chart of units where it has none.
    fn deployment(
        self,
        file: &File,
        map: &HexMap,
        initially: &[Hexes; 2],
    ) -> Result<[Location; UNITS], ContentError> {
        let (units, roster) = (self.charts.tables.units.sheet(), &self.charts.roster);
        let mut deployment = [Location::Aside(Aside::Absent); UNITS];
        let place = |unit: UnitId, place: &str| {
            if place == "off-board" {
                return Ok(Location::Aside(Aside::OffBoard));
            }
            let hex = map.find(place).map_err(|error| error.to_string())?;
            if initially[roster[unit].side as usize].contains(hex) {
                Ok(Location::Hex(hex))
            } else {
                Err(format!("{} cannot begin in {place}, which the enemy holds", roster[unit].name))
            }
        };
        if file.deployment.0.is_empty() {
            for (row, location) in deployment.iter_mut().enumerate() {
                let known = |text: &str| place(UnitId::new(row), text).ok();
                *location = units.read_with(row, "place", "a hex of the own side, or off-board", known)?;
            }
        }
        for (name, text) in &file.deployment.0 {
            let wrong = |message: String| self.mistake(name.span().start, message);
            let unit = roster
                .named(name.get_ref())
                .ok_or_else(|| wrong(format!("there is no unit `{}` in the chart", name.get_ref())))?;
            deployment[unit.index()] = place(unit, text).map_err(wrong)?;
        }
        Ok(deployment)
    }

    fn towns(
        self,
        map: &HexMap,
        initially: &[Hexes; 2],
        strongholds: &[String],
    ) -> Result<Vec<Town>, ContentError> {
        if let Some(unknown) = strongholds.iter().find(|name| map.place(name).is_none()) {
            return Err(self.mistake_at(unknown, format!("there is no place `{unknown}` on the map")));
        }
        let town = |place: &kit::map::NamedPlace| Town {
            name: place.name.clone(),
            hex: place.hex,
            is_city: place.kind == "city",
            is_stronghold: strongholds.contains(&place.name),
            initially: Side::ALL[usize::from(initially[1].contains(place.hex))],
        };
        Ok(map.places().iter().map(town).collect())
    }

    /// MARS-VIC-9, MARS-VIC-10: for a division and for a Kampfgruppe, by the turn counted.
    fn withdrawal(self, id: &str) -> Result<Table<u8>, ContentError> {
        let tables = &self.charts.tables;
        let known = [&tables.withdrawal, &tables.withdrawal_vazuza];
        let table = known.into_iter().find(|table| table.sheet().id == id);
        table.cloned().ok_or_else(|| self.mistake_at(id, format!("there is no table `{id}`")))
    }
}
