//! The numbers by which a game's programs weigh things: a file of its content.

use std::{borrow::Cow, collections::BTreeMap};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error},
};

use crate::{
    ContentError,
    content::{Sources, read_toml},
};

/// A file with the weights of a game's judgement: sections of whole numbers. A patch changes it like any file of the
/// content, so that two judgements of one game can meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeightFile {
    /// What a patch calls it.
    pub name: &'static str,
    /// Its text as published.
    pub text: &'static str,
}

/// One number of a [`WeightFile`].
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TacticalWeight {
    /// Its section.
    pub section: String,
    /// Its name.
    pub key: String,
    /// Its value.
    pub value: i64,
}

impl WeightFile {
    /// What a patch calls the weights of every scenario of a game at once, where each has its own.
    pub const EVERYWHERE: &'static str = "tactics";

    /// How the name of a general's file begins.
    pub const GENERAL: &'static str = "general";

    /// Its sections as the content has them, patched or not.
    pub fn read<T: DeserializeOwned>(&self, sources: &Sources<'_>) -> Result<T, ContentError> {
        let mut text = Cow::Borrowed(self.text);
        if self.is_changed_by(Self::EVERYWHERE) {
            text = sources.text(Self::EVERYWHERE, &text)?.into_owned().into();
        }
        if self.name != Self::EVERYWHERE {
            text = sources.text(self.name, &text)?.into_owned().into();
        }
        read_toml(&format!("data/{}.toml", self.name), &text)
    }

    /// Whether it is a general's: who changes the weights of everybody leaves his alone.
    pub fn is_general(&self) -> bool {
        self.name.starts_with(Self::GENERAL)
    }

    /// Whether a patch of this name changes it.
    pub fn is_changed_by(&self, table: &str) -> bool {
        table == self.name || table == Self::EVERYWHERE && !self.is_general()
    }

    /// Its numbers as published, in the order of their names.
    pub fn list(&self) -> Result<Vec<TacticalWeight>, ContentError> {
        let sections: BTreeMap<String, BTreeMap<String, i64>> = read_toml(self.name, self.text)?;
        let weights = sections.into_iter().flat_map(|(section, keys)| {
            keys.into_iter().map(move |(key, value)| TacticalWeight { section: section.clone(), key, value })
        });
        Ok(weights.collect())
    }
}

/// Weights are whole numbers from 0 to this, so that no sum of them can overflow, whatever a patch says.
pub const MOST_WEIGHT: i64 = 1000;

/// Reads a weight; see [`weights!`](crate::weights).
pub fn read_weight<'de, D: Deserializer<'de>>(from: D) -> Result<i32, D::Error> {
    let value = i64::deserialize(from)?;
    if (0..=MOST_WEIGHT).contains(&value) {
        return Ok(value as i32);
    }
    Err(D::Error::custom(format!(
        "found the weight {value}, expected a whole number from 0 to {MOST_WEIGHT}"
    )))
}

/// Declares a section of a [`WeightFile`]: a struct of whole numbers, each by its name in the file.
#[macro_export]
macro_rules! weights {
    ($name:ident { $($key:ident),* $(,)? }) => {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name {
            $(#[serde(deserialize_with = "kit::tactics::read_weight")] pub(crate) $key: i32),*
        }
    };
}
