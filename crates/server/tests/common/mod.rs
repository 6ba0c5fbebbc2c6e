//! A real server on a free port with a real file, and a small client that does one request at a time.
#![allow(dead_code, reason = "every test uses a part of it")]

pub mod postgres;

use std::{
    fmt::Write as _,
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    path::{Path, PathBuf},
    sync::{
        LazyLock,
        atomic::{AtomicU32, Ordering},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

use kit::{
    Rulebook, SetupError,
    any::{Playable, Player, Shelved},
    random_play::RandomPlayer,
};
use sandtable_server::{Config, Server, Shelf};
use serde_json::Value;
use testgames::{ambush::Ambush, pebbles::Pebbles};

pub static AMBUSH: Shelved<Ambush> = Shelved::NEW;
static PEBBLES: Shelved<Pebbles> = Shelved::NEW;

/// The tiny game with a secret.
pub const SHELF: Shelf = Shelf {
    rulebooks: || {
        static ALL: LazyLock<[&Rulebook; 1]> = LazyLock::new(|| [AMBUSH.rulebook()]);
        &*ALL
    },
    playable: || {
        static ALL: &[&dyn Playable] = &[&AMBUSH];
        ALL
    },
    bots: |_, _| vec!["random"],
    strengths: |_| &[],
    player: random_player,
    luck: |_, _| Err(SetupError("nobody weighs luck here".into())),
    coach: |game, _, _, _| Err(SetupError(format!("{} has no coach", game.name()))),
};

/// Seats `random` and nobody else.
fn random_player(_: &dyn Playable, _: &str, spec: &str, seed: u64) -> Result<Box<dyn Player>, SetupError> {
    match spec {
        "random" => Ok(Box::new(RandomPlayer::seeded(seed))),
        _ => Err(SetupError(format!("there is no program `{spec}`; there is: random"))),
    }
}

/// The tiny game with a secret, and one without that can be made to fail.
pub const TWO_GAMES: Shelf = Shelf {
    rulebooks: || {
        static ALL: LazyLock<[&Rulebook; 2]> = LazyLock::new(|| [AMBUSH.rulebook(), PEBBLES.rulebook()]);
        &*ALL
    },
    playable: || {
        static ALL: &[&dyn Playable] = &[&AMBUSH, &PEBBLES];
        ALL
    },
    ..SHELF
};

/// A folder that goes away with the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("sandtable-{name}-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Settings for tests: any free port, nobody is too fast. On a database where that is what is tested.
pub fn config(data: &Path) -> Config {
    let mut config = Config::new(data.to_owned());
    config.store = postgres::place(data);
    config.listen.set_port(0);
    config.limits.requests = 0;
    config.limits.decisions = 0;
    config.limits.games_an_hour = 0;
    config
}

/// A server that runs until it is dropped.
pub struct Running {
    pub client: Client,
    /// Where operators ask, if not there.
    pub admin: Option<Client>,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub fn start(data: &Path) -> Self {
        Self::with(config(data), SHELF)
    }

    pub fn with(config: Config, shelf: Shelf) -> Self {
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let (tell, told) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
            runtime.block_on(async move {
                let server = Server::start(config, shelf).await.unwrap();
                tell.send((server.address(), server.admin_address())).unwrap();
                let stop = async move {
                    let _ = stopped.await;
                };
                server.run(stop).await;
            });
        });
        let (address, admin) = told.recv().unwrap();
        let (client, admin) = (Client(address), admin.map(Client));
        Self { client, admin, stop: Some(stop), thread: Some(thread) }
    }

    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(std::thread::panicking() || ended.is_ok(), "the server failed");
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The body of an answer that must be good.
    pub fn good(&self) -> Value {
        assert!((200..300).contains(&self.status), "{self:?}");
        self.json()
    }

    /// Status and code of an error.
    pub fn error(&self) -> (u16, String) {
        (self.status, self.json()["error"]["code"].as_str().unwrap_or_default().to_owned())
    }
}

/// Somebody who asks.
#[derive(Clone, Copy)]
pub struct Client(pub SocketAddr);

impl Client {
    pub fn get(&self, path: &str, secret: Option<&str>) -> Answer {
        self.send("GET", path, secret, None)
    }

    pub fn post(&self, path: &str, secret: Option<&str>, body: &Value) -> Answer {
        self.send("POST", path, secret, Some(&body.to_string()))
    }

    pub fn send(&self, method: &str, path: &str, secret: Option<&str>, body: Option<&str>) -> Answer {
        let mut head = String::new();
        if let Some(secret) = secret {
            let _ = write!(head, "Authorization: Bearer {secret}\r\n");
        }
        if body.is_some() {
            head += "Content-Type: application/json\r\n";
        }
        self.raw(method, path, &head, body.unwrap_or("").as_bytes()).unwrap()
    }

    /// One request with these lines in its head.
    pub fn raw(&self, method: &str, path: &str, head: &str, body: &[u8]) -> std::io::Result<Answer> {
        self.bare(method, path, &format!("Host: localhost\r\n{head}"), body)
    }

    /// One request that names no host by itself.
    pub fn bare(&self, method: &str, path: &str, head: &str, body: &[u8]) -> std::io::Result<Answer> {
        self.with_patience(Duration::from_mins(1), method, path, head, body)
    }

    /// One request to a node that may not answer.
    pub fn impatient(
        &self,
        patience: Duration,
        method: &str,
        path: &str,
        head: &str,
        body: &[u8],
    ) -> std::io::Result<Answer> {
        self.with_patience(patience, method, path, &format!("Host: localhost\r\n{head}"), body)
    }

    fn with_patience(
        &self,
        patience: Duration,
        method: &str,
        path: &str,
        head: &str,
        body: &[u8],
    ) -> std::io::Result<Answer> {
        let mut stream = TcpStream::connect(self.0)?;
        stream.set_read_timeout(Some(patience))?;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n{head}\r\n",
            body.len()
        );
        stream.write_all(request.as_bytes())?;
        let _ = stream.write_all(body);
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let broken = || std::io::Error::other("the answer broke off");
        let (head, body) = text.split_once("\r\n\r\n").ok_or_else(broken)?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(broken)?;
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
        if length.is_some_and(|length: usize| body.len() < length) {
            return Err(broken());
        }
        Ok(Answer { status, head: head.to_owned(), body: body.to_owned() })
    }

    /// A live stream.
    pub fn events(&self, id: &str, secret: Option<&str>, seen: Option<u64>) -> Events {
        let mut stream = TcpStream::connect(self.0).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut head = format!("GET /api/games/{id}/events HTTP/1.1\r\nHost: localhost\r\n");
        if let Some(secret) = secret {
            let _ = write!(head, "Authorization: Bearer {secret}\r\n");
        }
        if let Some(seen) = seen {
            let _ = write!(head, "Last-Event-ID: {seen}\r\n");
        }
        stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
        let mut events = BufReader::new(stream);
        // Whoever has the head of the answer is told of everything from then on.
        let mut line = String::new();
        while events.read_line(&mut line).unwrap() > 2 {
            line.clear();
        }
        Events(events)
    }

    /// A live stream of a node that may not answer.
    pub fn stream(
        &self,
        id: &str,
        secret: &str,
        seen: Option<u64>,
        patience: Duration,
    ) -> Option<BufReader<TcpStream>> {
        let mut stream = TcpStream::connect(self.0).ok()?;
        stream.set_read_timeout(Some(patience)).ok()?;
        let seen = seen.map(|seen| format!("Last-Event-ID: {seen}\r\n")).unwrap_or_default();
        let head = format!(
            "GET /api/games/{id}/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {secret}\r\n{seen}\r\n"
        );
        stream.write_all(head.as_bytes()).ok()?;
        let mut lines = BufReader::new(stream);
        let mut line = String::new();
        lines.read_line(&mut line).ok()?;
        let good = line.starts_with("HTTP/1.1 200");
        while good && lines.read_line(&mut line).ok()? > 2 {}
        good.then_some(lines)
    }

    /// A new game of [`SHELF`]: its id and the secrets of the seats.
    pub fn ambush(&self, more: &Value) -> (String, Vec<String>) {
        let mut wanted = serde_json::json!({"game": "ambush"});
        for (name, value) in more.as_object().unwrap() {
            wanted[name] = value.clone();
        }
        let made = self.post("/api/games", None, &wanted).good();
        let secrets = made["seats"].as_array().unwrap().iter();
        let secrets = secrets.map(|seat| seat["secret"].as_str().unwrap_or_default().to_owned()).collect();
        (made["id"].as_str().unwrap().to_owned(), secrets)
    }

    /// Decides on whatever the game is at.
    pub fn act(&self, id: &str, secret: &str, text: &str) -> Answer {
        let revision = self.get(&format!("/api/games/{id}"), Some(secret)).good()["revision"].clone();
        let decision = serde_json::json!({"revision": revision, "text": text});
        self.post(&format!("/api/games/{id}/act"), Some(secret), &decision)
    }

    /// Plays a whole game; the seeker searches field 6 only.
    pub fn play_out(&self, id: &str, secrets: &[String]) {
        self.act(id, &secrets[0], "hide 1").good();
        for search in 0..8 {
            self.act(id, &secrets[1], "search 6").good();
            if search < 7 {
                self.act(id, &secrets[0], "stay").good();
            }
        }
    }
}

/// A live stream.
pub struct Events(BufReader<TcpStream>);

/// An event: its name, its id and what it says.
#[derive(PartialEq, Debug)]
pub struct Event {
    pub name: String,
    pub id: u64,
    pub data: String,
}

impl Event {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.data).unwrap()
    }
}

impl Events {
    /// The next event of the game or the talk; none when the stream has ended. Who comes and goes is told at any time.
    pub fn next(&mut self) -> Option<Event> {
        loop {
            match self.any() {
                Some(event) if event.name == "online" => {}
                event => return event,
            }
        }
    }

    /// The next event of any kind.
    pub fn any(&mut self) -> Option<Event> {
        let (mut name, mut id) = (String::new(), 0);
        let began = Instant::now();
        loop {
            // Lines that keep the stream open are no answer.
            assert!(began.elapsed() < Duration::from_mins(1), "an event that never came");
            let mut line = String::new();
            // A chunk without bytes ends the stream.
            if self.0.read_line(&mut line).unwrap_or(0) == 0 || line == "0\r\n" {
                return None;
            }
            if let Some(found) = line.strip_prefix("event: ") {
                found.trim().clone_into(&mut name);
            } else if let Some(found) = line.strip_prefix("id: ") {
                id = found.trim().parse().unwrap();
            } else if let Some(data) = line.strip_prefix("data: ") {
                return Some(Event { name, id, data: data.trim().to_owned() });
            }
        }
    }
}
