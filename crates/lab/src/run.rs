//! Playing a run on all processors.

use std::{
    ops::Range,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use crate::{
    folder::{Folder, LabError, PART},
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
    folder: &mut Folder,
    watcher: &Watcher,
    threads: usize,
    tell: &mut dyn FnMut(Progress),
) -> Result<Progress, LabError> {
    let games = folder.head.games;
    let began = Instant::now();
    let mut logged = folder.logged()?;
    let mut progress = Progress { found: 0, played: 0, games, time: Duration::ZERO };
    for part in 0..games.div_ceil(PART) {
        let range = part * PART..games.min((part + 1) * PART);
        if folder.part_len(part) >= range.end - range.start {
            progress.found += range.end - range.start;
            continue;
        }
        let mut rows: Vec<GameRow> = range.clone().filter_map(|game| logged.remove(&game)).collect();
        progress.found += rows.len() as u64;
        let before = progress.played;
        let mut told = |played: u64| {
            progress.played = before + played;
            progress.time = began.elapsed();
            tell(progress);
        };
        rows.extend(play(folder, watcher, &missing(&range, &rows), threads, &mut told)?);
        rows.sort_unstable_by_key(|row| row.game);
        folder.write_part(part, &rows)?;
        if range.end - range.start == PART {
            folder.clear_log()?;
        }
    }
    progress.time = began.elapsed();
    tell(progress);
    Ok(progress)
}

fn missing(range: &Range<u64>, rows: &[GameRow]) -> Vec<u64> {
    let mut known = rows.iter().map(|row| row.game).peekable();
    range.clone().filter(|game| known.next_if_eq(game).is_none()).collect()
}

/// Plays these games, each logged as soon as it is over.
fn play(
    folder: &mut Folder,
    watcher: &Watcher,
    games: &[u64],
    threads: usize,
    tell: &mut dyn FnMut(u64),
) -> Result<Vec<GameRow>, LabError> {
    let seed = folder.head.seed;
    let (next, over, failed) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let folder = Mutex::new(folder);
    let main = thread::current();
    let work = || {
        let mut rows = Vec::new();
        let mut result = Ok(());
        while let Some(&game) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
            if failed.load(Ordering::Relaxed) {
                break;
            }
            result = one(watcher, game, seed, &folder).map(|row| rows.push(row));
            if result.is_err() {
                failed.store(true, Ordering::Relaxed);
                break;
            }
            if over.fetch_add(1, Ordering::Relaxed) + 1 == games.len() {
                main.unpark();
            }
        }
        result.map(|()| rows)
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.clamp(1, games.len().max(1))).map(|_| scope.spawn(work)).collect();
        while !workers.iter().all(thread::ScopedJoinHandle::is_finished)
            && over.load(Ordering::Relaxed) < games.len()
        {
            thread::park_timeout(TELL_EVERY);
            tell(over.load(Ordering::Relaxed) as u64);
        }
        let mut rows = Vec::with_capacity(games.len());
        for worker in workers {
            rows.extend(
                worker.join().map_err(|_| LabError::Game("a game has made the program fail".into()))??,
            );
        }
        tell(rows.len() as u64);
        Ok(rows)
    })
}

fn one(watcher: &Watcher, game: u64, seed: u64, folder: &Mutex<&mut Folder>) -> Result<GameRow, LabError> {
    let row = watcher(game, seed.wrapping_add(game)).map_err(LabError::Game)?;
    let mut line = serde_json::to_vec(&row).map_err(|error| LabError::Game(error.to_string()))?;
    line.push(b'\n');
    folder.lock().map_err(|_| LabError::Game("another game has failed".into()))?.log(&line)?;
    Ok(row)
}
