//! Bad requests get a clear answer with the right status, and limits hold.

use crate::common::{Client, Folder, Running, SHELF, TWO_GAMES, config};
use sandtable_server::Server;
use serde_json::json;

fn error(client: Client, method: &str, path: &str, secret: Option<&str>, body: &str) -> (u16, String) {
    client.send(method, path, secret, Some(body)).error()
}

/// Method, path, secret, body, and the status and code of the answer.
type Case<'c> = (&'c str, &'c str, Option<&'c str>, &'c str, u16, &'c str);

#[test]
fn bad_requests_are_answered_clearly() {
    let folder = Folder::new("bad");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    let (game, hider) = (format!("/api/games/{id}"), Some(secrets[0].as_str()));
    let act = format!("{game}/act");
    let cases: [Case<'_>; 27] = [
        ("GET", "/api/nothing", None, "", 404, "unknown"),
        ("GET", "/api/shelf/chess", None, "", 404, "unknown"),
        ("GET", "/api/shelf/ambush/map?scenario=x", None, "", 404, "unknown"),
        ("GET", "/api/shelf/ambush/tables/x", None, "", 404, "unknown"),
        ("POST", "/api/shelf/ambush/kinds/x", None, "{}", 404, "unknown"),
        ("GET", "/api/games/0123", None, "", 404, "unknown"),
        ("GET", "/missing.js", None, "", 404, "unknown"),
        ("DELETE", &game, None, "", 405, "method"),
        ("GET", &act, None, "", 405, "method"),
        ("GET", &game, Some("wrong"), "", 401, "secret"),
        ("POST", &act, Some("wrong"), r#"{"revision":0,"text":"hide 1"}"#, 401, "secret"),
        ("POST", &act, None, r#"{"revision":0,"text":"hide 1"}"#, 403, "seat"),
        ("POST", &act, Some(&secrets[1]), r#"{"revision":0,"text":"search 1"}"#, 403, "seat"),
        ("POST", &act, hider, "not json", 400, "malformed"),
        ("POST", &act, hider, r#"{"text":"hide 1"}"#, 400, "malformed"),
        ("POST", &act, hider, r#"{"revision":"0","text":"hide 1"}"#, 400, "malformed"),
        ("POST", &act, hider, r#"{"revision":0,"text":"hide 1","more":1}"#, 400, "malformed"),
        ("POST", &act, hider, r#"{"revision":0,"text":"fly"}"#, 422, "refused"),
        ("POST", &act, hider, r#"{"revision":0,"text":"hide 9"}"#, 422, "refused"),
        ("POST", &act, hider, r#"{"revision":0,"text":"hide 1","dice":"3"}"#, 422, "dice"),
        ("POST", "/api/games", None, "{}", 400, "malformed"),
        ("POST", "/api/games", None, r#"{"game":"chess"}"#, 404, "unknown"),
        ("POST", "/api/games", None, r#"{"game":"ambush","scenario":"x"}"#, 422, "setup"),
        ("POST", "/api/games", None, r#"{"game":"ambush","seats":{"Nobody":"here"}}"#, 422, "setup"),
        ("POST", "/api/games", None, r#"{"game":"ambush","seats":{"Hider":"bot:god"}}"#, 422, "setup"),
        ("POST", "/api/games", None, r#"{"record":"no record"}"#, 422, "setup"),
        ("PUT", &format!("{game}/seat/webhook"), hider, r#"{"url":"http://example.org/"}"#, 403, "forbidden"),
    ];
    for (method, path, secret, body, status, code) in cases {
        let answer = error(client, method, path, secret, body);
        assert_eq!(answer, (status, code.to_owned()), "{method} {path} {body}");
    }
    let no_type = client.raw("POST", &act, "", br#"{"revision":0,"text":"hide 1"}"#).unwrap();
    assert_eq!(no_type.error(), (415, "malformed".to_owned()));
    let basic = client.raw("GET", &game, "Authorization: Basic eDp5\r\n", b"").unwrap();
    assert_eq!(basic.error(), (401, "secret".to_owned()));
    let large = format!(r#"{{"revision":0,"text":"{}"}}"#, "x".repeat(100_000));
    assert_eq!(error(client, "POST", &act, hider, &large), (413, "too-large".to_owned()));
    assert_eq!(client.get(&game, None).good()["revision"], 0, "nothing of all that changed the game");
}

#[test]
fn every_answer_has_the_headers_that_keep_a_browser_safe() {
    let folder = Folder::new("headers");
    let server = Running::start(&folder.0);
    for path in ["/", "/api/shelf", "/api/nothing", "/game/abc", "/metrics"] {
        let head = server.client.get(path, None).head.to_lowercase();
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self';",
            "x-content-type-options: nosniff",
        ] {
            assert!(head.contains(header), "{path}: {head}");
        }
        assert!(!head.contains("unsafe-inline"), "{path}");
    }
    assert_eq!(server.client.get("/healthz", None).body, "ok\n");
}

#[test]
fn whoever_asks_too_much_is_told_when_to_come_again() {
    let folder = Folder::new("limits");
    let mut config = config(&folder.0);
    config.limits.requests = 5;
    config.limits.games_an_hour = 4;
    let server = Running::with(config, SHELF);
    let wanted = json!({"game": "ambush"});
    assert_eq!(server.client.post("/api/games", None, &wanted).status, 201);
    let second = server.client.post("/api/games", None, &wanted);
    assert_eq!(second.error(), (429, "too-many".to_owned()));
    assert!(second.head.to_lowercase().contains("retry-after: "), "{second:?}");
    let answers: Vec<u16> = (0..40).map(|_| server.client.get("/healthz", None).status).collect();
    assert!(answers.contains(&200) && answers.contains(&429), "{answers:?}");
}

#[test]
fn a_server_has_only_so_many_games() {
    let folder = Folder::new("many");
    let mut config = config(&folder.0);
    config.limits.games = 2;
    let server = Running::with(config, SHELF);
    let make = || server.client.post("/api/games", None, &json!({"game": "ambush"})).status;
    assert_eq!([make(), make(), make()], [201, 201, 429]);
}

#[test]
fn a_fault_in_a_game_is_told_without_its_cause_and_harms_nothing() {
    let folder = Folder::new("fault");
    let server = Running::with(config(&folder.0), TWO_GAMES);
    let client = server.client;
    let wanted = json!({"game": "pebbles", "options": {"brittle": "on"}, "dice": "entered"});
    let made = client.post("/api/games", None, &wanted).good();
    let path = format!("/api/games/{}", made["id"].as_str().unwrap());
    let act = |revision: u64, text: &str, dice: Option<&str>| {
        let secret = made["seats"][revision as usize % 2]["secret"].as_str();
        let decision = json!({"revision": revision, "text": text, "dice": dice});
        client.post(&format!("{path}/act"), secret, &decision)
    };
    act(0, "take 1", None).good();
    let failed = act(1, "gamble", Some("6"));
    assert_eq!(failed.error(), (500, "fault".to_owned()));
    assert!(!failed.body.contains("six") && !failed.body.contains(".rs"), "{failed:?}");
    assert_eq!(client.get(&path, None).good()["steps"], 1, "nothing has happened");
    act(1, "gamble", Some("5")).good();
    let record = client.get(&format!("{path}/record"), None).body;
    assert_eq!(client.post("/api/verify", None, &json!({"record": record})).good()["decisions"], 2);
}

#[test]
fn a_second_server_on_the_same_folder_is_refused() {
    let folder = Folder::new("twice");
    let server = Running::start(&folder.0);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let second = runtime.block_on(Server::start(config(&folder.0), SHELF));
    let words = second.err().expect("two servers on one folder").to_string();
    assert!(words.contains("is used by another server") && words.contains("--data"), "{words}");
    assert_eq!(server.client.get("/healthz", None).status, 200);
    server.stop();
    Running::start(&folder.0).stop();
}

#[test]
fn a_page_with_a_name_of_its_own_reaches_nothing() {
    let folder = Folder::new("rebinding");
    let mut named = config(&folder.0);
    named.hosts = vec!["games.example".into()];
    let server = Running::with(named, SHELF);
    let ask = |method: &str, path: &str, head: &str| {
        let head = format!("Host: {head}Content-Type: application/json\r\n");
        server.client.bare(method, path, &head, br#"{"game": "ambush"}"#).unwrap()
    };
    for path in ["/", "/api/shelf", "/metrics"] {
        assert_eq!(ask("GET", path, "evil.example\r\n").error(), (421, "host".to_owned()), "{path}");
        assert_eq!(ask("GET", path, "games.example\r\n").status, 200, "{path}");
    }
    let from = |origin: &str| ask("POST", "/api/games", &format!("localhost\r\nOrigin: {origin}\r\n"));
    assert_eq!(from("http://evil.example").error(), (403, "forbidden".to_owned()));
    assert_eq!(from("http://localhost").status, 201);
    assert_eq!(from("https://games.example").status, 201);
}
