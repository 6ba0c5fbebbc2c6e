//! `sandtable odds`.

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
};

use clap::Args;
use kit::{
    Kind, Problem, Report, Rulebook, Scripted, Throwing,
    inquiry::{Assumed, RolledOutcome},
};
use serde_json::json;

use crate::{
    draw::{Page, bar, pad, width},
    failure::Failure,
    files, setup,
};

/// No situation is larger than this.
const MOST_BYTES: u64 = 1 << 20;

/// What `sandtable odds` is asked.
#[derive(Args)]
pub struct Arguments {
    /// The game (see `sandtable games`)
    game: String,
    /// What is asked: battle, shell, crossing ...; without it the kinds are listed
    kind: Option<String>,
    /// The situation in TOML or JSON, `-` for standard input; without it the ready example
    file: Option<String>,
    /// Other values for cells of tables
    #[arg(long, value_name = "FILE")]
    patch: Option<String>,
    /// For programs
    #[arg(long)]
    json: bool,
    /// Roll the dice as well, from a seed if you name one
    #[arg(long, value_name = "SEED", num_args = 0..=1, default_missing_value = "", conflicts_with = "dice")]
    roll: Option<String>,
    /// Use the dice you rolled: their faces in order, such as 3,5 or battle:3
    #[arg(long, value_name = "FACES")]
    dice: Option<String>,
    /// Print the schema of the situation (JSON Schema)
    #[arg(long, conflicts_with_all = ["roll", "dice", "json"])]
    schema: bool,
    /// Print the ready example, to change it
    #[arg(long, conflicts_with_all = ["schema", "roll", "dice", "json"])]
    example: bool,
}

/// Answers a question, or tells how to ask it.
pub fn run(arguments: &Arguments, page: &mut Page) -> Result<(), Failure> {
    let game = Failure::game(&arguments.game)?;
    let Some(name) = &arguments.kind else {
        list(game, page);
        return Ok(());
    };
    let kind = game.kind(name).ok_or_else(|| {
        let known = game.kinds.iter().map(|kind| kind.name.to_owned()).collect();
        Failure::Unknown { what: "kind of odds", name: name.clone(), known }
    })?;
    if arguments.schema {
        page.line(&serde_json::to_string_pretty(&kind.schema()).expect("a schema is plain JSON"));
        return Ok(());
    }
    if arguments.example {
        page.line(kind.example);
        return Ok(());
    }
    let (file, text) = situation(arguments.file.as_deref(), kind)?;
    let patch = arguments.patch.as_deref().map(|file| setup::read_patch(game.name, file)).transpose()?;
    let report = kind.ask(patch.as_ref(), &file, &text, throwing(arguments)?)?;
    if arguments.json {
        let mut value = serde_json::to_value(&report).expect("a report is plain JSON");
        value["game"] = json!(game.name);
        page.line(&value.to_string());
    } else {
        show(game, &file, &report, page);
    }
    Ok(())
}

fn list(game: &Rulebook, page: &mut Page) {
    page.heading(&format!("{} · what can be asked", game.title()));
    let longest = game.kinds.iter().map(|kind| width(kind.name)).max().unwrap_or(0);
    for kind in game.kinds {
        page.hung(&format!("  {}  ", pad(kind.name, longest)), kind.title, "");
    }
    page.gap();
    page.line(&match game.kinds.first() {
        Some(kind) => format!("For example: sandtable odds {} {}", game.name, kind.name),
        None => format!("Nothing yet: its odds are told at the table, sandtable play {}", game.name),
    });
}

/// The name and the text of the situation.
fn situation(file: Option<&str>, kind: &Kind) -> Result<(String, String), Failure> {
    let Some(name) = file else { return Ok(("the ready example".to_owned(), kind.example.to_owned())) };
    let (shown, bytes) = files::read(name, "situation", MOST_BYTES)?;
    let text = String::from_utf8(bytes).map_err(|_| Failure::NotA {
        what: "situation",
        name: shown.clone(),
        why: "it is not UTF-8 text".into(),
    })?;
    Ok((shown, text))
}

fn throwing(arguments: &Arguments) -> Result<Throwing, Failure> {
    if let Some(script) = &arguments.dice {
        let script = Scripted::parse(script).map_err(Problem::Dice)?;
        return Ok(Throwing::Script(script));
    }
    Ok(match arguments.roll.as_deref() {
        None => Throwing::Nothing,
        Some("") => Throwing::Seed(fresh_seed()),
        Some(seed) => Throwing::Seed(seed.parse().map_err(|_| {
            Failure::Usage(format!(
                "`{seed}` is no seed: --roll takes a whole number, or none at the end of the line"
            ))
        })?),
    })
}

/// A seed nobody can foresee: every process has hash keys of its own, which saves a dependency.
pub fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Shows a report; `file` says what it is about.
pub fn show(game: &Rulebook, file: &str, report: &Report, page: &mut Page) {
    page.heading(&format!("{} · {}", game.title(), report.title));
    page.line(file);
    show_reckoning(report, page);
    if !report.facts.is_empty() {
        page.gap();
        let longest = report.facts.iter().map(|fact| width(fact.label)).max().unwrap_or(0);
        for fact in &report.facts {
            page.hung(&format!("  {}  ", pad(fact.label, longest)), &fact.words, fact.clause);
        }
    }
    if let Some((chart, sheet)) =
        report.chart.as_ref().and_then(|chart| Some((chart, game.sheet(chart.table)?)))
    {
        page.gap();
        page.heading(&format!("{} (══ is read)", sheet.title));
        page.sheet_lit(sheet, &chart.columns);
    }
    show_outcomes(report, page);
    show_assumed(&report.assumed, page);
    if let Some(rolled) = &report.rolled {
        show_rolled(rolled, page);
    }
}

/// The lines of each sum, then the sum.
fn show_reckoning(report: &Report, page: &mut Page) {
    let lines = &report.reckoning;
    let amounts = lines.iter().map(|line| width(&line.amount)).max().unwrap_or(0);
    let names = lines.iter().map(|line| width(&line.who)).max().unwrap_or(0);
    let mut parts: Vec<&str> = Vec::new();
    for line in lines {
        if !parts.contains(&line.part) {
            parts.push(line.part);
        }
    }
    for part in parts {
        page.gap();
        let sum = report.sums.iter().find(|(name, _)| *name == part).map_or("", |(_, sum)| sum);
        page.heading(&format!("{part} {sum}"));
        for line in lines.iter().filter(|line| line.part == part) {
            let amount = format!("{}{}", " ".repeat(amounts - width(&line.amount)), line.amount);
            let who = if names == 0 { String::new() } else { format!("{}  ", pad(&line.who, names)) };
            page.hung(&format!("  {amount}  {who}"), &line.why, line.clause);
        }
    }
}

/// Above so many outcomes the sums of each result come first.
const MANY: usize = 6;

fn show_outcomes(report: &Report, page: &mut Page) {
    if !report.totals.is_empty() && report.outcomes.len() > MANY {
        page.gap();
        page.heading("in short");
        let longest = report.totals.iter().map(|total| width(&total.result)).max().unwrap_or(0);
        for total in &report.totals {
            let percent =
                format!("{}{}", " ".repeat(6usize.saturating_sub(width(&total.percent))), total.percent);
            page.line(&format!("  {}  {percent} %  {}", pad(&total.result, longest), bar(total.chance, 12)));
        }
    }
    page.gap();
    page.heading("what can happen");
    let results = report.outcomes.iter().map(|outcome| width(&outcome.result)).max().unwrap_or(0).min(28);
    let chances = report.outcomes.iter().map(|outcome| width(&outcome.chance.to_string())).max().unwrap_or(0);
    for outcome in &report.outcomes {
        let chance = outcome.chance.to_string();
        let first = format!(
            "  {}  {}{chance}  {}{} %  {}  ",
            pad(&outcome.result, results),
            " ".repeat(chances - width(&chance)),
            " ".repeat(6usize.saturating_sub(width(&outcome.percent))),
            outcome.percent,
            bar(outcome.chance, 12),
        );
        let faces: Vec<String> = outcome.faces.iter().map(ToString::to_string).collect();
        let on = if faces.is_empty() { String::new() } else { format!(" (on {})", faces.join(", ")) };
        page.hung(&first, &format!("{}{on}", outcome.words), &outcome.clauses.join(" "));
    }
    if !report.expected.is_empty() {
        page.gap();
        page.heading("on average");
        for expected in &report.expected {
            page.hung(
                &format!("  {}  ", expected.decimal),
                &format!("{} ({})", expected.what, expected.mean),
                "",
            );
        }
    }
    page.gap();
    let paths = report.paths;
    page.line(&format!("exact: {paths} path{} of dice walked", if paths == 1 { "" } else { "s" }));
}

/// What the question leaves out, with what counts in its place: a line for each part of it.
fn show_assumed(assumed: &[Assumed], page: &mut Page) {
    if assumed.is_empty() {
        return;
    }
    page.gap();
    page.heading("left out, so counted as");
    let mut parts: Vec<&str> = assumed.iter().map(|one| one.part.as_str()).collect();
    parts.sort_unstable();
    parts.dedup();
    let longest = parts.iter().map(|part| width(part)).max().unwrap_or(0).min(24);
    for part in parts {
        let mut values: Vec<(&str, Vec<String>)> = Vec::new();
        for one in assumed.iter().filter(|one| one.part == part) {
            let some = one.some.map(|some| format!(" ({some} of them)")).unwrap_or_default();
            let name = format!("{}{some}", one.field);
            match values.iter_mut().find(|(value, _)| *value == one.value) {
                Some((_, names)) => names.push(name),
                None => values.push((&one.value, vec![name])),
            }
        }
        let words: Vec<String> =
            values.into_iter().map(|(value, names)| format!("{value}: {}", names.join(", "))).collect();
        page.hung(&format!("  {}  ", pad(part, longest)), &words.join("; "), "");
    }
}

fn show_rolled(rolled: &RolledOutcome, page: &mut Page) {
    page.gap();
    page.heading(&match rolled.seed {
        Some(seed) => format!("rolled (seed {seed})"),
        None => "your dice".to_owned(),
    });
    for die in &rolled.dice {
        page.hung(&format!("  {} {}  ", die.die, die.face), die.purpose, die.clause);
    }
    page.hung("  ", &format!("{}: {}", rolled.result, rolled.words), "");
}
