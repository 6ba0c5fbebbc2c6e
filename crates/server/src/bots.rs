//! Programs that have a seat. They think beside the threads that serve everybody, each for a limited time, and only so
//! many at once; a game that is given up or a server that stops tells them to stop.

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use axum::http::StatusCode;
use kit::{
    Seat,
    any::{AnySession, Playable, Player},
    random_play::RandomPlayer,
};
use tokio::task::JoinError;

use crate::{
    act::Decision,
    error::Failure,
    host::Host,
    questions,
    room::{Play, Room},
    secret::{beginning, random},
};

/// How often somebody looks whether a program must stop.
const GLANCE: Duration = Duration::from_millis(50);

/// When a program tries again that could not play on.
const TRY_AGAIN: Duration = Duration::from_secs(5);

/// The program in a seat, if one has it: its specification.
pub fn spec(who: &str) -> Option<&str> {
    who.strip_prefix("bot:")
}

/// What a program needs to think.
struct Thought {
    seat: Seat,
    revision: u64,
    spec: String,
    table: Box<dyn AnySession>,
    player: Box<dyn Player>,
}

/// What came of it.
struct Answer {
    player: Box<dyn Player>,
    text: Option<String>,
    /// Why somebody else has decided, if so.
    help: Option<&'static str>,
}

/// Why somebody else decides for a program.
const LATE: &str = "Its time was over: somebody else has decided for it.";
const SILENT: &str = "It had no answer: somebody else has decided for it.";
const FAILED: &str = "It has failed: chance has decided for it.";
const REFUSED: &str = "What it wanted is not allowed: chance has decided for it.";

/// A program at a table, as far as it stays there between its decisions.
#[derive(Default)]
pub struct SeatedBot {
    /// The program itself, with what it has in mind; nobody while it thinks.
    player: Option<Box<dyn Player>>,
    /// What it was after when it last decided.
    pub account: Vec<String>,
}

impl Host {
    /// Sets the program to work whose turn it is, if it is one's.
    pub fn wake(self: &Arc<Self>, room: &Arc<Room>) {
        self.wake_for(room, questions::asker());
    }

    /// The same, for somebody who waits for it.
    fn wake_for(self: &Arc<Self>, room: &Arc<Room>, asker: IpAddr) {
        let (host, room) = (Arc::clone(self), Arc::clone(room));
        tokio::spawn(async move {
            {
                let mut play = room.play.lock().await;
                if play.thinking || turn(&play).is_none() || host.stopping.load(Ordering::Relaxed) {
                    return;
                }
                play.thinking = true;
            }
            let Err(failure) = host.play_on(&room, asker).await else { return };
            let (status, cause) = (failure.status().as_u16(), failure.cause());
            tracing::warn!(game = beginning(&room.id), status, cause, "a program could not play on");
            room.play.lock().await.thinking = false;
            // What stood in the way, such as a full disk, may be gone by then.
            tokio::time::sleep(TRY_AGAIN).await;
            if !host.stopping.load(Ordering::Relaxed)
                && let Ok(room) = host.room(&room.id).await
            {
                host.wake_for(&room, asker);
            }
        });
    }

    /// Plays for programs until somebody else decides, and says so at the table.
    async fn play_on(self: &Arc<Self>, room: &Arc<Room>, asker: IpAddr) -> Result<(), Failure> {
        loop {
            let place = self.thinkers.place(asker).await;
            let thought = {
                let mut play = room.play.lock().await;
                let Some(thought) = self.thought(room, &mut play) else {
                    // Said while the game is held, so that nobody's decision falls between.
                    play.thinking = false;
                    return Ok(());
                };
                thought
            };
            if self.stopping.load(Ordering::Relaxed) {
                return Err(Failure::busy("the server stops"));
            }
            let (seat, revision, program) = (thought.seat, thought.revision, thought.spec.clone());
            let thought = self.think(room, thought).await;
            drop(place);
            let mut play = room.play.lock().await;
            let (text, help) = match thought {
                Ok(Answer { player, text, help }) => {
                    let account = player.account();
                    play.programs[usize::from(seat.0)] = SeatedBot { player: Some(player), account };
                    (text, help)
                }
                // A program that fails is gone; another takes its seat at the next decision.
                Err(fault) => {
                    self.metrics.bots_failed.fetch_add(1, Ordering::Relaxed);
                    let (game, cause) = (beginning(&room.id), fault.to_string());
                    tracing::error!(game, program, cause, "a program has failed");
                    (None, Some(FAILED))
                }
            };
            if text.is_none() && (room.stop.load(Ordering::Relaxed) || self.stopping.load(Ordering::Relaxed))
            {
                play.thinking = false;
                return Ok(());
            }
            if let Some(help) = help {
                self.helped_out(room, &mut play, seat, &program, help);
            }
            let text = match text {
                Some(text) => text,
                None => by_lot(room, &play)?,
            };
            let mut done = self.decide(room, &mut play, seat, &Decision { revision, text, dice: None }).await;
            if let Err(failure) = &done
                && failure.status() == StatusCode::UNPROCESSABLE_ENTITY
            {
                let (game, cause) = (beginning(&room.id), failure.cause());
                tracing::error!(game, program, cause, "a program's decision was refused");
                self.metrics.bots_refused.fetch_add(1, Ordering::Relaxed);
                play.programs[usize::from(seat.0)].player = None;
                self.helped_out(room, &mut play, seat, &program, REFUSED);
                let text = by_lot(room, &play)?;
                done = self.decide(room, &mut play, seat, &Decision { revision, text, dice: None }).await;
            }
            match done {
                Ok(_) => self.metrics.bot_decisions.fetch_add(1, Ordering::Relaxed),
                // The game has gone on or is over: what was thought is worth nothing.
                Err(failure) if failure.status() == StatusCode::CONFLICT => continue,
                Err(failure) => return Err(failure),
            };
        }
    }

    /// Somebody else decides for a program: whoever runs the server and whoever sits at the table may know.
    fn helped_out(&self, room: &Room, play: &mut Play, seat: Seat, program: &str, help: &str) {
        self.metrics.bots_helped.fetch_add(1, Ordering::Relaxed);
        tracing::warn!(game = beginning(&room.id), program, cause = help, "a program was helped out");
        play.programs[usize::from(seat.0)].account = vec![help.to_owned()];
    }

    /// What the program whose turn it is has to think about, if it is one's. Between its decisions it stays at the
    /// table and keeps in mind what it is after.
    fn thought(&self, room: &Room, play: &mut Play) -> Option<Thought> {
        let (seat, spec) = turn(play)?;
        let scenario = &play.table.setup().scenario;
        let made = || {
            let seed = u64::from_le_bytes(random());
            (self.shelf.player)(room.game, scenario, &spec, seed).unwrap_or_else(|error| {
                tracing::error!(cause = error.to_string(), "there is no such program");
                Box::new(RandomPlayer::seeded(seed))
            })
        };
        let player = play.programs[usize::from(seat.0)].player.take().unwrap_or_else(made);
        Some(Thought { seat, revision: play.revision, spec, table: play.table.snapshot(), player })
    }

    /// Lets a program think for its time. If that comes to nothing, the next weaker one thinks as long, and then chance
    /// decides. Whoever is told to stop, because the game or the server ends, decides nothing.
    async fn think(self: &Arc<Self>, room: &Arc<Room>, thought: Thought) -> Result<Answer, JoinError> {
        let clocks = RingsOnDrop(Arc::new(Clocks::default()));
        let (host, game, limits) = (Arc::clone(self), room.game, Arc::clone(&clocks.0));
        let mut work = tokio::task::spawn_blocking(move || {
            let Thought { spec, table, mut player, .. } = thought;
            let own = player.decide(&*table, &limits.first);
            if own.is_some() {
                return Answer { player, text: own, help: None };
            }
            let help = if limits.first.load(Ordering::Relaxed) { LATE } else { SILENT };
            let text = limits.unless_ended(|| host.stand_in(game, &spec, &*table, &limits.second));
            let mut chance = RandomPlayer::seeded(u64::from_le_bytes(random()));
            let text = text.or_else(|| limits.unless_ended(|| chance.decide(&*table, &limits.second)));
            Answer { player, text, help: Some(help) }
        });
        self.metrics.thinking.fetch_add(1, Ordering::Relaxed);
        let (begun, most) = (Instant::now(), self.config.limits.thought);
        let mut glance = tokio::time::interval(GLANCE);
        let thought = loop {
            tokio::select! {
                thought = &mut work => break thought,
                _ = glance.tick() => {
                    let ended = room.stop.load(Ordering::Relaxed) || self.stopping.load(Ordering::Relaxed);
                    clocks.0.look(begun.elapsed(), most, ended);
                }
            }
        };
        self.metrics.thinking.fetch_sub(1, Ordering::Relaxed);
        thought
    }

    /// What the next weaker program decides, if there is one.
    fn stand_in(
        &self,
        game: &dyn Playable,
        spec: &str,
        table: &dyn AnySession,
        stop: &AtomicBool,
    ) -> Option<String> {
        let level = spec.split('/').next()?;
        let scenario = &table.setup().scenario;
        let known = (self.shelf.bots)(game, scenario);
        let place = known.iter().position(|name| name.eq_ignore_ascii_case(level))?;
        let weaker = known[..place].last()?;
        (self.shelf.player)(game, scenario, weaker, u64::from_le_bytes(random())).ok()?.decide(table, stop)
    }
}

/// What chance decides for a program that has no answer or a forbidden one: a game never waits for it.
pub fn by_lot(room: &Room, play: &Play) -> Result<String, Failure> {
    let never = AtomicBool::new(false);
    let text = RandomPlayer::seeded(u64::from_le_bytes(random())).decide(&*play.table, &never);
    text.ok_or_else(|| Failure::fault(&format!("nothing can be decided in {}...", beginning(&room.id))))
}

/// When a program, and whoever stands in for it, must come to an end.
#[derive(Default)]
struct Clocks {
    first: AtomicBool,
    second: AtomicBool,
    ended: AtomicBool,
}

/// Clocks that somebody looks at. When he goes, all of them ring: a program must not think on when nobody waits for it.
struct RingsOnDrop(Arc<Clocks>);

impl Drop for RingsOnDrop {
    fn drop(&mut self) {
        self.0.look(Duration::ZERO, Duration::MAX / 2, true);
    }
}

impl Clocks {
    /// Lets the clocks ring whose time has come.
    fn look(&self, passed: Duration, most: Duration, ended: bool) {
        for (clock, over) in [
            (&self.ended, ended),
            (&self.first, ended || passed >= most),
            (&self.second, ended || passed >= most * 2),
        ] {
            if over {
                clock.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Runs what is to be decided, unless nothing is to be decided any more.
    fn unless_ended<T>(&self, decide: impl FnOnce() -> Option<T>) -> Option<T> {
        if self.ended.load(Ordering::Relaxed) { None } else { decide() }
    }
}

/// Whether somebody must think now who is a program.
pub fn is_due(play: &Play) -> bool {
    !play.thinking && turn(play).is_some()
}

/// Whose turn it is, if a program's: its seat and specification.
fn turn(play: &Play) -> Option<(Seat, String)> {
    let seat = play.deciding()?;
    // It may roll a die, and none is rolled before all words are open; nothing is decided before all seats are taken.
    if !play.dice.unopened().is_empty() || !play.is_complete() {
        return None;
    }
    let who = &play.seats.get(usize::from(seat.0))?.who;
    Some((seat, spec(who)?.to_owned()))
}
