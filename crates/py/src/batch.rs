//! Batches of games: every game one decision further with each call, the interpreter free meanwhile.

#![allow(clippy::similar_names, reason = "planes have places, and counters are counted")]

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError, TryLockError},
};

use kit::{
    Fraction, Seat,
    batch::{AnyBatch, Failed, GOING, Steps, Terms},
    observe::{FIGURES, TRAITS},
};
use numpy::{PyArray1, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArrayDyn};
use pyo3::{
    exceptions::{PyIndexError, PyRuntimeError, PyValueError},
    prelude::*,
};
use rayon::prelude::*;
use serde_json::json;

use crate::{
    fault::{Fault, guarded},
    pool::{pool, processors},
    shelf::{playable, read_patch, setup},
};

/// A part of a batch, for one thread.
struct Part {
    games: Box<dyn AnyBatch>,
    codes: Vec<u32>,
    counts: Vec<u32>,
}

impl Part {
    fn new(games: Box<dyn AnyBatch>) -> Self {
        let counts = vec![0; games.len()];
        Self { games, codes: Vec::new(), counts }
    }
}

/// What a step writes, one entry for each game of a part.
struct Room<'r> {
    winners: &'r mut [i8],
    margins: &'r mut [i32],
    truncated: &'r mut [u8],
    seats: &'r mut [u8],
    planes: &'r mut [u8],
    vectors: &'r mut [i32],
    entities: &'r mut [i32],
    standings: &'r mut [i32],
}

impl<'r> Room<'r> {
    /// The first so many games, and the rest.
    fn split(self, games: usize, sizes: &Sizes) -> (Self, Self) {
        fn cut<T>(all: &mut [T], at: usize) -> (&mut [T], &mut [T]) {
            let at = at.min(all.len());
            all.split_at_mut(at)
        }
        let (winners, winners_rest) = cut(self.winners, games);
        let (margins, margins_rest) = cut(self.margins, games);
        let (truncated, truncated_rest) = cut(self.truncated, games);
        let (seats, seats_rest) = cut(self.seats, games);
        let (planes, planes_rest) = cut(self.planes, games * sizes.planes);
        let (vectors, vectors_rest) = cut(self.vectors, games * FIGURES.len());
        let (entities, entities_rest) = cut(self.entities, games * sizes.entities);
        let (standings, standings_rest) = cut(self.standings, games);
        (
            Room { winners, margins, truncated, seats, planes, vectors, entities, standings },
            Room {
                winners: winners_rest,
                margins: margins_rest,
                truncated: truncated_rest,
                seats: seats_rest,
                planes: planes_rest,
                vectors: vectors_rest,
                entities: entities_rest,
                standings: standings_rest,
            },
        )
    }

    /// Writes what is to be seen of a part.
    fn show(&mut self, part: &mut Part, lists: bool) {
        if lists {
            part.codes.clear();
            part.games.codes(&mut part.codes, &mut part.counts);
        } else {
            for (game, count) in part.counts.iter_mut().enumerate() {
                *count = part.games.choices(game) as u32;
            }
        }
        for (game, seat) in self.seats.iter_mut().enumerate() {
            *seat = part.games.seat(game);
        }
        if !self.vectors.is_empty() {
            part.games.observe(self.planes, self.vectors);
        }
        if !self.entities.is_empty() {
            part.games.entities(self.entities);
        }
        if !self.standings.is_empty() {
            part.games.standings(self.standings);
        }
    }
}

#[derive(Clone, Copy)]
struct Sizes {
    games: usize,
    planes: usize,
    entities: usize,
    threads: usize,
}

/// Games that are played together.
#[pyclass(frozen, module = "sandtable._native")]
pub struct Batch {
    parts: Mutex<Vec<Part>>,
    sizes: Sizes,
    about: String,
}

type Lists<'py> = (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u32>>);

/// Buffers that may be left out.
#[derive(FromPyObject)]
struct Buffers<'py> {
    winners: PyReadwriteArray1<'py, i8>,
    margins: PyReadwriteArray1<'py, i32>,
    truncated: PyReadwriteArray1<'py, u8>,
    seats: PyReadwriteArray1<'py, u8>,
    planes: Option<PyReadwriteArrayDyn<'py, u8>>,
    vectors: Option<PyReadwriteArrayDyn<'py, i32>>,
    entities: Option<PyReadwriteArrayDyn<'py, i32>>,
    standings: Option<PyReadwriteArray1<'py, i32>>,
}

fn fitting<'b, T>(what: &str, buffer: &'b mut [T], size: usize) -> PyResult<&'b mut [T]> {
    let found = buffer.len();
    if found == size {
        return Ok(buffer);
    }
    Err(PyValueError::new_err(format!("the buffer `{what}` holds {found} numbers, and {size} are needed")))
}

impl Buffers<'_> {
    fn room(&mut self, sizes: &Sizes) -> PyResult<Room<'_>> {
        let games = sizes.games;
        let planes: &mut [u8] = match &mut self.planes {
            Some(planes) => fitting("planes", planes.as_slice_mut()?, games * sizes.planes)?,
            None => &mut [],
        };
        let vectors: &mut [i32] = match &mut self.vectors {
            Some(vectors) => fitting("vectors", vectors.as_slice_mut()?, games * FIGURES.len())?,
            None => &mut [],
        };
        if vectors.is_empty() && !planes.is_empty() {
            return Err(PyValueError::new_err("planes are written together with vectors: give both buffers"));
        }
        let entities: &mut [i32] = match &mut self.entities {
            Some(entities) => fitting("entities", entities.as_slice_mut()?, games * sizes.entities)?,
            None => &mut [],
        };
        let standings: &mut [i32] = match &mut self.standings {
            Some(standings) => fitting("standings", standings.as_slice_mut()?, games)?,
            None => &mut [],
        };
        Ok(Room {
            winners: fitting("winners", self.winners.as_slice_mut()?, games)?,
            margins: fitting("margins", self.margins.as_slice_mut()?, games)?,
            truncated: fitting("truncated", self.truncated.as_slice_mut()?, games)?,
            seats: fitting("seats", self.seats.as_slice_mut()?, games)?,
            planes,
            vectors,
            entities,
            standings,
        })
    }
}

/// What a batch of any size is asked for.
struct Wanted {
    game: String,
    scenario: Option<String>,
    options: BTreeMap<String, String>,
    patch: Option<String>,
    opponents: Vec<Option<String>>,
    limit: u32,
    anew: bool,
}

impl Wanted {
    /// Games with seeds from `seed` on, those that follow by `stride`.
    fn make(&self, games: usize, seed: u64, stride: u64) -> Result<Box<dyn AnyBatch>, Fault> {
        let shelved = playable(&self.game)?;
        let patch = read_patch(&self.game, self.patch.as_deref())?;
        let setup = setup(shelved, self.scenario.as_deref(), self.options.clone(), patch)?;
        let terms = Terms { games, seed, limit: self.limit, anew: self.anew };
        let mut batch = registry::batch(shelved, &setup, &terms, &self.opponents)?;
        batch.reset(seed, stride)?;
        Ok(batch)
    }
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

    /// Does something with every part and its room, on all threads.
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
        if jobs.len() == 1 {
            return jobs
                .iter_mut()
                .try_for_each(|(part, room, first)| work(part, room, *first))
                .map_err(Fault::from);
        }
        let results: Vec<Result<(), Failed>> = pool(self.sizes.threads)?
            .install(|| jobs.par_iter_mut().map(|(part, room, first)| work(part, room, *first)).collect());
        results.into_iter().collect::<Result<(), Failed>>().map_err(Fault::from)
    }
}

/// The lists of all parts as one.
fn lists<'py>(py: Python<'py>, parts: &[Part], codes: bool) -> Lists<'py> {
    let mut all = Vec::with_capacity(parts.iter().map(|part| part.codes.len()).sum());
    let mut offsets = vec![0_u32];
    let mut end = 0;
    for part in parts {
        if codes {
            all.extend_from_slice(&part.codes);
        }
        for count in &part.counts {
            end += count;
            offsets.push(end);
        }
    }
    (PyArray1::from_vec(py, all), PyArray1::from_vec(py, offsets))
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
                    // A part for each thread, and not so small that handing it over takes longer than playing it.
                    let many = threads.min(games.div_ceil(8));
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
    fn look<'py>(&self, py: Python<'py>, mut buffers: Buffers<'py>, codes: bool) -> PyResult<Lists<'py>> {
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
        mut buffers: Buffers<'py>,
        codes: bool,
    ) -> PyResult<Lists<'py>> {
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
                if choice as usize >= many {
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
                    Steps { winners: room.winners, margins: room.margins, truncated: room.truncated };
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

/// One game, one call for each decision.
#[pyclass(frozen, module = "sandtable._native")]
pub struct Solo(Mutex<Alone>);

struct Alone {
    game: Box<dyn AnyBatch>,
    winner: i8,
    margin: i32,
    truncated: u8,
    games: u64,
}

#[pymethods]
impl Solo {
    /// A game.
    #[new]
    #[pyo3(signature = (game, scenario, seed, options, patch, opponents, limit))]
    #[allow(clippy::too_many_arguments, reason = "the package gives them names and defaults")]
    fn new(
        game: String,
        scenario: Option<String>,
        seed: u64,
        options: BTreeMap<String, String>,
        patch: Option<String>,
        opponents: Vec<Option<String>>,
        limit: u32,
    ) -> Result<Self, Fault> {
        let wanted = Wanted { game, scenario, options, patch, opponents, limit, anew: true };
        guarded(
            || (seed, String::new()),
            || {
                let game = wanted.make(1, seed, 1)?;
                Ok(Self(Mutex::new(Alone { game, winner: GOING, margin: 0, truncated: 0, games: 0 })))
            },
        )
    }

    /// Decides by the place in the list; gives how many choices there are then. A game that is over begins anew.
    fn step(&self, choice: u32) -> PyResult<usize> {
        let mut alone = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let alone = &mut *alone;
        let many = alone.game.choices(0);
        if choice as usize >= many {
            let words = format!("the game has {many} choices, counted from 0: {choice} is none of them");
            return Err(PyIndexError::new_err(words));
        }
        let mut steps = Steps {
            winners: std::slice::from_mut(&mut alone.winner),
            margins: std::slice::from_mut(&mut alone.margin),
            truncated: std::slice::from_mut(&mut alone.truncated),
        };
        alone.game.step(&[choice], &mut steps).map_err(Fault::from)?;
        alone.games += u64::from(alone.winner != GOING);
        Ok(alone.game.choices(0))
    }

    /// How many choices there are.
    fn choices(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).game.choices(0)
    }

    /// How many games have ended.
    #[getter]
    fn games(&self) -> u64 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).games
    }

    /// How the last decision ended its game: the winner's seat, -1 for nobody; -2 if it did not end it.
    #[getter]
    fn winner(&self) -> i8 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).winner
    }
}
