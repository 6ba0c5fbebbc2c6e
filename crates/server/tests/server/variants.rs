//! Games that are set up with a patch: kept, shown, recorded, and refused with a place where they are wrong.

use crate::common::{Client, Folder, Running, TWO_GAMES, config};
use serde_json::{Value, json};

fn patch(most: &str) -> String {
    format!("game = 'pebbles'\n[[cell]]\ntable = 'handful'\nrow = '1+'\ncolumn = 'most'\nvalue = {most}\n")
}

fn wanted(text: &str) -> Value {
    json!({"game": "pebbles", "patch": {"name": "my.toml", "text": text}})
}

/// Sets a variant up: its address and the secret of the first seat.
fn set_up(client: Client, text: &str) -> (String, String) {
    let made = client.post("/api/games", None, &wanted(text)).good();
    let secret = made["seats"][0]["secret"].as_str().unwrap().to_owned();
    (format!("/api/games/{}", made["id"].as_str().unwrap()), secret)
}

#[test]
fn a_variant_is_played_shown_kept_and_recorded() {
    let folder = Folder::new("variant");
    let server = Running::with(config(&folder.0), TWO_GAMES);
    let (game, secret) = set_up(server.client, &patch("5"));
    let differs = json!([{"table": "handful", "row": "1+", "column": "most", "old": "3", "new": "5"}]);
    let client = server.client;
    assert_eq!(client.get(&game, None).good()["variant"], differs);
    let state = client.get(&format!("{game}/state"), Some(&secret)).good();
    let texts: Vec<&str> =
        state["choices"].as_array().unwrap().iter().map(|one| one["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["take 1", "take 2", "take 3", "take 4", "take 5", "gamble"]);
    let chart = client.get(&format!("{game}/tables/handful"), None).good();
    assert_eq!(chart["rows"], json!([{"key": "1+", "cells": ["5"]}]), "the chart at the table");
    let published = client.get("/api/shelf/pebbles/tables/handful", None).good();
    assert_eq!(published["rows"], json!([{"key": "1+", "cells": ["3"]}]), "the chart on the shelf");
    let titles = client.get(&format!("{game}/tables"), None).good();
    assert_eq!(titles["tables"].as_array().unwrap().len(), 1);
    client.post(&format!("{game}/act"), Some(&secret), &json!({"revision": 0, "text": "take 5"})).good();
    let record = client.get(&format!("{game}/record"), None).body;
    assert!(record.contains("patch: [\"handful\",\"1+\",\"most\",\"5\"]\n"), "{record}");
    assert_eq!(client.post("/api/verify", None, &json!({"record": record})).good()["decisions"], 1);
    let again = client.post("/api/games", None, &json!({"record": record})).good();
    let again = format!("/api/games/{}", again["id"].as_str().unwrap());
    assert_eq!(client.get(&again, None).good()["variant"], differs, "a record brings its patch along");
    let forked = client.post(&format!("{game}/fork"), None, &json!({"step": 0})).good();
    let forked = format!("/api/games/{}", forked["id"].as_str().unwrap());
    assert_eq!(client.get(&forked, None).good()["variant"], differs);
    drop(server);
    let server = Running::with(config(&folder.0), TWO_GAMES);
    let summary = server.client.get(&game, None).good();
    assert_eq!((&summary["variant"], &summary["steps"]), (&differs, &json!(1)), "after a new start");
}

#[test]
fn a_game_without_a_patch_is_as_published() {
    let folder = Folder::new("published");
    let server = Running::with(config(&folder.0), TWO_GAMES);
    for text in ["", "[options]\npebbles = 20\n"] {
        let text = format!("game = 'pebbles'\n{text}");
        let (game, _) = set_up(server.client, &text);
        let summary = server.client.get(&game, None).good();
        assert_eq!(summary["variant"], json!([]), "options make no variant");
        assert_eq!(summary["options"].as_object().unwrap().len(), usize::from(text.contains("options")));
    }
}

#[test]
fn a_bad_patch_is_refused_with_file_line_and_column() {
    let folder = Folder::new("bad-patch");
    let server = Running::with(config(&folder.0), TWO_GAMES);
    let cases = [
        (patch("'many'"), "my.toml:6:9: found `many`, expected"),
        (patch("5").replace("handful", "pockets"), "my.toml:6:9: there is no table `pockets`: handful"),
        (
            patch("5").replace("pebbles", "ambush"),
            "my.toml:1:8: this patch is for `ambush`, not for `pebbles`",
        ),
        ("game = 'pebbles'\ncells = 1\n".to_owned(), "my.toml:2:1: "),
        (
            format!("game = 'pebbles'\n# {}", "x".repeat(70_000)),
            "my.toml: a patch file has at most 65536 bytes",
        ),
    ];
    for (text, words) in cases {
        let answer = server.client.post("/api/games", None, &wanted(&text));
        assert_eq!(answer.error(), (422, "setup".to_owned()), "{answer:?}");
        let body: Value = serde_json::from_str(&answer.body).unwrap();
        let message = body["error"]["message"].as_str().unwrap();
        assert!(message.starts_with(words), "{message}");
    }
    let both = json!({"record": "sandtable-record 1", "patch": {"text": patch("5")}});
    assert_eq!(server.client.post("/api/games", None, &both).error(), (400, "malformed".to_owned()));
}

#[test]
fn a_server_loads_only_so_many_variants() {
    let folder = Folder::new("many-variants");
    let mut config = config(&folder.0);
    config.limits.variants = 2;
    let server = Running::with(config, TWO_GAMES);
    let make = |most: &str| server.client.post("/api/games", None, &wanted(&patch(most))).status;
    assert_eq!(make("'many'"), 422, "what does not fit does not count");
    assert_eq!([make("7"), make("8"), make("9"), make("7")], [201, 201, 429, 201]);
    let record = |most: &str| {
        let text = format!(
            "sandtable-record 1\ngame: pebbles\nrules: 1\nscenario: short\npatch: [\"handful\",\"1+\",\"most\",\"{most}\"]\n\n"
        );
        server.client.post("/api/verify", None, &json!({"record": text})).status
    };
    assert_eq!([record("7"), record("10")], [200, 429]);
}
