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
    // What was there before is not lost either, and what is there now is kept as well.
    let first = folder.0.join("games-before-restore.sqlite");
    let done = keeper::restore(&folder.0, &first).unwrap();
    let second = folder.0.join("games-before-restore-2.sqlite");
    assert_eq!((done.games, done.kept), (1, Some(second.clone())));
    let last = || {
        let server = Running::start(&folder.0);
        let told = server.client.get(&format!("{path}/story"), Some(&secrets[1])).good();
        told["steps"].as_array().unwrap().last().unwrap()["text"].clone()
    };
    assert_eq!(last(), "search 5");
    keeper::restore(&folder.0, &second).unwrap();
    assert_eq!(last(), "search 4");
    keeper::restore(&folder.0, &first).unwrap();
    assert_eq!(last(), "search 5", "a copy that was put back is still there");
}

/// What is no copy of games changes nothing, and no copy is put over the games themselves.
#[test]
fn only_games_are_put_back_and_no_copy_over_them() {
    let (folder, other) = (Folder::new("kept"), Folder::new("strange"));
    let server = Running::start(&folder.0);
    let (id, secrets) = server.client.ambush(&json!({}));
    let games = folder.0.join("games.sqlite");
    let over = keeper::backup(&folder.0, &games).unwrap_err().to_string();
    assert!(over.contains("a server keeps its games there"), "{over}");
    server.client.act(&id, &secrets[0], "hide 2").good();
    server.stop();
    let strange = other.0.join("strange.sqlite");
    let connection = Connection::open(&strange).unwrap();
    connection.execute_batch("CREATE TABLE games (name TEXT); PRAGMA user_version = 3").unwrap();
    drop(connection);
    fs::write(other.0.join("empty.sqlite"), "").unwrap();
    // What is left of a file is not taken for a new one.
    let rest = Folder::new("cut");
    fs::write(rest.0.join("games.sqlite"), &fs::read(&games).unwrap()[..1_000]).unwrap();
    let cut = Reader::open(&rest.0).unwrap_err().to_string();
    assert!(cut.contains("is cut off: put a copy back"), "{cut}");
    let cut = keeper::delete(&rest.0, std::slice::from_ref(&id)).unwrap_err().to_string();
    assert!(cut.contains("is cut off"), "{cut}");
    for name in ["strange.sqlite", "empty.sqlite"] {
        let refused = keeper::restore(&folder.0, &other.0.join(name)).unwrap_err().to_string();
        assert!(refused.contains("there are no games of a server in it"), "{name}: {refused}");
    }
    let server = Running::start(&folder.0);
    assert_eq!(server.client.get(&format!("/api/games/{id}"), None).good()["steps"], 1);
    server.stop();
    let nowhere = other.0.join("nowhere");
    assert!(
        keeper::delete(&nowhere, &[id]).is_err() && !nowhere.exists(),
        "nothing is made to be deleted from"
    );
}

/// Whoever may do everything leaves the games to whom the folder belongs.
#[cfg(unix)]
#[test]
fn a_folder_of_somebody_else_stays_his() {
    use std::os::unix::fs::{MetadataExt, chown};
    let (folder, other) = (Folder::new("own"), Folder::new("copies"));
    let server = Running::start(&folder.0);
    server.client.ambush(&json!({}));
    let copy = other.0.join("copy.sqlite");
    keeper::backup(&folder.0, &copy).unwrap();
    server.stop();
    let his = Folder::new("his");
    if chown(&his.0, Some(54_321), Some(54_321)).is_err() {
        return;
    }
    keeper::restore(&his.0, &copy).unwrap();
    for entry in fs::read_dir(&his.0).unwrap() {
        let entry = entry.unwrap();
        assert_eq!(entry.metadata().unwrap().uid(), 54_321, "{:?}", entry.path());
    }
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
