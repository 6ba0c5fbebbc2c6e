//! What the players of a game have said to each other.

use rusqlite::{Row, Transaction, params};

use super::{Store, StoreError};

/// So many lines of a game are kept: the newest.
pub const KEPT: u64 = 500;

/// A line as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TalkRow {
    /// Counted from 1 in each game.
    pub number: u64,
    /// Who.
    pub seat: u8,
    /// Seconds since 1970.
    pub said: u64,
    /// How many decisions stood then.
    pub step: u64,
    /// What; may be empty where it points at something.
    pub words: String,
    /// What it points at.
    pub at: Option<String>,
}

impl Store {
    /// The lines of a game after a number, in order.
    pub fn talk(&self, id: &str, after: u64) -> Result<Vec<TalkRow>, StoreError> {
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        self.reading(|connection| {
            let sql = "SELECT number, seat, said, step, words, place FROM talk
                       WHERE game = ? AND number > ? ORDER BY number";
            connection.prepare_cached(sql)?.query_map(params![id, after], talk_row)?.collect()
        })
    }

    /// The number of the last line of a game; 0 before the first.
    pub fn last_talk(&self, id: &str) -> Result<u64, StoreError> {
        self.reading(|connection| {
            let sql = "SELECT coalesce(max(number), 0) FROM talk WHERE game = ?";
            connection
                .prepare_cached(sql)?
                .query_row([id], |row| row.get::<_, i64>(0))
                .map(i64::cast_unsigned)
        })
    }
}

/// Adds a line; the oldest beyond the limit goes.
pub fn insert(to: &Transaction<'_>, game: &str, row: &TalkRow) -> rusqlite::Result<()> {
    let number = row.number.cast_signed();
    to.prepare_cached(
        "INSERT INTO talk (game, number, seat, said, step, words, place) VALUES (?, ?, ?, ?, ?, ?, ?)",
    )?
    .execute(params![
        game,
        number,
        row.seat,
        row.said.cast_signed(),
        row.step.cast_signed(),
        row.words,
        row.at
    ])?;
    to.prepare_cached("DELETE FROM talk WHERE game = ? AND number <= ?")?
        .execute(params![game, number - KEPT.cast_signed()])
        .map(|_| ())
}

fn talk_row(row: &Row<'_>) -> rusqlite::Result<TalkRow> {
    Ok(TalkRow {
        number: row.get::<_, i64>(0)?.cast_unsigned(),
        seat: row.get(1)?,
        said: row.get::<_, i64>(2)?.cast_unsigned(),
        step: row.get::<_, i64>(3)?.cast_unsigned(),
        words: row.get(4)?,
        at: row.get(5)?,
    })
}
