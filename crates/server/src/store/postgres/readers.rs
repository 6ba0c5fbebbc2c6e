//! The connections that read: a few, however many ask at once. A database has only so many for everybody.

use std::{
    sync::{Condvar, Mutex},
    time::Duration,
};

use super::{Line, StoreError};

/// Connections of one node that read.
const MOST: usize = 12;
/// How long somebody waits for one.
const PATIENCE: Duration = Duration::from_secs(10);

/// The connections that read.
#[derive(Default)]
pub struct Readers {
    state: Mutex<State>,
    free: Condvar,
}

#[derive(Default)]
struct State {
    idle: Vec<Line>,
    taken: usize,
}

/// The right to use one connection; what is in it when it ends is kept for the next.
pub struct Place<'r> {
    readers: &'r Readers,
    /// The connection; none where there has been none yet, or it was lost.
    pub line: Option<Line>,
}

impl Readers {
    /// A place for one who reads, as soon as there is one.
    pub fn place(&self) -> Result<Place<'_>, StoreError> {
        let state = self.state.lock().map_err(|_| StoreError::Stopped)?;
        let waited = self.free.wait_timeout_while(state, PATIENCE, |state| state.taken >= MOST);
        let (mut state, _) = waited.map_err(|_| StoreError::Stopped)?;
        if state.taken >= MOST {
            return Err(StoreError::Away("too many read at the same time".into()));
        }
        state.taken += 1;
        Ok(Place { readers: self, line: state.idle.pop() })
    }

    /// All that nobody uses.
    pub fn idle(&self) -> Vec<Line> {
        self.state.lock().map(|mut state| std::mem::take(&mut state.idle)).unwrap_or_default()
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        if let Ok(mut state) = self.readers.state.lock() {
            state.taken -= 1;
            state.idle.extend(self.line.take());
        }
        self.readers.free.notify_one();
    }
}
