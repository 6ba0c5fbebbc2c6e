//! The games in one `SQLite` file in a folder: nothing to set up, one process.

mod care;
mod checkpoints;
mod read;
mod recent;
mod schema;
mod talk;
mod write;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::StoreError;
pub use care::Restored;
use checkpoints::Checkpoints;
use recent::Rows;
pub use write::Pen;

/// The name of the file in its folder.
const FILE: &str = "games.sqlite";
/// The name of what keeps a second server out of the folder.
const LOCK: &str = "lock";

/// The file of the games.
#[derive(Debug)]
pub struct File {
    path: PathBuf,
    readers: Mutex<Vec<Connection>>,
    /// How the file is damaged, once that has been seen. It does not heal by itself.
    damage: Mutex<Option<String>>,
    /// Where the newest decisions are, if this process writes them.
    recent: Option<Arc<Rows>>,
    /// Held as long as the store is open; the system lets go of it when the process ends, however it ends.
    _lock: Option<fs::File>,
}

impl File {
    /// Opens the file in a folder, which is made if it is not there, and brings its format up to date.
    pub fn open(folder: &Path) -> Result<(Self, Pen), StoreError> {
        make_folder(folder)?;
        let lock = lock(folder)?;
        let path = folder.join(FILE);
        not_cut_off(&path)?;
        let mut connection = Connection::open(&path)?;
        private(&path, 0o600).map_err(|error| StoreError::file(folder, error))?;
        schema::prepare(&mut connection, Some(&path))?;
        let mut pen = Pen::new(connection)?;
        pen.checkpoints = Some(Checkpoints::of(&pen.connection, &path)?);
        let recent = Some(Arc::clone(pen.recent.rows()));
        let (readers, damage) = (Mutex::default(), Mutex::default());
        Ok((Self { path, readers, damage, recent, _lock: Some(lock) }, pen))
    }

    /// Only reads, beside whoever writes.
    pub fn read_only(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(FILE);
        not_cut_off(&path)?;
        fs::metadata(&path).map_err(|error| StoreError::file(&path, error))?;
        Ok(Self { path, readers: Mutex::default(), damage: Mutex::default(), recent: None, _lock: None })
    }

    /// Reads with a connection that nobody else uses meanwhile.
    fn reading<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let idle = self.readers.lock().ok().and_then(|mut readers| readers.pop());
        let connection = if let Some(connection) = idle {
            connection
        } else {
            let connection = Connection::open_with_flags(&self.path, reading_only())?;
            schema::settings(&connection)?;
            connection
        };
        let found = read(&connection);
        if let Ok(mut readers) = self.readers.lock() {
            readers.push(connection);
        }
        found.map_err(|error| self.noted(error))
    }

    /// Reads the whole file and looks whether it is what it should be.
    fn examine_file(&self) -> Result<(), StoreError> {
        let connection = Connection::open_with_flags(&self.path, reading_only())?;
        let first = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
        match first {
            Ok(words) if words == "ok" => Ok(()),
            Ok(words) => {
                self.note_damage(&words);
                Err(StoreError::Damaged(words))
            }
            Err(error) => Err(self.noted(error)),
        }
    }

    fn note_damage(&self, how: &str) {
        if let Ok(mut damage) = self.damage.lock()
            && damage.is_none()
        {
            tracing::error!(how, "the file of the games is damaged");
            *damage = Some(how.to_owned());
        }
    }

    /// An error of the database; one that tells of damage is remembered.
    fn noted(&self, error: rusqlite::Error) -> StoreError {
        if matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)) {
            self.note_damage(&error.to_string());
        }
        error.into()
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error.to_string())
    }
}

/// What whoever has tried to write is told.
fn noted_as_written(error: &rusqlite::Error) -> StoreError {
    StoreError::Unwritten(error.to_string())
}

/// Looks whether there is less than the first page. `SQLite` would take that for a new file and begin from nothing.
fn not_cut_off(path: &Path) -> Result<(), StoreError> {
    match fs::metadata(path) {
        Ok(file) if (1..4_096).contains(&file.len()) => {
            Err(StoreError::Damaged(format!("{} is cut off: put a copy back", path.display())))
        }
        _ => Ok(()),
    }
}

const fn reading_only() -> OpenFlags {
    OpenFlags::SQLITE_OPEN_READ_ONLY.union(OpenFlags::SQLITE_OPEN_NO_MUTEX)
}

/// Makes a folder for games, if it is not there. One that was there before keeps its rights; the file is nobody else's in
/// any case.
pub fn make_folder(folder: &Path) -> Result<(), StoreError> {
    let failed = |error| StoreError::file(folder, error);
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
    let path = folder.join(LOCK);
    let failed = |error| StoreError::file(&path, error);
    let file = fs::OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
    private(&path, 0o600).map_err(failed)?;
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

/// The store holds secrets: it is nobody else's on this machine. What `SQLite` lays beside the file has its rights. What
/// somebody makes who may do everything belongs to whom the folder belongs: the server could not use it otherwise.
#[cfg(unix)]
fn private(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    let folder = path.parent().and_then(|folder| fs::metadata(folder).ok()).filter(|_| path.is_file());
    if let Some(folder) = folder
        && folder.uid() != fs::metadata(path)?.uid()
    {
        // Whoever may not do that made it for himself.
        let _ = chown(path, Some(folder.uid()), Some(folder.gid()));
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn private(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}
