//! Random games on several threads.

use std::{
    cell::RefCell,
    fs,
    io::{self, IsTerminal, Write},
    ops::Range,
    panic,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

use kit::{
    Setup,
    any::Playable,
    random_play::{Fault, Rush, Watched},
};

/// Unwatched games are handed out by so many.
const HANDFUL: u64 = 8;

/// Which games are played, and how.
pub struct Work<'w> {
    pub game: &'static dyn Playable,
    pub setup: &'w Setup,
    pub seeds: Range<u64>,
    pub most: u64,
    pub fast: bool,
    pub repeated: bool,
}

/// What the games came to.
pub struct Totals {
    pub games: u64,
    pub decisions: u64,
    /// By seat, then draws.
    pub wins: Vec<u64>,
    pub time: Duration,
    /// What the processors spent, where the system tells: a busy machine does not change it.
    pub spent: Option<Duration>,
}

impl Totals {
    /// So many a second.
    pub fn rate(&self, many: u64) -> u64 {
        rate(many, self.time)
    }
}

/// So many a second.
pub fn rate(many: u64, time: Duration) -> u64 {
    (u128::from(many) * 1_000_000 / time.as_micros().max(1)) as u64
}

/// What this program has cost the processors so far, to a hundredth of a second; only Linux tells it in a file.
fn processor_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the name in brackets, which may hold blanks.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let hundredths = |at: usize| fields.get(at)?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (hundredths(11)? + hundredths(12)?)))
}

/// A fault and the way to it.
pub struct Found {
    pub seed: u64,
    pub fault: Fault,
    pub record: String,
    /// The line of the program that failed.
    pub place: Option<String>,
}

impl Found {
    /// The fault in words.
    pub fn words(&self) -> String {
        match &self.place {
            Some(place) => format!("{} (at {place})", self.fault),
            None => self.fault.to_string(),
        }
    }
}

thread_local! {
    /// Where this thread failed last: the words of a failure do not say it.
    static FAILED_AT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// What the threads share.
struct Desk {
    next: AtomicU64,
    stop: AtomicBool,
    games: AtomicU64,
    decisions: AtomicU64,
    busy: AtomicUsize,
    results: Mutex<(Vec<u64>, Vec<Found>)>,
}

impl Work<'_> {
    /// Plays all games, or as many as it takes to find a fault; of several faults the one in the first game counts.
    pub fn run(&self, threads: usize) -> (Totals, Option<Found>) {
        let desk = Desk {
            next: AtomicU64::new(self.seeds.start),
            stop: AtomicBool::new(false),
            games: AtomicU64::new(0),
            decisions: AtomicU64::new(0),
            busy: AtomicUsize::new(threads),
            results: Mutex::new((vec![0; self.game.seats(&self.setup.scenario).len() + 1], Vec::new())),
        };
        let began = Instant::now();
        let before = processor_time();
        // A failure is a finding here: it is told once, in the report.
        let usual = panic::take_hook();
        panic::set_hook(Box::new(|failure| {
            let place = failure.location().map(|place| format!("{}:{}", place.file(), place.line()));
            FAILED_AT.with(|last| *last.borrow_mut() = place);
        }));
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| self.serve(&desk));
            }
            self.report(&desk, began);
        });
        panic::set_hook(usual);
        let time = began.elapsed();
        let spent = before.zip(processor_time()).map(|(before, after)| after.saturating_sub(before));
        let (wins, mut found) = desk.results.into_inner().expect("no thread fails");
        found.sort_by_key(|found| found.seed);
        let totals = Totals {
            games: desk.games.into_inner(),
            decisions: desk.decisions.into_inner(),
            wins,
            time,
            spent,
        };
        (totals, found.into_iter().next())
    }

    /// One thread: takes games until there are none. Games before a fault have been handed out, so they are played to
    /// their end and what is found does not depend on who was faster.
    fn serve(&self, desk: &Desk) {
        let handful = if self.fast { HANDFUL } else { 1 };
        while !desk.stop.load(Relaxed) {
            let first = desk.next.fetch_add(handful, Relaxed);
            if first >= self.seeds.end {
                break;
            }
            let seeds = first..self.seeds.end.min(first + handful);
            let rush = if self.fast {
                let rush = self.game.rush(self.setup, seeds, self.most).unwrap_or_default();
                for &seed in &rush.faults {
                    self.watch(seed, desk);
                }
                rush
            } else {
                self.watch(first, desk)
            };
            desk.games.fetch_add(rush.games, Relaxed);
            desk.decisions.fetch_add(rush.decisions, Relaxed);
            let mut results = desk.results.lock().expect("no thread fails");
            for (all, wins) in results.0.iter_mut().zip(rush.wins) {
                *all += wins;
            }
        }
        desk.busy.fetch_sub(1, Relaxed);
    }

    fn watch(&self, seed: u64, desk: &Desk) -> Rush {
        let most = usize::try_from(self.most).unwrap_or(usize::MAX);
        let Ok(watched) = self.game.watch(self.setup, seed, most, self.repeated) else {
            return Rush::default();
        };
        let Watched { decisions, outcome, fault } = watched;
        if let Some((fault, record)) = fault {
            desk.stop.store(true, Relaxed);
            let place = FAILED_AT.with(|last| last.borrow_mut().take());
            let place = place.filter(|_| matches!(fault, Fault::Panicked(_)));
            desk.results.lock().expect("no thread fails").1.push(Found { seed, fault, record, place });
        }
        let seats = self.game.seats(&self.setup.scenario).len();
        let mut wins = vec![0; seats + 1];
        if let Some(outcome) = outcome {
            wins[outcome.winner.map_or(seats, |seat| seat.0.into())] += 1;
        }
        Rush { games: 1, decisions: decisions as u64, wins, faults: Vec::new() }
    }

    /// Tells how far it is, where it takes longer than a second: often on a screen, seldom in a log.
    fn report(&self, desk: &Desk, began: Instant) {
        let screen = io::stderr().is_terminal();
        let every = if screen { Duration::from_millis(500) } else { Duration::from_secs(10) };
        let mut told = Duration::from_millis(500);
        let mut shown = false;
        while desk.busy.load(Relaxed) > 0 {
            thread::sleep(Duration::from_millis(5));
            let time = began.elapsed();
            if time < told + every {
                continue;
            }
            told = time;
            shown = screen;
            let (games, all) = (desk.games.load(Relaxed), self.seeds.end - self.seeds.start);
            let left =
                u128::from(all.saturating_sub(games)) * time.as_millis() / u128::from(games.max(1)) / 1_000;
            let line = format!(
                "{games} of {all} games, {} decisions/s, {}",
                rate(desk.decisions.load(Relaxed), time),
                if games == 0 { "no game has ended yet".to_owned() } else { format!("{left} s left") },
            );
            let (start, end) = if screen { ("\r\u{1b}[K", "") } else { ("", "\n") };
            let _ = write!(io::stderr().lock(), "{start}{line}{end}");
        }
        if shown {
            let _ = write!(io::stderr().lock(), "\r\u{1b}[K");
        }
    }
}
