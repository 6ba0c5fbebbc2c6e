//! Batches of games: every game one decision further with each call, the interpreter free meanwhile.

#![allow(clippy::similar_names, reason = "planes have places, and counters are counted")]

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError, TryLockError},
};

use kit::{
    Fraction, Seat,
    batch::{AnyBatch, Failed, StepResults},
    observe::{FIGURES, TRAITS},
};
use numpy::{PyReadonlyArray1, PyReadwriteArrayDyn};
use pyo3::{
    exceptions::{PyIndexError, PyRuntimeError, PyValueError},
    prelude::*,
};
use serde_json::json;

use crate::{
    fault::{Fault, guarded},
    pool::{pool, processors},
    room::{Buffers, Lists, Part, Room, Sizes, fitting, lists},
    wanted::Wanted,
};

/// How many parts of a batch there are for each thread.
const PARTS: usize = 4;

/// Games that are played together.
#[pyclass(frozen, module = "sandtable._native")]
pub struct Batch {
    parts: Mutex<Vec<Part>>,
    sizes: Sizes,
    about: String,
}

fn about(batch: &dyn AnyBatch) -> String {
    let scene = batch.scene();
    json!({"width": scene.width, "height": scene.height, "verbs": scene.verbs, "units": scene.units,
           "places": scene.places, "codes": scene.codes()})
    .to_string()
}

impl Batch {
    /// The parts. Nobody waits for another thread while holding the interpreter, which that thread may need.
    fn lock(&self) -> PyResult<MutexGuard<'_, Vec<Part>>> {
        match self.parts.try_lock() {
            Ok(parts) => Ok(parts),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "another thread is stepping this batch: give each a batch of its own",
            )),
        }
    }

    fn of(games: Box<dyn AnyBatch>) -> Self {
        let (planes, entities) = (games.scene().planes(), games.scene().units * TRAITS.len());
        let about = about(&*games);
        let sizes = Sizes { games: games.len(), planes, entities, threads: 1 };
        Self { parts: Mutex::new(vec![Part::new(games)]), sizes, about }
    }

    /// The part that a game is in, and its place there.
    fn find<T>(&self, game: usize, ask: impl FnOnce(&Part, usize) -> T) -> PyResult<T> {
        let mut place = game;
        for part in self.lock()?.iter() {
            if place < part.games.len() {
                let lost = || (part.games.progress(place).0, part.games.record(place));
                return Ok(guarded(lost, || Ok(ask(part, place)))?);
            }
            place -= part.games.len();
        }
        Err(PyIndexError::new_err(format!("there is no game {game} in a batch of {}", self.sizes.games)))
    }

    /// Does something with every part and its room. The caller takes parts as well as the other threads, whoever is free: nobody
    /// waits for one that is slow to wake while something is left to do.
    fn everywhere(
        &self,
        room: Room<'_>,
        parts: &mut [Part],
        work: impl Fn(&mut Part, &mut Room<'_>, usize) -> Result<(), Failed> + Sync,
    ) -> Result<(), Fault> {
        let mut rest = room;
        let mut jobs = Vec::with_capacity(parts.len());
        let mut first = 0;
        for part in parts {
            let games = part.games.len();
            let (own, others) = rest.split(games, &self.sizes);
            rest = others;
            jobs.push((part, own, first));
            first += games;
        }
        let helpers = jobs.len().min(self.sizes.threads) - 1;
        let left = Mutex::new(jobs.into_iter());
        let failures = Mutex::new(Vec::new());
        let share = || loop {
            let next = left.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((part, mut room, first)) = next else { return };
            if let Err(failed) = work(part, &mut room, first) {
                failures.lock().unwrap_or_else(PoisonError::into_inner).push((first, failed));
            }
        };
        if helpers == 0 {
            share();
        } else {
            pool(helpers)?.in_place_scope(|scope| {
                for _ in 0..helpers {
                    scope.spawn(|_| share());
                }
                share();
            });
        }
        // Which failure is told does not depend on who came first.
        let failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
        let first = failures.into_iter().min_by_key(|(first, _)| *first);
        first.map_or(Ok(()), |(_, failed)| Err(failed.into()))
    }
}

#[pymethods]
impl Batch {
    /// So many games.
    #[new]
    #[pyo3(signature = (game, scenario, games, seed, options, patch, opponents, limit, threads, anew))]
    #[allow(clippy::too_many_arguments, reason = "the package gives them names and defaults")]
    fn new(
        py: Python<'_>,
        game: String,
        scenario: Option<String>,
        games: usize,
        seed: u64,
        options: BTreeMap<String, String>,
        patch: Option<String>,
        opponents: Vec<Option<String>>,
        limit: u32,
        threads: usize,
        anew: bool,
    ) -> Result<Self, Fault> {
        if games == 0 {
            return Err(Fault::Setup("a batch has at least one game".into()));
        }
        let wanted = Wanted { game, scenario, options, patch, opponents, limit, anew };
        py.detach(|| {
            guarded(
                || (seed, String::new()),
                || {
                    let threads = if threads == 0 { processors() } else { threads };
                    // Several parts for each thread, so that all are done at about the same time, but none so small that handing
                    // it over takes longer than playing it.
                    let many = if threads == 1 { 1 } else { (threads * PARTS).min(games.div_ceil(8)) };
                    let (each, more) = (games / many, games % many);
                    let mut parts = Vec::new();
                    let mut first = 0;
                    for part in 0..many {
                        let size = each + usize::from(part < more);
                        let batch = wanted.make(size, seed.wrapping_add(first), games as u64)?;
                        parts.push(Part::new(batch));
                        first += size as u64;
                    }
                    let scene = parts[0].games.scene();
                    let (planes, entities) = (scene.planes(), scene.units * TRAITS.len());
                    let about = about(&*parts[0].games);
                    let sizes = Sizes { games, planes, entities, threads };
                    Ok(Self { parts: Mutex::new(parts), sizes, about })
                },
            )
        })
    }

    /// Sizes, in JSON.
    fn about(&self) -> &str {
        &self.about
    }

    fn __len__(&self) -> usize {
        self.sizes.games
    }

    /// Begins all games anew.
    fn reset(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        let mut parts = self.lock()?;
        let parts: &mut [Part] = &mut parts;
        let reset = py.detach(|| {
            let mut first = 0;
            for part in parts {
                part.games.reset(seed.wrapping_add(first), self.sizes.games as u64)?;
                first += part.games.len() as u64;
            }
            Ok::<(), Failed>(())
        });
        reset.map_err(|failed| Fault::from(failed).into())
    }

    /// Writes what is to be seen into the buffers; gives the lists of what can be decided.
    fn look<'py>(&self, py: Python<'py>, batch: &Bound<'py, PyAny>, codes: bool) -> PyResult<Lists<'py>> {
        let mut buffers = Buffers::of(batch)?;
        let room = buffers.room(&self.sizes)?;
        let mut guard = self.lock()?;
        let parts: &mut [Part] = &mut guard;
        py.detach(|| {
            let work = |part: &mut Part, room: &mut Room<'_>, _: usize| {
                room.show(part, codes);
                Ok(())
            };
            guarded(|| (0, String::new()), || self.everywhere(room, parts, work))
        })?;
        Ok(lists(py, &guard, codes))
    }

    /// Decides in every game and writes what came of it.
    fn step<'py>(
        &self,
        py: Python<'py>,
        choices: PyReadonlyArray1<'py, u32>,
        batch: &Bound<'py, PyAny>,
        codes: bool,
    ) -> PyResult<Lists<'py>> {
        let mut buffers = Buffers::of(batch)?;
        let room = buffers.room(&self.sizes)?;
        let choices = choices.as_slice()?;
        if choices.len() != self.sizes.games {
            return Err(PyValueError::new_err(format!(
                "{} decisions for {} games",
                choices.len(),
                self.sizes.games
            )));
        }
        let mut guard = self.lock()?;
        let parts: &mut [Part] = &mut guard;
        let mut place = 0;
        for part in parts.iter() {
            for game in 0..part.games.len() {
                let (choice, many) = (choices[place], part.games.choices(game));
                // A game that is over and does not begin anew has no choices, and takes whatever stands there.
                if choice as usize >= many && many > 0 {
                    return Err(PyIndexError::new_err(format!(
                        "game {place} has {many} choices, counted from 0: {choice} is none of them"
                    )));
                }
                place += 1;
            }
        }
        py.detach(|| {
            let work = |part: &mut Part, room: &mut Room<'_>, first: usize| {
                let own = &choices[first..first + part.games.len()];
                let mut steps =
                    StepResults { winners: room.winners, margins: room.margins, truncated: room.truncated };
                let stepped = part.games.step(own, &mut steps);
                room.show(part, codes);
                stepped
            };
            guarded(|| (0, String::new()), || self.everywhere(room, parts, work))
        })?;
        Ok(lists(py, &guard, codes))
    }

    /// What a side may know of one game, whoever decides.
    fn observe<'py>(
        &self,
        game: usize,
        seat: u8,
        mut planes: PyReadwriteArrayDyn<'py, u8>,
        mut vector: PyReadwriteArrayDyn<'py, i32>,
        entities: Option<PyReadwriteArrayDyn<'py, i32>>,
    ) -> PyResult<()> {
        let planes = fitting("planes", planes.as_slice_mut()?, self.sizes.planes)?;
        let vector = fitting("vector", vector.as_slice_mut()?, FIGURES.len())?;
        self.find(game, |part, place| part.games.observe_as(place, Seat(seat), planes, vector))?;
        if let Some(mut entities) = entities {
            let entities = fitting("entities", entities.as_slice_mut()?, self.sizes.entities)?;
            self.find(game, |part, place| part.games.entities_as(place, Seat(seat), entities))?;
        }
        Ok(())
    }

    /// What can be decided in a game, as it is written.
    fn texts(&self, game: usize) -> PyResult<Vec<String>> {
        self.find(game, |part, place| part.games.texts(place))
    }

    /// The seed of a game and how many decisions it has had.
    fn progress(&self, game: usize) -> PyResult<(u64, u32)> {
        self.find(game, |part, place| part.games.progress(place))
    }

    /// The record of a game.
    fn record(&self, game: usize) -> PyResult<String> {
        self.find(game, |part, place| part.games.record(place))
    }

    /// Every state that a decision can lead to, with its exact chance.
    fn outcomes(&self, game: usize, choice: usize) -> PyResult<Vec<(String, Self)>> {
        let found = self.find(game, |part, place| {
            let many = part.games.choices(place);
            if choice >= many {
                let words =
                    format!("game {game} has {many} choices, counted from 0: {choice} is none of them");
                return Err(PyIndexError::new_err(words));
            }
            part.games.outcomes(place, choice).map_err(|failed| Fault::from(failed).into())
        })??;
        let each = |(chance, games): (Fraction, Box<dyn AnyBatch>)| (chance.to_string(), Self::of(games));
        Ok(found.into_iter().map(each).collect())
    }

    /// A copy of one game, as a batch of its own.
    fn fork(&self, game: usize) -> PyResult<Self> {
        Ok(Self::of(self.find(game, |part, place| part.games.fork(place))?))
    }
}
