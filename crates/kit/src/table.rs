//! Tables as data: rows with ranges, columns, typed cells, and a proof sheet.

use std::{ops::RangeInclusive, sync::Arc};

use crate::{
    ChartCell, ContentError, OddsLadder,
    content::Sources,
    label::{Label, Span},
    patch::Change,
};

mod cell;
mod cells;
mod proof;
mod read;

pub use cell::Cell;
pub use cells::{Cells, Strip};
use read::Draft;

/// One labelling of the rows: the words of an index column and, where they are numbers, what they span.
#[derive(Clone, Debug)]
struct Index {
    name: String,
    labels: Vec<Label>,
    numeric: bool,
}

impl Index {
    fn row_for(&self, value: u32) -> Option<usize> {
        self.labels.iter().position(|label| label.span.is_some_and(|span| span.holds(value)))
    }
}

/// A table as it is printed: all that is needed to draw it.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Its short name.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The clauses that read it.
    pub clauses: Vec<String>,
    /// The lines of the seed document it comes from; empty if it is designed.
    pub seed: String,
    /// What a reader must know, one sentence; may be empty.
    pub note: String,
    index: Vec<Index>,
    heads: Vec<String>,
    spans: Vec<Option<Span>>,
    rows: Vec<Vec<String>>,
    origin: Origin,
}

/// Where a sheet was read from, so that a cell that makes no sense can be found.
#[derive(Clone, Debug)]
struct Origin {
    file: Arc<str>,
    text: Arc<str>,
    body: usize,
    cells: Vec<Vec<usize>>,
    /// Cells that a patch has changed: row, column, and where the patch says so.
    changed: Vec<(usize, usize, Change)>,
}

impl Sheet {
    /// Reads a table file and checks its proof sheet.
    pub fn load(file: &str, text: &str) -> Result<Self, ContentError> {
        let draft = Draft::read(file, text)?;
        draft.prove(file, text)?;
        Ok(draft.sheet)
    }

    /// The names of the index columns.
    pub fn index_names(&self) -> impl Iterator<Item = &str> {
        self.index.iter().map(|index| index.name.as_str())
    }

    /// The heads of the columns.
    pub fn heads(&self) -> &[String] {
        &self.heads
    }

    /// How many rows it has.
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it has no row.
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The labels of a row as printed, one for each index column.
    pub fn labels(&self, row: usize) -> impl Iterator<Item = &str> {
        self.index.iter().map(move |index| index.labels[row].printed.as_str())
    }

    /// The labels of a row joined by a stroke: `6/1`.
    pub fn key(&self, row: usize) -> String {
        self.labels(row).collect::<Vec<_>>().join("/")
    }

    /// Points at a cell that was read for somebody.
    pub fn cell(&self, row: usize, column: usize, who: impl Into<String>) -> ChartCell {
        let head = self.heads[column].clone();
        ChartCell { table: self.id.clone(), row: self.key(row), column: head, who: who.into() }
    }

    /// The cells of a row as printed.
    pub fn cells(&self, row: usize) -> &[String] {
        &self.rows[row]
    }

    /// The row to which a number leads by the index column at `index`.
    pub fn row_for(&self, index: usize, value: u32) -> Option<usize> {
        self.index[index].row_for(value)
    }

    /// The first row with this label or alias in the index column at `index`.
    pub fn row_named(&self, index: usize, name: &str) -> Option<usize> {
        self.index[index].labels.iter().position(|label| label.is_called(name))
    }

    /// The column with this head.
    pub fn column_named(&self, head: &str) -> Option<usize> {
        self.heads.iter().position(|known| known == head)
    }

    /// The column to which a number leads, where the heads are ranges.
    pub fn column_for(&self, value: u32) -> Option<usize> {
        self.spans.iter().position(|span| span.is_some_and(|span| span.holds(value)))
    }

    /// The row with this label, or the complaint that the rules need it.
    pub fn row(&self, label: &str) -> Result<usize, ContentError> {
        self.row_named(0, label)
            .ok_or_else(|| self.complain(format!("found no row `{label}`, which the rules read")))
    }

    /// The row to which a number leads by the index column at `index`, or the complaint that the rules need it.
    pub fn covering(&self, index: usize, value: u32) -> Result<usize, ContentError> {
        let name = &self.index[index].name;
        self.row_for(index, value)
            .ok_or_else(|| self.complain(format!("found no row for {name} {value}, which the rules read")))
    }

    /// Makes sure that every one of these numbers leads to a row.
    pub fn covers(&self, index: usize, mut values: RangeInclusive<u32>) -> Result<(), ContentError> {
        values.try_for_each(|value| self.covering(index, value).map(drop))
    }

    /// The column with this head, or the complaint that the rules need it.
    pub fn column(&self, head: &str) -> Result<usize, ContentError> {
        self.column_named(head)
            .ok_or_else(|| self.complain(format!("found no column `{head}`, which the rules read")))
    }

    /// A complaint about the table as a whole.
    pub fn complain(&self, message: String) -> ContentError {
        ContentError::at(&self.origin.file, &self.origin.text, self.origin.body, message)
    }

    /// The cell of a row under `head`, read by `read`; `expected` is what it may hold. For tables whose columns hold
    /// different things.
    pub fn read_with<T>(
        &self,
        row: usize,
        head: &str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, ContentError> {
        let column = self.column(head)?;
        let cell = &self.rows[row][column];
        read(cell).ok_or_else(|| {
            self.complain_about(row, column, format!("found `{cell}` under `{head}`, expected {expected}"))
        })
    }

    /// A complaint about a cell: in the patch that has changed it, or where it is printed.
    fn complain_about(&self, row: usize, column: usize, message: String) -> ContentError {
        let Origin { file, text, cells, changed, .. } = &self.origin;
        match changed.iter().find(|(at, head, _)| (*at, *head) == (row, column)) {
            Some((_, _, change)) => change.complain(message),
            None => ContentError::at(file, text, cells[row][column], message),
        }
    }

    /// Lays the changes to this table over it.
    fn lay_over(&mut self, sources: &Sources<'_>) -> Result<(), ContentError> {
        for change in sources.changes(&self.id) {
            let row = (0..self.len()).find(|&row| self.key(row) == change.row);
            let row = row.or_else(|| self.row_named(0, &change.row)).ok_or_else(|| {
                let rows: Vec<String> = (0..self.len()).map(|row| self.key(row)).collect();
                change.complain(format!(
                    "the table `{}` has no row `{}`: {}",
                    self.id,
                    change.row,
                    rows.join(", ")
                ))
            })?;
            let column = self.column_named(&change.column).ok_or_else(|| {
                let heads = self.heads.join(", ");
                change.complain(format!("the table `{}` has no column `{}`: {heads}", self.id, change.column))
            })?;
            let cell = &mut self.rows[row][column];
            sources.replaces(change, std::mem::replace(cell, change.value.clone()));
            self.origin.changed.push((row, column, change.clone()));
        }
        Ok(())
    }

    /// The cell of a row under `head`.
    pub fn read<R: Cell>(&self, row: usize, head: &str) -> Result<R, ContentError> {
        self.read_with(row, head, R::EXPECTED, R::read)
    }

    /// The cell under `head` in the row with this label.
    pub fn value<R: Cell>(&self, label: &str, head: &str) -> Result<R, ContentError> {
        self.read(self.row(label)?, head)
    }

    /// The odds columns as a ladder.
    ///
    /// # Panics
    /// If the table's columns are not declared as odds; those that are were checked on loading.
    pub fn ladder(&self) -> OddsLadder {
        OddsLadder::parse(&self.heads).expect("a table with odds columns")
    }
}

/// A table whose cells have been read once into what they mean.
///
/// ```
/// use sandtable_kit::Table;
/// let table: Table<u16> = Table::load("range.toml", r#"
/// id = "range"
/// title = "How far a weapon reaches"
/// seed = ""
/// body = '''
/// die | rifle | gun
/// 1-3 | 20    | 60
/// 4+  | 40    | 90
/// '''
/// [[index]]
/// name = "die"
/// covers = "1+"
/// [proof]
/// cells = 4
/// "#).unwrap();
/// let row = table.sheet().row_for(0, 6).unwrap();
/// assert_eq!(*table.at(row, 1), 90);
/// ```
#[derive(Clone, Debug)]
pub struct Table<R> {
    sheet: Sheet,
    width: usize,
    cells: Vec<R>,
    /// For each index column the row of each small number, so that a look-up is one step.
    rows: Vec<[u8; SMALL]>,
}

/// Numbers below this are looked up directly; no row is marked by [`NO_ROW`].
const SMALL: usize = 32;
const NO_ROW: u8 = u8::MAX;

impl<R: Cell> Table<R> {
    /// Reads a table file, its cells and its proof sheet.
    pub fn load(file: &str, text: &str) -> Result<Self, ContentError> {
        Self::load_from(&Sources::published(), file, text)
    }

    /// The same with a patch laid over it. A proof sheet speaks of the table as printed and is not asked about a
    /// changed one.
    pub(crate) fn load_from(sources: &Sources<'_>, file: &str, text: &str) -> Result<Self, ContentError> {
        let mut draft = Draft::read(file, text)?;
        draft.sheet.lay_over(sources)?;
        let mut cells = Vec::new();
        for (row, words) in draft.sheet.rows.iter().enumerate() {
            for (column, word) in words.iter().enumerate() {
                let expected = || format!("found `{word}`, expected {}", R::EXPECTED);
                let wrong = || draft.sheet.complain_about(row, column, expected());
                cells.push(R::read(word).ok_or_else(wrong)?);
            }
        }
        if draft.sheet.origin.changed.is_empty() {
            draft.prove(file, text)?;
        }
        let sheet = draft.sheet;
        let rows = (0..sheet.index.len())
            .map(|index| {
                std::array::from_fn(|value| {
                    sheet.row_for(index, value as u32).map_or(NO_ROW, |row| row as u8)
                })
            })
            .collect();
        Ok(Self { width: sheet.heads.len(), cells, rows, sheet })
    }
}

impl<R> Table<R> {
    /// The table as printed.
    pub const fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// The cell at a row and a column.
    ///
    /// # Panics
    /// If there is no such row or column.
    #[inline]
    pub fn at(&self, row: usize, column: usize) -> &R {
        assert!(column < self.width);
        &self.cells[row * self.width + column]
    }

    /// The row to which a number leads by the index column at `index`.
    #[inline]
    pub fn row_for(&self, index: usize, value: u32) -> Option<usize> {
        match self.rows[index].get(value as usize) {
            Some(&NO_ROW) => None,
            Some(&row) => Some(row.into()),
            None => self.sheet.row_for(index, value),
        }
    }

    /// The row to which a number leads that the table is known to cover.
    ///
    /// # Panics
    /// If no row has that number: make sure with [`Sheet::covers`] on loading.
    #[inline]
    pub fn row_at(&self, index: usize, value: u32) -> usize {
        self.row_for(index, value).expect("a number that the table covers")
    }

    /// The cell in the row to which a number leads by the first index column.
    ///
    /// # Panics
    /// If no row has that number, or there is no such column.
    #[inline]
    pub fn look_up(&self, value: u32, column: usize) -> &R {
        self.at(self.row_at(0, value), column)
    }
}
