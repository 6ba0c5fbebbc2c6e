//! Dice that two strangers trust: words are sealed before they are opened, and opened before any die.

use std::{
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use crate::common::{Client, Folder, Running, SHELF, config};
use sandtable_server::dice::seal;
use serde_json::{Value, json};

/// Adds words or a seal of a seat.
pub fn add(client: Client, id: &str, secret: &str, what: &Value) -> crate::common::Answer {
    client.post(&format!("/api/games/{id}/seat/contribution"), Some(secret), what)
}

/// Whether each of the three checkers calls the dice honest: the program, the second implementation, the page. What was kept is the
/// receipt and the seeker's words.
pub fn honest(client: Client, folder: &Path, record: &str, kept: Option<(&str, &str)>) -> [bool; 3] {
    let mut asked = json!({"record": record});
    let (file, script, page) = (folder.join("it.record"), folder.join("run.mjs"), folder.join("verify.mjs"));
    std::fs::write(&file, record).unwrap();
    std::fs::write(&page, client.get("/verify.js", None).body).unwrap();
    std::fs::write(&script, AS_THE_PAGE).unwrap();
    let mut python = Command::new("python3");
    python.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/verify.py")).arg(&file);
    let mut node = Command::new("node");
    node.arg(&script).arg(&page).arg(&file);
    if let Some((receipt, words)) = kept {
        (asked["receipt"], asked["words"]) = (json!(receipt), json!({"Seeker": words}));
        python.arg("--receipt").arg(receipt).arg("--words").arg(format!("Seeker={words}"));
        node.arg(receipt).arg(words);
    }
    let verdict = client.post("/api/verify", None, &asked).good();
    let by_program = verdict["holds"] == true && verdict["dice"] == "honest";
    assert_eq!(verdict["noted"], kept.is_some());
    let ran = |command: &mut Command| command.output().unwrap().status.success();
    [by_program, ran(&mut python), ran(&mut node)]
}

const AS_THE_PAGE: &str = "
    import { readFileSync } from 'node:fs';
    const [page, record, receipt, words] = process.argv.slice(2);
    const { check } = await import(page);
    const noted = receipt ? { receipt, words: { Seeker: words } } : {};
    const { holds, words: told } = await check(readFileSync(record, 'utf8'), noted);
    process.exitCode = holds && told.includes('dice derived') ? 0 : 1;
";

#[test]
fn words_are_sealed_before_any_are_opened_and_opened_before_any_die() {
    let folder = Folder::new("sealed");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    let error = |seat: usize, what: Value| add(client, &id, &secrets[seat], &what).error();
    let closed = (409, "closed".to_owned());
    assert_eq!(error(0, json!({"seal": "xyz"})).0, 400);
    assert_eq!(error(0, json!({"seal": seal("one"), "words": "one"})).0, 400);
    add(client, &id, &secrets[0], &json!({"seal": seal("one")})).good();
    assert_eq!(error(1, json!({"words": "to suit him"})), closed, "whoever comes second seals too");
    add(client, &id, &secrets[1], &json!({"seal": seal("two")})).good();
    add(client, &id, &secrets[1], &json!({"seal": seal("two")})).good();
    assert_eq!(error(1, json!({"seal": seal("three")})), closed, "a seal stays");
    client.act(&id, &secrets[0], "hide 2").good();
    let early = client.act(&id, &secrets[1], "search 6");
    assert_eq!(early.error(), closed);
    assert!(early.body.contains("before Hider and Seeker opens"), "{early:?}");
    assert_eq!(error(0, json!({"words": "another"})), closed, "only what was sealed");
    add(client, &id, &secrets[0], &json!({"words": "one"})).good();
    assert_eq!(client.act(&id, &secrets[1], "search 6").error(), closed, "one is missing");
    assert_eq!(client.get(&format!("/api/games/{id}"), None).good()["steps"], 1, "nothing was rolled");
    server.stop();
    let server = Running::start(&folder.0);
    let client = server.client;
    add(client, &id, &secrets[1], &json!({"words": "two"})).good();
    client.act(&id, &secrets[1], "search 6").good();
    let dice = &client.get(&format!("/api/games/{id}"), None).good()["dice"];
    assert_eq!(dice["contributions"], json!({"Hider": "one", "Seeker": "two"}));
    assert_eq!(dice["sealed"], json!({"Hider": seal("one"), "Seeker": seal("two")}));
}

#[test]
fn a_program_waits_until_words_are_open() {
    let folder = Folder::new("sealed-bot");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({"seats": {"Seeker": "bot:random"}}));
    add(client, &id, &secrets[0], &json!({"seal": seal("one")})).good();
    client.act(&id, &secrets[0], "hide 2").good();
    let mut stream = client.events(&id, None, Some(1));
    add(client, &id, &secrets[0], &json!({"words": "one"})).good();
    assert_eq!(stream.next().unwrap().json()["step"]["seat"], 1, "then it goes on by itself");
}

#[test]
fn sealed_words_that_nobody_opens_do_not_stop_a_game_for_ever() {
    let folder = Folder::new("lapsed");
    let mut config = config(&folder.0);
    config.seals = Duration::from_secs(2);
    let server = Running::with(config, SHELF);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    for (seat, words) in [(0, "one"), (1, "two")] {
        add(client, &id, &secrets[seat], &json!({"seal": seal(words)})).good();
    }
    add(client, &id, &secrets[0], &json!({"words": "one"})).good();
    client.act(&id, &secrets[0], "hide 1").good();
    assert_eq!(client.act(&id, &secrets[1], "search 6").error(), (409, "closed".to_owned()), "not yet");
    let path = format!("/api/games/{id}");
    let begun = Instant::now();
    while client.get(&path, None).good()["dice"]["lapsed"] != json!(["Seeker"]) {
        assert!(begun.elapsed() < Duration::from_secs(30), "they never lapse");
        std::thread::sleep(Duration::from_millis(50));
    }
    client.act(&id, &secrets[1], "search 6").good();
    let late = add(client, &id, &secrets[1], &json!({"words": "two"}));
    assert_eq!(late.status, 409, "{late:?}");
    for _ in 0..7 {
        client.act(&id, &secrets[0], "stay").good();
        client.act(&id, &secrets[1], "search 6").good();
    }
    // The record says so, and every checker takes it; whoever did open words has noted them and sees the lie.
    let record = client.get(&format!("{path}/record"), None).body;
    assert!(record.contains("dice lapsed Seeker: "), "{record}");
    assert_eq!(honest(client, &folder.0, &record, None), [true; 3]);
    let verdict = client.post("/api/verify", None, &json!({"record": record})).good();
    assert_eq!(verdict["lapsed"], json!(["Seeker"]));
}

#[test]
fn a_program_goes_on_when_sealed_words_have_lapsed() {
    let folder = Folder::new("lapsed-bot");
    let mut config = config(&folder.0);
    config.seals = Duration::from_secs(1);
    let server = Running::with(config, SHELF);
    let (id, secrets) = server.client.ambush(&json!({"seats": {"Seeker": "bot:random"}}));
    add(server.client, &id, &secrets[0], &json!({"seal": seal("lost")})).good();
    server.client.act(&id, &secrets[0], "hide 2").good();
    let mut stream = server.client.events(&id, None, Some(1));
    assert_eq!(stream.next().unwrap().json()["step"]["seat"], 1, "by itself");
}
