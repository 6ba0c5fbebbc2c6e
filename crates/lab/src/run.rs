//! Playing a run on all processors.

use std::{
    collections::BTreeMap,
    ops::Range,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use crate::{
    folder::{Folder, LabError, List, PART},
    game_row::GameRow,
    watch::Watcher,
};

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Games of earlier runs that were found in the folder.
    pub found: u64,
    /// Games played now.
    pub played: u64,
    /// Games that are asked for.
    pub games: u64,
    /// How long it has taken.
    pub time: Duration,
}

/// How often somebody who watches is told.
const TELL_EVERY: Duration = Duration::from_millis(250);

/// Plays what a run still lacks. What comes of it does not depend on `threads`.
pub fn run(
    folder: &Folder,
    watcher: &Watcher,
    threads: usize,
    tell: &mut dyn FnMut(Progress),
) -> Result<Progress, LabError> {
    let games = folder.head.games;
    let began = Instant::now();
    let (found, played) = (AtomicU64::new(0), AtomicU64::new(0));
    let progress = || Progress {
        found: found.load(Ordering::Relaxed),
        played: played.load(Ordering::Relaxed),
        games,
        time: began.elapsed(),
    };
    let supply = Mutex::new(Supply { folder, parts: 0..games.div_ceil(PART), open: None, found: &found });
    let failed = AtomicBool::new(false);
    let (main, at_work) = (thread::current(), AtomicUsize::new(threads.max(1)));
    let work = || {
        let result = work(folder, watcher, &supply, &played, &failed);
        failed.fetch_or(result.is_err(), Ordering::Relaxed);
        at_work.fetch_sub(1, Ordering::Relaxed);
        main.unpark();
        result
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        // Counted too: who has just woken us is not finished yet, and would be waited for a whole pause.
        let are_done = || at_work.load(Ordering::Relaxed) == 0;
        while !are_done() && !workers.iter().all(thread::ScopedJoinHandle::is_finished) {
            thread::park_timeout(TELL_EVERY);
            tell(progress());
        }
        let broken = |_| LabError::Game("a game has made the program fail".into());
        workers.into_iter().try_for_each(|worker| worker.join().map_err(broken)?)
    })?;
    tell(progress());
    Ok(progress())
}

/// Plays games until there are none left; who finishes a part writes its tables, while the others play on.
fn work(
    folder: &Folder,
    watcher: &Watcher,
    supply: &Mutex<Supply<'_>>,
    played: &AtomicU64,
    failed: &AtomicBool,
) -> Result<(), LabError> {
    let seed = folder.head.seed;
    while !failed.load(Ordering::Relaxed) {
        let next = supply.lock().map_err(another_failed)?.next()?;
        let Some((part, game)) = next else { break };
        let row = watcher(game, seed.wrapping_add(game)).map_err(LabError::Game)?;
        part.list.add(&row)?;
        played.fetch_add(1, Ordering::Relaxed);
        let mut rows = part.rows.lock().map_err(another_failed)?;
        rows.push(row);
        if rows.len() as u64 == part.size() {
            part.write(folder, &mut rows)?;
        }
    }
    Ok(())
}

fn another_failed<T>(_: T) -> LabError {
    LabError::Game("another game has failed".into())
}

/// A part that is being played.
struct Part {
    number: u64,
    games: Range<u64>,
    list: List,
    /// What has been played of it, in no order.
    rows: Mutex<Vec<GameRow>>,
}

impl Part {
    const fn size(&self) -> u64 {
        self.games.end - self.games.start
    }

    /// Writes the tables of a part of which everything has been played. A short part may grow, so its list is kept.
    fn write(&self, folder: &Folder, rows: &mut Vec<GameRow>) -> Result<(), LabError> {
        let mut rows = std::mem::take(rows);
        rows.sort_unstable_by_key(|row| row.game);
        folder.write_part(self.number, &rows)?;
        if self.size() == PART { folder.drop_list(self.number) } else { Ok(()) }
    }
}

/// A part that games are handed out of, and which.
type Open = (Arc<Part>, std::vec::IntoIter<u64>);

/// Hands out the games that are to be played, part by part.
struct Supply<'f> {
    folder: &'f Folder,
    /// Parts that nobody has looked at.
    parts: Range<u64>,
    open: Option<Open>,
    /// Games of earlier runs.
    found: &'f AtomicU64,
}

impl Supply<'_> {
    fn next(&mut self) -> Result<Option<(Arc<Part>, u64)>, LabError> {
        loop {
            if let Some((part, games)) = &mut self.open
                && let Some(game) = games.next()
            {
                return Ok(Some((Arc::clone(part), game)));
            }
            let Some(number) = self.parts.next() else { return Ok(None) };
            self.open = self.look_at(number)?;
        }
    }

    /// What is to be played of a part, if anything.
    fn look_at(&self, number: u64) -> Result<Option<Open>, LabError> {
        let games = number * PART..self.folder.head.games.min((number + 1) * PART);
        let size = games.end - games.start;
        if self.folder.part_len(number) >= size {
            self.found.fetch_add(size, Ordering::Relaxed);
            // The list of a full part is here only if a kill came between its tables and its end.
            if size == PART {
                self.folder.drop_list(number)?;
            }
            return Ok(None);
        }
        let (list, rows) = self.folder.list(number)?;
        let known: BTreeMap<u64, GameRow> = rows.into_iter().map(|row| (row.game, row)).collect();
        let missing: Vec<u64> = games.clone().filter(|game| !known.contains_key(game)).collect();
        self.found.fetch_add(known.len() as u64, Ordering::Relaxed);
        let mut rows: Vec<GameRow> = known.into_values().collect();
        let part = Part { number, games, list, rows: Mutex::default() };
        if missing.is_empty() {
            part.write(self.folder, &mut rows)?;
            return Ok(None);
        }
        *part.rows.lock().map_err(another_failed)? = rows;
        Ok(Some((Arc::new(part), missing.into_iter())))
    }
}
