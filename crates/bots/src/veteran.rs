//! Looking ahead: several ways to go on are played forward against a regular, with the same dice for each; the worse half
//! is dropped again and again, and the one that stands best at the end is taken.
//!
//! At the start of a part of the turn the ways are whole plans, made by playing in another manner; later they are the
//! single decisions that can be made.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use kit::{Manner, Rolled, Seat, Status, Tactics};

use crate::spec::{Budget, Spec};

/// Decisions after which a line of play is broken off.
const LONGEST: usize = 20_000;

/// Player-turns that a line of play goes on for: this one, the reply, and what comes of it.
const SPANS: u32 = 8;

/// Plans that are compared.
const PLANS: usize = 16;

/// More single decisions than this are not compared.
const MOST_ACTIONS: usize = 24;

/// A way to go on and how it did.
#[derive(Clone, Debug)]
struct Way<A> {
    first: Option<A>,
    manner: Manner,
    sum: i64,
}

/// The manners that are compared: the player's own first, then bolder and shyer ones, then these with a whim.
fn manners(own: Manner, seed: u64) -> Vec<Manner> {
    let scaled = |boldness: i32, care: i32| Manner {
        boldness: own.boldness * boldness / 100,
        care: own.care * care / 100,
        ..own
    };
    let mut manners = vec![
        own,
        scaled(150, 100),
        scaled(70, 120),
        scaled(220, 70),
        scaled(30, 200),
        Manner { reserve: own.reserve + 30, ..own },
        Manner { withdrawal: own.withdrawal * 2, ..own },
        Manner { withdrawal: own.withdrawal / 3, ..own },
    ];
    for place in manners.len()..PLANS {
        let whim = (seed as u32).wrapping_mul(2_654_435_761).wrapping_add(place as u32) | 1;
        manners.push(Manner { whim, ..manners[place % 4] });
    }
    manners
}

/// A player who looks ahead from one state.
pub(crate) struct Thinker<'a, G: Tactics> {
    pub(crate) game: &'a G,
    pub(crate) seat: Seat,
    pub(crate) spec: &'a Spec,
    pub(crate) mind: &'a G::Mind,
    pub(crate) seed: u64,
    pub(crate) stop: &'a AtomicBool,
}

impl<G> Thinker<'_, G>
where
    G: Tactics + Send + Sync,
    G::Action: Send + Sync,
{
    /// The manner that promises most for this part of the turn, and why in words; nothing if told to stop.
    pub(crate) fn manner(&self, stage: u32) -> Option<(Manner, Vec<String>)> {
        let way = |manner| Way { first: None, manner, sum: 0 };
        let ways = manners(self.spec.manner, self.seed).into_iter().map(way).collect();
        // A turn has up to three parts that are planned, each with its share of the time.
        let (best, played) = self.best_of(ways, share(&self.spec.budget, stage + 1, 4))?;
        let words = format!("{played} lines of play were looked at before this part of the turn was planned");
        Some((best.manner, vec![words]))
    }

    /// The decision that promises most when the rest is played in `manner`; nothing if there are too many, or told to
    /// stop.
    pub(crate) fn action(&self, manner: &Manner) -> Option<G::Action> {
        let mut actions = Vec::new();
        self.game.actions(&mut actions);
        if actions.len() < 2 {
            return actions.pop();
        }
        if actions.len() > MOST_ACTIONS {
            return None;
        }
        let way = |action| Way { first: Some(action), manner: *manner, sum: 0 };
        let ways = actions.into_iter().map(way).collect();
        self.best_of(ways, share(&self.spec.budget, 1, 8))?.0.first
    }

    /// The best of several ways, and how many lines of play that took.
    fn best_of(&self, mut ways: Vec<Way<G::Action>>, budget: Budget) -> Option<(Way<G::Action>, u32)> {
        let began = Instant::now();
        let (mut rounds, mut played, mut halvings) = (0u32, 0u32, 0);
        while ways.len() > 1 {
            let used = used(&budget, began, played, ways.len() as u32);
            if rounds > 0 && used >= 100 {
                break;
            }
            if rounds > 0 && used >= 25 * (halvings + 1) {
                halvings += 1;
                ways.sort_by_key(|way| std::cmp::Reverse(way.sum));
                ways.truncate(ways.len().div_ceil(2));
                continue;
            }
            self.round(&mut ways, self.seed.wrapping_add(u64::from(rounds)))?;
            rounds += 1;
            played += ways.len() as u32;
        }
        let best = (0..ways.len()).max_by_key(|&place| (ways[place].sum, std::cmp::Reverse(place)))?;
        Some((ways.swap_remove(best), played))
    }

    /// Every way once with the same dice; half of them on a thread of their own.
    fn round(&self, ways: &mut [Way<G::Action>], seed: u64) -> Option<()> {
        let (first, second) = ways.split_at_mut(ways.len().div_ceil(2));
        std::thread::scope(|scope| {
            let other = scope.spawn(|| self.run(second, seed));
            let here = self.run(first, seed);
            other.join().ok().flatten().and(here)
        })
    }

    fn run(&self, ways: &mut [Way<G::Action>], seed: u64) -> Option<()> {
        for way in ways {
            way.sum += i64::from(self.play_on(way, seed)?);
        }
        Some(())
    }

    /// How the game stands after some player-turns: the player in this manner to the end of this turn and then in his
    /// own, the opponent a regular.
    fn play_on(&self, way: &Way<G::Action>, seed: u64) -> Option<i32> {
        let mut game = self.game.clone();
        let mut dice = Rolled::seeded(seed);
        let mut minds = vec![G::Mind::default(); G::SEATS.len()];
        minds[usize::from(self.seat.0)] = self.mind.clone();
        let (first, mut span, mut turned) = (game.span(), game.span(), 0);
        if let Some(action) = &way.first {
            game.perform(action, &mut dice, &mut ());
        }
        for _ in 0..LONGEST {
            let Status::Deciding(decider) = game.status() else { break };
            if game.span() != span {
                (span, turned) = (game.span(), turned + 1);
                if turned == SPANS {
                    break;
                }
            }
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let manner = match decider == self.seat {
                true if span == first => &way.manner,
                true => &self.spec.manner,
                false => &Manner::STEADY,
            };
            let action = game.best(manner, &mut minds[usize::from(decider.0)]);
            game.perform(&action, &mut dice, &mut ());
        }
        Some(game.standing(self.seat))
    }
}

/// A part of a budget.
fn share(budget: &Budget, of: u32, parts: u32) -> Budget {
    match *budget {
        Budget::Simulations(most) => Budget::Simulations((most * of / parts).max(1)),
        Budget::Time(most) => Budget::Time((most * of / parts).max(Duration::from_millis(1))),
    }
}

/// How many hundredths of a budget are used up, one more round included.
fn used(budget: &Budget, began: Instant, played: u32, next: u32) -> u32 {
    match *budget {
        Budget::Simulations(most) => (played + next) * 100 / (most + 1),
        Budget::Time(most) => {
            let gone = began.elapsed();
            let each = gone.checked_div(played).unwrap_or_default();
            ((gone + each * next).as_millis() * 100 / most.as_millis().max(1)) as u32
        }
    }
}
