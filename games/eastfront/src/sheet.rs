//! Reading the cells of a chart whose columns mean different things.

use kit::{ContentError, Factor, Sheet};

/// A chart and the text it was read from, so that a cell that makes no sense can be found.
pub(crate) struct Reader {
    file: &'static str,
    text: &'static str,
    sheet: Sheet,
}

impl Reader {
    pub(crate) fn open(file: &'static str, text: &'static str) -> Result<Self, ContentError> {
        Ok(Self { file, text, sheet: Sheet::load(file, text)? })
    }

    /// The labels of all rows.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &str> {
        (0..self.sheet.len()).filter_map(|row| self.sheet.labels(row).next())
    }

    pub(crate) fn has_row(&self, row: &str) -> bool {
        self.sheet.row_named(0, row).is_some()
    }

    /// The cell of a row and a column, read by `read`.
    pub(crate) fn read<T>(
        &self,
        row: &str,
        head: &str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, ContentError> {
        let wrong = |line: &str, message: String| {
            // Bodies are short: the first line that begins with the label is the row.
            let offset = self.text.match_indices(line).map(|(at, _)| at);
            let at = offset.into_iter().find(|&at| self.text[..at].ends_with('\n')).unwrap_or(0);
            ContentError::at(self.file, self.text, at, message)
        };
        let Some(place) = self.sheet.row_named(0, row) else {
            return Err(wrong("body", format!("found no row `{row}`, which the rules read")));
        };
        let Some(column) = self.sheet.column_named(head) else {
            return Err(wrong("body", format!("found no column `{head}`, which the rules read")));
        };
        let cell = &self.sheet.cells(place)[column];
        read(cell).ok_or_else(|| wrong(row, format!("found `{cell}` under `{head}`, expected {expected}")))
    }

    pub(crate) fn yes(&self, row: &str, head: &str) -> Result<bool, ContentError> {
        self.read(row, head, "yes or no", |word| match word {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        })
    }

    pub(crate) fn whole(&self, row: &str, head: &str) -> Result<u8, ContentError> {
        self.read(row, head, "a whole number", |word| word.parse().ok())
    }

    pub(crate) fn factor(&self, row: &str, head: &str) -> Result<Factor, ContentError> {
        self.read(row, head, "a number in whole or half steps", |word| word.parse().ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHART: &str = "id = \"a\"\ntitle = \"A\"\nseed = \"\"\nbody = '''\nwho | much\nwe  | 2.5\nyou | lots\n'''\n\
                         [[index]]\nname = \"who\"\n[proof]\ncells = 2\n";

    #[test]
    fn a_cell_that_makes_no_sense_is_found() {
        let chart = Reader::open("a.toml", CHART).unwrap();
        assert_eq!(chart.factor("we", "much"), Ok(Factor::halves(5)));
        let error = chart.factor("you", "much").unwrap_err();
        assert_eq!(error.line, 7, "{error}");
        assert!(error.message.contains("found `lots` under `much`"), "{error}");
        assert_eq!(chart.yes("they", "much").unwrap_err().line, 4);
        assert!(chart.yes("we", "little").unwrap_err().message.contains("no column"));
    }
}
