//! The numbers by which a game's programs weigh things: a file of its content.

use std::{borrow::Cow, collections::BTreeMap};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error},
};

use super::{Judge, Level};
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

/// What each level weighs a scenario by: the files, what was read from them, or something made of that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeightSets<W> {
    /// Everybody's.
    pub usual: W,
    /// A veteran's own, and a general's unless he has some.
    pub veteran: Option<W>,
    /// A general's own.
    pub general: Option<W>,
}

/// The files of a scenario.
pub type WeightFiles = WeightSets<WeightFile>;

impl<W> WeightSets<W> {
    /// The same for all players.
    pub const fn of_everybody(usual: W) -> Self {
        Self { usual, veteran: None, general: None }
    }

    /// Reads files as the content has them, patched or not.
    pub fn read(files: WeightFiles, sources: &Sources<'_>) -> Result<Self, ContentError>
    where
        W: DeserializeOwned,
    {
        let WeightSets { usual, veteran, general } = files.each(|file| file.read(sources));
        Ok(Self { usual: usual?, veteran: veteran.transpose()?, general: general.transpose()? })
    }

    /// Something made of each.
    pub fn each<T>(&self, make: impl Fn(&W) -> T) -> WeightSets<T> {
        let [veteran, general] = [&self.veteran, &self.general].map(|own| own.as_ref().map(&make));
        WeightSets { usual: make(&self.usual), veteran, general }
    }

    /// What a position is judged by.
    #[inline]
    pub fn of(&self, judge: Judge) -> &W {
        let own = match judge.0 {
            Level::Random | Level::Recruit | Level::Regular => None,
            Level::Veteran => self.veteran.as_ref(),
            Level::General => self.general.as_ref().or(self.veteran.as_ref()),
        };
        own.unwrap_or(&self.usual)
    }
}

/// The files of a scenario by its name: `kit::weight_files!("cannae")`, and with those that players who look ahead have of
/// their own `kit::weight_files!("cannae", veteran, general)`. They are
/// `tactics-cannae.toml`, `veteran-cannae.toml` and `general-cannae.toml` in the folder `../../data`, as seen from the source that
/// calls the macro.
#[macro_export]
macro_rules! weight_files {
    ($scenario:literal $(, $level:ident)*) => {
        $crate::tactics::WeightFiles {
            $($level: Some($crate::weight_files!(@ concat!(stringify!($level), "-", $scenario))),)*
            ..$crate::tactics::WeightFiles::of_everybody($crate::weight_files!(@ concat!("tactics-", $scenario)))
        }
    };
    (@ $name:expr) => {
        $crate::tactics::WeightFile {
            name: $name,
            text: include_str!(concat!("../../data/", $name, ".toml")),
        }
    };
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

    /// Whether a patch of this name changes it. Who changes the weights of everybody leaves those alone that only a veteran or
    /// a general has.
    pub fn is_changed_by(&self, table: &str) -> bool {
        table == self.name || table == Self::EVERYWHERE && self.name.starts_with(Self::EVERYWHERE)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patch::Patch;

    const fn file(name: &'static str, text: &'static str) -> WeightFile {
        WeightFile { name, text }
    }

    const FILES: WeightFiles = WeightFiles {
        veteran: Some(file("veteran-short", "[worth]\nvillage = 2")),
        ..WeightFiles::of_everybody(file("tactics-short", "[worth]\nvillage = 1"))
    };

    type Sections = BTreeMap<String, BTreeMap<String, i64>>;

    /// What each level weighs a village by, the weakest first.
    fn villages(files: WeightFiles, sources: &Sources<'_>) -> [i64; 5] {
        let sets =
            WeightSets::<Sections>::read(files, sources).unwrap().each(|read| read["worth"]["village"]);
        Level::ALL.map(|(_, level)| *sets.of(Judge(level)))
    }

    #[test]
    fn who_looks_ahead_weighs_by_his_own_weights_or_the_nearest() {
        let all = WeightFiles { general: Some(file("general-short", "[worth]\nvillage = 3")), ..FILES };
        for (files, values) in [
            (WeightFiles::of_everybody(FILES.usual), [1, 1, 1, 1, 1]),
            (FILES, [1, 1, 1, 2, 2]),
            (WeightFiles { veteran: None, ..all }, [1, 1, 1, 1, 3]),
            (all, [1, 1, 1, 2, 3]),
        ] {
            assert_eq!(villages(files, &Sources::published()), values);
            let named = Level::ALL.map(|(_, level)| files.of(Judge(level)).list().unwrap()[0].value);
            assert_eq!(named, values, "the file that a level names is the one it weighs by");
        }
    }

    #[test]
    fn a_patch_of_everybodys_weights_leaves_a_veterans_alone() {
        for (table, values) in [
            ("tactics", [7, 7, 7, 2, 2]),
            ("tactics-short", [7, 7, 7, 2, 2]),
            ("veteran-short", [1, 1, 1, 7, 7]),
        ] {
            let cell = format!(
                "game = 'g'\n[[cell]]\ntable = '{table}'\nrow = 'worth'\ncolumn = 'village'\nvalue = '7'"
            );
            let patch = Patch::read("mine", &cell).unwrap();
            assert_eq!(villages(FILES, &Sources::patched(&patch)), values, "{table}");
        }
    }
}
