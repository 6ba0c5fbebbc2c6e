//! How the store is: whether it can be written, and whether what is in it can be read.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use rusqlite::{ErrorCode, OpenFlags};

use super::{Change, Store, StoreError};
use crate::clock;

/// An answer is good for so long: whoever asks often costs no more than whoever asks rarely.
const FRESH: Duration = Duration::from_secs(2);

/// What is known of how the store is.
#[derive(Default, Debug)]
pub struct Condition {
    /// How the file is damaged, once that has been seen. It does not heal by itself.
    damage: Mutex<Option<String>>,
    /// When it was last tried, and what came of it. Held while it is tried, so that one tries for all.
    tried: tokio::sync::Mutex<Option<(Instant, Option<String>)>>,
}

impl Store {
    /// Whether a change can be kept and games can be read, tried in earnest: a full disk can be read all the same.
    pub async fn probe(&self) -> Result<(), StoreError> {
        self.undamaged()?;
        let mut tried = self.condition.tried.lock().await;
        if tried.as_ref().is_none_or(|(when, _)| when.elapsed() >= FRESH) {
            let failed = match self.write(Change::Probe { now: clock::now() }).await {
                Ok(()) => None,
                Err(StoreError::Unwritten(why)) => Some(why),
                Err(error) => Some(error.to_string()),
            };
            *tried = Some((Instant::now(), failed));
        }
        match tried.as_ref().and_then(|(_, failed)| failed.clone()) {
            Some(why) => Err(StoreError::Unwritten(why)),
            None => self.undamaged(),
        }
    }

    /// Reads the whole file and looks whether it is what it should be. It takes long and waits for the disk.
    pub fn examine(&self) -> Result<(), StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = rusqlite::Connection::open_with_flags(&self.file, flags)?;
        let first = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
        match first {
            Ok(words) if words == "ok" => Ok(()),
            Ok(words) => {
                self.note_damage(&words);
                Err(StoreError::Damaged(words))
            }
            Err(error) => Err(self.noted(error)),
        }
    }

    fn undamaged(&self) -> Result<(), StoreError> {
        let damage = self.condition.damage.lock().map_err(|_| StoreError::Stopped)?;
        damage.clone().map_or(Ok(()), |how| Err(StoreError::Damaged(how)))
    }

    fn note_damage(&self, how: &str) {
        if let Ok(mut damage) = self.condition.damage.lock()
            && damage.is_none()
        {
            tracing::error!(how, "the file of the games is damaged");
            *damage = Some(how.to_owned());
        }
    }

    /// An error of the database; one that tells of damage is remembered.
    pub(super) fn noted(&self, error: rusqlite::Error) -> StoreError {
        if matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)) {
            self.note_damage(&error.to_string());
        }
        error.into()
    }
}
