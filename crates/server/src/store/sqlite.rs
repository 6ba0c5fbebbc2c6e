//! The games in one `SQLite` file in a folder: nothing to set up, one process.

mod care;
mod read;
mod recent;
mod schema;
mod talk;
mod write;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Mutex,
    thread,
    time::Duration,
};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::StoreError;
pub use write::Pen;

/// The name of the file in its folder.
const FILE: &str = "games.sqlite";

/// The file of the games.
#[derive(Debug)]
pub struct File {
    path: PathBuf,
    readers: Mutex<Vec<Connection>>,
    /// How the file is damaged, once that has been seen. It does not heal by itself.
    damage: Mutex<Option<String>>,
    /// Held as long as the store is open; the system lets go of it when the process ends, however it ends.
    _lock: Option<fs::File>,
}

impl File {
    /// Opens the file in a folder, which is made if it is not there, and brings its format up to date.
    pub fn open(folder: &Path) -> Result<(Self, Pen), StoreError> {
        make_folder(folder)?;
        let lock = lock(folder)?;
        let path = folder.join(FILE);
        let mut connection = Connection::open(&path)?;
        private(&path, 0o600).map_err(|error| StoreError::file(folder, error))?;
        schema::prepare(&mut connection, Some(&path))?;
        let file = Self { path, readers: Mutex::default(), damage: Mutex::default(), _lock: Some(lock) };
        Ok((file, Pen::new(connection)?))
    }

    /// Only reads, beside whoever writes.
    pub fn read_only(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(FILE);
        fs::metadata(&path).map_err(|error| StoreError::file(&path, error))?;
        Ok(Self { path, readers: Mutex::default(), damage: Mutex::default(), _lock: None })
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
    let path = folder.join("lock");
    let failed = |error| StoreError::file(&path, error);
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
