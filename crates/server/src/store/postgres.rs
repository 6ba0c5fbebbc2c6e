//! The games in a `PostgreSQL` database, which several nodes can share.
//!
//! `nodes` lists the nodes that live, `owners` whose a game is. A node takes another for dead by deleting its row. Every
//! write first locks the row of its own node: whoever wants to delete it waits until the write is on the disk, and a node
//! whose row is gone writes nothing. So whoever takes a game over reads all that was ever acknowledged in it.

mod beat;
mod line;
mod read;
mod readers;
mod schema;
mod write;

use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use ::postgres::{Config, error::SqlState};

use super::{
    StoreError,
    lease::{Lease, Owner},
};
use crate::secret::{hex, random};
use line::Line;
use readers::Readers;
pub use write::Pen;

/// The database of the games.
pub struct Database {
    /// How it is reached.
    to: Config,
    readers: Readers,
    lease: Option<Lease>,
    beat: Mutex<Option<JoinHandle<()>>>,
    closed: AtomicBool,
}

impl Database {
    /// Reaches the database, brings its tables up to date and joins the nodes that use it.
    pub fn open(url: &str, peers: Option<SocketAddr>) -> Result<(Arc<Self>, Pen), StoreError> {
        // By this name others find the connections of a node that they take for dead, and end them.
        let name = format!("sandtable-{}", hex(&random::<8>()));
        let to = config(url, &name)?;
        let mut line = Line::open(&to)?;
        schema::prepare(&mut line)?;
        let secret = schema::secret(&mut line)?;
        let asked = Instant::now();
        let number = beat::join(&mut line, &name, peers)?;
        let mut pen_to = to.clone();
        pen_to.application_name(&format!("{name}-pen"));
        let pen = Pen::new(Line::open(&pen_to)?, pen_to);
        let database = Arc::new(Self {
            to,
            readers: Readers::default(),
            lease: Some(Lease::new(number, asked, secret)),
            beat: Mutex::default(),
            closed: AtomicBool::new(false),
        });
        let own = Arc::downgrade(&database);
        let beat = thread::Builder::new()
            .name("lease".into())
            .spawn(move || beat::run(&own, line, &name, peers))
            .map_err(|error| StoreError::Away(error.to_string()))?;
        if let Ok(mut place) = database.beat.lock() {
            *place = Some(beat);
        }
        Ok((database, pen))
    }

    /// Only reads, beside whoever writes.
    pub fn read_only(url: &str) -> Result<Arc<Self>, StoreError> {
        let to = config(url, "sandtable-reader")?;
        let mut line = Line::open(&to)?;
        schema::is_current(&mut line)?;
        let (beat, readers) = (Mutex::default(), Readers::default());
        readers.place()?.line = Some(line);
        Ok(Arc::new(Self { to, readers, lease: None, beat, closed: AtomicBool::new(false) }))
    }

    /// Reads with a connection that nobody else uses meanwhile. One that has waited too long may be dead: then it is
    /// tried once more with a new one.
    fn reading<T>(&self, read: impl Fn(&mut Line) -> Result<T, ::postgres::Error>) -> Result<T, StoreError> {
        if self.closed.load(Ordering::SeqCst) {
            return Err(StoreError::Stopped);
        }
        let mut place = self.readers.place()?;
        if let Some(line) = &mut place.line {
            let found = read(line).map_err(StoreError::from);
            if !matches!(found, Err(StoreError::Away(_))) {
                return found;
            }
            place.line = None;
        }
        let mut line = Line::open(&self.to)?;
        let found = read(&mut line)?;
        place.line = Some(line);
        Ok(found)
    }
}

/// How the database is reached: nobody waits for ever for a machine that is gone.
fn config(url: &str, name: &str) -> Result<Config, StoreError> {
    let mut config: Config = url.parse().map_err(|error: ::postgres::Error| {
        // The words of the error name what is wrong, not the password.
        StoreError::Database(error.to_string())
    })?;
    config
        .application_name(name)
        .connect_timeout(Duration::from_secs(3))
        .keepalives_idle(Duration::from_secs(5))
        .tcp_user_timeout(Duration::from_secs(5));
    Ok(config)
}

impl From<::postgres::Error> for StoreError {
    fn from(error: ::postgres::Error) -> Self {
        // The plain words of the error are "db error"; its source has the cause.
        let source = std::error::Error::source(&error).map(ToString::to_string);
        let words = source.map_or_else(|| error.to_string(), |source| format!("{error}: {source}"));
        let ends = [
            SqlState::ADMIN_SHUTDOWN,
            SqlState::CRASH_SHUTDOWN,
            SqlState::CANNOT_CONNECT_NOW,
            SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
            SqlState::TOO_MANY_CONNECTIONS,
        ];
        if error.as_db_error().is_none_or(|error| ends.contains(error.code())) {
            Self::Away(words)
        } else {
            Self::Database(words)
        }
    }
}

/// Makes a game the node's with this number, if it is no other's that lives.
///
/// The row of the owner is locked first and the nodes are read afterwards: a node that has just come and taken the game
/// is seen.
fn own(line: &mut Line, id: &str, me: u64) -> Result<Owner, ::postgres::Error> {
    use super::lease::{Fence, Node};
    let (me, number) = (Fence(me), me.cast_signed());
    let mut work = line.begin()?;
    let alive = work.query("SELECT number FROM nodes WHERE number = $1 FOR KEY SHARE", &[&number])?;
    if alive.is_empty() {
        // Whoever asks is dead and does not know it yet: nothing is his.
        return Ok(Owner::Elsewhere(Node { number: 0, address: None }));
    }
    work.query(
        "INSERT INTO owners (game, node) SELECT id, $2 FROM games WHERE id = $1 ON CONFLICT (game) DO NOTHING",
        &[&id, &number],
    )?;
    let row = work.query("SELECT node FROM owners WHERE game = $1 FOR UPDATE", &[&id])?;
    let Some(row) = row.first() else { return Ok(Owner::Nobody) };
    let owner: i64 = row.get(0);
    if owner != number {
        let rows = work.query("SELECT address FROM nodes WHERE number = $1", &[&owner])?;
        if let Some(row) = rows.first() {
            let address = row.get::<_, Option<&str>>(0).and_then(|address| address.parse().ok());
            return Ok(Owner::Elsewhere(Node { number: owner.cast_unsigned(), address }));
        }
        work.query("UPDATE owners SET node = $2 WHERE game = $1", &[&id, &number])?;
    }
    work.commit()?;
    Ok(Owner::Mine(me))
}
