//! Runs whose games are played elsewhere, on other machines: here they are put together.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    folder::{Folder, LabError, List, PART},
    game_row::GameRow,
};

/// A run that waits for its games. What comes of it does not depend on where, when or how often they were played.
#[derive(Debug)]
pub struct Gathering {
    folder: Folder,
    /// Parts of which something is there and something is missing.
    open: BTreeMap<u64, Open>,
    missing: BTreeSet<u64>,
    found: u64,
}

#[derive(Debug)]
struct Open {
    list: List,
    rows: BTreeMap<u64, GameRow>,
}

impl Gathering {
    /// Looks at what a folder holds already.
    pub fn new(folder: Folder) -> Result<Self, LabError> {
        let games = folder.head.games;
        let mut gathering = Self { folder, open: BTreeMap::new(), missing: BTreeSet::new(), found: 0 };
        for part in 0..games.div_ceil(PART) {
            let range = gathering.range(part);
            if gathering.folder.part_len(part) >= range.end - range.start {
                gathering.found += range.end - range.start;
                if range.end - range.start == PART {
                    gathering.folder.drop_list(part)?;
                }
                continue;
            }
            gathering.missing.extend(range);
            let (list, rows) = gathering.folder.list(part)?;
            let rows: BTreeMap<u64, GameRow> = rows.into_iter().map(|row| (row.game, row)).collect();
            gathering.found += rows.len() as u64;
            gathering.missing.retain(|game| !rows.contains_key(game));
            if !rows.is_empty() {
                gathering.open.insert(part, Open { list, rows });
                gathering.finish(part)?;
            }
        }
        Ok(gathering)
    }

    fn range(&self, part: u64) -> std::ops::Range<u64> {
        part * PART..self.folder.head.games.min((part + 1) * PART)
    }

    /// The games that are missing, by their numbers in the run.
    pub const fn missing(&self) -> &BTreeSet<u64> {
        &self.missing
    }

    /// Games that were there before.
    pub const fn found(&self) -> u64 {
        self.found
    }

    /// Takes a game that was played; it is written down at once. One that is here already changes nothing.
    pub fn add(&mut self, row: GameRow) -> Result<(), LabError> {
        if row.seed != self.folder.head.seed.wrapping_add(row.game) {
            return Err(LabError::Game(format!("game {} was played with another seed", row.game)));
        }
        if !self.missing.remove(&row.game) {
            return Ok(());
        }
        let part = row.game / PART;
        if !self.open.contains_key(&part) {
            let (list, _) = self.folder.list(part)?;
            self.open.insert(part, Open { list, rows: BTreeMap::new() });
        }
        if let Some(open) = self.open.get_mut(&part) {
            open.list.add(&row)?;
            open.rows.insert(row.game, row);
        }
        self.finish(part)
    }

    /// Writes the tables of a part of which everything is there. A short part may grow, so its list is kept.
    fn finish(&mut self, part: u64) -> Result<(), LabError> {
        let range = self.range(part);
        let is_full = |open: &Open| open.rows.len() as u64 == range.end - range.start;
        if !self.open.get(&part).is_some_and(is_full) {
            return Ok(());
        }
        let rows: Vec<GameRow> =
            self.open.remove(&part).map(|open| open.rows.into_values().collect()).unwrap_or_default();
        self.folder.write_part(part, &rows)?;
        if range.end - range.start == PART { self.folder.drop_list(part) } else { Ok(()) }
    }
}
