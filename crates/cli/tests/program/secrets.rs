//! Secrets in every game that hides something, as a stranger could look for them: over HTTP.
//!
//! Two games are played side by side. Wherever one side decides something that the other may not know, the second game
//! decides something else that looks the same; everything else is alike. At positions that differ in hidden things only,
//! everything that can be asked must be answered alike.

use std::{
    collections::BTreeSet,
    io::{Read, Write},
    net::TcpStream,
};

use kit::{
    Rolled, Scripted, Seat, Setup, Status, Viewer,
    any::{AnySession, LogEntry, Playable},
    random_play::RandomPlayer,
};
use serde_json::{Value, json};

use crate::{
    common::Folder,
    keeper::{Served, serve_with},
};

/// Positions that are compared for each viewer.
const POSITIONS: usize = 2;
/// Decisions after which nothing more is looked for.
const MOST: usize = 1_200;
/// Other decisions that are tried in place of a hidden one.
const TRIES: usize = 60;
/// An answer may hang on chance, where it is drawn from positions that the asker cannot tell apart: so often it is asked.
const ASKED: usize = 6;

/// Two games that one viewer cannot tell apart.
struct Twins {
    tables: [Box<dyn AnySession>; 2],
    viewer: Viewer,
}

fn faces(step: &LogEntry) -> String {
    let faces: Vec<String> = step.dice.iter().map(|die| format!("{}:{}", die.purpose, die.face)).collect();
    faces.join(",")
}

impl Twins {
    fn new(game: &dyn Playable, scenario: &str, viewer: Viewer) -> Self {
        let start = || game.start(&Setup::of(scenario)).unwrap();
        Self { tables: [start(), start()], viewer }
    }

    /// What the viewer is told of a decision.
    fn told(&self, step: &LogEntry) -> Value {
        json!(step.clone().seen_by(self.viewer))
    }

    /// Whether he sees the same at both tables.
    fn look_alike(&self) -> bool {
        let [one, other] = self.tables.each_ref().map(|table| json!(table.view(self.viewer)));
        one == other
    }

    /// Decides the same or what looks the same in the second game as was decided in the first; whether it could.
    fn follow(&mut self, step: &LogEntry) -> bool {
        let before = self.tables[1].steps();
        let told = step.clone().seen_by(self.viewer);
        let hidden = told.text != step.text;
        let others = if hidden { self.tables[1].choices() } else { Vec::new() };
        let verb = step.text.split(' ').next().unwrap_or_default().to_owned();
        let others = others.into_iter().map(|choice| choice.text).filter(|text| *text != step.text);
        let alike = others.filter(|text| text.split(' ').next() == Some(verb.as_str())).take(TRIES);
        let candidates: Vec<String> = alike.chain([step.text.clone()]).collect();
        let wanted = self.told(step);
        for text in candidates {
            let mut dice = Scripted::parse(&faces(step)).unwrap();
            if let Ok(other) = self.tables[1].act(&text, &mut dice) {
                let same = dice.finish().is_ok() && self.told(&other) == wanted;
                if same && (!hidden || self.look_alike()) {
                    return true;
                }
                self.tables[1].truncate(before);
            }
        }
        false
    }

    fn differ(&self) -> bool {
        self.tables[0].hash() != self.tables[1].hash()
    }

    /// Plays on by chance: the records of both games wherever they differ and the viewer is to decide, and some where he
    /// is not.
    fn positions(mut self, seed: u64) -> Vec<[String; 2]> {
        let (mut chance, mut dice) = (RandomPlayer::seeded(seed), Rolled::seeded(seed));
        let mut found = Vec::new();
        let mut last = 0;
        while self.tables[0].steps() < MOST && found.len() < POSITIONS {
            let before = self.tables[0].steps();
            let Some(step) = self.tables[0].act_at_random(&mut chance, &mut dice) else { break };
            if !self.follow(&step) {
                self.tables[0].truncate(before);
                break;
            }
            let (steps, status) = (self.tables[0].steps(), self.tables[0].status());
            let own =
                matches!((status, self.viewer), (Status::Deciding(seat), Viewer::Seat(own)) if seat == own);
            if self.differ() && (found.is_empty() || (own && steps > last + 10)) {
                // What follows from something hidden may be open to see.
                if !self.look_alike() {
                    break;
                }
                last = steps;
                found.push(self.tables.each_ref().map(|table| table.record()));
            }
        }
        found
    }
}

/// A game of the server.
struct Game<'s> {
    served: &'s Served,
    id: String,
    secrets: Vec<String>,
}

impl<'s> Game<'s> {
    fn from(served: &'s Served, record: &str) -> Self {
        let wanted = json!({"record": record, "dice": "entered"}).to_string();
        let (status, made) = send(served, "POST", "/api/games", None, &wanted);
        assert_eq!(status, 201, "{made}");
        let made: Value = serde_json::from_str(&made).unwrap();
        let secret = |seat: &Value| seat["secret"].as_str().unwrap().to_owned();
        let secrets = made["seats"].as_array().unwrap().iter().map(secret).collect();
        Self { served, id: made["id"].as_str().unwrap().to_owned(), secrets }
    }

    /// An answer without what is different by its nature: the game's name, and how long its players took.
    fn ask(&self, method: &str, path: &str, seat: Option<Seat>, body: &str) -> String {
        let secret = seat.map(|seat| self.secrets[usize::from(seat.0)].as_str());
        let (status, text) =
            send(self.served, method, &format!("/api/games/{}{path}", self.id), secret, body);
        let mut text = format!("{status} {}", text.replace(&self.id, "ID"));
        for name in ["\"spent\":", "\"waiting\":", "\"created\":"] {
            let mut from = 0;
            while let Some(at) = text[from..].find(name) {
                let start = from + at + name.len();
                let end = start + text[start..].find(['}', ',']).unwrap_or(0);
                text.replace_range(start..end, "*");
                from = start;
            }
        }
        text
    }
}

fn send(served: &Served, method: &str, path: &str, secret: Option<&str>, body: &str) -> (u16, String) {
    send_to(&served.1, method, path, secret, body)
}

/// Asks a server: status and body.
pub fn send_to(address: &str, method: &str, path: &str, secret: Option<&str>, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    let secret = secret.map(|secret| format!("Authorization: Bearer {secret}\r\n")).unwrap_or_default();
    let head = "Host: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n";
    let length = body.len();
    write!(stream, "{method} {path} HTTP/1.1\r\n{head}{secret}Content-Length: {length}\r\n\r\n{body}")
        .unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

/// Everything that somebody could ask at a position: method, address and body.
fn questions(
    game: &dyn Playable,
    table: &dyn AnySession,
    viewer: Viewer,
) -> Vec<(&'static str, String, String)> {
    let steps = table.steps();
    let get = |path: &str| ("GET", path.to_owned(), String::new());
    let mut all: Vec<_> =
        ["", "/state", "/record", "/dice", "/odds", "/plans", "/talk"].into_iter().map(get).collect();
    all.extend([steps / 2, steps - 1].map(|step| get(&format!("/state?step={step}"))));
    all.push(get(&format!("/story?from={}&to={steps}", steps.saturating_sub(60))));
    let view = table.view(viewer);
    // Counters of both sides, the hidden ones among them.
    let every = (view.counters.len() / 6).max(1);
    for (name, _) in game.overlays() {
        all.push(get(&format!("/overlays/{name}")));
        let units = view.counters.iter().step_by(every);
        all.extend(units.map(|counter| get(&format!("/overlays/{name}?unit={}", counter.id.0))));
    }
    let mut texts: Vec<String> = vec!["nonsense".to_owned()];
    // What whoever decides could do, whether it is the asker or not; and what was decided before.
    let choices = table.choices();
    let every = (choices.len() / 8).max(1);
    texts.extend(choices.iter().step_by(every).map(|choice| choice.text.clone()));
    texts.extend(table.story(steps.saturating_sub(4)..steps).into_iter().map(|step| step.text));
    let revision = steps;
    for text in texts {
        all.push(("POST", "/why".to_owned(), json!({"text": text}).to_string()));
        all.push(("POST", "/chances".to_owned(), json!({"text": text}).to_string()));
        let stale = json!({"revision": 0, "text": text}).to_string();
        all.push(("POST", "/act".to_owned(), stale));
    }
    all.push(("POST", "/act".to_owned(), json!({"revision": revision, "text": "nonsense"}).to_string()));
    all.push(("POST", "/fork".to_owned(), json!({"step": steps - 1}).to_string()));
    all
}

/// Asks everything of both games for a viewer.
fn answers_are_alike(
    game: &dyn Playable,
    games: &[Game<'_>; 2],
    table: &dyn AnySession,
    viewer: Viewer,
) -> usize {
    let seat = if let Viewer::Seat(seat) = viewer { Some(seat) } else { None };
    let questions = questions(game, table, viewer);
    for (method, path, body) in &questions {
        let mut told: [BTreeSet<String>; 2] = Default::default();
        for _ in 0..ASKED {
            for (told, game) in told.iter_mut().zip(games) {
                told.insert(game.ask(method, path, seat, body));
            }
            if !told[0].is_disjoint(&told[1]) {
                break;
            }
        }
        let shown = told.each_ref().map(|told| told.first().unwrap().chars().take(3_000).collect::<String>());
        assert!(
            !told[0].is_disjoint(&told[1]),
            "{}: {method} {path} {body} tells two positions apart:\n{}\n{}",
            game.name(),
            shown[0],
            shown[1]
        );
    }
    questions.len()
}

#[test]
fn no_answer_tells_positions_apart_that_differ_in_hidden_things_only() {
    let folder = Folder::new("secrets");
    let data = folder.0.join("games").display().to_string();
    let served =
        serve_with(&data, &["--max-requests", "0", "--max-decisions", "0", "--max-games-an-hour", "0"]);
    let hiding: Vec<_> = registry::PLAYABLE.iter().filter(|game| game.hides()).collect();
    assert!(!hiding.is_empty());
    for game in hiding {
        let mut compared = 0;
        let mut asked = 0;
        for seat in [Seat(0), Seat(1)] {
            let viewer = Viewer::Seat(seat);
            let scenarios =
                game.profile().scenarios.iter().flat_map(|scenario| (0..3).map(move |seed| (scenario, seed)));
            let found = scenarios
                .map(|(scenario, seed)| Twins::new(*game, &scenario.name, viewer).positions(seed))
                .find(|found| !found.is_empty());
            for records in found.unwrap_or_default() {
                let (table, fault) = game.open(&records[0]).unwrap();
                assert!(fault.is_none());
                let games = records.each_ref().map(|record| Game::from(&served, record));
                asked += answers_are_alike(*game, &games, &*table, viewer);
                asked += answers_are_alike(*game, &games, &*table, Viewer::Spectator);
                compared += 1;
            }
        }
        println!("{}: {compared} positions, {asked} questions", game.name());
        assert!(
            compared > 1,
            "{} hides something, but no two games were found that differ in it only",
            game.name()
        );
    }
}
