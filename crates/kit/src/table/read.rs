//! Tables from their files, so that every mistake is found where it stands.

use serde::Deserialize;

use super::{Index, Origin, Sheet, proof};
use crate::{
    ContentError, OddsLadder,
    content::read_toml,
    label::{Label, Span},
};

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
pub(super) struct Word {
    pub(super) text: String,
    pub(super) offset: usize,
}

/// A table whose words have been taken apart but whose cells have not been read.
pub(super) struct Draft {
    pub(super) sheet: Sheet,
    heads: Vec<Word>,
    pub(super) cells: Vec<Vec<Word>>,
    proof: proof::Proof,
}

impl Draft {
    pub(super) fn read(file: &str, text: &str) -> Result<Self, ContentError> {
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
                changed: Vec::new(),
            },
        };
        Ok(Self { sheet, heads, cells, proof: head.proof })
    }

    /// Checks the proof sheet; a cell that cannot be read is the better complaint and comes before.
    pub(super) fn prove(&self, file: &str, text: &str) -> Result<(), ContentError> {
        self.proof.check(&Source { file, text }, &self.heads, &self.cells)
    }
}

/// The file a table is read from, for messages.
pub(super) struct Source<'t> {
    file: &'t str,
    text: &'t str,
}

impl Source<'_> {
    pub(super) fn wrong(&self, offset: usize, message: String) -> ContentError {
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
                OddsLadder::parse(&names).map_err(|place| {
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
