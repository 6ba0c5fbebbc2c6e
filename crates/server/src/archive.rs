//! A game as it is on the disk, made whole again.

use std::{collections::BTreeMap, fmt::Write};

use kit::{
    any::{AnySession, LogEntry, Playable},
    patch::Patch,
};
use serde_json::json;

use crate::{
    dice::{DiceBox, Rolling},
    error::Failure,
    secret::beginning,
    shelf::Shelf,
    store::{GameRow, StepRow, Store},
};

/// A stored game with its whole history.
pub struct Archived {
    /// The game without its decisions.
    pub row: GameRow,
    /// What is played.
    pub game: &'static dyn Playable,
    /// The game with its history.
    pub table: Box<dyn AnySession>,
    /// The decisions as they are stored.
    pub steps: Vec<StepRow>,
    /// Where its dice come from.
    pub dice: DiceBox,
}

impl Archived {
    /// Reads a game and plays it again; every line must hold.
    pub fn read(store: &Store, shelf: &Shelf, id: &str) -> Result<Self, Failure> {
        let row = store.game(id)?.ok_or_else(|| Failure::unknown("game"))?;
        let steps = store.steps(id)?;
        let game = shelf
            .playable(&row.game)
            .ok_or_else(|| Failure::closed(format!("this server does not play {} any more", row.game)))?;
        let dice: DiceBox = serde_json::from_str(&row.dice).map_err(|error| Failure::fault(&error))?;
        let (table, fault) =
            game.open(&text(&row, game, &steps)?).map_err(|error| Failure::closed(error.to_string()))?;
        match fault {
            None => Ok(Self { row, game, table, steps, dice }),
            // The decision itself may be a secret.
            Some(fault) => Err(Failure::fault(&format!(
                "the stored game {}... does not hold at line {}",
                beginning(id),
                fault.line
            ))),
        }
    }

    /// The revision of the game.
    pub fn revision(&self) -> u64 {
        self.steps.last().map_or(0, |step| step.revision).max(self.row.revision)
    }

    /// The record for whoever may have it: with where the dice came from, and who gave up.
    pub fn record(&self, over: bool) -> String {
        let mut text = self.table.record();
        if let Some(end) = text.find("\n\n") {
            text.insert_str(end + 1, &dice_lines(&self.dice, over));
        }
        let text = with_dice_remarks(&text, &self.table.story(0..self.table.steps()));
        match self.row.resigned {
            Some(seat) => format!("{text}-- {} resigns\n", self.table.seats()[usize::from(seat)]),
            None => text,
        }
    }
}

/// The patch of a stored game.
fn patch(row: &GameRow) -> Result<Option<Patch>, Failure> {
    if row.patch.is_empty() {
        return Ok(None);
    }
    Patch::read("patch.toml", &row.patch).map(Some).map_err(|error| Failure::fault(&error))
}

/// The record of stored decisions.
fn text(row: &GameRow, game: &dyn Playable, steps: &[StepRow]) -> Result<String, Failure> {
    let mut text =
        format!("sandtable-record 1\ngame: {}\nrules: {}\nscenario: {}\n", row.game, row.rules, row.scenario);
    let options: BTreeMap<String, String> =
        serde_json::from_str(&row.options).map_err(|error| Failure::fault(&error))?;
    for (name, value) in options {
        let _ = writeln!(text, "option {name}: {value}");
    }
    for change in patch(row)?.iter().flat_map(|patch| &patch.changes) {
        let _ = writeln!(text, "patch: {}", json!(change.said()));
    }
    text.push('\n');
    let seats = game.seats(&row.scenario);
    for (number, step) in steps.iter().enumerate() {
        let seat = seats.get(usize::from(step.seat)).copied().unwrap_or_default();
        let _ = write!(text, "{} {seat}: {}", number + 1, step.text);
        if !step.dice.is_empty() {
            let _ = write!(text, " [{}]", step.dice);
        }
        let _ = writeln!(text, " #{:016x}", step.hash);
    }
    Ok(text)
}

/// The dice of a decision as a record writes them.
pub fn dice_text(step: &LogEntry) -> String {
    let dice: Vec<String> = step.dice.iter().map(|die| format!("{}:{}", die.purpose, die.face)).collect();
    dice.join(", ")
}

/// Lines for the head of a record: where the dice came from. The secret only when the game is over.
fn dice_lines(dice: &DiceBox, over: bool) -> String {
    let mut lines = String::new();
    match dice.commitment() {
        None => lines.push_str("dice kind: entered\n"),
        Some(commitment) => {
            let _ = writeln!(lines, "dice kind: committed\ndice commitment: {commitment}");
            let _ = writeln!(lines, "dice game: {}\ndice since: {}", dice.game, dice.since);
            for (seat, words) in &dice.contributions {
                let _ = writeln!(lines, "dice contribution {seat}: {words}");
            }
            if over {
                let _ = writeln!(lines, "dice secret: {}", dice.secret);
            }
        }
    }
    debug_assert!(dice.kind == Rolling::Entered || lines.contains("commitment"));
    lines
}

/// Says after each decision which dice were rolled: a reader without the rules needs their sides.
fn with_dice_remarks(record: &str, story: &[LogEntry]) -> String {
    let (head, body) = record.split_once("\n\n").unwrap_or((record, ""));
    let mut text = format!("{head}\n\n");
    for (line, step) in body.lines().zip(story) {
        text.push_str(line);
        text.push('\n');
        if !step.dice.is_empty() {
            let dice: Vec<String> =
                step.dice.iter().map(|die| format!("{} {} {}", die.die, die.face, die.purpose)).collect();
            let _ = writeln!(text, "-- dice {}: {}", step.number, dice.join("; "));
        }
    }
    text
}
