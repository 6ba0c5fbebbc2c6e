//! Cells of tables whose columns hold different things.

use kit::{Cell, ContentError, Sheet, Table};

/// An open table file.
pub(crate) struct Reader<'t> {
    file: String,
    text: &'t str,
    sheet: Sheet,
}

impl<'t> Reader<'t> {
    /// Opens the table `id` of the files.
    pub(crate) fn open(files: &[(&str, &'t str)], id: &str) -> Result<Self, ContentError> {
        let file = format!("games/battleline/data/tables/{id}.toml");
        let text = files.iter().find(|(known, _)| *known == id).map(|&(_, text)| text);
        let Some(text) = text else {
            return Err(ContentError::at(&file, "", 0, "this table of the game is missing"));
        };
        let sheet = Sheet::load(&file, text)?;
        Ok(Self { file, text, sheet })
    }

    /// The table as printed.
    pub(crate) fn into_sheet(self) -> Sheet {
        self.sheet
    }

    /// The whole table, if all of its cells are of one kind.
    pub(crate) fn typed<R: Cell>(&self) -> Result<Table<R>, ContentError> {
        Table::load(&self.file, self.text)
    }

    pub(crate) const fn len(&self) -> usize {
        self.sheet.len()
    }

    /// The label of a row.
    pub(crate) fn label(&self, row: usize) -> String {
        self.sheet.key(row)
    }

    /// The row with this label.
    pub(crate) fn row(&self, label: &str) -> Result<usize, ContentError> {
        self.sheet
            .row_named(0, label)
            .ok_or_else(|| self.wrong(self.body(), format!("the row `{label}` is missing")))
    }

    fn column(&self, head: &str) -> Result<usize, ContentError> {
        self.sheet
            .column_named(head)
            .ok_or_else(|| self.wrong(self.body(), format!("the column `{head}` is missing")))
    }

    /// Reads a cell; `expected` is what it may hold.
    pub(crate) fn read<T>(
        &self,
        row: usize,
        head: &str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, ContentError> {
        let column = self.column(head)?;
        let cell = &self.sheet.cells(row)[column];
        let place = || self.place(row, self.sheet.index_names().count() + column);
        read(cell).ok_or_else(|| self.wrong(place(), format!("found `{cell}`, expected {expected}")))
    }

    pub(crate) fn number(&self, row: usize, head: &str) -> Result<i32, ContentError> {
        self.read(row, head, "a number from -99 to 99", |cell| {
            cell.parse().ok().filter(|number: &i32| number.abs() < 100)
        })
    }

    pub(crate) fn words(&self, row: usize, head: &str) -> Result<String, ContentError> {
        self.read(row, head, "words", |cell| Some(cell.to_owned()))
    }

    pub(crate) fn yes_or_no(&self, row: usize, head: &str) -> Result<bool, ContentError> {
        self.read(row, head, "yes or no", |cell| match cell {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        })
    }

    /// Reads several words, or `none_word` for none of them.
    pub(crate) fn set<T>(
        &self,
        row: usize,
        head: &str,
        none_word: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>, ContentError> {
        let expected = format!("`{none_word}` or words parted by blanks");
        self.read(row, head, &expected, |cell| {
            if cell == none_word { Some(Vec::new()) } else { cell.split_whitespace().map(read).collect() }
        })
    }

    pub(crate) fn wrong(&self, offset: usize, message: String) -> ContentError {
        ContentError::at(&self.file, self.text, offset, message)
    }

    fn body(&self) -> usize {
        self.text.find("'''").unwrap_or(0)
    }

    /// Where the word of a row stands in the file, labels counted with the cells.
    fn place(&self, row: usize, word: usize) -> usize {
        let mut offset = self.body() + 3;
        let mut lines_to_go = row + 1;
        for line in self.text[offset..].split_inclusive('\n') {
            if line.trim().is_empty() {
            } else if lines_to_go > 0 {
                lines_to_go -= 1;
            } else {
                let before: usize = line.split('|').take(word).map(|part| part.len() + 1).sum();
                let part = line.split('|').nth(word).unwrap_or("");
                return offset + before + (part.len() - part.trim_start().len());
            }
            offset += line.len();
        }
        offset
    }
}
