//! Text on a page: headings, columns, bars, wrapped words.

use std::{
    fmt::Write,
    io::{self, IsTerminal},
};

use kit::{Fraction, Sheet};

/// A longer cell is wrapped.
const WIDEST_CELL: usize = 36;

/// What a command prints, collected so that it is written at once.
pub struct Page {
    text: String,
    width: usize,
    colour: bool,
}

impl Page {
    /// A page as wide as the terminal says, in colour only if a person looks at it.
    pub fn new() -> Self {
        let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        Self { text: String::new(), width: window().0.clamp(60, 200), colour }
    }

    /// How many places a line has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Whether a person looks at it.
    pub fn in_colour(&self) -> bool {
        self.colour
    }

    /// What has been written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What has been written, for somebody who waits for it; the page is empty again.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Words without an end of the line: a question.
    pub fn words(&mut self, words: &str) {
        self.text.push_str(words);
    }

    /// A line.
    pub fn line(&mut self, words: &str) {
        self.text.push_str(words.trim_end());
        self.text.push('\n');
    }

    /// An empty line.
    pub fn gap(&mut self) {
        self.text.push('\n');
    }

    /// A heading.
    pub fn heading(&mut self, words: &str) {
        let words = self.bold(&clean(words));
        self.line(&words);
    }

    /// Words in bold type, where there is type.
    pub fn bold(&self, words: &str) -> String {
        if self.colour { format!("\u{1b}[1m{words}\u{1b}[0m") } else { words.to_owned() }
    }

    fn faint(&self, words: &str) -> String {
        if self.colour { format!("\u{1b}[2m{words}\u{1b}[0m") } else { words.to_owned() }
    }

    /// Words after a first column, wrapped and hung under each other; an id stands faint at the end.
    pub fn hung(&mut self, first: &str, words: &str, id: &str) {
        let (first, words) = (&clean(first), &clean(words));
        let indent = width(first);
        let mut lines = wrap(words, self.width.saturating_sub(indent).max(30));
        if !id.is_empty() {
            let last = lines.last_mut().expect("wrapping gives a line");
            if indent + width(last) + width(id) + 2 > self.width {
                lines.push(id_alone(id));
            } else {
                let _ = write!(last, "  \u{0}{id}");
            }
        }
        for (number, line) in lines.iter().enumerate() {
            let start = if number == 0 { first.to_owned() } else { " ".repeat(indent) };
            let line = match line.split_once('\u{0}') {
                Some((words, id)) => format!("{words}{}", self.faint(id)),
                None => line.clone(),
            };
            self.line(&format!("{start}{line}"));
        }
    }

    /// Rows of cells in columns, the heads underlined; the columns named in `lit` are marked. A table that is wider
    /// than the page is drawn in pieces, each with the first `fixed` columns again.
    pub fn columns(&mut self, heads: &[String], rows: &[Vec<String>], fixed: usize, lit: &[String]) {
        let wide = |column: usize| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0);
        let most = WIDEST_CELL.min(self.width / 3);
        let widths: Vec<usize> =
            heads.iter().enumerate().map(|(column, head)| width(head).max(wide(column)).min(most)).collect();
        let room = self.width.saturating_sub(widths[..fixed].iter().map(|width| width + 2).sum());
        let mut piece: Vec<usize> = Vec::new();
        let mut used = 0;
        for column in fixed..heads.len() {
            if !piece.is_empty() && used + widths[column] > room {
                self.piece(heads, rows, &widths, fixed, &piece, lit);
                self.gap();
                piece.clear();
                used = 0;
            }
            piece.push(column);
            used += widths[column] + 2;
        }
        self.piece(heads, rows, &widths, fixed, &piece, lit);
    }

    /// The first `fixed` columns and those of `piece`.
    fn piece(
        &mut self,
        heads: &[String],
        rows: &[Vec<String>],
        widths: &[usize],
        fixed: usize,
        piece: &[usize],
        lit: &[String],
    ) {
        let shown: Vec<usize> = (0..fixed).chain(piece.iter().copied()).collect();
        // A cell that is too long for its column goes on below.
        let join = |cells: &[String]| {
            let wrapped: Vec<Vec<String>> =
                shown.iter().map(|&column| wrap(&clean(&cells[column]), widths[column])).collect();
            let deepest = wrapped.iter().map(Vec::len).max().unwrap_or(0);
            let line = |depth: usize| {
                let part = |(cell, &column): (&Vec<String>, &usize)| {
                    pad(cell.get(depth).map_or("", String::as_str), widths[column])
                };
                wrapped.iter().zip(&shown).map(part).collect::<Vec<_>>().join("  ")
            };
            (0..deepest).map(line).collect::<Vec<_>>()
        };
        for line in join(heads) {
            let head = self.bold(line.trim_end());
            self.line(&head);
        }
        let rule =
            |&column: &usize| if lit.contains(&heads[column]) { "═" } else { "─" }.repeat(widths[column]);
        let rules: Vec<String> = shown.iter().map(rule).collect();
        self.line(&rules.join("  "));
        for line in rows.iter().flat_map(|row| join(row)) {
            self.line(&line);
        }
    }

    /// A table as it is printed.
    pub fn sheet(&mut self, sheet: &Sheet) {
        self.sheet_columns(sheet, &(0..sheet.heads().len()).collect::<Vec<_>>(), &[]);
    }

    /// A table with the columns named in `lit` marked; one that is too wide for the page is cut down to them.
    pub fn sheet_lit(&mut self, sheet: &Sheet, lit: &[String]) {
        let widest = |heads: &mut dyn Iterator<Item = &str>, cells: &dyn Fn(usize) -> String| {
            let cells = (0..sheet.len()).map(|row| width(&cells(row))).max().unwrap_or(0);
            heads.map(width).max().unwrap_or(0).max(cells) + 2
        };
        let all: Vec<usize> = (0..sheet.heads().len()).collect();
        let labels: usize = sheet
            .index_names()
            .enumerate()
            .map(|(at, name)| {
                widest(&mut [name].into_iter(), &|row| sheet.labels(row).nth(at).unwrap_or("").to_owned())
            })
            .sum();
        let columns: usize = all
            .iter()
            .map(|&at| {
                widest(&mut [sheet.heads()[at].as_str()].into_iter(), &|row| sheet.cells(row)[at].clone())
            })
            .sum();
        let chosen: Vec<usize> =
            all.iter().copied().filter(|&column| lit.contains(&sheet.heads()[column])).collect();
        let too_wide = labels + columns > self.width + 2 && !chosen.is_empty();
        self.sheet_columns(sheet, if too_wide { &chosen } else { &all }, lit);
    }

    fn sheet_columns(&mut self, sheet: &Sheet, columns: &[usize], lit: &[String]) {
        let fixed = sheet.index_names().count();
        let pick = |cells: &[String]| columns.iter().map(|&column| cells[column].clone()).collect::<Vec<_>>();
        let heads: Vec<String> = sheet.index_names().map(str::to_owned).chain(pick(sheet.heads())).collect();
        let row = |row: usize| sheet.labels(row).map(str::to_owned).chain(pick(sheet.cells(row))).collect();
        let rows: Vec<Vec<String>> = (0..sheet.len()).map(row).collect();
        self.columns(&heads, &rows, fixed, lit);
    }
}

/// The columns and lines of the window; without one 100 columns and any number of lines.
pub fn window() -> (usize, Option<usize>) {
    let told = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<usize>().ok());
    let screen = terminal_size::terminal_size();
    let columns = told("COLUMNS").or_else(|| screen.map(|(columns, _)| columns.0.into()));
    let lines = told("LINES").or_else(|| screen.map(|(_, lines)| lines.0.into()));
    (columns.unwrap_or(100), lines)
}

fn id_alone(id: &str) -> String {
    format!("\u{0}{id}")
}

/// Words without what would move the cursor or change the colours of a terminal.
pub fn clean(words: &str) -> String {
    let shown = |c: char| if c.is_control() && c != '\n' { '\u{fffd}' } else { c };
    words.chars().map(shown).collect()
}

/// How many places words take on the screen.
pub fn width(words: &str) -> usize {
    words.chars().count()
}

/// Words filled up with blanks.
pub fn pad(words: &str, to: usize) -> String {
    format!("{words}{}", " ".repeat(to.saturating_sub(width(words))))
}

/// A bar of up to `length` places, drawn in eighths of a place.
pub fn bar(share: Fraction, length: usize) -> String {
    let eighths = share.scaled(8 * length as u128) as usize;
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    // What can happen is seen, however seldom it does.
    let part = if eighths == 0 && share > Fraction::ZERO { "▏" } else { part };
    pad(&format!("{}{part}", "█".repeat(eighths / 8)), length)
}

/// Words in lines of at most `most` places; there is always a line.
fn wrap(words: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if width(line) + 1 + width(word) <= most {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_show_what_is_rare() {
        assert_eq!(bar(Fraction::new(1, 2), 4), "██  ");
        assert_eq!(bar(Fraction::new(1, 100_000), 4), "▏   ");
        assert_eq!(bar(Fraction::ONE, 4), "████");
        assert_eq!(bar(Fraction::ZERO, 4), "    ");
    }

    #[test]
    fn words_are_wrapped_between_words() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("", 7), [""]);
        assert_eq!(wrap("indivisible", 3), ["indivisible"]);
    }
}
