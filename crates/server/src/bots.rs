//! Programs that have a seat. They think beside the threads that serve everybody, each for a limited time, and only so
//! many at once; a game that is given up or a server that stops tells them to stop.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use kit::{
    Seat,
    any::{Playable, Player, Table},
    random_play::RandomPlayer,
};

use crate::{
    act::Decision,
    error::Failure,
    host::Host,
    room::{Play, Room},
    secret::random,
};

/// How often somebody looks whether a program must stop.
const GLANCE: Duration = Duration::from_millis(50);

/// The program in a seat, if one has it: its specification.
pub fn spec(who: &str) -> Option<&str> {
    who.strip_prefix("bot:")
}

/// What a program needs to think.
struct Thought {
    seat: Seat,
    revision: u64,
    spec: String,
    table: Box<dyn Table>,
    player: Box<dyn Player>,
}

/// A program at a table, as far as it stays there between its decisions.
#[derive(Default)]
pub struct Sitting {
    /// The program itself, with what it has in mind; nobody while it thinks.
    player: Option<Box<dyn Player>>,
    /// What it was after when it last decided.
    pub account: Vec<String>,
}

impl Host {
    /// Sets the program to work whose turn it is, if it is one's.
    pub fn wake(self: &Arc<Self>, room: &Arc<Room>) {
        let (host, room) = (Arc::clone(self), Arc::clone(room));
        tokio::spawn(async move {
            {
                let mut play = room.play.lock().await;
                if play.thinking || turn(&play).is_none() || host.stopping.load(Ordering::Relaxed) {
                    return;
                }
                play.thinking = true;
            }
            if let Err(failure) = host.play_on(&room).await {
                tracing::warn!(status = failure.status().as_u16(), "a program has stopped playing");
                room.play.lock().await.thinking = false;
            }
        });
    }

    /// Plays for programs until somebody else decides, and says so at the table.
    async fn play_on(self: &Arc<Self>, room: &Arc<Room>) -> Result<(), Failure> {
        loop {
            let permit = Arc::clone(&self.thinkers).acquire_owned().await;
            let permit = permit.map_err(|error| Failure::fault(&error))?;
            let thought = {
                let mut play = room.play.lock().await;
                let Some(thought) = self.thought(room, &mut play)? else {
                    // Said while the game is held, so that nobody's decision falls between.
                    play.thinking = false;
                    return Ok(());
                };
                thought
            };
            if self.stopping.load(Ordering::Relaxed) {
                return Err(Failure::busy("the server stops"));
            }
            let (seat, revision) = (thought.seat, thought.revision);
            let (player, text) = self.think(room, thought).await?;
            drop(permit);
            let mut play = room.play.lock().await;
            let account = player.account();
            play.programs[usize::from(seat.0)] = Sitting { player: Some(player), account };
            let Some(text) = text else {
                play.thinking = false;
                return if room.stop.load(Ordering::Relaxed) || self.stopping.load(Ordering::Relaxed) {
                    Ok(())
                } else {
                    Err(Failure::fault(&"a program has nothing to decide"))
                };
            };
            let decision = Decision { revision, text, dice: None };
            match self.decide(room, &mut play, seat, &decision).await {
                Ok(_) => self.metrics.bot_decisions.fetch_add(1, Ordering::Relaxed),
                // The game has gone on or is over: what was thought is worth nothing.
                Err(failure) if failure.status() == axum::http::StatusCode::CONFLICT => continue,
                Err(failure) => return Err(failure),
            };
        }
    }

    /// What the program whose turn it is has to think about, if it is one's. Between its decisions it stays at the
    /// table and keeps in mind what it is after.
    fn thought(&self, room: &Room, play: &mut Play) -> Result<Option<Thought>, Failure> {
        let Some((seat, spec)) = turn(play) else { return Ok(None) };
        let player = match play.programs[usize::from(seat.0)].player.take() {
            Some(player) => player,
            None => (self.shelf.player)(room.game, &spec, u64::from_le_bytes(random()))
                .map_err(|error| Failure::setup(error.to_string()))?,
        };
        Ok(Some(Thought { seat, revision: play.revision, spec, table: play.table.afresh(), player }))
    }

    /// Lets a program think for its time. If that comes to nothing, the next weaker one thinks as long, and then chance
    /// decides. Whoever is told to stop, because the game or the server ends, decides nothing.
    async fn think(
        self: &Arc<Self>,
        room: &Arc<Room>,
        thought: Thought,
    ) -> Result<(Box<dyn Player>, Option<String>), Failure> {
        let clocks = Watched(Arc::new(Clocks::default()));
        let (host, game, told) = (Arc::clone(self), room.game, Arc::clone(&clocks.0));
        let mut work = tokio::task::spawn_blocking(move || {
            let Thought { spec, table, mut player, .. } = thought;
            let text = player.decide(&*table, &told.first);
            let text =
                text.or_else(|| told.unless_ended(|| host.stand_in(game, &spec, &*table, &told.second)));
            let mut chance = RandomPlayer::seeded(u64::from_le_bytes(random()));
            let text = text.or_else(|| told.unless_ended(|| chance.decide(&*table, &told.second)));
            (player, text)
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
        thought.map_err(|error| Failure::fault(&error))
    }

    /// What the next weaker program decides, if there is one.
    fn stand_in(
        &self,
        game: &dyn Playable,
        spec: &str,
        table: &dyn Table,
        stop: &AtomicBool,
    ) -> Option<String> {
        let level = spec.split('/').next()?;
        let known = (self.shelf.bots)(game);
        let place = known.iter().position(|name| name.eq_ignore_ascii_case(level))?;
        let weaker = known[..place].last()?;
        (self.shelf.player)(game, weaker, u64::from_le_bytes(random())).ok()?.decide(table, stop)
    }
}

/// When a program, and whoever stands in for it, must come to an end.
#[derive(Default)]
struct Clocks {
    first: AtomicBool,
    second: AtomicBool,
    ended: AtomicBool,
}

/// Clocks that somebody looks at. When he goes, all of them ring: a program must not think on when nobody waits for it.
struct Watched(Arc<Clocks>);

impl Drop for Watched {
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
    let who = &play.seats.get(usize::from(seat.0))?.who;
    Some((seat, spec(who)?.to_owned()))
}
