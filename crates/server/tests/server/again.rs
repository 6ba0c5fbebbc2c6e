//! Answers that get lost: what was done is not done twice, and nobody loses a seat by hanging up.

use std::{io::Write, net::TcpStream, time::Duration};

use crate::common::{Folder, Running, SHELF, TWO_GAMES, config};
use serde_json::json;

#[test]
fn a_seat_is_passed_on_with_a_new_secret() {
    let folder = Folder::new("renew");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    let mut old_stream = client.events(&id, Some(&secrets[0]), None);
    old_stream.next().unwrap();
    let renewed = client.post(&format!("/api/games/{id}/seat/renew"), Some(&secrets[0]), &json!({})).good();
    let new = renewed["secret"].as_str().unwrap();
    assert_eq!(client.act(&id, new, "hide 3").status, 200);
    assert!(old_stream.next().is_none(), "who has the old secret sees nothing more");
    let path = format!("/api/games/{id}");
    assert_eq!(client.get(&path, Some(&secrets[0])).error(), (401, "secret".to_owned()));
    server.stop();
    let server = Running::start(&folder.0);
    assert_eq!(server.client.get(&path, Some(&secrets[0])).status, 401);
    assert_eq!(server.client.get(&path, Some(new)).good()["you"], 0);
}

#[test]
fn hanging_up_while_a_secret_is_renewed_loses_no_seat() {
    let folder = Folder::new("hang-up");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    let (path, old) = (format!("/api/games/{id}"), secrets[0].as_str());
    let renew = format!("{path}/seat/renew");
    for _ in 0..20 {
        let mut stream = TcpStream::connect(client.0).unwrap();
        let request =
            format!("POST {renew} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {old}\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        drop(stream);
    }
    assert_eq!(client.get(&path, Some(old)).good()["you"], 0, "nor is anybody held up");
    let lost = client.post(&renew, Some(old), &json!({})).good()["secret"].clone();
    server.stop();
    let server = Running::start(&folder.0);
    let client = server.client;
    assert_eq!(client.get(&path, Some(old)).good()["you"], 0, "nobody has used a new one");
    let new = client.post(&renew, Some(old), &json!({})).good()["secret"].clone();
    assert_eq!(client.get(&path, lost.as_str()).status, 401, "the last one counts");
    assert_eq!(client.get(&path, new.as_str()).good()["you"], 0);
    assert_eq!(client.get(&path, Some(old)).status, 401, "now it has ended");
}

#[test]
fn a_decision_that_is_sent_again_gets_the_same_answer_after_a_restart() {
    let folder = Folder::new("resend");
    let server = Running::with(config(&folder.0), TWO_GAMES);
    let (id, secrets) = server.client.ambush(&json!({}));
    let act = format!("/api/games/{id}/act");
    let hidden = json!({"revision": 0, "text": "hide 2"});
    let told = server.client.post(&act, Some(&secrets[0]), &hidden);
    server.stop();

    let mut short = config(&folder.0);
    short.idle = Duration::ZERO;
    let server = Running::with(short, TWO_GAMES);
    let client = server.client;
    let other = json!({"revision": 0, "text": "hide 3"});
    assert_eq!(client.post(&act, Some(&secrets[0]), &other).error().1, "stale", "that is something else");
    assert_eq!(client.post(&act, Some(&secrets[1]), &hidden).status, 409, "and that somebody else");
    let again = client.post(&act, Some(&secrets[0]), &hidden);
    assert_eq!((again.status, &again.body), (200, &told.body));
    let typed = json!({"revision": 0, "text": " Hide  2"});
    let in_memory = || {
        let text = client.get("/metrics", None).body;
        text.contains("sandtable_games_in_memory 0\n")
    };
    while !in_memory() {
        std::thread::sleep(Duration::from_millis(50));
    }
    let again = client.post(&act, Some(&secrets[0]), &typed);
    assert_eq!((again.status, &again.body), (200, &told.body), "also when it had left memory");

    // With dice: the answer tells the same face, rolled or entered.
    let found = json!({"revision": 1, "text": "search 5"});
    let told = client.post(&act, Some(&secrets[1]), &found);
    told.good();
    let entered = client.post("/api/games", None, &json!({"game": "pebbles", "dice": "entered"})).good();
    let gamble = json!({"revision": 0, "text": "gamble", "dice": "2"});
    let own = format!("/api/games/{}/act", entered["id"].as_str().unwrap());
    let first = entered["seats"][0]["secret"].as_str();
    let gambled = client.post(&own, first, &gamble);
    gambled.good();
    server.stop();
    let server = Running::with(config(&folder.0), TWO_GAMES);
    assert_eq!(server.client.post(&act, Some(&secrets[1]), &found).body, told.body);
    let lie = json!({"revision": 0, "text": "gamble", "dice": "3"});
    assert_eq!(server.client.post(&own, first, &lie).status, 409);
    assert_eq!(server.client.post(&own, first, &gamble).body, gambled.body);
}

#[test]
fn what_was_taken_back_is_not_answered_again() {
    let folder = Folder::new("resend-undo");
    let server = Running::with(config(&folder.0), SHELF);
    let (id, secrets) = server.client.ambush(&json!({}));
    let path = format!("/api/games/{id}");
    let hidden = json!({"revision": 0, "text": "hide 2"});
    server.client.post(&format!("{path}/act"), Some(&secrets[0]), &hidden).good();
    server.client.post(&format!("{path}/undo"), Some(&secrets[0]), &json!({"revision": 1})).good();
    server.stop();
    let server = Running::start(&folder.0);
    let again = json!({"revision": 1, "text": "hide 2"});
    let refused = server.client.post(&format!("{path}/act"), Some(&secrets[0]), &again);
    assert_eq!(refused.error(), (409, "stale".to_owned()));
}

#[test]
fn a_revision_that_cannot_be_is_an_old_one() {
    let folder = Folder::new("revisions");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    let act = format!("/api/games/{id}/act");
    for revision in [u64::MAX, u64::MAX - 1, 1] {
        let answer = client.post(&act, Some(&secrets[0]), &json!({"revision": revision, "text": "hide 1"}));
        assert_eq!(answer.error(), (409, "stale".to_owned()), "{revision}");
    }
    client.act(&id, &secrets[0], "hide 1").good();
    let answer = client.post(&act, Some(&secrets[0]), &json!({"revision": u64::MAX, "text": "hide 1"}));
    assert_eq!(answer.error(), (409, "stale".to_owned()));
}
