//! The door: how many connections there are, from whom, and for how long they may say nothing.
//!
//! When the house is full, somebody who comes is let in if another address holds more connections than his own: one of
//! those goes, first one that has not even said what it wants. Half requests and idle streams shut nobody out.

use std::{
    collections::HashMap,
    future::Future,
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU8, AtomicU64, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::serve::Listener;
use http_body::{Frame, SizeHint};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::Notify,
    time::{Instant, Sleep},
};

use crate::{config::Limits, limits::network};

/// A connection on which nothing has come or gone for so long is closed. Live streams are never as quiet.
const SILENCE: Duration = Duration::from_secs(75);

/// Lets people in.
pub struct Door {
    listener: TcpListener,
    house: Arc<House>,
    silence: Duration,
}

impl Door {
    /// A door with these limits; behind a proxy everybody comes from the same address.
    pub fn new(listener: TcpListener, limits: &Limits, proxied: bool) -> Self {
        let each = if proxied || limits.connections_each == 0 { usize::MAX } else { limits.connections_each };
        let (most, inside) = (limits.connections.max(1), Mutex::default());
        let house = Arc::new(House { most, each, begun: Instant::now(), inside });
        Self { listener, house, silence: SILENCE }
    }

    /// Whoever comes in next.
    pub async fn accept(&mut self) -> Guest {
        loop {
            let (stream, address) = Listener::accept(&mut self.listener).await;
            let Some(visit) = self.house.enter(address) else { continue };
            // Small answers go out at once.
            let _ = stream.set_nodelay(true);
            let now = Instant::now();
            let clock = Box::pin(tokio::time::sleep_until(now + self.silence));
            return Guest { stream, last: now, silence: self.silence, clock, visit };
        }
    }
}

/// Who is inside.
#[derive(Debug)]
struct House {
    most: usize,
    each: usize,
    begun: Instant,
    inside: Mutex<Inside>,
}

#[derive(Default, Debug)]
struct Inside {
    next: u64,
    visits: HashMap<u64, Arc<Visit>>,
    many: HashMap<IpAddr, usize>,
}

impl House {
    /// Notes somebody who comes in; nothing if too many are inside.
    fn enter(self: &Arc<Self>, address: SocketAddr) -> Option<Entry> {
        let who = network(address.ip());
        let mut inside = self.inside.lock().ok()?;
        let own = inside.many.get(&who).copied().unwrap_or(0);
        if own >= self.each {
            return None;
        }
        if inside.visits.len() >= self.most {
            let leaving = inside.least_missed(who, own)?;
            inside.remove(leaving).leave.notify_one();
        }
        let number = inside.next;
        inside.next += 1;
        let visit = Arc::new(Visit {
            address,
            who,
            stage: AtomicU8::new(WAITING),
            since: AtomicU64::new(self.begun.elapsed().as_millis() as u64),
            begun: self.begun,
            leave: Notify::new(),
        });
        inside.visits.insert(number, Arc::clone(&visit));
        *inside.many.entry(who).or_insert(0) += 1;
        Some(Entry { number, visit, house: Arc::clone(self) })
    }
}

impl Inside {
    /// Whose connection ends for somebody new from an address that holds `own`: one of an address that holds most.
    fn least_missed(&self, newcomer: IpAddr, own: usize) -> Option<u64> {
        let worth = |(number, visit): (&u64, &Arc<Visit>)| {
            let many = self.many.get(&visit.who).copied().unwrap_or(0);
            let goes = match visit.stage.load(Ordering::Relaxed) {
                // Nobody can push out others by coming more often than they do.
                WAITING => visit.who == newcomer || many > own,
                STREAMING => many > own + 1,
                _ => false,
            };
            let streams = visit.stage.load(Ordering::Relaxed) == STREAMING;
            let rank = (usize::MAX - many, streams, visit.since.load(Ordering::Relaxed), *number);
            goes.then_some((rank, *number))
        };
        self.visits.iter().filter_map(worth).min().map(|(_, number)| number)
    }

    fn remove(&mut self, number: u64) -> Arc<Visit> {
        let visit = self.visits.remove(&number).expect("somebody who is inside");
        if let Some(many) = self.many.get_mut(&visit.who) {
            *many -= 1;
            if *many == 0 {
                self.many.remove(&visit.who);
            }
        }
        visit
    }
}

/// No request is there, or not all of it.
const WAITING: u8 = 0;
/// A whole request is being answered.
const ANSWERING: u8 = 1;
/// The answer is a live stream.
const STREAMING: u8 = 2;

/// A connection, as far as others care.
#[derive(Debug)]
pub struct Visit {
    /// Where it comes from.
    pub address: SocketAddr,
    who: IpAddr,
    stage: AtomicU8,
    /// When the stage began, in milliseconds since the door was opened.
    since: AtomicU64,
    begun: Instant,
    leave: Notify,
}

impl Visit {
    fn stage(&self, stage: u8) {
        if self.stage.swap(stage, Ordering::Relaxed) != stage {
            self.since.store(self.begun.elapsed().as_millis() as u64, Ordering::Relaxed);
        }
    }

    /// The whole request is there.
    pub fn is_being_answered(&self) {
        self.stage(ANSWERING);
    }

    /// Waits until the place is needed for somebody else.
    pub async fn is_over(&self) {
        self.leave.notified().await;
    }

    /// The answer as it goes out; when it is out, the next request is waited for.
    pub fn answer<B>(self: &Arc<Self>, body: B, is_stream: bool) -> Outgoing<B> {
        self.stage(if is_stream { STREAMING } else { ANSWERING });
        Outgoing { body, visit: Arc::clone(self) }
    }
}

/// An answer on its way.
pub struct Outgoing<B> {
    body: B,
    visit: Arc<Visit>,
}

impl<B: http_body::Body + Unpin> http_body::Body for Outgoing<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl<B> Drop for Outgoing<B> {
    fn drop(&mut self) {
        self.visit.stage(WAITING);
    }
}

/// Somebody who is inside, until he leaves.
struct Entry {
    number: u64,
    visit: Arc<Visit>,
    house: Arc<House>,
}

impl Drop for Entry {
    fn drop(&mut self) {
        let Ok(mut inside) = self.house.inside.lock() else { return };
        if inside.visits.contains_key(&self.number) {
            inside.remove(self.number);
        }
    }
}

/// A connection that must not be quiet for too long.
pub struct Guest {
    stream: TcpStream,
    last: Instant,
    silence: Duration,
    clock: Pin<Box<Sleep>>,
    visit: Entry,
}

impl Guest {
    /// The connection, as far as others care.
    pub fn visit(&self) -> Arc<Visit> {
        Arc::clone(&self.visit.visit)
    }

    /// Waits with whoever waits for the other side, and gives up after too long.
    fn patience(&mut self, context: &mut Context<'_>) -> Poll<io::Error> {
        loop {
            ready!(self.clock.as_mut().poll(context));
            let end = self.last + self.silence;
            if Instant::now() >= end {
                return Poll::Ready(io::ErrorKind::TimedOut.into());
            }
            self.clock.as_mut().reset(end);
        }
    }

    /// Notes that something came or went; otherwise waits.
    fn moved<T>(&mut self, poll: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if poll.is_ready() {
            self.last = Instant::now();
            return poll;
        }
        self.patience(context).map(Err)
    }
}

impl AsyncRead for Guest {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let poll = Pin::new(&mut self.stream).poll_read(context, into);
        self.moved(poll, context)
    }
}

impl AsyncWrite for Guest {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.moved(poll, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.moved(poll, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests;
