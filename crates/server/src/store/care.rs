//! What operators do with the file.

use std::{fs, path::Path, sync::Mutex};

use rusqlite::{Connection, OpenFlags, Row, Transaction, params};

use super::{Condition, Store, StoreError, lock, private, schema};
use crate::keeper::Listed;

/// The games in a folder.
const FILE: &str = "games.sqlite";

impl Store {
    /// A store that only reads, beside whoever writes.
    pub fn read_only(folder: &Path) -> Result<Self, StoreError> {
        let file = folder.join(FILE);
        fs::metadata(&file).map_err(|error| StoreError::File(file.clone(), error))?;
        Ok(Self {
            file,
            jobs: Mutex::new(None),
            writer: Mutex::new(None),
            readers: Mutex::new(Vec::new()),
            condition: Condition::default(),
            meter: std::sync::Arc::default(),
            _lock: None,
        })
    }

    /// Whether the file has the format of this program.
    pub fn is_current(&self) -> Result<bool, StoreError> {
        self.reading(schema::version).map(|version| version == schema::CURRENT)
    }

    /// Copies the whole file as it is at this moment, and looks at the copy.
    pub fn copy_to(&self, to: &Path) -> Result<(), StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.file, flags)?;
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
        super::make_folder(folder)?;
        let _lock = lock(folder)?;
        let file = folder.join(FILE);
        if file.exists() {
            let old = Connection::open(&file)?;
            schema::copy_to(&old, &folder.join("games-before-restore.sqlite"))?;
        }
        let new = folder.join("games.sqlite.new");
        schema::copy_to(&Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_ONLY)?, &new)?;
        let failed = |error| StoreError::File(file.clone(), error);
        for rest in ["games.sqlite-wal", "games.sqlite-shm"] {
            let rest = folder.join(rest);
            if rest.exists() {
                fs::remove_file(rest).map_err(failed)?;
            }
        }
        fs::rename(&new, &file).map_err(failed)?;
        private(&file, 0o600).map_err(failed)
    }

    /// All games, the oldest first.
    pub fn list(&self) -> Result<Vec<Listed>, StoreError> {
        self.reading(|connection| {
            let sql = "SELECT id, game, rules, scenario, over, created,
                              (SELECT count(*) FROM steps WHERE steps.game = games.id),
                              (SELECT max(made) FROM steps WHERE steps.game = games.id)
                       FROM games ORDER BY number";
            connection.prepare(sql)?.query_map([], listed)?.collect()
        })
    }
}

fn listed(row: &Row<'_>) -> rusqlite::Result<Listed> {
    let created = row.get::<_, i64>(5)?.cast_unsigned();
    let made = row.get::<_, Option<i64>>(7)?.map_or(0, i64::cast_unsigned);
    Ok(Listed {
        id: row.get(0)?,
        game: row.get(1)?,
        rules: row.get(2)?,
        scenario: row.get(3)?,
        over: row.get(4)?,
        steps: row.get::<_, i64>(6)?.cast_unsigned(),
        created,
        last: created.max(made / 1_000),
    })
}

/// Looks whether a file holds games and is whole: the version of its format.
fn sound(file: &Path) -> Result<u32, StoreError> {
    let failed = |error| StoreError::File(file.to_owned(), error);
    fs::metadata(file).map_err(failed)?;
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
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
    for table in ["steps", "seats", "talk"] {
        to.execute(&format!("DELETE FROM {table} WHERE game = ?"), params![game])?;
    }
    to.execute("DELETE FROM games WHERE id = ?", params![game]).map(|_| ())
}
