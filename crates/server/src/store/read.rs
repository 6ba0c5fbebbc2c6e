//! What is read from the file. Everything here waits for the disk: it is called from threads that may.

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row};

use super::{GameRow, SeatRow, StepRow, Store, StoreError, schema};

impl Store {
    /// A game, or nothing if there is none of that name.
    pub fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        self.reading(|connection| {
            let sql = "SELECT id, game, rules, scenario, options, dice, revision, resigned, forked, created,
                              patch, over
                       FROM games WHERE id = ?";
            let game = connection.prepare_cached(sql)?.query_row([id], game_row).optional()?;
            let Some(mut game) = game else { return Ok(None) };
            let sql = "SELECT who, print, webhook, next FROM seats WHERE game = ? ORDER BY seat";
            let mut seats = connection.prepare_cached(sql)?;
            game.seats = seats.query_map([id], seat_row)?.collect::<Result<_, _>>()?;
            Ok(Some(game))
        })
    }

    /// The decisions of a game in order.
    pub fn steps(&self, id: &str) -> Result<Vec<StepRow>, StoreError> {
        self.reading(|connection| {
            let sql =
                "SELECT revision, seat, text, dice, hash, made, told FROM steps WHERE game = ? ORDER BY step";
            connection.prepare_cached(sql)?.query_map([id], step_row)?.collect()
        })
    }

    /// How many games there are.
    pub fn count(&self) -> Result<u64, StoreError> {
        let count = |row: &Row<'_>| row.get::<_, i64>(0).map(i64::cast_unsigned);
        self.reading(|connection| connection.query_row("SELECT count(*) FROM games", [], count))
    }

    /// The games that are not over and have a program at the table: it may be its turn.
    pub fn with_bots(&self) -> Result<Vec<String>, StoreError> {
        self.reading(|connection| {
            let sql = "SELECT id FROM games WHERE over = 0
                       AND id IN (SELECT game FROM seats WHERE who LIKE 'bot:%')";
            connection.prepare(sql)?.query_map([], |row| row.get(0))?.collect()
        })
    }

    /// Reads with a connection that nobody else uses meanwhile.
    pub(super) fn reading<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let idle = self.readers.lock().ok().and_then(|mut readers| readers.pop());
        let connection = if let Some(connection) = idle {
            connection
        } else {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let connection = Connection::open_with_flags(&self.file, flags)?;
            schema::settings(&connection)?;
            connection
        };
        let found = read(&connection);
        if let Ok(mut readers) = self.readers.lock() {
            readers.push(connection);
        }
        found.map_err(|error| self.noted(error))
    }
}

fn game_row(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    Ok(GameRow {
        id: row.get(0)?,
        game: row.get(1)?,
        rules: row.get(2)?,
        scenario: row.get(3)?,
        options: row.get(4)?,
        dice: row.get(5)?,
        revision: row.get::<_, i64>(6)?.cast_unsigned(),
        resigned: row.get(7)?,
        forked: row.get(8)?,
        created: row.get::<_, i64>(9)?.cast_unsigned(),
        patch: row.get(10)?,
        over: row.get(11)?,
        seats: Vec::new(),
    })
}

fn seat_row(row: &Row<'_>) -> rusqlite::Result<SeatRow> {
    let print: Option<[u8; 32]> = row.get(1)?;
    Ok(SeatRow { who: row.get(0)?, print, next: row.get(3)?, webhook: row.get(2)? })
}

fn step_row(row: &Row<'_>) -> rusqlite::Result<StepRow> {
    Ok(StepRow {
        revision: row.get::<_, i64>(0)?.cast_unsigned(),
        seat: row.get(1)?,
        text: row.get(2)?,
        dice: row.get(3)?,
        hash: row.get::<_, i64>(4)?.cast_unsigned(),
        made: row.get::<_, Option<i64>>(5)?.map(i64::cast_unsigned),
        told: row.get(6)?,
    })
}
