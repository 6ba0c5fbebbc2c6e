//! Games that were played before, to be played again with the same dice.

use kit::{Rolled, Setup, any::Playable, random_play::RandomPlayer};
use serde_json::json;

/// No script is longer.
const LONGEST: usize = 1_500;

/// A decision that is ready to be sent.
pub struct Line {
    /// Who decides.
    pub seat: usize,
    /// The body of the request.
    pub body: String,
}

/// Random games of the first scenario.
pub fn scripts(game: &dyn Playable, many: usize) -> Vec<Vec<Line>> {
    (0..many as u64).map(|seed| script(game, seed)).collect()
}

fn script(game: &dyn Playable, seed: u64) -> Vec<Line> {
    let scenario = game.profile().scenarios.first().map_or("", |scenario| &scenario.name);
    let mut table = game.start(&Setup::of(scenario)).expect("the first scenario can be played");
    let (mut chance, mut dice) = (RandomPlayer::seeded(seed), Rolled::seeded(seed));
    let mut lines = Vec::new();
    while let Some(step) = table.act_at_random(&mut chance, &mut dice).filter(|_| lines.len() < LONGEST) {
        let faces: Vec<String> =
            step.dice.iter().map(|die| format!("{}:{}", die.purpose, die.face)).collect();
        let mut body = json!({"revision": lines.len(), "text": step.text});
        if !faces.is_empty() {
            body["dice"] = json!(faces.join(","));
        }
        lines.push(Line { seat: usize::from(step.seat.0), body: body.to_string() });
    }
    lines
}
