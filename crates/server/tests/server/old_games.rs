//! Games of another version of the rules, or of a game that is gone: they are read and taken away, and not played on.

use crate::common::{Client, Folder, Running, TWO_GAMES, config, postgres::edit};
use serde_json::{Value, json};

/// A game of pebbles with three decisions, and its secrets.
fn pebbles(client: Client) -> (String, Vec<String>) {
    let made = client.post("/api/games", None, &json!({"game": "pebbles"})).good();
    let secret = |seat: usize| made["seats"][seat]["secret"].as_str().unwrap().to_owned();
    let (id, secrets) = (made["id"].as_str().unwrap().to_owned(), vec![secret(0), secret(1)]);
    for (step, text) in ["take 1", "gamble", "take 1"].into_iter().enumerate() {
        client.act(&id, &secrets[step % 2], text).good();
    }
    (id, secrets)
}

/// What a server tells of a game to everybody.
fn told(client: Client, path: &str) -> (Value, String) {
    let story = client.get(&format!("{path}/story"), None).good();
    (story, client.get(&format!("{path}/record"), None).body)
}

/// Changes the file behind the server's back.
fn changed(folder: &Folder, sql: &str) -> Running {
    edit(&folder.0, sql);
    Running::with(config(&folder.0), TWO_GAMES)
}

/// A story without what only a table can tell: the cells and places of what happened.
fn plain(mut story: Value) -> Value {
    for step in story["steps"].as_array_mut().unwrap() {
        step["cells"] = json!([]);
        for event in step["events"].as_array_mut().unwrap() {
            (event["hexes"], event["units"]) = (json!([]), json!([]));
        }
    }
    story
}

#[test]
fn a_game_of_other_rules_is_read_and_taken_away_and_not_played_on() {
    let folder = Folder::new("other-rules");
    let server = Running::with(config(&folder.0), TWO_GAMES);
    let (id, secrets) = pebbles(server.client);
    let path = format!("/api/games/{id}");
    let (story, record) = told(server.client, &path);
    server.stop();
    let server = changed(&folder, "UPDATE games SET rules = 99");
    let client = server.client;

    let summary = client.get(&path, Some(&secrets[1])).good();
    let why = summary["closed"].as_str().unwrap();
    assert!(why.contains("version 99 of the rules") && why.contains("cannot be played on"), "{why}");
    assert_eq!(
        (&summary["steps"], &summary["deciding"], &summary["rules"]),
        (&json!(3), &json!(null), &json!(99))
    );
    let (again, taken) = told(client, &path);
    assert_eq!(again, plain(story), "step by step as it was told");
    assert_eq!(taken, record.replace("\nrules: 1\n", "\nrules: 99\n"));
    for (what, body) in [
        ("act", json!({"revision": 3, "text": "take 1"})),
        ("undo", json!({"revision": 3})),
        ("resign", json!({})),
        ("why", json!({"text": "take 1"})),
    ] {
        let refused = client.post(&format!("{path}/{what}"), Some(&secrets[1]), &body);
        assert_eq!(refused.error(), (409, "closed".to_owned()), "{what}");
        assert!(refused.body.contains("version 99"), "{refused:?}");
    }
    // The hashes say that these rules mean the same, so its states can be shown.
    assert_eq!(client.get(&format!("{path}/state?step=2"), None).good()["step"], 2);
    assert_eq!(client.get(&format!("{path}/state"), None).good()["choices"], json!([]));
    // And its record goes on as a new game by the rules of this server.
    let renewed = taken.replace("\nrules: 99\n", "\nrules: 1\n");
    client.post("/api/games", None, &json!({"record": renewed})).good();
}

#[test]
fn a_game_that_does_not_hold_any_more_is_shown_as_far_as_it_does() {
    let folder = Folder::new("no-hold");
    let server = Running::with(config(&folder.0), TWO_GAMES);
    let (id, secrets) = pebbles(server.client);
    let path = format!("/api/games/{id}");
    let (story, record) = told(server.client, &path);
    server.stop();
    let server = changed(&folder, "UPDATE steps SET hash = hash + 1 WHERE step = 3");
    let client = server.client;
    let summary = client.get(&path, None).good();
    assert!(summary["closed"].as_str().unwrap().contains("decision 3 does not hold"), "{summary}");
    assert_eq!((&summary["steps"], &summary["revision"]), (&json!(3), &json!(3)));
    assert_eq!(client.get(&format!("{path}/state?step=2"), None).status, 200);
    assert_eq!(client.get(&format!("{path}/state?step=3"), None).error(), (409, "closed".to_owned()));
    assert_eq!(client.get(&format!("{path}/state"), None).good()["step"], 2, "the last that holds");
    let (again, taken) = told(client, &path);
    assert_eq!((again["steps"][1]["events"].clone(), again["total"].clone()), {
        let story = plain(story);
        (story["steps"][1]["events"].clone(), json!(3))
    });
    assert_eq!(taken.lines().count(), record.lines().count());
    let refused =
        client.post(&format!("{path}/act"), Some(&secrets[1]), &json!({"revision": 3, "text": "take 1"}));
    assert_eq!(refused.error(), (409, "closed".to_owned()));
}

#[test]
fn a_game_that_this_program_does_not_know_can_be_taken_away() {
    let folder = Folder::new("gone");
    let server = Running::with(config(&folder.0), TWO_GAMES);
    let (id, secrets) = pebbles(server.client);
    let (hidden, hiding) = server.client.ambush(&json!({}));
    server.client.act(&hidden, &hiding[0], "hide 2").good();
    let path = format!("/api/games/{id}");
    let (story, record) = told(server.client, &path);
    server.stop();
    let server = changed(
        &folder,
        "UPDATE games SET game = 'chess' WHERE game = 'pebbles';
                                   UPDATE games SET game = 'go' WHERE game = 'ambush'",
    );
    let client = server.client;
    let refused = client.get(&path, Some(&secrets[0]));
    assert_eq!(refused.error(), (409, "closed".to_owned()));
    assert!(refused.body.contains("does not play chess any more"), "{refused:?}");
    let (again, taken) = told(client, &path);
    assert_eq!(again, plain(story));
    assert_eq!(taken, record.replace("game: pebbles", "game: chess"));
    assert_eq!(client.get(&format!("{path}/story"), Some("wrong")).status, 401);
    // What was hidden stays so.
    let path = format!("/api/games/{hidden}");
    assert_eq!(client.get(&format!("{path}/record"), Some(&hiding[0])).error().1, "closed");
    let story =
        |secret: Option<&str>| client.get(&format!("{path}/story"), secret).good()["steps"][0].clone();
    assert_eq!(story(Some(&hiding[0]))["text"], "hide 2");
    assert_eq!(story(Some(&hiding[0]))["events"].as_array().unwrap().len(), 2);
    for other in [Some(hiding[1].as_str()), None] {
        let told = story(other);
        assert_eq!((&told["text"], &told["hash"]), (&json!("lie low"), &json!("")));
        assert_eq!(told["events"].as_array().unwrap().len(), 1, "{told}");
    }
}
