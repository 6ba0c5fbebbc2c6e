//! The ledger: every rule of a game by its id, and the account of what names it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{ContentError, content::read_toml};

/// Every rule of a game.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    /// The short name of the game.
    pub game: String,
    /// Its title.
    pub title: String,
    /// What every id begins with.
    pub prefix: String,
    /// Chapters in which every clause must be named by code and by a test.
    pub finished: Vec<String>,
    /// The clauses in the order of the rulebook.
    #[serde(rename = "clause")]
    pub clauses: Vec<Entry>,
    /// Decisions on doubtful or silent rules.
    #[serde(rename = "ruling", default)]
    pub rulings: Vec<Entry>,
}

/// A clause or a ruling.
#[derive(Clone, Deserialize, Serialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its id, such as `MARS-ODD-2`.
    pub id: String,
    /// The chapter of the rulebook; rulings have none.
    #[serde(default)]
    pub chapter: String,
    /// The rule in plain words.
    pub text: String,
    /// The lines of the seed document it comes from; empty for design.
    #[serde(default)]
    pub seed: String,
}

impl Ledger {
    /// Reads a ledger file; every id must be new and begin with the prefix.
    pub fn load(file: &str, text: &str) -> Result<Self, ContentError> {
        let ledger: Self = read_toml(file, text)?;
        let mut known = BTreeSet::new();
        for entry in ledger.entries() {
            let place = || text.find(&format!("\"{}\"", entry.id)).unwrap_or(0);
            let wrong = |message: String| Err(ContentError::at(file, text, place(), message));
            if !cited_ids(&entry.id, &ledger.prefix).any(|id| id == entry.id) {
                return wrong(format!("found id `{}`, expected such as {}-ODD-2", entry.id, ledger.prefix));
            }
            if !known.insert(&entry.id) {
                return wrong(format!("the id `{}` stands here twice", entry.id));
            }
            if entry.text.trim().is_empty() {
                return wrong(format!("`{}` has no text", entry.id));
            }
        }
        for clause in &ledger.clauses {
            if clause.chapter.is_empty() {
                let place = text.find(&format!("\"{}\"", clause.id)).unwrap_or(0);
                return Err(ContentError::at(file, text, place, format!("`{}` has no chapter", clause.id)));
            }
        }
        Ok(ledger)
    }

    /// Clauses, then rulings.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.clauses.iter().chain(&self.rulings)
    }

    /// The entry with this id, in whatever case it is typed and with or without the prefix.
    pub fn find(&self, id: &str) -> Option<&Entry> {
        let wanted = id.to_ascii_uppercase();
        let full = format!("{}-{wanted}", self.prefix);
        self.entries().find(|entry| entry.id == wanted || entry.id == full)
    }
}

/// The ids with this prefix that stand in a text.
fn cited_ids<'t>(text: &'t str, prefix: &str) -> impl Iterator<Item = &'t str> {
    let prefix = format!("{prefix}-");
    let starts: Vec<usize> = text.match_indices(&prefix).map(|(at, _)| at).collect();
    starts.into_iter().filter_map(move |at| {
        let inner = text[..at].chars().next_back().is_some_and(|c| c.is_ascii_alphanumeric() || c == '-');
        let rest = &text[at..];
        let end = rest
            .find(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-'))
            .unwrap_or(rest.len());
        let id = rest[..end].trim_end_matches('-');
        (!inner && id.ends_with(|c: char| c.is_ascii_digit())).then_some(id)
    })
}

/// Where the rules of one ledger are named.
#[derive(Clone, Debug)]
pub struct Coverage<'l> {
    ledger: &'l Ledger,
    code: BTreeMap<String, usize>,
    test: BTreeMap<String, usize>,
    unknown: Vec<Stray>,
}

/// An id that no ledger holds.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Stray {
    /// The id.
    pub id: String,
    /// The file that names it.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
}

/// The account of one clause.
#[derive(Clone, Serialize, Debug)]
pub struct Account<'l> {
    /// The clause.
    pub id: &'l str,
    /// Its chapter.
    pub chapter: &'l str,
    /// How many places in the code name it.
    pub code: usize,
    /// How many places in tests name it.
    pub test: usize,
    /// Whether its chapter is finished and it lacks one of them.
    pub gap: bool,
}

impl<'l> Coverage<'l> {
    /// Nothing counted yet.
    pub const fn new(ledger: &'l Ledger) -> Self {
        Self { ledger, code: BTreeMap::new(), test: BTreeMap::new(), unknown: Vec::new() }
    }

    /// Counts the ids in a source file. What stands in a `tests` folder or file, or under `#[cfg(test)]`, is
    /// a test; the rest is code.
    pub fn read(&mut self, file: &str, text: &str) {
        let mut in_test = file.split('/').any(|part| part == "tests" || part == "tests.rs");
        for (number, line) in text.lines().enumerate() {
            in_test |= line.trim_start().starts_with("#[cfg(test)]");
            for id in cited_ids(line, &self.ledger.prefix) {
                if self.ledger.entries().any(|entry| entry.id == id) {
                    let counts = if in_test { &mut self.test } else { &mut self.code };
                    *counts.entry(id.to_owned()).or_default() += 1;
                } else {
                    self.unknown.push(Stray { id: id.to_owned(), file: file.to_owned(), line: number + 1 });
                }
            }
        }
    }

    /// Ids that the ledger lacks.
    pub fn strays(&self) -> &[Stray] {
        &self.unknown
    }

    /// The account of every clause, in the order of the rulebook.
    pub fn accounts(&self) -> impl Iterator<Item = Account<'l>> {
        let count = |counts: &BTreeMap<String, usize>, id: &str| counts.get(id).copied().unwrap_or(0);
        self.ledger.clauses.iter().map(move |clause| {
            let (code, test) = (count(&self.code, &clause.id), count(&self.test, &clause.id));
            let gap = self.ledger.finished.contains(&clause.chapter) && (code == 0 || test == 0);
            Account { id: &clause.id, chapter: &clause.chapter, code, test, gap }
        })
    }

    /// The ledger that is accounted for.
    pub const fn ledger(&self) -> &'l Ledger {
        self.ledger
    }
}

#[cfg(test)]
#[path = "../tests/unit/citations.rs"]
mod tests;
