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
    /// Decisions by lot for programs that had no answer or a forbidden one.
    pub bots_helped: AtomicU64,
    /// Games that were set up.
    pub games: AtomicU64,
    /// Live connections.
    pub watchers: AtomicU64,
    /// Programs that think now.
    pub thinking: AtomicU64,
    /// Answers by the first digit of their status.
    answers: [AtomicU64; 5],
    bars: [AtomicU64; BARS.len()],
    asked: AtomicU64,
    micros: AtomicU64,
}

impl Metrics {
    /// Counts an answer.
    pub fn answered(&self, status: u16, took: Duration) {
        let kind = usize::from(status / 100).clamp(1, 5) - 1;
        self.answers[kind].fetch_add(1, Ordering::Relaxed);
        let micros = took.as_micros() as u64;
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(micros, Ordering::Relaxed);
        if let Some(bar) = BARS.iter().position(|&most| micros <= most) {
            self.bars[bar].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// All numbers as text; `in_memory` games are loaded, `stored` there are.
    pub fn text(&self, in_memory: usize, stored: u64) -> String {
        let mut text = String::new();
        let read = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let plain: [(&str, &str, &str, u64); 8] = [
            ("decisions_total", "counter", "Decisions that were carried out.", read(&self.decisions)),
            ("bot_decisions_total", "counter", "Decisions by programs.", read(&self.bot_decisions)),
            (
                "bots_helped_total",
                "counter",
                "Decisions by lot for programs that had no answer or a forbidden one.",
                read(&self.bots_helped),
            ),
            ("games_created_total", "counter", "Games that were set up.", read(&self.games)),
            ("games_stored", "gauge", "Games on the disk.", stored),
            ("games_in_memory", "gauge", "Games in memory.", in_memory as u64),
            ("live_connections", "gauge", "Streams of live updates.", read(&self.watchers)),
            ("bots_thinking", "gauge", "Programs that think now.", read(&self.thinking)),
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
        let name = "sandtable_request_seconds";
        let _ = writeln!(text, "# HELP {name} How long answers took.\n# TYPE {name} histogram");
        let mut sum = 0;
        for (most, bar) in BARS.iter().zip(&self.bars) {
            sum += read(bar);
            let _ = writeln!(text, "{name}_bucket{{le=\"{}\"}} {sum}", seconds(*most));
        }
        let asked = read(&self.asked);
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {asked}");
        let _ = writeln!(text, "{name}_sum {}\n{name}_count {asked}", seconds(read(&self.micros)));
        text
    }
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
        let text = metrics.text(3, 4);
        for line in [
            "sandtable_games_stored 4",
            "sandtable_responses_total{status=\"2xx\"} 1",
            "sandtable_responses_total{status=\"4xx\"} 1",
            "sandtable_request_seconds_bucket{le=\"0.000500\"} 0",
            "sandtable_request_seconds_bucket{le=\"0.001000\"} 1",
            "sandtable_request_seconds_bucket{le=\"+Inf\"} 2",
            "sandtable_request_seconds_sum 2.000700",
        ] {
            assert!(text.contains(line), "{line} in\n{text}");
        }
    }
}
