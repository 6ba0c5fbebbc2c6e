//! Open seats, and decisions that are late.

use std::time::{Duration, Instant};

use crate::common::{Client, Folder, Running, SHELF, config};
use serde_json::{Value, json};

fn offers(client: Client) -> Vec<Value> {
    client.get("/api/offers", None).good()["offers"].as_array().unwrap().clone()
}

/// A game in which the seeker's seat is open.
fn offered(client: Client, more: &Value) -> (String, Vec<String>) {
    let mut wanted = json!({"seats": {"Seeker": "open"}, "words": "slowly, please"});
    for (name, value) in more.as_object().unwrap() {
        wanted[name] = value.clone();
    }
    client.ambush(&wanted)
}

#[test]
fn a_seat_is_offered_and_taken_by_whoever_uses_its_secret() {
    let folder = Folder::new("offer");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = offered(client, &json!({"time": {"seconds": 86400, "late": "program"}}));
    assert_eq!(secrets[1], "", "nobody has the secret of an open seat");
    let listed = offers(client);
    assert_eq!(listed.len(), 1);
    let offer = &listed[0];
    assert_eq!((&offer["id"], &offer["name"], &offer["seat"]), (&json!(id), &json!("Seeker"), &json!(1)));
    assert_eq!(offer["words"], "slowly, please");
    assert_eq!(offer["time"], json!({"seconds": 86400, "late": "program"}));
    let path = format!("/api/games/{id}");
    let early = client.act(&id, &secrets[0], "hide 2");
    assert_eq!(early.error(), (409, "closed".to_owned()));
    assert!(early.body.contains("nobody has taken Seeker yet"), "{early:?}");
    assert_eq!(
        client.post(&format!("{path}/seat/take"), None, &json!({"seat": 0})).error().0,
        409,
        "his own"
    );
    assert_eq!(client.post(&format!("{path}/seat/take"), None, &json!({"seat": 7})).error().0, 404);

    // Whoever does not get the answer has taken nothing: the seat stays open for the next.
    let take = || client.post(&format!("{path}/seat/take"), None, &json!({"seat": 1})).good();
    let lost = take()["secret"].as_str().unwrap().to_owned();
    assert_eq!(offers(client).len(), 1);
    let mut stream = client.events(&id, Some(&secrets[0]), None);
    assert_eq!(stream.next().unwrap().name, "sync");
    let taken = take()["secret"].as_str().unwrap().to_owned();
    assert_eq!(client.get(&path, Some(&taken)).good()["you"], 1, "used");
    assert_eq!(stream.next().unwrap().name, "sync", "whoever waits is told");
    assert_eq!(client.get(&path, Some(&lost)).status, 401);
    assert_eq!(offers(client), Vec::<Value>::new());
    let late = client.post(&format!("{path}/seat/take"), None, &json!({"seat": 1}));
    assert_eq!(late.error(), (409, "closed".to_owned()), "it is taken");
    server.stop();
    let server = Running::start(&folder.0);
    server.client.act(&id, &secrets[0], "hide 2").good();
    server.client.act(&id, &taken, "search 6").good();
    assert_eq!(server.client.get(&path, None).good()["seats"][1]["who"], "link");
}

#[test]
fn a_program_waits_for_the_player_of_an_open_seat() {
    let folder = Folder::new("offer-bot");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, _) = client.ambush(&json!({"seats": {"Hider": "bot:random", "Seeker": "open"}}));
    std::thread::sleep(Duration::from_millis(300));
    let path = format!("/api/games/{id}");
    assert_eq!(client.get(&path, None).good()["steps"], 0);
    let mut stream = client.events(&id, None, Some(0));
    let taken = client.post(&format!("{path}/seat/take"), None, &json!({"seat": 1})).good();
    client.get(&path, taken["secret"].as_str()).good();
    assert_eq!(stream.next().unwrap().name, "sync");
    assert_eq!(stream.next().unwrap().json()["step"]["seat"], 0, "then it begins by itself");
}

#[test]
fn strangers_cannot_fill_the_list_or_empty_it() {
    let folder = Folder::new("offer-limits");
    let mut config = config(&folder.0);
    (config.trust_proxy, config.limits.offers, config.limits.offers_each) = (true, 5, 2);
    config.limits.takes_an_hour = 8;
    let server = Running::with(config, SHELF);
    let client = server.client;
    let from = |visitor: u8, path: &str, body: &Value| {
        let head = format!("X-Forwarded-For: 203.0.113.{visitor}\r\nContent-Type: application/json\r\n");
        client.raw("POST", path, &head, body.to_string().as_bytes()).unwrap()
    };
    let offer = json!({"game": "ambush", "seats": {"Seeker": "open"}});
    let make = |visitor: u8| from(visitor, "/api/games", &offer).status;
    assert_eq!([make(1), make(1), make(1)], [201, 201, 429], "two at once from one address");
    assert_eq!([make(2), make(2), make(3), make(4)], [201, 201, 201, 429], "five in all");
    let words = json!({"game": "ambush", "words": "x".repeat(101)});
    assert_eq!(from(5, "/api/games", &words).status, 400);
    let first = offers(client)[0]["id"].as_str().unwrap().to_owned();
    let take = |visitor: u8| from(visitor, &format!("/api/games/{first}/seat/take"), &json!({"seat": 1}));
    assert_eq!(
        [take(9).status, take(9).status, take(9).status],
        [200, 200, 429],
        "a quarter of eight at once"
    );
    let taken = take(8).good();
    client.get(&format!("/api/games/{first}"), taken["secret"].as_str()).good();
    assert_eq!(offers(client).len(), 4);
    assert_eq!(make(3), 201, "there is room again");
}

#[test]
fn offers_at_the_same_moment_are_counted_too() {
    let folder = Folder::new("offer-flood");
    let mut config = config(&folder.0);
    config.limits.offers_each = 2;
    let server = Running::with(config, SHELF);
    let client = server.client;
    let offer = json!({"game": "ambush", "seats": {"Seeker": "open"}});
    let ask = || client.post("/api/games", None, &offer).status;
    let answers: Vec<u16> = std::thread::scope(|scope| {
        let askers: Vec<_> = (0..16).map(|_| scope.spawn(ask)).collect();
        askers.into_iter().map(|asker| asker.join().unwrap()).collect()
    });
    assert_eq!(answers.iter().filter(|status| **status == 201).count(), 2, "{answers:?}");
    assert_eq!(offers(client).len(), 2);
}

#[test]
fn an_offer_ends_and_who_made_it_can_still_invite_somebody() {
    let folder = Folder::new("offer-end");
    let mut config = config(&folder.0);
    config.offers = Duration::ZERO;
    let server = Running::with(config, SHELF);
    let client = server.client;
    let (id, secrets) = offered(client, &json!({}));
    assert!(offers(client).is_empty());
    let path = format!("/api/games/{id}");
    let take = |secret: Option<&str>| client.post(&format!("{path}/seat/take"), secret, &json!({"seat": 1}));
    assert_eq!(take(None).error(), (409, "closed".to_owned()));
    let invited = take(Some(&secrets[0])).good();
    assert!(invited["link"].as_str().unwrap().starts_with("/game/"));
    assert_eq!(client.get(&path, invited["secret"].as_str()).good()["you"], 1);
    client.act(&id, &secrets[0], "hide 2").good();
}

/// Waits until a game says something.
fn until(client: Client, path: &str, is: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let now = client.get(path, None).good();
        if is(&now) {
            return now;
        }
        assert!(begun.elapsed() < Duration::from_secs(40), "this never comes: {now}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn who_is_late_gives_up_or_is_decided_for_as_was_agreed() {
    let folder = Folder::new("late");
    let server = Running::start(&folder.0);
    let client = server.client;
    let timed = |late: &str| json!({"time": {"seconds": 1, "late": late}});
    let (resigning, _) = client.ambush(&timed("resign"));
    let (helped, secrets) = client.ambush(&timed("program"));
    // No time passes before everybody is there.
    let (waiting, _) = offered(client, &timed("resign"));
    client.act(&helped, &secrets[0], "hide 2").good();
    server.stop();
    // Also in games that nobody looks at.
    let server = Running::start(&folder.0);
    let client = server.client;
    let over = until(client, &format!("/api/games/{resigning}"), |now| !now["outcome"].is_null());
    assert_eq!((&over["outcome"]["winner"], &over["outcome"]["resigned"]), (&json!(1), &json!(0)));
    let on = until(client, &format!("/api/games/{helped}"), |now| now["steps"].as_u64() > Some(1));
    assert!(on["outcome"].is_null() || on["outcome"]["resigned"].is_null());
    assert_eq!(client.get(&format!("/api/games/{waiting}"), None).good()["outcome"], json!(null));
    assert!(client.get("/metrics", None).body.contains("sandtable_late_total "));
    let entered = json!({"game": "ambush", "dice": "entered", "time": {"seconds": 60, "late": "program"}});
    assert_eq!(client.post("/api/games", None, &entered).error().0, 422);
    assert_eq!(
        client.post("/api/games", None, &json!({"game": "ambush", "time": {"seconds": 0}})).status,
        400
    );
}

#[test]
fn the_list_has_a_page_that_takes_what_strangers_write_for_text() {
    let folder = Folder::new("offer-page");
    let server = Running::start(&folder.0);
    let page = server.client.get("/open", None);
    assert!(page.head.contains("text/html") && page.body.contains("/open.js"), "{page:?}");
    let script = server.client.get("/open.js", None).body;
    assert!(script.contains("/api/offers") && script.contains("seat/take"));
    assert!(!script.contains("innerHTML") && !script.contains("insertAdjacentHTML"), "only ever as text");
}
