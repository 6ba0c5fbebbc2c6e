//! A client that costs little: one connection, one request at a time, nothing parsed that is not needed.

use std::{
    io::{self, Write as _},
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinHandle,
};

/// A connection that is kept open.
pub struct Connection {
    stream: TcpStream,
    bytes: Vec<u8>,
}

impl Connection {
    /// Connects.
    pub async fn open(to: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(to).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, bytes: Vec::with_capacity(4_096) })
    }

    /// Sends a request and reads the answer: status and body.
    pub async fn send(&mut self, request: &[u8]) -> io::Result<(u16, &[u8])> {
        self.stream.write_all(request).await?;
        self.bytes.clear();
        let mut body = None;
        loop {
            if self.stream.read_buf(&mut self.bytes).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            body = body.or_else(|| body_of(&self.bytes));
            if let Some((start, end)) = body.filter(|(_, end)| self.bytes.len() >= *end) {
                let status = String::from_utf8_lossy(&self.bytes[9..12]).parse().unwrap_or(0);
                return Ok((status, &self.bytes[start..end]));
            }
        }
    }
}

/// Where the body of an answer begins and ends, once its head is there.
fn body_of(bytes: &[u8]) -> Option<(usize, usize)> {
    let (mut start, mut length) = (0, 0);
    loop {
        let end = start + bytes[start..].iter().position(|byte| *byte == b'\n')?;
        let line = bytes[start..end].trim_ascii_end();
        start = end + 1;
        if line.is_empty() {
            return Some((start, start + length));
        }
        if let Some(told) = line.strip_prefix(b"content-length: ") {
            length = std::str::from_utf8(told).ok()?.parse().ok()?;
        }
    }
}

/// The bytes of a request.
pub fn request(method: &str, path: &str, secret: Option<&str>, body: &str) -> Vec<u8> {
    let mut bytes = head(method, path, secret);
    complete(&mut bytes, body);
    bytes
}

/// The head of a request up to the length of its body.
pub fn head(method: &str, path: &str, secret: Option<&str>) -> Vec<u8> {
    let secret = secret.map(|secret| format!("Authorization: Bearer {secret}\r\n")).unwrap_or_default();
    format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\n{secret}Content-Type: application/json\r\nContent-Length: "
    )
    .into_bytes()
}

/// Adds the body to the head of a request.
pub fn complete(bytes: &mut Vec<u8>, body: &str) {
    let _ = write!(bytes, "{}\r\n\r\n{body}", body.len());
}

/// A game that was set up.
pub struct Made {
    /// Its name.
    pub id: String,
    /// The secrets of its seats.
    pub secrets: Vec<String>,
}

/// Sets a game up.
pub async fn make(connection: &mut Connection, wanted: &Value) -> io::Result<Made> {
    let (status, body) = connection.send(&request("POST", "/api/games", None, &wanted.to_string())).await?;
    let made: Value = serde_json::from_slice(body)?;
    let id = made["id"].as_str().ok_or_else(|| io::Error::other(format!("{status}: {made}")))?.to_owned();
    let secret = |seat: &Value| seat["secret"].as_str().map(str::to_owned);
    let secrets = made["seats"].as_array().map(|seats| seats.iter().filter_map(secret).collect());
    Ok(Made { id, secrets: secrets.unwrap_or_default() })
}

/// A seat's live stream: how many decisions it was told of.
pub struct Watching {
    told: Arc<AtomicU64>,
    reading: JoinHandle<()>,
}

impl Watching {
    /// How many decisions it was told of.
    pub fn told(&self) -> u64 {
        self.told.load(Ordering::Relaxed)
    }

    /// Whether the server has ended it.
    pub fn is_cut_off(&self) -> bool {
        self.reading.is_finished()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.reading.abort();
    }
}

/// What an event of a decision begins with.
const STEP: &[u8] = b"event: step\n";

/// Watches a game for a seat and counts what it is told. It is listened to when this returns: the stream has told how the
/// game stands.
pub async fn watch(to: SocketAddr, made: &Made, seat: usize) -> io::Result<Watching> {
    let mut stream = TcpStream::connect(to).await?;
    let path = format!("/api/games/{}/events", made.id);
    stream.write_all(&request("GET", &path, Some(&made.secrets[seat]), "")).await?;
    let mut bytes = vec![0; 8_192];
    let mut last = 0;
    while !bytes[..last].windows(12).any(|twelve| twelve == b"event: sync\n") {
        match stream.read(&mut bytes[last..]).await? {
            0 => return Err(io::Error::other(String::from_utf8_lossy(&bytes[..last]))),
            many => last += many,
        }
    }
    last = 0;
    let told = Arc::<AtomicU64>::default();
    let counted = Arc::clone(&told);
    let reading = tokio::spawn(async move {
        // An event that is cut in two is counted with the next bytes.
        while let Ok(many @ 1..) = stream.read(&mut bytes[last..]).await {
            let all = last + many;
            counted.fetch_add(count(&bytes[..all]), Ordering::Relaxed);
            last = all.min(STEP.len() - 1);
            bytes.copy_within(all - last..all, 0);
        }
    });
    Ok(Watching { told, reading })
}

/// How many decisions begin in these bytes. An event is one line of text after another, so only what follows the end of a
/// line is looked at.
fn count(bytes: &[u8]) -> u64 {
    bytes.split(|byte| *byte == b'\n').filter(|line| line.ends_with(&STEP[..STEP.len() - 1])).count() as u64
        - u64::from(bytes.ends_with(&STEP[..STEP.len() - 1]))
}
