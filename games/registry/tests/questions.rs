//! Every question about odds says what it does to each unit, and what it took for granted.

use std::collections::BTreeSet;

use kit::{Kind, Report, Throwing};
use sandtable_registry::GAMES;
use serde_json::{Map, Value, json};

/// Questions about no unit: what they answer is a number, a month, or a test that anybody could take.
const NOBODY: [(&str, &str); 5] = [
    ("eastfront", "weather"),
    ("skirmish", "test"),
    ("skirmish", "scatter"),
    ("skirmish", "spotting"),
    ("skirmish", "communication"),
];

fn ask(kind: &Kind, text: &str) -> Report {
    kind.ask(None, "question", text, Throwing::Nothing).unwrap_or_else(|why| panic!("{}: {why}", kind.name))
}

/// A program reads for every outcome what it does to each unit, and where one die decides, on which faces.
#[test]
fn an_outcome_says_what_it_does_to_each_unit() {
    for game in GAMES.iter() {
        for kind in game.kinds {
            let report = ask(kind, kind.example);
            let what = format!("{} {}", game.name, kind.name);
            let nobody = NOBODY.contains(&(game.name, kind.name));
            for outcome in &report.outcomes {
                assert_eq!(outcome.shares.is_empty(), nobody, "{what}: {} {}", outcome.result, outcome.words);
                for share in &outcome.shares {
                    assert!(!share.who.is_empty() && !share.result.is_empty(), "{what}: {share:?}");
                }
            }
            // Where any face is named, every face of the die is, once.
            let mut faces: Vec<u16> =
                report.outcomes.iter().flat_map(|one| one.faces.iter().copied()).collect();
            faces.sort_unstable();
            assert_eq!(faces, (1..=faces.len() as u16).collect::<Vec<_>>(), "{what}");
        }
    }
}

#[test]
fn one_die_names_its_faces_and_a_price_its_payers() {
    let report = |game: &str, kind: &str| {
        let kind = sandtable_registry::game(game).and_then(|game| game.kind(kind)).expect("known");
        ask(kind, kind.example)
    };
    for (game, kind) in [
        ("mars", "battle"),
        ("stalingrad", "battle"),
        ("stalingrad", "interception"),
        ("eastfront", "battle"),
        ("eastfront", "weather"),
        ("battleline", "missiles"),
    ] {
        assert!(report(game, kind).outcomes.iter().all(|one| !one.faces.is_empty()), "{game} {kind}");
    }
    for (game, result) in [("mars", "X/2"), ("stalingrad", "X")] {
        let report = report(game, "battle");
        let exchange = report.outcomes.iter().find(|one| one.result == result).expect("an exchange");
        assert!(!exchange.payments.is_empty(), "{game}");
        let known: BTreeSet<&str> = report.reckoning.iter().map(|line| line.who.as_str()).collect();
        assert!(exchange.payments.iter().flatten().all(|unit| known.contains(unit.as_str())), "{game}");
    }
}

/// What a question leaves out is said in the answer, with what counted in its place; and what is written out
/// so changes nothing.
#[test]
fn what_a_question_leaves_out_is_said_in_the_answer() {
    for game in GAMES.iter() {
        for kind in game.kinds {
            let what = format!("{} {}", game.name, kind.name);
            let report = ask(kind, kind.example);
            let mut said: Map<String, Value> = toml::from_str(kind.example).expect("an example is TOML");
            let mut written = 0;
            for one in report.assumed.iter().filter(|one| one.part.is_empty()) {
                assert!(!said.contains_key(&one.field), "{what}: {} was said", one.field);
                let value = match one.value.as_str() {
                    "as usual" | "off the map" | "none" => continue,
                    "yes" => json!(true),
                    "no" => json!(false),
                    words => words.parse::<i64>().map_or_else(|_| json!(words), |number| json!(number)),
                };
                said.insert(one.field.clone(), value);
                written += 1;
            }
            let spelled_out = ask(kind, &Value::Object(said).to_string());
            assert_eq!(spelled_out.assumed.len() + written, report.assumed.len(), "{what}");
            let outcomes = |report: &Report| serde_json::to_value(&report.outcomes).expect("plain JSON");
            assert_eq!(outcomes(&spelled_out), outcomes(&report), "{what}");
        }
    }
}

/// Every field that may be left out has a default in the schema, so that forms and answers can name it.
#[test]
fn every_field_that_may_be_left_out_has_a_default() {
    fn check(object: &Value, what: &str) {
        let needed: Vec<&str> =
            object["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for (name, field) in object["properties"].as_object().into_iter().flatten() {
            let known = needed.contains(&name.as_str()) || field.get("default").is_some();
            assert!(known, "{what}: nobody knows what counts where {name} is left out");
        }
    }
    for game in GAMES.iter() {
        for kind in game.kinds {
            let (schema, what) = (kind.schema(), format!("{} {}", game.name, kind.name));
            check(&schema, &what);
            for part in schema["$defs"].as_object().into_iter().flat_map(|parts| parts.values()) {
                check(part, &what);
            }
        }
    }
}
