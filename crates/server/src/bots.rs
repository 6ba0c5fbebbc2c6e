//! Programs that have a seat. They think beside the threads that serve everybody, each for a limited time, and only so
//! many at once; a game that is given up or a server that stops tells them to stop.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use kit::{
    Seat, SetupError,
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

/// The program in a seat, if one has it: its specification.
pub fn spec(who: &str) -> Option<&str> {
    who.strip_prefix("bot:")
}

/// What a program needs to think.
struct Thought {
    seat: Seat,
    revision: u64,
    table: Box<dyn Table>,
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
        let mut players: Vec<Option<Box<dyn Player>>> = Vec::new();
        loop {
            let permit = Arc::clone(&self.thinkers).acquire_owned().await;
            let permit = permit.map_err(|error| Failure::fault(&error))?;
            let (thought, spec) = {
                let mut play = room.play.lock().await;
                let Some((seat, spec)) = turn(&play) else {
                    // Said while the game is held, so that nobody's decision falls between.
                    play.thinking = false;
                    return Ok(());
                };
                (Thought { seat, revision: play.revision, table: play.table.afresh() }, spec)
            };
            if self.stopping.load(Ordering::Relaxed) {
                return Err(Failure::busy("the server stops"));
            }
            let place = usize::from(thought.seat.0);
            players.resize_with(players.len().max(place + 1), || None);
            let player = match players[place].take() {
                Some(player) => player,
                None => (self.shelf.player)(room.game, &spec, u64::from_le_bytes(random()))
                    .map_err(|error| Failure::setup(error.to_string()))?,
            };
            let (seat, revision) = (thought.seat, thought.revision);
            let (player, text) = self.think(room, player, thought).await?;
            drop(permit);
            players[place] = Some(player);
            let text = text.ok_or_else(|| Failure::fault(&"a program has nothing to decide"))?;
            let decision = Decision { revision, text, dice: None };
            let mut play = room.play.lock().await;
            match self.decide(room, &mut play, seat, &decision).await {
                Ok(_) => self.metrics.bot_decisions.fetch_add(1, Ordering::Relaxed),
                // The game has gone on or is over: what was thought is worth nothing.
                Err(failure) if failure.status() == axum::http::StatusCode::CONFLICT => continue,
                Err(failure) => return Err(failure),
            };
        }
    }

    /// Lets a program think for its time. If it comes to nothing, chance decides.
    async fn think(
        self: &Arc<Self>,
        room: &Arc<Room>,
        mut player: Box<dyn Player>,
        thought: Thought,
    ) -> Result<(Box<dyn Player>, Option<String>), Failure> {
        let (host, own) = (Arc::clone(self), Arc::clone(room));
        let stop = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stop);
        host.metrics.thinking.fetch_add(1, Ordering::Relaxed);
        let mut work = tokio::task::spawn_blocking(move || {
            let text = player.decide(&*thought.table, &told);
            let text = text.or_else(|| by_chance(&*thought.table));
            (player, text)
        });
        let clock = tokio::time::sleep(host.config.limits.thought);
        tokio::pin!(clock);
        let mut glance = tokio::time::interval(std::time::Duration::from_millis(50));
        let thought = loop {
            tokio::select! {
                thought = &mut work => break thought,
                () = &mut clock, if !stop.load(Ordering::Relaxed) => stop.store(true, Ordering::Relaxed),
                _ = glance.tick() => {
                    if own.stop.load(Ordering::Relaxed) || host.stopping.load(Ordering::Relaxed) {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
            }
        };
        host.metrics.thinking.fetch_sub(1, Ordering::Relaxed);
        thought.map_err(|error| Failure::fault(&error))
    }
}

/// Whose turn it is, if a program's: its seat and specification.
fn turn(play: &Play) -> Option<(Seat, String)> {
    let seat = play.deciding()?;
    let who = &play.seats.get(usize::from(seat.0))?.who;
    Some((seat, spec(who)?.to_owned()))
}

fn by_chance(table: &dyn Table) -> Option<String> {
    let mut choices = table.choices();
    if choices.is_empty() {
        return None;
    }
    let place = RandomPlayer::seeded(u64::from_le_bytes(random())).pick(choices.len());
    Some(choices.swap_remove(place).text)
}

/// A program that decides by lot.
struct Lot(RandomPlayer);

impl Player for Lot {
    fn decide(&mut self, table: &dyn Table, _: &AtomicBool) -> Option<String> {
        let mut choices = table.choices();
        if choices.is_empty() {
            return None;
        }
        let place = self.0.pick(choices.len());
        Some(choices.swap_remove(place).text)
    }
}

/// Seats `random`: for shelves that bring no players of their own.
pub fn random_player(_game: &dyn Playable, spec: &str, seed: u64) -> Result<Box<dyn Player>, SetupError> {
    match spec {
        "random" => Ok(Box::new(Lot(RandomPlayer::seeded(seed)))),
        _ => Err(SetupError(format!("there is no program `{spec}`; there is: random"))),
    }
}
