//! What a game brings to the table before it is played: its charts, its ledger, its questions.

use crate::{
    ContentError, Kind, Ledger, Sheet,
    content::{Content, DataFile, Rules},
    patch::{Difference, Patch},
    profile::Profile,
};

/// The charts, the rules, the maps and the questions of one game.
#[derive(Clone, Copy, Debug)]
pub struct Rulebook {
    /// Its short name, as typed.
    pub name: &'static str,
    /// The questions it answers, the most usual first.
    pub kinds: &'static [Kind],
    /// Its maps, the usual one first.
    pub maps: &'static [DataFile<'static>],
    /// Its rules.
    pub ledger: fn() -> &'static Ledger,
    /// Its tables in the order in which they are shown, with a patch laid over them.
    pub sheets: fn(Option<&Patch>) -> Result<Vec<&'static Sheet>, ContentError>,
    /// What a patch changes in its files.
    pub differences: fn(&Patch) -> Result<Vec<Difference>, ContentError>,
    /// What it says of itself.
    pub profile: fn() -> &'static Profile,
}

impl Rulebook {
    /// The rulebook of a game with this content.
    pub const fn of<C: Content>(kinds: &'static [Kind], maps: &'static [DataFile<'static>]) -> Self {
        Self {
            name: C::GAME,
            kinds,
            maps,
            ledger: Rules::<C>::ledger,
            sheets: |patch| Ok(Rules::<C>::with(patch)?.get().sheets()),
            differences: |patch| Rules::<C>::differences(patch),
            profile: || Rules::<C>::published().get().profile(),
        }
    }

    /// Its title.
    pub fn title(&self) -> &'static str {
        &(self.profile)().title
    }

    /// What it is about, one sentence.
    pub fn about(&self) -> &'static str {
        &(self.profile)().about
    }

    /// The question with this name.
    pub fn kind(&self, name: &str) -> Option<&'static Kind> {
        self.kinds.iter().find(|kind| kind.name == name)
    }

    /// Its tables as published.
    ///
    /// # Panics
    /// If the files that were built into the program are wrong.
    pub fn published_sheets(&self) -> Vec<&'static Sheet> {
        (self.sheets)(None).expect("the published tables")
    }

    /// The published table with this id.
    pub fn sheet(&self, id: &str) -> Option<&'static Sheet> {
        self.published_sheets().into_iter().find(|sheet| sheet.id == id)
    }
}
