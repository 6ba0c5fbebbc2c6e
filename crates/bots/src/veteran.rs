//! Looking ahead: several plans for this part of the turn are played forward against a regular, with the same dice for
//! each; the worse half is dropped again and again, and the plan that stands best at the end is taken.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

use kit::{Manner, Rolled, Seat, Status, Tactics};

use crate::spec::{Budget, Spec};

/// Decisions after which a line of play is broken off.
const LONGEST: usize = 20_000;

/// Player-turns that a line of play goes on for: this one, the reply, and what comes of it.
const SPANS: u32 = 8;

/// Plans that are compared.
const PLANS: usize = 16;

/// A plan and how it did.
#[derive(Clone, Copy, Debug)]
struct Plan {
    manner: Manner,
    sum: i64,
}

/// The ways to go on that are compared: the player's own first, then bolder and shyer ones, then his own with a whim.
fn plans(own: Manner, seed: u64) -> Vec<Plan> {
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
        Manner { reserve: own.reserve + 30, ..own },
        Manner { withdrawal: own.withdrawal * 2, ..own },
        Manner { withdrawal: own.withdrawal / 3, ..own },
    ];
    for place in manners.len()..PLANS {
        let whim = (seed as u32).wrapping_mul(2_654_435_761).wrapping_add(place as u32) | 1;
        manners.push(Manner { whim, ..manners[place % 4] });
    }
    manners.into_iter().map(|manner| Plan { manner, sum: 0 }).collect()
}

/// The manner that promises most, and why in words; nothing if told to stop.
pub(crate) fn resolve<G>(
    game: &G,
    seat: Seat,
    spec: &Spec,
    mind: &G::Mind,
    seed: u64,
    stop: &AtomicBool,
) -> Option<(Manner, Vec<String>)>
where
    G: Tactics + Send + Sync,
{
    let mut plans = plans(spec.manner, seed);
    let began = Instant::now();
    let (mut rounds, mut played) = (0u32, 0u32);
    let mut halvings = 0;
    while plans.len() > 1 {
        let used = used(&spec.budget, began, played, plans.len() as u32);
        if used >= 100 && rounds > 0 {
            break;
        }
        // After each quarter of the budget the worse half goes.
        if used >= 25 * (halvings + 1) && rounds > 0 {
            halvings += 1;
            plans.sort_by_key(|plan| std::cmp::Reverse(plan.sum));
            plans.truncate(plans.len().div_ceil(2));
            continue;
        }
        let ahead =
            Ahead { game, seat, own: spec.manner, mind, seed: seed.wrapping_add(u64::from(rounds)), stop };
        ahead.round(&mut plans)?;
        rounds += 1;
        played += plans.len() as u32;
    }
    let best = plans.iter().max_by_key(|plan| plan.sum)?;
    let words = format!("{played} turns played forward in {rounds} rounds before deciding");
    Some((best.manner, vec![words]))
}

/// How many hundredths of the budget are used up, one more round included.
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

/// Lines of play from one state with one set of dice.
struct Ahead<'a, G: Tactics> {
    game: &'a G,
    seat: Seat,
    own: Manner,
    mind: &'a G::Mind,
    seed: u64,
    stop: &'a AtomicBool,
}

impl<G> Ahead<'_, G>
where
    G: Tactics + Send + Sync,
{
    /// Every plan once; half of them on a thread of their own.
    fn round(&self, plans: &mut [Plan]) -> Option<()> {
        let (mine, others) = plans.split_at_mut(plans.len().div_ceil(2));
        let minds = [self.mind.clone(), self.mind.clone()];
        let [mind, other_mind] = minds;
        let (game, seat, own, seed, stop) = (self.game, self.seat, self.own, self.seed, self.stop);
        let run = |plans: &mut [Plan], mind: &G::Mind| -> Option<()> {
            for plan in plans {
                plan.sum += i64::from(play_on(game, seat, &plan.manner, &own, mind, seed, stop)?);
            }
            Some(())
        };
        std::thread::scope(|scope| {
            let other = scope.spawn(move || run(others, &other_mind));
            let first = run(mine, &mind);
            other.join().ok().flatten().and(first)
        })
    }
}

/// How the game stands after some player-turns: the player in this manner to the end of this turn and then in his own,
/// the opponent a regular.
fn play_on<G: Tactics>(
    game: &G,
    seat: Seat,
    manner: &Manner,
    own: &Manner,
    mind: &G::Mind,
    seed: u64,
    stop: &AtomicBool,
) -> Option<i32> {
    let mut game = game.clone();
    let mut dice = Rolled::seeded(seed);
    let mut minds = vec![G::Mind::default(); G::SEATS.len()];
    minds[usize::from(seat.0)] = mind.clone();
    let (first, mut span, mut turned) = (game.span(), game.span(), 0);
    for _ in 0..LONGEST {
        let Status::Deciding(decider) = game.status() else { break };
        if game.span() != span {
            (span, turned) = (game.span(), turned + 1);
            if turned == SPANS {
                break;
            }
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let manner = match decider == seat {
            true if span == first => manner,
            true => own,
            false => &Manner::STEADY,
        };
        let action = game.best(manner, &mut minds[usize::from(decider.0)]);
        game.perform(&action, &mut dice, &mut ());
    }
    Some(game.standing(seat))
}
