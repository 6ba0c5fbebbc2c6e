//! Battles: who may attack, strengths, columns, the die, and what it does to both sides.

pub mod assault;
pub mod board;
pub mod reckon;
pub mod results;
pub mod situation;
mod survey;
mod words;

use kit::{Chain, Chart, Distribution, TooFine, chance};

use crate::prelude::*;
use reckon::Reckoned;

pub use results::{CrtResult, Fate, Results};
pub use situation::Situation;
pub(crate) use words::{chart, report};

/// A question about a battle, ready for its die.
#[derive(Clone, Debug)]
pub struct Battle {
    charts: &'static Charts,
    pub reckoned: Reckoned,
}

/// What the die of a battle gave.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct End {
    /// What each defender reads, in the order of the situation; an empty hex reads one result.
    pub results: Results,
    /// The attack factors that the attacker loses, counted as in the odds; all attackers if it is all of them.
    pub toll: Factor,
}

impl Chain for Battle {
    type State = End;

    fn start(&self) -> End {
        End::default()
    }

    fn is_done(&self, end: &End) -> bool {
        !end.results.is_empty()
    }

    #[inline]
    fn step<D: Dice>(&self, _: &End, dice: &mut D) -> End {
        self.reckoned.throw(self.charts, dice)
    }
}

impl Inquiry for Battle {
    type Content = MarsContent;
    type Situation = Situation;

    const KIND: &'static str = "battle";
    const TITLE: &'static str = "a ground battle";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/battle.toml"));
    const OFF_MAP: &'static [&'static str] = &["initially", "over-line", "over-river", "place", "forest"];

    fn survey(rules: Rules<MarsContent>, situation: &mut Situation) -> Result<Vec<Fact>, Refusal> {
        survey::survey(rules.get(), situation)
    }

    fn prepare<'s, T: Tally<'s>>(
        rules: Rules<MarsContent>,
        situation: &'s Situation,
        tally: &mut T,
    ) -> Result<Self, Refusal> {
        let charts = &*rules.get().charts;
        Ok(Self { charts, reckoned: Reckoned::new(&situation.assault(charts)?, tally)? })
    }

    /// One die has few ends: they are told apart by a look at each.
    fn odds(&self) -> Result<Distribution<End>, TooFine> {
        Ok(chance::every(|dice| self.reckoned.throw(self.charts, dice)))
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        situation
            .assault(self.charts)
            .map_or_else(|_| Vec::new(), |assault| words::facts(&self.reckoned, &assault))
    }

    fn chart(&self) -> Option<Chart> {
        Some(chart(self.charts, &self.reckoned))
    }

    fn tell(&self, situation: &Situation, end: &End) -> Told {
        let assault = situation.assault(self.charts);
        assault.map_or_else(|_| Told::new("", ""), |assault| words::tell(&self.reckoned, &assault, end))
    }
}
