//! The `sandtable` program.

mod coach;
mod coverage;
mod draw;
mod duel;
mod failure;
mod files;
mod fuzz;
mod keeper;
#[cfg(feature = "batches")]
mod lab;
#[cfg(feature = "batches")]
mod ladder;
mod luck;
mod map;
mod odds;
mod play;
mod replay;
mod rules;
mod serve;
mod setup;
#[cfg(feature = "batches")]
mod sim;
#[cfg(test)]
mod small_game;
mod strengths;
mod tables;
mod verify;

use std::{
    io::{self, Write},
    process::ExitCode,
};

use clap::{Parser, Subcommand};

use draw::Page;
use failure::Failure;

/// Board war games with every rule enforced and exact odds that say why.
#[derive(Parser)]
#[command(version, about, after_help = "Example: sandtable odds mars battle games/mars/examples/battle.toml")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The games and what can be asked of each; with a command, the games that a server keeps
    #[command(after_help = keeper::EXAMPLES)]
    Games(keeper::Arguments),
    /// List the charts of a game, or draw one
    #[command(
        after_help = "Examples:\n  sandtable table mars\n  sandtable table mars crt\n  sandtable table mars crt --json"
    )]
    Table(tables::Arguments),
    /// Read the rules of a game by their ids, or see which of them code and tests name
    #[command(
        after_help = "Examples:\n  sandtable rules mars\n  sandtable rules mars MARS-ODD-7\n  sandtable rules mars odd-7\n  sandtable rules --coverage"
    )]
    Rules(rules::Arguments),
    /// Exact odds of a situation, with the clause behind every factor
    #[command(
        after_help = "Examples:\n  sandtable odds mars                                    (what can be asked)\n  sandtable odds mars battle                             (the ready example)\n  sandtable odds mars battle games/mars/examples/battle.toml --roll 7\n  sandtable odds mars battle my.toml --dice 5            (dice rolled at a real table)\n  sandtable odds mars battle --example > my.toml         (a file to change)\n  sandtable odds mars battle --schema                    (what the file may hold)\n  cat my.json | sandtable odds mars battle - --json"
    )]
    Odds(odds::Arguments),
    /// Compile, check and show the maps of games
    #[command(
        after_help = "Examples:\n  sandtable map show mars\n  sandtable map build mars\n  sandtable map check"
    )]
    Map(map::Arguments),
    /// Play a game at the terminal: against a bot, against each other, with your own dice
    #[command(after_help = play::EXAMPLES)]
    Play(play::Arguments),
    /// Check the record of a game line by line and tell it in sentences
    #[command(after_help = replay::EXAMPLES)]
    Replay(replay::Arguments),
    /// Host games for browsers and programs: durable, by secret link, with honest dice
    #[command(after_help = serve::EXAMPLES)]
    Serve(serve::Arguments),
    /// Check a record: every decision by the rules, every die by the secret that was committed to
    #[command(after_help = verify::EXAMPLES)]
    Verify(verify::Arguments),
    /// Play random games and look for what must not happen
    #[command(after_help = fuzz::EXAMPLES)]
    Fuzz(fuzz::Arguments),
    /// Let two bots play each other, sides changed, and count who wins
    #[command(after_help = duel::EXAMPLES)]
    Duel(duel::Arguments),
    #[cfg(feature = "batches")]
    /// Let all bots play each other and rate them
    #[command(after_help = ladder::EXAMPLES)]
    Ladder(ladder::Arguments),
    #[cfg(feature = "batches")]
    /// Play many games between bots and keep what happened in tables
    #[command(after_help = sim::EXAMPLES)]
    Sim(sim::Arguments),
    #[cfg(feature = "batches")]
    /// What many games say: reports, comparisons, what a change is worth, which change reaches a goal
    #[command(after_help = lab::EXAMPLES)]
    Lab(lab::Arguments),
    /// How much the dice decided in a game
    #[command(after_help = luck::EXAMPLES)]
    Luck(luck::Arguments),
    /// Where a game was lost: the decisions that cost most, what would have been better, and why
    #[command(after_help = coach::EXAMPLES)]
    Coach(coach::Arguments),
}

fn main() -> ExitCode {
    let typed = play::expand(std::env::args_os(), &registry::PLAYABLE);
    #[cfg(feature = "batches")]
    let typed = sim::expand(typed, &registry::PLAYABLE);
    let arguments = Arguments::parse_from(typed);
    let mut page = Page::new();
    let result = match &arguments.command {
        Command::Games(arguments) => keeper::run(arguments, &mut page),
        Command::Table(arguments) => tables::run(arguments, &mut page),
        Command::Rules(arguments) => rules::run(arguments, &mut page),
        Command::Odds(arguments) => odds::run(arguments, &mut page),
        Command::Map(arguments) => map::run(arguments, &mut page),
        Command::Play(arguments) => play::run(arguments, &registry::PLAYABLE),
        Command::Replay(arguments) => replay::run(arguments, &registry::PLAYABLE, &mut page),
        Command::Serve(arguments) => serve::run(arguments, &mut page),
        Command::Verify(arguments) => verify::run(arguments, &mut page),
        Command::Fuzz(arguments) => fuzz::run(arguments, &registry::PLAYABLE, &mut page),
        Command::Duel(arguments) => duel::run(arguments, &registry::PLAYABLE, &mut page),
        #[cfg(feature = "batches")]
        Command::Ladder(arguments) => ladder::run(arguments, &registry::PLAYABLE, &mut page),
        #[cfg(feature = "batches")]
        Command::Sim(arguments) => sim::run(arguments, &registry::PLAYABLE, &mut page),
        #[cfg(feature = "batches")]
        Command::Lab(arguments) => lab::run(arguments, &registry::PLAYABLE, &mut page),
        Command::Coach(arguments) => coach::run(arguments, &registry::PLAYABLE, &mut page),
        Command::Luck(arguments) => luck::run(arguments, &registry::PLAYABLE, &mut page),
    };
    let written = io::stdout().lock().write_all(page.text().as_bytes());
    let result = match written {
        // A reader that has seen enough (`| head`) is no failure.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::File { name: "standard output".into(), error })
        }
        _ => result,
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Found) => ExitCode::FAILURE,
        Err(failure) => {
            let _ = writeln!(io::stderr().lock(), "sandtable: {}", draw::clean(&failure.to_string()));
            ExitCode::from(failure.code())
        }
    }
}
