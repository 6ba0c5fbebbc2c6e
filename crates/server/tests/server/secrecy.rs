//! Two games that differ only in what is hidden give the other side the same bytes, whatever it asks.

use crate::{
    common::{Client, Events, Folder, Running, SHELF, config},
    leaky::Leaky,
};
use kit::any::Playable;
use sandtable_server::Shelf;
use serde_json::json;

/// A game in which the hider has hidden in a field, and what the others are told live.
struct Twin {
    id: String,
    secrets: Vec<String>,
    told: Vec<String>,
    /// Kept open: who is at the table is told too.
    _streams: [Events; 2],
}

fn twin(client: Client, fields: [&str; 2]) -> Twin {
    let (id, secrets) = client.ambush(&json!({}));
    let mut streams = [client.events(&id, Some(&secrets[1]), None), client.events(&id, None, None)];
    client.act(&id, &secrets[0], &format!("hide {}", fields[0])).good();
    client.act(&id, &secrets[1], "search 6").good();
    client.act(&id, &secrets[0], fields[1]).good();
    let told = streams
        .iter_mut()
        .flat_map(|stream| (0..4).map(|_| format!("{:?}", stream.next().unwrap())).collect::<Vec<_>>())
        .collect();
    Twin { id, secrets, told, _streams: streams }
}

/// What a game says that is different by its nature: its name, its secrets, its commitment, its faces,
/// how long its players took.
fn blank(text: &str, twin: &Twin) -> String {
    let mut text = text.replace(&twin.id, "ID");
    for name in
        ["\"commitment\":\"", "\"receipt\":\"", "\"face\":", "\\\"face\\\":", "\"spent\":", "\"waiting\":"]
    {
        let mut from = 0;
        while let Some(at) = text[from..].find(name) {
            let start = from + at + name.len();
            let end = start + text[start..].find(['"', '}', ',', '\\']).unwrap();
            text.replace_range(start..end, "*");
            from = start;
        }
    }
    text
}

/// A reason that does not hang on what is hidden is told, one that does is not.
#[test]
fn reasons_are_told_as_far_as_the_asker_may_know_them() {
    let folder = Folder::new("reasons");
    let server = Running::start(&folder.0);
    let twin = twin(server.client, ["3", "stay"]);
    let why = |text: &str| {
        let asked = json!({ "text": text });
        let path = format!("/api/games/{}/why", twin.id);
        server.client.post(&path, Some(&twin.secrets[1]), &asked).good()["refusal"]["reason"].clone()
    };
    assert_eq!(why("search 9"), "there are fields 1 to 6");
    let refused = server.client.act(&twin.id, &twin.secrets[1], "search 9");
    assert_eq!((refused.status, refused.body.contains("there are fields 1 to 6")), (422, true));
    let folder = Folder::new("blurted");
    let server = Running::with(config(&folder.0), LEAKY);
    let (id, secrets) = server.client.ambush(&json!({}));
    server.client.act(&id, &secrets[0], "hide 3").good();
    let told = server.client.act(&id, &secrets[1], "search 9");
    assert!(told.body.contains("it is not among what you can decide now"), "{told:?}");
}

#[test]
fn the_other_side_gets_the_same_bytes() {
    let folder = Folder::new("secrecy");
    gets_the_same_bytes(&Running::start(&folder.0));
}

/// A game whose reasons and odds tell where the hider is.
const LEAKY: Shelf = Shelf {
    playable: || {
        static ALL: &[&dyn Playable] = &[&Leaky];
        ALL
    },
    ..SHELF
};

#[test]
fn the_other_side_gets_the_same_bytes_of_a_game_that_blurts_them_out() {
    let folder = Folder::new("leaky");
    let server = Running::with(config(&folder.0), LEAKY);
    gets_the_same_bytes(&server);
    // Nor does the seeker's own refusal tell him more than what he can choose from.
    let twins = [twin(server.client, ["2", "stay"]), twin(server.client, ["5", "stay"])];
    let refused = twins.each_ref().map(|twin| {
        let path = format!("/api/games/{}/why", twin.id);
        let asked = [json!({"text": "search 9"}), json!({"verb": "search", "numbers": [9]})];
        asked.map(|asked| server.client.post(&path, Some(&twin.secrets[1]), &asked).good())
    });
    assert_eq!(refused[0], refused[1]);
    assert_eq!(refused[0][0]["allowed"], false);
    let allowed = json!({"text": "Search 3"});
    let path = format!("/api/games/{}/why", twins[0].id);
    assert_eq!(server.client.post(&path, Some(&twins[0].secrets[1]), &allowed).good()["allowed"], true);
}

fn gets_the_same_bytes(server: &Running) {
    let client = server.client;
    let (one, other) = (twin(client, ["2", "hide 3"]), twin(client, ["4", "stay"]));
    let same = |what: &str, a: &str, b: &str| {
        assert_eq!(blank(a, &one), blank(b, &other), "{what}");
    };
    for (a, b) in one.told.iter().zip(&other.told) {
        same("live", a, b);
    }
    let asked: [(&str, &str, serde_json::Value); 21] = [
        ("GET", "", json!(null)),
        ("GET", "/state", json!(null)),
        ("GET", "/state?step=1", json!(null)),
        ("GET", "/state?step=2", json!(null)),
        ("GET", "/state?step=9", json!(null)),
        ("GET", "/story", json!(null)),
        ("GET", "/record", json!(null)),
        ("GET", "/dice", json!(null)),
        ("GET", "/odds", json!(null)),
        ("GET", "/map", json!(null)),
        ("GET", "/plans", json!(null)),
        ("GET", "/overlays/any", json!(null)),
        ("POST", "/fork", json!({"step": 1})),
        ("POST", "/why", json!({"text": "search 3"})),
        ("POST", "/why", json!({"text": "hide 3"})),
        ("POST", "/chances", json!({"text": "search 3"})),
        ("POST", "/undo", json!({"revision": 3})),
        ("POST", "/act", json!({"revision": 0, "text": "search 3"})),
        ("POST", "/act", json!({"revision": 3, "text": "stay"})),
        ("POST", "/act", json!({"revision": 3, "text": "search 9"})),
        ("POST", "/act", json!({"revision": 3, "text": "nonsense"})),
    ];
    for seeker in [true, false] {
        for (method, path, body) in &asked {
            let ask = |twin: &Twin| {
                let secret = seeker.then(|| twin.secrets[1].as_str());
                let body = (*method == "POST").then(|| body.to_string());
                client.send(method, &format!("/api/games/{}{path}", twin.id), secret, body.as_deref())
            };
            let (a, b) = (ask(&one), ask(&other));
            assert_eq!(a.status, b.status, "{path}");
            same(path, &a.body, &b.body);
            for place in ["field 2", "field 3", "field 4", "hide 2", "hide 4"] {
                assert!(!a.body.contains(place) && !b.body.contains(place), "{path} tells of {place}: {a:?}");
            }
        }
    }
    // Resumed streams say it in the same words.
    let resumed = |twin: &Twin| {
        let mut stream = client.events(&twin.id, Some(&twin.secrets[1]), Some(0));
        (0..3).map(|_| format!("{:?}", stream.next().unwrap())).collect::<Vec<_>>()
    };
    assert_eq!(resumed(&one), one.told[1..4]);
    for (a, b) in resumed(&one).iter().zip(&resumed(&other)) {
        same("resumed", a, b);
    }
    // The hider himself sees where he is.
    let own = client.get(&format!("/api/games/{}/state", one.id), Some(&one.secrets[0])).good();
    assert_eq!(own["view"]["counters"][0]["place"], "field 3");
}
