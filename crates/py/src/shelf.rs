//! Games, rules, tables, maps and questions.

use std::{collections::BTreeMap, sync::Arc};

use bots::Level;
use kit::{HexMap, Rulebook, Scripted, Setup, Throwing, any::Playable, map::Course, patch::Patch};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::fault::{Fault, guarded};

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(rules, module)?)?;
    module.add_function(wrap_pyfunction!(rule, module)?)?;
    module.add_function(wrap_pyfunction!(sheet, module)?)?;
    module.add_function(wrap_pyfunction!(odds, module)?)?;
    module.add_function(wrap_pyfunction!(schema, module)?)?;
    module.add_function(wrap_pyfunction!(hex_map, module)?)?;
    module.add_function(wrap_pyfunction!(differences, module)?)
}

/// The rulebook with this name.
pub fn book(name: &str) -> Result<&'static Rulebook, Fault> {
    registry::game(name)
        .ok_or_else(|| Fault::unknown("game", name, registry::GAMES.iter().map(|game| game.name)))
}

/// The playable game with this name.
pub fn playable(name: &str) -> Result<&'static dyn Playable, Fault> {
    registry::playable(name).ok_or_else(|| {
        Fault::unknown("playable game", name, registry::PLAYABLE.iter().map(|game| game.name()))
    })
}

/// A patch of a game, from its text.
pub fn read_patch(game: &str, text: Option<&str>) -> Result<Option<Patch>, Fault> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    let patch = Patch::read("the patch", text)?;
    if patch.game != game {
        return Err(Fault::Question(format!("the patch is for {}, not for {game}", patch.game)));
    }
    Ok(Some(patch))
}

/// What is to be played: the first scenario unless one is named; options of the patch count too.
pub fn setup(
    game: &dyn Playable,
    scenario: Option<&str>,
    options: BTreeMap<String, String>,
    patch: Option<Patch>,
) -> Result<Setup, Fault> {
    let profile = game.profile();
    let first = profile.scenarios.first().map_or("", |scenario| &scenario.name);
    let scenario = scenario.unwrap_or(first);
    profile.scenario(scenario)?;
    let mut setup = Setup { options, ..Setup::of(scenario) };
    for (name, value) in patch.iter().flat_map(|patch| &patch.options) {
        if setup.options.get(name).is_some_and(|told| told != value) {
            return Err(Fault::Setup(format!(
                "the option `{name}` is set here and, to {value}, in the patch: leave one out"
            )));
        }
        setup.options.insert(name.clone(), value.clone());
    }
    profile.choose(&setup.options)?;
    setup.patch = patch.map(Arc::new);
    Ok(setup)
}

fn no_game() -> (u64, String) {
    (0, String::new())
}

/// Everything on the shelf.
#[pyfunction]
fn games() -> Result<String, Fault> {
    guarded(no_game, || {
        let about = |book: &&'static Rulebook| {
            let kinds: Vec<Value> = book
                .kinds
                .iter()
                .map(|kind| json!({"name": kind.name, "title": kind.title, "example": kind.example}))
                .collect();
            let sheets: Vec<Value> = book
                .published_sheets()
                .iter()
                .map(|sheet| json!({"table": sheet.id, "title": sheet.title}))
                .collect();
            let maps: Vec<&str> = book.maps.iter().map(|map| map.name).collect();
            let play = registry::playable(book.name).map(|game| {
                let scenarios = game.profile().scenarios.iter().map(|scenario| &*scenario.name);
                let players: BTreeMap<&str, Vec<&str>> =
                    scenarios.map(|scenario| (scenario, registry::players(game, scenario))).collect();
                let has = |name: &&str| players.values().any(|known| known.contains(name));
                let anywhere: Vec<&str> = Level::names(true).filter(has).collect();
                json!({"rules": game.rules(), "hides": game.hides(), "players": anywhere, "scenario_players": players,
                       "scenarios": game.profile().scenarios, "options": game.profile().options,
                       "overlays": game.overlays()})
            });
            json!({"name": book.name, "title": book.title(), "about": book.about(), "questions": kinds,
                   "tables": sheets, "maps": maps, "play": play})
        };
        Ok(Value::from(registry::GAMES.iter().map(about).collect::<Vec<_>>()).to_string())
    })
}

/// All rules of a game.
#[pyfunction]
fn rules(game: &str) -> Result<String, Fault> {
    let entries: Vec<_> = (book(game)?.ledger)().entries().collect();
    Ok(json!(entries).to_string())
}

/// One rule.
#[pyfunction]
fn rule(game: &str, id: &str) -> Result<String, Fault> {
    let ledger = (book(game)?.ledger)();
    let found = ledger.find(id);
    let all = || ledger.entries().map(|entry| entry.id.as_str()).take(40);
    Ok(json!(found.ok_or_else(|| Fault::unknown("clause", id, all()))?).to_string())
}

/// One table, with a patch laid over it.
#[pyfunction]
#[pyo3(signature = (game, id, patch = None))]
fn sheet(game: &str, id: &str, patch: Option<&str>) -> Result<String, Fault> {
    guarded(no_game, || {
        let book = book(game)?;
        let patch = read_patch(game, patch)?;
        let sheets = (book.sheets)(patch.as_ref())?;
        let found = sheets.iter().find(|sheet| sheet.id == id);
        let sheet =
            found.ok_or_else(|| Fault::unknown("table", id, sheets.iter().map(|sheet| sheet.id.as_str())))?;
        let rows: Vec<_> =
            (0..sheet.len()).map(|row| json!({"key": sheet.key(row), "cells": sheet.cells(row)})).collect();
        Ok(json!({"game": book.name, "table": sheet.id, "title": sheet.title, "note": sheet.note,
                  "clauses": sheet.clauses, "columns": sheet.heads(), "rows": rows})
        .to_string())
    })
}

/// What a patch changes.
#[pyfunction]
fn differences(game: &str, patch: &str) -> Result<String, Fault> {
    guarded(no_game, || {
        let Some(patch) = read_patch(game, Some(patch))? else { return Ok("[]".into()) };
        Ok(json!((book(game)?.differences)(&patch)?).to_string())
    })
}

/// Exact odds of a situation; of the ready example without one.
#[pyfunction]
#[pyo3(signature = (game, kind, situation = None, patch = None, seed = None, dice = None))]
fn odds(
    py: Python<'_>,
    game: &str,
    kind: &str,
    situation: Option<&str>,
    patch: Option<&str>,
    seed: Option<u64>,
    dice: Option<&str>,
) -> Result<String, Fault> {
    let book = book(game)?;
    let found = book.kind(kind);
    let kind =
        found.ok_or_else(|| Fault::unknown("question", kind, book.kinds.iter().map(|kind| kind.name)))?;
    let patch = read_patch(game, patch)?;
    let throwing = match (dice, seed) {
        (Some(dice), _) => Throwing::Script(Scripted::parse(dice).map_err(kit::Problem::Dice)?),
        (None, Some(seed)) => Throwing::Seed(seed),
        (None, None) => Throwing::Nothing,
    };
    let (file, text) = situation.map_or(("the ready example", kind.example), |text| ("the situation", text));
    py.detach(|| {
        guarded(no_game, || {
            let report = kind.ask(patch.as_ref(), file, text, throwing)?;
            let mut value = json!(report);
            value["game"] = json!(book.name);
            Ok(value.to_string())
        })
    })
}

/// What the text of a question may hold.
#[pyfunction]
fn schema(game: &str, kind: &str) -> Result<String, Fault> {
    let book = book(game)?;
    let found = book.kind(kind);
    let kind =
        found.ok_or_else(|| Fault::unknown("question", kind, book.kinds.iter().map(|kind| kind.name)))?;
    Ok(kind.schema().to_string())
}

/// A map with everything that lies on it; the first of the game unless one is named.
#[pyfunction]
#[pyo3(signature = (game, name = None))]
fn hex_map(game: &str, name: Option<&str>) -> Result<String, Fault> {
    let book = book(game)?;
    if book.maps.is_empty() {
        return Err(Fault::Setup(format!("{game} is played on a table without hexes: it has no map")));
    }
    let source = name.map_or(book.maps.first(), |name| book.maps.iter().find(|map| map.name == name));
    let source = source.ok_or_else(|| {
        Fault::unknown("map", name.unwrap_or_default(), book.maps.iter().map(|map| map.name))
    })?;
    Ok(map_json(&HexMap::load(source.file, source.text)?).to_string())
}

/// A map as data.
pub fn map_json(map: &HexMap) -> Value {
    let number = |hex| map.number(hex).to_string();
    let pairs = |course: &Course| -> Vec<[String; 2]> {
        course.pairs.iter().map(|&(one, other)| [number(one), number(other)]).collect()
    };
    let courses = |courses: &[Course]| -> Vec<Value> {
        courses.iter().map(|course| json!({"name": course.name, "pairs": pairs(course)})).collect()
    };
    let hexes: Vec<Value> = map
        .hexes()
        .map(|hex| {
            let layers: BTreeMap<&str, &str> =
                map.layers().iter().map(|layer| (layer.name.as_str(), layer.name_at(hex))).collect();
            let at = map.number(hex);
            json!({"hex": number(hex), "column": at.column, "row": at.row, "layers": layers})
        })
        .collect();
    let zones: Vec<Value> = map
        .zone_groups()
        .iter()
        .flat_map(|group| {
            group.zones.iter().map(|zone| {
                let hexes: Vec<String> = zone.hexes.iter().map(|&hex| number(hex)).collect();
                json!({"group": group.name, "name": zone.name, "hexes": hexes})
            })
        })
        .collect();
    json!({
        "title": map.title(),
        "layout": map.layout().name(),
        "hexes": hexes,
        "sides": map.sides().iter().map(|side| json!({"name": side.name, "courses": courses(&side.courses)})).collect::<Vec<_>>(),
        "links": map.links().iter().map(|link| json!({"name": link.name, "courses": courses(&link.courses)})).collect::<Vec<_>>(),
        "places": map.places().iter().map(|place| json!({"name": place.name, "kind": place.kind, "hex": number(place.hex)})).collect::<Vec<_>>(),
        "zones": zones,
    })
}
