//! Looking ahead: several ways to go on are played forward against a regular, with the same dice for each; the worse half
//! is dropped again and again, and the one that stands best at the end is taken.
//!
//! At the start of a part of the turn the ways are whole plans, made by playing in another manner; later they are the
//! single decisions that can be made.

use std::{
    cmp::Reverse,
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

use kit::{Manner, Rolled, Seat, Tactics};

use crate::{forward, purse::Meter};

/// A way to go on and how it did.
#[derive(Clone, Debug)]
pub(crate) struct Way<A> {
    pub(crate) first: Option<A>,
    manner: Manner,
    words: &'static str,
    sum: i64,
    /// How much better than the usual way, over all rounds, and the squares of that.
    lead: i64,
    squares: i128,
}

impl<A> Way<A> {
    pub(crate) const fn new(first: Option<A>, manner: Manner, words: &'static str) -> Self {
        Self { first, manner, words, sum: 0, lead: 0, squares: 0 }
    }

    /// Whether its lead over the usual way is more than luck: at least one standard error. Few lines of play say little, and
    /// the best of many ways always looks better than it is.
    fn is_better(&self, rounds: u64) -> bool {
        let (lead, rounds) = (i128::from(self.lead), i128::from(rounds));
        lead > 0 && lead * lead * (rounds - 1) >= rounds * self.squares - lead * lead && rounds > 1
    }
}

/// The manners that are compared: the player's own first, then bolder and shyer ones, then these with a whim.
pub(crate) fn manners(own: Manner, seed: u64, plans: usize) -> Vec<(Manner, &'static str)> {
    let scaled = |boldness: i32, care: i32| Manner {
        boldness: own.boldness * boldness / 100,
        care: own.care * care / 100,
        ..own
    };
    let mut manners = vec![
        (own, "went on as usual"),
        (scaled(150, 100), "was bolder than usual"),
        (scaled(70, 120), "was more careful than usual"),
        (scaled(220, 70), "risked much"),
        (scaled(30, 200), "risked next to nothing"),
        (Manner { reserve: own.reserve + 30, ..own }, "held a larger reserve back"),
        (Manner { withdrawal: own.withdrawal * 2, ..own }, "took units out early"),
        (Manner { withdrawal: own.withdrawal / 3, ..own }, "kept units in place"),
    ];
    for place in manners.len()..plans {
        let whim = (seed as u32).wrapping_mul(2_654_435_761).wrapping_add(place as u32) | 1;
        manners.push((Manner { whim, ..manners[place % 4].0 }, "chose other places than usual"));
    }
    manners
}

/// A player who looks ahead from one state.
pub(crate) struct Thinker<'a, G: Tactics> {
    pub(crate) game: &'a G,
    pub(crate) seat: Seat,
    /// How he plays unless he finds a better way.
    pub(crate) own: Manner,
    pub(crate) mind: &'a G::Mind,
    /// What the others have in mind, by seat; of use where single decisions are played forward.
    pub(crate) others: &'a [G::Mind],
    pub(crate) seed: u64,
    pub(crate) stop: &'a AtomicBool,
}

impl<G> Thinker<'_, G>
where
    G: Tactics + Send + Sync,
    G::Action: Send + Sync,
{
    /// The manner that promises most for this part of the turn, and why in words; nothing if there was no time to find one.
    pub(crate) fn manner(&self, meter: &mut Meter) -> Option<(Manner, String)> {
        let way = |(manner, words)| Way::new(None, manner, words);
        let [plans, _] = self.game.ways_compared();
        let mut ways: Vec<_> = manners(self.own, self.seed, plans).into_iter().map(way).collect();
        ways.truncate(meter.most_ways().min(plans));
        let compared = ways.len();
        let best = self.best_of(ways, meter)?;
        let words = format!(
            "of {compared} plans, played forward over {} lines of play, the one that {} promised most",
            meter.played, best.words
        );
        Some((best.manner, words))
    }

    /// The decision that promises most when the rest is played in `manner`; nothing if there are too many to compare.
    pub(crate) fn action(&self, manner: &Manner, meter: &mut Meter) -> Option<G::Action> {
        let mut actions = Vec::new();
        self.game.actions(&mut actions);
        if actions.len() < 2 {
            return actions.pop();
        }
        let [_, most] = self.game.ways_compared();
        if actions.len() > most.min(meter.most_ways()) {
            return None;
        }
        // What a regular does comes first, so that nothing else is done without a reason.
        let usual = self.game.best(manner, &mut self.mind.clone());
        actions.sort_by_key(|action| *action != usual);
        let way = |action| Way::new(Some(action), *manner, "");
        self.best_of(actions.into_iter().map(way).collect(), meter)?.first
    }

    /// The best of several ways, the first of which is the usual one; nothing if there was no time to play each of them once.
    pub(crate) fn best_of(&self, mut ways: Vec<Way<G::Action>>, meter: &mut Meter) -> Option<Way<G::Action>> {
        let (mut rounds, mut halvings) = (0, 0);
        while ways.len() > 1 {
            let used = meter.used_after(ways.len());
            if used >= 100 {
                break;
            }
            if rounds > 0 && used >= 25 * (halvings + 1) {
                halvings += 1;
                // The usual way stays to the end, for the others are measured by it.
                ways[1..].sort_by_key(|way| Reverse(way.sum));
                ways.truncate(ways.len().div_ceil(2).max(2));
                continue;
            }
            if self.round(&mut ways, rounds, meter.deadline()).is_none() {
                break;
            }
            rounds += 1;
            meter.played += ways.len() as u32;
        }
        let best = (0..ways.len()).max_by_key(|&place| (ways[place].sum, Reverse(place)))?;
        let best = if ways[best].is_better(rounds) { best } else { 0 };
        (rounds > 0).then(|| ways.swap_remove(best))
    }

    /// Every way once with the same dice, half of them on a thread of their own; nothing counts unless all got through.
    fn round(&self, ways: &mut [Way<G::Action>], round: u64, deadline: Option<Instant>) -> Option<()> {
        let seed = self.seed.wrapping_add(round);
        let (first, second) = ways.split_at(ways.len().div_ceil(2));
        let run = |ways: &[Way<G::Action>]| -> Option<Vec<i32>> {
            ways.iter().map(|way| self.play_on(way, seed, deadline)).collect()
        };
        let (here, there) = std::thread::scope(|scope| {
            let other = scope.spawn(|| run(second));
            (run(first), other.join().ok().flatten())
        });
        let standings: Vec<i64> = here?.into_iter().chain(there?).map(i64::from).collect();
        for (way, standing) in ways.iter_mut().zip(&standings) {
            let lead = standing - standings[0];
            way.sum += standing;
            way.lead += lead;
            way.squares += i128::from(lead * lead);
        }
        Some(())
    }

    /// How the game stands after some player-turns: the player in this manner to the end of this turn and then in his
    /// own, the opponent a regular. Nothing if told to stop, or time is up.
    fn play_on(&self, way: &Way<G::Action>, seed: u64, deadline: Option<Instant>) -> Option<i32> {
        if G::FORESEES {
            return self.play_briefly(way.first, seed, deadline);
        }
        let mut game = self.game.clone();
        let mut dice = Rolled::seeded(seed);
        let mut minds = vec![G::Mind::default(); G::SEATS];
        minds[usize::from(self.seat.0)] = self.mind.clone();
        let first = game.span();
        if let Some(action) = &way.first {
            game.perform(action, &mut dice, &mut ());
        }
        let manner = |decider: Seat, at_first: bool| match decider == self.seat {
            true if at_first => way.manner,
            true => self.own,
            false => Manner::STEADY,
        };
        let is_late = || {
            deadline.is_some_and(|deadline| Instant::now() > deadline) || self.stop.load(Ordering::Relaxed)
        };
        forward::play_on(&mut game, first, &mut minds, &mut dice, manner, is_late)?;
        Some(game.standing(self.seat))
    }
}
