//! What operators do with the file.

use std::{fs, path::Path};

use rusqlite::{Connection, Transaction, params};

use super::{FILE, File, Pen, lock, make_folder, private, reading_only, schema};
use crate::store::StoreError;

impl File {
    /// Whether the file has the format of this program.
    pub fn is_current(&self) -> Result<bool, StoreError> {
        self.reading(schema::version).map(|version| version == schema::CURRENT)
    }

    /// Copies the whole file as it is at this moment, and looks at the copy.
    pub fn copy_to(&self, to: &Path) -> Result<(), StoreError> {
        let connection = Connection::open_with_flags(&self.path, reading_only())?;
        schema::settings(&connection)?;
        schema::copy_to(&connection, to)?;
        sound(to).map(|_| ())
    }

    /// Puts a sound copy in place of the games of a folder; what was there is kept under another name.
    pub fn restore(folder: &Path, from: &Path) -> Result<(), StoreError> {
        let version = sound(from)?;
        if version > schema::CURRENT {
            return Err(StoreError::Newer(version));
        }
        make_folder(folder)?;
        let _lock = lock(folder)?;
        let file = folder.join(FILE);
        if file.exists() {
            let old = Connection::open(&file)?;
            schema::copy_to(&old, &folder.join("games-before-restore.sqlite"))?;
        }
        let new = folder.join("games.sqlite.new");
        schema::copy_to(&Connection::open_with_flags(from, reading_only())?, &new)?;
        let failed = |error| StoreError::file(&file, error);
        for rest in ["games.sqlite-wal", "games.sqlite-shm"] {
            let rest = folder.join(rest);
            if rest.exists() {
                fs::remove_file(rest).map_err(failed)?;
            }
        }
        fs::rename(&new, &file).map_err(failed)?;
        private(&file, 0o600).map_err(failed)
    }
}

/// Looks whether a file holds games and is whole: the version of its format.
fn sound(file: &Path) -> Result<u32, StoreError> {
    let failed = |error| StoreError::file(file, error);
    fs::metadata(file).map_err(failed)?;
    let connection = Connection::open_with_flags(file, reading_only())?;
    let words = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0))?;
    if words != "ok" {
        return Err(StoreError::Damaged(words));
    }
    let version = schema::version(&connection)?;
    if version == 0 {
        return Err(failed(std::io::Error::other("there are no games of a server in it")));
    }
    Ok(version)
}

/// Deletes a game with all that belongs to it.
pub fn delete(to: &Transaction<'_>, game: &str) -> rusqlite::Result<()> {
    for table in ["steps", "recent", "seats", "talk"] {
        to.execute(&format!("DELETE FROM {table} WHERE game = ?"), params![game])?;
    }
    to.execute("DELETE FROM games WHERE id = ?", params![game]).map(|_| ())
}

impl File {
    /// Makes a new file with games, in place of one that is there; if it breaks off, that one stays.
    pub fn fill(to: &Path, games: impl FnOnce(&mut Pen) -> Result<(), StoreError>) -> Result<(), StoreError> {
        let failed = |error| StoreError::file(to, error);
        let part = schema::part_of(to);
        if part.exists() {
            fs::remove_file(&part).map_err(failed)?;
        }
        let mut connection = Connection::open(&part)?;
        private(&part, 0o600).map_err(failed)?;
        schema::prepare(&mut connection, None)?;
        let mut pen = Pen::new(connection)?;
        games(&mut pen)?;
        // A copy is one file: nothing of it lies beside it.
        pen.connection.pragma_update(None, "journal_mode", "DELETE")?;
        drop(pen);
        fs::File::open(&part).and_then(|file| file.sync_all()).map_err(failed)?;
        fs::rename(&part, to).map_err(failed)?;
        sound(to).map(|_| ())
    }
}
