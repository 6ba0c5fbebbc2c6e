//! What games are asked for.

use std::collections::BTreeMap;

use kit::batch::{AnyBatch, BatchTerms};

use crate::{
    fault::Fault,
    shelf::{playable, read_patch, setup},
};

/// What a batch of any size is asked for.
pub struct Wanted {
    pub game: String,
    pub scenario: Option<String>,
    pub options: BTreeMap<String, String>,
    pub patch: Option<String>,
    pub opponents: Vec<Option<String>>,
    pub limit: u32,
    pub anew: bool,
}

impl Wanted {
    /// Games with seeds from `seed` on, those that follow by `stride`.
    pub fn make(&self, games: usize, seed: u64, stride: u64) -> Result<Box<dyn AnyBatch>, Fault> {
        let shelved = playable(&self.game)?;
        let patch = read_patch(&self.game, self.patch.as_deref())?;
        let setup = setup(shelved, self.scenario.as_deref(), self.options.clone(), patch)?;
        let terms = BatchTerms { games, seed, limit: self.limit, anew: self.anew };
        let mut batch = registry::batch(shelved, &setup, &terms, &self.opponents)?;
        batch.reset(seed, stride)?;
        Ok(batch)
    }
}
