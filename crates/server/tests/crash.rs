//! Kills the server under load, again and again: nothing that was acknowledged is lost, and the next start needs no
//! repair. `SANDTABLE_CRASHES` says how often; ten times without it. And a disk that is full: nothing is lost, and the
//! server says so.

mod common;

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use common::{Client, Folder, SHELF, config};
use serde_json::{Value, json};

/// Games that are played at the same time.
const GAMES: usize = 8;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, command, folder] = &arguments[..]
        && command == "serve"
    {
        sandtable_server::log(false, sandtable_server::LogLevel::DEBUG);
        sandtable_server::run(config(Path::new(folder)), SHELF, |address| println!("{address}")).unwrap();
        return;
    }
    let crashes = std::env::var("SANDTABLE_CRASHES").ok().and_then(|many| many.parse().ok()).unwrap_or(10);
    let acknowledged = crash(crashes);
    println!("{crashes} crashes, {acknowledged} acknowledged decisions, none lost");
    assert!(acknowledged > crashes, "the server was hardly under load");
    #[cfg(unix)]
    full_disk();
    #[cfg(unix)]
    every_signal_lets_it_finish();
    every_line_names_its_request();
}

/// A game as its players know it.
struct Known {
    id: String,
    secrets: Vec<String>,
    /// What was decided and acknowledged: number and text.
    acknowledged: Vec<(u64, String)>,
    /// How many decisions there are at least and at most, by what was answered and what was only sent.
    least: u64,
    most: u64,
}

struct Process(Child, Client);

impl Drop for Process {
    fn drop(&mut self) {
        // On Unix this is the signal that nothing can catch.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(folder: &Path) -> Process {
    let mut command = Command::new(std::env::current_exe().unwrap());
    started(command.arg("serve").arg(folder).stderr(Stdio::null()))
}

fn started(command: &mut Command) -> Process {
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().parse().expect("the server starts and says where it is");
    Process(child, Client(address))
}

fn crash(times: u64) -> u64 {
    let folder = Folder::new("crash");
    let mut games: Vec<Known> = Vec::new();
    let mut total = 0;
    for round in 0..=times {
        let process = start(&folder.0);
        let client = process.1;
        for game in &games {
            check(client, game);
        }
        games.retain(|game| client.get(&format!("/api/games/{}", game.id), None).good()["outcome"].is_null());
        while games.len() < GAMES {
            let (id, secrets) = client.ambush(&json!({}));
            games.push(Known { id, secrets, acknowledged: Vec::new(), least: 0, most: 0 });
        }
        if round == times {
            break;
        }
        let before: usize = games.iter().map(|game| game.acknowledged.len()).sum();
        let workers: Vec<_> =
            games.into_iter().map(|game| std::thread::spawn(move || play(client, game))).collect();
        // Another moment every time.
        std::thread::sleep(Duration::from_millis(20 + round * 37 % 150));
        drop(process);
        games = workers.into_iter().map(|worker| worker.join().unwrap()).collect();
        total += (games.iter().map(|game| game.acknowledged.len()).sum::<usize>() - before) as u64;
    }
    total
}

/// Plays until the server is gone or the game over; taking back belongs to it.
fn play(client: Client, mut game: Known) -> Known {
    let path = format!("/api/games/{}", game.id);
    let ask = |method: &str, path: &str, secret: &str, body: Value| {
        let head = format!("Authorization: Bearer {secret}\r\nContent-Type: application/json\r\n");
        let body = if method == "GET" { String::new() } else { body.to_string() };
        client.raw(method, path, &head, body.as_bytes()).ok()
    };
    loop {
        let Some(now) = ask("GET", &path, &game.secrets[0], Value::Null) else { return game };
        let now = now.good();
        let Some(seat) = now["deciding"].as_u64() else { return game };
        let steps = now["steps"].as_u64().unwrap();
        (game.least, game.most) = (steps, steps + 1);
        let text = match (seat, steps) {
            (0, 0) => "hide 1",
            (0, _) => "stay",
            _ => "search 6",
        };
        let secret = game.secrets[seat as usize].clone();
        let decision = json!({"revision": now["revision"], "text": text});
        let Some(done) = ask("POST", &format!("{path}/act"), &secret, decision) else { return game };
        let done = done.good();
        if seat == 0 && steps % 3 == 0 {
            let back = json!({"revision": done["revision"]});
            let Some(back) = ask("POST", &format!("{path}/undo"), &secret, back) else { return game };
            let again = json!({"revision": back.good()["revision"], "text": text});
            let Some(done) = ask("POST", &format!("{path}/act"), &secret, again) else { return game };
            done.good();
        }
        (game.least, game.most) = (steps + 1, steps + 1);
        game.acknowledged.push((steps + 1, text.to_owned()));
    }
}

/// Everything that was acknowledged is there, and the game replays to its hash: it would not open otherwise.
fn check(client: Client, game: &Known) {
    let path = format!("/api/games/{}", game.id);
    let now = client.get(&path, None).good();
    let steps = now["steps"].as_u64().unwrap();
    assert!((game.least..=game.most).contains(&steps), "{steps} kept of {} to {}", game.least, game.most);
    for (seat, secret) in game.secrets.iter().enumerate() {
        let story = client.get(&format!("{path}/story"), Some(secret)).good();
        for (number, text) in &game.acknowledged {
            let step = &story["steps"][*number as usize - 1];
            assert!(step["seat"] != seat || step["text"] == **text, "{step} instead of {text}");
        }
    }
}

/// A server that may write no more than a part of its games: what was acknowledged is there, the rest is refused, and
/// nobody is told that all is well.
#[cfg(unix)]
fn full_disk() {
    let folder = Folder::new("full-disk");
    let limited = "trap '' XFSZ; ulimit -f 600; exec \"$0\" serve \"$1\" 2>/dev/null";
    let mut command = Command::new("sh");
    let process =
        started(command.arg("-c").arg(limited).arg(std::env::current_exe().unwrap()).arg(&folder.0));
    let client = process.1;
    assert_eq!(client.get("/healthz", None).body, "ok\n");
    let mut made = Vec::new();
    let refused = loop {
        let answer = client.post("/api/games", None, &json!({"game": "ambush"}));
        if answer.status != 201 {
            break answer;
        }
        made.push(answer.json()["id"].as_str().unwrap().to_owned());
        assert!(made.len() < 10_000, "the disk was never full");
    };
    assert_eq!(refused.error(), (500, "fault".to_owned()));
    let mut health = client.get("/healthz", None);
    for _ in 0..100 {
        if health.status == 503 {
            break;
        }
        // An answer from before may be good for a while.
        std::thread::sleep(Duration::from_millis(100));
        health = client.get("/healthz", None);
    }
    assert_eq!((health.status, health.body.contains("cannot write")), (503, true), "{health:?}");
    drop(process);
    let process = start(&folder.0);
    for id in &made {
        process.1.get(&format!("/api/games/{id}"), None).good();
    }
    assert_eq!(process.1.get("/healthz", None).body, "ok\n", "there is room again");
    println!("a full disk after {} games, none lost, and the server said so", made.len());
}

/// Whoever is told to end, or loses the terminal, stops with grace: exit code 0, and nothing to repair.
#[cfg(unix)]
fn every_signal_lets_it_finish() {
    for signal in ["-HUP", "-TERM", "-INT"] {
        let folder = Folder::new("signal");
        let mut process = start(&folder.0);
        let (id, secrets) = process.1.ambush(&json!({}));
        process.1.act(&id, &secrets[0], "hide 1").good();
        let sent = Command::new("kill").args([signal, &process.0.id().to_string()]).status();
        assert!(sent.unwrap().success());
        assert!(process.0.wait().unwrap().success(), "{signal} ends it without grace");
        let left = std::fs::metadata(folder.0.join("games.sqlite-wal")).map_or(0, |log| log.len());
        assert_eq!(left, 0, "{signal}: what was in the log is in the file");
    }
    println!("every signal lets the server finish");
}

/// Requests have names, in the answer and in the log; games, secrets and addresses have none there.
fn every_line_names_its_request() {
    let folder = Folder::new("log");
    let log = std::fs::File::create(folder.0.join("log")).unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    let process = started(command.arg("serve").arg(&folder.0).stderr(log));
    let client = process.1;
    let (id, secrets) = client.ambush(&json!({}));
    client.act(&id, &secrets[0], "hide 1").good();
    let answer = client.get(&format!("/api/games/{id}/state"), Some(&secrets[0]));
    let name = answer.head.lines().find_map(|line| line.strip_prefix("x-request-id: ")).unwrap().to_owned();
    drop(process);
    let log = std::fs::read_to_string(folder.0.join("log")).unwrap();
    let line = log.lines().find(|line| line.contains(&name)).unwrap_or_else(|| panic!("{name} in\n{log}"));
    for part in ["method=GET", "path=\"/api/games/{id}/state\"", "status=200", "micros="] {
        assert!(line.contains(part), "{part} in {line}");
    }
    for secret in [&id, &secrets[0], &secrets[1], &"127.0.0.1".to_owned()] {
        assert!(!log.contains(secret.as_str()), "{secret} in\n{log}");
    }
    println!("every request has a name in the log");
}
