//! Reading a scenario.

use std::sync::Arc;

use kit::{
    ContentError, Directions, HexId, HexMap, Manner, Sheet,
    content::{Ordered, Sources, read_toml},
};
use serde::Deserialize;

use super::{DefenceZone, GermanZones, LinksFrom, MOST_COUNTED_TURNS, NO_ZONE, Scenario, Theatre, Town};
use crate::{
    Aside, Charts, Hexes, Location, MOST_HEXES, Neighbours, Side, UNITS, UnitId,
    limits::Limits,
    map::{self},
    tactics::values,
};

const SIDES: [Side; 2] = [Side::Russian, Side::German];

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

/// A file and its text, for complaints.
#[derive(Clone, Copy)]
struct Source<'t> {
    file: &'t str,
    text: &'t str,
}

impl Source<'static> {
    const fn of(scenario: Scenario) -> Self {
        match scenario {
            Scenario::Historical => Self {
                file: "data/scenarios/historical.toml",
                text: include_str!("../../data/scenarios/historical.toml"),
            },
            Scenario::Vazuza => Self {
                file: "data/scenarios/vazuza.toml",
                text: include_str!("../../data/scenarios/vazuza.toml"),
            },
        }
    }
}

impl Source<'_> {
    fn mistake(self, at: usize, message: impl Into<String>) -> ContentError {
        ContentError::at(self.file, self.text, at, message)
    }

    fn mistake_at(self, word: &str, message: impl Into<String>) -> ContentError {
        self.mistake(self.text.find(&format!("\"{word}\"")).unwrap_or(0), message)
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
        let source = Source::of(scenario);
        let text = sources.text(scenario.name(), source.text)?;
        let reader = Reader { source: Source { text: &text, ..source }, charts, maps };
        reader.read(scenario, german_zones)
    }
}

/// A scenario being read, and what it is read with.
#[derive(Clone, Copy)]
struct Reader<'t> {
    source: Source<'t>,
    charts: &'t Arc<Charts>,
    maps: &'t [Arc<HexMap>; 2],
}

impl Reader<'_> {
    fn read(self, scenario: Scenario, german_zones: GermanZones) -> Result<Theatre, ContentError> {
        let Self { source, charts, maps } = self;
        let file: File = read_toml(source.file, source.text)?;
        let map = match file.map.as_str() {
            "historical" => &maps[0],
            "learning" => &maps[1],
            other => {
                let message = format!("found map `{other}`, expected `historical` or `learning`");
                return Err(source.mistake_at(other, message));
            }
        };
        if usize::from(file.turns) > charts.russian_times.len() || file.turns == 0 {
            let message = format!("found {} turns, expected 1 to {}", file.turns, charts.russian_times.len());
            return Err(source.mistake(source.text.find("turns").unwrap_or(0), message));
        }
        let initially = SIDES.map(|side| map::initially(map, side));
        let deployment = self.deployment(&file, map, &initially)?;
        let takes_part = |unit: &UnitId| deployment[unit.index()] != Location::Aside(Aside::Absent);
        let zones = defence_zones(map);
        let zone_of = zone_table(&zones);
        let towns = towns(source, map, &initially, &file.strongholds)?;
        let exerting = |side| move |hex| exerts(side, german_zones, hex, map);
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
            edge: SIDES.map(|side| map::friendly_edge(map, side)),
            southern_edge: map::southern_edge(map),
            reserves: map::reserves(map),
            kalinin_front: map::kalinin_front(map),
            line: map::frontline(map).clone(),
            rivers: map::rivers(map).clone(),
            forest: map::forest(map),
            numbers: map.hexes().map(|hex| map.number(hex).to_string()).collect(),
            kalinin_limits: kalinin_limits(charts)?,
            roads: by_hex(map, Directions::NONE, |hex| map::roads(map).at(hex)),
            zone_hexes: zones.iter().fold(Hexes::EMPTY, |all, zone| all | zone.hexes),
            far_side: map.hexes().filter(|&hex| !map::frontline(map).inward(hex).is_empty()).collect(),
            zone_near: near_in_zone(map, &zone_of),
            neighbours: Neighbours::new(map),
            roads_from: links_from(map, |hex| map::roads(map).at(hex)),
            links_from: links_from(map, |hex| map::supply_links(map, hex)),
            exerts_into: SIDES.map(|side| {
                by_hex(map, Directions::NONE, |hex| {
                    let mut from = Directions::NONE;
                    for (way, other) in map.steps(hex) {
                        if exerting(side)(other).contains(way.opposite()) {
                            from.insert(way);
                        }
                    }
                    from
                })
            }),
            zone_of,
            town_bits: by_hex(map, 0, |hex| {
                towns.iter().position(|town: &Town| town.hex == hex).map_or(0, |town| 1 << town)
            }),
            pull_of_towns: towns
                .iter()
                .map(|town| values::pull_of_town(map, town.hex, town.is_stronghold))
                .collect(),
            withdrawal: withdrawal_points(source, charts, &file.withdrawal)?,
            withdrawal_delay: withdrawal_delay(charts, scenario)?,
            title: file.title,
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
        let Self { source, charts, .. } = self;
        let (units, roster) = (charts.tables.units.sheet(), &charts.roster);
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
            let wrong = |message: String| source.mistake(name.span().start, message);
            let unit = roster
                .named(name.get_ref())
                .ok_or_else(|| wrong(format!("there is no unit `{}` in the chart", name.get_ref())))?;
            deployment[unit.index()] = place(unit, text).map_err(wrong)?;
        }
        Ok(deployment)
    }
}

fn by_hex<T: Copy>(map: &HexMap, none: T, of: impl Fn(HexId) -> T) -> [T; MOST_HEXES] {
    let mut table = [none; MOST_HEXES];
    for hex in map.hexes() {
        table[hex.index()] = of(hex);
    }
    table
}

/// MARS-ZOC-1, MARS-ZOC-2, MARS-R9: a zone of control reaches where the frontline rules could ever let the unit go.
/// No Russian's reaches inward over the line, no German's outward (but for the house option).
fn exerts(side: Side, german_zones: GermanZones, hex: HexId, map: &HexMap) -> Directions {
    let line = map::frontline(map);
    let closed = match (side, german_zones) {
        (Side::Russian, _) => line.inward(hex),
        (Side::German, GermanZones::Inward) => line.outward(hex),
        (Side::German, GermanZones::Outward) => Directions::NONE,
    };
    Directions::from_bits(!closed.bits())
}

fn links_from(map: &HexMap, links: impl Fn(HexId) -> Directions) -> LinksFrom {
    let to = |hex| links(hex).iter().filter_map(|way| map.neighbour(hex, way)).collect();
    LinksFrom {
        to: map.hexes().map(to).collect(),
        hexes: map.hexes().filter(|&hex| !links(hex).is_empty()).collect(),
    }
}

fn near_in_zone(map: &HexMap, zone_of: &[u8; MOST_HEXES]) -> Box<[Hexes]> {
    let near = |hex: HexId| {
        let same = |other: &HexId| {
            zone_of[other.index()] != NO_ZONE && zone_of[other.index()] == zone_of[hex.index()]
        };
        map.neighbours(hex).chain([hex]).filter(same).collect()
    };
    map.hexes().map(near).collect()
}

/// MARS-TER-4
fn defence_zones(map: &HexMap) -> Vec<DefenceZone> {
    let zones = map::defence_zones(map).zones.iter();
    zones
        .map(|zone| DefenceZone { name: zone.name.clone(), hexes: zone.hexes.iter().copied().collect() })
        .collect()
}

fn zone_table(zones: &[DefenceZone]) -> [u8; MOST_HEXES] {
    let mut table = [NO_ZONE; MOST_HEXES];
    for (index, zone) in zones.iter().enumerate() {
        for hex in zone.hexes {
            table[hex.index()] = index as u8;
        }
    }
    table
}

fn towns(
    source: Source<'_>,
    map: &HexMap,
    initially: &[Hexes; 2],
    strongholds: &[String],
) -> Result<Vec<Town>, ContentError> {
    if let Some(unknown) = strongholds.iter().find(|name| map.place(name).is_none()) {
        return Err(source.mistake_at(unknown, format!("there is no place `{unknown}` on the map")));
    }
    let town = |place: &kit::map::Place| Town {
        name: place.name.clone(),
        hex: place.hex,
        is_city: place.kind == "city",
        is_stronghold: strongholds.contains(&place.name),
        initially: SIDES[usize::from(initially[1].contains(place.hex))],
    };
    Ok(map.places().iter().map(town).collect())
}

/// MARS-SET-7
fn kalinin_limits(charts: &Charts) -> Result<[u8; 3], ContentError> {
    let sheet = charts.tables.kalinin_limits.sheet();
    let most = |units| sheet.value(units, "most");
    Ok([most("korps")?, most("tank brigades")?, most("rifle divisions")?])
}

/// MARS-VIC-9, MARS-VIC-10: for a division and for a Kampfgruppe, by the turn counted.
fn withdrawal_points(
    source: Source<'_>,
    charts: &Charts,
    id: &str,
) -> Result<[[u8; 2]; MOST_COUNTED_TURNS], ContentError> {
    let sheets = charts.tables.sheets();
    let sheet: &Sheet = sheets
        .into_iter()
        .find(|sheet| sheet.id == id)
        .ok_or_else(|| source.mistake_at(id, format!("there is no table `{id}`")))?;
    let mut points = [[0; 2]; MOST_COUNTED_TURNS];
    for (turn, points) in points.iter_mut().enumerate().skip(1) {
        let row = sheet
            .row_for(0, turn as u32)
            .ok_or_else(|| source.mistake_at(id, format!("the table `{id}` lacks turn {turn}")))?;
        *points = [sheet.read(row, "division")?, sheet.read(row, "Kampfgruppe")?];
    }
    Ok(points)
}

/// MARS-VIC-12: turns added for a unit that was not brought in, and for one that was.
fn withdrawal_delay(charts: &Charts, scenario: Scenario) -> Result<[u8; 2], ContentError> {
    let sheet = charts.tables.withdrawal_delay.sheet();
    let turns = |unit: &str| sheet.value(unit, scenario.name());
    Ok([turns("division sent away from off-board")?, turns("division brought in, leaving again")?])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(from: &str, to: &str) -> String {
        let source = Source::of(Scenario::Vazuza);
        let text = source.text.replacen(from, to, 1);
        let crate::MarsContent { charts, maps, .. } = crate::MarsContent::published();
        let reader = Reader { source: Source { text: &text, ..source }, charts, maps };
        reader.read(Scenario::Vazuza, GermanZones::Inward).unwrap_err().to_string()
    }

    #[test]
    fn mistakes_in_a_scenario_are_found() {
        let shown = complaint("\"78.ID\"", "\"78.IC\"");
        assert!(shown.starts_with("data/scenarios/vazuza.toml:11:1: "), "{shown}");
        assert!(shown.contains("no unit `78.IC`"), "{shown}");
        assert!(complaint("0504", "0954").contains("0954"));
        assert!(complaint("0504", "0503").contains("which the enemy holds"));
        assert!(complaint("\"Sychevka\"", "\"Sichevka\"").contains("no place `Sichevka`"));
        assert!(complaint("withdrawal-vazuza", "points").contains("no table `points`"));
        assert!(complaint("\"learning\"", "\"lernen\"").contains("expected `historical` or `learning`"));
        assert!(complaint("turns = 4", "turns = 12").contains("expected 1 to 11"));
        let shown = complaint("turns = 4", "turns = 4\ntemperaments = { german = \"angry\" }");
        assert!(
            shown.contains("vazuza.toml:5:27") && shown.contains("cautious, steady, aggressive"),
            "{shown}"
        );
    }
}
