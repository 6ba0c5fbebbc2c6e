//! `sandtable rules`.

use std::path::PathBuf;

use clap::Args;
use kit::{Entry, Ledger, Rulebook};

use crate::{
    coverage,
    draw::{Page, pad, width},
    failure::Failure,
};

/// What `sandtable rules` is asked.
#[derive(Args)]
pub struct Arguments {
    /// The game (see `sandtable games`); with --coverage all if left out
    game: Option<String>,
    /// A clause or ruling such as MARS-ODD-7, or shorter odd-7; without it all are shown
    clause: Option<String>,
    /// Count the code and the tests that name each clause (in a checkout of the source)
    #[arg(long, conflicts_with = "clause")]
    coverage: bool,
    /// For programs
    #[arg(long)]
    json: bool,
    /// Where the source is, if not here
    #[arg(long, requires = "coverage")]
    source: Option<PathBuf>,
}

/// Shows rules, or the account of them.
pub fn run(arguments: &Arguments, page: &mut Page) -> Result<(), Failure> {
    let game = arguments.game.as_deref().map(Failure::game).transpose()?;
    if arguments.coverage {
        let games: Vec<&Rulebook> = game.map_or_else(|| registry::GAMES.clone(), |game| vec![game]);
        return coverage::run(&games, arguments.source.as_deref(), arguments.json, page);
    }
    let Some(game) = game else {
        return Err(Failure::Usage("name a game (see `sandtable games`), or ask for --coverage".into()));
    };
    let ledger = (game.ledger)();
    let entries: Vec<&Entry> = match &arguments.clause {
        None => ledger.entries().collect(),
        Some(id) => vec![find(ledger, id)?],
    };
    if arguments.json {
        page.line(&serde_json::to_string(&entries).expect("entries are plain text"));
    } else {
        show(ledger, &entries, page);
    }
    Ok(())
}

/// The rule with this id, or those that are called nearly so.
pub fn find<'l>(ledger: &'l Ledger, id: &str) -> Result<&'l Entry, Failure> {
    ledger.find(id).ok_or_else(|| {
        let area: String = id.to_ascii_uppercase().trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let near = |entry: &&Entry| entry.id.contains(&area);
        let mut known: Vec<String> = ledger.entries().filter(near).map(|entry| entry.id.clone()).collect();
        if known.is_empty() {
            known = ledger.entries().map(|entry| entry.id.clone()).collect();
        }
        Failure::Unknown { what: "clause", name: id.to_owned(), known }
    })
}

fn show(ledger: &Ledger, entries: &[&Entry], page: &mut Page) {
    page.heading(&ledger.title);
    let longest = entries.iter().map(|entry| width(&entry.id)).max().unwrap_or(0);
    let mut chapter = "";
    for entry in entries {
        let heading = if entry.chapter.is_empty() { "rulings" } else { &entry.chapter };
        if heading != chapter {
            chapter = heading;
            page.gap();
            page.heading(chapter);
        }
        let seed = if entry.seed.is_empty() { String::new() } else { format!("charts, line {}", entry.seed) };
        page.hung(&format!("{}  ", pad(&entry.id, longest)), &entry.text, &seed);
    }
}
