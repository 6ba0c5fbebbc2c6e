//! `sandtable sim`: many games between bots, kept in tables.

mod progress;

use std::{ffi::OsString, num::NonZeroUsize, panic, path::Path, thread};

use clap::Args;
use kit::{
    Problem,
    any::Playable,
    patch::{self, Patch},
};
use lab::{Folder, Head, LabError, Watcher};
use serde_json::json;

use crate::{
    draw::Page,
    failure::{Failure, Shelf},
    files, play, setup,
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
tables (games, turns, battles, losses, hexes) and run.json with all that the games depend on. docs/lab.md says more.";

/// The largest patch file.
const MOST_PATCH: u64 = 1 << 20;

/// What is to be played, as every command of the lab is told it.
#[derive(Args, Clone)]
pub struct What {
    /// The game (see `sandtable games`)
    pub game: String,
    /// The scenario; without it the first of the game
    #[arg(long)]
    pub scenario: Option<String>,
    /// A house option, such as name=value
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
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
    let (head, watcher) = prepare(arguments, shelf)?;
    let out = Path::new(&arguments.out);
    if arguments.check {
        return Ok(Folder::check(out, &head)?);
    }
    let folder = Folder::open(out, &head)?;
    let threads = arguments.what.threads.or_else(|| thread::available_parallelism().ok());
    let threads = threads.map_or(1, NonZeroUsize::get);
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

/// Whatever is wrong is found here, before anything is played or written.
fn prepare(arguments: &Arguments, shelf: Shelf) -> Result<(Head, Watcher), Failure> {
    let what = &arguments.what;
    let game = Failure::playable(shelf, &what.game)?;
    if arguments.games == 0 {
        return Err(Failure::Usage("no games are asked for: --games takes a number from 1".into()));
    }
    let mut setup = setup::read(game, what.scenario.as_deref(), &what.options)?;
    let bots = bots(game, &what.players)?;
    let mut text = String::new();
    if let Some(file) = &arguments.patch {
        let (patch, read) = read_patch(game, file)?;
        text = read;
        for (name, value) in &patch.options {
            if setup.options.get(name).is_some_and(|told| told != value) {
                let words =
                    format!("the option `{name}` is set here and, to {value}, in {file}: leave one out");
                return Err(Failure::Usage(words));
            }
            let told = [format!("{name}={value}")];
            setup.options.extend(setup::read(game, what.scenario.as_deref(), &told)?.options);
        }
        install(game, file, patch)?;
    }
    let names: Vec<&str> = bots.iter().map(String::as_str).collect();
    let watcher = registry::watcher(game, &setup, &names)?;
    let head = Head {
        command: command_line(),
        version: env!("CARGO_PKG_VERSION").into(),
        game: game.name().into(),
        rules: game.rules(),
        seats: game.seats().iter().map(|&seat| seat.to_owned()).collect(),
        scenario: setup.scenario,
        options: setup.options,
        bots,
        patch: text,
        seed: what.seed,
        games: arguments.games,
    };
    Ok((head, watcher))
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
pub fn bots(game: &dyn Playable, told: &[String]) -> Result<Vec<String>, Failure> {
    let mut bots = vec!["regular".to_owned(); game.seats().len()];
    for told in told {
        let (side, who) = told.split_once('=').unwrap_or((told, ""));
        let place = game.seats().iter().position(|seat| play::flag(seat) == side).ok_or_else(|| {
            let known = game.seats().iter().map(|seat| play::flag(seat)).collect();
            Failure::Unknown { what: "side", name: side.to_owned(), known }
        })?;
        who.strip_prefix("bot:").unwrap_or(who).clone_into(&mut bots[place]);
    }
    Ok(bots)
}

/// Reads a patch of this game; the patch and its text.
pub fn read_patch(game: &dyn Playable, file: &str) -> Result<(Patch, String), Failure> {
    let (name, bytes) = files::read(file, "patch", MOST_PATCH)?;
    let text = String::from_utf8(bytes).map_err(|_| Failure::NotA {
        what: "patch",
        name: name.clone(),
        why: "it is no text".into(),
    })?;
    let patch = Patch::read(&name, &text).map_err(Problem::Content)?;
    if patch.game != game.name() {
        let why = format!("it is for {}, not for {}", patch.game, game.name());
        return Err(Failure::NotA { what: "patch of this game", name, why });
    }
    Ok((patch, text))
}

/// Installs a patch and has the game read its charts with it, so that what is wrong is found now.
pub fn install(game: &dyn Playable, file: &str, patch: Patch) -> Result<(), Failure> {
    if patch::install(patch).is_err() {
        return Err(Failure::Usage("a patch is installed already".into()));
    }
    // A game cannot go on without its charts and stops with a complaint; here it is the answer and is told once.
    let usual = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let loaded = panic::catch_unwind(panic::AssertUnwindSafe(|| {
        let mut tables: Vec<String> =
            (game.rulebook().sheets)().iter().map(|sheet| sheet.id.clone()).collect();
        for (scenario, _) in game.scenarios() {
            let _ = game.start(&kit::Setup::of(scenario));
            tables.push((*scenario).to_owned());
        }
        tables
    }));
    panic::set_hook(usual);
    let tables = loaded.map_err(|words| {
        let words = words.downcast_ref::<String>().map_or("", String::as_str);
        let words = words.split_once(": ").map_or(words, |(_, complaint)| complaint);
        Failure::Usage(format!("the game cannot be played with {file}:\n{words}"))
    })?;
    match patch::unmet() {
        None => Ok(()),
        Some(change) => {
            let words = format!("there is no table `{}`: {}", change.table, tables.join(", "));
            Err(Problem::Content(change.complain(words)).into())
        }
    }
}
