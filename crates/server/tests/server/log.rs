//! What the log says: the cause of every failure under the request that met it, and nobody's secrets.

use std::{
    io::{self, Write},
    sync::{Mutex, Once},
    time::{Duration, Instant},
};

use kit::{
    SetupError,
    any::{AnySession, Playable, Player},
};
use sandtable_server::{LogLevel, Shelf, log_to};
use serde_json::{Value, json};

use crate::common::{Answer, Folder, Running, TWO_GAMES, config};

/// All lines of the servers of this program, those of other tests among them.
static LINES: Mutex<Vec<u8>> = Mutex::new(Vec::new());

struct Lines;

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LINES.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| log_to(|| Lines, true, LogLevel::DEBUG));
}

/// Waits for the lines that fit, so many at least; an answer may be there before its line.
fn lines(many: usize, fits: impl Fn(&Value) -> bool) -> Vec<Value> {
    let begun = Instant::now();
    loop {
        let text = String::from_utf8(LINES.lock().unwrap().clone()).unwrap();
        let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
        let read = |line: &str| serde_json::from_str::<Value>(line).unwrap();
        let found: Vec<Value> = whole.lines().map(read).filter(|line| fits(line)).collect();
        if found.len() >= many {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "only {found:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The name of a request, as its answer tells it.
fn name_of(answer: &Answer) -> String {
    let line = answer.head.lines().find_map(|line| line.strip_prefix("x-request-id: "));
    line.unwrap_or_else(|| panic!("{answer:?}")).trim().to_owned()
}

/// Fails as `wreck`, and proposes what no rule allows as `fool`.
struct Unfit(bool);

impl Player for Unfit {
    fn decide(&mut self, _: &dyn AnySession, _: &std::sync::atomic::AtomicBool) -> Option<String> {
        assert!(!self.0, "its compass is broken");
        Some("take 99".into())
    }
}

fn unfit(_: &dyn Playable, _: &str, name: &str, _: u64) -> Result<Box<dyn Player>, SetupError> {
    match name {
        "wreck" | "fool" => Ok(Box::new(Unfit(name == "wreck"))),
        _ => Err(SetupError("there are: wreck, fool".into())),
    }
}

#[test]
fn why_a_program_failed_is_in_the_log() {
    listen();
    let folder = Folder::new("log-programs");
    let shelf = Shelf { bots: |_, _| vec!["wreck", "fool"], player: unfit, ..TWO_GAMES };
    let server = Running::with(config(&folder.0), shelf);
    let wanted = json!({"game": "pebbles", "seats": {"White": "bot:wreck", "Black": "bot:fool"}});
    let made = server.client.post("/api/games", None, &wanted).good();
    let id = made["id"].as_str().unwrap();
    let about =
        |line: &Value, words: &str| line["fields"]["message"] == words && line["fields"]["game"] == id[..4];
    for (words, program, cause) in [
        ("a program has failed", "wreck", "its compass is broken"),
        ("a program's decision was refused", "fool", "99 pebbles cannot be taken"),
    ] {
        let line = &lines(1, |line| about(line, words))[0];
        assert_eq!((&line["level"], &line["fields"]["program"]), (&json!("ERROR"), &json!(program)));
        assert!(line["fields"]["cause"].as_str().unwrap().contains(cause), "{line}");
    }
}

#[test]
fn a_request_is_found_in_the_log_by_the_name_in_its_answer() {
    listen();
    let folder = Folder::new("log-requests");
    let mut trusting = config(&folder.0);
    trusting.trust_proxy = true;
    let server = Running::with(trusting, TWO_GAMES);
    let client = server.client;
    let under = |name: &str, line: &Value| line["span"]["id"] == name;

    let named = client.raw("GET", "/api/shelf", "X-Request-Id: of-the-proxy-7\r\n", b"").unwrap();
    assert_eq!(name_of(&named), "of-the-proxy-7");
    let line = &lines(1, |line| under("of-the-proxy-7", line))[0];
    assert_eq!((&line["level"], &line["fields"]["path"]), (&json!("DEBUG"), &json!("/api/shelf")));
    assert_eq!((&line["fields"]["status"], &line["fields"]["method"]), (&json!(200), &json!("GET")));
    assert!(line["fields"]["micros"].is_u64(), "{line}");
    let odd = client.raw("GET", "/api/shelf", "X-Request-Id: a b\"c\r\n", b"").unwrap();
    assert!(!name_of(&odd).contains(' '), "{odd:?}");

    // A fault is told without its cause; whoever runs the server finds that under the same name.
    let wanted = json!({"game": "pebbles", "options": {"brittle": "on"}, "dice": "entered"});
    let made = client.post("/api/games", None, &wanted).good();
    let (id, secret) = (made["id"].as_str().unwrap(), made["seats"][0]["secret"].as_str().unwrap());
    let decision = json!({"revision": 0, "text": "gamble", "dice": "6"});
    let failed = client.post(&format!("/api/games/{id}/act"), Some(secret), &decision);
    assert_eq!(failed.status, 500);
    let name = name_of(&failed);
    let lines = lines(2, |line| under(&name, line));
    assert!(
        lines.iter().any(|line| line["level"] == "ERROR" && line.to_string().contains("six")),
        "{lines:?}"
    );
    let answered = lines.iter().find(|line| line["fields"]["status"] == 500).unwrap();
    assert_eq!(answered["fields"]["path"], "/api/games/{id}/act", "the name of the game is not in it");
    for text in lines.iter().map(Value::to_string) {
        assert!(!text.contains(id) && !text.contains(secret) && !text.contains("127.0.0.1"), "{text}");
    }
}

#[test]
fn a_stranger_does_not_name_his_requests() {
    listen();
    let folder = Folder::new("log-strangers");
    let server = Running::start(&folder.0);
    let answer = server.client.raw("GET", "/api/shelf", "X-Request-Id: mine\r\n", b"").unwrap();
    let name = name_of(&answer);
    assert!(name.len() == 16 && name.bytes().all(|digit| digit.is_ascii_hexdigit()), "{name}");
}
