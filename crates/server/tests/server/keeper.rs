//! What operators do with the games in a folder.

use std::{fs, time::Duration};

use crate::common::{Folder, Running, SHELF, TWO_GAMES, config};
use rusqlite::Connection;
use sandtable_server::keeper::{self, Reader};
use serde_json::json;

#[test]
fn a_copy_is_made_while_games_are_played_and_put_back() {
    let (folder, other) = (Folder::new("backup"), Folder::new("restored"));
    let server = Running::start(&folder.0);
    let (id, secrets) = server.client.ambush(&json!({}));
    server.client.act(&id, &secrets[0], "hide 2").good();
    let copy = other.0.join("copy.sqlite");
    keeper::backup(&folder.0, &copy).unwrap();
    server.client.act(&id, &secrets[1], "search 5").good();
    let busy = keeper::restore(&folder.0, &copy).unwrap_err().to_string();
    assert!(busy.contains("is used by another server"), "{busy}");
    server.stop();

    fs::write(other.0.join("torn.sqlite"), &fs::read(&copy).unwrap()[..9_000]).unwrap();
    let torn = keeper::restore(&folder.0, &other.0.join("torn.sqlite")).unwrap_err().to_string();
    assert!(torn.contains("damaged") || torn.contains("malformed"), "{torn}");
    keeper::restore(&folder.0, &copy).unwrap();
    let server = Running::start(&folder.0);
    let path = format!("/api/games/{id}");
    assert_eq!(server.client.get(&path, Some(&secrets[0])).good()["steps"], 1, "as it was then");
    server.client.act(&id, &secrets[1], "search 4").good();
    server.stop();
    // What was there before is not lost either.
    keeper::restore(&folder.0, &folder.0.join("games-before-restore.sqlite")).unwrap();
    let server = Running::start(&folder.0);
    assert_eq!(server.client.get(&path, None).good()["steps"], 2);
}

#[test]
fn games_are_listed_and_taken_away_beside_a_server_and_deleted_without_one() {
    let folder = Folder::new("list");
    let server = Running::with(config(&folder.0), TWO_GAMES);
    let (id, secrets) = server.client.ambush(&json!({}));
    server.client.play_out(&id, &secrets);
    let (unfinished, _) = server.client.ambush(&json!({}));
    let reader = Reader::open(&folder.0).unwrap();
    let listed = reader.list().unwrap();
    let short: Vec<_> = listed.iter().map(|game| (game.id.as_str(), game.steps, game.over)).collect();
    assert_eq!(short, [(id.as_str(), 16, true), (unfinished.as_str(), 0, false)]);
    assert!(listed[0].last >= listed[0].created && listed[0].created > 1_600_000_000);
    let record = reader.record(&TWO_GAMES, &id).unwrap();
    assert_eq!(record, server.client.get(&format!("/api/games/{id}/record"), None).body);
    assert!(!reader.record(&TWO_GAMES, &unfinished).unwrap().contains("dice secret"));
    assert!(reader.record(&TWO_GAMES, "nothing").is_err());
    assert!(keeper::delete(&folder.0, std::slice::from_ref(&id)).is_err(), "a server runs");
    server.stop();
    drop(reader);
    let wrong = keeper::delete(&folder.0, &[id.clone(), "nothing".into()]).unwrap_err();
    assert!(wrong.to_string().contains("nothing was deleted"));
    assert_eq!(Reader::open(&folder.0).unwrap().list().unwrap().len(), 2);
    keeper::delete(&folder.0, std::slice::from_ref(&id)).unwrap();
    let file = Connection::open(folder.0.join("games.sqlite")).unwrap();
    for table in ["steps", "talk", "seats"] {
        let sql = format!("SELECT count(*) FROM {table} WHERE game = ?");
        let left: i64 = file.query_row(&sql, [&id], |row| row.get(0)).unwrap();
        assert_eq!(left, 0, "{table}");
    }
    drop(file);
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
        Reader::open(&folder.0).unwrap().check(&shelf, |game| closed.push((game.id, game.closed))).unwrap();
        closed
    };
    assert!(check(TWO_GAMES).iter().all(|(_, closed)| closed.is_none()));
    // With a program that has one game only, and one that reads a decision otherwise.
    let with_one = check(SHELF);
    assert_eq!(with_one[0].1, None);
    assert!(with_one[1].1.as_ref().unwrap().contains("does not play pebbles"), "{with_one:?}");
    assert_eq!(with_one[1].0, other["id"].as_str().unwrap());
    server.stop();
    let file = Connection::open(folder.0.join("games.sqlite")).unwrap();
    file.execute("UPDATE steps SET hash = 7", []).unwrap();
    assert!(check(TWO_GAMES)[0].1.as_ref().unwrap().contains("decision 1 does not hold"));
    // A file of an older format is looked at in a copy, and stays what it is.
    let older = "ALTER TABLE steps DROP COLUMN told; DROP TABLE probe; PRAGMA user_version = 5";
    file.execute_batch(older).unwrap();
    assert_eq!(check(TWO_GAMES).len(), 2);
    let version: u32 = file.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 5);
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
    let file = Connection::open(folder.0.join("games.sqlite")).unwrap();
    for id in [&old, &idle] {
        file.execute("UPDATE steps SET made = made - 864000000 WHERE game = ?", [id]).unwrap();
        file.execute("UPDATE games SET created = created - 864000 WHERE id = ?", [id]).unwrap();
    }
    drop(file);
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
