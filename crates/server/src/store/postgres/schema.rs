//! The tables, and how older ones become them.

use super::{Line, StoreError, line::Work};
use crate::secret::{hex, random};

/// One script for each version of the format, in order; a script that was released is never changed.
const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE games (
        number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        rules INTEGER NOT NULL,
        scenario TEXT NOT NULL,
        options TEXT NOT NULL,
        patch TEXT NOT NULL,
        dice TEXT NOT NULL,
        created BIGINT NOT NULL,
        revision BIGINT NOT NULL,
        resigned SMALLINT,
        forked TEXT,
        over BOOLEAN NOT NULL
    );
    CREATE TABLE seats (
        game TEXT NOT NULL,
        seat SMALLINT NOT NULL,
        who TEXT NOT NULL,
        print BYTEA,
        next BYTEA,
        webhook TEXT,
        PRIMARY KEY (game, seat)
    );
    CREATE INDEX bot_seats ON seats (game) WHERE who LIKE 'bot:%';
    CREATE TABLE steps (
        game TEXT NOT NULL,
        step BIGINT NOT NULL,
        revision BIGINT NOT NULL,
        seat SMALLINT NOT NULL,
        text TEXT NOT NULL,
        dice TEXT NOT NULL,
        hash BIGINT NOT NULL,
        made BIGINT,
        told TEXT,
        PRIMARY KEY (game, step)
    );
    CREATE TABLE talk (
        game TEXT NOT NULL,
        number BIGINT NOT NULL,
        seat SMALLINT NOT NULL,
        said BIGINT NOT NULL,
        step BIGINT NOT NULL,
        words TEXT NOT NULL,
        place TEXT,
        PRIMARY KEY (game, number)
    );
    CREATE TABLE nodes (
        number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name TEXT NOT NULL,
        address TEXT,
        seen TIMESTAMPTZ NOT NULL
    );
    CREATE TABLE owners (game TEXT PRIMARY KEY, node BIGINT NOT NULL);
    CREATE TABLE secrets (number INTEGER PRIMARY KEY CHECK (number = 1), nodes TEXT NOT NULL);
    CREATE TABLE probe (number INTEGER PRIMARY KEY CHECK (number = 1), written BIGINT NOT NULL);
",
    "
    ALTER TABLE games ADD COLUMN terms TEXT NOT NULL DEFAULT '';
    ALTER TABLE games ADD COLUMN begun BIGINT;
    CREATE INDEX open_seats ON seats (game) WHERE who = 'open';
    CREATE INDEX timed_games ON games (number) WHERE NOT over AND terms <> '';
",
    "
    ALTER TABLE seats ADD COLUMN player TEXT NOT NULL DEFAULT '';
",
];

/// The tables that hold games: those that are copied before they change.
const TABLES: [&str; 4] = ["games", "seats", "steps", "talk"];

/// The version of the format that this program writes.
const CURRENT: i32 = MIGRATIONS.len() as i32;

/// Makes the tables or brings them up to date, in one transaction. Older ones are copied into a schema of their own first.
pub fn prepare(line: &mut Line) -> Result<(), StoreError> {
    let mut work = line.begin()?;
    work.run("SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0")?;
    // One node does it, the others wait.
    work.query("SELECT pg_advisory_xact_lock(hashtextextended('sandtable ' || current_schema(), 0))", &[])?;
    work.run("CREATE TABLE IF NOT EXISTS format (version INTEGER NOT NULL)")?;
    let version = version(&mut work)?;
    if version > CURRENT {
        return Err(StoreError::Newer(version.cast_unsigned()));
    }
    if (1..CURRENT).contains(&version) {
        upgradable(&mut work)?;
        copy(&mut work, version)?;
    }
    for script in &MIGRATIONS[version.cast_unsigned() as usize..] {
        work.run(script)?;
    }
    if version < CURRENT {
        work.run(&format!("DELETE FROM format; INSERT INTO format VALUES ({CURRENT})"))?;
    }
    Ok(work.commit()?)
}

fn version(work: &mut Work<'_>) -> Result<i32, StoreError> {
    let rows = work.query("SELECT version FROM format", &[])?;
    Ok(rows.first().map_or(0, |row| row.get(0)))
}

/// Nodes of an older version would write into tables that they do not know.
fn upgradable(work: &mut Work<'_>) -> Result<(), StoreError> {
    let alive = "SELECT count(*) FROM nodes WHERE seen > clock_timestamp() - interval '4 s'";
    match work.query(alive, &[])?[0].get::<_, i64>(0) {
        0 => Ok(()),
        nodes => Err(StoreError::Database(format!(
            "the games are to be brought up to date, but {nodes} older nodes still use them: stop those first"
        ))),
    }
}

/// Copies the games as they are into a schema beside this one.
fn copy(work: &mut Work<'_>, version: i32) -> Result<(), StoreError> {
    let here: String = work.query("SELECT current_schema()::text", &[])?[0].get(0);
    let copy = format!("\"{}_format_{version}\"", here.replace('"', ""));
    work.run(&format!("CREATE SCHEMA {copy}"))?;
    for table in TABLES {
        work.run(&format!("CREATE TABLE {copy}.{table} AS TABLE {table}"))?;
    }
    tracing::info!(copy, "the games are brought up to date; this schema holds them as they were before");
    Ok(())
}

/// Whether the tables are those of this program.
pub fn is_current(line: &mut Line) -> Result<(), StoreError> {
    let there = line.query("SELECT to_regclass('format')::text", &[])?;
    if there[0].get::<_, Option<String>>(0).is_none() {
        return Err(StoreError::Database("there are no games of a server in this database".into()));
    }
    match version(&mut line.begin()?)? {
        CURRENT => Ok(()),
        newer if newer > CURRENT => Err(StoreError::Newer(newer.cast_unsigned())),
        older => Err(StoreError::Database(format!(
            "the games have format {older} and this program writes {CURRENT}: a server brings them up to date when it \
             starts, and keeps a copy"
        ))),
    }
}

/// What nodes tell each other to be believed; made once for all.
pub fn secret(line: &mut Line) -> Result<String, StoreError> {
    let new = hex(&random::<32>());
    line.query("INSERT INTO secrets VALUES (1, $1) ON CONFLICT DO NOTHING", &[&new])?;
    Ok(line.query("SELECT nodes FROM secrets", &[])?[0].get(0))
}
