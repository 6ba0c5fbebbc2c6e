//! What is read from the database.

use std::{sync::atomic::Ordering, thread};

use ::postgres::{Error, Row};

use super::{Database, Line, own};
use crate::{
    keeper::Listed,
    store::{
        Books, GameRow, OfferRow, SeatRow, StepRow, StoreError, TalkRow, TimedRow,
        lease::{Lease, Owner},
    },
};

impl Database {
    /// Whether nobody needs it any more.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }
}

impl Database {
    /// Reads all games as they are at one moment.
    pub fn each(
        &self,
        mut take: impl FnMut(GameRow, Vec<StepRow>, Vec<TalkRow>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut line = Line::open(&self.to)?;
        line.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL idle_in_transaction_session_timeout = 0")?;
        for row in line.query("SELECT id FROM games ORDER BY number", &[])? {
            let id: &str = row.get(0);
            if let Some(game) = game(&mut line, id)? {
                take(game, steps(&mut line, id)?, talk(&mut line, id, 0)?)?;
            }
        }
        Ok(line.run("COMMIT")?)
    }
}

fn game(line: &mut Line, id: &str) -> Result<Option<GameRow>, Error> {
    let sql =
        "SELECT id, game, rules, scenario, options, patch, dice, created, over, revision, resigned, forked,
                      terms, begun
               FROM games WHERE id = $1";
    let rows = line.query(sql, &[&id])?;
    let Some(row) = rows.first() else { return Ok(None) };
    let sql = "SELECT who, print, next, webhook, player FROM seats WHERE game = $1 ORDER BY seat";
    let seats = line.query(sql, &[&id])?.iter().map(seat_row).collect();
    Ok(Some(game_row(row, seats)))
}

fn steps(line: &mut Line, id: &str) -> Result<Vec<StepRow>, Error> {
    let sql = "SELECT revision, seat, text, dice, hash, made, told FROM steps WHERE game = $1 ORDER BY step";
    Ok(line.query(sql, &[&id])?.iter().map(step_row).collect())
}

fn talk(line: &mut Line, id: &str, after: i64) -> Result<Vec<TalkRow>, Error> {
    let sql = "SELECT number, seat, said, step, words, place FROM talk
               WHERE game = $1 AND number > $2 AND (words <> '' OR place IS NOT NULL) ORDER BY number";
    Ok(line.query(sql, &[&id, &after])?.iter().map(talk_row).collect())
}

impl Books for Database {
    fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        self.reading(|line| game(line, id))
    }

    fn steps(&self, id: &str) -> Result<Vec<StepRow>, StoreError> {
        self.reading(|line| steps(line, id))
    }

    fn talk(&self, id: &str, after: u64) -> Result<Vec<TalkRow>, StoreError> {
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        self.reading(|line| talk(line, id, after))
    }

    fn last_talk(&self, id: &str) -> Result<u64, StoreError> {
        let sql = "SELECT coalesce(max(number), 0) FROM talk WHERE game = $1";
        self.reading(|line| Ok(unsigned(&line.query(sql, &[&id])?[0], 0)))
    }

    fn list(&self) -> Result<Vec<Listed>, StoreError> {
        self.reading(|line| {
            let sql = "SELECT id, games.game, rules, scenario, over, created, coalesce(many, 0), coalesce(last, 0)
                       FROM games LEFT JOIN (SELECT game, count(*) AS many, max(made) AS last FROM steps GROUP BY game)
                       AS steps ON steps.game = games.id ORDER BY number";
            Ok(line.query(sql, &[])?.iter().map(listed).collect())
        })
    }

    fn with_bots(&self) -> Result<Vec<String>, StoreError> {
        let me = self.lease.as_ref().map_or(0, |lease| lease.fence().0).cast_signed();
        self.reading(|line| {
            let sql = "SELECT id FROM games WHERE NOT over
                       AND id IN (SELECT game FROM seats WHERE who LIKE 'bot:%')
                       AND NOT EXISTS (SELECT 1 FROM owners JOIN nodes ON nodes.number = owners.node
                                       WHERE owners.game = games.id AND owners.node <> $1)";
            Ok(line.query(sql, &[&me])?.iter().map(|row| row.get(0)).collect())
        })
    }

    fn offers(&self) -> Result<Vec<OfferRow>, StoreError> {
        self.reading(|line| {
            let sql = "SELECT games.id, games.game, scenario, seat, terms, created,
                              (SELECT string_agg(player, chr(10) ORDER BY others.seat) FROM seats AS others
                               WHERE others.game = games.id AND others.player <> '')
                       FROM seats JOIN games ON games.id = seats.game
                       WHERE who = 'open' AND NOT over ORDER BY number DESC, seat LIMIT 1000";
            Ok(line.query(sql, &[])?.iter().map(offer_row).collect())
        })
    }

    fn timed(&self) -> Result<Vec<TimedRow>, StoreError> {
        self.reading(|line| {
            let sql =
                "SELECT id, terms, greatest(coalesce((SELECT made FROM steps WHERE steps.game = games.id
                                                            ORDER BY step DESC LIMIT 1), 0),
                                                  coalesce(begun, created) * 1000)
                       FROM games WHERE NOT over AND terms <> ''
                       AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.game = games.id AND who = 'open')";
            Ok(line.query(sql, &[])?.iter().map(timed_row).collect())
        })
    }

    fn count(&self) -> Result<u64, StoreError> {
        self.reading(|line| Ok(unsigned(&line.query("SELECT count(*) FROM games", &[])?[0], 0)))
    }

    /// The database looks after its own files; what it cannot read it says when it is asked.
    fn examine(&self) -> Result<(), StoreError> {
        self.reading(|line| line.run("SELECT count(*), sum(length(text)) FROM steps"))
    }

    fn sound(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn own(&self, id: &str) -> Result<Owner, StoreError> {
        let Some(lease) = &self.lease else { return Err(StoreError::Stopped) };
        let me = lease.fence().0;
        self.reading(|line| own(line, id, me))
    }

    fn lease(&self) -> Option<&Lease> {
        self.lease.as_ref()
    }

    fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        let beat = self.beat.lock().ok().and_then(|mut beat| beat.take());
        if let Some(beat) = beat {
            beat.thread().unpark();
            let _ = beat.join();
        }
        let idle = self.readers.idle();
        // A connection waits while it says goodbye, and threads that serve must not.
        let _ = thread::spawn(move || drop(idle)).join();
    }
}

fn unsigned(row: &Row, column: usize) -> u64 {
    row.get::<_, i64>(column).cast_unsigned()
}

fn seat(row: &Row, column: usize) -> u8 {
    row.get::<_, i16>(column) as u8
}

fn print(row: &Row, column: usize) -> Option<[u8; 32]> {
    row.get::<_, Option<&[u8]>>(column).and_then(|bytes| bytes.try_into().ok())
}

fn game_row(row: &Row, seats: Vec<SeatRow>) -> GameRow {
    GameRow {
        id: row.get(0),
        game: row.get(1),
        rules: row.get::<_, i32>(2).cast_unsigned(),
        scenario: row.get(3),
        options: row.get(4),
        patch: row.get(5),
        dice: row.get(6),
        created: unsigned(row, 7),
        over: row.get(8),
        revision: unsigned(row, 9),
        resigned: row.get::<_, Option<i16>>(10).map(|seat| seat as u8),
        forked: row.get(11),
        terms: row.get(12),
        begun: row.get::<_, Option<i64>>(13).map(i64::cast_unsigned),
        seats,
    }
}

fn seat_row(row: &Row) -> SeatRow {
    SeatRow {
        who: row.get(0),
        print: print(row, 1),
        next: print(row, 2),
        webhook: row.get(3),
        player: row.get(4),
    }
}

fn step_row(row: &Row) -> StepRow {
    StepRow {
        revision: unsigned(row, 0),
        seat: seat(row, 1),
        text: row.get(2),
        dice: row.get(3),
        hash: unsigned(row, 4),
        made: row.get::<_, Option<i64>>(5).map(i64::cast_unsigned),
        told: row.get(6),
    }
}

fn talk_row(row: &Row) -> TalkRow {
    TalkRow {
        number: unsigned(row, 0),
        seat: seat(row, 1),
        said: unsigned(row, 2),
        step: unsigned(row, 3),
        words: row.get(4),
        at: row.get(5),
    }
}

fn offer_row(row: &Row) -> OfferRow {
    OfferRow {
        id: row.get(0),
        game: row.get(1),
        scenario: row.get(2),
        seat: seat(row, 3),
        terms: row.get(4),
        created: unsigned(row, 5),
        players: row.get::<_, Option<String>>(6).unwrap_or_default(),
    }
}

fn timed_row(row: &Row) -> TimedRow {
    TimedRow { id: row.get(0), terms: row.get(1), since: unsigned(row, 2) }
}

fn listed(row: &Row) -> Listed {
    let created = unsigned(row, 5);
    Listed {
        id: row.get(0),
        game: row.get(1),
        rules: row.get::<_, i32>(2).cast_unsigned(),
        scenario: row.get(3),
        over: row.get(4),
        steps: unsigned(row, 6),
        created,
        last: created.max(unsigned(row, 7) / 1_000),
    }
}
