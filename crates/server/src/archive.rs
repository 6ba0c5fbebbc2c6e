//! A game as it is on the disk, made whole again.

use std::{collections::BTreeMap, fmt::Write, ops::Range};

use kit::{
    Viewer,
    any::{AnySession, LogEntry, Playable},
    patch::Patch,
};
use serde::Serialize;
use serde_json::json;

use crate::{
    dice::{DiceBox, Rolling},
    error::Failure,
    secret::beginning,
    shelf::Shelf,
    store::{GameRow, StepRow, Store},
    told::{Told, ToldDie, ToldEntry},
};

/// A stored game, as it is on the disk.
pub struct Kept {
    /// The game without its decisions.
    pub row: GameRow,
    /// The decisions as they are stored.
    pub steps: Vec<StepRow>,
    /// Where its dice come from.
    pub dice: DiceBox,
}

/// A stored game with its whole history.
pub struct Archived {
    /// The game without its decisions.
    pub row: GameRow,
    /// What is played.
    pub game: &'static dyn Playable,
    /// The game with its history, as far as it holds by the rules of this program.
    pub table: Box<dyn AnySession>,
    /// The decisions as they are stored.
    pub steps: Vec<StepRow>,
    /// Where its dice come from.
    pub dice: DiceBox,
    /// Why it can be read and not played on, if that is so.
    pub closed: Option<String>,
}

impl Kept {
    /// Reads a game.
    pub fn read(store: &Store, id: &str) -> Result<Self, Failure> {
        let row = store.books.game(id)?.ok_or_else(|| Failure::unknown("game"))?;
        let steps = store.books.steps(id)?;
        let dice = serde_json::from_str(&row.dice).map_err(|error| Failure::fault(&error))?;
        Ok(Self { row, steps, dice })
    }

    /// Plays it again, as far as it holds by the rules of this program.
    pub fn replay(self, on: &Shelf) -> Result<Archived, Failure> {
        let Self { row, steps, dice } = self;
        let game = on.playable(&row.game).ok_or_else(|| Failure::closed(no_such(&row.game)))?;
        let (played, here) = (row.rules, game.rules());
        // Rules that this program does not know yet may say the same: the hashes tell.
        let text = text(&row, &sides(game, &row), &steps, played.min(here))?;
        let (table, fault) = match game.open(&text) {
            Ok(opened) => opened,
            // The set-up itself is another: nothing of it can be shown.
            Err(error) => return Err(Failure::closed(other_rules(played, here, &error.to_string()))),
        };
        let closed = match fault {
            _ if played != here => Some(other_rules(played, here, "")),
            Some(fault) => {
                let step = table.steps() + 1;
                tracing::error!(
                    game = beginning(&row.id),
                    step,
                    line = fault.line,
                    "a stored game does not hold"
                );
                Some(format!(
                    "decision {step} does not hold by the rules of this program: the game can be read and taken away, \
                     but not played on"
                ))
            }
            None => None,
        };
        Ok(Archived { row, game, table, steps, dice, closed })
    }

    /// Whether something was hidden in it, as far as its own decisions tell; without any, better yes than no.
    pub fn hides(&self) -> bool {
        self.steps.iter().all(|row| row.told.is_none()) || self.steps.iter().any(|row| Told::of(row).hides())
    }

    /// The names of the sides as its decisions tell them.
    fn told_sides(&self) -> Vec<String> {
        let side = |seat: usize| {
            let mut own = self.steps.iter().filter(|row| usize::from(row.seat) == seat);
            let told = own.find_map(|row| Some(Told::of(row).side).filter(|side| !side.is_empty()));
            told.unwrap_or_else(|| format!("Seat {}", seat + 1))
        };
        (0..self.row.seats.len()).map(side).collect()
    }

    /// The record from what is stored, whether this program knows the game or not.
    pub fn record(&self, on: &Shelf, over: bool) -> Result<String, Failure> {
        let known = on.playable(&self.row.game).map(|game| sides(game, &self.row));
        let sides = known.filter(|sides| sides.len() == self.row.seats.len());
        let sides = sides.unwrap_or_else(|| self.told_sides());
        let dice = self.steps.iter().map(|row| Told::of(row).dice().to_vec()).collect();
        record(&self.row, &sides, &self.steps, (&self.dice, dice), over)
    }
}

/// The record of stored decisions, with where the dice came from, which were rolled, and who gave up.
fn record(
    row: &GameRow,
    sides: &[String],
    steps: &[StepRow],
    (promise, dice): (&DiceBox, Vec<Vec<ToldDie>>),
    over: bool,
) -> Result<String, Failure> {
    let mut text = text(row, sides, steps, row.rules)?;
    if let Some(end) = text.find("\n\n") {
        text.insert_str(end + 1, &dice_lines(promise, over));
    }
    let text = with_dice_remarks(&text, &dice);
    Ok(match row.resigned.and_then(|seat| sides.get(usize::from(seat))) {
        Some(side) => format!("{text}-- {side} resigns\n"),
        None => text,
    })
}

fn no_such(game: &str) -> String {
    format!(
        "this server does not play {game} any more: the game can be read and taken away, but not played on"
    )
}

fn other_rules(played: u32, here: u32, why: &str) -> String {
    let why = if why.is_empty() { String::new() } else { format!(" ({why})") };
    format!(
        "it was played by version {played} of the rules, and this server plays version {here}{why}: it can be read and taken \
         away, and its record set up as a new game, but it cannot be played on"
    )
}

impl Archived {
    /// Reads a game and plays it again.
    pub fn read(store: &Store, shelf: &Shelf, id: &str) -> Result<Self, Failure> {
        Kept::read(store, id)?.replay(shelf)
    }

    /// The table as it was after so many decisions.
    pub fn at(&self, step: usize) -> Result<Box<dyn AnySession>, Failure> {
        if step > self.table.steps() {
            let why = self.closed.as_deref().unwrap_or("there is no such step");
            return Err(Failure::closed(why));
        }
        Ok(self.table.at(step))
    }

    /// The record for whoever may have it: with where the dice came from, and who gave up.
    pub fn record(&self, over: bool) -> Result<String, Failure> {
        let dice: Vec<Vec<ToldDie>> = self.dice().into_iter().map(|(_, dice)| dice).collect();
        record(&self.row, &sides(self.game, &self.row), &self.steps, (&self.dice, dice), over)
    }

    /// The dice of every decision that has rolled any or none, with its number.
    pub fn dice(&self) -> Vec<(usize, Vec<ToldDie>)> {
        let rows = self.steps.iter().zip(1..);
        if self.closed.is_some() {
            return rows.map(|(row, number)| (number, Told::of(row).dice().to_vec())).collect();
        }
        let story = self.table.story(0..self.table.steps());
        story.into_iter().map(|step| (step.number, step.dice.iter().map(ToldDie::from).collect())).collect()
    }

    /// Decisions as a viewer may know them: as they were told, if the table cannot tell them again.
    pub fn story(&self, steps: Range<usize>, viewer: Viewer) -> Vec<StoryStep> {
        if self.closed.is_none() {
            let story = self.table.story(steps);
            return story.into_iter().map(|step| StoryStep::Played(Box::new(step.seen_by(viewer)))).collect();
        }
        told(&self.steps, steps, viewer)
    }

    /// The revision of the game.
    pub fn revision(&self) -> u64 {
        self.steps.last().map_or(0, |step| step.revision).max(self.row.revision)
    }
}

/// A decision of a history: played again, or as it was told.
#[derive(Serialize)]
#[serde(untagged)]
pub enum StoryStep {
    Played(Box<LogEntry>),
    Told(Box<ToldEntry>),
}

/// Decisions as they were told.
pub fn told(rows: &[StepRow], steps: Range<usize>, viewer: Viewer) -> Vec<StoryStep> {
    let rows = rows.iter().enumerate().skip(steps.start).take(steps.len());
    rows.map(|(place, row)| StoryStep::Told(Box::new(Told::of(row).entry(place + 1, row, viewer)))).collect()
}

/// The names of the sides of a stored game.
fn sides(game: &dyn Playable, row: &GameRow) -> Vec<String> {
    game.seats(&row.scenario).into_iter().map(str::to_owned).collect()
}

/// The patch of a stored game.
fn patch(row: &GameRow) -> Result<Option<Patch>, Failure> {
    if row.patch.is_empty() {
        return Ok(None);
    }
    Patch::read("patch.toml", &row.patch).map(Some).map_err(|error| Failure::fault(&error))
}

/// The record of stored decisions.
fn text(row: &GameRow, sides: &[String], steps: &[StepRow], rules: u32) -> Result<String, Failure> {
    let mut text =
        format!("sandtable-record 1\ngame: {}\nrules: {rules}\nscenario: {}\n", row.game, row.scenario);
    let options: BTreeMap<String, String> =
        serde_json::from_str(&row.options).map_err(|error| Failure::fault(&error))?;
    for (name, value) in options {
        let _ = writeln!(text, "option {name}: {value}");
    }
    for change in patch(row)?.iter().flat_map(|patch| &patch.changes) {
        let _ = writeln!(text, "patch: {}", json!(change.said()));
    }
    text.push('\n');
    for (number, step) in steps.iter().enumerate() {
        let seat = sides.get(usize::from(step.seat)).map(String::as_str).unwrap_or_default();
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

/// The hash of the state after a decision, as it is stored.
pub fn hash_of(step: &LogEntry) -> u64 {
    u64::from_str_radix(&step.hash, 16).unwrap_or_default()
}

/// Lines for the head of a record: where the dice came from. The secret only when the game is over.
fn dice_lines(dice: &DiceBox, over: bool) -> String {
    let mut lines = String::new();
    match dice.commitment() {
        None => lines.push_str("dice kind: entered\n"),
        Some(commitment) => {
            let _ = writeln!(lines, "dice kind: committed\ndice commitment: {commitment}");
            let _ = writeln!(lines, "dice game: {}\ndice since: {}", dice.game, dice.since);
            for (seat, seal) in &dice.sealed {
                let _ = writeln!(lines, "dice seal {seat}: {seal}");
            }
            for seat in &dice.lapsed {
                let _ = writeln!(lines, "dice lapsed {seat}: not opened in time");
            }
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
fn with_dice_remarks(record: &str, dice: &[Vec<ToldDie>]) -> String {
    let (head, body) = record.split_once("\n\n").unwrap_or((record, ""));
    let mut text = format!("{head}\n\n");
    for (number, (line, dice)) in body.lines().zip(dice).enumerate() {
        text.push_str(line);
        text.push('\n');
        let named: Vec<String> =
            dice.iter().map(|die| format!("{} {} {}", die.die, die.face, die.purpose)).collect();
        if !dice.is_empty() && dice.iter().all(|die| !die.die.is_empty()) {
            let _ = writeln!(text, "-- dice {}: {}", number + 1, named.join("; "));
        }
    }
    text
}
