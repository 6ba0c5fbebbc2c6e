//! Going through games that are over: beside everything else, one after the other, each for a limited time.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use kit::coach::{CoachBudget, CoachProgress, Coaching};
use tokio::sync::Semaphore;

use crate::{archive::Archived, error::Failure, host::Host, secret::beginning};

/// Lines of play for a game, and the time that they may take.
const LINES: u32 = 12_000;
const TIME: Duration = Duration::from_secs(50);

/// Games that wait for the coach at the same time, those of one asker among them, and answers that are kept.
const MOST_WAITING: usize = 20;
const MOST_EACH: usize = 3;
const MOST_KEPT: usize = 100;

/// The games that the coach goes or has gone through.
#[derive(Debug)]
pub struct Coaches {
    jobs: Mutex<HashMap<String, Arc<Job>>>,
    count: AtomicU64,
    /// One at a time: a player who waits for a program comes first.
    place: Arc<Semaphore>,
}

impl Default for Coaches {
    fn default() -> Self {
        Self { jobs: Mutex::default(), count: AtomicU64::new(0), place: Arc::new(Semaphore::new(1)) }
    }
}

/// A game that the coach goes through.
#[derive(Default, Debug)]
pub struct Job {
    number: u64,
    /// Who has asked for it.
    by: Option<IpAddr>,
    /// How far he is, and the way to stop him.
    pub watch: CoachProgress,
    /// What he says, or why he cannot.
    pub answer: OnceLock<Result<Coaching, String>>,
}

impl Coaches {
    /// What is known about a game.
    pub fn job(&self, id: &str) -> Option<Arc<Job>> {
        self.jobs.lock().ok()?.get(id).cloned()
    }

    /// A place for a game; false if there is one already.
    fn enter(&self, id: &str, by: IpAddr) -> Result<(Arc<Job>, bool), Failure> {
        let mut jobs = self.jobs.lock().map_err(|error| Failure::fault(&error))?;
        if let Some(job) = jobs.get(id) {
            return Ok((Arc::clone(job), false));
        }
        let waiting = || jobs.values().filter(|job| job.answer.get().is_none());
        if waiting().filter(|job| job.by == Some(by)).count() >= MOST_EACH {
            return Err(Failure::too_many("the coach goes through games of yours already", TIME.as_secs()));
        }
        if waiting().count() >= MOST_WAITING {
            return Err(Failure::busy(
                "the coach has too many games to go through: try again in some minutes",
            ));
        }
        if jobs.len() >= MOST_KEPT {
            let done = jobs.iter().filter(|(_, job)| job.answer.get().is_some());
            let oldest = done.min_by_key(|(_, job)| job.number).map(|(id, _)| id.clone());
            oldest.and_then(|oldest| jobs.remove(&oldest));
        }
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let job = Arc::new(Job { number, by: Some(by), ..Job::default() });
        jobs.insert(id.to_owned(), Arc::clone(&job));
        Ok((job, true))
    }

    /// Stops everything.
    pub fn stop(&self) {
        if let Ok(jobs) = self.jobs.lock() {
            jobs.values().for_each(|job| job.watch.stop.store(true, Ordering::Relaxed));
        }
    }
}

impl Host {
    /// Lets the coach go through a game, unless he does or has done so.
    pub fn coach(self: &Arc<Self>, id: &str, by: IpAddr) -> Result<Arc<Job>, Failure> {
        let (job, is_new) = self.coaches.enter(id, by)?;
        if is_new {
            let (host, id, own) = (Arc::clone(self), id.to_owned(), Arc::clone(&job));
            tokio::spawn(async move {
                let Ok(place) = Arc::clone(&host.coaches.place).acquire_owned().await else { return };
                let (name, working) = (id.clone(), Arc::clone(&own));
                let work = tokio::task::spawn_blocking(move || {
                    let _place = place;
                    let archived = Archived::read(&host.store, &host.shelf, &id)
                        .map_err(|failure| failure.to_string())?;
                    let budget = CoachBudget { lines: LINES, time: Some(TIME), threads: 1 };
                    let coaching =
                        (host.shelf.coach)(archived.game, &*archived.table, budget, &working.watch);
                    coaching.map_err(|error| error.to_string())
                });
                let answer = work.await.unwrap_or_else(|error| Err(error.to_string()));
                if let Err(cause) = &answer {
                    tracing::warn!(game = beginning(&name), cause, "the coach has no answer");
                }
                let _ = own.answer.set(answer);
            });
        }
        Ok(job)
    }
}
