//! Patches: a designer lays other values over the tables of a game, without a compiler.
//!
//! A game reads its charts once, so a patch holds for a whole run of the program and is installed before the charts are
//! first asked for. Whatever reads a table then reads the changed one; no rule knows of it. A scenario's file is changed
//! in the same words: its name stands for the table, a section for the row, a key for the column.

mod lines;

use std::{
    collections::BTreeMap,
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use serde::Deserialize;
use toml::Spanned;

use crate::{ContentError, content::read_toml};

pub use lines::lay_over;

/// Other values for the cells of a game's tables, and house options.
///
/// ```
/// use sandtable_kit::patch::Patch;
/// let patch = Patch::read("my.toml", r#"
/// game = "mars"
/// [[cell]]
/// table = "units"
/// row = "6 TK"
/// column = "attack"
/// value = "6"
/// [options]
/// handicap = "2"
/// "#).unwrap();
/// assert_eq!((patch.game.as_str(), patch.changes.len()), ("mars", 1));
/// assert_eq!(patch.options["handicap"], "2");
/// ```
#[derive(Debug)]
pub struct Patch {
    /// The game's short name.
    pub game: String,
    /// The cells.
    pub changes: Vec<Change>,
    /// House options by name.
    pub options: BTreeMap<String, String>,
}

/// Another value for a cell.
#[derive(Debug)]
pub struct Change {
    /// The table's short name.
    pub table: String,
    /// The label of the row; several labels joined by a stroke.
    pub row: String,
    /// The head of the column.
    pub column: String,
    /// What it says now.
    pub value: String,
    met: AtomicBool,
    place: ContentError,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: String,
    #[serde(default)]
    cell: Vec<Spanned<Cell>>,
    #[serde(default)]
    options: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cell {
    table: String,
    row: Value,
    column: Value,
    value: Spanned<Value>,
}

/// A word, or a number written without quotes.
#[derive(Deserialize)]
#[serde(untagged)]
enum Value {
    Word(String),
    Number(i64),
    Switch(bool),
}

impl Value {
    fn words(&self) -> String {
        match self {
            Self::Word(word) => word.trim().to_owned(),
            Self::Number(number) => number.to_string(),
            Self::Switch(on) => on.to_string(),
        }
    }
}

impl Patch {
    /// Reads a patch file.
    pub fn read(file: &str, text: &str) -> Result<Self, ContentError> {
        let read: File = read_toml(file, text)?;
        let mut changes: Vec<Change> = Vec::new();
        for cell in &read.cell {
            let Cell { table, row, column, value } = cell.get_ref();
            let place = ContentError::at(file, text, value.span().start, "");
            let (row, column, value) = (row.words(), column.words(), value.get_ref().words());
            let met = AtomicBool::new(false);
            let change = Change { table: table.clone(), row, column, value, met, place };
            if change.value.is_empty() || change.value.contains(['|', '\n']) {
                return Err(change.complain("a cell holds one value without strokes, `-` for a dash".into()));
            }
            let same = |known: &Change| {
                (&known.table, &known.row, &known.column) == (&change.table, &change.row, &change.column)
            };
            if changes.iter().any(same) {
                return Err(change.complain("this cell is changed further up already".into()));
            }
            changes.push(change);
        }
        let options = read.options.iter().map(|(name, value)| (name.clone(), value.words())).collect();
        Ok(Self { game: read.game, changes, options })
    }
}

impl Change {
    /// A complaint at the place where the patch says it.
    pub fn complain(&self, message: String) -> ContentError {
        ContentError { message, ..self.place.clone() }
    }

    pub(crate) fn mark_as_met(&self) {
        self.met.store(true, Ordering::Relaxed);
    }
}

static INSTALLED: OnceLock<Patch> = OnceLock::new();

/// Installs a patch for the rest of this run; the patch back if there is one already.
pub fn install(patch: Patch) -> Result<(), Patch> {
    INSTALLED.set(patch)
}

/// The changes to a table of the game in this package.
pub(crate) fn changes<'t>(
    package: &'t str,
    table: &'t str,
) -> impl Iterator<Item = &'static Change> + use<'t> {
    let game = package.rsplit('-').next().unwrap_or(package);
    let installed = INSTALLED.get().into_iter().filter(move |patch| patch.game == game);
    installed.flat_map(|patch| &patch.changes).filter(move |change| change.table == table)
}

/// A change that no table has met, although the tables of the game have been read: there is no such table, or they were
/// read before the patch was installed.
pub fn unmet() -> Option<&'static Change> {
    let installed = INSTALLED.get()?;
    installed.changes.iter().find(|change| !change.met.load(Ordering::Relaxed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(text: &str) -> String {
        Patch::read("my.toml", text).unwrap_err().to_string()
    }

    #[test]
    fn mistakes_are_found_by_line_and_column() {
        let cell = "[[cell]]\ntable = 'a'\nrow = 1\ncolumn = '3:1'\nvalue = ";
        assert!(complaint(&format!("game = 'x'\n{cell}'a | b'")).starts_with("my.toml:6:9: a cell holds"));
        assert!(complaint(&format!("game = 'x'\n{cell}5\n{cell}5")).starts_with("my.toml:11:9: this cell"));
        assert!(complaint("game = 'x'\ncells = 4\n").starts_with("my.toml:2:1: "));
        assert!(complaint(cell).contains("my.toml:5:"));
    }
}
