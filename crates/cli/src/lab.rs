//! `sandtable lab`: what many games say.

mod arms;
mod studies;
mod train;

use std::{fs, path::Path};

use clap::{Args, Subcommand};
use kit::{Problem, Setup, Viewer, any::Playable, patch::Patch};
use lab::{Head, LabError, compare::compare, report, report::Subject, summary, summary::Summary};
use serde_json::json;

use crate::{
    draw::Page,
    failure::{Failure, Shelf},
};

/// Shown below the help.
pub const EXAMPLES: &str = "Examples:
  sandtable lab report vazuza                  (writes vazuza/report.html and vazuza/report.md)
  sandtable lab compare published handicap-3   (two runs with the same seeds)
  sandtable lab ablate mars --scenario vazuza --rule zoc_outward=on --cell 'crt|6/1|3:1=DE' --unit '6 TK|attack=6' --out worth
  sandtable lab tune mars --scenario vazuza --goal wins=50% --within choices.toml --out tuned
  sandtable lab train mars --scenario vazuza --out learned

docs/lab.md explains what the numbers mean and how the files look.";

/// What `sandtable lab` is asked.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// A page and a text about a run: wins, margins, losses, battles, maps
    #[command(after_help = "Example: sandtable lab report vazuza")]
    Report {
        /// The folder of the run
        folder: String,
        /// Where the page is written; beside the run unless told otherwise
        #[arg(long, value_name = "DIR")]
        out: Option<String>,
        /// The counts for programs, and no page
        #[arg(long)]
        json: bool,
    },
    /// What changes from one run to another, game by game with the same seeds
    #[command(after_help = "Example: sandtable lab compare published handicap-3")]
    Compare {
        /// The one run
        one: String,
        /// The other
        other: String,
        /// For programs
        #[arg(long)]
        json: bool,
    },
    /// What single rules, cells and units are worth in games won
    #[command(after_help = arms::EXAMPLES)]
    Ablate(arms::Arguments),
    /// The cheapest change among allowed ones that reaches a goal
    #[command(after_help = studies::EXAMPLES)]
    Tune(studies::Arguments),
    /// Better weights for a game's programs, by self-play
    #[command(after_help = train::EXAMPLES)]
    Train(train::Arguments),
}

/// Answers.
pub fn run(arguments: &Arguments, shelf: Shelf, page: &mut Page) -> Result<(), Failure> {
    match &arguments.command {
        Command::Report { folder, out, json } => tell(folder, out.as_deref(), *json, shelf, page),
        Command::Compare { one, other, json } => compared(one, other, *json, page),
        Command::Ablate(arguments) => arms::run(arguments, shelf, page),
        Command::Tune(arguments) => studies::run(arguments, shelf, page),
        Command::Train(arguments) => train::run(arguments, shelf, page),
    }
}

fn tell(folder: &str, out: Option<&str>, json: bool, shelf: Shelf, page: &mut Page) -> Result<(), Failure> {
    let summary = Summary::read(Path::new(folder))?;
    let head = &summary.head;
    if json {
        page.line(&summary.in_short().to_string());
        return Ok(());
    }
    let game = Failure::playable(shelf, &head.game)?;
    let report = report::report(&summary, &subject(game, head)?);
    let out = Path::new(out.unwrap_or(folder));
    fs::create_dir_all(out).map_err(|error| LabError::File(out.to_owned(), error))?;
    for (name, text) in [("report.html", report.html()), ("report.md", report.markdown())] {
        let file = out.join(name);
        fs::write(&file, text).map_err(|error| LabError::File(file.clone(), error))?;
        page.line(&format!("{} is written", file.display()));
    }
    for (seat, name) in head.seats.iter().enumerate() {
        page.line(&format!("{name} ({}) won {}", head.bots[seat], report::percent(&summary.won(seat))));
    }
    Ok(())
}

/// The game as it was run, patch included.
fn subject(game: &dyn Playable, head: &Head) -> Result<Subject<'static>, Failure> {
    let mut setup = Setup { options: head.options.clone(), ..Setup::of(&head.scenario) };
    if !head.patch.is_empty() {
        setup.patch =
            Some(Patch::read("the patch of the run", &head.patch).map_err(Problem::Content)?.into());
    }
    let table = game.start(&setup)?;
    let mut points: Vec<String> = Vec::new();
    for line in table.view(Viewer::Spectator).score {
        let words = format!("{}: {}", table.seats()[usize::from(line.seat.0)], line.words);
        if !points.contains(&words) {
            points.push(words);
        }
    }
    Ok(Subject { map: table.map(), points })
}

fn compared(one: &str, other: &str, json: bool, page: &mut Page) -> Result<(), Failure> {
    let (head, before) = summary::results(Path::new(one))?;
    let (head_of_other, after) = summary::results(Path::new(other))?;
    if (&head.game, &head.scenario) != (&head_of_other.game, &head_of_other.scenario) {
        return Err(Failure::Usage(format!("{one} and {other} are runs of different games")));
    }
    let found = compare(&before, &after).ok_or_else(|| {
        Failure::Usage(format!("{one} and {other} have no seed in common: give both the same --seed"))
    })?;
    if json {
        let (share, margin) = (found.share, found.margin);
        let answer = json!({
            "side": head.seats[0], "pairs": found.pairs, "alike": found.alike, "shares": found.shares,
            "share": share.value, "share_interval": [share.low, share.high],
            "margin": margin.value, "margin_interval": [margin.low, margin.high],
        });
        page.line(&answer.to_string());
        return Ok(());
    }
    page.line(&format!(
        "{} pairs of games with the same seeds, {} of them alike to the last decision",
        found.pairs, found.alike
    ));
    let [before, after] = found.shares.map(arms::hundredths);
    let side = &head.seats[0];
    page.line(&format!(
        "{side}: {before} % of the games in {one}, {after} % in {other} (draws count half): {}",
        arms::points(&found.share)
    ));
    page.line(&format!("{side}: margin {} points", report::number(&found.margin)));
    Ok(())
}
