//! Patches: a designer lays other values over the tables of a game, without a compiler.
//!
//! [`Sources`](crate::content::Sources) lays a patch over the files of a game while they are read, so that the content
//! that comes out is the variant's; no rule knows of it. A scenario's file is changed in the same words as a table: its
//! name stands for the table, a section for the row, a key for the column. On a map the row names a hex or the side
//! between two hexes, the column a layer, a feature of sides or a link.

mod lines;

use std::{collections::BTreeMap, fmt::Write};

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::{ContentError, content::read_toml};

pub(crate) use lines::replace;

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
#[derive(Clone, Debug)]
pub struct Patch {
    /// The game's short name.
    pub game: String,
    /// The cells.
    pub changes: Vec<Change>,
    /// House options by name.
    pub options: BTreeMap<String, String>,
    /// Where the patch names its game.
    place: ContentError,
}

/// Another value for a cell. Two changes are equal if they say the same, wherever they say it.
#[derive(Clone, Debug)]
pub struct Change {
    /// The table's short name.
    pub table: String,
    /// The label of the row; several labels joined by a stroke.
    pub row: String,
    /// The head of the column.
    pub column: String,
    /// What it says now.
    pub value: String,
    place: ContentError,
}

/// A cell that a patch has changed.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Difference {
    /// The table, map or scenario by its short name.
    pub table: String,
    /// The label of the row.
    pub row: String,
    /// The head of the column.
    pub column: String,
    /// What it says as published.
    pub old: String,
    /// What it says here.
    pub new: String,
}

impl Difference {
    pub(crate) fn new(change: &Change, old: String) -> Self {
        let [table, row, column, new] = change.said().map(str::to_owned);
        Self { table, row, column, old, new }
    }
}

/// Two patches are equal if they say the same, wherever they say it.
impl PartialEq for Patch {
    fn eq(&self, other: &Self) -> bool {
        (&self.game, &self.changes, &self.options) == (&other.game, &other.changes, &other.options)
    }
}

impl Eq for Patch {}

impl PartialEq for Change {
    fn eq(&self, other: &Self) -> bool {
        self.said() == other.said()
    }
}

impl Eq for Change {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: Spanned<String>,
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
            let change = Change { table: table.clone(), row, column, value, place };
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
        let place = ContentError::at(file, text, read.game.span().start, "");
        Ok(Self { game: read.game.into_inner(), changes, options, place })
    }

    /// A complaint at the place where the patch names its game.
    pub fn complain(&self, message: String) -> ContentError {
        ContentError { message, ..self.place.clone() }
    }

    /// A patch of changes that were written down elsewhere, each as table, row, column and value; `place` is where.
    pub fn of(game: &str, changes: Vec<([String; 4], ContentError)>) -> Self {
        let change = |([table, row, column, value], place): ([String; 4], ContentError)| Change {
            table,
            row,
            column,
            value,
            place,
        };
        let place =
            changes.first().map_or_else(|| ContentError::at("", "", 0, ""), |(_, place)| place.clone());
        let changes = changes.into_iter().map(change).collect();
        Self { game: game.to_owned(), changes, options: BTreeMap::new(), place }
    }

    /// The patch as a file. Reading it gives the same patch again.
    pub fn write(&self) -> String {
        // A string of JSON is one of TOML.
        let quoted = |words: &str| serde_json::Value::from(words).to_string();
        let mut text = format!("game = {}\n", quoted(&self.game));
        for change in &self.changes {
            text.push_str("\n[[cell]]\n");
            for (key, words) in ["table", "row", "column", "value"].into_iter().zip(change.said()) {
                let _ = writeln!(text, "{key} = {}", quoted(words));
            }
        }
        if !self.options.is_empty() {
            text.push_str("\n[options]\n");
        }
        for (name, value) in &self.options {
            let _ = writeln!(text, "{} = {}", quoted(name), quoted(value));
        }
        text
    }
}

impl Change {
    /// A complaint at the place where the patch says it.
    pub fn complain(&self, message: String) -> ContentError {
        ContentError { message, ..self.place.clone() }
    }

    /// Table, row, column and value.
    pub fn said(&self) -> [&str; 4] {
        [&self.table, &self.row, &self.column, &self.value]
    }
}
