//! The record beside the game: written after every decision, so that nothing is lost.

use std::{fs, path::Path};

use kit::any::AnySession;

use crate::{failure::Failure, files};

/// Where a game is saved.
pub struct Save {
    file: String,
    /// How many decisions the file holds, and the hash after them.
    holds: Option<(usize, u64)>,
}

impl Save {
    /// In this file, or in a new one under the name of the game.
    pub fn new(file: Option<String>, game: &str, scenario: &str) -> Self {
        let free = |name: &String| !Path::new(name).exists();
        let names = (1u32..).map(|number| match number {
            1 => format!("{game}-{scenario}.record"),
            _ => format!("{game}-{scenario}-{number}.record"),
        });
        let file = file.unwrap_or_else(|| names.into_iter().find(free).expect("numbers do not end"));
        Self { file, holds: None }
    }

    /// The file, if anything has been saved.
    pub fn file(&self) -> Option<&str> {
        self.holds.map(|_| self.file.as_str())
    }

    /// Writes what has changed; a game without a decision leaves no file.
    pub fn keep(&mut self, table: &dyn AnySession) -> Result<(), Failure> {
        let now = Some((table.steps(), table.hash()));
        if self.holds == now || (self.holds.is_none() && table.steps() == 0) {
            return Ok(());
        }
        let name = &self.file;
        files::replace(name, &table.record()).map_err(|error| Failure::File { name: name.clone(), error })?;
        self.holds = now;
        Ok(())
    }

    /// Writes that a side has given up behind the last decision, as a remark: it is none that the rules know.
    pub fn resigned(&self, table: &dyn AnySession, side: &str) -> Result<(), Failure> {
        let name = &self.file;
        let text = format!("{}-- {side} resigns\n", table.record());
        files::replace(name, &text).map_err(|error| Failure::File { name: name.clone(), error })
    }

    /// Writes a copy under another name; only a record may be written over.
    pub fn copy(table: &dyn AnySession, file: &str) -> Result<(), Failure> {
        let path = Path::new(file);
        let is_record = || fs::read(path).is_ok_and(|bytes| bytes.starts_with(b"sandtable-record "));
        if path.exists() && !is_record() {
            return Err(Failure::Usage(format!(
                "{file} is there already and is no record: name another file"
            )));
        }
        files::replace(file, &table.record()).map_err(|error| Failure::File { name: file.to_owned(), error })
    }
}
