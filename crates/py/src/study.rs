//! The lab and luck.

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Mutex, PoisonError},
    time::Instant,
};

use kit::{RecordHead, Setup};
use lab::{
    Folder, Gathering, Head, Watcher,
    ablate::{Sampling, ablate},
    compare::compare,
    luck::Judge,
    summary::{self, Summary},
    tune::{self, Goal, Seeds, Thoroughness},
};
use pyo3::prelude::*;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::{
    fault::{Fault, guarded},
    pool::{pool, processors},
    shelf::{playable, read_patch, setup},
};

/// Adds what the lab has to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(prepare, module)?)?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    module.add_function(wrap_pyfunction!(report, module)?)?;
    module.add_function(wrap_pyfunction!(compared, module)?)?;
    module.add_function(wrap_pyfunction!(ablation, module)?)?;
    module.add_function(wrap_pyfunction!(tuning, module)?)?;
    module.add_function(wrap_pyfunction!(settings, module)?)?;
    module.add_function(wrap_pyfunction!(luck, module)?)?;
    module.add_function(wrap_pyfunction!(duel, module)?)?;
    module.add_class::<Games>()?;
    module.add_class::<Run>()
}

fn nothing() -> (u64, String) {
    (0, String::new())
}

fn head_of(text: &str) -> Result<Head, Fault> {
    serde_json::from_str(text).map_err(|error| Fault::Lab(format!("this is no head of a run: {error}")))
}

fn setup_of(head: &Head) -> Result<Setup, Fault> {
    let game = playable(&head.game)?;
    setup(game, Some(&head.scenario), head.options.clone(), read_patch(&head.game, Some(&head.patch))?)
}

fn watcher_of(head: &Head) -> Result<Watcher, Fault> {
    let game = playable(&head.game)?;
    if (head.version.as_str(), head.rules) != (env!("CARGO_PKG_VERSION"), game.rules()) {
        return Err(Fault::Lab(format!(
            "the run is of version {} with rules {}, this is {} with rules {}: all machines need the same",
            head.version,
            head.rules,
            env!("CARGO_PKG_VERSION"),
            game.rules()
        )));
    }
    let names: Vec<&str> = head.bots.iter().map(String::as_str).collect();
    Ok(registry::watcher(game, &setup_of(head)?, &names)?)
}

/// The head of a run. Whatever is wrong is found here, before anything is played.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the package gives them names and defaults")]
fn prepare(
    game: &str,
    scenario: Option<&str>,
    options: BTreeMap<String, String>,
    players: BTreeMap<String, String>,
    patch: Option<&str>,
    games: u64,
    seed: u64,
    command: String,
) -> Result<String, Fault> {
    guarded(nothing, || {
        if games == 0 {
            return Err(Fault::Lab("no games are asked for: a run has at least one".into()));
        }
        let shelved = playable(game)?;
        let patch = read_patch(game, patch)?;
        let text = patch.as_ref().map_or_else(String::new, kit::patch::Patch::write);
        let setup = setup(shelved, scenario, options, patch)?;
        let sides = &shelved.profile().scenario(&setup.scenario)?.sides;
        let mut bots = vec!["regular".to_owned(); sides.len()];
        for (side, who) in &players {
            let place =
                sides.iter().position(|name| name.name.eq_ignore_ascii_case(side) || name.is_called(side));
            let known = || sides.iter().map(|name| name.name.as_str());
            let place = place.ok_or_else(|| Fault::unknown("side", side, known()))?;
            who.strip_prefix("bot:").unwrap_or(who).clone_into(&mut bots[place]);
        }
        let head = Head {
            command,
            version: env!("CARGO_PKG_VERSION").into(),
            game: shelved.name().into(),
            rules: shelved.rules(),
            seats: shelved.seats(&setup.scenario).into_iter().map(str::to_owned).collect(),
            scenario: setup.scenario,
            options: setup.options,
            bots,
            patch: text,
            seed,
            games,
        };
        drop(watcher_of(&head)?);
        Ok(json!(head).to_string())
    })
}

/// Plays a run on this machine. `tell` hears how many games there are of how many; what it raises, or Ctrl-C, ends the run, and
/// what was played is kept.
#[pyfunction]
#[pyo3(signature = (head, folder, threads, tell = None))]
fn run(
    py: Python<'_>,
    head: &str,
    folder: &str,
    threads: usize,
    tell: Option<Py<PyAny>>,
) -> PyResult<(u64, u64, f64)> {
    let head = head_of(head)?;
    let watcher = watcher_of(&head)?;
    let began = Instant::now();
    let mut gathering =
        Gathering::new(Folder::open(Path::new(folder), &head).map_err(Fault::from)?).map_err(Fault::from)?;
    let threads = if threads == 0 { processors() } else { threads };
    let missing: Vec<u64> = gathering.missing().iter().copied().collect();
    // So long that nobody waits for the last game of a block often, and so short that a run can be stopped.
    for games in missing.chunks(threads * 8) {
        py.detach(|| {
            let play = |&game: &u64| {
                let seed = head.seed.wrapping_add(game);
                let lost = || (seed, format!("-- game {game} of the run\n"));
                guarded(lost, || watcher(game, seed).map_err(Fault::Lab))
            };
            let rows: Vec<Result<_, Fault>> = pool(threads)?.install(|| games.par_iter().map(play).collect());
            rows.into_iter().try_for_each(|row| Ok::<(), Fault>(gathering.add(row?)?))
        })?;
        py.check_signals()?;
        if let Some(tell) = &tell {
            tell.call1(py, (head.games - gathering.missing().len() as u64, head.games))?;
        }
    }
    Ok((gathering.found(), missing.len() as u64, began.elapsed().as_secs_f64()))
}

/// Plays games of a run, wherever.
#[pyclass(frozen, module = "sandtable._native")]
struct Games {
    watcher: Watcher,
    seed: u64,
}

#[pymethods]
impl Games {
    #[new]
    fn new(head: &str) -> Result<Self, Fault> {
        let head = head_of(head)?;
        Ok(Self { watcher: watcher_of(&head)?, seed: head.seed })
    }

    /// The games with these numbers, a line each.
    fn play(&self, py: Python<'_>, games: Vec<u64>) -> Result<String, Fault> {
        py.detach(|| {
            let mut lines = String::new();
            for game in games {
                let seed = self.seed.wrapping_add(game);
                let row = guarded(
                    || (seed, format!("-- game {game} of the run\n")),
                    || (self.watcher)(game, seed).map_err(Fault::Lab),
                )?;
                lines.push_str(&json!(row).to_string());
                lines.push('\n');
            }
            Ok(lines)
        })
    }
}

/// A run whose games are played elsewhere.
#[pyclass(frozen, module = "sandtable._native")]
struct Run(Mutex<Option<Gathering>>);

impl Run {
    fn with<T>(&self, ask: impl FnOnce(&mut Gathering) -> Result<T, Fault>) -> Result<T, Fault> {
        let mut gathering = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        ask(gathering.as_mut().ok_or_else(|| Fault::Lab("the run was closed".into()))?)
    }
}

#[pymethods]
impl Run {
    #[new]
    fn new(head: &str, folder: &str) -> Result<Self, Fault> {
        let head = head_of(head)?;
        let folder = Folder::open(Path::new(folder), &head)?;
        Ok(Self(Mutex::new(Some(Gathering::new(folder)?))))
    }

    /// The numbers of the games that are missing.
    fn missing(&self) -> Result<Vec<u64>, Fault> {
        self.with(|gathering| Ok(gathering.missing().iter().copied().collect()))
    }

    /// How many games were there before.
    fn found(&self) -> Result<u64, Fault> {
        self.with(|gathering| Ok(gathering.found()))
    }

    /// Takes played games, a line each; gives how many are missing now.
    fn add(&self, py: Python<'_>, lines: &str) -> Result<usize, Fault> {
        py.detach(|| {
            self.with(|gathering| {
                for line in lines.lines() {
                    let row = serde_json::from_str(line)
                        .map_err(|error| Fault::Lab(format!("this is no game: {error}")))?;
                    gathering.add(row)?;
                }
                Ok(gathering.missing().len())
            })
        })
    }

    /// Lets go of the folder.
    fn close(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// What a run says, in short.
#[pyfunction]
fn report(folder: &str) -> Result<String, Fault> {
    Ok(Summary::read(Path::new(folder))?.in_short().to_string())
}

fn effect(side: &str, found: &lab::compare::Comparison) -> Value {
    let (share, margin) = (found.share, found.margin);
    json!({
        "side": side, "pairs": found.pairs, "alike": found.alike, "shares": found.shares,
        "share": share.value, "share_interval": [share.low, share.high],
        "margin": margin.value, "margin_interval": [margin.low, margin.high],
    })
}

/// Two runs, game by game with the same seeds.
#[pyfunction]
fn compared(one: &str, other: &str) -> Result<String, Fault> {
    let (head, before) = summary::results(Path::new(one))?;
    let (head_of_other, after) = summary::results(Path::new(other))?;
    if (&head.game, &head.scenario) != (&head_of_other.game, &head_of_other.scenario) {
        return Err(Fault::Lab(format!("{one} and {other} are runs of different games")));
    }
    let found = compare(&before, &after).ok_or_else(|| {
        Fault::Lab(format!("{one} and {other} have no seed in common: give both the same seed"))
    })?;
    Ok(effect(&head.seats[0], &found).to_string())
}

/// Plays so many games of an arm by calling Python, and reads them from the folder that it names.
fn results(
    py: Python<'_>,
    play: &Py<PyAny>,
    arguments: (Option<usize>, u64, bool),
) -> PyResult<(String, Vec<summary::Result>)> {
    let folder: String = play.call1(py, arguments)?.extract(py)?;
    let (head, mut found) = summary::results(Path::new(&folder)).map_err(Fault::from)?;
    found.truncate(arguments.1 as usize);
    Ok((head.seats[0].clone(), found))
}

/// What arms are worth. `play(arm, games, fresh)` plays and gives a folder; arm is none for the game as it is.
#[pyfunction]
fn ablation(
    py: Python<'_>,
    arms: usize,
    first: u64,
    most: u64,
    reach: f64,
    play: Py<PyAny>,
) -> PyResult<String> {
    let sampling = Sampling { first, most: most.max(1), reach };
    let mut side = String::new();
    let found = ablate(arms, &sampling, |arm, games| -> PyResult<_> {
        let (first, found) = results(py, &play, (arm, games, false))?;
        side = first;
        Ok(found)
    })?;
    let row = |worth: &lab::ablate::Worth| {
        let mut row = effect(&side, &worth.effect);
        row["arm"] = json!(worth.arm);
        row["narrow"] = json!(worth.narrow);
        row
    };
    Ok(json!(found.iter().map(row).collect::<Vec<_>>()).to_string())
}

/// Every setting of choices, the cheapest first: for each choice the place of its value, or none.
#[pyfunction]
fn settings(choices: Vec<(usize, u32)>) -> Vec<(Vec<Option<usize>>, u32)> {
    let choices: Vec<tune::TuningChoice> =
        choices.into_iter().map(|(values, cost)| tune::TuningChoice { values, cost }).collect();
    let all = tune::settings(&choices);
    all.into_iter().map(|setting| (setting.clone(), tune::cost(&choices, &setting))).collect()
}

/// The cheapest setting that reaches a goal. `play(setting, games, fresh)` plays the setting with this number.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the package gives them names and defaults")]
fn tuning(
    py: Python<'_>,
    all: Vec<Vec<Option<usize>>>,
    seat: u8,
    share: f64,
    near: f64,
    first: u64,
    most: u64,
    every: bool,
    play: Py<PyAny>,
) -> PyResult<String> {
    let goal = Goal { seat, share, near };
    let sampling = Sampling { first, most: most.max(1), reach: 0.0 };
    let thoroughness = if every { Thoroughness::Every } else { Thoroughness::FromMildToStrong };
    let place = |setting: &tune::Setting| all.iter().position(|known| known == setting);
    let tuned = tune::tune(&all, &goal, &sampling, thoroughness, |setting, games, seeds| -> PyResult<_> {
        Ok(results(py, &play, (place(setting), games, seeds == Seeds::Fresh))?.1)
    })?;
    let row = |tried: &tune::Tried| {
        json!({"setting": place(&tried.setting), "games": tried.games, "share": tried.found.value,
               "interval": [tried.found.low, tried.found.high],
               "confirmed": tried.confirmed.map(|found| json!([found.value, found.low, found.high]))})
    };
    let tried: Vec<Value> = tuned.tried.iter().map(row).collect();
    Ok(json!({"reached": tuned.reached, "tried": tried, "passed_over": tuned.passed_over}).to_string())
}

/// How much the dice decided in the game of a record.
#[pyfunction]
#[pyo3(signature = (record, playouts = None))]
fn luck(py: Python<'_>, record: &str, playouts: Option<u32>) -> Result<String, Fault> {
    py.detach(|| {
        guarded(
            || (0, record.to_owned()),
            || {
                let game = playable(&RecordHead::read(record)?.game)?;
                let judge = playouts.map_or(Judge::Evaluation, Judge::Playouts);
                Ok(registry::luck(game, record, judge)?.json().to_string())
            },
        )
    })
}

/// Pairs of games between two bots, sides changed, one pair for each seed.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the package gives them names and defaults")]
fn duel(
    py: Python<'_>,
    game: &str,
    scenario: Option<&str>,
    options: BTreeMap<String, String>,
    patch: Option<&str>,
    one: &str,
    other: &str,
    seed: u64,
    pairs: u64,
) -> Result<String, Fault> {
    py.detach(|| {
        guarded(nothing, || {
            let shelved = playable(game)?;
            let setup = setup(shelved, scenario, options, read_patch(game, patch)?)?;
            let tally = registry::duel(shelved, &setup, [one, other], seed..seed.saturating_add(pairs))?;
            Ok(json!({"games": tally.games, "won": tally.won, "drawn": tally.drawn, "lost": tally.lost(),
                      "won_as": tally.won_as, "lost_as": tally.lost_as, "share": tally.share(),
                      "interval": tally.interval()})
            .to_string())
        })
    })
}
