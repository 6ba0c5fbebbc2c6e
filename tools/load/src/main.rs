//! Measures the server on this machine: decisions a second with both sides told, memory of idle and live games, and the
//! start with many stored games, and a decision among two thousand hostile connections. The server is a process of its own
//! with a file of its own. With `SANDTABLE_STORE` the games are in that database, and one node is compared with two.
//!
//! `sandtable-load [GAME] [SECONDS]`; `make bench` runs it both ways.

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

use client::{Connection, make, request, watch};
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
    let result = runtime.block_on(measure(game, seconds, &folder));
    std::fs::remove_dir_all(&folder)?;
    result
}

async fn measure(game: &str, seconds: u64, folder: &PathBuf) -> io::Result<()> {
    let playable = registry::playable(game).ok_or_else(|| io::Error::other("no such playable game"))?;
    println!("writing {SCRIPTS} games of {game} to be played");
    let scripts = Arc::new(scripts(playable, SCRIPTS));
    if std::env::var_os(STORE).is_some() {
        return nodes(folder, game, &scripts, seconds).await;
    }
    let process = Process::start(folder)?;
    let before = process.memory();
    speed(&[&process], game, &scripts, seconds).await?;
    let after = process.memory();
    println!("memory: {before} kB at the start, {after} kB after the run");
    drop(process);
    hostile::hostile(folder, game, &scripts).await?;
    live_memory(folder, game, &scripts).await?;
    stored(folder, game).await
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
    let (told, stop) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
    let mut players = Vec::new();
    for number in 0..GAMES {
        let player = Player {
            to: processes[number % processes.len()].address,
            wanted: json!({"game": game, "dice": "entered"}),
            scripts: Arc::clone(scripts),
            number,
            told: Arc::clone(&told),
            stop: Arc::clone(&stop),
        };
        players.push(tokio::spawn(player.play()));
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let all_worked =
        || [processes.iter().map(|process| process.worked()).sum::<u64>(), worked(std::process::id())];
    let before = all_worked();
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    stop.store(true, Ordering::Relaxed);
    let after = all_worked();
    let mut times: Vec<u32> = Vec::new();
    let mut expected = 0;
    for player in players {
        let (mine, events) = player.await.map_err(io::Error::other)??;
        times.extend(mine);
        expected += events;
    }
    // The last events are on their way.
    tokio::time::sleep(Duration::from_millis(300)).await;
    times.sort_unstable();
    let at = |hundredths: usize| times[(times.len() * hundredths / 10_000).min(times.len() - 1)];
    println!(
        "{GAMES} games, {seconds} s: {} decisions/s, each fsynced and told to both sides",
        times.len() as u64 / seconds
    );
    println!(
        "an answer took {} us at the median, {} us at 99 %, {} us at 99.9 %",
        at(5_000),
        at(9_900),
        at(9_990)
    );
    let [server, clients] =
        [0, 1].map(|who: usize| (after[who] - before[who]) * 1_000 / times.len().max(1) as u64);
    println!(
        "the server worked {server} us for each, the clients {clients} us, on a machine that others may have used too"
    );
    println!("{} of {expected} events arrived", told.load(Ordering::Relaxed));
    Ok(())
}

/// Plays one game after the other.
struct Player {
    to: SocketAddr,
    wanted: serde_json::Value,
    scripts: Arc<Vec<Vec<Line>>>,
    number: usize,
    told: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
}

impl Player {
    /// How long every decision took in microseconds, after a second to warm up, and how many events there must be.
    async fn play(self) -> io::Result<(Vec<u32>, u64)> {
        let mut connection = Connection::open(self.to).await?;
        let (mut times, mut events) = (Vec::new(), 0);
        let warm = Instant::now() + Duration::from_secs(1);
        let mut round = self.number;
        while !self.stop.load(Ordering::Relaxed) {
            let made = make(&mut connection, &self.wanted).await?;
            let watching =
                [watch(self.to, &made, 0, &self.told).await?, watch(self.to, &made, 1, &self.told).await?];
            let path = format!("/api/games/{}/act", made.id);
            // A stream is only complete if it began before the first decision.
            tokio::time::sleep(Duration::from_millis(50)).await;
            for line in &self.scripts[round % self.scripts.len()] {
                if self.stop.load(Ordering::Relaxed) {
                    break;
                }
                let bytes = request("POST", &path, Some(&made.secrets[line.seat]), &line.body);
                let begun = Instant::now();
                let (status, body) = connection.send(&bytes).await?;
                if status != 200 {
                    return Err(io::Error::other(format!("{status}: {}", String::from_utf8_lossy(body))));
                }
                events += 2;
                if begun > warm {
                    times.push(begun.elapsed().as_micros() as u32);
                }
            }
            round += 1;
            tokio::time::sleep(Duration::from_millis(100)).await;
            for stream in watching {
                stream.abort();
            }
        }
        Ok((times, events))
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
        let told = Arc::new(AtomicU64::new(0));
        watching.push(watch(process.address, &made, 0, &told).await?);
        watching.push(watch(process.address, &made, 1, &told).await?);
        let path = format!("/api/games/{}/act", made.id);
        for line in scripts[number % scripts.len()].iter().take(150) {
            connection.send(&request("POST", &path, Some(&made.secrets[line.seat]), &line.body)).await?;
        }
    }
    marks.push(process.memory());
    println!("a live game with both seats connected: {} kB", (marks[1] - marks[0]) / GAMES as u64);
    for stream in watching {
        stream.abort();
    }
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
