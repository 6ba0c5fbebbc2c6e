//! What is written into the database.

use std::{
    collections::HashSet,
    thread,
    time::{Duration, Instant},
};

use ::postgres::{Config, Error, Row};

use super::{
    Line,
    line::{Values, Work},
};
use crate::store::{Change, GameRow, KEPT_TALK, StepRow, StoreError, TalkRow, Writer, lease::Fence};

/// How long the end of a lost connection is waited for.
const PATIENCE: Duration = Duration::from_secs(3);

/// The only connection that writes.
pub struct Pen {
    to: Config,
    line: Option<Line>,
}

impl Pen {
    /// Writes over this connection, and over others to the same database when it is lost.
    pub const fn new(line: Line, to: Config) -> Self {
        Self { to, line: Some(line) }
    }

    /// A new connection after one was lost, if there is one soon. What was under way on the old one has come to an end,
    /// done or not: whoever reads a game again reads what stays.
    fn reopened(&self) -> Option<Line> {
        let begun = Instant::now();
        let mut line = Line::open(&self.to).ok()?;
        while begun.elapsed() < PATIENCE {
            let old = line.query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE application_name = current_setting('application_name') AND pid <> pg_backend_pid()",
                &[],
            );
            if old.ok()?.is_empty() {
                return Some(line);
            }
            thread::sleep(Duration::from_millis(10));
        }
        None
    }

    /// What became of each change, or why nothing was written.
    fn write_all(&mut self, changes: &[(Fence, Change)]) -> Result<Vec<bool>, Error> {
        let mut line = match self.line.take() {
            Some(line) => line,
            None => Line::open(&self.to)?,
        };
        let written = if changes.iter().all(is_step) {
            let all: Vec<&(Fence, Change)> = changes.iter().collect();
            steps(&all, |sql, values| line.query(sql, values))
        } else {
            of_every_kind(&mut line, changes)
        };
        // A connection that has failed is not trusted any more.
        if written.is_ok() {
            self.line = Some(line);
        }
        written
    }
}

impl Writer for Pen {
    fn write(&mut self, changes: &[(Fence, Change)]) -> Vec<Result<(), StoreError>> {
        let told = |done: bool| if done { Ok(()) } else { Err(StoreError::Fenced) };
        match self.write_all(changes).map_err(StoreError::from) {
            Ok(written) => written.into_iter().map(told).collect(),
            // What the database refuses to one must not fail the others.
            Err(StoreError::Database(_)) if changes.len() > 1 => {
                changes.chunks(1).flat_map(|change| self.write(change)).collect()
            }
            Err(StoreError::Database(why)) => vec![Err(StoreError::Unwritten(why))],
            Err(error) => {
                self.line = self.reopened();
                changes.iter().map(|_| Err(error.clone())).collect()
            }
        }
    }
}

/// Whether it is a decision and nothing else, as most changes are.
const fn is_step((_, change): &(Fence, Change)) -> bool {
    matches!(change, Change::Step { over: false, .. })
}

/// The decisions of many games in one statement, which can be its own transaction: those whose game is still the node's.
///
/// The row of the node is locked before anything is written. While it is, nobody can take the node for dead, and so
/// nobody can have its games.
fn steps(
    changes: &[&(Fence, Change)],
    query: impl FnOnce(&'static str, Values<'_>) -> Result<Vec<Row>, Error>,
) -> Result<Vec<bool>, Error> {
    let sql = "WITH alive AS MATERIALIZED
                   (SELECT number FROM nodes WHERE number = ANY ($1) ORDER BY number FOR KEY SHARE)
               INSERT INTO steps (game, step, revision, seat, text, dice, hash, made, told)
               SELECT new.game, new.step, new.revision, new.seat, new.text, new.dice, new.hash, new.made, new.told
               FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::smallint[], $7::text[], $8::text[],
                           $9::bigint[], $10::bigint[], $11::text[])
                    AS new (node, game, step, revision, seat, text, dice, hash, made, told)
               JOIN alive ON alive.number = new.node
               JOIN owners ON owners.game = new.game AND owners.node = new.node
               RETURNING game";
    let all = changes.iter().filter_map(|(fence, change)| match change {
        Change::Step { game, step, row, .. } => {
            Some((fence.0.cast_signed(), game.as_str(), step.cast_signed(), row))
        }
        _ => None,
    });
    let all: Vec<(i64, &str, i64, &StepRow)> = all.collect();
    let nodes: Vec<i64> = all.iter().map(|new| new.0).collect();
    let mut distinct = nodes.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let games: Vec<&str> = all.iter().map(|new| new.1).collect();
    let numbers: Vec<i64> = all.iter().map(|new| new.2).collect();
    let revisions: Vec<i64> = all.iter().map(|new| new.3.revision.cast_signed()).collect();
    let seats: Vec<i16> = all.iter().map(|new| new.3.seat.into()).collect();
    let texts: Vec<&str> = all.iter().map(|new| new.3.text.as_str()).collect();
    let dice: Vec<&str> = all.iter().map(|new| new.3.dice.as_str()).collect();
    let hashes: Vec<i64> = all.iter().map(|new| new.3.hash.cast_signed()).collect();
    let made: Vec<Option<i64>> = all.iter().map(|new| new.3.made.map(u64::cast_signed)).collect();
    let told: Vec<Option<&str>> = all.iter().map(|new| new.3.told.as_deref()).collect();
    let values: Values<'_> =
        &[&distinct, &nodes, &games, &numbers, &revisions, &seats, &texts, &dice, &hashes, &made, &told];
    let rows = query(sql, values)?;
    let written: HashSet<&str> = rows.iter().map(|row| row.get(0)).collect();
    Ok(games.iter().map(|game| written.contains(game)).collect())
}

/// Changes of every kind in one transaction, the decisions among them together.
fn of_every_kind(line: &mut Line, changes: &[(Fence, Change)]) -> Result<Vec<bool>, Error> {
    let mut work = line.begin()?;
    let mut nodes: Vec<i64> = changes.iter().map(|(fence, _)| fence.0.cast_signed()).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let alive = "SELECT number FROM nodes WHERE number = ANY ($1) ORDER BY number FOR KEY SHARE";
    let alive: HashSet<i64> = work.query(alive, &[&nodes])?.iter().map(|row| row.get(0)).collect();
    let (plain, others): (Vec<_>, Vec<_>) =
        changes.iter().enumerate().partition(|(_, change)| is_step(change));
    let mut written = vec![false; changes.len()];
    for (place, (fence, change)) in others {
        let node = fence.0.cast_signed();
        written[place] = alive.contains(&node) && owns(&mut work, node, change)?;
        if written[place] {
            write(&mut work, node, change)?;
        }
    }
    let (places, plain): (Vec<usize>, Vec<_>) = plain.into_iter().unzip();
    let done =
        if plain.is_empty() { Vec::new() } else { steps(&plain, |sql, values| work.query(sql, values))? };
    places.into_iter().zip(done).for_each(|(place, done)| written[place] = done);
    work.commit()?;
    Ok(written)
}

/// Whether the game of a change is still the node's. A new one becomes it.
fn owns(work: &mut Work<'_>, node: i64, change: &Change) -> Result<bool, Error> {
    match change {
        Change::Begin { .. } | Change::Probe { .. } => Ok(true),
        _ => {
            let sql = "SELECT 1 FROM owners WHERE game = $1 AND node = $2";
            Ok(!work.query(sql, &[&change.game(), &node])?.is_empty())
        }
    }
}

fn write(work: &mut Work<'_>, node: i64, change: &Change) -> Result<(), Error> {
    let mut run = |sql: &'static str, values: Values<'_>| work.query(sql, values).map(|_| ());
    match change {
        Change::Begin { game, steps } => begin(work, node, game, steps),
        Change::Step { game, step, row, over } => {
            if *over {
                run("UPDATE games SET over = true WHERE id = $1", &[game])?;
            }
            insert(work, game, *step, row)
        }
        Change::Undo { game, steps, revision } => {
            run("DELETE FROM steps WHERE game = $1 AND step > $2", &[game, &steps.cast_signed()])?;
            run("UPDATE games SET revision = $2 WHERE id = $1", &[game, &revision.cast_signed()])
        }
        Change::Resign { game, seat, revision } => run(
            "UPDATE games SET resigned = $2, revision = $3, over = true WHERE id = $1",
            &[game, &i16::from(*seat), &revision.cast_signed()],
        ),
        Change::Renew { game, seat, print } => run(
            "UPDATE seats SET next = $3 WHERE game = $1 AND seat = $2",
            &[game, &i16::from(*seat), &print.as_slice()],
        ),
        Change::Renewed { game, seat } => run(
            "UPDATE seats SET print = next, next = NULL WHERE game = $1 AND seat = $2 AND next IS NOT NULL",
            &[game, &i16::from(*seat)],
        ),
        Change::Taken { game, seat, begun } => {
            run(
                "UPDATE seats SET who = 'link', print = next, next = NULL WHERE game = $1 AND seat = $2",
                &[game, &i16::from(*seat)],
            )?;
            run(
                "UPDATE games SET begun = coalesce($2, begun) WHERE id = $1",
                &[game, &begun.map(u64::cast_signed)],
            )
        }
        Change::Unsay { game, seat } => {
            // The line stays, so that no number is given twice; nothing is in it.
            run(
                "UPDATE talk SET words = '', place = NULL WHERE game = $1 AND seat = $2",
                &[game, &i16::from(*seat)],
            )?;
            run(
                "UPDATE seats SET webhook = NULL, player = '' WHERE game = $1 AND seat = $2",
                &[game, &i16::from(*seat)],
            )
        }
        Change::Dice { game, dice } => run("UPDATE games SET dice = $2 WHERE id = $1", &[game, dice]),
        Change::Webhook { game, seat, url } => run(
            "UPDATE seats SET webhook = $3 WHERE game = $1 AND seat = $2",
            &[game, &i16::from(*seat), url],
        ),
        Change::Player { game, seat, name } => run(
            "UPDATE seats SET player = $3 WHERE game = $1 AND seat = $2",
            &[game, &i16::from(*seat), name],
        ),
        Change::Delete { game } => {
            run("DELETE FROM steps WHERE game = $1", &[game])?;
            run("DELETE FROM seats WHERE game = $1", &[game])?;
            run("DELETE FROM talk WHERE game = $1", &[game])?;
            run("DELETE FROM owners WHERE game = $1", &[game])?;
            run("DELETE FROM games WHERE id = $1", &[game])
        }
        Change::Probe { now } => run(
            "INSERT INTO probe (number, written) VALUES (1, $1) ON CONFLICT (number) DO UPDATE SET written = $1",
            &[&now.cast_signed()],
        ),
        Change::Say { game, row } => say(work, game, row),
    }
}

fn begin(work: &mut Work<'_>, node: i64, game: &GameRow, steps: &[StepRow]) -> Result<(), Error> {
    work.query(
        "INSERT INTO games (id, game, rules, scenario, options, patch, dice, created, revision, resigned, forked, over,
                            terms, begun)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        &[
            &game.id,
            &game.game,
            &game.rules.cast_signed(),
            &game.scenario,
            &game.options,
            &game.patch,
            &game.dice,
            &game.created.cast_signed(),
            &game.revision.cast_signed(),
            &game.resigned.map(i16::from),
            &game.forked,
            &game.over,
            &game.terms,
            &game.begun.map(u64::cast_signed),
        ],
    )?;
    work.query("INSERT INTO owners (game, node) VALUES ($1, $2)", &[&game.id, &node])?;
    for (seat, row) in game.seats.iter().zip(0i16..).map(|(row, seat)| (seat, row)) {
        work.query(
            "INSERT INTO seats (game, seat, who, print, webhook, next, player)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            &[
                &game.id,
                &seat,
                &row.who,
                &row.print.as_ref().map(<[u8; 32]>::as_slice),
                &row.webhook,
                &row.next.as_ref().map(<[u8; 32]>::as_slice),
                &row.player,
            ],
        )?;
    }
    steps.iter().zip(1..).try_for_each(|(row, step)| insert(work, &game.id, step, row))
}

fn insert(work: &mut Work<'_>, game: &str, step: u64, row: &StepRow) -> Result<(), Error> {
    work.query(
        "INSERT INTO steps (game, step, revision, seat, text, dice, hash, made, told)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        &[
            &game,
            &step.cast_signed(),
            &row.revision.cast_signed(),
            &i16::from(row.seat),
            &row.text,
            &row.dice,
            &row.hash.cast_signed(),
            &row.made.map(u64::cast_signed),
            &row.told,
        ],
    )
    .map(|_| ())
}

/// Adds a line; the oldest beyond the limit goes.
fn say(work: &mut Work<'_>, game: &str, row: &TalkRow) -> Result<(), Error> {
    work.query(
        "INSERT INTO talk (game, number, seat, said, step, words, place) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        &[
            &game,
            &row.number.cast_signed(),
            &i16::from(row.seat),
            &row.said.cast_signed(),
            &row.step.cast_signed(),
            &row.words,
            &row.at,
        ],
    )?;
    let oldest = row.number.cast_signed() - KEPT_TALK.cast_signed();
    work.query("DELETE FROM talk WHERE game = $1 AND number <= $2", &[&game, &oldest]).map(|_| ())
}
