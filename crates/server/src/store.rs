//! Where games are kept: behind one interface an embedded `SQLite` file, or a `PostgreSQL` database that several servers
//! share.
//!
//! Whoever has something to keep hands it to the writer and waits. The writer takes everything that has come in
//! meanwhile, writes it in one transaction and syncs it once: what was acknowledged is on the disk, and a thousand
//! games share the price of a sync.

mod change;
mod copy;
pub mod lease;
mod place;
mod postgres;
mod probe;
mod rows;
mod sqlite;
mod write;

use std::{
    fmt, io,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, atomic::Ordering, mpsc},
    thread::{self, JoinHandle},
};

use tokio::sync::oneshot;

use crate::{keeper::Listed, metrics::StoreMeter, secret::Print};
pub use change::Change;
use lease::{Fence, Lease, Owner};
pub use place::Place;
use probe::Condition;
use rows::KEPT_TALK;
pub use rows::{GameRow, OfferRow, SeatRow, StepRow, TalkRow, TimedRow};
pub use sqlite::{Restored, make_folder};

/// What can go wrong with the store.
#[derive(Clone, Debug)]
pub enum StoreError {
    /// The folder or file cannot be used.
    File(PathBuf, Arc<io::Error>),
    /// Another process uses the folder.
    InUse(PathBuf),
    /// The store holds games of a later version of this program.
    Newer(u32),
    /// The database refuses.
    Database(String),
    /// The database cannot be reached now. Whether the last change was made is not known.
    Away(String),
    /// A change could not be written, and why.
    Unwritten(String),
    /// The store is damaged, and how.
    Damaged(String),
    /// The game is another node's by now: nothing was written.
    Fenced,
    /// The writer has stopped.
    Stopped,
}

impl StoreError {
    fn file(path: &Path, error: io::Error) -> Self {
        Self::File(path.to_owned(), Arc::new(error))
    }

    /// Whether it may work in a moment: the database starts again, or the game goes to another node.
    pub const fn is_passing(&self) -> bool {
        matches!(self, Self::Away(_) | Self::Fenced | Self::Stopped)
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, error) if error.kind() == io::ErrorKind::NotFound => write!(
                f,
                "{} is not there: no games have been kept in this folder yet (`sandtable serve` does), or they are in another \
                 one (--data)",
                path.display()
            ),
            Self::File(path, error) => write!(f, "cannot use {}: {error}", path.display()),
            Self::InUse(folder) => write!(
                f,
                "{} is used by another server: two on one folder would destroy each other's games. Stop the other one, or \
                 give this one a folder of its own with --data",
                folder.display()
            ),
            Self::Newer(version) => {
                write!(f, "the games were written by a newer version of this program (format {version})")
            }
            Self::Database(error) => write!(f, "the store of games fails: {error}"),
            Self::Away(error) => write!(f, "the store of games cannot be reached: {error}"),
            Self::Unwritten(why) => write!(f, "the store of games cannot write: {why}"),
            Self::Damaged(how) => write!(f, "the file of the games is damaged: {how}"),
            Self::Fenced => f.write_str("the game has gone to another node; nothing was written"),
            Self::Stopped => f.write_str("the store of games has stopped"),
        }
    }
}

impl std::error::Error for StoreError {}

/// The books in which games are kept. Everything here waits for a disk or a network: it is called from threads that may.
pub trait Books: Send + Sync {
    /// A game, or nothing if there is none of that name.
    fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError>;
    /// The decisions of a game in order.
    fn steps(&self, id: &str) -> Result<Vec<StepRow>, StoreError>;
    /// The lines of a game after a number, in order.
    fn talk(&self, id: &str, after: u64) -> Result<Vec<TalkRow>, StoreError>;
    /// The number of the last line of a game; 0 before the first.
    fn last_talk(&self, id: &str) -> Result<u64, StoreError>;
    /// All games, the oldest first.
    fn list(&self) -> Result<Vec<Listed>, StoreError>;
    /// The games that are not over, have a program at the table and belong to no other node that lives: it may be the
    /// program's turn.
    fn with_bots(&self) -> Result<Vec<String>, StoreError>;
    /// The open seats of games that are not over, the newest first, as many as anybody wants to read.
    fn offers(&self) -> Result<Vec<OfferRow>, StoreError>;
    /// The games that are not over, have no open seat and in which something was agreed on.
    fn timed(&self) -> Result<Vec<TimedRow>, StoreError>;
    /// How many games there are.
    fn count(&self) -> Result<u64, StoreError>;
    /// Reads everything and looks whether it is what it should be. It takes long.
    fn examine(&self) -> Result<(), StoreError>;
    /// What is known of damage without looking.
    fn sound(&self) -> Result<(), StoreError>;
    /// Makes a game this node's own, if it is no other's.
    fn own(&self, id: &str) -> Result<Owner, StoreError>;
    /// The lease on its games that this node holds; none where there are no other nodes.
    fn lease(&self) -> Option<&Lease>;
    /// Lets go of everything.
    fn close(&self);
}

/// Writes changes.
trait Writer: Send {
    /// Writes changes together, all on the disk when it is done: what became of each. One game is in it once at most.
    fn write(&mut self, changes: &[(Fence, Change)]) -> Vec<Result<(), StoreError>>;
    /// Does what must be done now and then, after everybody has been told.
    fn tidy(&mut self) {}
    /// Does a part of what can wait until nothing else is to be done; whether there is more.
    fn rest(&mut self) -> bool {
        false
    }
}

/// A change and who waits for it.
struct Job {
    change: (Fence, Change),
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// The store of games.
pub struct Store {
    /// What is in it.
    pub books: Arc<dyn Books>,
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    /// What is known of how the store is.
    condition: Condition,
    /// How long writing takes, and how much waits for it.
    pub meter: Arc<StoreMeter>,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("meter", &self.meter).finish_non_exhaustive()
    }
}

impl Store {
    /// Opens the store, makes what is not there and brings its format up to date. `peers` is where other nodes reach this
    /// one. It waits: not for threads that serve.
    pub fn open(place: &Place, peers: Option<SocketAddr>) -> Result<Self, StoreError> {
        let (books, mut writer): (Arc<dyn Books>, Box<dyn Writer>) = match place {
            Place::Folder(folder) => {
                let (file, writer) = sqlite::File::open(folder)?;
                (Arc::new(file), Box::new(writer))
            }
            Place::Postgres(url) => {
                let (database, writer) = postgres::Database::open(url, peers)?;
                (database, Box::new(writer))
            }
        };
        let (jobs, inbox) = mpsc::channel();
        let meter = Arc::<StoreMeter>::default();
        let own = Arc::clone(&meter);
        let writer = thread::Builder::new()
            .name("store".into())
            .spawn(move || write::run(&mut *writer, &inbox, &own))
            .map_err(|error| StoreError::file(Path::new(""), error))?;
        Ok(Self {
            books,
            jobs: Mutex::new(Some(jobs)),
            writer: Mutex::new(Some(writer)),
            condition: Condition::default(),
            meter,
        })
    }

    /// A store that only reads, beside whoever writes.
    pub fn read_only(place: &Place) -> Result<Self, StoreError> {
        let books: Arc<dyn Books> = match place {
            Place::Folder(folder) => Arc::new(sqlite::File::read_only(folder)?),
            Place::Postgres(url) => postgres::Database::read_only(url)?,
        };
        let (condition, meter) = (Condition::default(), Arc::default());
        Ok(Self { books, jobs: Mutex::new(None), writer: Mutex::new(None), condition, meter })
    }

    /// Writes a change under a fence; the answer comes when it is on the disk.
    pub async fn write(&self, fence: Fence, change: Change) -> Result<(), StoreError> {
        let (done, answer) = oneshot::channel();
        {
            let jobs = self.jobs.lock().map_err(|_| StoreError::Stopped)?;
            let jobs = jobs.as_ref().ok_or(StoreError::Stopped)?;
            // Before it is sent: the writer counts it off.
            self.meter.waiting.fetch_add(1, Ordering::Relaxed);
            jobs.send(Job { change: (fence, change), done }).map_err(|_| StoreError::Stopped)?;
        }
        answer.await.map_err(|_| StoreError::Stopped)?
    }

    /// The fence of what this node begins now.
    pub fn fence(&self) -> Fence {
        self.books.lease().map_or(Fence::NONE, Lease::fence)
    }

    /// Writes what is waiting and lets go of everything.
    pub fn close(&self) {
        if let Ok(mut jobs) = self.jobs.lock() {
            jobs.take();
        }
        if let Some(writer) = self.writer.lock().ok().and_then(|mut writer| writer.take()) {
            let _ = writer.join();
        }
        self.books.close();
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.close();
    }
}
