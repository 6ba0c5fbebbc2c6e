//! What a game brings to the table before it is played: its charts, its ledger, its questions.

use crate::{Kind, Ledger, Sheet};

/// The charts, the ledger and the questions of one game.
#[derive(Clone, Copy, Debug)]
pub struct Rulebook {
    /// Its short name, as typed.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it is about, one sentence.
    pub about: &'static str,
    /// The questions it answers, the most usual first.
    pub kinds: &'static [Kind],
    /// Its rules.
    pub ledger: fn() -> &'static Ledger,
    /// Its tables in the order in which they are shown.
    pub sheets: fn() -> Vec<&'static Sheet>,
}

impl Rulebook {
    /// The question with this name.
    pub fn kind(&self, name: &str) -> Option<&'static Kind> {
        self.kinds.iter().find(|kind| kind.name == name)
    }

    /// The table with this id.
    pub fn sheet(&self, id: &str) -> Option<&'static Sheet> {
        (self.sheets)().into_iter().find(|sheet| sheet.id == id)
    }
}
