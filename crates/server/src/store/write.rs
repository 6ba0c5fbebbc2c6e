//! The thread that writes: what has come in meanwhile goes to the disk together.

use std::{
    collections::{HashSet, VecDeque},
    sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError},
    time::{Duration, Instant},
};

use super::{Job, StoreError, Writer};
use crate::metrics::StoreMeter;

/// No transaction holds more changes than this.
const MOST: usize = 1_000;
/// When nothing has come for so long, nobody waits for what is tidied up.
const REST: Duration = Duration::from_secs(1);

/// Writes until nobody can send any more.
pub fn run(writer: &mut dyn Writer, inbox: &Receiver<Job>, meter: &StoreMeter) {
    let mut waiting: VecDeque<Job> = VecDeque::new();
    loop {
        if waiting.is_empty() {
            let Some(first) = next(writer, inbox) else { return };
            waiting.push_back(first);
        }
        waiting.extend(inbox.try_iter().take(MOST));
        let (changes, askers): (Vec<_>, Vec<_>) =
            together(&mut waiting).into_iter().map(|job| (job.change, job.done)).unzip();
        let begun = Instant::now();
        let written = writer.write(&changes);
        let done = written.iter().filter(|written| written.is_ok()).count();
        meter.wrote(done as u64, (changes.len() - done) as u64, begun.elapsed());
        for (done, written) in askers.into_iter().zip(written) {
            match &written {
                Err(StoreError::Fenced) => {
                    tracing::warn!("a game that has gone to another node was not written");
                }
                Err(error) => tracing::error!(%error, "a change was not written"),
                Ok(()) => {}
            }
            // Whoever does not wait any more does not need the answer.
            let _ = done.send(written);
        }
        writer.tidy();
    }
}

/// The next change; the writer may rest when none comes for a while.
fn next(writer: &mut dyn Writer, inbox: &Receiver<Job>) -> Option<Job> {
    match inbox.recv_timeout(REST) {
        Ok(job) => Some(job),
        Err(RecvTimeoutError::Timeout) => {
            while writer.rest() {
                match inbox.try_recv() {
                    Ok(job) => return Some(job),
                    Err(TryRecvError::Empty) => {}
                    Err(TryRecvError::Disconnected) => return None,
                }
            }
            inbox.recv().ok()
        }
        Err(RecvTimeoutError::Disconnected) => None,
    }
}

/// What is written together: each game once, so that the order within does not matter.
fn together(waiting: &mut VecDeque<Job>) -> Vec<Job> {
    let mut games = HashSet::new();
    let many = waiting.iter().take(MOST);
    let many = many.take_while(|job| job.change.1.game().is_none_or(|game| games.insert(game))).count();
    waiting.drain(..many).collect()
}
