//! Games over the network: setting up, deciding, watching, taking back, giving up, going on after a restart.

use crate::common::{Folder, Running, TWO_GAMES, config};
use serde_json::{Value, json};

#[test]
fn a_game_is_played_to_its_end_and_verifies() {
    let folder = Folder::new("whole");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({"contribution": "seventeen"}));
    let path = format!("/api/games/{id}");
    let before = client.get(&path, None).good();
    assert_eq!(before["dice"]["secret"], Value::Null, "the secret is kept until the end");
    assert_eq!(before["you"], Value::Null);
    let words = json!({"words": "from the hider"});
    client.post(&format!("{path}/seat/contribution"), Some(&secrets[0]), &words).good();
    client.play_out(&id, &secrets);

    let after = client.get(&path, Some(&secrets[1])).good();
    assert_eq!(after["outcome"], json!({"winner": 0, "margin": 1, "resigned": null}));
    assert_eq!((&after["you"], &after["steps"]), (&json!(1), &json!(16)));
    assert_eq!(after["dice"]["commitment"], before["dice"]["commitment"]);
    assert!(after["dice"]["secret"].is_string());

    let record = client.get(&format!("{path}/record"), None);
    let verdict = client.post("/api/verify", None, &json!({"record": record.body})).good();
    assert_eq!(
        (&verdict["holds"], &verdict["dice"], &verdict["checked"]),
        (&json!(true), &json!("honest"), &json!(8))
    );
    for (from, to) in
        [("dice contribution Hider: f", "dice contribution Hider: g"), ("dice secret: ", "dice secret: 00")]
    {
        let forged = record.body.replace(from, to);
        assert_ne!(forged, record.body);
        let verdict = client.post("/api/verify", None, &json!({"record": forged})).good();
        assert_eq!((&verdict["holds"], &verdict["dice"]), (&json!(false), &json!("dishonest")));
    }
    let rolls = client.get(&format!("{path}/dice"), None).good();
    assert_eq!(rolls["rolls"].as_array().unwrap().len(), 8);
    assert_eq!(rolls["dice"]["contributions"], json!({"Hider": "from the hider", "table": "seventeen"}));
}

#[test]
fn the_second_verifier_agrees() {
    let folder = Folder::new("python");
    let server = Running::start(&folder.0);
    let (id, secrets) = server.client.ambush(&json!({"contribution": "Köln"}));
    server.client.play_out(&id, &secrets);
    let record = server.client.get(&format!("/api/games/{id}/record"), None).body;
    let tool = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/verify.py");
    let check = |name: &str, text: &str| {
        let file = folder.0.join(name);
        std::fs::write(&file, text).unwrap();
        let ran = std::process::Command::new("python3").arg(tool).arg(&file).output().unwrap();
        (ran.status.code(), String::from_utf8_lossy(&ran.stdout).into_owned())
    };
    let (code, words) = check("honest.record", &record);
    assert_eq!((code, words.contains("8 dice checked")), (Some(0), true), "{words}");
    let at = record.find("[search:").unwrap() + "[search:".len();
    let mut forged = record.clone();
    let face = if &forged[at..=at] == "1" { "2" } else { "1" };
    forged.replace_range(at..=at, face);
    let (code, words) = check("forged.record", &forged);
    assert_eq!((code, words.contains("does not follow")), (Some(1), true), "{words}");
}

/// What the page does in a browser, with a record as its argument: prints its verdict, fails if the dice do not hold.
const AS_THE_PAGE: &str = "
    import { readFileSync } from 'node:fs';
    const [page, vectors, record] = process.argv.slice(2);
    const { check, commitment, face, gameKey } = await import(page);
    for (const { secret, game, contributions, ...told } of JSON.parse(readFileSync(vectors, 'utf8'))) {
        if ((await commitment(secret)) !== told.commitment) throw new Error('another commitment');
        const key = await gameKey(secret, game, contributions);
        for (const [step, index, what, sides, shown] of told.dice) {
            if ((await face(key, step, index, what, sides)) !== shown) throw new Error(`another face: ${step} ${index}`);
        }
    }
    const { holds, words } = await check(readFileSync(record, 'utf8'));
    console.log(words);
    process.exitCode = holds ? 0 : 1;
";

#[test]
fn the_page_that_checks_dice_agrees() {
    let folder = Folder::new("page");
    let server = Running::start(&folder.0);
    let client = server.client;
    let page = client.get("/verify", None);
    assert!(page.head.contains("text/html") && page.body.contains("src=\"/verify.js\""), "{page:?}");
    assert!(client.get("/verify.css", None).head.contains("text/css"));
    // The script as the server sends it.
    let file = |name: &str, text: &str| {
        std::fs::write(folder.0.join(name), text).unwrap();
        folder.0.join(name)
    };
    let script = file("verify.mjs", &client.get("/verify.js", None).body);
    let run = file("run.mjs", AS_THE_PAGE);
    let vectors = concat!(env!("CARGO_MANIFEST_DIR"), "/dice-vectors.json");
    let check = |record: &std::path::Path| {
        let mut node = std::process::Command::new("node");
        let ran = node.arg(&run).arg(&script).arg(vectors).arg(record).output().unwrap();
        (ran.status.code(), String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned())
    };
    let (id, secrets) = client.ambush(&json!({"contribution": "Köln"}));
    client.play_out(&id, &secrets);
    let record = client.get(&format!("/api/games/{id}/record"), None).body;
    let (code, words) = check(&file("honest.record", &record));
    assert_eq!((code, words.contains("8 dice derived")), (Some(0), true), "{words}");
    let (code, words) = check(&file("forged.record", &record.replace("Köln", "Bonn")));
    assert_eq!((code, words.contains("does not follow")), (Some(1), true), "{words}");
    // Heads that two readers would read differently, and promises that cover nothing.
    let twice = record.replace("\ndice since:", "\ndice secret: 00\ndice since:");
    let hidden =
        record.replace("dice contribution", "option x: 1\u{2028}dice kind: entered\ndice contribution");
    let never = record.replace("dice since: 1\n", "dice since: 99999\n");
    assert!(twice != record && hidden != record && never != record, "{record}");
    let by_server = |record: &str| client.post("/api/verify", None, &json!({"record": record}));
    for (name, forged, said) in [
        ("twice", &twice, "twice"),
        ("hidden", &hidden, "separators"),
        ("never", &never, "nothing was checked"),
    ] {
        let (code, words) = check(&file(name, forged));
        assert!(code != Some(0) && words.contains(said), "{name}: {words}");
        let answer = by_server(forged);
        if name == "never" {
            assert_eq!(answer.good()["dice"], "unchecked");
        } else {
            assert!(answer.status == 422 && answer.body.contains(said), "{name}: {answer:?}");
        }
    }
}

#[test]
fn both_seats_and_a_spectator_are_told_of_every_decision() {
    let folder = Folder::new("live");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    let mut streams = [Some(secrets[0].as_str()), Some(secrets[1].as_str()), None]
        .map(|secret| client.events(&id, secret, None));
    for stream in &mut streams {
        let first = stream.next().unwrap();
        assert_eq!((first.name.as_str(), first.id), ("sync", 0));
    }
    client.act(&id, &secrets[0], "hide 2").good();
    let told = streams.each_mut().map(|stream| stream.next().unwrap());
    assert!(told.iter().all(|event| (event.name.as_str(), event.id) == ("step", 1)));
    let texts = told.map(|event| event.json()["step"]["text"].clone());
    assert_eq!(texts, [json!("hide 2"), json!("lie low"), json!("lie low")]);
}

/// Twenty games at once, as fast as they can be played, each told to two listeners: every one is told of every decision,
/// once and in order.
#[test]
fn no_event_is_lost_in_a_hurry() {
    let folder = Folder::new("hurry");
    let server = Running::start(&folder.0);
    let client = server.client;
    std::thread::scope(|scope| {
        for _ in 0..20 {
            scope.spawn(move || {
                let (id, secrets) = client.ambush(&json!({}));
                let mut listeners =
                    [client.events(&id, Some(&secrets[0]), Some(0)), client.events(&id, None, Some(0))];
                client.play_out(&id, &secrets);
                for listener in &mut listeners {
                    for revision in 1..=16 {
                        let event = listener.next().unwrap();
                        assert_eq!((event.name.as_str(), event.id), ("step", revision));
                    }
                }
            });
        }
    });
}

#[test]
fn a_lost_connection_goes_on_where_it_broke_off() {
    let folder = Folder::new("resume");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    let mut live = client.events(&id, Some(&secrets[1]), None);
    live.next().unwrap();
    for (seat, text) in [(0, "hide 3"), (1, "search 1"), (0, "stay")] {
        client.act(&id, &secrets[seat], text).good();
    }
    let told: Vec<_> = (0..3).map(|_| live.next().unwrap()).collect();
    drop(live);
    // What is told again is what was told then.
    let mut again = client.events(&id, Some(&secrets[1]), Some(1));
    assert_eq!((again.next().as_ref(), again.next().as_ref()), (Some(&told[1]), Some(&told[2])));
    // Also from a server that has started anew, and with what came after.
    drop(again);
    server.stop();
    let server = Running::start(&folder.0);
    let client = server.client;
    let mut again = client.events(&id, Some(&secrets[1]), Some(2));
    assert_eq!(again.next().as_ref(), Some(&told[2]));
    client.act(&id, &secrets[1], "search 2").good();
    assert_eq!(again.next().unwrap().id, 4);
    // Who is up to date is told nothing first; who is ahead is told to ask.
    let mut current = client.events(&id, None, Some(4));
    let mut ahead = client.events(&id, None, Some(99));
    assert_eq!(ahead.next().unwrap().name, "sync");
    client.act(&id, &secrets[0], "stay").good();
    assert_eq!(current.next().unwrap().id, 5);
}

#[test]
fn a_stale_action_is_refused_with_the_state_now() {
    let folder = Folder::new("stale");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    let path = format!("/api/games/{id}/act");
    let first = client.post(&path, Some(&secrets[0]), &json!({"revision": 0, "text": "hide 3"}));
    first.good();
    // The answer got lost, the action comes again: nothing happens twice.
    let again = client.post(&path, Some(&secrets[0]), &json!({"revision": 0, "text": "hide 3"}));
    assert_eq!(again.good(), first.good());
    // Another action for the same moment is late.
    let late = client.post(&path, Some(&secrets[0]), &json!({"revision": 0, "text": "hide 4"}));
    assert_eq!(late.error(), (409, "stale".to_owned()));
    let state = &late.json()["error"]["state"];
    assert_eq!((&state["revision"], &state["steps"], &state["you"]), (&json!(1), &json!(1), &json!(0)));
    assert_eq!(*state, client.get(&format!("/api/games/{id}/state"), Some(&secrets[0])).good());
}

#[test]
fn a_decision_is_taken_back_until_the_other_side_has_acted() {
    let folder = Folder::new("undo");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    let undo = |secret: &str, revision: u64| {
        client.post(&format!("/api/games/{id}/undo"), Some(secret), &json!({"revision": revision}))
    };
    client.act(&id, &secrets[0], "hide 3").good();
    let state = client.get(&format!("/api/games/{id}/state"), Some(&secrets[0])).good();
    assert_eq!(state["undoable"], 1);
    assert_eq!(undo(&secrets[1], 1).error(), (409, "closed".to_owned()));
    assert_eq!(undo(&secrets[0], 0).error(), (409, "stale".to_owned()));
    let back = undo(&secrets[0], 1).good();
    assert_eq!(back, json!({"revision": 2, "steps": 0, "deciding": 0, "outcome": null}));
    client.act(&id, &secrets[0], "hide 4").good();
    client.act(&id, &secrets[1], "search 1").good();
    assert_eq!(undo(&secrets[0], 4).error(), (409, "closed".to_owned()));
    assert_eq!(undo(&secrets[1], 4).error(), (409, "closed".to_owned()), "a die was rolled");
    // Revisions go on after a restart, also over what was taken back.
    server.stop();
    let server = Running::start(&folder.0);
    let after = server.client.get(&format!("/api/games/{id}"), None).good();
    assert_eq!((&after["revision"], &after["steps"]), (&json!(4), &json!(2)));
}

#[test]
fn a_side_resigns_and_has_lost() {
    let folder = Folder::new("resign");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    client.act(&id, &secrets[0], "hide 3").good();
    let path = format!("/api/games/{id}");
    let end = client.post(&format!("{path}/resign"), Some(&secrets[0]), &json!({})).good();
    assert_eq!(end["outcome"], json!({"winner": 1, "margin": 0, "resigned": 0}));
    assert_eq!(client.act(&id, &secrets[1], "search 1").error(), (409, "closed".to_owned()));
    assert_eq!(client.post(&format!("{path}/resign"), Some(&secrets[1]), &json!({})).status, 409);
    server.stop();
    let server = Running::start(&folder.0);
    assert_eq!(server.client.get(&path, None).good()["outcome"], end["outcome"]);
    let record = server.client.get(&format!("{path}/record"), None).body;
    assert!(record.ends_with("-- Hider resigns\n") && record.contains("\ndice secret: "), "{record}");
}

#[test]
fn programs_play_their_seats_and_go_on_after_a_restart() {
    let folder = Folder::new("bots");
    let server = Running::start(&folder.0);
    let programs = json!({"seats": {"Hider": "bot:random", "Seeker": "bot:random"}});
    let (both, _) = server.client.ambush(&programs);
    let (one, secrets) = server.client.ambush(&json!({"seats": {"Hider": "bot:random"}}));
    let over = |client: crate::common::Client, id: &str| {
        let path = format!("/api/games/{id}");
        (0..600).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(20));
            !client.get(&path, None).good()["outcome"].is_null()
        })
    };
    assert!(over(server.client, &both), "two programs end a game");
    server.stop();
    let server = Running::start(&folder.0);
    for _ in 0..8 {
        let wait = (0..600).find(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            let now = server.client.get(&format!("/api/games/{one}"), None).good();
            now["deciding"] == 1 || !now["outcome"].is_null()
        });
        assert!(wait.is_some(), "the program answers");
        server.client.act(&one, &secrets[1], "search 3");
    }
    assert!(over(server.client, &one));
}

#[test]
fn real_dice_are_asked_for_one_by_one() {
    let folder = Folder::new("real");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({"dice": "entered"}));
    client.act(&id, &secrets[0], "hide 3").good();
    let path = format!("/api/games/{id}/act");
    let search = |dice: Value| {
        client.post(&path, Some(&secrets[1]), &json!({"revision": 1, "text": "search 3", "dice": dice}))
    };
    let asked = search(Value::Null);
    assert_eq!(asked.error(), (422, "dice".to_owned()));
    let needs = &asked.json()["error"]["needs"];
    assert_eq!((&needs["die"], &needs["purpose"]), (&json!("D6"), &json!("search")));
    for wrong in ["7", "1,2", "battle:3", "x"] {
        assert_eq!(search(json!(wrong)).error(), (422, "dice".to_owned()), "{wrong}");
    }
    assert_eq!(client.get(&format!("/api/games/{id}"), None).good()["steps"], 1, "nothing has happened");
    let rolled = search(json!("search:4")).good();
    assert_eq!(rolled["outcome"]["winner"], 1);
    let record = client.get(&format!("/api/games/{id}/record"), None).body;
    let verdict = client.post("/api/verify", None, &json!({"record": record})).good();
    assert_eq!((&verdict["holds"], &verdict["dice"]), (&json!(true), &json!("entered")));
}

#[test]
fn history_is_told_and_games_go_on_from_records_and_steps() {
    let folder = Folder::new("history");
    let server = Running::start(&folder.0);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    client.play_out(&id, &secrets);
    let path = format!("/api/games/{id}");
    let story = client.get(&format!("{path}/story?from=1&to=3"), None).good();
    assert_eq!((&story["total"], story["steps"].as_array().unwrap().len()), (&json!(16), 2));
    assert_eq!((&story["steps"][0]["number"], &story["steps"][1]["text"]), (&json!(2), &json!("lie low")));
    let then = client.get(&format!("{path}/state?step=1"), Some(&secrets[0])).good();
    assert_eq!((&then["step"], &then["view"]["counters"][0]["place"]), (&json!(1), &json!("field 1")));
    assert_eq!(client.get(&format!("{path}/state?step=17"), None).error(), (404, "unknown".to_owned()));

    let forked = client.post(&format!("{path}/fork"), None, &json!({"step": 3})).good();
    let fork = client.get(&format!("/api/games/{}", forked["id"].as_str().unwrap()), None).good();
    assert_eq!((&fork["steps"], &fork["forked"]), (&json!(3), &json!(format!("{id} 3"))));
    assert_eq!(fork["dice"]["since"], 4, "earlier dice are of the other game");

    let record = client.get(&format!("{path}/record"), None).body;
    let again = client.post("/api/games", None, &json!({"record": record})).good();
    let again = client.get(&format!("/api/games/{}", again["id"].as_str().unwrap()), None).good();
    assert_eq!((&again["steps"], &again["outcome"]["winner"]), (&json!(16), &json!(0)));
    let damaged = record.replace("hide 1", "hide 2");
    let refused = client.post("/api/games", None, &json!({"record": damaged}));
    assert_eq!(refused.error(), (422, "setup".to_owned()));
}

#[test]
fn idle_games_leave_memory_and_come_back() {
    let folder = Folder::new("idle");
    let mut config = config(&folder.0);
    config.idle = std::time::Duration::ZERO;
    let server = Running::with(config, crate::common::SHELF);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    client.act(&id, &secrets[0], "hide 3").good();
    let gone = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        client.get("/metrics", None).body.contains("sandtable_games_in_memory 0")
    });
    assert!(gone, "{}", client.get("/metrics", None).body);
    client.act(&id, &secrets[1], "search 1").good();
}

#[test]
fn why_not_is_asked_with_words_or_with_verb_and_ids() {
    let folder = Folder::new("why");
    let server = Running::with(config(&folder.0), TWO_GAMES);
    let client = server.client;
    let made = client.post("/api/games", None, &json!({"game": "pebbles"})).good();
    let (why, secret) =
        (format!("/api/games/{}/why", made["id"].as_str().unwrap()), made["seats"][0]["secret"].as_str());
    let ask = |asked: &Value| client.post(&why, secret, asked).good();
    for allowed in [json!({"text": "take 3"}), json!({"verb": "take", "numbers": [3]})] {
        assert_eq!(
            ask(&allowed),
            json!({"text": "take 3", "allowed": true, "refusal": null, "outlook": null})
        );
    }
    let refused = ask(&json!({"verb": "take", "numbers": [9]}));
    assert_eq!((&refused["text"], &refused["allowed"]), (&json!("take 9"), &json!(false)));
    assert_eq!(refused["refusal"]["reason"], "9 pebbles cannot be taken from 12");
    let unknown = ask(&json!({"verb": "take", "units": [1]}));
    assert_eq!((&unknown["text"], &unknown["allowed"]), (&json!(""), &json!(false)));
    assert_eq!(client.post(&why, secret, &json!({})).error(), (400, "malformed".to_owned()));
    assert_eq!(client.post(&why, None, &json!({"text": "take 3"})).error(), (403, "seat".to_owned()));
}
