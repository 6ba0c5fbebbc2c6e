//! `sandtable lab ablate`: one thing at a time.

use std::{
    fmt::Write as _,
    fs,
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
};

use clap::Args;
use kit::{Problem, any::Playable, patch::Patch};
use lab::{
    Folder, LabError,
    ablate::{Sampling, Worth, ablate},
    report::number,
    stats::Estimate,
    summary::{self, Result as GameResult},
};
use serde_json::json;

use crate::{
    draw::Page,
    failure::{Failure, Shelf},
    setup,
    sim::What,
};

/// Shown below the help.
pub const EXAMPLES: &str = "Examples:
  sandtable lab ablate mars --scenario vazuza --rule zoc_outward=on --rule forest_shift=on --out worth
  sandtable lab ablate mars --scenario vazuza --cell 'crt|6/1|3:1=DE' --unit '6 TK|attack=6' --patch-arm my.toml --out worth

Every arm plays the same seeds as the game as it is and is compared game by game. An arm stops as soon as its interval
reaches no further than --reach to either side.";

/// What `sandtable lab ablate` is asked.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    what: What,
    /// A house option to switch, such as name=value
    #[arg(long = "rule", value_name = "NAME=VALUE")]
    rules: Vec<String>,
    /// A cell of a table to change
    #[arg(long = "cell", value_name = "TABLE|ROW|COLUMN=VALUE")]
    cells: Vec<String>,
    /// A value of a unit in the table `units`
    #[arg(long = "unit", value_name = "UNIT|COLUMN=VALUE")]
    units: Vec<String>,
    /// A patch file as an arm of its own, for changes that belong together
    #[arg(long = "patch-arm", value_name = "FILE")]
    patches: Vec<String>,
    /// Games of an arm at most
    #[arg(long, default_value_t = 2000)]
    games: u64,
    /// How far an interval may reach, in hundredths
    #[arg(long, default_value_t = 2.0)]
    reach: f64,
    /// The folder for all runs; they are found again and made longer
    #[arg(long, value_name = "DIR")]
    out: String,
    /// For programs
    #[arg(long)]
    json: bool,
}

/// Something that is changed.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Arm {
    /// As it was typed.
    pub name: String,
    /// Options, such as name=value.
    pub options: Vec<String>,
    /// The text of a patch; empty for none.
    pub patch: String,
}

/// A cell in the words of a patch file.
pub fn cell(table: &str, row: &str, column: &str, value: &str) -> String {
    let quoted = |words: &str| format!("\"{}\"", words.trim().replace('\\', "\\\\").replace('"', "\\\""));
    format!(
        "[[cell]]\ntable = {}\nrow = {}\ncolumn = {}\nvalue = {}\n",
        quoted(table),
        quoted(row),
        quoted(column),
        quoted(value)
    )
}

fn arms(arguments: &Arguments, game: &dyn Playable) -> Result<Vec<Arm>, Failure> {
    let mut arms = Vec::new();
    for rule in &arguments.rules {
        arms.push(Arm { name: rule.clone(), options: vec![rule.clone()], patch: String::new() });
    }
    let units = arguments.units.iter().map(|unit| (unit, format!("units|{unit}")));
    for (name, text) in arguments.cells.iter().map(|cell| (cell, cell.clone())).chain(units) {
        // Labels and heads hold no stroke; a value holds no sign of equality.
        let parts = text.rsplit_once('=').map(|(place, value)| (place.split('|').collect::<Vec<_>>(), value));
        let Some(([table, row, column], value)) = parts.as_ref().map(|(place, value)| (&place[..], value))
        else {
            let words = format!(
                "`{name}` names no cell: write 'TABLE|ROW|COLUMN=VALUE', of a unit 'UNIT|COLUMN=VALUE'"
            );
            return Err(Failure::Usage(words));
        };
        let patch = format!("game = \"{}\"\n{}", game.name(), cell(table, row, column, value));
        arms.push(Arm { name: name.clone(), options: Vec::new(), patch });
    }
    for file in &arguments.patches {
        let patch = setup::read_patch(game.name(), file)?.write();
        arms.push(Arm { name: file.clone(), options: Vec::new(), patch });
    }
    if arms.is_empty() {
        return Err(Failure::Usage(
            "nothing is to be changed: name --rule, --cell, --unit or --patch-arm".into(),
        ));
    }
    Ok(arms)
}

/// Runs of arms in folders of their own.
pub struct Bench<'a> {
    /// The game.
    pub game: &'static dyn Playable,
    /// What all of them play.
    pub what: &'a What,
    /// Where.
    pub out: &'a Path,
    /// Nothing is told on the way.
    pub quiet: bool,
}

impl Bench<'_> {
    /// Whether an arm could be run; nothing is played.
    pub fn check(&self, arm: &Arm) -> Result<(), Failure> {
        self.call(arm, 1, self.what.seed, true)
    }

    /// The first so many games of an arm.
    pub fn run(&self, arm: &Arm, games: u64, seed: u64) -> Result<Vec<GameResult>, Failure> {
        // A study may take hours; the runs are told one by one where somebody can see it.
        let watched = !self.quiet && io::stderr().is_terminal();
        if watched {
            let _ = write!(io::stderr().lock(), "\r{}: {games} games\x1b[K", arm.name);
        }
        self.call(arm, games, seed, false)?;
        if watched {
            let _ = write!(io::stderr().lock(), "\r\x1b[K");
        }
        let (_, mut results) = summary::results(&self.folder(arm, seed))?;
        results.truncate(games as usize);
        Ok(results)
    }

    /// The names of the sides.
    pub fn seats(&self) -> Result<Vec<&'static str>, Failure> {
        let setup = setup::read(self.game, self.what.chosen.scenario.as_deref(), &[])?;
        Ok(self.game.seats(&setup.scenario))
    }

    /// Where the patch of an arm is written, if it has one.
    pub fn patch_file(&self, arm: &Arm) -> Option<PathBuf> {
        (!arm.patch.is_empty()).then(|| self.out.join("patches").join(slug(&arm.name) + ".toml"))
    }

    fn folder(&self, arm: &Arm, seed: u64) -> PathBuf {
        self.out.join(format!("{}-seed-{seed}", slug(&arm.name)))
    }

    fn call(&self, arm: &Arm, games: u64, seed: u64, only_check: bool) -> Result<(), Failure> {
        let named = |failure: Failure| Failure::Usage(format!("{}: {failure}", arm.name));
        let mut patch = None;
        if let Some(file) = self.patch_file(arm) {
            let failed = |place: &Path| {
                let place = place.to_owned();
                move |error| Failure::from(LabError::File(place, error))
            };
            let folder = self.out.join("patches");
            fs::create_dir_all(&folder).map_err(failed(&folder))?;
            fs::write(&file, &arm.patch).map_err(failed(&file))?;
            let read = Patch::read(&file.display().to_string(), &arm.patch);
            patch = Some(read.map_err(|error| named(Problem::Content(error).into()))?);
        }
        let (head, watcher) =
            self.what.prepare(self.game, &arm.options, patch, games, seed).map_err(named)?;
        let out = self.folder(arm, seed);
        if only_check {
            return Ok(Folder::check(&out, &head)?);
        }
        lab::run(&Folder::open(&out, &head)?, &watcher, self.what.threads(), &mut |_| {})?;
        Ok(())
    }
}

/// A name for a folder, different for different words.
fn slug(words: &str) -> String {
    let mut slug = String::new();
    for c in words.chars() {
        match c {
            c if c.is_ascii_alphanumeric() || c == '-' || c == '.' => slug.push(c),
            c => drop(write!(slug, "_{:x}", u32::from(c))),
        }
    }
    slug
}

/// A share in hundredths.
#[expect(clippy::float_arithmetic, reason = "a statistic, not a rule")]
pub fn hundredths(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

/// A difference of shares with its interval, in hundredths.
pub fn points(estimate: &Estimate) -> String {
    let Estimate { value, low, high } = estimate;
    let [value, low, high] = [value, low, high].map(|share| hundredths(*share));
    let sign = if estimate.value > 0.0 { "+" } else { "" };
    format!("{sign}{value} ({low} to {high})")
}

/// Studies the arms.
#[expect(clippy::float_arithmetic, reason = "hundredths into shares")]
pub fn run(arguments: &Arguments, shelf: Shelf, page: &mut Page) -> Result<(), Failure> {
    let game = Failure::playable(shelf, &arguments.what.chosen.game)?;
    let arms = arms(arguments, game)?;
    let bench = Bench { game, what: &arguments.what, out: Path::new(&arguments.out), quiet: arguments.json };
    let side = bench.seats()?[0];
    let as_it_is = Arm { name: "as-it-is".into(), ..Arm::default() };
    bench.check(&as_it_is)?;
    arms.iter().try_for_each(|arm| bench.check(arm))?;
    let sampling = Sampling { first: 250, most: arguments.games.max(1), reach: arguments.reach / 100.0 };
    let found = ablate(arms.len(), &sampling, |arm, games| {
        bench.run(arm.map_or(&as_it_is, |arm| &arms[arm]), games, arguments.what.seed)
    })?;
    if arguments.json {
        let row = |worth: &Worth| {
            let (share, margin) = (worth.effect.share, worth.effect.margin);
            json!({"arm": arms[worth.arm].name, "pairs": worth.effect.pairs, "alike": worth.effect.alike,
                   "share": share.value, "share_interval": [share.low, share.high], "margin": margin.value,
                   "margin_interval": [margin.low, margin.high], "narrow": worth.narrow})
        };
        page.line(&json!({"side": side, "arms": found.iter().map(row).collect::<Vec<_>>()}).to_string());
        return Ok(());
    }
    page.line(&format!(
        "What a change is worth to {side}, in hundredths of the games (draws count half) and in points:"
    ));
    let rows: Vec<Vec<String>> = found
        .iter()
        .map(|worth| {
            let effect = &worth.effect;
            let note = match worth {
                _ if effect.alike == effect.pairs => "never used: every game went alike",
                Worth { narrow: false, .. } => "still wide: more --games",
                _ => "",
            };
            vec![
                arms[worth.arm].name.clone(),
                points(&effect.share),
                number(&effect.margin),
                effect.pairs.to_string(),
                note.to_owned(),
            ]
        })
        .collect();
    let heads = ["change", "games won", "margin", "games", ""].map(str::to_owned);
    page.columns(&heads, &rows, 1, &[]);
    Ok(())
}
