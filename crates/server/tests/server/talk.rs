//! Players talk to each other and point at things; nobody else hears of it.

use crate::common::{
    Client, Folder, Running, SHELF, config,
    postgres::{number, place_of},
};
use sandtable_server::keeper;
use serde_json::{Value, json};

fn say(client: Client, id: &str, secret: Option<&str>, what: &Value) -> crate::common::Answer {
    client.post(&format!("/api/games/{id}/talk"), secret, what)
}

fn heard(client: Client, id: &str, secret: &str, after: u64) -> Vec<Value> {
    let talk = client.get(&format!("/api/games/{id}/talk?after={after}"), Some(secret)).good();
    talk["talk"].as_array().unwrap().clone()
}

#[test]
fn the_other_side_hears_at_once_and_after_a_restart() {
    let folder = Folder::new("talk");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    let mut stream = client.events(&id, Some(&secrets[1]), None);
    assert_eq!(stream.next().unwrap().name, "sync");
    client.act(&id, &secrets[0], "hide 2").good();
    assert_eq!(stream.next().unwrap().name, "step");
    let line = say(client, &id, Some(&secrets[0]), &json!({"words": "  good luck  "})).good();
    assert_eq!((&line["number"], &line["seat"], &line["step"]), (&json!(1), &json!(0), &json!(1)));
    assert_eq!((&line["words"], &line["at"]), (&json!("good luck"), &json!(null)));
    let told = stream.next().unwrap();
    assert_eq!((told.name.as_str(), told.json()), ("talk", line.clone()));
    // It is no change of the game: who comes again with its id has missed nothing.
    assert_eq!(told.id, client.get(&format!("/api/games/{id}"), None).good()["revision"]);
    say(client, &id, Some(&secrets[1]), &json!({"words": "and to you"})).good();
    server.stop();

    let server = Running::start(&folder.0);
    let client = server.client;
    let all = heard(client, &id, &secrets[1], 0);
    assert_eq!(all[0], line);
    assert_eq!((all.len(), &all[1]["words"]), (2, &json!("and to you")));
    assert_eq!(heard(client, &id, &secrets[0], 1), all[1..]);
    assert_eq!(heard(client, &id, &secrets[0], u64::MAX), Vec::<Value>::new());
    let next = say(client, &id, Some(&secrets[0]), &json!({"words": "still there?"})).good();
    assert_eq!(next["number"], 3, "numbers go on");
}

#[test]
fn a_spectator_neither_hears_nor_speaks() {
    let folder = Folder::new("talk-secret");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    let (other, others) = client.ambush(&json!({}));
    let mut stream = client.events(&id, None, None);
    assert_eq!(stream.next().unwrap().name, "sync");
    say(client, &id, Some(&secrets[0]), &json!({"words": "between us: walnut"})).good();
    client.act(&id, &secrets[0], "hide 2").good();
    let told = stream.next().unwrap();
    assert_eq!(told.name, "step", "the talk before it was not told: {told:?}");

    let asked = |secret| client.get(&format!("/api/games/{id}/talk"), secret);
    assert_eq!(asked(None).error(), (403, "seat".into()));
    assert_eq!(asked(Some(&others[0])).error(), (401, "secret".into()));
    let speak = json!({"words": "hello"});
    assert_eq!(say(client, &id, None, &speak).error(), (403, "seat".into()));
    assert_eq!(say(client, &id, Some(&others[0]), &speak).error(), (401, "secret".into()));
    assert_eq!(say(client, "nowhere", Some(&secrets[0]), &speak).error(), (404, "unknown".into()));
    assert_eq!(heard(client, &id, &secrets[1], 0).len(), 1);
    assert_eq!(heard(client, &other, &others[0], 0).len(), 0, "every game has its own");
    client.post(&format!("/api/games/{id}/resign"), Some(&secrets[1]), &json!({})).good();
    for path in ["", "/state", "/story", "/record", "/dice", "/plans"] {
        let answer = client.get(&format!("/api/games/{id}{path}"), None);
        assert!(answer.status == 200 && !answer.body.contains("walnut"), "{path} tells of it");
    }
    // Who has played can still talk about it.
    say(client, &id, Some(&secrets[1]), &json!({"words": "well played"})).good();
}

#[test]
fn one_points_at_what_one_sees() {
    let folder = Folder::new("talk-flare");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    client.act(&id, &secrets[0], "hide 2").good();
    let state = client.get(&format!("/api/games/{id}/state"), Some(&secrets[0])).good();
    let own = state["view"]["counters"][0]["name"].as_str().unwrap().to_owned();
    let line = say(client, &id, Some(&secrets[0]), &json!({"at": own})).good();
    assert_eq!((&line["words"], &line["at"]), (&json!(""), &json!(own)));
    let nothing = json!({"at": "no such thing"});
    assert_eq!(say(client, &id, Some(&secrets[0]), &nothing).error(), (404, "unknown".into()));
    // What the other side does not see it cannot ask about in this way.
    let hidden = client.get(&format!("/api/games/{id}/state"), Some(&secrets[1])).good();
    let seen = hidden["view"]["counters"].as_array().unwrap().iter().any(|one| one["name"] == own.as_str());
    let pointed = say(client, &id, Some(&secrets[1]), &json!({"at": own}));
    assert_eq!(pointed.status == 200, seen, "{pointed:?}");
}

#[test]
fn talk_is_bounded() {
    let folder = Folder::new("talk-bounds");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    let refused = |what: &Value| say(client, &id, Some(&secrets[0]), what).error();
    let malformed = (400, "malformed".to_owned());
    for what in [
        json!({}),
        json!({"words": "   "}),
        json!({"words": "two\nlines"}),
        json!({"words": "x".repeat(501)}),
        json!({"words": 7}),
        json!({"words": "hello", "seat": 1}),
    ] {
        assert_eq!(refused(&what), malformed, "{what}");
    }
    let long = "\u{e9}".repeat(500);
    say(client, &id, Some(&secrets[0]), &json!({"words": long})).good();
    for number in 2..=503 {
        say(client, &id, Some(&secrets[0]), &json!({"words": format!("line {number}")})).good();
    }
    let kept = heard(client, &id, &secrets[1], 0);
    assert_eq!((kept.len(), &kept[0]["number"]), (500, &json!(4)), "the oldest are gone");
}

#[test]
fn nobody_talks_without_end() {
    let folder = Folder::new("talk-pace");
    let mut config = config(&folder.0);
    config.limits.decisions = 1;
    let server = Running::with(config, SHELF);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    let answers: Vec<u16> =
        (0..12).map(|_| say(client, &id, Some(&secrets[0]), &json!({"words": "hello"})).status).collect();
    assert!(answers.starts_with(&[200]) && answers.contains(&429), "{answers:?}");
    say(client, &id, Some(&secrets[1]), &json!({"words": "I have said nothing yet"})).good();
}

#[test]
fn what_a_seat_has_said_is_deleted_and_the_rest_stays() {
    let folder = Folder::new("unsay");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    let path = format!("/api/games/{id}/talk");
    let say =
        |seat: usize, words: &str| client.post(&path, Some(&secrets[seat]), &json!({"words": words})).good();
    say(0, "hello");
    say(1, "my name is Anna");
    say(0, "well met");
    say(1, "and my address is a secret");
    assert_eq!(client.send("DELETE", &path, None, None).error().0, 403, "a spectator has said nothing");
    let left = client.send("DELETE", &path, Some(&secrets[1]), None).good();
    let words = |talk: &Value| {
        let lines = talk["talk"].as_array().unwrap().iter();
        lines.map(|line| line["words"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(words(&left), ["hello", "well met"]);
    assert_eq!(say(1, "again")["number"], 5, "no number is given twice");
    server.stop();
    let place = place_of(&folder.0);
    assert!(
        keeper::forget(place.clone(), &SHELF, &id, "Finder")
            .unwrap_err()
            .to_string()
            .contains("Hider, Seeker")
    );
    keeper::forget(place, &SHELF, &id, "seeker").unwrap();
    assert_eq!(
        number(&folder.0, "SELECT count(*) FROM talk WHERE words LIKE '%again%' OR words LIKE '%Anna%'"),
        0
    );
    let server = Running::start(&folder.0);
    assert_eq!(words(&server.client.get(&path, Some(&secrets[1])).good()), ["hello", "well met"]);
}
