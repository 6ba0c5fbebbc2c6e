//! The door: how many connections there are, from whom, and for how long they may say nothing.

use std::{
    collections::HashMap,
    future::Future,
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::{Arc, Mutex},
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::serve::Listener;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, Sleep},
};

use crate::{config::Limits, limits::network};

/// A connection on which nothing has come or gone for so long is closed. Live streams are never as quiet.
const SILENCE: Duration = Duration::from_secs(75);

/// Lets people in.
pub struct Door {
    listener: TcpListener,
    room: Arc<Semaphore>,
    each: usize,
    inside: Arc<Mutex<HashMap<IpAddr, usize>>>,
    silence: Duration,
}

impl Door {
    /// A door with these limits; behind a proxy everybody comes from the same address.
    pub fn new(listener: TcpListener, limits: &Limits, proxied: bool) -> Self {
        let each = if proxied || limits.connections_each == 0 { usize::MAX } else { limits.connections_each };
        let room = Arc::new(Semaphore::new(limits.connections.clamp(1, Semaphore::MAX_PERMITS)));
        Self { listener, room, each, inside: Arc::default(), silence: SILENCE }
    }

    /// Notes somebody who comes in; nothing if too many are inside from there.
    fn enter(&self, address: IpAddr) -> Option<Inside> {
        let who = network(address);
        let mut inside = self.inside.lock().ok()?;
        let many = inside.entry(who).or_insert(0);
        if *many >= self.each {
            return None;
        }
        *many += 1;
        Some(Inside { who, all: Arc::clone(&self.inside) })
    }

    /// Whoever comes in next, and from where.
    pub async fn accept(&mut self) -> (Guest, SocketAddr) {
        let permit = Arc::clone(&self.room).acquire_owned().await.ok();
        loop {
            let (stream, address) = Listener::accept(&mut self.listener).await;
            let Some(inside) = self.enter(address.ip()) else { continue };
            // Small answers go out at once.
            let _ = stream.set_nodelay(true);
            let now = Instant::now();
            let clock = Box::pin(tokio::time::sleep_until(now + self.silence));
            let guest =
                Guest { stream, last: now, silence: self.silence, clock, _inside: inside, _permit: permit };
            return (guest, address);
        }
    }
}

/// Where a connection comes from.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// Somebody who is inside, until he leaves.
struct Inside {
    who: IpAddr,
    all: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Drop for Inside {
    fn drop(&mut self) {
        let Ok(mut all) = self.all.lock() else { return };
        if let Some(many) = all.get_mut(&self.who) {
            *many -= 1;
            if *many == 0 {
                all.remove(&self.who);
            }
        }
    }
}

/// A connection that must not be quiet for too long.
pub struct Guest {
    stream: TcpStream,
    last: Instant,
    silence: Duration,
    clock: Pin<Box<Sleep>>,
    _inside: Inside,
    _permit: Option<OwnedSemaphorePermit>,
}

impl Guest {
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
mod tests {
    use tokio::io::AsyncReadExt;

    use super::*;

    async fn door(each: usize, silence: Duration) -> Door {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let limits = Limits { connections_each: each, ..Limits::default() };
        Door { silence, ..Door::new(listener, &limits, false) }
    }

    #[tokio::test]
    async fn so_many_come_in_from_one_address_and_leave_room_when_they_go() {
        let mut door = door(2, SILENCE).await;
        let to = door.listener.local_addr().unwrap();
        let mut clients = Vec::new();
        for _ in 0..3 {
            clients.push(TcpStream::connect(to).await.unwrap());
        }
        let (first, _) = door.accept().await;
        let (_second, _) = door.accept().await;
        let short = Duration::from_millis(100);
        assert!(tokio::time::timeout(short, door.accept()).await.is_err(), "the third is sent away");
        assert_eq!(clients[2].read(&mut [0; 1]).await.unwrap_or(0), 0);
        drop(first);
        let _fourth = TcpStream::connect(to).await.unwrap();
        assert!(tokio::time::timeout(short, door.accept()).await.is_ok());
    }

    #[tokio::test]
    async fn whoever_says_nothing_is_sent_away() {
        let mut door = door(0, Duration::from_millis(50)).await;
        let to = door.listener.local_addr().unwrap();
        let _client = TcpStream::connect(to).await.unwrap();
        let (mut guest, _) = door.accept().await;
        let read = tokio::time::timeout(Duration::from_secs(5), guest.read(&mut [0; 1])).await;
        assert_eq!(read.unwrap().unwrap_err().kind(), io::ErrorKind::TimedOut);
    }
}
