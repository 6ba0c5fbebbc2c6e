//! Players that are programs: a recruit who makes no gross mistakes, a regular who weighs every attack by its exact odds,
//! a veteran who plays whole turns forward before he decides, and a general who does so with a judgement of his own.
//!
//! They play any game that knows its own [`Tactics`], see what their side may see, choose only from what can be decided,
//! and depend on nothing but their seed and their budget.
//!
//! ```
//! use kit::{Game, Rolled, Setup, Status};
//! use sandtable_bots::{Bot, Spec};
//! use mars::game::Mars;
//!
//! let mut bot = Bot::<Mars>::new(Spec::parse("regular/cautious").unwrap(), 1942);
//! let mut game = Mars::start(&Setup::of("vazuza")).unwrap();
//! let Status::Deciding(seat) = game.status() else { unreachable!() };
//! let action = bot.choose(&game, seat, &Default::default()).unwrap();
//! game.apply(&action, &mut Rolled::seeded(7), &mut ()).unwrap();
//! ```

mod arena;
mod coach;
mod foresight;
mod forward;
mod ladder;
mod purse;
mod spec;
mod veteran;

use std::sync::atomic::{AtomicBool, Ordering};

use kit::{
    Manner, Rolled, Seat, Session, Silent, Status, Tactics, Viewer,
    any::{AnySession, Player},
    batch::Opponent,
    flow::Steps,
    random_play::RandomPlayer,
};

pub use arena::{Duellist, Tally, duel, pair, play};
pub use coach::coach;
pub use kit::tactics::Level;
pub use ladder::{Ladder, Rung};
use purse::{Meter, Purse};
pub use spec::{Budget, Spec};
use veteran::Thinker;

/// How much of the thought that is left for a player-turn a decision within it deserves, in hundredths.
const SMALL_SHARE: u32 = 20;

/// A program that plays one side of a game.
#[derive(Clone, Debug)]
pub struct Bot<G: Tactics> {
    spec: Spec,
    seed: u64,
    chance: RandomPlayer,
    mind: G::Mind,
    plan: Plan,
    decisions: u64,
    account: Vec<String>,
}

/// What a veteran has settled for a player-turn.
#[derive(Clone, Debug)]
struct Plan {
    purse: Purse,
    /// The manner chosen for a part of it.
    settled: Option<(u32, Manner)>,
    /// Why, part by part.
    words: Vec<String>,
}

impl Plan {
    const fn none(span: u32, budget: Budget) -> Self {
        Self { purse: Purse::full(span, budget), settled: None, words: Vec::new() }
    }
}

impl<G: Tactics> Bot<G> {
    /// A player; the same spec and seed decide the same.
    pub fn new(spec: Spec, seed: u64) -> Self {
        Self {
            spec,
            seed,
            chance: RandomPlayer::seeded(seed),
            mind: G::Mind::default(),
            plan: Plan::none(0, Budget::Simulations(0)),
            decisions: 0,
            account: Vec::new(),
        }
    }
}

impl<G> Bot<G>
where
    G: Tactics + Send + Sync,
    G::Action: Send + Sync,
{
    /// What it decides in this state; nothing if it is not its decision, or it was told to stop.
    pub fn choose(&mut self, game: &G, seat: Seat, stop: &AtomicBool) -> Option<G::Action> {
        if game.status() != Status::Deciding(seat) {
            return None;
        }
        let mut seen = game.clone();
        seen.judge_as(self.spec.level);
        self.decisions += 1;
        seen.reshuffle_hidden(Viewer::Seat(seat), &mut Rolled::seeded(self.seed ^ self.decisions));
        if self.spec.level == Level::Random {
            return self.by_lot(&seen);
        }
        let allowed = |action: &G::Action| seen.flow().top().check::<Silent>(&seen, *action).is_ok();
        let action = self.propose(&seen, seat, stop)?;
        if allowed(&action) {
            return Some(action);
        }
        // Somebody else may have begun what it takes over, so that its plan does not fit: it plans anew, and decides by
        // lot if that does not help.
        (self.mind, self.plan) = (G::Mind::default(), self.new_plan(&seen));
        let action = self.propose(&seen, seat, stop)?;
        if allowed(&action) { Some(action) } else { self.by_lot(&seen) }
    }

    /// What its level finds best.
    fn propose(&mut self, seen: &G, seat: Seat, stop: &AtomicBool) -> Option<G::Action> {
        let own = self.spec.manner.unwrap_or_else(|| seen.temperament(seat));
        match self.spec.level {
            Level::Random => self.by_lot(seen),
            Level::Recruit => Some(seen.blunder_free(&mut self.mind, &mut self.chance)),
            Level::Regular => Some(seen.best(&self.tasteful(own), &mut self.mind)),
            Level::Veteran | Level::General => self.look_ahead(seen, seat, own, stop),
        }
    }

    /// The manner with a taste of his own, where the game leaves room for it.
    const fn tasteful(&self, own: Manner) -> Manner {
        if G::TASTE == 0 {
            return own;
        }
        Manner { whim: (self.seed ^ (self.seed >> 32)) as u32 | 1 << 31, fancies: G::TASTE, ..own }
    }

    fn by_lot(&mut self, seen: &G) -> Option<G::Action> {
        let mut actions = Vec::new();
        seen.actions(&mut actions);
        (!actions.is_empty()).then(|| actions.swap_remove(self.chance.pick(actions.len())))
    }

    /// A veteran plans each part of his turn once, at its first decision, and weighs the decisions between by playing
    /// them forward too. All of it comes out of one purse for the player-turn.
    fn look_ahead(&mut self, game: &G, seat: Seat, own: Manner, stop: &AtomicBool) -> Option<G::Action> {
        if G::FORESEES {
            return self.foresee(game, seat, own, stop);
        }
        if !self.plan.purse.is_for(game.span()) {
            self.plan = self.new_plan(game);
        }
        let seed = self.seed ^ (self.decisions << 20);
        let thinker = Thinker { game, seat, own, mind: &self.mind, others: &[], seed, stop };
        let mut manner = self.plan.settled.map_or(own, |(_, manner)| manner);
        let mut weighed = None;
        match game.stage() {
            Some(stage) if self.plan.settled.is_none_or(|(part, _)| part != stage.part) => {
                let mut meter = Meter::start(self.plan.purse.share(stage.share));
                let found = thinker.manner(&mut meter);
                self.plan.purse.pay(&meter);
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                manner = found.as_ref().map_or(own, |(manner, _)| *manner);
                self.plan.settled = Some((stage.part, manner));
                self.plan.words.extend(found.map(|(_, words)| words));
            }
            Some(_) => {}
            None => {
                let mut meter = Meter::start(self.plan.purse.share(SMALL_SHARE));
                weighed = thinker.action(&manner, &mut meter);
                self.plan.purse.pay(&meter);
            }
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        weighed.or_else(|| Some(game.best(&manner, &mut self.mind)))
    }

    /// A player-turn begins with all of its thought.
    fn new_plan(&self, game: &G) -> Plan {
        let lines = match self.spec.level {
            Level::General => game.general_lines_of_play(),
            _ => game.lines_of_play(),
        };
        let budget = self.spec.budget.unwrap_or(Budget::Simulations(lines));
        Plan::none(game.span(), budget)
    }

    /// Remembers what the turn was about, until there is another.
    fn tell(&mut self, game: &G) {
        let about = game.account(&self.mind);
        if !about.is_empty() {
            self.account = self.plan.words.iter().cloned().chain(about).collect();
        }
    }
}

impl<G> Opponent<G> for Bot<G>
where
    G: Tactics + Send + Sync,
    G::Action: Send + Sync,
{
    fn choose(&mut self, game: &G, seat: Seat) -> Option<G::Action> {
        Self::choose(self, game, seat, &AtomicBool::new(false))
    }
}

impl<G> Player for Bot<G>
where
    G: Tactics + Send + Sync + 'static,
    G::Action: Send + Sync,
{
    fn decide(&mut self, table: &dyn AnySession, stop: &AtomicBool) -> Option<String> {
        let session = table.as_any().downcast_ref::<Session<G>>()?;
        let Status::Deciding(seat) = session.now().status() else { return None };
        let action = self.choose(session.now(), seat, stop)?;
        self.tell(session.now());
        Some(session.now().write(&action))
    }

    fn account(&self) -> Vec<String> {
        self.account.clone()
    }
}
