//! What operators do with the file.

use std::{
    fs,
    path::{Path, PathBuf},
};

use rusqlite::{Connection, Transaction, params};

use super::{FILE, File, LOCK, Pen, lock, make_folder, private, reading_only, schema};
use crate::store::StoreError;

impl File {
    /// Whether the file has the format of this program.
    pub fn is_current(&self) -> Result<bool, StoreError> {
        self.reading(schema::version).map(|version| version == schema::CURRENT)
    }

    /// Copies the whole file as it is at this moment, and looks at the copy: how many games are in it.
    pub fn copy_to(&self, to: &Path) -> Result<u64, StoreError> {
        keep_off(to)?;
        let connection = Connection::open_with_flags(&self.path, reading_only())?;
        schema::settings(&connection)?;
        schema::copy_to(&connection, to)?;
        sound(to).map(|copy| copy.games)
    }

    /// Puts a sound copy in place of the games of a folder. What was there is kept under another name, which is told.
    pub fn restore(folder: &Path, from: &Path) -> Result<Restored, StoreError> {
        let copy = sound(from)?;
        if copy.version > schema::CURRENT {
            return Err(StoreError::Newer(copy.version));
        }
        make_folder(folder)?;
        let _lock = lock(folder)?;
        let file = folder.join(FILE);
        // First of all: what is put back may be what was kept the last time.
        let new = folder.join("games.sqlite.new");
        schema::copy_to(&Connection::open_with_flags(from, reading_only())?, &new)?;
        let kept = file.exists().then(|| free_name(folder));
        if let Some(kept) = &kept {
            schema::copy_to(&Connection::open(&file)?, kept)?;
        }
        let failed = |error| StoreError::file(&file, error);
        for rest in ["games.sqlite-wal", "games.sqlite-shm"] {
            let rest = folder.join(rest);
            if rest.exists() {
                fs::remove_file(rest).map_err(failed)?;
            }
        }
        fs::rename(&new, &file).map_err(failed)?;
        private(&file, 0o600).map_err(failed)?;
        Ok(Restored { games: copy.games, kept })
    }
}

/// What has become of a folder whose games were put back.
#[derive(Debug)]
pub struct Restored {
    /// How many games are there now.
    pub games: u64,
    /// Where those are that were there before, if there were any.
    pub kept: Option<PathBuf>,
}

/// A name for games that are replaced: nothing that was kept before is lost.
fn free_name(folder: &Path) -> PathBuf {
    let mut path = folder.join("games-before-restore.sqlite");
    let mut number = 1;
    while path.exists() {
        number += 1;
        path = folder.join(format!("games-before-restore-{number}.sqlite"));
    }
    path
}

/// No copy is put where a server keeps its games: it would go on writing into what nobody finds any more.
fn keep_off(to: &Path) -> Result<(), StoreError> {
    let is_games = to.file_name().is_some_and(|name| name == FILE) && to.with_file_name(LOCK).exists();
    if is_games {
        let words = "a server keeps its games there: name another file, and put it there with `restore`";
        return Err(StoreError::file(to, std::io::Error::other(words)));
    }
    Ok(())
}

/// What is known of a copy that is whole.
struct Sound {
    version: u32,
    games: u64,
}

/// Looks whether a file holds games and is whole.
fn sound(file: &Path) -> Result<Sound, StoreError> {
    let failed = |error| StoreError::file(file, error);
    fs::metadata(file).map_err(failed)?;
    let connection = Connection::open_with_flags(file, reading_only())?;
    let words = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0))?;
    if words != "ok" {
        return Err(StoreError::Damaged(words));
    }
    let version = schema::version(&connection)?;
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let tables =
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('games', 'seats', 'steps')";
    if version == 0 || number(tables)? != 3 {
        return Err(failed(std::io::Error::other("there are no games of a server in it")));
    }
    Ok(Sound { version, games: number("SELECT count(*) FROM games")?.cast_unsigned() })
}

/// Deletes a game with all that belongs to it.
pub fn delete(to: &Transaction<'_>, game: &str) -> rusqlite::Result<()> {
    for table in ["steps", "seats", "talk"] {
        to.execute(&format!("DELETE FROM {table} WHERE game = ?"), params![game])?;
    }
    to.execute("DELETE FROM games WHERE id = ?", params![game]).map(|_| ())
}

impl File {
    /// Makes a new file with games, in place of one that is there; if it breaks off, that one stays. How many are in it.
    pub fn fill(
        to: &Path,
        games: impl FnOnce(&mut Pen) -> Result<(), StoreError>,
    ) -> Result<u64, StoreError> {
        keep_off(to)?;
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
        sound(to).map(|copy| copy.games)
    }
}
