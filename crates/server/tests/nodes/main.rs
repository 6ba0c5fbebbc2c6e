//! Two nodes on one database, killed, frozen and woken under load at random moments, and the database itself ended and
//! started again: nothing that was acknowledged is lost, nothing is done twice, no history is forked, programs and live
//! streams go on. `SANDTABLE_FAILURES` says how often; four times without it. And both behind nginx.

#[path = "../common/mod.rs"]
mod common;
mod load;
mod proxy;

use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, atomic::Ordering},
    time::{Duration, Instant},
};

use common::{Client, Folder, SHELF, config, postgres::Postgres};
use load::Load;
use sandtable_server::Place;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, command, url] = &arguments[..]
        && command == "serve"
    {
        serve(url);
        return;
    }
    let failures = std::env::var("SANDTABLE_FAILURES").ok().and_then(|many| many.parse().ok()).unwrap_or(4);
    let database = Postgres::start("");
    proxy::behind_nginx(&database);
    many_failures(&database, failures);
}

/// A node, until it is ended.
fn serve(url: &str) {
    if std::env::var_os("SANDTABLE_LOG").is_some() {
        sandtable_server::log(false, sandtable_server::LogLevel::INFO);
    }
    let folder = Folder::new("node");
    let mut config = config(&folder.0);
    config.store = Some(Place::Postgres(url.to_owned()));
    config.peers = Some("127.0.0.1:0".parse().unwrap());
    config.limits.connections_each = 0;
    sandtable_server::run(config, SHELF, |address| println!("{address}")).unwrap();
}

/// A node that is a process of its own.
pub struct Node {
    child: Child,
    /// Asks it.
    pub client: Client,
}

impl Node {
    /// Starts one on a database.
    pub fn start(url: &str) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let mut child = command.args(["serve", url]).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().parse().expect("the node starts and says where it is");
        Self { child, client: Client(address) }
    }

    fn signal(&self, name: &str) {
        let done = Command::new("kill").args([name, &self.child.id().to_string()]).status();
        assert!(done.unwrap().success());
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // The signal that nothing can catch; it ends a frozen process too.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Numbers that look like chance and are the same every time for the same seed.
pub struct Chance(pub u64);

impl Chance {
    /// Less than this.
    pub fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % most
    }
}

fn many_failures(database: &Postgres, times: u64) {
    let url = database.url("failures");
    let mut nodes = vec![Node::start(&url), Node::start(&url)];
    let reach = Arc::new(Mutex::new(nodes.iter().map(|node| node.client).collect::<Vec<_>>()));
    let load = Load::begin(&reach);
    let mut chance = Chance(0x5eed_0000 + times);
    let mut takeovers = Vec::new();
    for round in 0..times {
        std::thread::sleep(Duration::from_millis(300 + chance.below(1_500)));
        let victim = chance.below(2) as usize;
        match round % 5 {
            0 | 2 => {
                let gone = nodes.remove(victim);
                drop(gone);
                takeovers.push(load.all_go_on(&format!("round {round}: killed")));
                nodes.push(Node::start(&url));
                *reach.lock().unwrap() = nodes.iter().map(|node| node.client).collect();
            }
            1 | 4 => {
                // Longer than a node is given: it wakes up as somebody who owns nothing.
                nodes[victim].signal("-STOP");
                let late = load.sent_to(nodes[victim].client);
                takeovers.push(load.all_go_on(&format!("round {round}: frozen")));
                std::thread::sleep(Duration::from_millis(chance.below(2_000)));
                nodes[victim].signal("-CONT");
                late.are_harmless();
                load.all_go_on(&format!("round {round}: woken"));
            }
            _ => {
                if chance.below(2) == 0 {
                    // Shorter: nobody takes anything over, and nobody loses anything.
                    nodes[victim].signal("-STOP");
                    std::thread::sleep(Duration::from_millis(chance.below(2_500)));
                    nodes[victim].signal("-CONT");
                    load.all_go_on(&format!("round {round}: frozen for a moment"));
                }
                database.restart();
                load.all_go_on(&format!("round {round}: the database was ended"));
            }
        }
    }
    let acknowledged = load.end(&nodes);
    takeovers.sort_unstable();
    let (median, worst) = (takeovers[takeovers.len() / 2], takeovers[takeovers.len() - 1]);
    println!(
        "{times} failures, {acknowledged} acknowledged decisions, none lost, none twice; {} take-overs: all games went on \
         after {median:?} (median), {worst:?} (worst)",
        takeovers.len()
    );
    assert!(acknowledged > times * 10, "the nodes were hardly under load");
}

/// How long something takes at most before it counts as never.
const NEVER: Duration = Duration::from_mins(1);

/// Waits for something.
pub fn wait_until(what: &str, mut is: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is() {
        assert!(begun.elapsed() < NEVER, "{what}: this never happens");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Whether something was asked to stop.
pub fn is_over(flag: &std::sync::atomic::AtomicBool) -> bool {
    flag.load(Ordering::Relaxed)
}
