//! Talk between the players of a game. Spectators are not told of it, and it is no part of the game: no revision, no
//! record, nothing that is taken back.

use std::{
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use axum::body::Bytes;
use kit::{Seat, Viewer};
use serde::Serialize;

use tracing::Instrument;

use crate::{
    error::Failure,
    host::Host,
    limits::Pace,
    room::{Play, Room, frame},
    store::{Change, TalkRow},
};

/// The longest line, in characters.
pub const LONGEST: usize = 500;
/// The longest name of what is pointed at.
const LONGEST_NAME: usize = 100;

/// A line of the talk.
#[derive(Serialize, utoipa::ToSchema, Debug)]
pub struct TalkLine {
    /// Counted from 1.
    pub number: u64,
    /// Who said it.
    pub seat: u8,
    /// When, in seconds since 1970.
    pub said: u64,
    /// How many decisions stood then.
    pub step: u64,
    /// What.
    pub words: String,
    /// The hex or the counter it points at.
    pub at: Option<String>,
}

impl From<TalkRow> for TalkLine {
    fn from(row: TalkRow) -> Self {
        let TalkRow { number, seat, said, step, words, at } = row;
        Self { number, seat, said, step, words, at }
    }
}

/// Something to say.
#[derive(Clone, Debug)]
pub struct Said {
    /// What.
    pub words: String,
    /// What it points at.
    pub at: Option<String>,
}

impl Host {
    /// What the players have said, for one of them.
    pub async fn talk(
        self: &Arc<Self>,
        room: &Arc<Room>,
        secret: Option<&str>,
        after: u64,
    ) -> Result<Vec<TalkLine>, Failure> {
        room.play.lock().await.seat(secret)?;
        let (host, id) = (Arc::clone(self), room.id.clone());
        let rows = read(move || host.store.books.talk(&id, after)).await?;
        Ok(rows.into_iter().map(TalkLine::from).collect())
    }

    /// Says something to the other players. It is on the disk when it is told; whoever hangs up meanwhile has said it.
    pub async fn say(
        self: &Arc<Self>,
        room: &Arc<Room>,
        secret: Option<String>,
        said: Said,
    ) -> Result<TalkLine, Failure> {
        let (host, own) = (Arc::clone(self), Arc::clone(room));
        let work = async move {
            // Held until it is told, so that lines have an order.
            let mut play = own.play.lock().await;
            let pace = Pace::a_second(host.config.limits.decisions);
            let seat = play.paced_seat(secret.as_deref(), pace)?;
            let said = checked(&play, seat, said)?;
            let (step, revision) = (play.steps(), play.revision);
            let line = host.write_down(&own, seat, step, said).await?;
            let data = serde_json::to_vec(&line).map_err(|error| Failure::fault(&error))?;
            own.tell_seats(&frame("talk", revision, &data));
            Ok(line)
        };
        tokio::spawn(work.in_current_span()).await.map_err(|error| Failure::fault(&error))?
    }

    /// Deletes all that a seat has said. The others have read it, but nobody reads it here again.
    pub async fn unsay(self: &Arc<Self>, room: &Arc<Room>, secret: Option<String>) -> Result<(), Failure> {
        let (host, own) = (Arc::clone(self), Arc::clone(room));
        let work = async move {
            let mut play = own.play.lock().await;
            let seat = play.seat(secret.as_deref())?;
            host.keep(&own, &mut play, Change::Unsay { game: own.id.clone(), seat: seat.0 }).await?;
            let own_seat = &mut play.seats[usize::from(seat.0)];
            (own_seat.webhook, own_seat.player) = (None, String::new());
            // Whoever has the page open reads everything again.
            own.tell(&play, None, Viewer::Seat(seat));
            Ok(())
        };
        self.change(room, work).await
    }

    async fn write_down(
        self: &Arc<Self>,
        room: &Arc<Room>,
        seat: Seat,
        step: u64,
        said: Said,
    ) -> Result<TalkLine, Failure> {
        let (host, id) = (Arc::clone(self), room.id.clone());
        let last = read(move || host.store.books.last_talk(&id)).await?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let Said { words, at } = said;
        let row = TalkRow { number: last + 1, seat: seat.0, said: now, step, words, at };
        self.store.write(room.fence, Change::Say { game: room.id.clone(), row: row.clone() }).await?;
        Ok(row.into())
    }
}

impl Room {
    /// Tells whoever has a seat; spectators hear nothing. Whoever does not keep up is cut off, as with decisions.
    fn tell_seats(&self, frame: &Bytes) {
        if let Ok(mut watchers) = self.watchers.lock() {
            watchers.retain(|watcher| watcher.viewer == Viewer::Spectator || watcher.to.put(frame.clone()));
        }
    }
}

/// One line, not too long, that says or points at something.
fn checked(play: &Play, seat: Seat, said: Said) -> Result<Said, Failure> {
    let words = said.words.trim().to_owned();
    if words.chars().count() > LONGEST || words.contains(char::is_control) {
        return Err(Failure::malformed("say it in one line of at most 500 characters"));
    }
    if words.is_empty() && said.at.is_none() {
        return Err(Failure::malformed("say something, or point at something"));
    }
    if said.at.as_deref().is_some_and(|at| at.len() > LONGEST_NAME || !is_here(play, seat, at)) {
        return Err(Failure::unknown("hex or counter"));
    }
    Ok(Said { words, at: said.at })
}

/// Whether a side can point at it: a hex of the map, or a counter that it sees.
fn is_here(play: &Play, seat: Seat, at: &str) -> bool {
    play.table.map().is_some_and(|map| map.find(at).is_ok())
        || play.table.view(Viewer::Seat(seat)).counters.iter().any(|counter| counter.name == at)
}

/// Reads from the disk on a thread that may wait.
async fn read<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, crate::StoreError> + Send + 'static,
) -> Result<T, Failure> {
    let read = tokio::task::spawn_blocking(work).await.map_err(|error| Failure::fault(&error))?;
    Ok(read?)
}
