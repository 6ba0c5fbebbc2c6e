//! The coach: he speaks when a game is over, for those who played it, and can be stopped.

use std::{sync::atomic::Ordering, time::Duration};

use crate::common::{Client, Folder, Running, TWO_GAMES, config};
use kit::{
    SetupError,
    any::{AnySession, Playable},
    coach::{CoachBudget, CoachProgress, Coaching},
};
use sandtable_server::Shelf;
use serde_json::{Value, json};

const SHELF: Shelf = Shelf { coach, ..TWO_GAMES };

/// Thinks until he is stopped, if the number of pebbles was chosen; else he has said it all at once.
fn coach(
    game: &dyn Playable,
    table: &dyn AnySession,
    budget: CoachBudget,
    watch: &CoachProgress,
) -> Result<Coaching, SetupError> {
    assert!(budget.time.is_some(), "nobody waits for ever");
    if game.name() != "pebbles" {
        return Err(SetupError("he knows nothing else".into()));
    }
    watch.plan(100);
    watch.add(40);
    let is_slow = table.setup().options.contains_key("pebbles");
    while is_slow && !watch.stop.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let words = format!("{} with {} decisions", game.name(), table.steps());
    Ok(Coaching { judge: vec![words], lines: 40, stopped: is_slow, sides: Vec::new() })
}

fn over(client: Client, game: &Value) -> (String, String) {
    let made = client.post("/api/games", None, game).good();
    let path = format!("/api/games/{}", made["id"].as_str().unwrap());
    let secret = made["seats"][0]["secret"].as_str().unwrap().to_owned();
    let early = client.send("POST", &format!("{path}/coach"), Some(&secret), None).error();
    assert_eq!(early.0, 409, "the game is not over: {early:?}");
    client.post(&format!("{path}/resign"), Some(&secret), &json!({})).good();
    (format!("{path}/coach"), secret)
}

/// Waits until he has said something.
fn said(client: Client, path: &str) -> Value {
    (0..500)
        .find_map(|_| {
            std::thread::sleep(Duration::from_millis(10));
            Some(client.get(path, None).good()).filter(|answer| !answer["coaching"].is_null())
        })
        .unwrap()
}

#[test]
fn the_coach_speaks_when_the_game_is_over() {
    let folder = Folder::new("coach");
    let server = Running::with(config(&folder.0), SHELF);
    let client = server.client;
    let (path, secret) = over(client, &json!({"game": "pebbles"}));
    assert_eq!(client.get(&path, None).good()["asked"], false);
    assert_eq!(client.send("POST", &path, None, None).status, 403, "who did not play does not ask");
    let begun = client.send("POST", &path, Some(&secret), None).good();
    assert_eq!(begun["asked"], true);
    let answer = said(client, &path);
    assert_eq!(answer["coaching"]["judge"], json!(["pebbles with 0 decisions"]));
    assert_eq!(answer["progress"], json!([40, 100]));
    // Asked again he says the same.
    assert_eq!(client.send("POST", &path, Some(&secret), None).good(), answer);
}

#[test]
fn the_coach_can_be_stopped() {
    let folder = Folder::new("coach-stopped");
    let server = Running::with(config(&folder.0), SHELF);
    let client = server.client;
    let (path, secret) = over(client, &json!({"game": "pebbles", "options": {"pebbles": "30"}}));
    client.send("POST", &path, Some(&secret), None).good();
    std::thread::sleep(Duration::from_millis(100));
    let waiting = client.get(&path, Some(&secret)).good();
    assert_eq!((&waiting["coaching"], &waiting["progress"]), (&Value::Null, &json!([40, 100])));
    client.send("DELETE", &path, Some(&secret), None).good();
    assert_eq!(said(client, &path)["coaching"]["stopped"], true);
    // A server that stops does not wait for a coach who thinks.
    let (path, secret) = over(client, &json!({"game": "pebbles", "options": {"pebbles": "30"}}));
    client.send("POST", &path, Some(&secret), None).good();
    server.stop();
}

#[test]
fn one_asker_does_not_keep_the_coach_from_others() {
    let folder = Folder::new("coach-flood");
    let mut config = config(&folder.0);
    config.trust_proxy = true;
    let server = Running::with(config, SHELF);
    let client = server.client;
    let ask = |visitor: u8| {
        let (path, secret) = over(client, &json!({"game": "pebbles", "options": {"pebbles": "30"}}));
        let head = format!("X-Forwarded-For: 203.0.113.{visitor}\r\nAuthorization: Bearer {secret}\r\n");
        client.raw("POST", &path, &head, b"").unwrap().status
    };
    assert_eq!([ask(1), ask(1), ask(1), ask(1)], [200, 200, 200, 429]);
    assert_eq!(ask(2), 200, "somebody else is taken");
}
