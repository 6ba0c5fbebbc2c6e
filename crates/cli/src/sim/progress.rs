//! How far a run has come, on one line of a terminal.

use std::io::{self, IsTerminal, Write};

use lab::Progress;

/// A bar with rate and time left. Where nobody can see it, nothing is written.
pub struct Bar {
    shown: bool,
}

const WIDTH: u64 = 30;

impl Bar {
    /// A bar; `wanted` is whether anybody wants to see it.
    pub fn new(wanted: bool) -> Self {
        Self { shown: wanted && io::stderr().is_terminal() }
    }

    /// Draws it anew.
    pub fn show(&mut self, progress: &Progress) {
        if self.shown {
            let _ = write!(io::stderr().lock(), "\r{}\x1b[K", line(progress));
        }
    }

    /// Wipes it away.
    pub fn clear(&self) {
        if self.shown {
            let _ = write!(io::stderr().lock(), "\r\x1b[K");
        }
    }
}

fn line(progress: &Progress) -> String {
    let done = progress.found + progress.played;
    let filled = (done * WIDTH / progress.games.max(1)).min(WIDTH) as usize;
    let bar = "#".repeat(filled) + &"-".repeat(WIDTH as usize - filled);
    let milliseconds = progress.time.as_millis().max(1) as u64;
    let rate = progress.played * 1000 / milliseconds;
    let left = (progress.games - done.min(progress.games)) * milliseconds / progress.played.max(1) / 1000;
    let left = if progress.played == 0 { "-".to_owned() } else { clock(left) };
    format!("[{bar}] {done} of {} games, {rate} a second, {left} left", progress.games)
}

/// `3:05`, `1:02:03`
fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bar_tells_rate_and_time_left() {
        let progress = Progress { found: 1000, played: 2000, games: 6000, time: Duration::from_secs(40) };
        assert_eq!(
            line(&progress),
            format!("[{}{}] 3000 of 6000 games, 50 a second, 1:00 left", "#".repeat(15), "-".repeat(15))
        );
        assert_eq!(clock(3723), "1:02:03");
    }
}
