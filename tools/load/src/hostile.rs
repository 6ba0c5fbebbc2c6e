//! Two thousand connections that want nothing good: half heads, bodies that are held back, streams that nobody reads. How
//! long does a player's decision take meanwhile, and how much memory does the server hold?

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
    time::{Duration, Instant},
};

use serde_json::json;
use tokio::{
    io::AsyncWriteExt,
    net::{TcpSocket, TcpStream},
};

use crate::{
    client::{Connection, Made, make, request},
    process::Process,
    script::Line,
};

/// Hostile connections, from so many addresses.
const HOSTILE: usize = 2_000;
const ADDRESSES: usize = 20;

/// Decisions that are timed.
const DECISIONS: usize = 300;

/// Measures it; prints what came of it.
pub async fn hostile(folder: &PathBuf, game: &str, scripts: &[Vec<Line>]) -> io::Result<()> {
    let process = Process::guarded(folder)?;
    let mut player = Connection::open(process.address).await?;
    let made = make(&mut player, &json!({"game": game, "dice": "entered"})).await?;
    let mut strangers = Vec::new();
    for number in 0..HOSTILE {
        strangers.extend(stranger(process.address, &made, number).await.ok());
    }
    println!("{} of {HOSTILE} hostile connections are open", strangers.len());
    let path = format!("/api/games/{}/act", made.id);
    let mut times = Vec::new();
    let mut most = process.memory();
    for (number, line) in scripts[0].iter().take(DECISIONS).enumerate() {
        let bytes = request("POST", &path, Some(&made.secrets[line.seat]), &line.body);
        let begun = Instant::now();
        let (status, body) = player.send(&bytes).await?;
        if status != 200 {
            return Err(io::Error::other(format!("{status}: {}", String::from_utf8_lossy(body))));
        }
        times.push(begun.elapsed());
        most = most.max(process.memory());
        // One byte more from some of them all the time, so that nobody is taken for gone.
        let many = strangers.len();
        let dripping = &mut strangers[number % many];
        let _ = dripping.try_write(b"x");
        // No faster than one address may ask.
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    times.sort_unstable();
    println!(
        "a player's decision meanwhile: {:?} at the median, {:?} at 99 %, {:?} at the worst; the server holds {} MB at most",
        times[times.len() / 2],
        times[times.len() * 99 / 100],
        times[times.len() - 1],
        most / 1_024
    );
    Ok(())
}

/// One of them; its kind goes by its number.
async fn stranger(to: SocketAddr, made: &Made, number: usize) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    let address = Ipv4Addr::new(127, 0, 1, (number % ADDRESSES) as u8 + 1);
    socket.bind(SocketAddr::from((address, 0)))?;
    let mut stream = socket.connect(to).await?;
    let said = match number % 3 {
        // A head that never ends.
        0 => b"GET /api/shelf HTTP/1.1\r\nHost: localhost\r\nX-Slow: ".to_vec(),
        // A large record, of which half a megabyte comes and no more.
        1 => {
            let mut bytes =
                b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                              Content-Length: 8000000\r\n\r\n"
                    .to_vec();
            bytes.resize(bytes.len() + (512 << 10), b' ');
            bytes
        }
        // A live stream that nobody reads.
        _ => request("GET", &format!("/api/games/{}/events", made.id), None, ""),
    };
    // The server may stop reading, and may hang up on whoever holds too much.
    let _ = tokio::time::timeout(Duration::from_millis(200), stream.write_all(&said)).await;
    Ok(stream)
}
