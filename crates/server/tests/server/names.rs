//! What players call themselves: told to everybody, kept with the seat and nowhere else, and gone when they want it.

use crate::common::{Client, Folder, Running};
use serde_json::{Value, json};

fn name(client: Client, id: &str, secret: Option<&str>, name: &str) -> crate::common::Answer {
    client.send(
        "PUT",
        &format!("/api/games/{id}/seat/name"),
        secret,
        Some(&json!({"name": name}).to_string()),
    )
}

fn players(client: Client, id: &str) -> Vec<Value> {
    let seats = client.get(&format!("/api/games/{id}"), None).good()["seats"].clone();
    seats.as_array().unwrap().iter().map(|seat| seat["player"].clone()).collect()
}

#[test]
fn a_name_is_told_to_everybody_and_kept_with_the_seat() {
    let folder = Folder::new("names");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    assert_eq!(players(client, &id), ["", ""]);
    let mut stream = client.events(&id, None, None);
    assert_eq!(stream.next().unwrap().name, "sync");
    let told = name(client, &id, Some(&secrets[0]), "  Anna   of <b>Kent</b> ").good();
    assert_eq!(told["name"], "Anna of <b>Kent</b>", "kept as text: whoever shows it escapes it");
    assert_eq!(stream.next().unwrap().name, "sync", "whoever watches reads it");
    assert_eq!(players(client, &id), ["Anna of <b>Kent</b>", ""]);
    client.act(&id, &secrets[0], "hide 2").good();
    server.stop();
    let server = Running::start(&folder.0);
    let client = server.client;
    assert_eq!(players(client, &id), ["Anna of <b>Kent</b>", ""], "also after a restart");
    client.post(&format!("/api/games/{id}/resign"), Some(&secrets[1]), &json!({})).good();
    let record = client.get(&format!("/api/games/{id}/record"), None).body;
    assert!(!record.contains("Anna"), "no part of the game: {record}");
    name(client, &id, Some(&secrets[0]), "").good();
    assert_eq!(players(client, &id), ["", ""]);
}

#[test]
fn a_name_goes_with_what_its_seat_has_said() {
    let folder = Folder::new("names-gone");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    name(client, &id, Some(&secrets[1]), "Ben").good();
    client.send("DELETE", &format!("/api/games/{id}/talk"), Some(&secrets[1]), None).good();
    assert_eq!(players(client, &id), ["", ""]);
}

#[test]
fn only_a_seat_has_a_name_and_only_one_that_can_be_read() {
    let folder = Folder::new("names-refused");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    assert_eq!(name(client, &id, None, "Nobody").error().0, 403);
    assert_eq!(name(client, &id, Some("wrong"), "Nobody").error().0, 401);
    let own = |text: &str| name(client, &id, Some(&secrets[0]), text);
    assert_eq!(own(&"x".repeat(41)).error().0, 400);
    own(&"\u{e4}".repeat(40)).good();
    for unseen in ["a\u{0}b", "a\u{202e}b", "a\u{200b}b", "\u{feff}"] {
        assert_eq!(own(unseen).error().0, 400, "{unseen:?}");
    }
    assert_eq!(own("two\nlines").good()["name"], "two lines");
}

#[test]
fn the_list_of_open_seats_says_who_waits() {
    let folder = Folder::new("names-offer");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({"seats": {"Seeker": "open"}}));
    let listed = || client.get("/api/offers", None).good()["offers"][0]["players"].clone();
    assert_eq!(listed(), json!([]));
    name(client, &id, Some(&secrets[0]), "Anna").good();
    assert_eq!(listed(), json!(["Anna"]));
}
