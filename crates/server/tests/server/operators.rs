//! What operators see: health that tells the truth, a port of their own.

use std::{
    io::{Seek, SeekFrom, Write},
    time::Duration,
};

use crate::common::{Folder, Running, SHELF, config};
use serde_json::json;

#[test]
fn operators_can_have_a_port_of_their_own() {
    let folder = Folder::new("admin");
    let mut config = config(&folder.0);
    config.admin = Some("127.0.0.1:0".parse().unwrap());
    config.limits.requests = 1;
    let server = Running::with(config, SHELF);
    let admin = server.admin.unwrap();
    for _ in 0..20 {
        assert_eq!(admin.get("/healthz", None).body, "ok\n", "no limit holds it up");
    }
    assert!(admin.get("/metrics", None).body.contains("sandtable_games_stored 0"));
    assert_eq!(admin.get("/api/shelf", None).status, 404, "and it is good for nothing else");
    // The page answers for addresses that it does not know; the numbers are not among them.
    assert!(!server.client.get("/metrics", None).body.contains("sandtable_games"));
}

#[test]
fn visitors_behind_a_proxy_are_told_apart_with_their_ports() {
    let folder = Folder::new("proxy");
    let mut config = config(&folder.0);
    (config.trust_proxy, config.limits.games_an_hour) = (true, 4);
    let server = Running::with(config, SHELF);
    let make = |visitor: &str| {
        let head = format!("X-Forwarded-For: {visitor}\r\nContent-Type: application/json\r\n");
        server.client.raw("POST", "/api/games", &head, br#"{"game": "ambush"}"#).unwrap().status
    };
    assert_eq!([make("203.0.113.1:50000"), make("203.0.113.1:50001")], [201, 429], "one visitor, two ports");
    assert_eq!([make("203.0.113.2:50000"), make("[2001:db8::1]:5000")], [201, 201], "others");
}

#[test]
fn a_damaged_file_is_not_called_healthy() {
    let folder = Folder::new("damaged");
    let server = Running::start(&folder.0);
    for _ in 0..200 {
        server.client.ambush(&json!({}));
    }
    assert_eq!(server.client.get("/healthz", None).status, 200);
    server.stop();
    // Only the last pages, which nobody reads at the start.
    let path = folder.0.join("games.sqlite");
    let length = std::fs::metadata(&path).unwrap().len();
    let mut file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.seek(SeekFrom::Start(length - 3 * 4_096)).unwrap();
    file.write_all(&[0xa5; 3 * 4_096]).unwrap();
    drop(file);
    let server = Running::start(&folder.0);
    let mut told = server.client.get("/healthz", None);
    for _ in 0..200 {
        if told.status == 503 {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
        told = server.client.get("/healthz", None);
    }
    assert_eq!((told.status, told.body.contains("damaged")), (503, true), "{told:?}");
}
