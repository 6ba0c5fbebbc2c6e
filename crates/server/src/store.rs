//! The games on the disk: one `SQLite` file, one thread that writes.
//!
//! Whoever has something to keep hands it to the writer and waits. The writer takes everything that has come in
//! meanwhile, writes it in one transaction and syncs it once: what was acknowledged is on the disk, and a thousand
//! games share the price of a sync.

mod care;
mod probe;
mod read;
mod schema;
mod talk;
mod write;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, atomic::Ordering, mpsc},
    thread::{self, JoinHandle},
    time::Duration,
};

use rusqlite::Connection;
use tokio::sync::oneshot;

use crate::{metrics::StoreMeter, secret::Print};
use probe::Condition;
pub use talk::TalkRow;
pub use write::Change;

/// What can go wrong with the file.
#[derive(Debug)]
pub enum StoreError {
    /// The folder or file cannot be used.
    File(PathBuf, io::Error),
    /// Another process uses the folder.
    InUse(PathBuf),
    /// The file holds games of a later version of this program.
    Newer(u32),
    /// The database refuses.
    Database(rusqlite::Error),
    /// A change could not be written, and why.
    Unwritten(String),
    /// The file is damaged, and how.
    Damaged(String),
    /// The writer has stopped.
    Stopped,
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
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
            Self::Unwritten(why) => write!(f, "the store of games cannot write: {why}"),
            Self::Damaged(how) => write!(f, "the file of the games is damaged: {how}"),
            Self::Stopped => f.write_str("the store of games has stopped"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

/// A game as it is stored, without its decisions.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// Its public name.
    pub id: String,
    /// Which game is played.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The scenario.
    pub scenario: String,
    /// The options, as JSON.
    pub options: String,
    /// The patch that makes it a variant, as a patch file; empty for the game as published.
    pub patch: String,
    /// The dice box, as JSON.
    pub dice: String,
    /// When it was set up, in seconds since 1970.
    pub created: u64,
    /// Whether it is over.
    pub over: bool,
    /// The last change that was no decision, and the revision at it.
    pub revision: u64,
    /// Who has resigned.
    pub resigned: Option<u8>,
    /// Which game and step it goes on from.
    pub forked: Option<String>,
    /// Who sits where.
    pub seats: Vec<SeatRow>,
}

/// A seat as it is stored.
#[derive(Clone, Debug)]
pub struct SeatRow {
    /// `link`, `here` or `bot:SPEC`.
    pub who: String,
    /// What is kept of its secret.
    pub print: Option<Print>,
    /// What is kept of a new secret that nobody has used yet; until somebody does, the old one opens the seat too.
    pub next: Option<Print>,
    /// Where to tell that it is its turn.
    pub webhook: Option<String>,
}

/// A decision as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepRow {
    /// The revision that it made.
    pub revision: u64,
    /// Who decided.
    pub seat: u8,
    /// What.
    pub text: String,
    /// The dice, as a record writes them.
    pub dice: String,
    /// The hash of the state after it.
    pub hash: u64,
    /// When, in milliseconds since 1970; unknown in games of earlier versions.
    pub made: Option<u64>,
    /// What was told of it, as JSON; unknown in games of earlier versions.
    pub told: Option<String>,
}

/// A change and who waits for it.
struct Job {
    change: Change,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// The store of games.
#[derive(Debug)]
pub struct Store {
    file: PathBuf,
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    readers: Mutex<Vec<Connection>>,
    /// What is known of how the store is.
    condition: Condition,
    /// How long writing takes, and how much waits for it.
    pub meter: Arc<StoreMeter>,
    /// Held as long as the store is open; the system lets go of it when the process ends, however it ends.
    _lock: Option<fs::File>,
}

impl Store {
    /// Opens the store in a folder, which is made if it is not there, and brings its format up to date.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let failed = |error| StoreError::File(folder.to_owned(), error);
        make_folder(folder)?;
        let lock = lock(folder)?;
        let file = folder.join("games.sqlite");
        let mut connection = Connection::open(&file)?;
        private(&file, 0o600).map_err(failed)?;
        schema::prepare(&mut connection, Some(&file))?;
        let (jobs, inbox) = mpsc::channel();
        let meter = Arc::<StoreMeter>::default();
        let own = Arc::clone(&meter);
        let writer = thread::Builder::new()
            .name("store".into())
            .spawn(move || write::run(&mut connection, &inbox, &own))
            .map_err(failed)?;
        Ok(Self {
            file,
            jobs: Mutex::new(Some(jobs)),
            writer: Mutex::new(Some(writer)),
            readers: Mutex::new(Vec::new()),
            condition: Condition::default(),
            meter,
            _lock: Some(lock),
        })
    }

    /// Writes a change; the answer comes when it is on the disk.
    pub async fn write(&self, change: Change) -> Result<(), StoreError> {
        let (done, answer) = oneshot::channel();
        {
            let jobs = self.jobs.lock().map_err(|_| StoreError::Stopped)?;
            let jobs = jobs.as_ref().ok_or(StoreError::Stopped)?;
            // Before it is sent: the writer counts it off.
            self.meter.waiting.fetch_add(1, Ordering::Relaxed);
            jobs.send(Job { change, done }).map_err(|_| StoreError::Stopped)?;
        }
        answer.await.map_err(|_| StoreError::Stopped)?
    }

    /// Writes what is waiting and ends the writer.
    pub fn close(&self) {
        if let Ok(mut jobs) = self.jobs.lock() {
            jobs.take();
        }
        if let Some(writer) = self.writer.lock().ok().and_then(|mut writer| writer.take()) {
            let _ = writer.join();
        }
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.close();
    }
}

/// Makes a folder for games, if it is not there. One that was there before keeps its rights; the file is nobody else's in
/// any case.
pub fn make_folder(folder: &Path) -> Result<(), StoreError> {
    let failed = |error| StoreError::File(folder.to_owned(), error);
    if !folder.exists() {
        fs::create_dir_all(folder).map_err(failed)?;
        private(folder, 0o700).map_err(failed)?;
    }
    Ok(())
}

/// How often and how long apart a folder in use is tried: somebody who is just ending lets go of it a little later, and a
/// child process holds what its parent had open until it has begun.
const TRIES: u32 = 40;
const APART: Duration = Duration::from_millis(25);

/// Makes sure that no other process uses the folder.
fn lock(folder: &Path) -> Result<fs::File, StoreError> {
    let path = folder.join("lock");
    let failed = |error| StoreError::File(path.clone(), error);
    let file = fs::OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
    for attempt in 1..=TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(fs::TryLockError::WouldBlock) if attempt < TRIES => thread::sleep(APART),
            Err(fs::TryLockError::WouldBlock) => break,
            Err(fs::TryLockError::Error(error)) => return Err(failed(error)),
        }
    }
    Err(StoreError::InUse(folder.to_owned()))
}

/// The store holds secrets: it is nobody else's on this machine. What `SQLite` lays beside the file has its rights.
#[cfg(unix)]
fn private(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn private(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}
