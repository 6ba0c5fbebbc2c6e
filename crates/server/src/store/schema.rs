//! The format of the file, and how older ones become it.

use rusqlite::Connection;

use super::StoreError;

/// One script for each version of the format, in order; a script that was released is never changed.
const MIGRATIONS: &[&str] = &["
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
"];

/// Settings of every connection.
pub fn settings(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(std::time::Duration::from_secs(10))?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "cache_size", -8_000)
}

/// Makes the file safe against a crash and brings it up to date, in one transaction.
pub fn prepare(connection: &mut Connection) -> Result<(), StoreError> {
    settings(connection)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", 8_000)?;
    let transaction = connection.transaction()?;
    let version: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
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
