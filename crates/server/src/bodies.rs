//! How much of requests the server holds at once, over all who ask and for each of them.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use crate::{config::Limits, error::Failure};

/// After how many seconds it may be tried again: those who hold the room back have lost it by then.
const AGAIN: u64 = 30;

/// The bytes of requests that are under way. The first bytes of each request, as many as an ordinary one may have, are
/// free: decisions get through while records wait.
#[derive(Debug)]
pub struct Bodies {
    free: usize,
    all: usize,
    each: usize,
    held: Mutex<Held>,
}

#[derive(Default, Debug)]
struct Held {
    total: usize,
    by: HashMap<IpAddr, usize>,
}

impl Bodies {
    /// Nobody holds anything yet. One asker may hold a quarter of all there is, and a whole record in any case.
    pub fn new(limits: &Limits) -> Arc<Self> {
        let all = limits.bodies.max(limits.record);
        let each = (all / 4).max(limits.record);
        Arc::new(Self { free: limits.body, all, each, held: Mutex::default() })
    }

    /// What a request of somebody holds, until it is answered.
    pub fn share(self: &Arc<Self>, who: IpAddr) -> Share {
        Share { bodies: Arc::clone(self), who, read: AtomicUsize::new(0), held: AtomicUsize::new(0) }
    }
}

/// What one request holds.
#[derive(Debug)]
pub struct Share {
    bodies: Arc<Bodies>,
    who: IpAddr,
    read: AtomicUsize,
    held: AtomicUsize,
}

impl Share {
    /// So many bytes more have come in; an error if there is no room for them.
    pub fn add(&self, bytes: usize) -> Result<(), Failure> {
        let before = self.read.fetch_add(bytes, Ordering::Relaxed);
        let more = (before + bytes).saturating_sub(self.bodies.free.max(before));
        if more == 0 {
            return Ok(());
        }
        let mut held = self.bodies.held.lock().map_err(|error| Failure::fault(&error))?;
        if held.total + more > self.bodies.all {
            return Err(Failure::busy("too many large requests are under way: try again").after(AGAIN));
        }
        let own = held.by.entry(self.who).or_default();
        if *own + more > self.bodies.each {
            return Err(Failure::too_many("too many large requests of yours are under way", AGAIN));
        }
        *own += more;
        held.total += more;
        self.held.fetch_add(more, Ordering::Relaxed);
        Ok(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let back = *self.held.get_mut();
        if back == 0 {
            return;
        }
        let Ok(mut held) = self.bodies.held.lock() else { return };
        held.total -= back;
        if let Some(own) = held.by.get_mut(&self.who) {
            *own -= back;
            if *own == 0 {
                held.by.remove(&self.who);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_free_costs_nothing_and_what_is_held_comes_back() {
        let limits = Limits { body: 10, record: 100, bodies: 800, ..Limits::default() };
        let bodies = Bodies::new(&limits);
        let who = |number: u8| IpAddr::from([10, 0, 0, number]);
        let large: Vec<Share> = (0..8).map(|number| bodies.share(who(number / 2))).collect();
        for share in &large {
            share.add(4).unwrap();
            share.add(106).unwrap();
        }
        assert_eq!(bodies.share(who(9)).add(11).unwrap_err().status(), 503, "everything is held");
        bodies.share(who(9)).add(10).unwrap();
        drop(large);
        let (one, two, three) = (bodies.share(who(1)), bodies.share(who(1)), bodies.share(who(1)));
        one.add(110).unwrap();
        two.add(110).unwrap();
        assert_eq!(three.add(11).unwrap_err().status(), 429, "one asker has a quarter");
        drop((one, two, three));
        assert_eq!(bodies.held.lock().unwrap().total, 0);
        assert!(bodies.held.lock().unwrap().by.is_empty());
    }
}
