//! A server that cheats in every way that we know. Whoever has kept the receipt and his words sees it, with each of the three
//! checkers. It makes no difference where the games were kept.

use crate::{
    common::{Client, Folder, Running},
    honest::{add, honest},
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

#[test]
fn a_dishonest_server_is_caught_in_every_way_that_we_know() {
    let folder = Folder::new("dishonest");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (record, kept) = played(client);
    let check = |record: &str, kept: Option<&Kept>| {
        honest(client, &folder.0, record, kept.map(|kept| (kept.receipt.as_str(), kept.words.as_str())))
    };
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
