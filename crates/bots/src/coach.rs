//! Where was it lost? A coach goes through a game that was played and weighs every decision before its dice: what was done
//! is played forward many times, what else could have been done with the same dice, and the difference counts.
//!
//! He judges as a veteran does: lines of play of a few player-turns between regulars. First every decision is compared with
//! what a regular would have done; those that seem to have cost most are compared with more alternatives; and what is told
//! is measured again with dice that had no part in choosing it, for the worst of many always looks worse than it is.
#![expect(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "statistics, not rules")]

mod case;
mod cut;
mod words;

use std::{
    ops::Range,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Instant,
};

use kit::{
    Seat, Session, Tactics,
    coach::{CoachBudget, CoachProgress, CoachedSide, Coaching, JudgedDecision},
};

use case::{Case, Stats};

/// Decisions that are told to a side.
const TOLD: usize = 5;

/// What cost so many times less than the worst is not worth telling.
const TRIFLE: f64 = 50.0;

/// Decisions of a side that are compared with more alternatives, and those of them that are measured again.
const SUSPECTS: usize = 12;
const FINALISTS: usize = 9;

/// Decisions of a side that may be its best, and agreed ones that are looked at for it.
const PROUDEST: usize = 3;
const AGREED: usize = 16;

/// Rounds from here on had no part in choosing what is told.
const FRESH: u64 = 1 << 32;

/// Weighs the decisions of a game.
pub fn coach<G>(session: &Session<G>, budget: CoachBudget, watch: &CoachProgress) -> Coaching
where
    G: Tactics + Send + Sync + 'static,
    G::Action: Send + Sync,
{
    let (cases, forced) = cut::cases(session, watch);
    let coach = Coach { budget, watch, began: Instant::now(), was_cut: AtomicBool::new(false) };
    coach.run(session, cases, forced)
}

struct Coach<'w> {
    budget: CoachBudget,
    watch: &'w CoachProgress,
    began: Instant,
    /// Whether something was left out for want of time.
    was_cut: AtomicBool,
}

/// Rounds of each part of the work.
struct Rounds {
    screening: u64,
    suspects: u64,
    alternatives: u64,
    finals: u64,
}

impl Coach<'_> {
    fn run<G>(self, session: &Session<G>, mut cases: Vec<Case<G>>, decisions: Vec<[usize; 2]>) -> Coaching
    where
        G: Tactics + Send + Sync + 'static,
        G::Action: Send + Sync,
    {
        let rounds = self.plan(&cases);
        let all = |case: &Case<G>| !case.is_agreed;
        self.play(cases.iter_mut().filter(|case| all(case)).collect(), 0..rounds.screening, 35);
        for seat in 0..G::SEATS {
            // Half of them get a closer look before the suspects are chosen.
            let open = cases.iter().filter(|case| case.seat == seat && !case.is_agreed).count();
            let half = worst(&mut cases, seat, (open / 2).max(SUSPECTS));
            self.play(half, rounds.screening..rounds.screening + rounds.suspects, 50);
        }
        let begun = rounds.screening + rounds.suspects;
        for seat in 0..G::SEATS {
            let mut suspects = worst(&mut cases, seat, SUSPECTS);
            for case in &mut suspects {
                case.find_alternatives();
            }
            self.play(suspects, begun..begun + rounds.alternatives, 75);
            worst(&mut cases, seat, SUSPECTS).into_iter().for_each(Case::choose);
        }
        let mut sides = Vec::new();
        for (seat, [unforced, agreed]) in decisions.into_iter().enumerate() {
            let mut finalists = worst(&mut cases, seat, FINALISTS);
            for case in &mut finalists {
                case.begin_anew();
            }
            self.play(finalists, FRESH..FRESH + rounds.finals, 92);
            let costly = costly(session, &mut cases, seat);
            let best = self.best(session, &mut cases, seat, rounds.finals);
            sides.push(CoachedSide {
                seat: Seat(seat as u8),
                name: session.sides()[seat].name.clone(),
                decisions: unforced,
                agreed,
                costly,
                best,
            });
        }
        let stopped = self.was_cut.load(Ordering::Relaxed) || self.watch.stop.load(Ordering::Relaxed);
        let judge = words::judge(session.now());
        Coaching { judge, lines: self.watch.progress()[0], stopped, sides }
    }

    /// How the lines of play are shared out. Long games need more than they were given.
    fn plan<G: Tactics>(&self, cases: &[Case<G>]) -> Rounds {
        let lines = u64::from(self.budget.lines);
        let open = cases.iter().filter(|case| !case.is_agreed).count().max(1) as u64;
        let (seats, suspects, finalists) = (G::SEATS as u64, SUSPECTS as u64, FINALISTS as u64);
        // Where there are fewer decisions than that each of them gets more.
        let (few, last) = (open.min(seats * suspects), open.min(seats * (finalists + 1)));
        let half = (open / 2).max(few);
        let rounds = Rounds {
            screening: (lines * 30 / 100 / (2 * open)).clamp(3, 64),
            suspects: (lines * 15 / 100 / (2 * half)).clamp(4, 96),
            alternatives: (lines * 25 / 100 / (8 * few)).clamp(6, 64),
            finals: (lines * 25 / 100 / (2 * last)).clamp(16, 400),
        };
        let planned = 2 * open * rounds.screening
            + 2 * half * rounds.suspects
            + 7 * few * rounds.alternatives
            + 2 * last * rounds.finals;
        self.watch.plan(planned);
        rounds
    }

    /// Plays rounds of these decisions, until so many hundredths of the time are used up.
    fn play<G>(&self, cases: Vec<&mut Case<G>>, rounds: Range<u64>, until: u32)
    where
        G: Tactics + Send + Sync,
        G::Action: Send + Sync,
    {
        let threads = self.budget.threads.clamp(1, cases.len().max(1));
        let mut groups: Vec<Vec<&mut Case<G>>> = (0..threads).map(|_| Vec::new()).collect();
        for (place, case) in cases.into_iter().enumerate() {
            groups[place % threads].push(case);
        }
        let deadline = self.budget.time.map(|time| self.began + time * until / 100);
        let is_late = || deadline.is_some_and(|deadline| Instant::now() > deadline);
        thread::scope(|scope| {
            for group in groups {
                let rounds = rounds.clone();
                scope.spawn(move || {
                    let mut group = group;
                    for round in rounds {
                        for case in &mut group {
                            // Two rounds are the least that says anything.
                            if is_late() && case.measured().pairs >= 2 {
                                self.was_cut.store(true, Ordering::Relaxed);
                                continue;
                            }
                            if self.watch.stop.load(Ordering::Relaxed) {
                                return;
                            }
                            case.round(round, self.watch);
                        }
                    }
                });
            }
        });
    }

    /// The decision of a side that was better than what the coach would have done; else the one in which it did what he
    /// would have done and most was at stake.
    fn best<G>(
        &self,
        session: &Session<G>,
        cases: &mut [Case<G>],
        seat: usize,
        rounds: u64,
    ) -> Option<JudgedDecision>
    where
        G: Tactics + Send + Sync + 'static,
        G::Action: Send + Sync,
    {
        let mut own: Vec<&mut Case<G>> =
            cases.iter_mut().filter(|case| case.seat == seat && !case.is_agreed && !case.is_told).collect();
        own.retain(|case| case.measured().pairs >= 2 && case.measured().mean() < 0.0);
        own.sort_by(|one, other| one.measured().mean().total_cmp(&other.measured().mean()));
        own.truncate(PROUDEST);
        for case in &mut own {
            case.begin_anew();
        }
        self.play(own, FRESH..FRESH + rounds, 96);
        let proud = |stats: &Stats| stats.mean() < 0.0 && stats.is_more_than_luck();
        let found = cases
            .iter_mut()
            .filter(|case| case.seat == seat && case.is_fresh && !case.is_told && proud(case.measured()))
            .min_by(|one, other| one.measured().mean().total_cmp(&other.measured().mean()));
        if let Some(case) = found {
            return Some(words::judged(session, case));
        }
        let agreed = cases.iter().filter(|case| case.seat == seat && case.is_agreed).count();
        let each = agreed.div_ceil(AGREED).max(1);
        let mut agreed: Vec<&mut Case<G>> =
            cases.iter_mut().filter(|case| case.seat == seat && case.is_agreed).step_by(each).collect();
        agreed.retain_mut(|case| case.find_worse());
        self.play(agreed, 0..4, 98);
        let own = cases.iter_mut().filter(|case| case.seat == seat && case.is_agreed);
        let mut own: Vec<&mut Case<G>> = own.filter(|case| case.measured().pairs >= 2).collect();
        own.sort_by(|one, other| one.measured().mean().total_cmp(&other.measured().mean()));
        own.truncate(1);
        for case in &mut own {
            case.begin_anew();
        }
        self.play(own, FRESH..FRESH + rounds, 100);
        let found = cases
            .iter_mut()
            .find(|case| case.seat == seat && case.is_agreed && case.is_fresh && proud(case.measured()));
        found.map(|case| words::judged(session, case))
    }
}

/// The decisions of a side that cost it most.
fn costly<G>(session: &Session<G>, cases: &mut [Case<G>], seat: usize) -> Vec<JudgedDecision>
where
    G: Tactics + Send + Sync + 'static,
    G::Action: Send + Sync,
{
    let mut found: Vec<&mut Case<G>> = worst(cases, seat, FINALISTS)
        .into_iter()
        .filter(|case| case.measured().is_more_than_luck() && case.measured().mean() > 0.0)
        .collect();
    found.sort_by(|one, other| other.measured().mean().total_cmp(&one.measured().mean()));
    let least = found.first().map_or(0.0, |case| case.measured().mean() / TRIFLE);
    found.retain(|case| case.measured().mean() >= least);
    found.truncate(TOLD);
    found.into_iter().map(|case| words::judged(session, case)).collect()
}

/// The decisions of a side that seem to have cost most, the worst first.
fn worst<G: Tactics>(cases: &mut [Case<G>], seat: usize, many: usize) -> Vec<&mut Case<G>> {
    let mut own: Vec<&mut Case<G>> = cases
        .iter_mut()
        .filter(|case| case.seat == seat && !case.is_agreed && case.measured().pairs > 0)
        .collect();
    own.sort_by(|one, other| {
        let means = other.measured().mean().total_cmp(&one.measured().mean());
        means.then(one.first.cmp(&other.first))
    });
    own.truncate(many);
    own
}
