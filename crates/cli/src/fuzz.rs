//! `sandtable fuzz`: random games, watched.

mod run;

use std::{num::NonZeroUsize, thread};

use clap::Args;
use kit::Setup;
use serde_json::json;

use crate::{
    draw::Page,
    failure::{Failure, Shelf},
    files,
    setup::Chosen,
};
use run::{Found, Totals, Work};

/// Shown below the help.
pub const EXAMPLES: &str = "Examples:
  sandtable fuzz mars                                    (1,000 games of the first scenario, everything watched)
  sandtable fuzz mars --scenario vazuza --games 100000
  sandtable fuzz mars --fast --threads 1                 (how many decisions a second)
  sandtable fuzz mars --seed 4711 --games 1              (one game again)

Watched is: that games end, that somebody who has to decide can, that what is listed is allowed, that the invariants of
the game hold, that the program does not fail, and with --replay that every record gives its game again. A fault leaves
a record that leads to it.

Exit codes: 0 nothing found; 1 a fault was found; 2 it could not begin.";

/// What `sandtable fuzz` is asked.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    what: Chosen,
    /// How many games
    #[arg(long, default_value_t = 1_000)]
    games: u64,
    /// The first game's number; each game has its own dice and choices by its number
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Threads; without it one for each processor. What is found does not depend on it
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// A game with more decisions counts as endless
    #[arg(long, default_value_t = 100_000)]
    most: u64,
    /// Watch nothing but the end: for the rate
    #[arg(long)]
    fast: bool,
    /// Read every record again and compare
    #[arg(long, conflicts_with = "fast")]
    replay: bool,
    /// Where the record of a fault goes, if not beside you under a name of its own
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
    /// For programs
    #[arg(long)]
    json: bool,
}

/// Plays random games and tells what was found.
pub fn run(arguments: &Arguments, shelf: Shelf, page: &mut Page) -> Result<(), Failure> {
    let (game, setup) = arguments.what.find(shelf)?;
    game.start(&setup)?;
    let threads = arguments
        .threads
        .map_or_else(|| thread::available_parallelism().map_or(1, NonZeroUsize::get), NonZeroUsize::get);
    let last = arguments.seed.checked_add(arguments.games).ok_or_else(|| {
        Failure::Usage("--seed and --games together are larger than any number there is".into())
    })?;
    let work = Work {
        game,
        setup: &setup,
        seeds: arguments.seed..last,
        most: arguments.most,
        fast: arguments.fast,
        repeated: arguments.replay,
    };
    let (totals, found) = work.run(threads);
    let kept = found.as_ref().map(|found| keep(arguments, &setup, found)).transpose()?;
    if arguments.json {
        page.line(&as_json(arguments, &setup, &totals, found.as_ref(), kept.as_deref()).to_string());
    } else {
        show(arguments, &setup, &game.seats(&setup.scenario), threads, &totals, page);
        if let Some((found, kept)) = found.as_ref().zip(kept.as_ref()) {
            page.gap();
            page.heading(&format!("game {}: {}", found.seed, found.words()));
            page.line(&format!("Its record, up to the fault: {kept}"));
            page.line(&format!("Look at it: sandtable replay {kept}"));
        }
    }
    found.map_or(Ok(()), |_| Err(Failure::Found))
}

/// Writes the record of a fault.
fn keep(arguments: &Arguments, setup: &Setup, found: &Found) -> Result<String, Failure> {
    let usual = || format!("fault-{}-{}-{}.record", arguments.what.game, setup.scenario, found.seed);
    let name = arguments.out.clone().unwrap_or_else(usual);
    files::replace(&name, &found.record).map_err(|error| Failure::File { name: name.clone(), error })?;
    Ok(name)
}

fn show(
    arguments: &Arguments,
    setup: &Setup,
    seats: &[&str],
    threads: usize,
    totals: &Totals,
    page: &mut Page,
) {
    let how = match (arguments.fast, arguments.replay) {
        (true, _) => "unwatched",
        (false, false) => "watched",
        (false, true) => "watched and replayed",
    };
    page.heading(&format!(
        "{} {}: {} random games, {how}",
        arguments.what.game, setup.scenario, totals.games
    ));
    let threads = format!("{threads} thread{}", if threads == 1 { "" } else { "s" });
    page.line(&format!(
        "{} decisions in {}.{:03} s on {threads}: {} decisions/s, {} games/s",
        totals.decisions,
        totals.time.as_secs(),
        totals.time.subsec_millis(),
        totals.rate(totals.decisions),
        totals.rate(totals.games),
    ));
    if let Some(spent) = totals.spent.filter(|spent| !spent.is_zero()) {
        page.line(&format!(
            "{} decisions for each second of one processor",
            run::rate(totals.decisions, spent)
        ));
    }
    let mut ends: Vec<String> =
        seats.iter().zip(&totals.wins).map(|(seat, wins)| format!("{seat} won {wins}")).collect();
    ends.push(format!("drawn {}", totals.wins.last().unwrap_or(&0)));
    page.line(&ends.join(", "));
}

fn as_json(
    arguments: &Arguments,
    setup: &Setup,
    totals: &Totals,
    found: Option<&Found>,
    kept: Option<&str>,
) -> serde_json::Value {
    json!({
        "game": arguments.what.game,
        "scenario": setup.scenario,
        "options": setup.options,
        "games": totals.games,
        "decisions": totals.decisions,
        "milliseconds": totals.time.as_millis() as u64,
        "decisions_per_second": totals.rate(totals.decisions),
        "processor_milliseconds": totals.spent.map(|spent| spent.as_millis() as u64),
        "wins": totals.wins,
        "fault": found.map(|found| json!({"seed": found.seed, "fault": found.words(), "record": kept})),
    })
}
