//! Measures the server on this machine: decisions a second with both sides told, memory of idle and live games, and the
//! start with many stored games, and a decision among two thousand hostile connections. The server is a process of its own
//! with a file of its own. With `SANDTABLE_STORE` the games are in that database, and one node is compared with two.
//!
//! `sandtable-load [GAME] [SECONDS] [speed|hostile|live|stored]`; `make bench` runs all of it both ways.

mod client;
mod hostile;
mod process;
mod script;

use std::{
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use client::{Connection, Watching, complete, head, make, request, watch};
use process::{Process, STORE, serve, worked};
use script::{Line, scripts};
use serde_json::json;

/// Games at the same time.
const GAMES: usize = 100;
/// Games that were played before, to be played again.
const SCRIPTS: usize = 16;
/// Games that are stored for the start.
const STORED: usize = 10_000;

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, command, folder] = &arguments[..]
        && command.starts_with("serve")
    {
        return serve(Path::new(folder), command == "serve-guarded");
    }
    let game = arguments.get(1).map_or("mars", String::as_str);
    let seconds = arguments.get(2).and_then(|seconds| seconds.parse().ok()).unwrap_or(10);
    let folder = std::env::temp_dir().join(format!("sandtable-load-{}", std::process::id()));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let part = arguments.get(3).map(String::as_str);
    let result = runtime.block_on(measure(game, seconds, part, &folder));
    std::fs::remove_dir_all(&folder)?;
    result
}

/// Measures everything, or one part of it.
async fn measure(game: &str, seconds: u64, part: Option<&str>, folder: &PathBuf) -> io::Result<()> {
    let playable = registry::playable(game).ok_or_else(|| io::Error::other("no such playable game"))?;
    println!("writing {SCRIPTS} games of {game} to be played");
    let scripts = Arc::new(scripts(playable, SCRIPTS));
    if std::env::var_os(STORE).is_some() {
        return nodes(folder, game, &scripts, seconds).await;
    }
    let wanted = |name: &str| part.is_none_or(|part| part == name);
    if wanted("speed") {
        let process = Process::start(folder)?;
        let before = process.memory();
        speed(&[&process], game, &scripts, seconds).await?;
        println!("memory: {before} kB at the start, {} kB after the run", process.memory());
    }
    if wanted("hostile") {
        hostile::hostile(folder, game, &scripts).await?;
    }
    if wanted("live") {
        live_memory(folder, game, &scripts).await?;
    }
    if wanted("stored") {
        stored(folder, game).await?;
    }
    std::fs::create_dir_all(folder)
}

/// One node on a database, then two, each with half of the games.
async fn nodes(folder: &PathBuf, game: &str, scripts: &Arc<Vec<Vec<Line>>>, seconds: u64) -> io::Result<()> {
    let one = Process::start(folder)?;
    println!("one node on a database:");
    speed(&[&one], game, scripts, seconds).await?;
    println!("two nodes on a database:");
    let other = Process::start(folder)?;
    speed(&[&one, &other], game, scripts, seconds).await?;
    std::fs::create_dir_all(folder)
}

/// Decisions a second, each acknowledged on the disk and told to both sides.
async fn speed(
    processes: &[&Process],
    game: &str,
    scripts: &Arc<Vec<Vec<Line>>>,
    seconds: u64,
) -> io::Result<()> {
    let (decided, stop) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
    let mut players = Vec::new();
    for number in 0..GAMES {
        let player = Player {
            to: processes[number % processes.len()].address,
            wanted: json!({"game": game, "dice": "entered"}),
            scripts: Arc::clone(scripts),
            number,
            decided: Arc::clone(&decided),
            stop: Arc::clone(&stop),
        };
        players.push(tokio::spawn(player.play()));
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let all_worked =
        || [processes.iter().map(|process| process.worked()).sum::<u64>(), worked(std::process::id())];
    let all_written = || processes.iter().map(|process| process.written()).sum::<u64>();
    let (before, first) = (all_worked(), decided.load(Ordering::Relaxed));
    let unwritten = all_written();
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    let (after, last) = (all_worked(), decided.load(Ordering::Relaxed));
    let written = all_written() - unwritten;
    stop.store(true, Ordering::Relaxed);
    let mut times: Vec<u32> = Vec::new();
    let (mut told, mut expected, mut cut_off) = (0, 0, 0);
    for player in players {
        let played = player.await.map_err(io::Error::other)??;
        times.extend(played.times);
        told += played.told;
        expected += played.expected;
        cut_off += played.cut_off;
    }
    times.sort_unstable();
    let at = |hundredths: usize| times[(times.len() * hundredths / 10_000).min(times.len() - 1)];
    println!(
        "{GAMES} games, {seconds} s: {} decisions/s, each fsynced and told to both sides",
        (last - first) / seconds
    );
    println!(
        "an answer took {} us at the median, {} us at 99 %, {} us at 99.9 %",
        at(5_000),
        at(9_900),
        at(9_990)
    );
    let [server, clients] =
        [0, 1].map(|who: usize| (after[who] - before[who]) * 1_000 / (last - first).max(1));
    println!(
        "the server worked {server} us for each, the clients {clients} us, on a machine that others may have used too"
    );
    println!("{} bytes were written for each", written / (last - first).max(1));
    println!("{told} of {expected} events arrived, {cut_off} streams were cut off");
    if told == expected { Ok(()) } else { Err(io::Error::other("an event was lost")) }
}

/// Plays one game after the other.
struct Player {
    to: SocketAddr,
    wanted: serde_json::Value,
    scripts: Arc<Vec<Vec<Line>>>,
    number: usize,
    decided: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
}

/// What came of it.
#[derive(Default)]
struct Played {
    /// How long every decision took in microseconds, after a second to warm up.
    times: Vec<u32>,
    /// How many events there must be, and how many there were.
    expected: u64,
    told: u64,
    /// Streams that the server has ended.
    cut_off: u64,
}

impl Player {
    async fn play(self) -> io::Result<Played> {
        let mut connection = Connection::open(self.to).await?;
        let mut played = Played { times: Vec::with_capacity(1 << 14), ..Played::default() };
        let warm = Instant::now() + Duration::from_secs(1);
        let mut round = self.number;
        let mut bytes = Vec::new();
        while !self.stop.load(Ordering::Relaxed) {
            let made = make(&mut connection, &self.wanted).await?;
            let watching = [watch(self.to, &made, 0).await?, watch(self.to, &made, 1).await?];
            let path = format!("/api/games/{}/act", made.id);
            let heads: Vec<Vec<u8>> =
                made.secrets.iter().map(|secret| head("POST", &path, Some(secret))).collect();
            let mut steps = 0;
            for line in &self.scripts[round % self.scripts.len()] {
                if self.stop.load(Ordering::Relaxed) {
                    break;
                }
                bytes.clone_from(&heads[line.seat]);
                complete(&mut bytes, &line.body);
                let begun = Instant::now();
                let (status, body) = connection.send(&bytes).await?;
                if status != 200 {
                    return Err(io::Error::other(format!("{status}: {}", String::from_utf8_lossy(body))));
                }
                steps += 1;
                self.decided.fetch_add(1, Ordering::Relaxed);
                if begun > warm {
                    played.times.push(begun.elapsed().as_micros() as u32);
                }
            }
            round += 1;
            all_told(&watching, steps).await;
            played.expected += steps * watching.len() as u64;
            played.told += watching.iter().map(Watching::told).sum::<u64>();
            played.cut_off += watching.iter().filter(|stream| stream.is_cut_off()).count() as u64;
        }
        Ok(played)
    }
}

/// Waits for the last events of a game, which are on their way; on a busy machine that may take long.
async fn all_told(watching: &[Watching], steps: u64) {
    let end = Instant::now() + Duration::from_secs(20);
    while watching.iter().any(|stream| stream.told() < steps && !stream.is_cut_off()) && Instant::now() < end
    {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Memory of games with both seats connected, and of games that nobody looks at.
async fn live_memory(folder: &PathBuf, game: &str, scripts: &Arc<Vec<Vec<Line>>>) -> io::Result<()> {
    let process = Process::start(folder)?;
    let mut connection = Connection::open(process.address).await?;
    let wanted = json!({"game": game, "dice": "entered"});
    // The first games pay for tables and buffers that all share.
    let mut watching = Vec::new();
    let mut marks = Vec::new();
    for number in 0..2 * GAMES {
        if number == GAMES {
            marks.push(process.memory());
        }
        let made = make(&mut connection, &wanted).await?;
        watching.push(watch(process.address, &made, 0).await?);
        watching.push(watch(process.address, &made, 1).await?);
        let path = format!("/api/games/{}/act", made.id);
        for line in scripts[number % scripts.len()].iter().take(150) {
            connection.send(&request("POST", &path, Some(&made.secrets[line.seat]), &line.body)).await?;
        }
    }
    marks.push(process.memory());
    println!("a live game with both seats connected: {} kB", (marks[1] - marks[0]) / GAMES as u64);
    drop(watching);
    Ok(())
}

/// The start with many stored games, and what they cost while nobody looks at them.
async fn stored(folder: &PathBuf, game: &str) -> io::Result<()> {
    let process = Process::start(folder)?;
    let wanted = json!({"game": game});
    let makers: Vec<_> = (0..50)
        .map(|_| {
            let (to, wanted) = (process.address, wanted.clone());
            tokio::spawn(async move {
                let mut connection = Connection::open(to).await?;
                for _ in 0..STORED / 50 {
                    make(&mut connection, &wanted).await?;
                }
                io::Result::Ok(())
            })
        })
        .collect();
    for maker in makers {
        maker.await.map_err(io::Error::other)??;
    }
    let made = make(&mut Connection::open(process.address).await?, &wanted).await?;
    tokio::time::sleep(Duration::from_secs(5)).await;
    println!("the server that set up {STORED} games and sees nobody play: {} kB in all", process.memory());
    drop(process);
    let begun = Instant::now();
    let process = Process::start(folder)?;
    let mut connection = Connection::open(process.address).await?;
    let path = format!("/api/games/{}/state", made.id);
    let (status, _) = connection.send(&request("GET", &path, Some(&made.secrets[0]), "")).await?;
    println!(
        "{STORED} stored games: the first answer ({status}) {} ms after the start, {} kB",
        begun.elapsed().as_millis(),
        process.memory()
    );
    Ok(())
}
