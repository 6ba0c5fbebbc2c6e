//! `sandtable ladder`: all programs against each other, with ratings.

use std::io::{self, IsTerminal, Write};

use bots::Ladder;
use clap::Args;
use serde_json::json;

use crate::{
    draw::Page,
    failure::{Failure, Shelf},
    setup::Chosen,
    sim::command_line,
};

/// Shown below the help.
pub const EXAMPLES: &str = "Examples:
  sandtable ladder mars --scenario vazuza
  sandtable ladder mars --pairs 100 --player recruit --player regular --player veteran/steady/60
  sandtable ladder battleline --scenario learn --markdown

Everybody plays everybody: pairs of games with the same dice, sides changed. A player who is rated 400 points higher scores
ten to one; the mean of all is 0. A veteran has few lines of play here unless he is named with a budget, so that the games
come to an end; the same seeds give the same ratings on every machine.";

/// Everybody who plays unless others are named: all levels and temperaments.
const EVERYBODY: [&str; 8] = [
    "random",
    "recruit",
    "regular/cautious",
    "regular/steady",
    "regular/aggressive",
    "veteran/cautious/60",
    "veteran/steady/60",
    "veteran/aggressive/60",
];

/// The same of a general, where a scenario has one: he follows four times as many lines of play.
const GENERAL: &str = "general/steady/240";

/// What `sandtable ladder` is asked.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    what: Chosen,
    /// Who plays; without it all levels and temperaments
    #[arg(long = "player", value_name = "WHO")]
    players: Vec<String>,
    /// Pairs of games for every two players
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pairs: u64,
    /// The first pair's number
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// As a table for documents
    #[arg(long)]
    markdown: bool,
    /// For programs
    #[arg(long)]
    json: bool,
}

/// Plays them all.
pub fn run(arguments: &Arguments, shelf: Shelf, page: &mut Page) -> Result<(), Failure> {
    let (game, setup) = arguments.what.find(shelf)?;
    let mut everybody = EVERYBODY.map(str::to_owned).to_vec();
    if registry::players(game, &setup.scenario).contains(&"general") {
        everybody.push(GENERAL.to_owned());
    }
    let players = if arguments.players.is_empty() { &everybody[..] } else { &arguments.players[..] };
    if players.len() < 2 {
        return Err(Failure::Usage("a ladder needs at least two players".into()));
    }
    let seeds = arguments.seed..arguments.seed.saturating_add(arguments.pairs);
    let is_shown = !arguments.json && io::stderr().is_terminal();
    let (mut ladder, mut met) = (Ladder::new(players.len()), 0);
    let meetings = players.len() * (players.len() - 1) / 2;
    for one in 0..players.len() {
        for other in one + 1..players.len() {
            if is_shown {
                let words = format!("{} against {}", players[one], players[other]);
                let _ = write!(io::stderr().lock(), "\r{met} of {meetings} meetings: {words}\x1b[K");
            }
            let tally = registry::duel(game, &setup, [&players[one], &players[other]], seeds.clone())?;
            ladder.add(one, other, &tally);
            met += 1;
        }
    }
    if is_shown {
        let _ = write!(io::stderr().lock(), "\r\x1b[K");
    }
    let rungs = ladder.rungs();
    let order: Vec<usize> = rungs.iter().map(|rung| rung.player).collect();
    if arguments.json {
        let rung = |rung: &bots::Rung| {
            let against: Vec<_> = order
                .iter()
                .filter(|&&other| other != rung.player)
                .map(|&other| {
                    let (score, games) = ladder.between(rung.player, other);
                    json!({"player": players[other], "score": score, "games": games})
                })
                .collect();
            json!({"player": players[rung.player], "rating": rung.rating, "reach": rung.reach, "games": rung.games,
                   "share": rung.share, "against": against})
        };
        let answer = json!({"game": game.name(), "scenario": setup.scenario, "command": command_line(),
                            "players": rungs.iter().map(rung).collect::<Vec<_>>()});
        page.line(&answer.to_string());
        return Ok(());
    }
    let mut heads = vec!["player".to_owned(), "rating".to_owned(), "share".to_owned(), "games".to_owned()];
    heads.extend(order.iter().enumerate().map(|(place, _)| format!("{}", place + 1)));
    let rows: Vec<Vec<String>> = rungs
        .iter()
        .enumerate()
        .map(|(place, rung)| {
            let mut row = vec![
                format!("{}. {}", place + 1, players[rung.player]),
                format!("{:+.0} (±{:.0})", rung.rating, rung.reach),
                percent(rung.share, 1),
                rung.games.to_string(),
            ];
            row.extend(order.iter().map(|&other| match ladder.between(rung.player, other) {
                (_, 0) => "-".to_owned(),
                (score, games) => percent(score, games),
            }));
            row
        })
        .collect();
    if arguments.markdown {
        page.line(&format!("| {} |", heads.join(" | ")));
        page.line(&format!("|{}", "---|".repeat(heads.len())));
        for row in &rows {
            page.line(&format!("| {} |", row.join(" | ")));
        }
    } else {
        page.columns(&heads, &rows, 1, &[]);
        page.line("The last columns are the shares against the player of that place.");
    }
    Ok(())
}

#[expect(clippy::float_arithmetic, reason = "a statistic, not a rule")]
fn percent(score: f64, games: u32) -> String {
    format!("{:.0} %", score * 100.0 / f64::from(games))
}
