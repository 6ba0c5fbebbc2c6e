//! What is about the file itself: copies of it, and older formats.

use std::fs;

use crate::common::{Folder, Running, TWO_GAMES, config};
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
fn a_file_of_an_older_format_is_looked_at_in_a_copy_and_stays_what_it_is() {
    let folder = Folder::new("older");
    let server = Running::with(config(&folder.0), TWO_GAMES);
    let (id, secrets) = server.client.ambush(&json!({}));
    server.client.act(&id, &secrets[0], "hide 2").good();
    server.stop();
    let file = Connection::open(folder.0.join("games.sqlite")).unwrap();
    let older = "DROP INDEX open_seats; DROP INDEX timed_games; ALTER TABLE games DROP COLUMN terms;
                 ALTER TABLE games DROP COLUMN begun; ALTER TABLE steps DROP COLUMN told; DROP TABLE probe;
                 ALTER TABLE seats DROP COLUMN player; DROP TABLE recent;
                 PRAGMA user_version = 5";
    file.execute_batch(older).unwrap();
    let mut checked = 0;
    Reader::open(&folder.0).unwrap().check(&TWO_GAMES, |_| checked += 1).unwrap();
    assert_eq!(checked, 1);
    let version: u32 = file.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 5);
}
