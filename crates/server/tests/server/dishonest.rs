//! A server that cheats in every way that we know. Whoever has kept the receipt and his words sees it, with each of the three
//! checkers. It makes no difference where the games were kept.

use std::{path::Path, process::Command};

use crate::{
    common::{Client, Folder, Running},
    honest::add,
};
use sandtable_server::dice::{DiceBox, Rolling, receipt, seal};
use serde_json::json;

/// What a player has kept.
struct Kept {
    receipt: String,
    words: String,
}

/// A whole game with sealed words: its record, and what the seeker has kept of its beginning.
fn played(client: Client) -> (String, Kept) {
    let (id, secrets) = client.ambush(&json!({}));
    let dice = client.get(&format!("/api/games/{id}"), Some(&secrets[1])).good()["dice"].clone();
    let text = |name: &str| dice[name].as_str().unwrap().to_owned();
    assert_eq!(text("receipt"), receipt(&id, 1, &text("commitment")), "it can be made at home");
    let words = "Köln, 17:05";
    for (seat, words) in [(0, "from the hider"), (1, words)] {
        add(client, &id, &secrets[seat], &json!({"seal": seal(words)})).good();
    }
    for (seat, words) in [(0, "from the hider"), (1, words)] {
        add(client, &id, &secrets[seat], &json!({"words": words})).good();
    }
    client.play_out(&id, &secrets);
    let record = client.get(&format!("/api/games/{id}/record"), None).body;
    (record, Kept { receipt: text("receipt"), words: words.to_owned() })
}

fn entry<'r>(record: &'r str, name: &str) -> &'r str {
    record.lines().find_map(|line| line.strip_prefix(&format!("dice {name}: "))).unwrap()
}

/// The record with another line in its head.
fn with(record: &str, name: &str, value: &str) -> String {
    record.replace(&format!("dice {name}: {}\n", entry(record, name)), &format!("dice {name}: {value}\n"))
}

fn without(record: &str, name: &str) -> String {
    record.replace(&format!("dice {name}: {}\n", entry(record, name)), "")
}

/// The record with the claim that a seat has not opened its words in time.
fn with_lapse(record: &str, seat: &str) -> String {
    record.replacen("dice kind:", &format!("dice lapsed {seat}: not opened in time\ndice kind:"), 1)
}

/// The record with the dice that follow from what its head says now: the hider is never found, whatever they show.
fn rolled_anew(record: &str) -> String {
    let said = record.lines().filter_map(|line| line.strip_prefix("dice contribution ")?.split_once(": "));
    let dice = DiceBox {
        kind: Rolling::Committed,
        secret: entry(record, "secret").to_owned(),
        game: entry(record, "game").to_owned(),
        contributions: said.map(|(seat, words)| (seat.to_owned(), words.to_owned())).collect(),
        ..DiceBox::new(Rolling::Committed, "", 1)
    };
    let mut text = String::new();
    for line in record.lines() {
        let number = line.split(' ').next().and_then(|number| number.parse::<u64>().ok());
        let remark =
            line.strip_prefix("-- dice ").and_then(|rest| rest.split(':').next()?.parse::<u64>().ok());
        let line = match (number, remark) {
            (Some(step), _) if line.contains("[search:") => {
                let (before, after) = line.split_once("[search:").unwrap();
                let face = dice.decision(step).face(0, 6, "search");
                format!("{before}[search:{face}{}", &after[1..])
            }
            (_, Some(step)) => {
                format!("-- dice {step}: D6 {} search", dice.decision(step).face(0, 6, "search"))
            }
            _ => line.to_owned(),
        };
        text += &line;
        text.push('\n');
    }
    text
}

/// Whether each of the three checkers calls the dice honest: the program, the second implementation, the page.
fn honest(client: Client, folder: &Path, record: &str, kept: Option<&Kept>) -> [bool; 3] {
    let mut asked = json!({"record": record});
    let (file, script, page) = (folder.join("it.record"), folder.join("run.mjs"), folder.join("verify.mjs"));
    std::fs::write(&file, record).unwrap();
    std::fs::write(&page, client.get("/verify.js", None).body).unwrap();
    std::fs::write(&script, AS_THE_PAGE).unwrap();
    let mut python = Command::new("python3");
    python.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/verify.py")).arg(&file);
    let mut node = Command::new("node");
    node.arg(&script).arg(&page).arg(&file);
    if let Some(Kept { receipt, words }) = kept {
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
fn a_dishonest_server_is_caught_in_every_way_that_we_know() {
    let folder = Folder::new("dishonest");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (record, kept) = played(client);
    let check = |record: &str, kept: Option<&Kept>| honest(client, &folder.0, record, kept);
    assert_eq!(check(&record, Some(&kept)), [true; 3], "{record}");
    assert_eq!(rolled_anew(&record), record, "what the tests forge with is what the server rolls with");

    let other = DiceBox::new(Rolling::Committed, "another", 1);
    let (secret, commitment) = (other.secret.as_str(), other.commitment().unwrap());
    let at = record.find("[search:").unwrap() + "[search:".len();
    let mut face = record.clone();
    face.replace_range(at..=at, if &record[at..=at] == "1" { "2" } else { "1" });
    let words = with(&record, "contribution Seeker", "to suit me");
    let promise = with(&with(&record, "secret", secret), "commitment", &commitment);
    // Whether it is seen in the record itself, or only by whoever has noted the promise and his words.
    let ways = [
        ("one die is turned", false, face),
        ("another secret than the one committed to", false, with(&record, "secret", secret)),
        ("other words than the sealed ones", false, rolled_anew(&words)),
        ("sealed words are left out", false, rolled_anew(&without(&record, "contribution Seeker"))),
        (
            "sealed words are left out and said to have lapsed",
            true,
            rolled_anew(&with_lapse(&without(&record, "contribution Seeker"), "Seeker")),
        ),
        ("another secret and its commitment", true, rolled_anew(&promise)),
        ("another name of the game", true, rolled_anew(&with(&record, "game", "chosen"))),
        ("the promise begins later", true, with(&record, "since", "5")),
        ("other words and their seal", true, rolled_anew(&with(&words, "seal Seeker", &seal("to suit me")))),
        (
            "words are left out with their seal",
            true,
            rolled_anew(&without(&without(&record, "contribution Seeker"), "seal Seeker")),
        ),
        ("the players rolled, it says", false, with(&record, "kind", "entered")),
        ("nothing was promised, it says", false, without(&record, "kind")),
        ("the secret is kept back", false, without(&record, "secret")),
    ];
    for (way, looks_honest, forged) in ways {
        assert_ne!(forged, record, "{way}");
        assert_eq!(check(&forged, None), [looks_honest; 3], "{way}, nothing noted");
        assert_eq!(check(&forged, Some(&kept)), [false; 3], "{way}");
    }
}
