//! What is about the database itself: copies, formats, the way from a file and back.

use crate::common::{
    Folder, Running, SHELF, config,
    postgres::{edit, number, place_of},
};
use sandtable_server::{Place, StoreError, keeper};
use serde_json::json;

#[test]
fn games_go_into_a_file_and_back_into_a_database() {
    let (folder, other, file) = (Folder::new("to-file"), Folder::new("from-file"), Folder::new("on-file"));
    let server = Running::start(&folder.0);
    let (id, secrets) = server.client.ambush(&json!({}));
    server.client.act(&id, &secrets[0], "hide 2").good();
    let path = format!("/api/games/{id}");
    server.client.post(&format!("{path}/talk"), Some(&secrets[0]), &json!({"words": "good luck"})).good();
    let renewed = server.client.post(&format!("{path}/seat/renew"), Some(&secrets[1]), &json!({})).good();
    let copy = other.0.join("copy.sqlite");
    keeper::backup(place_of(&folder.0), &copy).unwrap();
    server.client.act(&id, &secrets[1], "search 5").good();
    server.stop();
    // A plain file serves it as well.
    keeper::restore(&file.0, &copy).unwrap();
    let mut on_file = config(&file.0);
    on_file.store = None;
    let server = Running::with(on_file, SHELF);
    assert_eq!(server.client.get(&path, Some(&secrets[0])).good()["steps"], 1, "as it was then");
    server.stop();
    keeper::restore(place_of(&other.0), &copy).unwrap();
    let taken = keeper::restore(place_of(&other.0), &copy).unwrap_err().to_string();
    assert!(taken.contains("there are games in this database"), "{taken}");
    let server = Running::start(&other.0);
    let new = renewed["secret"].as_str().unwrap();
    assert_eq!(
        server.client.get(&path, Some(new)).good()["you"],
        1,
        "also a new secret that was not used yet"
    );
    let talk = server.client.get(&format!("{path}/talk"), Some(&secrets[0])).good();
    assert_eq!(talk["talk"][0]["words"], "good luck");
    server.client.act(&id, new, "search 4").good();
}

#[test]
fn a_newer_database_is_left_alone_and_an_empty_one_is_not_read() {
    let folder = Folder::new("newer");
    let Place::Postgres(url) = place_of(&folder.0) else { panic!("a database") };
    let empty = keeper::Reader::open(Place::Postgres(url)).unwrap_err().to_string();
    assert!(empty.contains("there are no games"), "{empty}");
    Running::start(&folder.0).stop();
    edit(&folder.0, "UPDATE format SET version = 99");
    let refused = keeper::Reader::open(place_of(&folder.0)).unwrap_err().to_string();
    assert_eq!(refused, StoreError::Newer(99).to_string());
    assert_eq!(number(&folder.0, "SELECT count(*) FROM nodes"), 0, "a node that ends leaves");
}

#[test]
fn an_older_database_is_brought_up_to_date_and_its_games_are_copied_first() {
    let folder = Folder::new("format");
    let server = Running::start(&folder.0);
    let (id, secrets) = server.client.ambush(&json!({}));
    server.client.act(&id, &secrets[0], "hide 2").good();
    server.stop();
    let older = "DROP INDEX open_seats; ALTER TABLE games DROP COLUMN terms CASCADE; ALTER TABLE games DROP COLUMN begun;
                 ALTER TABLE seats DROP COLUMN player;
                 UPDATE format SET version = 1";
    edit(&folder.0, older);
    let refused = keeper::Reader::open(place_of(&folder.0)).unwrap_err().to_string();
    assert!(refused.contains("format 1"), "{refused}");
    // Not under the feet of nodes of the older version.
    edit(&folder.0, "INSERT INTO nodes (name, seen) VALUES ('older', clock_timestamp() + interval '1 h')");
    let refused = keeper::delete(place_of(&folder.0), std::slice::from_ref(&id)).unwrap_err().to_string();
    assert!(refused.contains("stop those first"), "{refused}");
    edit(&folder.0, "DELETE FROM nodes");
    let server = Running::start(&folder.0);
    server.client.act(&id, &secrets[1], "search 6").good();
    server.stop();
    let schema = folder.0.file_name().unwrap().to_string_lossy().replace('-', "_");
    let copied = format!("SELECT count(*) FROM {schema}_format_1.steps");
    assert_eq!([number(&folder.0, &copied), number(&folder.0, "SELECT count(*) FROM steps")], [1, 2]);
}
