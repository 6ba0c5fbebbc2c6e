//! Players and listeners who come to any node, and note all that they are told.

use std::{
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    Chance, Node,
    common::{Answer, Client},
    is_over, wait_until,
};

/// Games at the same time.
const GAMES: usize = 12;
/// A client waits so long for a node before it goes to another.
const PATIENCE: Duration = Duration::from_secs(2);

/// Where the nodes are at present.
pub type Reach = Arc<Mutex<Vec<Client>>>;

/// A game that is being played: its name and its secrets.
type Current = Mutex<(String, Vec<String>)>;

/// A game as its players know it.
#[derive(Default)]
struct Known {
    id: String,
    secrets: Vec<String>,
    /// What was acknowledged: the text and the hash after it, by the number of the decision.
    acknowledged: Vec<Option<(String, String)>>,
    total: u64,
}

impl Known {
    fn acknowledge(&mut self, done: &Value) {
        let number = done["step"]["number"].as_u64().unwrap() as usize;
        self.acknowledged.truncate(number - 1);
        self.acknowledged.resize(number - 1, None);
        let told = |name: &str| done["step"][name].as_str().unwrap().to_owned();
        self.acknowledged.push(Some((told("text"), told("hash"))));
        self.total += 1;
    }
}

/// Everybody who plays and listens.
pub struct Load {
    stop: Arc<AtomicBool>,
    reach: Reach,
    /// How far each table has come, over all its games.
    progress: Vec<Arc<AtomicU64>>,
    /// The games that are being played, for whoever wants to disturb them.
    current: Vec<Arc<Current>>,
    players: Vec<JoinHandle<Vec<Known>>>,
    listeners: Vec<JoinHandle<()>>,
}

impl Load {
    pub fn begin(reach: &Reach) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let progress: Vec<_> = (0..GAMES).map(|_| Arc::new(AtomicU64::new(0))).collect();
        let current: Vec<_> = (0..GAMES).map(|_| Arc::new(Mutex::default())).collect();
        let players = (0..GAMES).map(|table| {
            let player = Player {
                reach: Arc::clone(reach),
                chance: Chance(77 + table as u64),
                stop: Arc::clone(&stop),
                progress: Arc::clone(&progress[table]),
                current: Arc::clone(&current[table]),
                table,
                avoided: None,
            };
            std::thread::spawn(move || player.play())
        });
        let players = players.collect();
        wait_until("games are begun", || current.iter().all(|game| !game.lock().unwrap().0.is_empty()));
        let listeners = (0..GAMES).map(|table| {
            let (reach, stop, game) = (Arc::clone(reach), Arc::clone(&stop), Arc::clone(&current[table]));
            std::thread::spawn(move || listen(&reach, &stop, &game, table as u64))
        });
        let listeners = listeners.collect();
        Self { stop, reach: Arc::clone(reach), progress, current, players, listeners }
    }

    /// Waits until something was acknowledged at every table: how long that took.
    pub fn all_go_on(&self, what: &str) -> Duration {
        let before: Vec<u64> = self.progress.iter().map(|table| table.load(Ordering::SeqCst)).collect();
        let begun = Instant::now();
        let mut told = false;
        wait_until(what, || {
            if begun.elapsed() > Duration::from_secs(20) && !told {
                told = true;
                self.tell_stuck(&before);
            }
            self.progress.iter().zip(&before).all(|(table, before)| table.load(Ordering::SeqCst) > *before)
        });
        println!("{what}: every table went on after {:?}", begun.elapsed());
        begun.elapsed()
    }

    /// What the nodes say about the games that do not go on, for whoever looks for the cause.
    fn tell_stuck(&self, before: &[u64]) {
        for (table, before) in before.iter().enumerate() {
            if self.progress[table].load(Ordering::SeqCst) == *before {
                let (id, secrets) = self.current[table].lock().unwrap().clone();
                let head = format!("Authorization: Bearer {}\r\n", secrets[0]);
                let reach = self.reach.lock().unwrap().clone();
                for node in reach {
                    let path = format!("/api/games/{id}");
                    println!("table {table}: {:?}", node.impatient(PATIENCE, "GET", &path, &head, b""));
                }
            }
        }
    }

    /// Decisions that are sent to a frozen node in every game, with the revision that each game has now.
    pub fn sent_to(&self, frozen: Client) -> Late {
        let requests = self.current.iter().filter_map(|game| {
            let (id, secrets) = game.lock().unwrap().clone();
            let mut stream = TcpStream::connect(frozen.0).ok()?;
            stream.set_read_timeout(Some(Duration::from_secs(40))).unwrap();
            // Any revision that it may be at: one of them is the right one.
            let body = |revision: u64| json!({"revision": revision, "text": "stay"}).to_string();
            for revision in 0..24 {
                let body = body(revision);
                let request = format!(
                    "POST /api/games/{id}/act HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\
                     Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                    secrets[0],
                    body.len()
                );
                stream.write_all(request.as_bytes()).ok()?;
            }
            Some(stream)
        });
        Late(requests.collect())
    }

    /// Ends it and looks whether all that was ever acknowledged is there, now at this node and now at that one.
    pub fn end(self, nodes: &[Node]) -> u64 {
        self.stop.store(true, Ordering::SeqCst);
        for listener in self.listeners {
            listener.join().expect("a listener missed something");
        }
        let mut total = 0;
        let games =
            self.players.into_iter().flat_map(|player| player.join().expect("a player lost something"));
        for (game, node) in games.zip(nodes.iter().cycle()) {
            total += game.total;
            check(node.client, &game);
        }
        total
    }
}

/// Requests that wait in front of a frozen node.
pub struct Late(Vec<TcpStream>);

impl Late {
    /// Whoever wakes up reads them and must not carry out what does not fit any more; what becomes of the games is looked
    /// at in the end. It answers each, so it has read them all.
    pub fn are_harmless(self) {
        for stream in self.0 {
            let mut lines = BufReader::new(stream);
            let (mut line, mut answers) = (String::new(), 0);
            while answers < 24 && lines.read_line(&mut line).unwrap_or(0) > 0 {
                answers += usize::from(line.contains("HTTP/1.1 "));
                line.clear();
            }
        }
    }
}

struct Player {
    reach: Reach,
    chance: Chance,
    stop: Arc<AtomicBool>,
    progress: Arc<AtomicU64>,
    current: Arc<Current>,
    table: usize,
    /// A node that did not answer, and when.
    avoided: Option<(Client, Instant)>,
}

impl Player {
    /// Any node but one that has just let him wait, as a proxy chooses.
    fn anybody(&mut self) -> Client {
        let reach = self.reach.lock().unwrap();
        let avoided = self.avoided.filter(|(_, since)| since.elapsed() < Duration::from_secs(3));
        let fit: Vec<Client> =
            reach.iter().copied().filter(|node| avoided.is_none_or(|(slow, _)| slow.0 != node.0)).collect();
        let fit = if fit.is_empty() { reach.clone() } else { fit };
        fit[self.chance.below(fit.len() as u64) as usize]
    }

    /// Asks any node; nothing if it does not answer, or says that it cannot now.
    fn ask(&mut self, method: &str, path: &str, secret: &str, body: &Value) -> Option<Answer> {
        let head = format!("Authorization: Bearer {secret}\r\nContent-Type: application/json\r\n");
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let client = self.anybody();
        let answer = client.impatient(PATIENCE, method, path, &head, body.as_bytes()).ok();
        let answer = answer.filter(|answer| answer.status < 500);
        if answer.is_none() {
            self.avoided = Some((client, Instant::now()));
            std::thread::sleep(Duration::from_millis(30));
        }
        answer
    }

    /// Plays game after game until it is told to stop.
    fn play(mut self) -> Vec<Known> {
        let mut games = Vec::new();
        while !is_over(&self.stop) {
            if let Some(game) = self.one_game() {
                games.push(game);
            }
        }
        games
    }

    fn one_game(&mut self) -> Option<Known> {
        // A third of the tables have a program in one seat.
        let with_bot = self.table.is_multiple_of(3);
        let seats = if with_bot { json!({"Seeker": "bot:random"}) } else { json!({}) };
        let made = self.ask("POST", "/api/games", "", &json!({"game": "ambush", "seats": seats}))?;
        let made = made.good();
        let secret = |seat: usize| made["seats"][seat]["secret"].as_str().unwrap_or_default().to_owned();
        let mut game = Known {
            id: made["id"].as_str().unwrap().to_owned(),
            secrets: vec![secret(0), secret(1)],
            ..Known::default()
        };
        *self.current.lock().unwrap() = (game.id.clone(), game.secrets.clone());
        let path = format!("/api/games/{}", game.id);
        let mut taken_back = false;
        while !is_over(&self.stop) {
            let secret = game.secrets[0].clone();
            let Some(now) = self.ask("GET", &path, &secret, &Value::Null) else { continue };
            let now = now.good();
            let steps = now["steps"].as_u64().unwrap();
            // What a program has decided is acknowledged to nobody.
            let known = game.acknowledged.len() as u64;
            assert!(steps >= known, "{known} decisions were acknowledged, {steps} are there: {now}");
            let Some(seat) = now["deciding"].as_u64() else { return Some(game) };
            let secret = game.secrets[seat as usize].clone();
            if secret.is_empty() {
                std::thread::sleep(Duration::from_millis(5));
                continue;
            }
            let text = match (seat, steps) {
                (0, 0) => "hide 1",
                (0, _) => "stay",
                _ => "search 6",
            };
            let decision = json!({"revision": now["revision"], "text": text});
            let Some(done) = self.ask("POST", &format!("{path}/act"), &secret, &decision) else { continue };
            if done.status == 409 {
                // Somebody else was quicker: a decision of one's own whose answer got lost, or one that was sent late.
                continue;
            }
            let done = done.good();
            assert_eq!(done["step"]["number"], steps + 1, "{done}");
            game.acknowledge(&done);
            self.progress.fetch_add(1, Ordering::SeqCst);
            if self.table % 4 == 1 && seat == 0 && !taken_back {
                taken_back = true;
                let back = json!({"revision": done["revision"]});
                game.acknowledged.pop();
                let Some(back) = self.ask("POST", &format!("{path}/undo"), &secret, &back) else { continue };
                assert!(back.status == 200 || back.status == 409, "{back:?}");
            }
        }
        Some(game)
    }
}

/// Everything that was acknowledged is there, and the game holds by its rules and hashes.
fn check(client: Client, game: &Known) {
    let path = format!("/api/games/{}", game.id);
    let now = client.get(&path, Some(&game.secrets[0])).good();
    assert!(now["closed"].is_null(), "{now}");
    let steps = now["steps"].as_u64().unwrap();
    assert!(steps >= game.acknowledged.len() as u64, "{now}");
    let story = [0, 1].map(|seat| {
        let secret = Some(game.secrets[seat].as_str()).filter(|secret| !secret.is_empty());
        client.get(&format!("{path}/story"), secret).good()
    });
    for (number, acknowledged) in game.acknowledged.iter().enumerate() {
        let Some((text, hash)) = acknowledged else { continue };
        let seat = story[0]["steps"][number]["seat"].as_u64().unwrap() as usize;
        let step = &story[seat]["steps"][number];
        assert_eq!((step["text"].as_str(), step["hash"].as_str()), (Some(&**text), Some(&**hash)), "{step}");
    }
}

/// Listens to games at any node; after an end it comes again and says where it was. Every decision is told once.
fn listen(reach: &Reach, stop: &AtomicBool, game: &Current, seed: u64) {
    let mut chance = Chance(seed + 1_000);
    while !is_over(stop) {
        let (id, secrets) = game.lock().unwrap().clone();
        let mut last: Option<u64> = None;
        let mut over = false;
        while !over && !is_over(stop) && game.lock().unwrap().0 == id {
            let client = {
                let reach = reach.lock().unwrap();
                reach[chance.below(reach.len() as u64) as usize]
            };
            let Some(lines) = client.stream(&id, &secrets[0], last, Duration::from_secs(2)) else {
                std::thread::sleep(Duration::from_millis(50));
                continue;
            };
            over = follow(lines, &mut last, stop);
        }
    }
}

/// Reads events until the stream ends; whether the game is over with them.
fn follow(mut lines: BufReader<TcpStream>, last: &mut Option<u64>, stop: &AtomicBool) -> bool {
    let (mut line, mut name) = (String::new(), String::new());
    let mut id = 0;
    while !is_over(stop) {
        line.clear();
        if lines.read_line(&mut line).unwrap_or(0) == 0 {
            return false;
        }
        if let Some(found) = line.strip_prefix("event: ") {
            found.trim().clone_into(&mut name);
        } else if let Some(found) = line.strip_prefix("id: ") {
            id = found.trim().parse().unwrap();
        } else if let Some(data) = line.strip_prefix("data: ") {
            let data: Value = serde_json::from_str(data.trim()).unwrap();
            if name == "step" {
                assert!(last.is_none_or(|last| id == last + 1), "{id} after {last:?}: {data}");
            }
            if name == "step" || name == "sync" {
                assert!(last.is_none_or(|last| id >= last), "{id} after {last:?}: {data}");
                *last = Some(id);
                if !data["outcome"].is_null() {
                    return true;
                }
            }
        }
    }
    false
}
