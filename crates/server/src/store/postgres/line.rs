//! A connection to the database.

use std::collections::HashMap;

use ::postgres::{Client, Config, Error, NoTls, Row, Statement, types::ToSql};

/// Values of a statement.
pub type Values<'v> = &'v [&'v (dyn ToSql + Sync)];

/// A connection with the statements that it knows already.
pub struct Line {
    client: Client,
    known: HashMap<&'static str, Statement>,
}

impl Line {
    /// Connects.
    pub fn open(to: &Config) -> Result<Self, Error> {
        let mut client = to.connect(NoTls)?;
        // A commit is answered when it is on the disk, whatever the database is set to; and whoever freezes in the middle
        // of a transaction does not hold up others for longer than a node is given.
        client.batch_execute(
            "SET synchronous_commit = on; SET idle_in_transaction_session_timeout = '3s'; SET lock_timeout = '8s'",
        )?;
        Ok(Self { client, known: HashMap::new() })
    }

    /// Runs a statement, which is prepared once.
    pub fn query(&mut self, sql: &'static str, values: Values<'_>) -> Result<Vec<Row>, Error> {
        let statement = if let Some(known) = self.known.get(sql) {
            known.clone()
        } else {
            let statement = self.client.prepare(sql)?;
            self.known.insert(sql, statement.clone());
            statement
        };
        self.client.query(&statement, values)
    }

    /// Runs statements that have no values.
    pub fn run(&mut self, sql: &str) -> Result<(), Error> {
        self.client.batch_execute(sql)
    }

    /// Begins a transaction, which is taken back unless it is committed.
    pub fn begin(&mut self) -> Result<Work<'_>, Error> {
        self.client.batch_execute("BEGIN")?;
        Ok(Work { line: self, done: false })
    }
}

/// A transaction.
pub struct Work<'l> {
    line: &'l mut Line,
    done: bool,
}

impl Work<'_> {
    /// Runs a statement in it.
    pub fn query(&mut self, sql: &'static str, values: Values<'_>) -> Result<Vec<Row>, Error> {
        self.line.query(sql, values)
    }

    /// Runs statements that have no values in it.
    pub fn run(&mut self, sql: &str) -> Result<(), Error> {
        self.line.run(sql)
    }

    /// Everything is on the disk after this.
    pub fn commit(mut self) -> Result<(), Error> {
        self.done = true;
        self.line.client.batch_execute("COMMIT")
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        if !self.done {
            // Where the connection is gone, so is the transaction.
            let _ = self.line.client.batch_execute("ROLLBACK");
        }
    }
}
