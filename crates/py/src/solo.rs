//! One game, one call for each decision.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use kit::batch::{AnyBatch, GOING, StepResults};
use pyo3::{exceptions::PyIndexError, prelude::*};

use crate::{
    fault::{Fault, guarded},
    wanted::Wanted,
};

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
    fn step(&self, choice: i64) -> PyResult<usize> {
        let mut alone = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let alone = &mut *alone;
        let many = alone.game.choices(0);
        let Some(choice) = u32::try_from(choice).ok().filter(|&choice| (choice as usize) < many) else {
            let words = format!("the game has {many} choices, counted from 0: {choice} is none of them");
            return Err(PyIndexError::new_err(words));
        };
        let mut steps = StepResults {
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
