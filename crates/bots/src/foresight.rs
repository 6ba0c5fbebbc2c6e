//! Looking ahead decision by decision, for games whose plans differ less than their dice: a few decisions are played forward
//! for a short while, with dice that fall alike for the same deed, and what is likely to come of it counts too.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

use kit::{
    CounterId, Dice, Die, Manner, Pointed, Purpose, Rolled, Seat, Status, Tactics, hash_of,
    notation::Notation,
};

use crate::{
    Bot,
    purse::Meter,
    veteran::{Thinker, Way},
};

/// Decisions after which a short line of play is broken off.
const LONGEST: usize = 2_000;

impl<G> Bot<G>
where
    G: Tactics + Send + Sync,
    G::Action: Send + Sync,
{
    /// The decision that promises most where the game says that several are worth a thought; otherwise the usual one.
    pub(crate) fn foresee(
        &mut self,
        game: &G,
        seat: Seat,
        own: Manner,
        stop: &AtomicBool,
    ) -> Option<G::Action> {
        if !self.plan.purse.is_for(game.span()) {
            self.plan = self.new_plan(game);
        }
        let (actions, share) = game.alternatives(&own, &mut self.mind);
        if actions.len() < 2 {
            return Some(game.best(&own, &mut self.mind));
        }
        let mind_of = |other: usize| match Seat(other as u8) {
            other if other == seat => G::Mind::default(),
            other => game.fresh_mind(other),
        };
        let others: Vec<G::Mind> = (0..G::SEATS).map(mind_of).collect();
        let seed = self.seed ^ (self.decisions << 20);
        let thinker = Thinker { game, seat, own, mind: &self.mind, others: &others, seed, stop };
        let mut meter = Meter::start(self.plan.purse.share(share));
        let mut ways: Vec<_> = actions.into_iter().map(|action| Way::new(Some(action), own, "")).collect();
        ways.truncate(meter.most_ways().max(1));
        let best = thinker.best_of(ways, &mut meter);
        self.plan.purse.pay(&meter);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let Some(action) = best.and_then(|way| way.first) else {
            return Some(game.best(&own, &mut self.mind));
        };
        game.decided(&action, &mut self.mind);
        Some(action)
    }
}

impl<G> Thinker<'_, G>
where
    G: Tactics + Send + Sync,
    G::Action: Send + Sync,
{
    /// What a decision promises at the end of a short line of play; nothing if told to stop, or time is up.
    pub(crate) fn play_briefly(
        &self,
        first: Option<G::Action>,
        seed: u64,
        deadline: Option<Instant>,
    ) -> Option<i32> {
        let mut game = self.game.clone();
        let mut dice = Fated::new(seed);
        let mut minds = self.others.to_vec();
        minds[usize::from(self.seat.0)] = self.mind.clone();
        if let Some(action) = first {
            dice.decide(&mut game, &action);
        }
        let manner = |decider: Seat| if decider == self.seat { self.own } else { Manner::STEADY };
        let is_late = || {
            deadline.is_some_and(|deadline| Instant::now() > deadline) || self.stop.load(Ordering::Relaxed)
        };
        play_briefly(&mut game, self.game, &mut minds, &mut dice, manner, is_late)?;
        Some(game.prospect(self.seat))
    }
}

/// Plays on to the end of a short line of play that began in `start`; nothing if `is_late` says that there is no more time.
pub(crate) fn play_briefly<G: Tactics>(
    game: &mut G,
    start: &G,
    minds: &mut [G::Mind],
    dice: &mut Fated,
    manner: impl Fn(Seat) -> Manner,
    is_late: impl Fn() -> bool,
) -> Option<()> {
    for _ in 0..LONGEST {
        let Status::Deciding(decider) = game.status() else { break };
        if game.is_foreseen(start) {
            break;
        }
        if is_late() {
            return None;
        }
        let action = game.best(&manner(decider), &mut minds[usize::from(decider.0)]);
        dice.decide(game, &action);
    }
    Some(())
}

/// Dice that depend on what is done: the same deed in the same player-turn has the same luck in every line of a round,
/// whatever else was done before it.
#[derive(Clone, Debug)]
pub(crate) struct Fated {
    round: u64,
    about: u64,
    since: u64,
    dice: Rolled,
}

impl Fated {
    pub(crate) fn new(round: u64) -> Self {
        Self { round, about: 0, since: 0, dice: Rolled::seeded(round) }
    }

    /// Makes a decision with the luck that it has.
    pub(crate) fn decide<G: Tactics>(&mut self, game: &mut G, action: &G::Action) {
        let mut at = Pointed::default();
        action.points_at(&mut at);
        self.turn_to(game.span(), &at.units);
        game.perform(action, self, &mut ());
    }

    /// A decision that names these units, or goes on with what the one before it was about.
    fn turn_to(&mut self, span: u32, units: &[CounterId]) {
        if !units.is_empty() {
            (self.about, self.since) = (hash_of(&(self.round, units)), 0);
        }
        self.since += 1;
        self.dice = Rolled::seeded(hash_of(&(self.round, span, self.about, self.since)));
    }
}

impl Dice for Fated {
    fn roll(&mut self, die: Die, purpose: Purpose) -> u16 {
        self.dice.roll(die, purpose)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same deed has the same luck whatever was done before it, and another in another round or turn.
    #[test]
    fn a_deed_has_its_own_luck() {
        let [one, other] = [CounterId(3), CounterId(8)];
        let luck = |round: u64, span: u32, deeds: &[CounterId]| -> Vec<u16> {
            let mut dice = Fated::new(round);
            for &deed in deeds {
                dice.turn_to(span, &[deed]);
            }
            (0..8).map(|_| dice.roll(Die::D10, Purpose::new("luck", ""))).collect()
        };
        assert_eq!(luck(5, 1, &[one]), luck(5, 1, &[other, other, one]));
        assert_ne!(luck(5, 1, &[one]), luck(6, 1, &[one]));
        assert_ne!(luck(5, 1, &[one]), luck(5, 2, &[one]));
        assert_ne!(luck(5, 1, &[one]), luck(5, 1, &[other]));
        // What goes on with it has luck of its own.
        let mut dice = Fated::new(5);
        dice.turn_to(1, &[one]);
        let first: Vec<u16> = (0..8).map(|_| dice.roll(Die::D10, Purpose::new("luck", ""))).collect();
        dice.turn_to(1, &[]);
        let second: Vec<u16> = (0..8).map(|_| dice.roll(Die::D10, Purpose::new("luck", ""))).collect();
        assert_ne!(first, second);
    }
}
