//! Programs at the table: they say what they were after, they are stopped in time, and nobody waits for their thoughts.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use crate::common::{Client, Folder, Running, TWO_GAMES, config};
use kit::{
    SetupError,
    any::{AnySession, Playable, Player},
};
use sandtable_server::{Config, Shelf};
use serde_json::{Value, json};

const SHELF: Shelf = Shelf { bots: |_, _| vec!["talker", "ponderer", "fool", "wreck"], player, ..TWO_GAMES };

fn player(_: &dyn Playable, _: &str, spec: &str, _: u64) -> Result<Box<dyn Player>, SetupError> {
    match spec {
        "talker" => Ok(Box::new(Talker(0))),
        "ponderer" | "ponderer/long" => Ok(Box::new(Ponderer)),
        "fool" => Ok(Box::new(Fool)),
        "wreck" => Ok(Box::new(Wreck)),
        _ => Err(SetupError("there are: talker, ponderer".into())),
    }
}

/// Proposes what no rule allows.
struct Fool;

impl Player for Fool {
    fn decide(&mut self, _: &dyn AnySession, _: &AtomicBool) -> Option<String> {
        Some("take 99".into())
    }
}

/// Fails.
struct Wreck;

impl Player for Wreck {
    fn decide(&mut self, _: &dyn AnySession, _: &AtomicBool) -> Option<String> {
        panic!("a program has a fault")
    }
}

/// Takes the first choice and talks about it.
struct Talker(u32);

impl Player for Talker {
    fn decide(&mut self, table: &dyn AnySession, _: &AtomicBool) -> Option<String> {
        self.0 += 1;
        table.choices().into_iter().next().map(|choice| choice.text)
    }

    fn account(&self) -> Vec<String> {
        vec![format!("this was decision {} of mine", self.0)]
    }
}

/// Thinks until it is told to stop.
struct Ponderer;

impl Player for Ponderer {
    fn decide(&mut self, _: &dyn AnySession, stop: &AtomicBool) -> Option<String> {
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        None
    }
}

fn game(client: Client, wanted: &Value) -> (String, String) {
    let made = client.post("/api/games", None, wanted).good();
    let secret = made["seats"].as_array().unwrap().iter().find_map(|seat| seat["secret"].as_str());
    (format!("/api/games/{}", made["id"].as_str().unwrap()), secret.unwrap_or_default().to_owned())
}

fn act(client: Client, path: &str, secret: &str, text: &str) {
    let revision = client.get(path, None).good()["revision"].clone();
    let decision = json!({"revision": revision, "text": text});
    client.post(&format!("{path}/act"), Some(secret), &decision).good();
}

/// Waits until a game has so many decisions.
fn wait_for(client: Client, path: &str, steps: u64) {
    let come = (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        client.get(path, None).good()["steps"].as_u64() >= Some(steps)
    });
    assert!(come, "{:?}", client.get(path, None));
}

fn wait_for_thinkers(client: Client, many: u32) {
    let line = format!("sandtable_bots_thinking {many}\n");
    let come = (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        client.get("/metrics", None).body.contains(&line)
    });
    assert!(come, "{}", client.get("/metrics", None).body);
}

fn running(folder: &Folder, change: impl FnOnce(&mut Config)) -> Running {
    let mut config = config(&folder.0);
    change(&mut config);
    Running::with(config, SHELF)
}

#[test]
fn programs_say_what_they_were_after() {
    let folder = Folder::new("plans");
    let server = running(&folder, |_| {});
    let client = server.client;
    let (path, secret) = game(client, &json!({"game": "pebbles", "seats": {"Black": "bot:talker"}}));
    let plans = || client.get(&format!("{path}/plans"), Some(&secret)).good();
    let said = |words: &[&str]| json!({"plans": [{"seat": 1, "name": "Black", "sentences": words}]});
    assert_eq!(plans(), said(&[]), "it has decided nothing yet");
    act(client, &path, &secret, "take 1");
    wait_for(client, &path, 2);
    assert_eq!(plans(), said(&["this was decision 1 of mine"]));
    act(client, &path, &secret, "take 1");
    wait_for(client, &path, 4);
    assert_eq!(plans(), said(&["this was decision 2 of mine"]), "the same program stays at the table");
    assert_eq!(client.get(&format!("{path}/plans"), Some("wrong")).error(), (401, "secret".to_owned()));
    let (alone, _) = game(client, &json!({"game": "pebbles"}));
    assert_eq!(client.get(&format!("{alone}/plans"), None).good(), json!({"plans": []}));
}

#[test]
fn what_a_program_hides_it_keeps_to_itself_until_the_end() {
    let folder = Folder::new("quiet");
    let server = running(&folder, |_| {});
    let client = server.client;
    let (path, secret) = game(client, &json!({"game": "ambush", "seats": {"Hider": "bot:talker"}}));
    wait_for(client, &path, 1);
    for asker in [Some(secret.as_str()), None] {
        let plans = client.get(&format!("{path}/plans"), asker).good();
        assert_eq!(plans["plans"], json!([{"seat": 0, "name": "Hider", "sentences": []}]));
    }
    client.post(&format!("{path}/resign"), Some(&secret), &json!({})).good();
    let plans = client.get(&format!("{path}/plans"), None).good();
    assert_eq!(plans["plans"][0]["sentences"], json!(["this was decision 1 of mine"]));
}

#[test]
fn a_program_that_thinks_too_long_is_stopped_and_a_quicker_one_decides() {
    let folder = Folder::new("clock");
    let server = running(&folder, |config| config.limits.thought = Duration::from_millis(200));
    let client = server.client;
    let (path, secret) = game(client, &json!({"game": "pebbles", "seats": {"Black": "bot:ponderer/long"}}));
    let begun = Instant::now();
    for _ in 0..3 {
        let steps = client.get(&path, None).good()["steps"].as_u64().unwrap();
        act(client, &path, &secret, "take 1");
        wait_for(client, &path, steps + 2);
    }
    assert!(begun.elapsed() >= Duration::from_millis(600), "it was let think");
    assert!(begun.elapsed() < Duration::from_secs(5), "and stopped");
    let story = client.get(&format!("{path}/story"), None).good();
    let texts: Vec<&str> =
        story["steps"].as_array().unwrap().iter().map(|step| step["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["take 1"; 6], "the talker has stood in, who takes the first choice");
    let metrics = client.get("/metrics", None).body;
    assert!(metrics.contains("sandtable_bots_helped_total 3\n"), "{metrics}");
    let plans = client.get(&format!("{path}/plans"), None).good();
    assert_eq!(
        plans["plans"][0]["sentences"],
        json!(["Its time was over: somebody else has decided for it."])
    );
}

#[test]
fn nobody_waits_for_the_thoughts_of_another_game_and_an_end_ends_them() {
    let folder = Folder::new("thoughts");
    let server = running(&folder, |config| {
        config.limits.thinkers = 2;
        config.limits.thought = Duration::from_mins(10);
    });
    let client = server.client;
    let slow = json!({"game": "pebbles", "seats": {"White": "bot:ponderer"}});
    let pondered: Vec<(String, String)> = (0..4).map(|_| game(client, &slow)).collect();
    wait_for_thinkers(client, 2);
    let begun = Instant::now();
    let made = client.post("/api/games", None, &json!({"game": "pebbles"})).good();
    let path = format!("/api/games/{}", made["id"].as_str().unwrap());
    for turn in 0..10 {
        act(client, &path, made["seats"][turn % 2]["secret"].as_str().unwrap(), "take 1");
    }
    assert!(begun.elapsed() < Duration::from_secs(5), "people play on");
    let (quick, secret) = game(client, &json!({"game": "pebbles", "seats": {"Black": "bot:talker"}}));
    act(client, &quick, &secret, "take 1");
    // Those who are given up make room for the others.
    for (path, secret) in &pondered {
        client.post(&format!("{path}/resign"), Some(secret), &json!({})).good();
    }
    wait_for(client, &quick, 2);
    wait_for_thinkers(client, 0);
    for (path, _) in &pondered {
        assert_eq!(client.get(path, None).good()["steps"], 0, "a thought that was ended decides nothing");
    }
}

/// Somebody who has programs think in many games at once keeps nobody's opponent waiting for all of them.
#[test]
fn a_program_does_not_wait_for_all_those_of_a_stranger() {
    let folder = Folder::new("turns");
    let server = running(&folder, |config| {
        (config.trust_proxy, config.limits.thinkers) = (true, 1);
        config.limits.thought = Duration::from_millis(50);
    });
    let client = server.client;
    let ask = |from: &str, secret: &str, path: &str, body: &Value| {
        let head = format!(
            "X-Forwarded-For: {from}\r\nAuthorization: Bearer {secret}\r\nContent-Type: application/json\r\n"
        );
        let head = if secret.is_empty() { head.replace("Authorization: Bearer \r\n", "") } else { head };
        client.raw("POST", path, &head, body.to_string().as_bytes()).unwrap().good()
    };
    let both = json!({"White": "bot:ponderer/long", "Black": "bot:ponderer/long"});
    for _ in 0..30 {
        ask(
            "203.0.113.1",
            "",
            "/api/games",
            &json!({"game": "pebbles", "options": {"pebbles": "40"}, "seats": both}),
        );
    }
    let wanted = json!({"game": "pebbles", "seats": {"Black": "bot:ponderer/long"}});
    let made = ask("203.0.113.2", "", "/api/games", &wanted);
    let (path, secret) = (
        format!("/api/games/{}", made["id"].as_str().unwrap()),
        made["seats"][0]["secret"].as_str().unwrap(),
    );
    let decided = || {
        let metrics = client.get("/metrics", None).body;
        let line = metrics.lines().find_map(|line| line.strip_prefix("sandtable_bot_decisions_total "));
        line.unwrap().parse::<u64>().unwrap()
    };
    ask("203.0.113.2", secret, &format!("{path}/act"), &json!({"revision": 0, "text": "take 1"}));
    let before = decided();
    wait_for(client, &path, 2);
    assert!(decided() - before < 10, "{before}, {}", decided());
}

#[test]
fn a_server_that_stops_waits_for_no_thought_and_decides_nothing_by_chance() {
    let folder = Folder::new("stopped");
    let long = |config: &mut Config| config.limits.thought = Duration::from_mins(10);
    let server = running(&folder, long);
    let (path, _) = game(server.client, &json!({"game": "pebbles", "seats": {"White": "bot:ponderer"}}));
    wait_for_thinkers(server.client, 1);
    let begun = Instant::now();
    server.stop();
    assert!(begun.elapsed() < Duration::from_secs(5));
    let server = running(&folder, long);
    assert_eq!(server.client.get(&path, None).good()["steps"], 0);
    wait_for_thinkers(server.client, 1);
}

#[test]
fn a_game_goes_on_whatever_its_programs_answer() {
    let folder = Folder::new("fools");
    let server = running(&folder, |_| {});
    let client = server.client;
    let (path, _) =
        game(client, &json!({"game": "pebbles", "seats": {"White": "bot:fool", "Black": "bot:wreck"}}));
    let over = (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        !client.get(&path, None).good()["outcome"].is_null()
    });
    assert!(over, "{:?}", client.get(&path, None));
    let steps = client.get(&path, None).good()["steps"].as_u64().unwrap();
    let metrics = client.get("/metrics", None).body;
    assert!(metrics.contains(&format!("sandtable_bots_helped_total {steps}\n")), "{metrics}");
    assert!(metrics.contains(&format!("sandtable_bot_decisions_total {steps}\n")), "{metrics}");
    let plans = client.get(&format!("{path}/plans"), None).good();
    let told = [0, 1].map(|seat: usize| plans["plans"][seat]["sentences"][0].clone());
    let refused = "What it wanted is not allowed: chance has decided for it.";
    assert_eq!(told, [json!(refused), json!("It has failed: chance has decided for it.")]);
}
