//! `sandtable sim`: many games between bots, kept in tables.

mod progress;

use std::{ffi::OsString, num::NonZeroUsize, path::Path, thread};

use clap::Args;
use kit::{any::Playable, patch::Patch, profile::SideName};
use lab::{Folder, Head, LabError, Watcher};
use serde_json::json;

use crate::{
    draw::Page,
    failure::{Failure, Shelf},
    play,
    setup::{self, Chosen},
};
use progress::Bar;

/// Shown below the help.
pub const EXAMPLES: &str = "Examples:
  sandtable sim mars --scenario vazuza --russian bot:recruit --german bot:recruit --games 10000 --out vazuza
  sandtable sim mars --scenario vazuza --games 2000 --option handicap=3 --out handicap-3
  sandtable sim mars --scenario vazuza --games 2000 --patch my.toml --out my
  sandtable lab report vazuza

A side that is not named is played by a regular. The same seed plays the same games on any number of processors. A run
that was stopped goes on when the same command is given again; with more --games it is made longer. DIR holds Parquet
tables (games, turns, battles, losses, hexes, history, follies) and run.json with all that the games depend on. docs/lab.md says more.";

/// What is to be played, as every command of the lab is told it.
#[derive(Args, Clone)]
pub struct What {
    #[command(flatten)]
    pub chosen: Chosen,
    /// Who plays a side; --german WHO is short for --player german=WHO
    #[arg(long = "player", value_name = "SIDE=BOT")]
    pub players: Vec<String>,
    /// The seed of the first game; the others follow it
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Processors to use; all of them unless told otherwise
    #[arg(long)]
    pub threads: Option<NonZeroUsize>,
}

/// What `sandtable sim` is asked.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    what: What,
    /// How many games
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Other values for cells of tables
    #[arg(long, value_name = "FILE")]
    patch: Option<String>,
    /// The folder for the results
    #[arg(long, value_name = "DIR")]
    out: String,
    /// Say whether it could be run, and run nothing
    #[arg(long)]
    check: bool,
    /// For programs
    #[arg(long)]
    json: bool,
}

/// `--german WHO` becomes `--player german=WHO` for the commands of the lab too.
pub fn expand(mut arguments: Vec<OsString>, shelf: Shelf) -> Vec<OsString> {
    let Some(command) = arguments.get(1).filter(|word| *word == "sim" || *word == "lab").cloned() else {
        return arguments;
    };
    arguments[1] = "play".into();
    let mut arguments = play::expand(arguments.into_iter(), shelf);
    arguments[1] = command;
    arguments
}

impl From<LabError> for Failure {
    fn from(error: LabError) -> Self {
        Self::Usage(error.to_string())
    }
}

/// Plays the games.
pub fn run(arguments: &Arguments, shelf: Shelf, page: &mut Page) -> Result<(), Failure> {
    let what = &arguments.what;
    let game = Failure::playable(shelf, &what.chosen.game)?;
    if arguments.games == 0 {
        return Err(Failure::Usage("no games are asked for: --games takes a number from 1".into()));
    }
    let patch = arguments.patch.as_deref().map(|file| setup::read_patch(game.name(), file)).transpose()?;
    let (head, watcher) = what.prepare(game, &[], patch, arguments.games, what.seed)?;
    let out = Path::new(&arguments.out);
    if arguments.check {
        return Ok(Folder::check(out, &head)?);
    }
    let folder = Folder::open(out, &head)?;
    let threads = what.threads();
    let mut bar = Bar::new(!arguments.json);
    let done = lab::run(&folder, &watcher, threads, &mut |progress| bar.show(&progress))?;
    bar.clear();
    let milliseconds = done.time.as_millis() as u64;
    let rate = done.played * 1000 / milliseconds.max(1);
    if arguments.json {
        let answer = json!({
            "out": arguments.out, "games": done.games, "found": done.found, "played": done.played,
            "milliseconds": milliseconds, "games_per_second": rate, "threads": threads,
        });
        page.line(&answer.to_string());
        return Ok(());
    }
    let seconds = format!("{}.{}", milliseconds / 1000, milliseconds % 1000 / 100);
    let found = if done.found > 0 { format!(", {} were there already", done.found) } else { String::new() };
    page.line(&format!("{} games played in {seconds} s ({rate} a second){found}", done.played));
    page.line(&format!(
        "{}: {} games. `sandtable lab report {}` tells what came of them.",
        arguments.out, done.games, arguments.out
    ));
    Ok(())
}

impl What {
    /// How many processors are used.
    pub fn threads(&self) -> usize {
        let threads = self.threads.or_else(|| thread::available_parallelism().ok());
        threads.map_or(1, NonZeroUsize::get)
    }

    /// A run with more options and a patch. Whatever is wrong is found here, before anything is played or written.
    pub fn prepare(
        &self,
        game: &dyn Playable,
        more_options: &[String],
        patch: Option<Patch>,
        games: u64,
        seed: u64,
    ) -> Result<(Head, Watcher), Failure> {
        let options = [&self.chosen.options[..], more_options].concat();
        let mut setup = setup::read(game, self.chosen.scenario.as_deref(), &options)?;
        let bots = bots(&game.profile().scenario(&setup.scenario)?.sides, &self.players)?;
        let text = patch.as_ref().map_or_else(String::new, Patch::write);
        if let Some(patch) = patch {
            setup::lay_over(game, &mut setup, patch)?;
        }
        let names: Vec<&str> = bots.iter().map(String::as_str).collect();
        let watcher = registry::watcher(game, &setup, &names)?;
        let head = Head {
            command: command_line(),
            version: env!("CARGO_PKG_VERSION").into(),
            game: game.name().into(),
            rules: game.rules(),
            seats: game.seats(&setup.scenario).into_iter().map(str::to_owned).collect(),
            scenario: setup.scenario,
            options: setup.options,
            bots,
            patch: text,
            seed,
            games,
        };
        Ok((head, watcher))
    }
}

/// The command as it was typed, the program by its name alone.
pub fn command_line() -> String {
    let words = std::env::args().skip(1).map(|word| {
        if word.contains(|c: char| c.is_whitespace() || "|'\"$".contains(c)) {
            format!("'{word}'")
        } else {
            word
        }
    });
    ["sandtable".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

/// Who plays each side: regulars unless told otherwise.
fn bots(sides: &[SideName], told: &[String]) -> Result<Vec<String>, Failure> {
    let mut bots = vec!["regular".to_owned(); sides.len()];
    for told in told {
        let (side, who) = told.split_once('=').unwrap_or((told, ""));
        let place = play::seat_of(sides, side)?;
        who.strip_prefix("bot:").unwrap_or(who).clone_into(&mut bots[place]);
    }
    Ok(bots)
}
