//! Whatever a stranger sends, to every address that the server describes: an answer, never a fault.

use crate::common::{Client, Folder, Running, TWO_GAMES, config};
use serde_json::{Value, json};

/// Bodies that nobody should send: broken, of the wrong kind, too deep, with numbers and letters that do not fit.
fn bodies() -> Vec<String> {
    let deep = "[".repeat(20_000);
    let most = u64::MAX;
    let long = "x".repeat(30_000);
    let texts = ["", "\u{0}", "\u{2028}", "\u{202e}abc", "search 99999999999999999999", "hide -1", &long];
    let mut all: Vec<String> =
        ["", "{", "null", "[]", "7", "\"x\"", "{\"text\": 7}", "\u{feff}{}"].map(str::to_owned).into();
    all.extend([deep.clone(), format!("{{\"text\": {deep}")]);
    all.extend(texts.iter().flat_map(|text| {
        [
            json!({"text": text}),
            json!({"revision": 0, "text": text, "dice": text}),
            json!({"game": text, "scenario": text, "options": {*text: text}}),
            json!({"game": "pebbles", "options": {"pebbles": text, "position": text}, "seats": {"White": text}}),
            json!({"game": "pebbles", "patch": {"name": text, "text": text}, "words": text, "contribution": text}),
            json!({"record": text, "receipt": text, "words": {*text: text}}),
            json!({"name": text}),
            json!({"url": text}),
            json!({"words": text, "at": text}),
            json!({"seal": text}),
            json!({"position": text, "overlay": text, "unit": 65535}),
            json!({"situation": text, "dice": text}),
        ]
        .map(|body| body.to_string())
    }));
    all.extend(
        [
            json!({"revision": most, "text": "stay"}),
            json!({"revision": -1, "text": "stay"}),
            json!({"revision": 1.5, "text": "stay"}),
            json!({"revision": most}),
            json!({"step": most}),
            json!({"step": most, "seats": {"Seeker": "bot:nobody"}, "dice": "entered"}),
            json!({"seat": 255}),
            json!({"seat": 256}),
            json!({"verb": "search", "numbers": vec![65_535; 5_000], "units": vec![65_535; 5_000]}),
            json!({"verb": "search", "points": [[i32::MIN, i32::MAX]], "hexes": [long]}),
            json!({"game": "ambush", "time": {"seconds": most, "late": "program"}}),
            json!({"game": "ambush", "seats": {"Hider": "open", "Seeker": "open"}}),
            json!({"situation": {}, "seed": most}),
        ]
        .map(|body| body.to_string()),
    );
    // Numbers that no JSON of ours would write.
    all.extend(["1e999", "18446744073709551616", "-0", "1e-999"].map(|number| {
        format!("{{\"revision\": {number}, \"text\": \"x\", \"step\": {number}, \"seat\": {number}}}")
    }));
    all
}

/// What stands behind the `?` of an address.
const QUERIES: [&str; 8] = [
    "?step=18446744073709551615",
    "?step=18446744073709551616",
    "?step=-1&from=x",
    "?from=18446744073709551615&to=0",
    "?from=0&to=18446744073709551615",
    "?after=18446744073709551615",
    "?unit=65535&scenario=%00%ff",
    "?unit=65536&scenario=../../etc",
];

/// Every method and address of the description, with names put in.
fn addresses(client: Client, names: &[(&str, &str)]) -> Vec<(String, String)> {
    let description = client.get("/api/openapi.json", None).good();
    let mut all = Vec::new();
    for (path, operations) in description["paths"].as_object().unwrap() {
        let address = names.iter().fold(path.clone(), |path, (name, value)| path.replace(name, value));
        for method in operations.as_object().unwrap().keys() {
            all.push((method.to_uppercase(), address.clone()));
        }
    }
    assert!(all.len() > 40, "{all:?}");
    all
}

fn made(client: Client, wanted: &Value) -> (String, String) {
    let made = client.post("/api/games", None, wanted).good();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&made["id"]), text(&made["seats"][0]["secret"]))
}

#[test]
fn no_request_of_a_stranger_is_a_fault() {
    let folder = Folder::new("strangers");
    let server = Running::with(config(&folder.0), TWO_GAMES);
    let client = server.client;
    let bodies = bodies();
    let (hiding, own) = made(client, &json!({"game": "ambush"}));
    let (open, _) = made(client, &json!({"game": "pebbles"}));
    let (over, loser) = made(client, &json!({"game": "ambush"}));
    client.post(&format!("/api/games/{over}/resign"), Some(&loser), &json!({})).good();
    let games =
        [(&hiding, Some(&own)), (&open, None), (&over, Some(&loser)), (&"nobody".to_owned(), Some(&own))];
    let wrong = "f".repeat(40);
    let mut asked = 0;
    for (number, (id, secret)) in games.into_iter().enumerate() {
        let game = if number == 1 { "pebbles" } else { "ambush" };
        let names = [
            ("{id}", id.as_str()),
            ("{game}", game),
            ("{name}", "zones"),
            ("{table}", "%00"),
            ("{kind}", "battle"),
        ];
        for (place, (method, path)) in addresses(client, &names).into_iter().enumerate() {
            // A live stream that is opened does not end; a seat that is given up ends the game.
            if path.ends_with("/events") || path.ends_with("/resign") {
                continue;
            }
            let ask = |path: &str, secret: Option<&str>, body: Option<&str>| {
                let answer = client.send(&method, path, secret, body);
                assert!(answer.status < 500, "{method} {path} {body:?}: {answer:?}");
                // Whoever is told of an error is told in the usual form.
                assert!(answer.status < 400 || !answer.error().1.is_empty(), "{method} {path}: {answer:?}");
            };
            if method == "GET" {
                for query in QUERIES {
                    ask(&format!("{path}{query}"), secret.map(String::as_str), None);
                }
                ask(&path, Some(&wrong), None);
                asked += QUERIES.len() + 1;
            } else {
                // Another part of the bodies for every address, and all of them over the games.
                for (turn, body) in
                    bodies.iter().enumerate().filter(|(turn, _)| turn % 4 == (place + number) % 4)
                {
                    let secret = [secret.map(String::as_str), None, Some(wrong.as_str())][turn % 3];
                    ask(&path, secret, Some(body));
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 1_000, "{asked}");
    let metrics = client.get("/metrics", None).body;
    assert!(metrics.contains("sandtable_responses_total{status=\"5xx\"} 0\n"), "{metrics}");
    assert_eq!(client.get("/healthz", None).body, "ok\n");
}

/// No game has such a name, and no store is asked for it: a database would take some of them for a fault of its own.
#[test]
fn names_that_no_game_can_have_are_unknown() {
    let folder = Folder::new("unknown");
    let server = Running::with(config(&folder.0), TWO_GAMES);
    let client = server.client;
    let (id, secret) = made(client, &json!({"game": "pebbles"}));
    for name in [
        "a%00b",
        "%ff%fe",
        "%E2%80%A8",
        "..%2f..",
        "%27%20or%201=1--",
        format!("{id}%00").as_str(),
        "a".repeat(5_000).as_str(),
    ] {
        for (method, rest) in
            [("GET", ""), ("GET", "/state"), ("GET", "/record"), ("GET", "/events"), ("POST", "/act")]
        {
            let body = (method == "POST").then_some(r#"{"revision": 0, "text": "x"}"#);
            let answer = client.send(method, &format!("/api/games/{name}{rest}"), Some(&secret), body);
            assert_eq!(answer.status, 404, "{name}{rest}: {answer:?}");
        }
    }
}

/// What is wrong is told in a few words, however much was sent; and whoever calls what there is not is answered like everybody.
#[test]
fn a_stranger_does_not_get_back_all_that_he_has_sent() {
    let folder = Folder::new("echo");
    let server = Running::with(config(&folder.0), TWO_GAMES);
    let client = server.client;
    let (id, _) = made(client, &json!({"game": "pebbles"}));
    let record = client.get(&format!("/api/games/{id}/record"), None).body;
    let long = "ä".repeat(2_000_000);
    let spoiled = format!("{record}{long}\n");
    for (path, wanted, status) in [
        ("/api/games", json!({"record": spoiled}), 422),
        ("/api/verify", json!({"record": spoiled}), 200),
        ("/api/games", json!({"game": "pebbles", (long.as_str()): 1}), 400),
    ] {
        let answer = client.post(path, None, &wanted);
        assert_eq!(answer.status, status);
        assert!(answer.body.len() < 5_000, "{path}: {} bytes", answer.body.len());
    }
    for (method, path) in [("POST", "/open"), ("OPTIONS", "/"), ("DELETE", "/assets/x.js")] {
        assert_eq!(
            client.send(method, path, None, None).error(),
            (405, "method".to_owned()),
            "{method} {path}"
        );
    }
}

/// Words with separators that some readers take for ends of lines would make a record that nobody can check.
#[test]
fn words_for_the_dice_cannot_spoil_the_record() {
    let folder = Folder::new("spoiled");
    let server = Running::with(config(&folder.0), TWO_GAMES);
    let client = server.client;
    let (id, secret) = made(client, &json!({"game": "ambush"}));
    for spoiled in
        ["one\u{2028}dice kind: entered", "one\u{2029}two", "one\u{85}two", "one\ntwo", "one\u{c}two"]
    {
        let path = format!("/api/games/{id}/seat/contribution");
        assert_eq!(client.post(&path, Some(&secret), &json!({"words": spoiled})).status, 400, "{spoiled:?}");
        let wanted = json!({"game": "ambush", "contribution": spoiled});
        assert_eq!(client.post("/api/games", None, &wanted).status, 400, "{spoiled:?}");
    }
}
