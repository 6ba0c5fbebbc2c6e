//! Which node may write which games.
//!
//! Every node that shares a database has a number that no other ever had or will have. Its number is the fence of every
//! game that it owns: a change is written only if the node of its fence still lives and still owns the game. A node whose
//! number was taken away is given a new one, but owns nothing under it, and whatever it holds in memory from before is
//! refused.

use std::{
    net::SocketAddr,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::sync::watch;

/// A node that has said nothing for so long is taken for dead.
pub const LIFE: Duration = Duration::from_secs(4);
/// How often a node says that it lives.
pub const BEAT: Duration = Duration::from_secs(1);

/// What a change must be written under: the number of the node that has read the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fence(pub u64);

impl Fence {
    /// Where there are no other nodes.
    pub const NONE: Self = Self(0);
}

/// Whose a game is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Owner {
    /// This node's, under this fence.
    Mine(Fence),
    /// Another node's.
    Elsewhere(Node),
    /// Nobody's: there is no such game.
    Nobody,
}

/// A node that lives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Its number.
    pub number: u64,
    /// Where others reach it, if they can.
    pub address: Option<SocketAddr>,
}

/// The nodes that live, as this one sees them.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Nodes {
    /// This one's number.
    pub me: u64,
    /// The others.
    pub others: Vec<Node>,
}

/// The lease of a node on its games.
#[derive(Debug)]
pub struct Lease {
    number: AtomicU64,
    /// Until when nobody else can take this node for dead.
    until: Mutex<Instant>,
    /// Who lives.
    pub nodes: watch::Sender<Nodes>,
    /// What nodes tell each other to be believed.
    pub secret: String,
}

impl Lease {
    /// A lease that a node was given when it asked at this moment.
    pub fn new(number: u64, asked: Instant, secret: String) -> Self {
        let nodes = watch::Sender::new(Nodes { me: number, others: Vec::new() });
        Self { number: AtomicU64::new(number), until: Mutex::new(asked + LIFE), nodes, secret }
    }

    /// The fence under which this node reads and begins games now.
    pub fn fence(&self) -> Fence {
        Fence(self.number.load(Ordering::SeqCst))
    }

    /// Whether this node can be sure that its games are still its own. One that was frozen cannot.
    pub fn holds(&self) -> bool {
        self.until.lock().is_ok_and(|until| Instant::now() < *until)
    }

    /// It was renewed, or given anew under another number, by an answer to what was asked at this moment.
    pub fn renew(&self, number: u64, asked: Instant) {
        self.number.store(number, Ordering::SeqCst);
        if let Ok(mut until) = self.until.lock() {
            *until = asked + LIFE;
        }
    }
}
