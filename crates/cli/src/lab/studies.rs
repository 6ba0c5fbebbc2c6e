//! `sandtable lab tune`: the cheapest change that reaches a goal.

use std::path::Path;

use clap::Args;
use kit::{ContentError, Problem, any::Playable, content::read_toml};
use lab::{
    ablate::Sampling,
    report::percent,
    tune::{Goal, Seeds, Setting, Thoroughness, Tried, TuningChoice, cost, settings, tune},
};
use serde::Deserialize;
use serde_json::json;

use super::arms::{Arm, Bench, cell};
use crate::{
    draw::Page,
    failure::{Failure, Shelf},
    files, play,
    sim::What,
};

/// Shown below the help.
pub const EXAMPLES: &str = "Example:
  sandtable lab tune mars --scenario vazuza --goal wins=50% --within choices.toml --out tuned

choices.toml lists what may be changed, the values from the mildest to the strongest:
  game = \"mars\"
  [[choice]]
  option = \"handicap\"
  values = [\"1\", \"2\", \"3\"]
  cost = 1                       # of every step down the list
  [[choice]]
  table = \"units\"
  row = \"6 TK\"
  column = \"attack\"
  values = [\"8\"]
  cost = 4

A line of a scenario's file is changed like a cell: its name is the table, its section the row, its key the column.
Two choices may change the same thing, one up and one down. wins=50% is about the first side; german=45% is about
another. A draw counts half. Ready files are in crates/lab/examples.";

/// What `sandtable lab tune` is asked.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    what: What,
    /// What is wanted, such as wins=50% or german=45%
    #[arg(long)]
    goal: String,
    /// How near is near enough, in hundredths
    #[arg(long, default_value_t = 2.0)]
    near: f64,
    /// The file with what may be changed
    #[arg(long, value_name = "FILE")]
    within: String,
    /// Games for a setting at most, and again to confirm it
    #[arg(long, default_value_t = 2000)]
    games: u64,
    /// Try what can only be worse too: for lists that do not go from the mildest to the strongest
    #[arg(long)]
    every: bool,
    /// The folder for all runs
    #[arg(long, value_name = "DIR")]
    out: String,
    /// For programs
    #[arg(long)]
    json: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: String,
    choice: Vec<toml::Spanned<Allowed>>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
struct Allowed {
    option: Option<String>,
    table: Option<String>,
    row: Option<String>,
    column: Option<String>,
    values: Vec<String>,
    #[serde(default = "one")]
    cost: u32,
}

const fn one() -> u32 {
    1
}

/// The largest file of choices.
const MOST_BYTES: u64 = 1 << 20;

/// Games after which a setting is looked at first: enough to drop what is far off.
const FIRST_LOOK: u64 = 100;

/// Settings that are tried at most.
const MOST_SETTINGS: usize = 500;

fn read(file: &str, game: &dyn Playable) -> Result<Vec<Allowed>, Failure> {
    let (name, bytes) = files::read(file, "list of choices", MOST_BYTES)?;
    let text = String::from_utf8(bytes).map_err(|_| Failure::NotA {
        what: "list of choices",
        name: name.clone(),
        why: "it is no text".into(),
    })?;
    let read: File = read_toml(&name, &text).map_err(Problem::Content)?;
    if read.game != game.name() {
        let why = format!("it is for {}, not for {}", read.game, game.name());
        return Err(Failure::NotA { what: "list of choices for this game", name, why });
    }
    for choice in &read.choice {
        let wrong = |words: &str| {
            Err(Failure::from(Problem::Content(ContentError::at(&name, &text, choice.span().start, words))))
        };
        let Allowed { option, table, row, column, values, .. } = choice.get_ref();
        let names_cell = table.is_some() && row.is_some() && column.is_some();
        let names_part = table.is_some() || row.is_some() || column.is_some();
        if option.is_some() == names_part || names_part && !names_cell {
            return wrong("a choice names either an `option`, or a `table` with `row` and `column`");
        }
        if values.is_empty() {
            return wrong("a choice has at least one value beside the published one");
        }
    }
    Ok(read.choice.into_iter().map(toml::Spanned::into_inner).collect())
}

#[expect(clippy::float_arithmetic, reason = "hundredths into shares")]
fn goal(text: &str, near: f64, seats: &[&str]) -> Result<Goal, Failure> {
    let wrong = || {
        let sides: Vec<String> = seats.iter().map(|seat| play::flag(seat)).collect();
        Failure::Usage(format!(
            "`{text}` is no goal: write wins=50%, or a side ({}) and its share",
            sides.join(", ")
        ))
    };
    let (who, share) = text.split_once('=').ok_or_else(wrong)?;
    let seat = if who == "wins" { Some(0) } else { seats.iter().position(|seat| play::flag(seat) == who) };
    let share: f64 = share.trim_end_matches('%').trim().parse().map_err(|_| wrong())?;
    if !(0.0..=100.0).contains(&share) || !(0.0..=100.0).contains(&near) {
        return Err(wrong());
    }
    Ok(Goal { seat: seat.ok_or_else(wrong)? as u8, share: share / 100.0, near: near / 100.0 })
}

impl Allowed {
    /// What it changes.
    fn target(&self) -> [Option<&str>; 4] {
        [&self.option, &self.table, &self.row, &self.column].map(Option::as_deref)
    }
}

/// Whether a setting changes nothing twice.
fn is_sound(allowed: &[Allowed], setting: &Setting) -> bool {
    let changed: Vec<_> = allowed
        .iter()
        .zip(setting)
        .filter(|(_, value)| value.is_some())
        .map(|(choice, _)| choice.target())
        .collect();
    (1..changed.len()).all(|place| !changed[..place].contains(&changed[place]))
}

/// A setting as an arm: its options and its patch.
fn arm(allowed: &[Allowed], setting: &Setting, game: &dyn Playable) -> Arm {
    let mut arm = Arm::default();
    let mut names = Vec::new();
    let mut cells = String::new();
    for (choice, value) in allowed.iter().zip(setting) {
        let Some(value) = value.map(|place| choice.values[place].as_str()) else { continue };
        if let Some(option) = &choice.option {
            arm.options.push(format!("{option}={value}"));
            names.push(format!("{option}={value}"));
        } else if let (Some(table), Some(row), Some(column)) = (&choice.table, &choice.row, &choice.column) {
            cells.push_str(&cell(table, row, column, value));
            names.push(format!("{table}|{row}|{column}={value}"));
        }
    }
    if !cells.is_empty() {
        arm.patch = format!("game = \"{}\"\n{cells}", game.name());
    }
    arm.name = if names.is_empty() { "as-it-is".into() } else { names.join(", ") };
    arm
}

/// Searches.
pub fn run(arguments: &Arguments, shelf: Shelf, page: &mut Page) -> Result<(), Failure> {
    let what = &arguments.what;
    let game = Failure::playable(shelf, &what.chosen.game)?;
    let bench = Bench { game, what, out: Path::new(&arguments.out), quiet: arguments.json };
    let seats = bench.seats()?;
    let goal = goal(&arguments.goal, arguments.near, &seats)?;
    let allowed = read(&arguments.within, game)?;
    let choices: Vec<TuningChoice> = allowed
        .iter()
        .map(|choice| TuningChoice { values: choice.values.len(), cost: choice.cost })
        .collect();
    let mut all = settings(&choices);
    all.retain(|setting| is_sound(&allowed, setting));
    all.truncate(MOST_SETTINGS);
    for setting in all.iter().filter(|setting| setting.iter().flatten().count() < 2) {
        bench.check(&arm(&allowed, setting, game))?;
    }
    let sampling = Sampling { first: FIRST_LOOK, most: arguments.games.max(1), reach: 0.0 };
    let thoroughness = if arguments.every { Thoroughness::Every } else { Thoroughness::FromMildToStrong };
    let tuned = tune(&all, &goal, &sampling, thoroughness, |setting, games, seeds| {
        // Far from the seeds of the search, however long that was.
        let seed = what.seed.wrapping_add(if seeds == Seeds::Fresh { 1 << 40 } else { 0 });
        bench.run(&arm(&allowed, setting, game), games, seed)
    })?;
    let named = |tried: &Tried| arm(&allowed, &tried.setting, game).name;
    if arguments.json {
        let row = |tried: &Tried| {
            json!({"setting": named(tried), "cost": cost(&choices, &tried.setting), "games": tried.games,
                   "share": tried.found.value, "interval": [tried.found.low, tried.found.high],
                   "confirmed": tried.confirmed.map(|found| json!([found.value, found.low, found.high]))})
        };
        let tried: Vec<_> = tuned.tried.iter().map(row).collect();
        page.line(
            &json!({"reached": tuned.reached, "tried": tried, "passed_over": tuned.passed_over}).to_string(),
        );
        return Ok(());
    }
    let side = seats[usize::from(goal.seat)];
    let heads = ["setting", "cost", "games", &format!("{side} won"), "on fresh seeds"].map(str::to_owned);
    let rows: Vec<Vec<String>> = tuned
        .tried
        .iter()
        .map(|tried| {
            let confirmed = tried.confirmed.as_ref().map_or(String::new(), percent);
            let cost = cost(&choices, &tried.setting).to_string();
            vec![named(tried), cost, tried.games.to_string(), percent(&tried.found), confirmed]
        })
        .collect();
    page.columns(&heads, &rows, 1, &[]);
    if tuned.passed_over > 0 {
        page.line(&format!(
            "Passed over, as they can only be further off than one that has missed: {}.",
            tuned.passed_over
        ));
    }
    match tuned.tried.last() {
        Some(last) if tuned.reached => {
            page.line(&format!("Proposed: {}.", named(last)));
            if let Some(file) = bench.patch_file(&arm(&allowed, &last.setting, game)) {
                page.line(&format!("Its patch is {}.", file.display()));
            }
        }
        _ => page.line("Nothing that is allowed reaches the goal."),
    }
    Ok(())
}
