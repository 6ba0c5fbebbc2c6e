//! Numbers for operators, in the form that Prometheus reads.

use std::{
    fmt::Write,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

/// Upper ends of the bars in microseconds.
const BARS: [u64; 9] = [500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 1_000_000];

/// What is counted. Nothing here tells one game or player from another.
#[derive(Default, Debug)]
pub struct Metrics {
    /// Decisions that were carried out.
    pub decisions: AtomicU64,
    /// Decisions by programs.
    pub bot_decisions: AtomicU64,
    /// Decisions that chance or a weaker program made for programs without an answer, or with a forbidden one.
    pub bots_helped: AtomicU64,
    /// Games that were set up.
    pub games: AtomicU64,
    /// Live connections.
    pub watchers: AtomicU64,
    /// Programs that think now.
    pub thinking: AtomicU64,
    /// Programs that failed.
    pub bots_failed: AtomicU64,
    /// Decisions of programs that the rules refused.
    pub bots_refused: AtomicU64,
    /// Games that were deleted because their time was over.
    pub expired: AtomicU64,
    /// Decisions that were not made in time.
    pub late: AtomicU64,
    /// Open seats that were taken.
    pub taken: AtomicU64,
    /// Requests that another node has answered.
    pub forwarded: AtomicU64,
    /// Answers by the first digit of their status.
    answers: [AtomicU64; 5],
    requests: Histogram,
}

/// How often something took how long.
#[derive(Default, Debug)]
struct Histogram {
    bars: [AtomicU64; BARS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Histogram {
    fn add(&self, took: Duration) {
        let micros = took.as_micros() as u64;
        self.count.fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(micros, Ordering::Relaxed);
        if let Some(bar) = BARS.iter().position(|&most| micros <= most) {
            self.bars[bar].fetch_add(1, Ordering::Relaxed);
        }
    }

    fn write(&self, name: &str, help: &str, text: &mut String) {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} histogram");
        let mut sum = 0;
        for (most, bar) in BARS.iter().zip(&self.bars) {
            sum += bar.load(Ordering::Relaxed);
            let _ = writeln!(text, "{name}_bucket{{le=\"{}\"}} {sum}", seconds(*most));
        }
        let count = self.count.load(Ordering::Relaxed);
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(
            text,
            "{name}_sum {}\n{name}_count {count}",
            seconds(self.micros.load(Ordering::Relaxed))
        );
    }
}

/// How the writer of the store fares.
#[derive(Default, Debug)]
pub struct StoreMeter {
    /// Changes that wait to be written.
    pub waiting: AtomicU64,
    written: AtomicU64,
    failed: AtomicU64,
    groups: Histogram,
}

impl StoreMeter {
    /// So many changes were tried together: so many were written, and so many not.
    pub fn wrote(&self, written: u64, failed: u64, took: Duration) {
        self.waiting.fetch_sub(written + failed, Ordering::Relaxed);
        self.written.fetch_add(written, Ordering::Relaxed);
        self.failed.fetch_add(failed, Ordering::Relaxed);
        self.groups.add(took);
    }
}

/// What is known elsewhere.
pub struct Elsewhere<'m> {
    /// Nodes that live, this one included.
    pub nodes: usize,
    /// Games in memory.
    pub in_memory: usize,
    /// Games on the disk.
    pub stored: u64,
    /// Whether the store can do its work, as far as it was tried.
    pub store: &'m StoreMeter,
}

impl Metrics {
    /// Counts an answer.
    pub fn answered(&self, status: u16, took: Duration) {
        let kind = usize::from(status / 100).clamp(1, 5) - 1;
        self.answers[kind].fetch_add(1, Ordering::Relaxed);
        self.requests.add(took);
    }

    /// All numbers as text.
    pub fn text(&self, elsewhere: &Elsewhere<'_>) -> String {
        let mut text = String::new();
        let read = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let store = elsewhere.store;
        let plain: [(&str, &str, &str, u64); 18] = [
            ("decisions_total", "counter", "Decisions that were carried out.", read(&self.decisions)),
            ("bot_decisions_total", "counter", "Decisions by programs.", read(&self.bot_decisions)),
            (
                "bots_helped_total",
                "counter",
                "Decisions that chance or a weaker program made for programs without an answer, or with a forbidden one.",
                read(&self.bots_helped),
            ),
            ("games_created_total", "counter", "Games that were set up.", read(&self.games)),
            ("games_stored", "gauge", "Games on the disk.", elsewhere.stored),
            ("games_in_memory", "gauge", "Games in memory.", elsewhere.in_memory as u64),
            ("live_connections", "gauge", "Streams of live updates.", read(&self.watchers)),
            ("bots_thinking", "gauge", "Programs that think now.", read(&self.thinking)),
            ("bots_failed_total", "counter", "Programs that failed.", read(&self.bots_failed)),
            (
                "bots_refused_total",
                "counter",
                "Decisions of programs that the rules refused.",
                read(&self.bots_refused),
            ),
            (
                "games_expired_total",
                "counter",
                "Games that were deleted after their time.",
                read(&self.expired),
            ),
            ("late_total", "counter", "Decisions that were not made in time.", read(&self.late)),
            ("open_seats_taken_total", "counter", "Open seats that were taken.", read(&self.taken)),
            ("nodes", "gauge", "Nodes that live, as this one sees them.", elsewhere.nodes as u64),
            ("forwarded_total", "counter", "Requests that another node has answered.", read(&self.forwarded)),
            ("store_queue", "gauge", "Changes that wait to be written.", read(&store.waiting)),
            ("store_writes_total", "counter", "Changes that were written.", read(&store.written)),
            ("store_failures_total", "counter", "Changes that could not be written.", read(&store.failed)),
        ];
        for (name, kind, help, value) in plain {
            let _ = writeln!(text, "# HELP sandtable_{name} {help}\n# TYPE sandtable_{name} {kind}");
            let _ = writeln!(text, "sandtable_{name} {value}");
        }
        text.push_str(
            "# HELP sandtable_responses_total Answers.\n# TYPE sandtable_responses_total counter\n",
        );
        for (kind, many) in self.answers.iter().enumerate() {
            let _ = writeln!(text, "sandtable_responses_total{{status=\"{}xx\"}} {}", kind + 1, read(many));
        }
        self.requests.write("sandtable_request_seconds", "How long answers took.", &mut text);
        store.groups.write(
            "sandtable_store_write_seconds",
            "How long it took to write changes together.",
            &mut text,
        );
        let name = "sandtable_build_info";
        let _ = writeln!(text, "# HELP {name} Which program this is.\n# TYPE {name} gauge");
        let _ = writeln!(text, "{name}{{version=\"{}\"}} 1", env!("CARGO_PKG_VERSION"));
        if let Some(bytes) = resident() {
            let name = "process_resident_memory_bytes";
            let _ = writeln!(text, "# HELP {name} Memory in use.\n# TYPE {name} gauge\n{name} {bytes}");
        }
        text
    }
}

/// The memory of this process in bytes, where the system tells.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1_024)
}

/// Microseconds as seconds with six places.
fn seconds(micros: u64) -> String {
    format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_stand_in_their_bars() {
        let metrics = Metrics::default();
        metrics.answered(200, Duration::from_micros(700));
        metrics.answered(404, Duration::from_secs(2));
        let store = StoreMeter::default();
        store.waiting.store(5, Ordering::Relaxed);
        store.wrote(2, 0, Duration::from_millis(2));
        store.wrote(0, 1, Duration::from_millis(2));
        let text = metrics.text(&Elsewhere { nodes: 1, in_memory: 3, stored: 4, store: &store });
        for line in [
            "sandtable_games_stored 4",
            "sandtable_responses_total{status=\"2xx\"} 1",
            "sandtable_responses_total{status=\"4xx\"} 1",
            "sandtable_request_seconds_bucket{le=\"0.000500\"} 0",
            "sandtable_request_seconds_bucket{le=\"0.001000\"} 1",
            "sandtable_request_seconds_bucket{le=\"+Inf\"} 2",
            "sandtable_request_seconds_sum 2.000700",
            "sandtable_store_queue 2",
            "sandtable_store_writes_total 2",
            "sandtable_store_failures_total 1",
            "sandtable_store_write_seconds_count 2",
            "sandtable_build_info{version=",
        ] {
            assert!(text.contains(line), "{line} in\n{text}");
        }
    }
}
