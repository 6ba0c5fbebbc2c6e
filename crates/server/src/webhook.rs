//! "It is your turn", told to an address that a seat has named.
//!
//! Off unless the operator allows it. A message goes to public addresses only: the name is looked up once, every
//! address that comes back is judged, and the connection is made to the judged address itself, so that a second answer
//! of the name service cannot lead elsewhere. Redirections are not followed.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::{Arc, LazyLock},
    time::Duration,
};

use serde_json::json;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::TcpStream,
    sync::{Mutex, mpsc},
};

use tokio_rustls::{
    TlsConnector,
    client::TlsStream,
    rustls::{ClientConfig, RootCertStore, pki_types::ServerName},
};

use crate::{
    host::Host,
    room::{Play, Room},
};

/// Messages that wait; more are dropped.
const QUEUE: usize = 100;
/// How long one message may take, from the look-up to the answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// The longest address that is kept.
pub const LONGEST: usize = 500;

/// Messages that are under way at the same time: a host that is slow to answer does not hold up everybody's.
const CARRIERS: usize = 8;

/// Carries messages.
pub struct Messenger(mpsc::Sender<Message>);

struct Message {
    url: String,
    body: String,
}

impl Messenger {
    /// Starts carrying; needs a running runtime.
    pub fn start() -> Self {
        let (to, queue) = mpsc::channel::<Message>(QUEUE);
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..CARRIERS {
            tokio::spawn(carry(Arc::clone(&queue)));
        }
        Self(to)
    }
}

async fn carry(queue: Arc<Mutex<mpsc::Receiver<Message>>>) {
    loop {
        let Some(message) = queue.lock().await.recv().await else { return };
        let sent = tokio::time::timeout(PATIENCE, send(&message)).await;
        // The address may hold a secret of its own: the log does not name it.
        match sent {
            Ok(Ok(())) => tracing::debug!("a turn was announced"),
            Ok(Err(why)) => tracing::warn!(why, "a turn could not be announced"),
            Err(_) => tracing::warn!("announcing a turn took too long"),
        }
    }
}

impl Host {
    /// Tells the side whose turn it has become, if it wants to be told.
    pub fn tell_turn(&self, room: &Arc<Room>, play: &mut Play) {
        let deciding = play.deciding();
        if deciding == play.notified_seat {
            return;
        }
        play.notified_seat = deciding;
        let Some((messenger, seat)) = self.messenger.as_ref().zip(deciding) else { return };
        let Some(url) = play.seats[usize::from(seat.0)].webhook.clone() else { return };
        let name = play.table.seats()[usize::from(seat.0)];
        let text = format!("It is {name}'s turn in your game of {}.", room.game.rulebook().title());
        let body =
            json!({"game": room.id, "seat": name, "steps": play.steps(), "text": text, "content": text});
        if messenger.0.try_send(Message { url, body: body.to_string() }).is_err() {
            tracing::warn!("too many turns to announce: one was dropped");
        }
    }
}

/// Where a message goes.
#[derive(PartialEq, Eq, Debug)]
struct Target {
    /// Whether it is encrypted.
    secure: bool,
    host: String,
    port: u16,
    path: String,
}

/// Reads an address.
fn target(url: &str) -> Result<Target, &'static str> {
    if url.len() > LONGEST || !url.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err("the address is too long or holds strange letters");
    }
    let (secure, rest) = match (url.strip_prefix("https://"), url.strip_prefix("http://")) {
        (Some(rest), _) => (true, rest),
        (_, Some(rest)) => (false, rest),
        _ => return Err("the address must begin with https:// or http://"),
    };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let path = path.split('#').next().unwrap_or_default();
    let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
    if authority.contains('@') {
        return Err("the address must not hold a name and password");
    }
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !host.ends_with(':') && !port.contains(']') => {
            (host, port.parse().map_err(|_| "the address has no readable port")?)
        }
        _ => (authority, if secure { 443 } else { 80 }),
    };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    if host.is_empty() {
        return Err("the address names no host");
    }
    // Below 1024 listen things that are no web servers and might take a message for something else.
    if port != 80 && port != 443 && port < 1024 {
        return Err("the port is none of those for the web: 80, 443, or 1024 and above");
    }
    Ok(Target { secure, host: host.to_owned(), port, path })
}

/// Whether an address can be kept at all.
pub fn check(url: &str) -> Result<(), &'static str> {
    let target = target(url)?;
    match target.host.parse::<IpAddr>() {
        Ok(address) if !is_public(address) => Err("the address is not a public one"),
        _ => Ok(()),
    }
}

async fn send(message: &Message) -> Result<(), &'static str> {
    let target = target(&message.url)?;
    let found = tokio::net::lookup_host((target.host.as_str(), target.port)).await;
    let found: Vec<SocketAddr> = found.map_err(|_| "the host is not known")?.collect();
    // One private address among them is reason enough.
    if found.is_empty() || !found.iter().all(|address| is_public(address.ip())) {
        return Err("the host is not at a public address");
    }
    let stream = TcpStream::connect(found[0]).await.map_err(|_| "the host does not answer")?;
    if !target.secure {
        return hand_over(stream, &target, &message.body).await;
    }
    let trusted = TRUSTED.clone().ok_or("this system has no certificates that it trusts")?;
    hand_over(secured(stream, &target.host, trusted).await?, &target, &message.body).await
}

/// Whom this system trusts.
static TRUSTED: LazyLock<Option<Arc<ClientConfig>>> = LazyLock::new(|| {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    (!roots.is_empty()).then(|| trusting(roots))
});

fn trusting(roots: RootCertStore) -> Arc<ClientConfig> {
    Arc::new(ClientConfig::builder().with_root_certificates(roots).with_no_client_auth())
}

/// A connection that is encrypted for a host that proves its name.
async fn secured(
    stream: TcpStream,
    host: &str,
    trusted: Arc<ClientConfig>,
) -> Result<TlsStream<TcpStream>, &'static str> {
    let name = ServerName::try_from(host.to_owned()).map_err(|_| "the name of the host cannot be proved")?;
    let secured = TlsConnector::from(trusted).connect(name, stream).await;
    secured.map_err(|_| "the host does not prove its name")
}

async fn hand_over(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    target: &Target,
    body: &str,
) -> Result<(), &'static str> {
    let request = request(target, body);
    stream.write_all(request.as_bytes()).await.map_err(|_| "the host hung up")?;
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.map_err(|_| "the host hung up")?;
    match answer.strip_prefix(b"HTTP/1.1 ").or_else(|| answer.strip_prefix(b"HTTP/1.0 ")) {
        Some([b'2', ..]) => Ok(()),
        _ => Err("the host did not take the message"),
    }
}

fn request(Target { host, port, path, .. }: &Target, body: &str) -> String {
    // A number of the newer kind stands in brackets.
    let host = if host.contains(':') { format!("[{host}]") } else { host.clone() };
    format!(
        "POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\nUser-Agent: sandtable\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len(),
    )
}

/// Whether an address is one that anybody on the internet could mean: not this machine, not its network.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_broadcast()
        || address.is_documentation()
        || address.is_multicast()
        || a == 0
        || a >= 240
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (b == 18 || b == 19)))
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    if let Some(inner) = address.to_ipv4_mapped() {
        return is_public_v4(inner);
    }
    // Global unicast is 2000::/3. In it lie ways back to IPv4 (6to4, Teredo) and numbers for documents.
    let global = parts[0] & 0xe000 == 0x2000;
    let way_back = parts[0] == 0x2002 || (parts[0] == 0x2001 && parts[1] == 0);
    let document = (parts[0] == 0x2001 && parts[1] == 0xdb8) || (parts[0] == 0x3fff && parts[1] < 0x1000);
    global && !way_back && !document
}

#[cfg(test)]
mod tests;
