//! Reading a scenario.

use std::sync::Arc;

use kit::{
    ContentError, Sheet,
    content::{Sources, read_toml},
    map::{HexId, HexMap},
    tactics::WeightSets,
};
use serde::Deserialize;

use super::{SNIPERS, Scenario, Start, Theatre, Turn};
use crate::{
    charts::Tables,
    hexes::Hex,
    map::{Hexes, Neighbours},
    tactics::weights,
    terrain::{Nature, Terrain},
    units::{Roster, UNITS, UnitId, UnitKind, Units},
};

/// A scenario's file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    map: String,
    set_up: String,
    turns: u8,
    fliegerkorps: Vec<String>,
    russian_air: bool,
    bombing_turns: u8,
    tractor_factory: bool,
    snipers: Vec<String>,
    calendar: bool,
    headquarters_matters: bool,
    objectives: Vec<String>,
}

/// What the scenarios are made from.
pub(crate) struct Parts<'c> {
    pub(crate) tables: &'c Tables,
    pub(crate) roster: &'c Roster,
    pub(crate) natures: &'c [Nature; Terrain::ALL.len()],
    /// The maps by name.
    pub(crate) maps: &'c [(&'static str, Arc<HexMap>)],
    pub(crate) summit: Hex,
}

const fn source(scenario: Scenario) -> (&'static str, &'static str) {
    match scenario {
        Scenario::Historical => {
            ("data/scenarios/historical.toml", include_str!("../../data/scenarios/historical.toml"))
        }
        Scenario::RedOctober => {
            ("data/scenarios/red-october.toml", include_str!("../../data/scenarios/red-october.toml"))
        }
    }
}

impl Theatre {
    pub(crate) fn load(
        sources: &Sources<'_>,
        scenario: Scenario,
        parts: &Parts<'_>,
    ) -> Result<Self, ContentError> {
        let (path, text) = source(scenario);
        let text = sources.text(scenario.name(), text)?;
        let file: File = read_toml(path, &text)?;
        let mistake =
            |word: &str, message: &str| ContentError::at(path, &text, text.find(word).unwrap_or(0), message);
        let known = parts.maps.iter().find(|(name, _)| *name == file.map);
        let (_, map) = known.ok_or_else(|| mistake(&file.map, "there is no such map"))?;
        let find = |number: &String| map.find(number).map_err(|error| mistake(number, &error.to_string()));
        let layer = map.layer("terrain").ok_or_else(|| mistake(&file.map, "the map has no terrain"))?;
        let balkas = map.side("balka").ok_or_else(|| mistake(&file.map, "the map has no balkas"))?;
        let terrain = |hex: HexId| {
            let known = Terrain::ALL.into_iter().find(|terrain| terrain.name() == layer.name_at(hex));
            known.ok_or_else(|| mistake(&file.map, "the map has a terrain that the charts do not know"))
        };
        let terrain: Vec<Terrain> = map.hexes().map(terrain).collect::<Result<_, _>>()?;
        let those = |is_one: &dyn Fn(&Nature, Terrain) -> bool| -> Hexes {
            let terrain = |hex: HexId| terrain[hex.index()];
            map.hexes().filter(|&hex| is_one(&parts.natures[terrain(hex) as usize], terrain(hex))).collect()
        };
        let land = those(&|nature, _| nature.is_land());
        let water = those(&|_, terrain| terrain == Terrain::Water);
        let neighbours = Neighbours::new(map);
        let western = *map.columns().start();
        let all_land = |column: &u8| {
            map.hexes().filter(|&hex| map.number(hex).column == *column).all(|hex| land.contains(hex))
        };
        let inland = map.columns().take_while(all_land).last().unwrap_or(western);
        let rear = |hex: HexId| {
            let is_behind = |other: HexId| map.number(other).column + 2 <= map.number(hex).column;
            map.hexes().filter(|&other| map.number(other).column <= inland && is_behind(other)).collect()
        };
        let set_up = match file.set_up.as_str() {
            "set-up" => parts.tables.set_up.sheet(),
            "set-up-red-october" => parts.tables.set_up_red_october.sheet(),
            other => return Err(mistake(other, "there is no such table")),
        };
        let (mut starts, guns) = read_set_up(set_up, parts.roster, map)?;
        let mut turns = read_turns(parts.tables.calendar.sheet(), file.turns)?;
        if file.calendar {
            read_arrivals(parts, &mut starts, &mut turns)?;
        }
        let units: Units =
            (0..UNITS).filter(|&unit| starts[unit] != Start::Absent).map(UnitId::new).collect();
        let factory = map.places().iter().filter(|place| place.name.starts_with("Tractor Factory"));
        let headquarters =
            units.iter().find(|unit| parts.roster.pieces[unit.index()].kind == UnitKind::Headquarters);
        Ok(Self {
            scenario,
            turns,
            neighbours,
            land,
            open: those(&|nature, _| nature.is_open),
            city: those(&|nature, _| nature.is_city),
            stalingrad: those(&|nature, _| nature.is_stalingrad),
            urban: those(&|_, terrain| terrain == Terrain::Urban),
            strong: those(&|nature, _| nature.is_strong),
            shore: neighbours.of(water) & land,
            western_edge: land.iter().filter(|&hex| map.number(hex).column == western).collect(),
            east_bank: those(&|_, terrain| terrain == Terrain::EastBank),
            summit: map.id(parts.summit.0).ok_or_else(|| mistake(&file.map, "the map has no summit"))?,
            factory: factory.filter(|_| file.tractor_factory).map(|place| place.hex).collect(),
            objectives: file.objectives.iter().map(find).collect::<Result<_, _>>()?,
            headquarters_matters: file.headquarters_matters,
            near: map.hexes().map(|hex| neighbours.of(Hexes::of(hex)) & land).collect(),
            rear: map.hexes().map(rear).collect(),
            balkas: map.hexes().map(|hex| balkas.at(hex)).collect(),
            names: map.hexes().map(|hex| map.number(hex).to_string()).collect(),
            hexes: map.hexes().map(|hex| Hex(map.number(hex))).collect(),
            units,
            starts,
            guns,
            russian_air: file.russian_air,
            bombing_turns: file.bombing_turns,
            snipers: read_snipers(parts.tables.snipers.sheet(), &file.snipers)
                .map_err(|name| mistake(&name, "there is no such sniper"))?,
            headquarters: headquarters
                .ok_or_else(|| set_up.complain("62nd Army has no headquarters".into()))?,
            map: Arc::clone(map),
            fliegerkorps: file.fliegerkorps,
            terrain,
            weights: WeightSets::read(weights::files(scenario), sources)?,
        })
    }
}

/// Who stands where, and where the guns are.
fn read_set_up(
    sheet: &Sheet,
    roster: &Roster,
    map: &HexMap,
) -> Result<([Start; UNITS], HexId), ContentError> {
    let (mut starts, mut guns) = ([Start::Absent; UNITS], None);
    for row in 0..sheet.len() {
        let name = sheet.labels(row).next().unwrap_or_default();
        let place: String = sheet.read(row, "place")?;
        let start = match place.strip_prefix("turn ").and_then(|turn| turn.parse().ok()) {
            Some(turn) => Start::Turn(turn),
            None => Start::Hex(map.find(&place).map_err(|error| sheet.complain(error.to_string()))?),
        };
        if let (true, Start::Hex(hex)) = (name == "artillery", start) {
            guns = Some(hex);
            continue;
        }
        let members = roster.members(name);
        if members.is_empty() {
            return Err(sheet.complain(format!("there is no formation `{name}`")));
        }
        members.iter().for_each(|unit| starts[unit.index()] = start);
    }
    let guns = guns.ok_or_else(|| sheet.complain("no place for the artillery".into()))?;
    Ok((starts, guns))
}

/// The turns of the calendar as far as the scenario goes.
fn read_turns(calendar: &Sheet, last: u8) -> Result<Vec<Turn>, ContentError> {
    if usize::from(last) > calendar.len() {
        return Err(calendar.complain(format!("there is no turn {last}")));
    }
    let turn = |row: usize| {
        let note: String = calendar.read(row, "note")?;
        let freezing = note.contains("freeze");
        Ok(Turn { dates: calendar.read(row, "dates")?, panzer_replacements: 0, freezing })
    };
    (0..usize::from(last)).map(turn).collect()
}

/// Who comes when: the Russians by their list, pioneers and panzer replacements by the calendar.
fn read_arrivals(
    parts: &Parts<'_>,
    starts: &mut [Start; UNITS],
    turns: &mut [Turn],
) -> Result<(), ContentError> {
    let russians = parts.tables.russian_units.sheet();
    for row in 0..russians.len() {
        let arrives: String = russians.read(row, "arrives")?;
        let unit = parts.roster.find(russians.labels(row).next().unwrap_or_default());
        let turn = arrives.strip_prefix("turn ").and_then(|turn| turn.parse().ok());
        if let (Some(unit), Some(turn)) = (unit, turn) {
            starts[unit.index()] = Start::Turn(turn);
        }
    }
    let calendar = parts.tables.calendar.sheet();
    for (row, turn) in turns.iter_mut().enumerate() {
        let german: String = calendar.read(row, "German")?;
        for name in german.split(", ").filter(|name| *name != "-") {
            if name == "panzer replacement" {
                turn.panzer_replacements += 1;
                continue;
            }
            let unit = parts.roster.find(name);
            let unit = unit.ok_or_else(|| calendar.complain(format!("there is no unit `{name}`")))?;
            starts[unit.index()] = Start::Turn(row as u8 + 1);
        }
    }
    Ok(())
}

/// The numbers of those who take part, by the row of the table; a name that it does not have is handed back.
fn read_snipers(sheet: &Sheet, named: &[String]) -> Result<[Option<u8>; SNIPERS], String> {
    let mut snipers = [None; SNIPERS];
    for name in named {
        let row = sheet.row_named(0, name).filter(|row| *row < SNIPERS);
        let number = row.and_then(|row| Some((row, sheet.read(row, "number").ok()?)));
        let (row, number) = number.ok_or_else(|| name.clone())?;
        snipers[row] = Some(number);
    }
    Ok(snipers)
}
