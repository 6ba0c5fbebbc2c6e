//! The mailbox of somebody who watches: what he has not read yet, up to a limit.
//!
//! A channel made for millions of messages keeps kilobytes ready; a watcher gets a few lines a minute, and there are two
//! at every live game.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
};

use axum::body::Bytes;

#[derive(Default)]
struct Shared {
    waiting: VecDeque<Bytes>,
    reader: Option<Waker>,
    closed: bool,
}

/// Where letters are put in.
pub struct Slot {
    shared: Arc<Mutex<Shared>>,
    most: usize,
}

/// Where they are taken out.
pub struct Letters(Arc<Mutex<Shared>>);

/// A mailbox for so many letters.
pub fn mailbox(most: usize) -> (Slot, Letters) {
    let shared = Arc::<Mutex<Shared>>::default();
    (Slot { shared: Arc::clone(&shared), most }, Letters(shared))
}

/// Nothing in it can be left half done, so a lock that somebody panicked with is as good as any.
fn open(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Slot {
    /// Puts a letter in, if there is room and somebody who reads; whether it was.
    pub fn put(&self, letter: Bytes) -> bool {
        let mut shared = open(&self.shared);
        if shared.closed || shared.waiting.len() >= self.most {
            return false;
        }
        shared.waiting.push_back(letter);
        let reader = shared.reader.take();
        drop(shared);
        if let Some(reader) = reader {
            reader.wake();
        }
        true
    }

    /// Whether nobody reads any more.
    pub fn is_closed(&self) -> bool {
        open(&self.shared).closed
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut shared = open(&self.shared);
        shared.closed = true;
        if let Some(reader) = shared.reader.take() {
            reader.wake();
        }
    }
}

impl Letters {
    /// Everything that waits, as one letter; nothing comes any more when there is none and the slot is gone.
    pub fn poll(&mut self, context: &Context<'_>) -> Poll<Option<Bytes>> {
        let mut shared = open(&self.0);
        let Some(first) = shared.waiting.pop_front() else {
            if shared.closed {
                return Poll::Ready(None);
            }
            shared.reader = Some(context.waker().clone());
            return Poll::Pending;
        };
        if shared.waiting.is_empty() {
            return Poll::Ready(Some(first));
        }
        let mut all = first.to_vec();
        for letter in std::mem::take(&mut shared.waiting) {
            all.extend_from_slice(&letter);
        }
        Poll::Ready(Some(all.into()))
    }
}

impl Drop for Letters {
    fn drop(&mut self) {
        let mut shared = open(&self.0);
        shared.closed = true;
        shared.waiting = VecDeque::new();
    }
}

#[cfg(test)]
mod tests {
    use std::{future::poll_fn, time::Duration};

    use super::*;

    async fn read(letters: &mut Letters) -> Option<Bytes> {
        poll_fn(|context| letters.poll(context)).await
    }

    #[tokio::test]
    async fn what_waits_comes_at_once_and_in_order() {
        let (slot, mut letters) = mailbox(3);
        for letter in ["one ", "two ", "three"] {
            assert!(slot.put(letter.into()));
        }
        assert!(!slot.put("four".into()), "it is full");
        assert_eq!(read(&mut letters).await.unwrap(), "one two three");
        assert!(slot.put("five".into()));
        drop(slot);
        assert_eq!(read(&mut letters).await.unwrap(), "five", "what was put in is read to the end");
        assert_eq!(read(&mut letters).await, None);
    }

    #[tokio::test]
    async fn a_reader_is_woken() {
        let (slot, mut letters) = mailbox(3);
        let reading = tokio::spawn(async move { (read(&mut letters).await, read(&mut letters).await) });
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(slot.put("news".into()));
        tokio::time::sleep(Duration::from_millis(20)).await;
        drop(slot);
        let read = tokio::time::timeout(Duration::from_secs(5), reading).await.unwrap().unwrap();
        assert_eq!(read, (Some("news".into()), None));
    }

    #[test]
    fn nobody_reads_after_the_reader_has_gone() {
        let (slot, letters) = mailbox(3);
        assert!(!slot.is_closed());
        drop(letters);
        assert!(slot.is_closed() && !slot.put("lost".into()));
    }
}
