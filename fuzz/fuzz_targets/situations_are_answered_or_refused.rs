//! Any text asked of any kind of question is answered with chances that sum to one, or refused; nothing panics.
#![no_main]

use kit::{Rulebook, Throwing};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u8, u64, &str)| {
    let (game, kind, seed, text) = input;
    let game: &Rulebook = registry::GAMES[usize::from(game) % registry::GAMES.len()];
    let kind = game.kinds[usize::from(kind) % game.kinds.len()];
    match kind.ask(None, "fuzz", text, Throwing::Seed(seed)) {
        Ok(report) => {
            let shown: u128 = report.outcomes.iter().map(|outcome| outcome.chance.scaled(1_000_000)).sum();
            assert!(shown.abs_diff(1_000_000) <= report.outcomes.len() as u128);
        }
        Err(problem) => {
            let _ = problem.to_string();
        }
    }
});
