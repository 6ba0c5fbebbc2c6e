//! Players that are programs: a recruit who makes no gross mistakes, a regular who weighs every attack by its exact odds,
//! and a veteran who plays whole turns forward before he decides.
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
mod drifter;
mod spec;
mod veteran;

use std::sync::atomic::{AtomicBool, Ordering};

use kit::{
    Manner, Rolled, Seat, Session, Status, Tactics, Viewer,
    any::{Player, Table},
    random_play::RandomPlayer,
};

pub use arena::{Tally, duel, pair, play};
pub use drifter::Drifter;
pub use spec::{Budget, Level, Spec};
use veteran::Thinker;

/// A program that plays one side of a game.
#[derive(Clone, Debug)]
pub struct Bot<G: Tactics> {
    spec: Spec,
    seed: u64,
    chance: RandomPlayer,
    mind: G::Mind,
    /// The manner chosen for a part of a player-turn.
    resolved: Option<((u32, u32), Manner)>,
    decisions: u64,
    account: Vec<String>,
}

impl<G: Tactics> Bot<G> {
    /// A player; the same spec and seed decide the same.
    pub fn new(spec: Spec, seed: u64) -> Self {
        Self {
            spec,
            seed,
            chance: RandomPlayer::seeded(seed),
            mind: G::Mind::default(),
            resolved: None,
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
        self.decisions += 1;
        seen.reshuffle_hidden(Viewer::Seat(seat), &mut Rolled::seeded(self.seed ^ self.decisions));
        match self.spec.level {
            Level::Random => {
                let mut actions = Vec::new();
                seen.actions(&mut actions);
                (!actions.is_empty()).then(|| actions.swap_remove(self.chance.pick(actions.len())))
            }
            Level::Recruit => Some(seen.blunder_free(&mut self.mind, &mut self.chance)),
            Level::Regular => Some(seen.best(&self.spec.manner, &mut self.mind)),
            Level::Veteran => self.look_ahead(&seen, seat, stop),
        }
    }

    /// A veteran plans each part of his turn once, at its first decision, and weighs the decisions between by playing
    /// them forward too.
    fn look_ahead(&mut self, game: &G, seat: Seat, stop: &AtomicBool) -> Option<G::Action> {
        let span = game.span();
        let seed = self.seed ^ (self.decisions << 20);
        let thinker = Thinker { game, seat, spec: &self.spec, mind: &self.mind, seed, stop };
        let known = self.resolved.filter(|((planned, _), _)| *planned == span);
        let manner = match game.stage() {
            Some(stage) if known.is_none_or(|((_, planned), _)| planned != stage) => {
                let (manner, reasons) = thinker.manner(stage)?;
                self.resolved = Some(((span, stage), manner));
                self.account = reasons;
                manner
            }
            Some(_) => known?.1,
            None => {
                let manner = known.map_or(self.spec.manner, |(_, manner)| manner);
                if let Some(action) = thinker.action(&manner) {
                    return Some(action);
                }
                manner
            }
        };
        if stop.load(Ordering::Relaxed) { None } else { Some(game.best(&manner, &mut self.mind)) }
    }
}

impl<G> Player for Bot<G>
where
    G: Tactics + Send + Sync + 'static,
    G::Action: Send + Sync,
{
    fn decide(&mut self, table: &dyn Table, stop: &AtomicBool) -> Option<String> {
        let session = table.as_any().downcast_ref::<Session<G>>()?;
        let Status::Deciding(seat) = session.now().status() else { return None };
        let action = self.choose(session.now(), seat, stop)?;
        let text = session.now().write(&action);
        self.account.truncate(12);
        Some(text)
    }

    fn account(&self) -> Vec<String> {
        self.account.clone()
    }
}
