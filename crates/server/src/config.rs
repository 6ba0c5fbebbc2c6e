//! What an operator can set.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use crate::store::Place;

/// How the server runs.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0 takes any that is free.
    pub listen: SocketAddr,
    /// Where `/healthz` and `/metrics` are, if not beside everything else: a port that strangers do not reach.
    pub admin: Option<SocketAddr>,
    /// The folder of the games.
    pub data: PathBuf,
    /// The database of the games, if not a file in that folder.
    pub store: Option<Place>,
    /// Where other nodes on the same database reach this one.
    pub peers: Option<SocketAddr>,
    /// What nobody may exceed.
    pub limits: Limits,
    /// Whether the last address of `X-Forwarded-For` is believed: only behind a proxy that sets it.
    pub trust_proxy: bool,
    /// The names under which it can be reached, beside addresses and this machine's own; `*` for any.
    pub hosts: Vec<String>,
    /// Whether seats may name an address to be told that it is their turn.
    pub webhooks: bool,
    /// How long a game stays in memory that nobody looks at.
    pub idle: Duration,
    /// How long an offered seat stays open.
    pub offers: Duration,
    /// How long sealed words may stay sealed before the dice go without them.
    pub seals: Duration,
    /// How long a game is kept after its end; for ever if it is not said.
    pub keep_finished: Option<Duration>,
    /// How long a game is kept in which nobody decides anything; for ever if it is not said.
    pub keep_unfinished: Option<Duration>,
}

/// What nobody may exceed.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at the same time.
    pub connections: usize,
    /// Connections at the same time from one address; 0 for no limit.
    pub connections_each: usize,
    /// Bytes of a request.
    pub body: usize,
    /// Bytes of a request that brings a record.
    pub record: usize,
    /// Bytes of large requests that are under way at the same time; one address may hold a quarter.
    pub bodies: usize,
    /// How long the head of a request may take, from the opening of the connection or the end of the last answer.
    pub head: Duration,
    /// Requests in a second from one address; 0 for no limit. Four times as many may come at once.
    pub requests: u32,
    /// Decisions in a second by one seat; 0 for no limit. Four times as many may come at once.
    pub decisions: u32,
    /// Games in an hour from one address; 0 for no limit.
    pub games_an_hour: u32,
    /// Open seats in all.
    pub offers: usize,
    /// Games with open seats from one address; 0 for no limit.
    pub offers_each: usize,
    /// Open seats that one address may take in an hour; 0 for no limit. A quarter of them at once.
    pub takes_an_hour: u32,
    /// Games in all.
    pub games: u64,
    /// Variants of games that are loaded at the same time: what was loaded stays in memory until the server ends.
    pub variants: usize,
    /// Live connections of spectators to one game. Seats have places of their own.
    pub watchers: usize,
    /// Programs that think at the same time.
    pub thinkers: usize,
    /// How long a program may think about one decision.
    pub thought: Duration,
    /// Long questions (odds, records, histories) that are answered at the same time.
    pub questions: usize,
    /// How long anything else may take.
    pub request: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            // Many systems give a program 1,024 files and connections.
            connections: 900,
            connections_each: 200,
            body: 64 << 10,
            record: 8 << 20,
            bodies: 64 << 20,
            head: Duration::from_secs(30),
            requests: 50,
            decisions: 20,
            games_an_hour: 120,
            offers: 200,
            offers_each: 3,
            takes_an_hour: 20,
            games: 100_000,
            variants: 100,
            watchers: 200,
            thinkers: cores,
            thought: Duration::from_secs(10),
            questions: cores * 2,
            request: Duration::from_secs(30),
        }
    }
}

impl Config {
    /// The usual settings: this machine only, a folder for the data.
    pub fn new(data: PathBuf) -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 4242)),
            admin: None,
            data,
            store: None,
            peers: None,
            limits: Limits::default(),
            trust_proxy: false,
            hosts: Vec::new(),
            webhooks: false,
            idle: Duration::from_mins(1),
            offers: Duration::from_hours(72),
            seals: Duration::from_hours(24),
            keep_finished: None,
            keep_unfinished: None,
        }
    }

    /// Where the games are.
    pub fn place(&self) -> Place {
        self.store.clone().unwrap_or_else(|| Place::from(&self.data))
    }

    /// The folder for data by the convention of the platform; none where the machine does not say.
    pub fn usual_folder() -> Option<PathBuf> {
        let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let folder = if cfg!(target_os = "windows") {
            named("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            named("HOME").map(|home| home.join("Library/Application Support"))
        } else {
            named("XDG_DATA_HOME").or_else(|| named("HOME").map(|home| home.join(".local/share")))
        };
        folder.map(|folder| folder.join("sandtable"))
    }
}
