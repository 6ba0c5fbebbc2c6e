//! What is read from the file.

use rusqlite::{OptionalExtension, Row, params};

use super::{File, recent, talk::talk_row};
use crate::{
    keeper::Listed,
    store::{
        Books, GameRow, OfferRow, SeatRow, StepRow, StoreError, TalkRow, TimedRow,
        lease::{Fence, Lease, Owner},
    },
};

impl Books for File {
    fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        self.reading(|connection| {
            let sql = "SELECT id, game, rules, scenario, options, dice, revision, resigned, forked, created,
                              patch, over, terms, begun
                       FROM games WHERE id = ?";
            let game = connection.prepare_cached(sql)?.query_row([id], game_row).optional()?;
            let Some(mut game) = game else { return Ok(None) };
            let sql = "SELECT who, print, webhook, next, player FROM seats WHERE game = ? ORDER BY seat";
            let mut seats = connection.prepare_cached(sql)?;
            game.seats = seats.query_map([id], seat_row)?.collect::<Result<_, _>>()?;
            Ok(Some(game))
        })
    }

    fn steps(&self, id: &str) -> Result<Vec<StepRow>, StoreError> {
        // Looked up before anything is read: what is moved meanwhile is found where it has gone.
        let rows = self.recent.as_ref().map(|rows| numbers(&rows.of(id, 0)));
        self.reading(|connection| {
            // Whoever does not write looks through all of the newest.
            let newest = match &rows {
                Some(_) => "number IN (SELECT value FROM json_each(?2)) AND game = ?1",
                None => "game = ?1 AND ?2 IS NULL",
            };
            let sql = format!(
                "SELECT revision, seat, text, dice, hash, made, told, step FROM steps WHERE game = ?1
                 UNION ALL
                 SELECT revision, seat, text, dice, hash, made, told, step FROM recent WHERE {newest}
                 AND step > (SELECT coalesce(max(step), 0) FROM steps WHERE game = ?1)
                 ORDER BY step"
            );
            connection.prepare_cached(&sql)?.query_map(params![id, rows], step_row)?.collect()
        })
    }

    fn talk(&self, id: &str, after: u64) -> Result<Vec<TalkRow>, StoreError> {
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        self.reading(|connection| {
            let sql = "SELECT number, seat, said, step, words, place FROM talk
                       WHERE game = ? AND number > ? AND (words <> '' OR place IS NOT NULL) ORDER BY number";
            connection.prepare_cached(sql)?.query_map(params![id, after], talk_row)?.collect()
        })
    }

    fn last_talk(&self, id: &str) -> Result<u64, StoreError> {
        self.reading(|connection| {
            let sql = "SELECT coalesce(max(number), 0) FROM talk WHERE game = ?";
            connection
                .prepare_cached(sql)?
                .query_row([id], |row| row.get::<_, i64>(0))
                .map(i64::cast_unsigned)
        })
    }

    fn list(&self) -> Result<Vec<Listed>, StoreError> {
        self.reading(|connection| {
            let sql =
                "WITH newest AS (SELECT game, max(step) AS many, max(made) AS last FROM recent GROUP BY game)
                       SELECT id, games.game, rules, scenario, over, created,
                              max((SELECT count(*) FROM steps WHERE steps.game = games.id), coalesce(many, 0)),
                              coalesce(last, (SELECT max(made) FROM steps WHERE steps.game = games.id))
                       FROM games LEFT JOIN newest ON newest.game = games.id ORDER BY number";
            connection.prepare(sql)?.query_map([], listed)?.collect()
        })
    }

    fn with_bots(&self) -> Result<Vec<String>, StoreError> {
        self.reading(|connection| {
            let sql = "SELECT id FROM games WHERE over = 0
                       AND id IN (SELECT game FROM seats WHERE who LIKE 'bot:%')";
            connection.prepare(sql)?.query_map([], |row| row.get(0))?.collect()
        })
    }

    fn offers(&self) -> Result<Vec<OfferRow>, StoreError> {
        self.reading(|connection| {
            let sql = "SELECT games.id, games.game, scenario, seat, terms, created,
                              (SELECT group_concat(player, char(10)) FROM seats AS others
                               WHERE others.game = games.id AND others.player <> '')
                       FROM seats JOIN games ON games.id = seats.game
                       WHERE who = 'open' AND over = 0 ORDER BY number DESC, seat LIMIT 1000";
            connection.prepare_cached(sql)?.query_map([], offer_row)?.collect()
        })
    }

    fn timed(&self) -> Result<Vec<TimedRow>, StoreError> {
        self.reading(|connection| {
            let sql = "WITH newest AS (SELECT game, max(made) AS last FROM recent GROUP BY game)
                       SELECT id, terms, max(coalesce(last, (SELECT made FROM steps WHERE steps.game = games.id
                                                             ORDER BY step DESC LIMIT 1), 0),
                                             coalesce(begun, created) * 1000)
                       FROM games LEFT JOIN newest ON newest.game = games.id WHERE over = 0 AND terms <> ''
                       AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.game = games.id AND who = 'open')";
            connection.prepare_cached(sql)?.query_map([], timed_row)?.collect()
        })
    }

    fn count(&self) -> Result<u64, StoreError> {
        let count = |row: &Row<'_>| row.get::<_, i64>(0).map(i64::cast_unsigned);
        self.reading(|connection| connection.query_row("SELECT count(*) FROM games", [], count))
    }

    fn examine(&self) -> Result<(), StoreError> {
        self.examine_file()
    }

    fn sound(&self) -> Result<(), StoreError> {
        let damage = self.damage.lock().map_err(|_| StoreError::Stopped)?;
        damage.clone().map_or(Ok(()), |how| Err(StoreError::Damaged(how)))
    }

    /// The lock on the folder keeps everybody else away: every game is this node's.
    fn own(&self, _: &str) -> Result<Owner, StoreError> {
        Ok(Owner::Mine(Fence::NONE))
    }

    fn lease(&self) -> Option<&Lease> {
        None
    }

    fn close(&self) {}
}

/// The numbers of rows, as a statement takes them.
fn numbers(rows: &[recent::Row]) -> String {
    let numbers: Vec<String> = rows.iter().map(|row| row.number.to_string()).collect();
    format!("[{}]", numbers.join(","))
}

fn offer_row(row: &Row<'_>) -> rusqlite::Result<OfferRow> {
    Ok(OfferRow {
        id: row.get(0)?,
        game: row.get(1)?,
        scenario: row.get(2)?,
        seat: row.get(3)?,
        terms: row.get(4)?,
        created: row.get::<_, i64>(5)?.cast_unsigned(),
        players: row.get::<_, Option<String>>(6)?.unwrap_or_default(),
    })
}

fn timed_row(row: &Row<'_>) -> rusqlite::Result<TimedRow> {
    Ok(TimedRow { id: row.get(0)?, terms: row.get(1)?, since: row.get::<_, i64>(2)?.cast_unsigned() })
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
        terms: row.get(12)?,
        begun: row.get::<_, Option<i64>>(13)?.map(i64::cast_unsigned),
        seats: Vec::new(),
    })
}

fn seat_row(row: &Row<'_>) -> rusqlite::Result<SeatRow> {
    let print: Option<[u8; 32]> = row.get(1)?;
    Ok(SeatRow { who: row.get(0)?, print, next: row.get(3)?, webhook: row.get(2)?, player: row.get(4)? })
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
