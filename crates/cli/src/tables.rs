//! `sandtable games` and `sandtable table`.

use clap::Args;
use kit::{Rulebook, Sheet};
use serde_json::json;

use crate::{
    draw::{Page, pad, width},
    failure::Failure,
};

/// What `sandtable table` is asked.
#[derive(Args)]
pub struct Arguments {
    /// The game (see `sandtable games`)
    game: String,
    /// The table; without it the tables are listed
    table: Option<String>,
    /// For programs: {"game","table","columns":[..],"rows":[{"key":..,"cells":[..]}]}
    #[arg(long)]
    json: bool,
}

/// Lists the games.
pub fn games(page: &mut Page) {
    let longest = registry::GAMES.iter().map(|game| width(game.name)).max().unwrap_or(0);
    for game in registry::GAMES.iter() {
        let first = format!("{}  ", pad(game.name, longest));
        page.hung(&first, &format!("{}. {}", game.title(), game.about()), "");
        let kinds: Vec<&str> = game.kinds.iter().map(|kind| kind.name).collect();
        if !kinds.is_empty() {
            page.hung(&" ".repeat(width(&first)), &format!("odds: {}", kinds.join(", ")), "");
        }
        if let Some(playable) = registry::playable(game.name) {
            // Scenarios with the same sides share a line.
            for alike in playable.profile().scenarios.chunk_by(|one, other| one.sides == other.sides) {
                let names: Vec<&str> = alike.iter().map(|scenario| scenario.name.as_str()).collect();
                let sides = playable.seats(names[0]).join(" against ");
                page.hung(&" ".repeat(width(&first)), &format!("play: {} ({sides})", names.join(", ")), "");
            }
        }
    }
}

/// Lists or draws tables.
pub fn run(arguments: &Arguments, page: &mut Page) -> Result<(), Failure> {
    let game = Failure::game(&arguments.game)?;
    let Some(id) = &arguments.table else {
        list(game, arguments.json, page);
        return Ok(());
    };
    let sheet = game.sheet(id).ok_or_else(|| {
        let known = game.published_sheets().iter().map(|sheet| sheet.id.clone()).collect();
        Failure::Unknown { what: "table", name: id.clone(), known }
    })?;
    if arguments.json {
        page.line(&as_json(game, sheet).to_string());
        return Ok(());
    }
    page.heading(&format!("{} · {}", game.title(), sheet.title));
    page.gap();
    page.sheet(sheet);
    page.gap();
    if !sheet.note.is_empty() {
        page.hung("", &sheet.note, "");
    }
    let origin =
        if sheet.seed.is_empty() { "designed".to_owned() } else { format!("charts, lines {}", sheet.seed) };
    page.hung("", &format!("{origin}; read by {}", sheet.clauses.join(", ")), "");
    Ok(())
}

fn list(game: &Rulebook, json: bool, page: &mut Page) {
    let sheets = game.published_sheets();
    if json {
        let tables: Vec<_> =
            sheets.iter().map(|sheet| json!({"table": sheet.id, "title": sheet.title})).collect();
        page.line(&json!({"game": game.name, "tables": tables}).to_string());
        return;
    }
    let longest = sheets.iter().map(|sheet| width(&sheet.id)).max().unwrap_or(0);
    for sheet in sheets {
        page.hung(&format!("{}  ", pad(&sheet.id, longest)), &sheet.title, "");
    }
}

fn as_json(game: &Rulebook, sheet: &Sheet) -> serde_json::Value {
    let rows: Vec<_> =
        (0..sheet.len()).map(|row| json!({"key": sheet.key(row), "cells": sheet.cells(row)})).collect();
    json!({"game": game.name, "table": sheet.id, "columns": sheet.heads(), "rows": rows})
}
