//! `sandtable play`: a game at the terminal.

pub mod board;
mod commands;
mod menu;
mod real_dice;
mod save;
mod sitting;
mod talk;
#[cfg(test)]
mod tests;

use std::{
    ffi::OsString,
    io::{self, BufRead, IsTerminal, Write},
    path::Path,
};

use clap::{Args, ValueEnum};
use kit::{
    Rolled,
    any::{AnySession, Playable},
    profile::SideName,
};

use crate::{
    failure::{Failure, Shelf},
    odds::fresh_seed,
    replay, setup,
};
use menu::{Menu, Names};
use real_dice::Source;
use save::Save;
use sitting::{Drawn, Sitting};
use talk::Talk;

/// Shown below the help.
pub const EXAMPLES: &str = "Examples:
  sandtable play mars --scenario vazuza --german bot:regular
  sandtable play mars --russian bot:random --seed 7      (the same dice and the same opponent every time)
  sandtable play mars --dice real                        (you roll, you type what the dice show)
  sandtable play mars-vazuza.record                      (go on with a saved game)

A side is played by a person (human) or by a program: bot:random, and where the game knows them bot:recruit,
bot:regular, bot:veteran, bot:veteran/cautious. --german WHO is short for --player german=WHO.
At the table type a number of the list, a decision in the game's notation, or the name of a unit or hex; `help` lists
the commands. Every decision is saved at once.";

/// What `sandtable play` is asked.
#[derive(Args)]
pub struct Arguments {
    /// The game (see `sandtable games`), or the record of one to go on with
    game: String,
    /// The record to go on with
    file: Option<String>,
    /// The scenario; without it the one for learning the game
    #[arg(long, conflicts_with = "file")]
    scenario: Option<String>,
    /// A house option, such as name=value
    #[arg(long = "option", value_name = "NAME=VALUE", conflicts_with = "file")]
    options: Vec<String>,
    /// Other values for cells of tables, for lines of scenarios and for maps
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    patch: Option<String>,
    /// Who plays a side: human or such as bot:regular; everybody is human unless you say so
    #[arg(long = "player", value_name = "SIDE=WHO")]
    players: Vec<String>,
    /// Whether the program rolls the dice or you do
    #[arg(long, value_enum, default_value_t = Rolling::Rolled)]
    dice: Rolling,
    /// The same number gives the same dice and the same bots
    #[arg(long)]
    seed: Option<u64>,
    /// Where the game is saved, if not beside you under its name
    #[arg(long, value_name = "FILE")]
    save: Option<String>,
    /// Draw the map only when asked
    #[arg(long)]
    no_map: bool,
}

/// Who rolls the dice.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Rolling {
    /// The program
    Rolled,
    /// You
    Real,
}

/// Who plays a side.
pub enum Player {
    /// Somebody at this terminal.
    Human,
    /// A program, and its name.
    Bot(String, Box<dyn kit::any::Player>),
}

/// How a side is named on the command line: `german`, `south-africa`.
pub fn flag(seat: &str) -> String {
    seat.to_lowercase().replace(' ', "-")
}

/// Which of these sides is named so on the command line.
pub fn seat_of(sides: &[SideName], name: &str) -> Result<usize, Failure> {
    let is_called = |side: &SideName| {
        [Some(&side.name), side.formerly.as_ref()]
            .into_iter()
            .flatten()
            .any(|known| flag(known) == flag(name))
    };
    sides.iter().position(is_called).ok_or_else(|| Failure::Unknown {
        what: "side",
        name: name.to_owned(),
        known: sides.iter().map(|side| flag(&side.name)).collect(),
    })
}

/// Turns `--german WHO` into `--player german=WHO` behind `play`: the sides are those of the games on the shelf.
pub fn expand(arguments: impl Iterator<Item = OsString>, shelf: Shelf) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    if arguments.get(1).is_none_or(|command| command != "play") {
        return arguments;
    }
    let scenarios = shelf.iter().flat_map(|game| &game.profile().scenarios);
    let sides = scenarios.flat_map(|scenario| &scenario.sides);
    let seats: Vec<String> = sides
        .flat_map(|side| [Some(&side.name), side.formerly.as_ref()])
        .flatten()
        .map(|name| flag(name))
        .collect();
    let mut at = 2;
    while at < arguments.len() {
        let words = arguments[at].to_string_lossy().into_owned();
        at += 1;
        let (name, value) =
            words.split_once('=').map_or((words.as_str(), None), |(name, value)| (name, Some(value)));
        let seat = name.strip_prefix("--").filter(|name| seats.iter().any(|seat| seat == name));
        let Some(seat) = seat else { continue };
        let mut player = OsString::from(format!("{seat}="));
        match value {
            Some(value) => player.push(value),
            None if at < arguments.len() => player.push(arguments.remove(at)),
            None => {}
        }
        arguments.splice(at - 1..at, [OsString::from("--player"), player]);
        at += 1;
    }
    arguments
}

/// Plays at the terminal.
pub fn run(arguments: &Arguments, shelf: Shelf) -> Result<(), Failure> {
    let echo = !io::stdin().is_terminal();
    run_with(arguments, shelf, &mut io::stdin().lock(), &mut io::stdout().lock(), echo)
}

/// Plays with whoever is at the other end.
pub fn run_with(
    arguments: &Arguments,
    shelf: Shelf,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    echo: bool,
) -> Result<(), Failure> {
    let Seated { game, table, from, warning } = seat(arguments, shelf)?;
    let seed = arguments.seed.unwrap_or_else(fresh_seed);
    // A game that goes on must not see its first dice again.
    let stream = seed.wrapping_add((table.steps() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let players = players(game, &*table, &arguments.players, stream)?;
    let dice = match arguments.dice {
        Rolling::Rolled => Source::Rolled(Rolled::seeded(stream)),
        Rolling::Real => Source::Real,
    };
    let save = Save::new(arguments.save.clone().or(from), game.name(), &table.setup().scenario);
    let mut talk = Talk::new(input, output, echo);
    if let Some(warning) = warning {
        talk.page.hung("", &warning, "");
        talk.page.gap();
    }
    Sitting {
        game,
        table,
        players,
        dice,
        save,
        draws: !arguments.no_map,
        talk,
        menu: Menu::all(Vec::new(), &Names::default()),
        drawn: Drawn::default(),
        news: Vec::new(),
    }
    .run(seed)
}

/// A game and where it is saved.
struct Seated {
    game: &'static dyn Playable,
    table: Box<dyn AnySession>,
    from: Option<String>,
    warning: Option<String>,
}

/// Sets a game up or opens its record.
fn seat(arguments: &Arguments, shelf: Shelf) -> Result<Seated, Failure> {
    let file = match (&arguments.file, Failure::playable(shelf, &arguments.game)) {
        (None, Ok(game)) => {
            let learning = game.profile().scenarios.iter().find(|scenario| scenario.learning);
            let scenario = arguments.scenario.as_deref().or(learning.map(|scenario| &*scenario.name));
            let mut setup = setup::read(game, scenario, &arguments.options)?;
            if let Some(file) = &arguments.patch {
                setup::lay_over(game, &mut setup, setup::read_patch(game.name(), file)?)?;
            }
            return Ok(Seated { game, table: game.start(&setup)?, from: None, warning: None });
        }
        (Some(file), Ok(_)) => file,
        (None, Err(_)) if Path::new(&arguments.game).is_file() => &arguments.game,
        (_, Err(failure)) => return Err(failure),
    };
    let opened = replay::open(file, shelf)?;
    if arguments.file.is_some() && opened.game.name() != arguments.game {
        let name = opened.game.name();
        return Err(Failure::Usage(format!("{file} is a game of {name}: sandtable play {name} {file}")));
    }
    // A damaged record is left as it is; the game goes on in a file of its own.
    let from = opened.fault.is_none().then(|| file.clone());
    let warning = opened.fault.map(|fault| {
        let sound = opened.table.steps();
        format!("{file}, {fault}. The game goes on from the {sound} decisions before that line.")
    });
    Ok(Seated { game: opened.game, table: opened.table, from, warning })
}

/// Who plays which side.
fn players(
    game: &dyn Playable,
    table: &dyn AnySession,
    told: &[String],
    seed: u64,
) -> Result<Vec<Player>, Failure> {
    let (sides, scenario) = (table.sides(), &table.setup().scenario);
    let mut players: Vec<Player> = sides.iter().map(|_| Player::Human).collect();
    for words in told {
        let (seat, who) = words.split_once('=').ok_or_else(|| {
            Failure::Usage(format!("`{words}` seats nobody: write --player SIDE=human or SIDE=bot:random"))
        })?;
        let place = seat_of(sides, seat)?;
        // Two bots of one kind must not think alike.
        let seed = seed.wrapping_add(place as u64);
        players[place] = match who.strip_prefix("bot:") {
            None if who == "human" => Player::Human,
            Some(name) => Player::Bot(who.to_owned(), registry::player(game, scenario, name, seed)?),
            None => {
                let bots = registry::players(game, scenario).into_iter().map(|name| format!("bot:{name}"));
                let known = std::iter::once("human".to_owned()).chain(bots).collect();
                return Err(Failure::Unknown { what: "player", name: who.to_owned(), known });
            }
        };
    }
    Ok(players)
}
