//! Who is at the table, and how long the seats have taken.

use std::time::{Duration, Instant};

use crate::common::{Client, Events, Folder, Running, SHELF, config};
use serde_json::{Value, json};

fn info(client: Client, id: &str) -> Value {
    client.get(&format!("/api/games/{id}"), None).good()
}

fn online(client: Client, id: &str) -> Vec<Value> {
    let info = info(client, id);
    info["seats"].as_array().unwrap().iter().map(|seat| seat["online"].clone()).collect()
}

/// The next time that somebody is told who is there.
fn told(stream: &mut Events) -> Value {
    loop {
        let event = stream.any().unwrap();
        if event.name == "online" {
            return event.json()["online"].clone();
        }
    }
}

#[test]
fn everybody_is_told_who_comes_and_goes() {
    let folder = Folder::new("presence");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    assert_eq!(online(client, &id), [false, false]);
    let mut spectator = client.events(&id, None, None);
    let mut seated = client.events(&id, Some(&secrets[1]), None);
    assert_eq!(told(&mut spectator), json!([false, true]));
    assert_eq!(told(&mut seated), json!([false, true]), "who comes is told too");
    assert_eq!(online(client, &id), [false, true], "a spectator is at no seat");
    // A second window of the same seat is no news, nor is its end.
    let second = client.events(&id, Some(&secrets[1]), None);
    drop(seated);
    let other = client.events(&id, Some(&secrets[0]), None);
    assert_eq!(told(&mut spectator), json!([true, true]));
    drop((second, other));
    // One after the other or both at once: in the end nobody is there.
    while told(&mut spectator) != json!([false, false]) {}
    assert_eq!(online(client, &id), [false, false]);
}

#[test]
fn one_screen_has_all_its_seats_and_a_program_is_nowhere() {
    let folder = Folder::new("presence-screen");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({"seats": {"Hider": "here", "Seeker": "here"}}));
    let mut stream = client.events(&id, Some(&secrets[0]), None);
    assert_eq!(told(&mut stream), json!([true, true]));
    let (id, secrets) = client.ambush(&json!({"seats": {"Hider": "here", "Seeker": "bot:random"}}));
    let mut stream = client.events(&id, Some(&secrets[0]), None);
    assert_eq!(told(&mut stream), json!([true, null]));
    assert_eq!(online(client, &id), [json!(true), json!(null)]);
}

#[test]
fn who_comes_and_goes_without_end_is_not_told_without_end() {
    let folder = Folder::new("presence-bounds");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    let mut spectator = client.events(&id, None, None);
    let began = Instant::now();
    for _ in 0..100 {
        drop(client.events(&id, Some(&secrets[0]), None));
    }
    let last = client.events(&id, Some(&secrets[1]), None);
    let mut times = 1;
    while told(&mut spectator) != json!([false, true]) {
        times += 1;
    }
    let most = began.elapsed().as_secs() + 2;
    assert!(times <= most, "told {times} times, at most once a second was to be: {most}");
    drop(last);
}

#[test]
fn clocks_run_for_who_decides_and_are_kept() {
    let folder = Folder::new("clocks");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    let pause = Duration::from_millis(60);
    std::thread::sleep(pause);
    client.act(&id, &secrets[0], "hide 2").good();
    let spent = |info: &Value| -> Vec<u64> {
        info["seats"].as_array().unwrap().iter().map(|seat| seat["spent"].as_u64().unwrap()).collect()
    };
    let first = info(client, &id);
    assert!(spent(&first)[0] >= 60 && spent(&first)[1] == 0, "{first}");
    std::thread::sleep(pause);
    assert!(info(client, &id)["waiting"].as_u64().unwrap() >= 60);
    client.act(&id, &secrets[1], "search 6").good();
    let second = info(client, &id);
    assert!(spent(&second)[1] >= 60 && spent(&second)[0] == spent(&first)[0], "{second}");
    server.stop();

    let server = Running::start(&folder.0);
    let client = server.client;
    let again = info(client, &id);
    assert_eq!(spent(&again), spent(&second), "read from the disk they are the same");
    assert!(again["waiting"].is_u64());
    // What goes on from here begins with new clocks, and a finished game has none that runs.
    client.post(&format!("/api/games/{id}/resign"), Some(&secrets[0]), &json!({})).good();
    assert_eq!(info(client, &id)["waiting"], Value::Null);
    assert_eq!(spent(&info(client, &id)), spent(&second));
    let fork = client.post(&format!("/api/games/{id}/fork"), None, &json!({"step": 2})).good();
    assert_eq!(spent(&info(client, fork["id"].as_str().unwrap())), [0, 0]);
}

#[test]
fn spectators_take_no_place_from_a_seat() {
    let folder = Folder::new("places");
    let mut config = config(&folder.0);
    config.limits.watchers = 2;
    let server = Running::with(config, SHELF);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    let _crowd = [client.events(&id, None, None), client.events(&id, None, None)];
    let events = format!("/api/games/{id}/events");
    assert_eq!(client.get(&events, None).error(), (429, "too-many".to_owned()));
    let mut players =
        [client.events(&id, Some(&secrets[0]), None), client.events(&id, Some(&secrets[1]), None)];
    for player in &mut players {
        assert_eq!(player.next().unwrap().name, "sync");
    }
}
