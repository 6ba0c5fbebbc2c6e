//! Tables as data: rows with ranges, columns, typed cells, and a proof sheet.

use std::sync::Arc;

use serde::Deserialize;

use crate::{
    ContentError, Factor, Ladder,
    content::read_toml,
    label::{Label, Span},
};

mod proof;

/// What stands in a cell.
pub trait Cell: Sized {
    /// What a cell may hold, for the message when it holds something else.
    const EXPECTED: &'static str;
    /// Reads a cell, spelled as it is printed.
    fn read(text: &str) -> Option<Self>;
}

/// Any words.
impl Cell for String {
    const EXPECTED: &'static str = "words";
    fn read(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

/// A whole number that is not negative.
impl Cell for u16 {
    const EXPECTED: &'static str = "a whole number";
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

/// A number, or a dash for none.
impl Cell for Option<u16> {
    const EXPECTED: &'static str = "a whole number or -";
    fn read(text: &str) -> Option<Self> {
        if text == "-" { Some(None) } else { text.parse().ok().map(Some) }
    }
}

/// A whole number with its sign.
impl Cell for i16 {
    const EXPECTED: &'static str = "a whole number, with - in front if negative";
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

/// A whole number up to 255.
impl Cell for u8 {
    const EXPECTED: &'static str = "a whole number up to 255";
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

/// A whole number with its sign.
impl Cell for i32 {
    const EXPECTED: &'static str = "a whole number, with - in front if negative";
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

/// Yes or no.
impl Cell for bool {
    const EXPECTED: &'static str = "yes or no";
    fn read(text: &str) -> Option<Self> {
        match text {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        }
    }
}

/// A strength or rate in whole or half steps.
impl Cell for Factor {
    const EXPECTED: &'static str = "a number in whole or half steps";
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

/// Declares the tables of a game: each field is a typed [`Table`] read from `data/tables/<id>.toml` of the crate.
///
/// ```text
/// sandtable_kit::charts! {
///     /// The charts of this game.
///     pub struct Charts {
///         /// Combat results.
///         crt: CrtResult = "crt",
///     }
/// }
/// let charts = Charts::load()?;
/// ```
#[macro_export]
macro_rules! charts {
    ($(#[$about:meta])* $vis:vis struct $name:ident {
        $($(#[$field_about:meta])* $field:ident: $cell:ty = $id:literal,)*
    }) => {
        $(#[$about])*
        #[derive(Debug)]
        $vis struct $name {
            $($(#[$field_about])* pub $field: $crate::Table<$cell>,)*
        }

        impl $name {
            /// Reads every table with its proof sheet.
            $vis fn load() -> ::core::result::Result<Self, $crate::ContentError> {
                ::core::result::Result::Ok(Self {
                    $($field: $crate::Table::load(
                        concat!("data/tables/", $id, ".toml"),
                        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/tables/", $id, ".toml")),
                    )?,)*
                })
            }

            /// The tables as printed, in the order in which they are declared.
            $vis fn sheets(&self) -> ::std::vec::Vec<&$crate::Sheet> {
                ::std::vec![$(self.$field.sheet(),)*]
            }
        }
    };
}

/// What the file of a table says about itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    id: String,
    title: String,
    #[serde(default)]
    clauses: Vec<String>,
    seed: String,
    #[serde(default)]
    note: String,
    body: toml::Spanned<String>,
    index: Vec<IndexHead>,
    #[serde(default)]
    columns: ColumnsHead,
    proof: proof::Proof,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IndexHead {
    name: String,
    covers: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct ColumnsHead {
    #[serde(default)]
    kind: ColumnKind,
    covers: Option<String>,
}

/// How the heads of the columns are meant.
#[derive(Deserialize, Default, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
enum ColumnKind {
    Odds,
    Range,
    #[default]
    Words,
}

/// A word of the body and where it stands in the file.
#[derive(Clone, Debug)]
struct Word {
    text: String,
    offset: usize,
}

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
            .ok_or_else(|| self.lacks(format!("found no row `{label}`, which the rules read")))
    }

    fn lacks(&self, message: String) -> ContentError {
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
        let column = self
            .column_named(head)
            .ok_or_else(|| self.lacks(format!("found no column `{head}`, which the rules read")))?;
        let cell = &self.rows[row][column];
        read(cell).ok_or_else(|| {
            let message = format!("found `{cell}` under `{head}`, expected {expected}");
            ContentError::at(&self.origin.file, &self.origin.text, self.origin.cells[row][column], message)
        })
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
    pub fn ladder(&self) -> Ladder {
        Ladder::parse(&self.heads).expect("a table with odds columns")
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
        let draft = Draft::read(file, text)?;
        let mut cells = Vec::new();
        for word in draft.cells.iter().flatten() {
            let expected = || format!("found `{}`, expected {}", word.text, R::EXPECTED);
            cells.push(
                R::read(&word.text).ok_or_else(|| ContentError::at(file, text, word.offset, expected()))?,
            );
        }
        draft.prove(file, text)?;
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

    /// The cell in the row to which a number leads by the first index column.
    ///
    /// # Panics
    /// If no row has that number, or there is no such column.
    #[inline]
    pub fn look_up(&self, value: u32, column: usize) -> &R {
        self.at(self.row_for(0, value).expect("a number that the table covers"), column)
    }
}

/// A table whose words have been taken apart but whose cells have not been read.
struct Draft {
    sheet: Sheet,
    heads: Vec<Word>,
    cells: Vec<Vec<Word>>,
    proof: proof::Proof,
}

impl Draft {
    fn read(file: &str, text: &str) -> Result<Self, ContentError> {
        let head: File = read_toml(file, text)?;
        let source = Source { file, text };
        let mut lines = source.body(&head)?.into_iter();
        let mut heads =
            lines.next().ok_or_else(|| source.wrong(head.body.span().start, "the body is empty".into()))?;
        source.check_heads(&head, &heads)?;
        let mut labels: Vec<Vec<Word>> = vec![Vec::new(); head.index.len()];
        let mut cells = Vec::new();
        for mut words in lines {
            if words.len() != heads.len() {
                let message =
                    format!("found {} cells, expected {} as in the heads", words.len(), heads.len());
                return Err(source.wrong(words[0].offset, message));
            }
            let row = words.split_off(head.index.len());
            labels.iter_mut().zip(words).for_each(|(column, word)| column.push(word));
            cells.push(row);
        }
        let mut index = Vec::new();
        for (declared, words) in head.index.iter().zip(&labels) {
            index.push(source.index(declared, words)?);
        }
        let heads = heads.split_off(head.index.len());
        let spans = source.columns(&head.columns, &heads)?;
        source.check_keys(&index, &labels)?;
        let sheet = Sheet {
            id: head.id,
            title: head.title,
            clauses: head.clauses,
            seed: head.seed,
            note: head.note,
            index,
            heads: heads.iter().map(|word| word.text.clone()).collect(),
            spans,
            rows: cells.iter().map(|row| row.iter().map(|word| word.text.clone()).collect()).collect(),
            origin: Origin {
                file: file.into(),
                text: text.into(),
                body: head.body.span().start,
                cells: cells.iter().map(|row| row.iter().map(|word| word.offset).collect()).collect(),
            },
        };
        Ok(Self { sheet, heads, cells, proof: head.proof })
    }

    /// Checks the proof sheet; a cell that cannot be read is the better complaint and comes before.
    fn prove(&self, file: &str, text: &str) -> Result<(), ContentError> {
        self.proof.check(&Source { file, text }, &self.heads, &self.cells)
    }
}

/// The file a table is read from, for messages.
struct Source<'t> {
    file: &'t str,
    text: &'t str,
}

impl Source<'_> {
    fn wrong(&self, offset: usize, message: String) -> ContentError {
        ContentError::at(self.file, self.text, offset, message)
    }

    /// The lines of the body, each cut into words with their places.
    fn body(&self, head: &File) -> Result<Vec<Vec<Word>>, ContentError> {
        let start = head.body.span().start;
        let Some(raw) =
            self.text[head.body.span()].strip_prefix("'''").and_then(|raw| raw.strip_suffix("'''"))
        else {
            return Err(self.wrong(start, "the body must stand between ''' and '''".into()));
        };
        let mut offset = start + 3;
        let mut lines = Vec::new();
        for line in raw.split_inclusive('\n') {
            if !line.trim().is_empty() {
                lines.push(self.words(line, offset)?);
            }
            offset += line.len();
        }
        Ok(lines)
    }

    fn words(&self, line: &str, mut offset: usize) -> Result<Vec<Word>, ContentError> {
        let mut words = Vec::new();
        for part in line.split('|') {
            let text = part.trim();
            let place = offset + (part.len() - part.trim_start().len());
            if text.is_empty() {
                return Err(
                    self.wrong(offset, "found a blank cell, expected a value (`-` for a dash)".into())
                );
            }
            words.push(Word { text: text.to_owned(), offset: place });
            offset += part.len() + 1;
        }
        Ok(words)
    }

    fn check_heads(&self, head: &File, heads: &[Word]) -> Result<(), ContentError> {
        for (declared, word) in head.index.iter().zip(heads) {
            if declared.name != word.text {
                let message =
                    format!("found head `{}`, expected the index column `{}`", word.text, declared.name);
                return Err(self.wrong(word.offset, message));
            }
        }
        if head.index.is_empty() || heads.len() <= head.index.len() {
            return Err(
                self.wrong(heads[0].offset, "a table has an index column and at least one column".into())
            );
        }
        for (place, word) in heads.iter().enumerate() {
            if heads[..place].iter().any(|known| known.text == word.text) {
                return Err(self.wrong(word.offset, format!("the head `{}` stands here twice", word.text)));
            }
        }
        Ok(())
    }

    fn index(&self, declared: &IndexHead, words: &[Word]) -> Result<Index, ContentError> {
        let spans = declared.covers.as_deref().map(|covers| self.covering(covers, words)).transpose()?;
        let numeric = spans.is_some();
        let spans = spans.unwrap_or_else(|| vec![None; words.len()]);
        let labels = words.iter().zip(spans).map(|(word, span)| Label::new(&word.text, span)).collect();
        Ok(Index { name: declared.name.clone(), labels, numeric })
    }

    fn columns(&self, declared: &ColumnsHead, heads: &[Word]) -> Result<Vec<Option<Span>>, ContentError> {
        match (declared.kind, &declared.covers) {
            (ColumnKind::Range, Some(covers)) => return self.covering(covers, heads),
            (ColumnKind::Range, None) => {
                return Err(self.wrong(heads[0].offset, "range columns need `covers`".into()));
            }
            (ColumnKind::Odds, _) => {
                let names: Vec<&str> = heads.iter().map(|word| word.text.as_str()).collect();
                Ladder::parse(&names).map_err(|place| {
                    let message = format!(
                        "found `{}`, expected odds such as 3:2, higher than those before",
                        names[place]
                    );
                    self.wrong(heads[place].offset, message)
                })?;
            }
            (ColumnKind::Words, _) => {}
        }
        Ok(vec![None; heads.len()])
    }

    /// Reads number labels and makes sure that they fill `covers` without gap or overlap.
    fn covering(&self, covers: &str, words: &[Word]) -> Result<Vec<Option<Span>>, ContentError> {
        let Some(Some(whole)) = Span::parse(covers, None) else {
            let offset = self.text.find(covers).unwrap_or(0);
            return Err(self.wrong(offset, format!("found covers `{covers}`, expected such as 1-6 or 1+")));
        };
        let mut spans = Vec::with_capacity(words.len());
        for word in words {
            let before = spans.iter().rev().find_map(|span| *span);
            let span = Span::parse(Label::range_of(&word.text), before).ok_or_else(|| {
                let message = format!(
                    "found `{}`, expected a number or range such as 4, 1-3, 10+, >75, none",
                    word.text
                );
                self.wrong(word.offset, message)
            })?;
            spans.push(span);
        }
        let mut sorted: Vec<(Span, usize)> =
            spans.iter().zip(words).filter_map(|(span, word)| span.map(|span| (span, word.offset))).collect();
        sorted.sort_unstable();
        let mut next = Some(whole.low);
        for (span, offset) in sorted {
            match next {
                Some(expected) if span.low == expected => next = span.high.map(|high| high + 1),
                Some(expected) if span.low > expected => {
                    return Err(self.wrong(offset, format!("gap: nothing covers {expected}")));
                }
                _ => return Err(self.wrong(offset, format!("overlap: {} is covered before", span.low))),
            }
        }
        if next != whole.high.map(|high| high + 1) {
            let last = words.last().map_or(0, |word| word.offset);
            return Err(self.wrong(last, format!("the labels must cover exactly {covers}")));
        }
        Ok(spans)
    }

    /// No two rows may have the same labels.
    fn check_keys(&self, index: &[Index], labels: &[Vec<Word>]) -> Result<(), ContentError> {
        if index.iter().any(|index| index.numeric) {
            return Ok(());
        }
        let rows = labels[0].len();
        for row in 0..rows {
            let twin =
                (0..row).any(|other| labels.iter().all(|column| column[row].text == column[other].text));
            if twin {
                return Err(self.wrong(labels[0][row].offset, "a row with these labels stands above".into()));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
