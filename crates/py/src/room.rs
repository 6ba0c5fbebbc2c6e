//! What a step reads and writes: the parts of a batch, and NumPy's buffers cut into pieces for them.

#![allow(clippy::similar_names, reason = "planes have places, and counters are counted")]

use kit::{batch::AnyBatch, observe::FIGURES};
use numpy::{
    Element, PyArray, PyArray1, PyArrayMethods, PyReadwriteArray, PyReadwriteArray1, PyReadwriteArrayDyn,
    dtype, ndarray::Dimension,
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
};

/// A part of a batch, for one thread.
pub struct Part {
    pub games: Box<dyn AnyBatch>,
    codes: Vec<u32>,
    counts: Vec<u32>,
}

impl Part {
    pub fn new(games: Box<dyn AnyBatch>) -> Self {
        let counts = vec![0; games.len()];
        Self { games, codes: Vec::new(), counts }
    }
}

/// What a step writes, one entry for each game of a part.
pub struct Room<'r> {
    pub winners: &'r mut [i8],
    pub margins: &'r mut [i32],
    pub truncated: &'r mut [u8],
    seats: &'r mut [u8],
    planes: &'r mut [u8],
    vectors: &'r mut [i32],
    entities: &'r mut [i32],
    standings: &'r mut [i32],
}

impl<'r> Room<'r> {
    /// The first so many games, and the rest.
    pub fn split(self, games: usize, sizes: &Sizes) -> (Self, Self) {
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
    pub fn show(&mut self, part: &mut Part, lists: bool) {
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

/// How many games and threads, and how many numbers for each game.
#[derive(Clone, Copy)]
pub struct Sizes {
    pub games: usize,
    pub planes: usize,
    pub entities: usize,
    pub threads: usize,
}

/// Buffers that may be left out.
pub struct Buffers<'py> {
    winners: PyReadwriteArray1<'py, i8>,
    margins: PyReadwriteArray1<'py, i32>,
    truncated: PyReadwriteArray1<'py, u8>,
    seats: PyReadwriteArray1<'py, u8>,
    planes: Option<PyReadwriteArrayDyn<'py, u8>>,
    vectors: Option<PyReadwriteArrayDyn<'py, i32>>,
    entities: Option<PyReadwriteArrayDyn<'py, i32>>,
    standings: Option<PyReadwriteArray1<'py, i32>>,
}

/// A buffer of the batch by its name; none where there is none.
fn buffer<'py, T: Element, D: Dimension>(
    batch: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<Option<PyReadwriteArray<'py, T, D>>> {
    let found = batch.getattr(name)?;
    if found.is_none() {
        return Ok(None);
    }
    let array = found.cast_into::<PyArray<T, D>>().map_err(|_| {
        let kind = dtype::<T>(batch.py());
        PyTypeError::new_err(format!(
            "the buffer `{name}` is a NumPy array of {kind} with the shape that it was given"
        ))
    })?;
    let written = array
        .try_readwrite()
        .map_err(|error| PyTypeError::new_err(format!("the buffer `{name}` cannot be written: {error}")))?;
    Ok(Some(written))
}

/// A buffer that must be there.
fn needed<'py, T: Element>(batch: &Bound<'py, PyAny>, name: &str) -> PyResult<PyReadwriteArray1<'py, T>> {
    buffer(batch, name)?.ok_or_else(|| PyTypeError::new_err(format!("the buffer `{name}` is missing")))
}

/// A buffer of the right size.
pub fn fitting<'b, T>(what: &str, buffer: &'b mut [T], size: usize) -> PyResult<&'b mut [T]> {
    let found = buffer.len();
    if found == size {
        return Ok(buffer);
    }
    Err(PyValueError::new_err(format!("the buffer `{what}` holds {found} numbers, and {size} are needed")))
}

impl<'py> Buffers<'py> {
    /// The buffers that the package has made, or whatever stands in their place.
    pub fn of(batch: &Bound<'py, PyAny>) -> PyResult<Self> {
        Ok(Self {
            winners: needed(batch, "winners")?,
            margins: needed(batch, "margins")?,
            truncated: needed(batch, "truncated")?,
            seats: needed(batch, "seats")?,
            planes: buffer(batch, "planes")?,
            vectors: buffer(batch, "vectors")?,
            entities: buffer(batch, "entities")?,
            standings: buffer(batch, "standings")?,
        })
    }

    /// The buffers as slices, if they fit.
    pub fn room(&mut self, sizes: &Sizes) -> PyResult<Room<'_>> {
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

/// Codes and offsets.
pub type Lists<'py> = (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u32>>);

/// The lists of all parts as one.
pub fn lists<'py>(py: Python<'py>, parts: &[Part], codes: bool) -> Lists<'py> {
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
