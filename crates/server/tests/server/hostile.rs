//! Strangers who hold things back: bodies that never end, heads that never come, places that others need.

use std::{
    io::{Read, Write},
    net::TcpStream,
    time::Duration,
};

use crate::common::{Client, Folder, Running, SHELF, config};
use serde_json::json;

/// A request whose body is announced and held back after so many bytes.
fn held_back(client: Client, sent: usize) -> TcpStream {
    let mut stream = TcpStream::connect(client.0).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let head = "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                Content-Length: 1000000\r\n\r\n{\"record\": \"";
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(&vec![b'x'; sent]).unwrap();
    stream
}

/// The status that a connection answers with, or nothing while it waits.
fn status(stream: &mut TcpStream, patience: Duration) -> Option<u16> {
    stream.set_read_timeout(Some(patience)).unwrap();
    let mut bytes = [0; 64];
    let many = stream.read(&mut bytes).ok()?;
    String::from_utf8_lossy(&bytes[..many]).split(' ').nth(1)?.parse().ok()
}

#[test]
fn bodies_that_are_held_back_have_a_limit_in_all() {
    let folder = Folder::new("bodies");
    let mut config = config(&folder.0);
    (config.limits.body, config.limits.record, config.limits.bodies) = (10_000, 1_000_000, 1_000_000);
    let server = Running::with(config, SHELF);
    let client = server.client;
    let (id, secrets) = client.ambush(&json!({}));
    let mut first = held_back(client, 900_000);
    // The first is in before the second asks for what it has left. A request that was quicker may have crowded it out: then it
    // comes again.
    while client.post("/api/verify", None, &json!({"record": "y".repeat(300_000)})).status != 503 {
        if status(&mut first, Duration::from_millis(5)).is_some() {
            first = held_back(client, 900_000);
        }
    }
    assert_eq!(status(&mut held_back(client, 900_000), Duration::from_secs(20)), Some(503));
    client.act(&id, &secrets[0], "hide 1").good();
    assert_eq!(status(&mut first, Duration::from_millis(50)), None, "it is still waited for");
    drop(first);
    // What one held is there for others when it goes.
    while client.post("/api/verify", None, &json!({"record": "y".repeat(300_000)})).status == 503 {}
}

#[test]
fn a_head_of_a_million_options_is_refused_before_it_is_read() {
    let folder = Folder::new("options");
    let server = Running::start(&folder.0);
    let options: Vec<String> = (0..50_000).map(|number| format!("option {number}: 1\n")).collect();
    let record =
        format!("sandtable-record 1\ngame: ambush\nrules: 1\nscenario: meadow\n{}", options.concat());
    for path in ["/api/games", "/api/verify"] {
        let refused = server.client.post(path, None, &json!({"record": record}));
        assert_eq!(refused.error(), (422, "setup".to_owned()));
        assert!(refused.body.contains("the head of a record has at most 1000 lines"), "{refused:?}");
    }
}

#[test]
fn a_head_that_never_comes_is_not_waited_for() {
    let folder = Folder::new("heads");
    let mut config = config(&folder.0);
    config.limits.head = Duration::from_millis(200);
    let server = Running::with(config, SHELF);
    let mut dripping = TcpStream::connect(server.client.0).unwrap();
    dripping.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
    dripping.write_all(b"GET /api/shelf HTTP/1.1\r\nHost: localhost\r\nX-Slow: ").unwrap();
    let closed = (0..1_000).any(|_| {
        let read = dripping.read(&mut [0; 1]);
        dripping.write_all(b"x").is_err() || matches!(read, Ok(0))
    });
    assert!(closed, "a head of a thousand drips was waited for");
}

#[test]
fn a_full_house_has_room_for_somebody_else() {
    let folder = Folder::new("full");
    let mut config = config(&folder.0);
    (config.limits.connections, config.limits.connections_each) = (20, 20);
    let server = Running::with(config, SHELF);
    let client = server.client;
    let mut idle: Vec<TcpStream> = (0..20).map(|_| TcpStream::connect(client.0).unwrap()).collect();
    for stream in &mut idle {
        stream.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
    }
    // This machine has more than one address on its loop.
    let other = std::net::SocketAddr::from(([127, 0, 0, 2], 0));
    let mut stream = from(other, client);
    stream.write_all(b"GET /api/shelf HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    assert_eq!(status(&mut stream, Duration::from_secs(20)), Some(200));
}

/// A connection from another address of this machine.
fn from(address: std::net::SocketAddr, to: Client) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(address).unwrap();
        socket.connect(to.0).await.unwrap()
    });
    let stream = stream.into_std().unwrap();
    stream.set_nonblocking(false).unwrap();
    stream
}
