//! The text of a map: words and drawn rows with their places.

use std::ops::Range;

use toml::Spanned;

use super::HexNumber;
use crate::ContentError;

/// The text, for places of mistakes.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
}

/// A word of the text and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) offset: usize,
}

/// The characters of a layer, row by row.
pub(super) struct Drawing {
    columns: (u8, u8),
    rows: (u8, u8),
    signs: Vec<(char, usize)>,
}

impl Drawing {
    pub(super) fn sign_at(&self, number: HexNumber) -> (char, usize) {
        let width = usize::from(self.columns.1 - self.columns.0) + 1;
        let row = usize::from(number.row - self.rows.0);
        self.signs[row * width + usize::from(number.column - self.columns.0)]
    }
}

impl<'a> Source<'a> {
    pub(super) fn at(&self, offset: usize, message: String) -> ContentError {
        ContentError::at(self.file, self.text, offset, message)
    }

    pub(super) fn wrong_at(self, place: &Spanned<String>) -> impl Fn(String) -> ContentError + use<'a> {
        let offset = place.span().start;
        move |message| self.at(offset, message)
    }

    /// `01-23`.
    pub(super) fn range(&self, text: &Spanned<String>) -> Result<(u8, u8), ContentError> {
        let two_digits = |half: &str| {
            (half.len() == 2 && half.bytes().all(|digit| digit.is_ascii_digit()))
                .then(|| half.parse::<u8>().ok())
                .flatten()
        };
        let halves = text.get_ref().split_once('-');
        halves
            .and_then(|(first, last)| Some((two_digits(first)?, two_digits(last)?)))
            .filter(|(first, last)| first <= last)
            .ok_or_else(|| {
                let found = text.get_ref();
                self.wrong_at(text)(format!(
                    "found `{found}`, expected first and last number such as `01-23`"
                ))
            })
    }

    /// What stands between the quotes, as it is written, and where it begins.
    pub(super) fn inside(&self, span: Range<usize>) -> Word<'a> {
        let raw = &self.text[span.clone()];
        let quotes = ["'''", "\"\"\"", "'", "\""].into_iter().find(|quotes| raw.starts_with(quotes));
        let length = quotes.map_or(0, str::len);
        Word { text: &raw[length..raw.len() - length], offset: span.start + length }
    }

    /// Words between blanks, with their places.
    pub(super) fn words(&self, span: Range<usize>) -> impl Iterator<Item = Word<'a>> + use<'a> {
        let inside = self.inside(span);
        inside.text.split_whitespace().map(move |text| {
            let offset = text.as_ptr() as usize - inside.text.as_ptr() as usize;
            Word { text, offset: inside.offset + offset }
        })
    }

    /// The rows of a layer: the number of the row, then a character a hex; blanks do not count.
    pub(super) fn drawing(
        &self,
        drawn: &Spanned<String>,
        columns: (u8, u8),
        rows: (u8, u8),
    ) -> Result<Drawing, ContentError> {
        let inside = self.inside(drawn.span());
        let mut signs = Vec::new();
        let mut next = rows.0;
        let mut offset = inside.offset;
        for line in inside.text.split_inclusive('\n') {
            let start = offset;
            offset += line.len();
            let mut letters = line
                .char_indices()
                .filter(|(_, sign)| !sign.is_whitespace())
                .map(|(at, sign)| (sign, start + at));
            let label: Vec<(char, usize)> = letters.by_ref().take(2).collect();
            let Some(&(_, place)) = label.first() else { continue };
            let written: String = label.iter().map(|(sign, _)| sign).collect();
            if next > rows.1 || written != format!("{next:02}") {
                let expected = if next > rows.1 {
                    "no more rows".into()
                } else {
                    format!("row {next:02}, its number first")
                };
                return Err(
                    self.at(place, format!("found a row that begins `{written}`, expected {expected}"))
                );
            }
            let width = usize::from(columns.1 - columns.0) + 1;
            let before = signs.len();
            signs.extend(letters);
            let found = signs.len() - before;
            if found != width {
                let end = if found > width { signs[before + width].1 } else { start + line.trim_end().len() };
                return Err(self.at(end, format!("row {next:02} has {found} hexes, expected {width}")));
            }
            next += 1;
        }
        if next <= rows.1 {
            let end = drawn.span().end;
            return Err(self.at(end, format!("row {next:02} is missing: rows run to {:02}", rows.1)));
        }
        Ok(Drawing { columns, rows, signs })
    }
}
