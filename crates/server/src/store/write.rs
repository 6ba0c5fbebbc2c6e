//! The thread that writes.

use std::{sync::mpsc::Receiver, time::Instant};

use rusqlite::{Connection, Transaction, params};

use super::{GameRow, Job, StepRow, StoreError, TalkRow, care, talk};
use crate::metrics::StoreMeter;

/// No transaction holds more changes than this.
const MOST: usize = 1_000;

/// Something to be kept.
#[derive(Debug)]
pub enum Change {
    /// A new game, with the decisions it begins with.
    Begin {
        /// The game.
        game: Box<GameRow>,
        /// The decisions.
        steps: Vec<StepRow>,
    },
    /// A decision.
    Step {
        /// The game.
        game: String,
        /// Its number, counted from 1.
        step: u64,
        /// The decision.
        row: StepRow,
        /// Whether the game is over with it.
        over: bool,
    },
    /// The last decisions are taken back.
    Undo {
        /// The game.
        game: String,
        /// How many decisions stand.
        steps: u64,
        /// The revision it makes.
        revision: u64,
    },
    /// A side gives up.
    Resign {
        /// The game.
        game: String,
        /// Who.
        seat: u8,
        /// The revision it makes.
        revision: u64,
    },
    /// Another secret for a seat, which opens it beside the old one until it is used.
    Renew {
        /// The game.
        game: String,
        /// The seat.
        seat: u8,
        /// What is kept of it.
        print: super::Print,
    },
    /// The new secret of a seat was used: the old one ends.
    Renewed {
        /// The game.
        game: String,
        /// The seat.
        seat: u8,
    },
    /// Another dice box: somebody has contributed.
    Dice {
        /// The game.
        game: String,
        /// The box as JSON.
        dice: String,
    },
    /// Where to tell that it is a seat's turn.
    Webhook {
        /// The game.
        game: String,
        /// The seat.
        seat: u8,
        /// The address.
        url: Option<String>,
    },
    /// A game goes, with all that belongs to it.
    Delete {
        /// The game.
        game: String,
    },
    /// Nothing: whether it can be written is the question.
    Probe {
        /// Milliseconds since 1970.
        now: u64,
    },
    /// Somebody says something to the other players.
    Say {
        /// The game.
        game: String,
        /// What.
        row: TalkRow,
    },
}

/// Writes until nobody can send any more.
pub fn run(connection: &mut Connection, inbox: &Receiver<Job>, meter: &StoreMeter) {
    while let Ok(first) = inbox.recv() {
        let mut jobs = vec![first];
        jobs.extend(inbox.try_iter().take(MOST - 1));
        let begun = Instant::now();
        let written = write_all(connection, &jobs);
        meter.wrote(jobs.len() as u64, begun.elapsed(), written.is_ok());
        if let Err(error) = &written {
            tracing::error!(%error, changes = jobs.len(), "nothing was written");
        }
        for job in jobs {
            // Whoever does not wait any more does not need the answer.
            let told = written.as_ref().copied().map_err(|error| StoreError::Unwritten(error.to_string()));
            let _ = job.done.send(told);
        }
    }
    // What is in the log goes into the file, so that a copy of the file is whole.
    let _ = connection.pragma_update(None, "wal_checkpoint", "TRUNCATE");
}

/// All or nothing: a change that fails takes the others with it, and everybody reads again what is on the disk.
fn write_all(connection: &mut Connection, jobs: &[Job]) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    for job in jobs {
        write(&transaction, &job.change)?;
    }
    transaction.commit()
}

fn write(to: &Transaction<'_>, change: &Change) -> rusqlite::Result<()> {
    let run =
        |sql: &str, values: &[&dyn rusqlite::ToSql]| to.prepare_cached(sql)?.execute(values).map(|_| ());
    match change {
        Change::Begin { game, steps } => begin(to, game, steps),
        Change::Step { game, step, row, over } => {
            insert(to, game, *step, row)?;
            if *over { run("UPDATE games SET over = 1 WHERE id = ?", params![game]) } else { Ok(()) }
        }
        Change::Undo { game, steps, revision } => {
            run("DELETE FROM steps WHERE game = ? AND step > ?", params![game, *steps as i64])?;
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
        Change::Dice { game, dice } => run("UPDATE games SET dice = ? WHERE id = ?", params![dice, game]),
        Change::Webhook { game, seat, url } => {
            run("UPDATE seats SET webhook = ? WHERE game = ? AND seat = ?", params![url, game, seat])
        }
        Change::Delete { game } => care::delete(to, game),
        Change::Probe { now } => run(
            "INSERT INTO probe (number, written) VALUES (1, ?1)
             ON CONFLICT (number) DO UPDATE SET written = ?1",
            params![now.cast_signed()],
        ),
        Change::Say { game, row } => talk::insert(to, game, row),
    }
}

fn begin(to: &Transaction<'_>, game: &GameRow, steps: &[StepRow]) -> rusqlite::Result<()> {
    to.prepare_cached(
        "INSERT INTO games (id, game, rules, scenario, options, patch, dice, created, revision, resigned, forked, over)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
        game.over
    ])?;
    for (number, seat) in game.seats.iter().enumerate() {
        to.prepare_cached("INSERT INTO seats (game, seat, who, print, webhook) VALUES (?, ?, ?, ?, ?)")?
            .execute(params![
                game.id,
                number as i64,
                seat.who,
                seat.print.as_ref().map(<[u8; 32]>::as_slice),
                seat.webhook
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
