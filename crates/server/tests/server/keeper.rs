//! What operators do with the games in a folder.

use std::time::Duration;

use crate::common::{
    Folder, Running, SHELF, TWO_GAMES, config,
    postgres::{edit, number, place_of},
};
use sandtable_server::keeper::{self, Reader};
use serde_json::json;

#[test]
fn games_are_listed_and_taken_away_beside_a_server_and_deleted_without_one() {
    let folder = Folder::new("list");
    let server = Running::with(config(&folder.0), TWO_GAMES);
    let (id, secrets) = server.client.ambush(&json!({}));
    server.client.play_out(&id, &secrets);
    let (unfinished, _) = server.client.ambush(&json!({}));
    let reader = Reader::open(place_of(&folder.0)).unwrap();
    let listed = reader.list().unwrap();
    let short: Vec<_> = listed.iter().map(|game| (game.id.as_str(), game.steps, game.over)).collect();
    assert_eq!(short, [(id.as_str(), 16, true), (unfinished.as_str(), 0, false)]);
    assert!(listed[0].last >= listed[0].created && listed[0].created > 1_600_000_000);
    let record = reader.record(&TWO_GAMES, &id).unwrap();
    assert_eq!(record, server.client.get(&format!("/api/games/{id}/record"), None).body);
    assert!(!reader.record(&TWO_GAMES, &unfinished).unwrap().contains("dice secret"));
    assert!(reader.record(&TWO_GAMES, "nothing").is_err());
    assert!(keeper::delete(place_of(&folder.0), std::slice::from_ref(&id)).is_err(), "a server runs");
    server.stop();
    drop(reader);
    let wrong = keeper::delete(place_of(&folder.0), &[id.clone(), "nothing".into()]).unwrap_err();
    assert!(wrong.to_string().contains("nothing was deleted"));
    assert_eq!(Reader::open(place_of(&folder.0)).unwrap().list().unwrap().len(), 2);
    keeper::delete(place_of(&folder.0), std::slice::from_ref(&id)).unwrap();
    for table in ["steps", "talk", "seats"] {
        let left = number(&folder.0, &format!("SELECT count(*) FROM {table} WHERE game = '{id}'"));
        assert_eq!(left, 0, "{table}");
    }
    let made = keeper::import(config(&folder.0), TWO_GAMES, record).unwrap();
    let made: serde_json::Value = serde_json::from_str(&made).unwrap();
    let server = Running::with(config(&folder.0), TWO_GAMES);
    let path = format!("/api/games/{}", made["id"].as_str().unwrap());
    assert_eq!(server.client.get(&path, made["seats"][1]["secret"].as_str()).good()["steps"], 16);
    assert_eq!(server.client.get(&format!("/api/games/{id}"), None).status, 404);
}

#[test]
fn a_check_says_what_this_program_could_not_play_on() {
    let folder = Folder::new("check");
    let server = Running::with(config(&folder.0), TWO_GAMES);
    let (id, secrets) = server.client.ambush(&json!({}));
    server.client.act(&id, &secrets[0], "hide 2").good();
    let other = server.client.post("/api/games", None, &json!({"game": "pebbles"})).good();
    let check = |shelf| {
        let mut closed = Vec::new();
        Reader::open(place_of(&folder.0))
            .unwrap()
            .check(&shelf, |game| closed.push((game.id, game.closed)))
            .unwrap();
        closed
    };
    assert!(check(TWO_GAMES).iter().all(|(_, closed)| closed.is_none()));
    // With a program that has one game only, and one that reads a decision otherwise.
    let with_one = check(SHELF);
    assert_eq!(with_one[0].1, None);
    assert!(with_one[1].1.as_ref().unwrap().contains("does not play pebbles"), "{with_one:?}");
    assert_eq!(with_one[1].0, other["id"].as_str().unwrap());
    server.stop();
    edit(&folder.0, "UPDATE steps SET hash = 7");
    assert!(check(TWO_GAMES)[0].1.as_ref().unwrap().contains("decision 1 does not hold"));
}

#[test]
fn games_go_after_their_time() {
    let folder = Folder::new("retention");
    let server = Running::start(&folder.0);
    let (old, secrets) = server.client.ambush(&json!({}));
    server.client.play_out(&old, &secrets);
    let (idle, _) = server.client.ambush(&json!({}));
    let (fresh, secrets) = server.client.ambush(&json!({}));
    server.client.play_out(&fresh, &secrets);
    server.stop();
    for id in [&old, &idle] {
        edit(&folder.0, &format!("UPDATE steps SET made = made - 864000000 WHERE game = '{id}'"));
        edit(&folder.0, &format!("UPDATE games SET created = created - 864000 WHERE id = '{id}'"));
    }
    let mut config = config(&folder.0);
    config.keep_finished = Some(Duration::from_hours(24 * 7));
    config.admin = Some("127.0.0.1:0".parse().unwrap());
    let server = Running::with(config, SHELF);
    let admin = server.admin.unwrap();
    while !admin.get("/metrics", None).body.contains("sandtable_games_expired_total 1\n") {
        std::thread::sleep(Duration::from_millis(20));
    }
    let status = |id: &str| server.client.get(&format!("/api/games/{id}"), None).status;
    assert_eq!([status(&old), status(&idle), status(&fresh)], [404, 200, 200]);
}
