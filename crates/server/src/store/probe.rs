//! How the store is: whether it can be written, and whether what is in it can be read.

use std::time::{Duration, Instant};

use super::{Change, Store, StoreError};
use crate::clock;

/// An answer is good for so long: whoever asks often costs no more than whoever asks rarely.
const FRESH: Duration = Duration::from_secs(2);

/// What is known of how the store is: when it was last tried, and what came of it. Held while it is tried, so that one
/// tries for all.
#[derive(Default, Debug)]
pub struct Condition(tokio::sync::Mutex<Option<(Instant, Result<(), StoreError>)>>);

impl Store {
    /// Whether a change can be kept and games can be read, tried in earnest: a full disk can be read all the same.
    pub async fn probe(&self) -> Result<(), StoreError> {
        self.books.sound()?;
        let mut tried = self.condition.0.lock().await;
        if let Some((when, outcome)) = &*tried
            && when.elapsed() < FRESH
        {
            outcome.clone()?;
        } else {
            let outcome = self.write(self.fence(), Change::Probe { now: clock::now() }).await;
            *tried = Some((Instant::now(), outcome.clone()));
            outcome?;
        }
        self.books.sound()
    }
}
