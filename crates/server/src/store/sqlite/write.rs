//! What is written into the file.

use rusqlite::{Connection, Transaction, params};

use super::{care, checkpoints::Checkpoints, noted_as_written, recent, recent::Recent, talk};
use crate::store::{Change, GameRow, StepRow, StoreError, Writer, lease::Fence};

/// The only connection that writes.
pub struct Pen {
    pub connection: Connection,
    pub recent: Recent,
    /// Who brings what is in the log into the file; the connection itself where there is nobody.
    pub checkpoints: Option<Checkpoints>,
    /// Whether what is written now need not be on the disk before anything else is.
    hasty: bool,
}

impl Pen {
    /// Writes with this connection.
    pub fn new(connection: Connection) -> rusqlite::Result<Self> {
        let recent = Recent::read(&connection)?;
        let mut pen = Self { connection, recent, checkpoints: None, hasty: false };
        pen.put_away();
        Ok(pen)
    }

    /// Puts the newest decisions where the others of their games are.
    pub fn put_away(&mut self) {
        self.recent.put_away_all(&mut self.connection);
    }

    /// Does what nobody waits for: it is on the disk with the next change that somebody does.
    fn hastily<T>(&mut self, work: impl FnOnce(&mut Recent, &mut Connection) -> T) -> Option<T> {
        self.hasty = true;
        self.connection.pragma_update(None, "synchronous", "NORMAL").ok()?;
        let done = work(&mut self.recent, &mut self.connection);
        self.with_care().ok()?;
        Some(done)
    }

    /// From now on everything that is written is on the disk before anybody is told.
    fn with_care(&mut self) -> rusqlite::Result<()> {
        if self.hasty {
            self.connection.pragma_update(None, "synchronous", "FULL")?;
            self.hasty = false;
        }
        Ok(())
    }

    fn write_all(&mut self, changes: &[(Fence, Change)]) -> rusqlite::Result<()> {
        self.with_care()?;
        let transaction = self.connection.transaction()?;
        let mut number = self.recent.next();
        for (_, change) in changes {
            write(&transaction, &self.recent, number, change)?;
            number += i64::from(matches!(change, Change::Step { .. }));
        }
        transaction.commit()?;
        self.recent.note(changes.iter().map(|(_, change)| change));
        Ok(())
    }
}

impl Writer for Pen {
    /// All or nothing: a change that fails takes the others with it, and everybody reads again what is on the disk.
    fn write(&mut self, changes: &[(Fence, Change)]) -> Vec<Result<(), StoreError>> {
        let written = self.write_all(changes).map_err(|error| noted_as_written(&error));
        changes.iter().map(|_| written.clone()).collect()
    }

    fn tidy(&mut self) {
        if self.recent.is_due() {
            self.hastily(Recent::put_away_in_passing);
        }
        if let Some(checkpoints) = &mut self.checkpoints {
            checkpoints.look(&self.connection);
        }
    }

    fn rest(&mut self) -> bool {
        self.hastily(Recent::put_away_at_rest).unwrap_or(false)
    }
}

impl Drop for Pen {
    fn drop(&mut self) {
        self.put_away();
        self.checkpoints = None;
        // What is in the log goes into the file, so that a copy of the file is whole.
        let _ = self.connection.pragma_update(None, "wal_checkpoint", "TRUNCATE");
    }
}

/// Writes a change; a decision into the row with this number.
fn write(to: &Transaction<'_>, recent: &Recent, number: i64, change: &Change) -> rusqlite::Result<()> {
    let run =
        |sql: &str, values: &[&dyn rusqlite::ToSql]| to.prepare_cached(sql)?.execute(values).map(|_| ());
    match change {
        Change::Begin { game, steps } => begin(to, game, steps),
        Change::Step { game, step, row, over } => {
            recent::insert(to, number, game, *step, row)?;
            if *over { run("UPDATE games SET over = 1 WHERE id = ?", params![game]) } else { Ok(()) }
        }
        Change::Undo { game, steps, revision } => {
            run("DELETE FROM steps WHERE game = ? AND step > ?", params![game, *steps as i64])?;
            recent::remove(to, &recent.rows().of(game, *steps))?;
            run("UPDATE games SET revision = ? WHERE id = ?", params![*revision as i64, game])
        }
        Change::Resign { game, seat, revision } => run(
            "UPDATE games SET resigned = ?, revision = ?, over = 1 WHERE id = ?",
            params![seat, *revision as i64, game],
        ),
        Change::Renew { game, seat, print } => run(
            "UPDATE seats SET next = ? WHERE game = ? AND seat = ?",
            params![print.as_slice(), game, seat],
        ),
        Change::Renewed { game, seat } => run(
            "UPDATE seats SET print = next, next = NULL WHERE game = ? AND seat = ? AND next IS NOT NULL",
            params![game, seat],
        ),
        Change::Taken { game, seat, begun } => {
            run(
                "UPDATE seats SET who = 'link', print = next, next = NULL WHERE game = ? AND seat = ?",
                params![game, seat],
            )?;
            run(
                "UPDATE games SET begun = coalesce(?, begun) WHERE id = ?",
                params![begun.map(u64::cast_signed), game],
            )
        }
        Change::Unsay { game, seat } => {
            // The line stays, so that no number is given twice; nothing is in it.
            run("UPDATE talk SET words = '', place = NULL WHERE game = ? AND seat = ?", params![game, seat])?;
            run(
                "UPDATE seats SET webhook = NULL, player = '' WHERE game = ? AND seat = ?",
                params![game, seat],
            )
        }
        Change::Dice { game, dice } => run("UPDATE games SET dice = ? WHERE id = ?", params![dice, game]),
        Change::Webhook { game, seat, url } => {
            run("UPDATE seats SET webhook = ? WHERE game = ? AND seat = ?", params![url, game, seat])
        }
        Change::Player { game, seat, name } => {
            run("UPDATE seats SET player = ? WHERE game = ? AND seat = ?", params![name, game, seat])
        }
        Change::Delete { game } => {
            recent::remove(to, &recent.rows().of(game, 0))?;
            care::delete(to, game)
        }
        // It takes more room than a decision: where it fits, one does. What is in it differs, or it would not be written.
        Change::Probe { now } => run(
            "INSERT INTO probe (number, written, room) VALUES (1, ?1, randomblob(16000))
             ON CONFLICT (number) DO UPDATE SET written = ?1, room = randomblob(16000)",
            params![now.cast_signed()],
        ),
        Change::Say { game, row } => talk::insert(to, game, row),
    }
}

fn begin(to: &Transaction<'_>, game: &GameRow, steps: &[StepRow]) -> rusqlite::Result<()> {
    to.prepare_cached(
        "INSERT INTO games (id, game, rules, scenario, options, patch, dice, created, revision, resigned, forked, over,
                            terms, begun)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )?
    .execute(params![
        game.id,
        game.game,
        game.rules,
        game.scenario,
        game.options,
        game.patch,
        game.dice,
        game.created as i64,
        game.revision as i64,
        game.resigned,
        game.forked,
        game.over,
        game.terms,
        game.begun.map(u64::cast_signed)
    ])?;
    for (number, seat) in game.seats.iter().enumerate() {
        to.prepare_cached(
            "INSERT INTO seats (game, seat, who, print, webhook, next, player) VALUES (?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            game.id,
            number as i64,
            seat.who,
            seat.print.as_ref().map(<[u8; 32]>::as_slice),
            seat.webhook,
            seat.next.as_ref().map(<[u8; 32]>::as_slice),
            seat.player
        ])?;
    }
    steps.iter().zip(1..).try_for_each(|(row, step)| insert(to, &game.id, step, row))
}

fn insert(to: &Transaction<'_>, game: &str, step: u64, row: &StepRow) -> rusqlite::Result<()> {
    to.prepare_cached(
        "INSERT INTO steps (game, step, revision, seat, text, dice, hash, made, told)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )?
    .execute(params![
        game,
        step as i64,
        row.revision as i64,
        row.seat,
        row.text,
        row.dice,
        row.hash.cast_signed(),
        row.made.map(u64::cast_signed),
        row.told
    ])
    .map(|_| ())
}
