//! The format of the file, and how older ones become it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use rusqlite::Connection;

use crate::store::StoreError;

/// One script for each version of the format, in order; a script that was released is never changed.
const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE games (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        rules INTEGER NOT NULL,
        scenario TEXT NOT NULL,
        options TEXT NOT NULL,
        dice TEXT NOT NULL,
        created INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        resigned INTEGER,
        forked TEXT,
        over INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE seats (
        game TEXT NOT NULL,
        seat INTEGER NOT NULL,
        who TEXT NOT NULL,
        print BLOB,
        webhook TEXT,
        PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE steps (
        game TEXT NOT NULL,
        step INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        text TEXT NOT NULL,
        dice TEXT NOT NULL,
        hash INTEGER NOT NULL,
        PRIMARY KEY (game, step)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX bot_seats ON seats (game) WHERE who LIKE 'bot:%';
",
    "
    CREATE TABLE talk (
        game TEXT NOT NULL,
        number INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        said INTEGER NOT NULL,
        step INTEGER NOT NULL,
        words TEXT NOT NULL,
        place TEXT,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;
",
    "
    ALTER TABLE steps ADD COLUMN made INTEGER;
",
    "
    ALTER TABLE games ADD COLUMN patch TEXT NOT NULL DEFAULT '';
",
    "
    ALTER TABLE seats ADD COLUMN next BLOB;
",
    "
    ALTER TABLE steps ADD COLUMN told TEXT;
",
    "
    CREATE TABLE probe (number INTEGER PRIMARY KEY CHECK (number = 1), written INTEGER NOT NULL) STRICT;
",
    "
    ALTER TABLE games ADD COLUMN terms TEXT NOT NULL DEFAULT '';
    ALTER TABLE games ADD COLUMN begun INTEGER;
    CREATE INDEX open_seats ON seats (game) WHERE who = 'open';
    CREATE INDEX timed_games ON games (number) WHERE over = 0 AND terms <> '';
",
    "
    ALTER TABLE seats ADD COLUMN player TEXT NOT NULL DEFAULT '';
",
    // The newest decisions of all games, one after the other as they were made. A hundred games would otherwise change a
    // hundred pages with every sync; see `recent`.
    "
    CREATE TABLE recent (
        number INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        step INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        text TEXT NOT NULL,
        dice TEXT NOT NULL,
        hash INTEGER NOT NULL,
        made INTEGER,
        told TEXT
    ) STRICT;
    ALTER TABLE probe ADD COLUMN room BLOB;
",
    // A decision may stand among the newest and with its game: programs that do not know it would read it twice.
    "",
];

/// The version of the format that this program writes.
pub const CURRENT: u32 = MIGRATIONS.len() as u32;

/// The version of the format of a file.
pub fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Settings of every connection.
pub fn settings(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(std::time::Duration::from_secs(10))?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // The system keeps the file in memory anyway; a larger cache only holds it twice.
    connection.pragma_update(None, "cache_size", -1_000)
}

/// Makes the file safe against a crash and brings it up to date, in one transaction. An older file is copied first.
pub fn prepare(connection: &mut Connection, file: Option<&Path>) -> Result<(), StoreError> {
    settings(connection)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", 8_000)?;
    // A log that somebody has held back while he read, as a copy does, does not stay as long as it became.
    connection.pragma_update(None, "journal_size_limit", 64 << 20)?;
    let version = version(connection)?;
    if let Some(file) = file
        && (1..MIGRATIONS.len()).contains(&(version as usize))
    {
        let copy = file.with_file_name(format!("games-format-{version}.sqlite"));
        copy_to(connection, &copy)?;
        tracing::info!(copy = %copy.display(), "the games are brought up to date; this is a copy from before");
    }
    let transaction = connection.transaction()?;
    if version as usize > MIGRATIONS.len() {
        return Err(StoreError::Newer(version));
    }
    for script in &MIGRATIONS[version as usize..] {
        transaction.execute_batch(script)?;
    }
    transaction.pragma_update(None, "user_version", MIGRATIONS.len() as u32)?;
    transaction.commit()?;
    Ok(())
}

/// Copies the whole file as it is at this moment, whoever else reads or writes it. A copy that breaks off leaves an older
/// one alone.
pub fn copy_to(connection: &Connection, to: &Path) -> Result<(), StoreError> {
    let failed = |error| StoreError::file(to, error);
    let part = part_of(to);
    if part.exists() {
        fs::remove_file(&part).map_err(failed)?;
    }
    connection.execute("VACUUM INTO ?", [part.to_string_lossy()])?;
    super::private(&part, 0o600).map_err(failed)?;
    fs::File::open(&part).and_then(|file| file.sync_all()).map_err(failed)?;
    fs::rename(&part, to).map_err(failed)
}

/// Where a copy is until it is whole.
pub fn part_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_file_is_brought_up_to_date_with_its_games() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(MIGRATIONS[0]).unwrap();
        connection.pragma_update(None, "user_version", 1).unwrap();
        let game = "INSERT INTO seats (game, seat, who) VALUES ('old', 0, 'link')";
        connection.execute(game, []).unwrap();
        let step = "INSERT INTO steps VALUES ('old', 1, 1, 0, 'stay', '', 7)";
        connection.execute(step, []).unwrap();
        let game = "INSERT INTO games (id, game, rules, scenario, options, dice, created, revision)
                    VALUES ('old', 'ambush', 1, 'meadow', '{}', '{}', 0, 1)";
        connection.execute(game, []).unwrap();
        prepare(&mut connection, None).unwrap();
        let one = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!(one("SELECT count(*) FROM seats WHERE game = 'old' AND player = ''"), 1, "without a name");
        assert_eq!(one("SELECT count(*) FROM talk"), 0);
        assert_eq!(one("SELECT count(*) FROM games WHERE id = 'old' AND patch = ''"), 1, "as published");
        assert_eq!(
            one("SELECT hash FROM steps WHERE game = 'old' AND made IS NULL"),
            7,
            "its time is unknown"
        );
        assert_eq!(one("PRAGMA user_version"), MIGRATIONS.len() as i64);
        prepare(&mut connection, None).unwrap();
    }

    #[test]
    fn an_older_file_is_kept_beside_the_new_one() {
        let folder = std::env::temp_dir().join(format!("sandtable-copy-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("games.sqlite");
        let mut connection = Connection::open(&file).unwrap();
        connection.execute_batch(&MIGRATIONS[..2].concat()).unwrap();
        connection.execute("INSERT INTO seats (game, seat, who) VALUES ('old', 0, 'link')", []).unwrap();
        connection.pragma_update(None, "user_version", 2).unwrap();
        prepare(&mut connection, Some(&file)).unwrap();
        prepare(&mut connection, Some(&file)).unwrap();
        drop(connection);
        let copy = Connection::open(folder.join("games-format-2.sqlite")).unwrap();
        let one = |sql: &str| copy.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!((one("PRAGMA user_version"), one("SELECT count(*) FROM seats")), (2, 1));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "one copy and no parts");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_newer_file_is_left_alone() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.pragma_update(None, "user_version", MIGRATIONS.len() as u32 + 1).unwrap();
        assert!(matches!(prepare(&mut connection, None), Err(StoreError::Newer(_))));
    }
}
