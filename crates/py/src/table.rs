//! A game being played, and programs that sit down at it.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError, atomic::AtomicBool},
};

use kit::{
    CounterId, Dice, Die, Purpose, RecordHead, Refusal, Rolled, Scripted, Seat, SetupError, Status, Viewer,
    any::{AnySession, Playable, Player},
};
use pyo3::prelude::*;
use serde_json::json;

use crate::{
    fault::{Fault, guarded},
    shelf::{map_json, playable, read_patch, setup},
};

/// Dice from a seed that remember how far they were rolled, so that a copy goes on with the same.
struct Stream {
    dice: Rolled,
    rolled: Vec<u16>,
}

impl Stream {
    fn new(seed: u64, rolled: &[u16]) -> Self {
        let mut stream = Self { dice: Rolled::seeded(seed), rolled: Vec::new() };
        for &sides in rolled {
            stream.roll(Die::with_sides(sides), Purpose::new("", ""));
        }
        stream
    }
}

impl Dice for Stream {
    fn roll(&mut self, die: Die, purpose: Purpose) -> u16 {
        self.rolled.push(die.sides());
        self.dice.roll(die, purpose)
    }
}

struct Inner {
    session: Box<dyn AnySession>,
    dice: Stream,
    seed: u64,
}

/// A game in play.
#[pyclass(frozen, module = "sandtable._native")]
pub struct Table(Mutex<Inner>);

impl Table {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        // What a failed act may have left is looked at through its history, which is whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the table something; a failure of the program tells its seed and record.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&mut Inner) -> Result<T, Fault> + Send,
    ) -> Result<T, Fault> {
        py.detach(|| {
            let lost = || {
                let inner = self.lock();
                (inner.seed, inner.session.record())
            };
            guarded(lost, || question(&mut self.lock()))
        })
    }
}

fn viewer(inner: &Inner, side: Option<&str>) -> Result<Viewer, Fault> {
    side.map_or(Ok(Viewer::Spectator), |side| Ok(Viewer::Seat(seat(inner, side)?)))
}

fn seat(inner: &Inner, side: &str) -> Result<Seat, Fault> {
    let sides = inner.session.sides();
    let place = sides.iter().position(|name| name.is_called(side) || name.name.eq_ignore_ascii_case(side));
    place
        .map(|place| Seat(place as u8))
        .ok_or_else(|| Fault::unknown("side", side, sides.iter().map(|name| name.name.as_str())))
}

#[pymethods]
impl Table {
    /// Sets a game up.
    #[new]
    #[pyo3(signature = (game, scenario = None, options = BTreeMap::new(), patch = None, seed = 0))]
    fn new(
        py: Python<'_>,
        game: &str,
        scenario: Option<&str>,
        options: BTreeMap<String, String>,
        patch: Option<&str>,
        seed: u64,
    ) -> Result<Self, Fault> {
        py.detach(|| {
            guarded(
                || (seed, String::new()),
                || {
                    let shelved = playable(game)?;
                    let setup = setup(shelved, scenario, options, read_patch(game, patch)?)?;
                    let session = shelved.start(&setup)?;
                    Ok(Self(Mutex::new(Inner { session, dice: Stream::new(seed, &[]), seed })))
                },
            )
        })
    }

    /// Plays a record again; `rolled` are the dice that the seed has given so far.
    #[staticmethod]
    #[pyo3(signature = (record, seed = 0, rolled = Vec::new()))]
    fn from_record(py: Python<'_>, record: &str, seed: u64, rolled: Vec<u16>) -> Result<Self, Fault> {
        py.detach(|| {
            guarded(
                || (seed, record.to_owned()),
                || {
                    let shelved = playable(&RecordHead::read(record)?.game)?;
                    let (session, fault) = shelved.open(record)?;
                    fault.map_or(Ok(()), Err)?;
                    Ok(Self(Mutex::new(Inner { session, dice: Stream::new(seed, &rolled), seed })))
                },
            )
        })
    }

    /// What a copy needs besides the record.
    fn stream(&self) -> (u64, Vec<u16>) {
        let inner = self.lock();
        (inner.seed, inner.dice.rolled.clone())
    }

    /// Scenario, options and sides.
    fn setup(&self) -> String {
        let inner = self.lock();
        let setup = inner.session.setup();
        json!({"scenario": setup.scenario, "options": setup.options, "sides": inner.session.seats()})
            .to_string()
    }

    /// Who decides: a side by name; none when it is over.
    fn deciding(&self) -> Option<String> {
        let inner = self.lock();
        match inner.session.status() {
            Status::Deciding(seat) => Some(inner.session.seats()[usize::from(seat.0)].to_owned()),
            Status::Over(_) => None,
        }
    }

    /// How it ended: the winner, if anybody, and the margin; none before.
    fn outcome(&self) -> Option<(Option<String>, i32)> {
        let inner = self.lock();
        match inner.session.status() {
            Status::Deciding(_) => None,
            Status::Over(outcome) => {
                let name = |seat: Seat| inner.session.seats()[usize::from(seat.0)].to_owned();
                Some((outcome.winner.map(name), outcome.margin))
            }
        }
    }

    /// What is being decided.
    fn prompt(&self, py: Python<'_>) -> Result<String, Fault> {
        self.ask(py, |inner| {
            if let Status::Over(_) = inner.session.status() {
                return Err(Refusal::new("", "the game is over").into());
            }
            Ok(json!(inner.session.prompt()).to_string())
        })
    }

    /// Everything that can be decided now.
    fn choices(&self, py: Python<'_>) -> Result<String, Fault> {
        self.ask(py, |inner| Ok(json!(inner.session.choices()).to_string()))
    }

    /// Whether the rules allow what is written, or why not.
    fn check(&self, py: Python<'_>, text: &str) -> Result<(), Fault> {
        self.ask(py, |inner| Ok(inner.session.why(text)?))
    }

    /// Decides; the dice come from the seed, or as they are told.
    #[pyo3(signature = (text, dice = None))]
    fn act(&self, py: Python<'_>, text: &str, dice: Option<&str>) -> Result<String, Fault> {
        self.ask(py, |inner| {
            let Some(dice) = dice else {
                return Ok(json!(inner.session.act(text, &mut inner.dice)?).to_string());
            };
            let mut script = Scripted::parse(dice).map_err(kit::Problem::Dice)?;
            let steps = inner.session.steps();
            let entry = inner.session.act(text, &mut script)?;
            if let Err(misfit) = script.finish() {
                inner.session.truncate(steps);
                return Err(kit::Problem::Dice(misfit).into());
            }
            Ok(json!(entry).to_string())
        })
    }

    /// Takes back the last decision of a side; false if a new fact stands in the way.
    fn undo(&self, py: Python<'_>, side: &str) -> Result<bool, Fault> {
        self.ask(py, |inner| {
            let seat = seat(inner, side)?;
            Ok(inner.session.undo(seat))
        })
    }

    /// How many of the last decisions a side may take back.
    fn undoable(&self, py: Python<'_>, side: &str) -> Result<usize, Fault> {
        self.ask(py, |inner| Ok(inner.session.undoable(seat(inner, side)?)))
    }

    /// The record so far.
    fn record(&self, py: Python<'_>) -> Result<String, Fault> {
        self.ask(py, |inner| Ok(inner.session.record()))
    }

    /// The hash of the state.
    fn hash(&self) -> u64 {
        self.lock().session.hash()
    }

    /// How many decisions were made.
    fn steps(&self) -> usize {
        self.lock().session.steps()
    }

    /// The table as it was after so many decisions.
    fn at(&self, py: Python<'_>, step: usize) -> Result<Self, Fault> {
        self.ask(py, |inner| {
            let (session, seed) = (inner.session.at(step), inner.seed);
            Ok(Self(Mutex::new(Inner { session, dice: Stream::new(seed, &inner.dice.rolled), seed })))
        })
    }

    /// What a side may see; what everybody may without one.
    #[pyo3(signature = (side = None))]
    fn view(&self, py: Python<'_>, side: Option<&str>) -> Result<String, Fault> {
        self.ask(py, |inner| Ok(json!(inner.session.view(viewer(inner, side)?)).to_string()))
    }

    /// What can be laid over the map.
    fn overlays(&self) -> Vec<(&'static str, &'static str)> {
        self.lock().session.overlays().to_vec()
    }

    /// One of them.
    #[pyo3(signature = (name, side = None, unit = None))]
    fn overlay(
        &self,
        py: Python<'_>,
        name: &str,
        side: Option<&str>,
        unit: Option<u16>,
    ) -> Result<String, Fault> {
        self.ask(py, |inner| {
            let viewer = viewer(inner, side)?;
            let found = inner.session.overlay(name, viewer, unit.map(CounterId));
            let known = || inner.session.overlays().iter().map(|(name, _)| *name);
            Ok(json!(found.ok_or_else(|| Fault::unknown("overlay", name, known()))?).to_string())
        })
    }

    /// What happened: decisions from one number to before another, counted from 0, as a side may know them; all of it
    /// without a side.
    #[pyo3(signature = (first, end, side = None))]
    fn journal(&self, py: Python<'_>, first: usize, end: usize, side: Option<&str>) -> Result<String, Fault> {
        self.ask(py, |inner| {
            let story = inner.session.story(first..end);
            let story: Vec<_> = match side {
                None => story,
                Some(side) => {
                    let viewer = Viewer::Seat(seat(inner, side)?);
                    story.into_iter().map(|entry| entry.seen_by(viewer)).collect()
                }
            };
            Ok(json!(story).to_string())
        })
    }

    /// The exact odds of what is being put together.
    fn odds(&self, py: Python<'_>) -> Result<String, Fault> {
        self.ask(py, |inner| Ok(json!(inner.session.odds()).to_string()))
    }

    /// What a decision can lead to; nothing if it rolls no dice, or too many.
    fn chances(&self, py: Python<'_>, text: &str) -> Result<Option<String>, Fault> {
        self.ask(py, |inner| Ok(inner.session.chances(text)?.map(|report| json!(report).to_string())))
    }

    /// The map as data.
    fn hex_map(&self) -> Option<String> {
        self.lock().session.map().map(|map| map_json(map).to_string())
    }
}

/// A program that plays.
#[pyclass(frozen, module = "sandtable._native")]
pub struct Bot {
    game: &'static dyn Playable,
    name: String,
    player: Mutex<Box<dyn Player>>,
}

#[pymethods]
impl Bot {
    /// A player by name, such as `regular` or `veteran/cautious/200`.
    #[new]
    #[pyo3(signature = (game, name, seed = 0))]
    fn new(game: &str, name: &str, seed: u64) -> Result<Self, Fault> {
        let game = playable(game)?;
        // Somewhere there must be such a player; where there is none he refuses to sit down.
        let mut scenarios = game.profile().scenarios.iter().rev();
        let mut found = Err(SetupError(format!("{} has no scenarios", game.name())));
        while let (Err(_), Some(scenario)) = (&found, scenarios.next()) {
            found = registry::player(game, &scenario.name, name, seed);
        }
        Ok(Self { game, name: name.to_owned(), player: Mutex::new(found?) })
    }

    /// What it decides; nothing when the game is over or it is another game.
    fn decide(&self, py: Python<'_>, table: &Table) -> Result<Option<String>, Fault> {
        table.ask(py, |inner| {
            registry::spec(self.game, &inner.session.setup().scenario, &self.name)?;
            let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(player.decide(&*inner.session, &AtomicBool::new(false)))
        })
    }

    /// What it was after on its last turn.
    fn account(&self) -> Vec<String> {
        self.player.lock().unwrap_or_else(PoisonError::into_inner).account()
    }
}
