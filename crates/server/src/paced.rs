//! A stream of events at a pace that a reader can follow: the first goes out at once, what happens within the next
//! moment goes out together, and a line keeps the connection open while nothing happens.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::body::Bytes;
use tokio::time::{Instant, Sleep};

use crate::mailbox::Letters;

/// How long letters are left in the box after some went out: as long as a picture of a film. Programs decide hundreds of
/// times a second, and every packet costs more than what is in it.
const PAUSE: Duration = Duration::from_millis(40);
/// A line that keeps the connection open is sent after so long a silence.
const SILENCE: Duration = Duration::from_secs(15);

/// Letters of a mailbox, and the clock by which they are read.
pub struct Paced {
    letters: Letters,
    /// Rings at the end of a pause, or of the silence after it.
    clock: Pin<Box<Sleep>>,
    pausing: bool,
}

impl Paced {
    /// Nothing has gone out yet.
    pub fn new(letters: Letters) -> Self {
        Self { letters, clock: Box::pin(tokio::time::sleep(SILENCE)), pausing: false }
    }

    /// What goes out next; nothing comes any more when there is none.
    pub fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if self.pausing {
            // The box does not know of this reader meanwhile: nobody is woken for what is put in.
            ready!(self.clock.as_mut().poll(context));
            self.pausing = false;
            self.set_clock(SILENCE);
        }
        if let Poll::Ready(letters) = self.letters.poll(context) {
            self.pausing = true;
            self.set_clock(PAUSE);
            return Poll::Ready(letters);
        }
        ready!(self.clock.as_mut().poll(context));
        self.set_clock(SILENCE);
        // Asked again, the clock wakes this task when the time has come.
        let _ = self.clock.as_mut().poll(context);
        Poll::Ready(Some(Bytes::from_static(b": \n\n")))
    }

    fn set_clock(&mut self, time: Duration) {
        self.clock.as_mut().reset(Instant::now() + time);
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use super::*;
    use crate::mailbox::mailbox;

    async fn read(paced: &mut Paced) -> Option<Bytes> {
        poll_fn(|context| paced.poll(context)).await
    }

    #[tokio::test]
    async fn the_first_event_goes_out_at_once_and_those_that_follow_it_together() {
        let (slot, letters) = mailbox(9);
        let mut paced = Paced::new(letters);
        assert!(slot.put("one ".into()));
        assert_eq!(read(&mut paced).await.unwrap(), "one ");
        let begun = Instant::now();
        let reading = tokio::spawn(async move { (read(&mut paced).await, paced) });
        for letter in ["two ", "three ", "four "] {
            assert!(slot.put(letter.into()));
            tokio::task::yield_now().await;
        }
        let (read_together, mut paced) = reading.await.unwrap();
        assert_eq!(read_together.unwrap(), "two three four ");
        assert!(begun.elapsed() >= PAUSE / 2, "there was a pause");
        tokio::time::sleep(PAUSE * 2).await;
        let reading = tokio::spawn(async move { (read(&mut paced).await, read(&mut paced).await) });
        tokio::time::sleep(PAUSE * 2).await;
        assert!(slot.put("five".into()));
        drop(slot);
        assert_eq!(reading.await.unwrap(), (Some("five".into()), None), "after a pause it listens again");
    }

    /// Somebody writes at all kinds of moments, in and between pauses, from another thread: everything comes, once and in
    /// order.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn no_letter_is_lost_at_whatever_moment_it_comes() {
        const MANY: u32 = 3_000;
        let (slot, letters) = mailbox(MANY as usize);
        let mut paced = Paced::new(letters);
        let writing = tokio::task::spawn_blocking(move || {
            for number in 0..MANY {
                assert!(slot.put(format!("{number} ").into()));
                // Mostly at once, now and then after a part of a pause, or just at its end.
                let micros = [0, 0, 0, 0, 90, 1_300][number as usize % 6];
                std::thread::sleep(Duration::from_micros(micros));
                if number.is_multiple_of(250) {
                    std::thread::sleep(PAUSE + Duration::from_micros(u64::from(number / 10)));
                }
            }
        });
        let (mut told, mut pieces) = (String::new(), 0);
        while let Some(bytes) = tokio::time::timeout(Duration::from_mins(1), read(&mut paced)).await.unwrap()
        {
            told += str::from_utf8(&bytes).unwrap();
            pieces += 1;
        }
        writing.await.unwrap();
        let wanted: Vec<String> = (0..MANY).map(|number| number.to_string()).collect();
        assert_eq!(told.split_whitespace().collect::<Vec<_>>(), wanted);
        assert!(pieces < MANY / 2, "{pieces} pieces");
    }
}
