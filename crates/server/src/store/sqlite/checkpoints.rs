//! Bringing what is in the log into the file, beside those who write.
//!
//! Nearly all of it is done on a thread of its own. What was written meanwhile is brought in by the writer, so that the log
//! begins again from the front: it would grow without end otherwise, as long as somebody writes.

use std::{
    path::Path,
    sync::mpsc::{Receiver, Sender, TryRecvError, channel},
    thread::{self, JoinHandle},
};

use rusqlite::{Connection, wal::CheckpointMode};

use super::schema;
use crate::store::StoreError;

/// Pages of the log that are worth bringing in: 32 MB.
const MANY: i32 = if cfg!(test) { 500 } else { 8_000 };

/// Brings pages in.
pub struct Checkpoints {
    /// With so many pages it is begun: with more when the last time did not empty the log.
    begin_at: i32,
    under_way: bool,
    wanted: Option<Sender<()>>,
    done: Receiver<()>,
    thread: Option<JoinHandle<()>>,
}

impl Checkpoints {
    /// For the connection that writes a file, which does it no more by itself.
    pub fn of(pen: &Connection, file: &Path) -> Result<Self, StoreError> {
        let connection = Connection::open(file)?;
        schema::settings(&connection)?;
        let ((wanted, wants), (tell, done)) = (channel(), channel());
        let work = move || {
            while wants.recv().is_ok() {
                bring_in(&connection);
                if tell.send(()).is_err() {
                    return;
                }
            }
        };
        let thread = thread::Builder::new().name("checkpoints".into()).spawn(work);
        let thread = thread.map_err(|error| StoreError::file(file, error))?;
        pen.pragma_update(None, "wal_autocheckpoint", 0)?;
        Ok(Self { begin_at: MANY, under_way: false, wanted: Some(wanted), done, thread: Some(thread) })
    }

    /// Looks between two changes whether there is something to do.
    pub fn look(&mut self, pen: &Connection) {
        if self.under_way {
            if matches!(self.done.try_recv(), Err(TryRecvError::Empty)) {
                return;
            }
            bring_in(pen);
            self.under_way = false;
            // If somebody still reads what is in the log, it begins again later.
            self.begin_at = pages(pen) + MANY;
            return;
        }
        let pages = pages(pen);
        if pages < MANY {
            self.begin_at = MANY;
        } else if pages >= self.begin_at {
            self.under_way = self.wanted.as_ref().is_some_and(|wanted| wanted.send(()).is_ok());
        }
    }
}

impl Drop for Checkpoints {
    fn drop(&mut self) {
        self.wanted = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// How many pages the log has.
fn pages(connection: &Connection) -> i32 {
    connection.wal_checkpoint_v2(None::<&str>, CheckpointMode::NOOP).map_or(0, |(pages, _)| pages)
}

/// Brings in what can be, without holding anybody up.
fn bring_in(connection: &Connection) {
    if let Err(error) = connection.wal_checkpoint_v2(None::<&str>, CheckpointMode::PASSIVE) {
        tracing::warn!(%error, "the log of the games could not be brought into their file");
    }
}
