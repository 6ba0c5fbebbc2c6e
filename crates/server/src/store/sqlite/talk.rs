//! What the players of a game have said to each other.

use rusqlite::{Row, Transaction, params};

use crate::store::{KEPT_TALK, TalkRow};

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
        .execute(params![game, number - KEPT_TALK.cast_signed()])
        .map(|_| ())
}

pub fn talk_row(row: &Row<'_>) -> rusqlite::Result<TalkRow> {
    Ok(TalkRow {
        number: row.get::<_, i64>(0)?.cast_unsigned(),
        seat: row.get(1)?,
        said: row.get::<_, i64>(2)?.cast_unsigned(),
        step: row.get::<_, i64>(3)?.cast_unsigned(),
        words: row.get(4)?,
        at: row.get(5)?,
    })
}
