//! The server that is measured: a process of its own.

use std::{
    io::{self, BufRead, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use server::Place;

/// Names the database of the games, if they are in one.
pub const STORE: &str = "SANDTABLE_STORE";

/// The server without limits on haste, which are not what is measured; `guarded` with those that keep strangers out.
pub fn serve(folder: &Path, guarded: bool) -> io::Result<()> {
    let mut config = server::Config::new(folder.to_owned());
    config.listen.set_port(0);
    config.idle = Duration::from_secs(2);
    config.limits.decisions = 0;
    if guarded {
        config.limits.connections = 3_500;
    } else {
        config.limits.connections_each = 0;
        config.limits.requests = 0;
        config.limits.games_an_hour = 0;
    }
    if let Ok(address) = std::env::var(STORE) {
        config.store = Some(Place::read(&address).map_err(io::Error::other)?);
        config.peers = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    }
    let shelf = server::Shelf {
        rulebooks: || &registry::GAMES,
        playable: || &registry::PLAYABLE,
        bots: registry::players,
        strengths: |_| &[],
        player: registry::player,
        luck: |_, _| Err(kit::SetupError("nobody weighs luck under load".into())),
        coach: registry::coach,
    };
    server::run(config, shelf, |address| println!("{address}")).map_err(io::Error::other)
}

/// A server of our own; it is killed when it is dropped.
pub struct Process {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Process {
    /// Starts one on a folder.
    pub fn start(folder: &PathBuf) -> io::Result<Self> {
        Self::started("serve", folder)
    }

    /// Starts one with its usual limits.
    pub fn guarded(folder: &PathBuf) -> io::Result<Self> {
        Self::started("serve-guarded", folder)
    }

    fn started(how: &str, folder: &PathBuf) -> io::Result<Self> {
        let mut child =
            Command::new(std::env::current_exe()?).arg(how).arg(folder).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        let out = child.stdout.take().ok_or_else(|| io::Error::other("no output"))?;
        BufReader::new(out).read_line(&mut line)?;
        let address = line.trim().parse().map_err(io::Error::other)?;
        Ok(Self { child, address })
    }

    /// Memory in kilobytes, as far as the system tells.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
    }

    /// Bytes that it has had written to the disk, as far as the system tells.
    pub fn written(&self) -> u64 {
        let io = std::fs::read_to_string(format!("/proc/{}/io", self.child.id())).unwrap_or_default();
        let line = io.lines().find_map(|line| line.strip_prefix("write_bytes: "));
        line.and_then(|line| line.trim().parse().ok()).unwrap_or(0)
    }

    /// Time that it has had a core, in milliseconds, as far as the system tells.
    pub fn worked(&self) -> u64 {
        worked(self.child.id())
    }
}

/// Time that a process has had a core, in milliseconds, as far as the system tells.
pub fn worked(process: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // After the name in brackets: the 12th and 13th numbers, in hundredths of a second.
    let numbers = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    numbers.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() * 10
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
