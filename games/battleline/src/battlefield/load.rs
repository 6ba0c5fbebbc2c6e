//! Reading a scenario.

use std::sync::OnceLock;

use kit::{
    content::{Ordered, read_toml},
    map::Edge,
    tactics::WeightSets,
};

use super::{Battlefield, FORBIDDEN, Pace, Scenario, SideCard};
use crate::{
    army::{Commander, MOST_LEADERS},
    map::MAPS,
    prelude::*,
    rampage::step_price,
};

/// A scenario's file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    map: String,
    turns: u8,
    first: String,
    side: Ordered<SideText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideText {
    name: String,
    #[serde(rename = "break")]
    break_level: i32,
    #[serde(default)]
    temperament: Manner,
    leaders: Ordered<String>,
    units: Ordered<String>,
}

/// The file of a scenario as published.
pub(crate) const fn source(scenario: Scenario) -> DataFile<'static> {
    match scenario {
        Scenario::Learn => kit::data_file!("learn", "data/scenarios/learn.toml"),
        Scenario::Cannae => kit::data_file!("cannae", "data/scenarios/cannae.toml"),
        Scenario::Zama => kit::data_file!("zama", "data/scenarios/zama.toml"),
        Scenario::Cynoscephalae => kit::data_file!("cynoscephalae", "data/scenarios/cynoscephalae.toml"),
    }
}

/// Reads a scenario; its map is looked for by its name.
pub(crate) fn read(
    charts: Arc<Charts>,
    weights: WeightSets<Weights>,
    source: DataFile<'_>,
    scenario: Scenario,
    map_named: impl Fn(&str) -> Option<Arc<HexMap>>,
) -> Result<Battlefield, ContentError> {
    let file: File = read_toml(source.file, source.text)?;
    let Some(map) = map_named(&file.map) else {
        let known: Vec<&str> = MAPS.iter().map(|map| map.name).collect();
        let message = format!("found map `{}`, expected one of {}", file.map, known.join(", "));
        return Err(source.mistake_at("map = ", message));
    };
    if file.turns == 0 {
        return Err(source.mistake_at("turns", "found 0 turns, expected 1 or more"));
    }
    let [rome, enemy] = file.side.0.as_slice() else {
        let message = format!("found {} sides, expected ROME and its enemy", file.side.0.len());
        return Err(source.mistake_at("[side", message));
    };
    if rome.0.get_ref() != "ROME" {
        return Err(source.mistake(rome.0.span().start, "the first side of a battle is ROME"));
    }
    let first = if file.first == "ROME" {
        Side::Rome
    } else if file.first == *enemy.0.get_ref() {
        Side::Enemy
    } else {
        let message = format!("found `{}`, expected ROME or {}", file.first, enemy.0.get_ref());
        return Err(source.mistake_at("first", message));
    };
    let tables = MapTables::new(&map);
    let mut reader =
        Reader { charts: &charts, source, scenario, map: &map, tables: &tables, pieces: Vec::new() };
    let sides = [
        reader.side(Side::Rome, rome.0.get_ref(), &rome.1)?,
        reader.side(Side::Enemy, enemy.0.get_ref(), &enemy.1)?,
    ];
    let mut leaders = reader.leaders(Side::Rome, &rome.1)?;
    leaders.extend(reader.leaders(Side::Enemy, &enemy.1)?);
    let Some(deputy) = charts.leader(leader::DEPUTY) else {
        return Err(source.mistake_at("leaders", "the table of leaders has no Deputy"));
    };
    leaders.extend(Side::ALL.map(|side| Commander { line: deputy.clone(), side, starts_with: None }));
    if leaders.len() > MOST_LEADERS {
        let message = format!("a battle has at most {} leaders", MOST_LEADERS - 2);
        return Err(source.mistake_at("leaders", message));
    }
    let pieces = reader.pieces;
    let those = |is: &dyn Fn(&Piece) -> bool| {
        (0..pieces.len()).filter(|&place| is(&pieces[place])).map(UnitId::new).collect()
    };
    Ok(Battlefield {
        scenario,
        title: file.title,
        turns: file.turns,
        first,
        sides,
        light_foot: those(&|piece| piece.figures.class == Class::Li),
        elephants: those(&|piece| piece.figures.is(Trait::Terror)),
        shooters: those(&|piece| piece.figures.missile_range > 0),
        leaders,
        pieces,
        controls: tables.controls(&map, &charts),
        steps: Class::ALL.map(|class| tables.steps(&map, &charts, class)),
        sideways: Class::ALL.map(|class| Direction::ALL.map(|way| sideways(&charts, class, way))),
        too_near: balls(&map, charts.values.march_keeps_beyond.into()),
        no_start: balls(&map, u32::from(charts.values.march_start.saturating_sub(1))),
        hexsides: tables.hexsides,
        terrain: tables.terrain,
        level: tables.level,
        map,
        charts,
        prospects: weights.each(|_| OnceLock::new()),
        weights,
    })
}

/// What is needed to read the sides.
struct Reader<'a> {
    charts: &'a Charts,
    source: DataFile<'a>,
    scenario: Scenario,
    map: &'a HexMap,
    tables: &'a MapTables,
    pieces: Vec<Piece>,
}

impl Reader<'_> {
    fn side(&mut self, side: Side, code: &str, text: &SideText) -> Result<SideCard, ContentError> {
        let mut units = Units::NONE;
        for (name, words) in &text.units.0 {
            let at = name.span().start;
            if self.pieces.len() == MOST_UNITS {
                return Err(self.source.mistake(at, format!("a battle has at most {MOST_UNITS} units")));
            }
            units.insert(UnitId::new(self.pieces.len()));
            let piece = self.piece(side, name.get_ref(), words, at)?;
            self.pieces.push(piece);
        }
        if text.break_level < 1 {
            let message = format!("found break level {}, expected 1 or more", text.break_level);
            return Err(self.source.mistake_at(&format!("[side.{code}]"), message));
        }
        Ok(SideCard {
            code: code.to_owned(),
            name: text.name.clone(),
            break_level: text.break_level,
            temperament: text.temperament,
            units,
        })
    }

    fn piece(&self, side: Side, name: &str, words: &str, at: usize) -> Result<Piece, ContentError> {
        let wrong = |message: String| self.source.mistake(at, message);
        let code = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let unit = &self.charts.units[self.charts.unit(code).map_err(wrong)?];
        if self.pieces.iter().any(|piece| piece.name == name) {
            return Err(wrong(format!("the unit `{name}` stands here twice")));
        }
        let figures = unit.figures;
        let fits =
            |factors: i32, levels: usize| usize::try_from(factors).is_ok_and(|factors| factors < levels);
        if !fits(figures.tactical, movement::LEVELS) || !fits(figures.operational, march::LEVELS) {
            let most = (movement::LEVELS - 1, march::LEVELS - 1);
            return Err(wrong(format!(
                "`{code}` moves farther than {} tactical and {} operational MF",
                most.0, most.1
            )));
        }
        let start = self.start(words, figures.class).map_err(wrong)?;
        let (battles, types) = (&self.charts.battles, &self.charts.battle_types);
        let is_of = |battle: Scenario, types: &[String]| {
            self.scenario == battle && types.iter().any(|known| known == code)
        };
        let is_roman = side == Side::Rome;
        let packed = is_roman && is_of(Scenario::Cannae, &types.packed);
        let turn_cost = self.charts.step(CostLine::Turn, figures.class).unwrap_or(0);
        Ok(Piece {
            name: name.to_owned(),
            code: code.to_owned(),
            kind: unit.name.clone(),
            side,
            figures,
            start,
            turn_cost: if packed { battles.packed } else { turn_cost as u8 },
            exchanges: figures.is(Trait::Manipular) && !packed,
            levy: is_roman && is_of(Scenario::Cannae, &types.levies),
            held_back: is_of(Scenario::Zama, &types.held_back),
            detachment: (is_roman && self.scenario == Scenario::Cynoscephalae)
                .then(|| types.detachment.iter().position(|known| known == code))
                .flatten()
                .map(|place| place as u8),
        })
    }

    /// `0408 facing 0`, or `turn 2 at 1401` for a reinforcement.
    fn start(&self, words: &str, class: Class) -> Result<Start, String> {
        let form = || format!("found `{words}`, expected such as `0408 facing 0` or `turn 2 at 1401`");
        let hex = |number: &str| self.map.find(number).map_err(|error| error.to_string());
        let words: Vec<&str> = words.split_whitespace().collect();
        match words.as_slice() {
            [number, "facing", facing] => {
                let place = hex(number)?;
                let facing = Direction::try_from(facing.parse::<u8>().map_err(|_| form())?)?;
                let terrain = self.tables.terrain[place.index()];
                if self.charts.enter(terrain, class).is_none() {
                    return Err(format!("{number} is {terrain}: {class} cannot stand there"));
                }
                if self.pieces.iter().any(|piece| matches!(piece.start, Start::Placed(at, _) if at == place))
                {
                    // LINE-X-STK-1
                    return Err(format!("{number} holds a unit already: one unit to a hex"));
                }
                Ok(Start::Placed(place, facing))
            }
            ["turn", turn, "at", number] => {
                let turn = turn.parse().map_err(|_| form())?;
                let hex = hex(number)?;
                let edges = [Edge::North, Edge::East, Edge::South, Edge::West];
                let edge = edges.into_iter().find(|&edge| self.map.edge(edge).any(|other| other == hex));
                let edge = edge.ok_or_else(|| format!("{number} is no hex of the edge"))?;
                Ok(Start::Arrives { turn, hex, edge })
            }
            _ => Err(form()),
        }
    }

    fn leaders(&self, side: Side, text: &SideText) -> Result<Vec<Commander>, ContentError> {
        let mut leaders = Vec::new();
        for (name, unit) in &text.leaders.0 {
            let wrong = |message: String| self.source.mistake(name.span().start, message);
            let name = name.get_ref();
            let line = self
                .charts
                .leader(name)
                .ok_or_else(|| wrong(format!("found leader `{name}`, which no table has")))?;
            let with = self.pieces.iter().position(|piece| piece.name == *unit && piece.side == side);
            let with = with.ok_or_else(|| wrong(format!("found unit `{unit}`, expected one of his side")))?;
            leaders.push(Commander { line: line.clone(), side, starts_with: Some(UnitId::new(with)) });
        }
        Ok(leaders)
    }
}

/// The map as tables.
struct MapTables {
    hexsides: Box<[[Hexside; 6]]>,
    terrain: Box<[Terrain]>,
    level: Box<[i8]>,
}

impl MapTables {
    fn new(map: &HexMap) -> Self {
        let mut tables = Self {
            hexsides: vec![[Hexside::Open; 6]; map.len()].into(),
            terrain: vec![Terrain::Clear; map.len()].into(),
            level: vec![0; map.len()].into(),
        };
        let terrain = map.layer("terrain").expect("every map has terrain");
        let level = map.layer("level").expect("every map has levels");
        for hex in map.hexes() {
            tables.terrain[hex.index()] = Terrain::read(terrain.name_at(hex)).expect("a terrain of Table 2");
            tables.level[hex.index()] = level.name_at(hex).parse().expect("a level");
            for (way, _) in map.steps(hex) {
                let has = |name: &str| map.side(name).is_some_and(|side| side.at(hex).contains(way));
                // A ford lies in a river: where both are drawn, the ford counts.
                tables.hexsides[hex.index()][way.index()] = if has("ford") {
                    Hexside::Ford
                } else if has("river") {
                    Hexside::River
                } else if has("stream") {
                    Hexside::Stream
                } else {
                    Hexside::Open
                };
            }
        }
        tables
    }

    /// Levels to climb from a hex to its neighbour.
    fn climb(&self, from: HexId, to: HexId) -> i32 {
        i32::from(self.level[to.index()]) - i32::from(self.level[from.index()])
    }

    /// What each step of a class costs (Table 2).
    fn steps(&self, map: &HexMap, charts: &Charts, class: Class) -> Box<[[Pace; 6]]> {
        let paces = |from: HexId| {
            let mut paces = [Pace { to: HexId::NONE, price: FORBIDDEN }; 6];
            for (way, to) in map.steps(from) {
                let (terrain, hexside) = (self.terrain[to.index()], self.hexsides[from.index()][way.index()]);
                let price = step_price(charts, class, terrain, hexside, self.climb(from, to));
                paces[way.index()] = Pace { to, price: price.map_or(FORBIDDEN, |price| price as u8) };
            }
            paces
        };
        map.hexes().map(paces).collect()
    }

    /// LINE-X-ZOC-1: rows 1 and 2, but not across two levels or a river without ford.
    fn controls(&self, map: &HexMap, charts: &Charts) -> Box<[[[HexId; 3]; 6]]> {
        let reaches = |from: HexId, way: Direction, to: HexId| {
            self.climb(from, to).abs() < charts.values.cliff
                && self.hexsides[from.index()][way.index()] != Hexside::River
        };
        let controls = |hex: HexId, facing: Direction| {
            let mut hexes = [HexId::NONE; 3];
            let steps = map.steps(hex).filter(|&(way, _)| charts.row_towards(way, facing).is_forward());
            let held = steps.filter(|&(way, to)| reaches(hex, way, to));
            hexes.iter_mut().zip(held).for_each(|(slot, (_, to))| *slot = to);
            hexes
        };
        map.hexes().map(|hex| Direction::ALL.map(|facing| controls(hex, facing))).collect()
    }
}

/// The facings with which a class steps obliquely in a direction (LINE-X-MOV-4).
fn sideways(charts: &Charts, class: Class, way: Direction) -> Directions {
    let rows = charts.class(class).steps_into;
    let steps = |&facing: &Direction| way != facing && rows.contains(charts.row_towards(way, facing));
    Direction::ALL.into_iter().filter(steps).collect()
}

/// For each hex those within a distance of it (LINE-X-MAP-4).
fn balls(map: &HexMap, distance: u32) -> Box<[Hexes]> {
    let ball = |centre| map.hexes().filter(|&hex| map.distance(hex, centre) <= distance).collect();
    map.hexes().map(ball).collect()
}

#[cfg(test)]
#[path = "../../tests/unit/scenarios.rs"]
mod tests;
