//! Battles: who may attack, strengths, columns, the die, and what it does to both sides.

pub mod assault;
pub mod board;
pub mod reckon;
pub mod results;
pub mod situation;
mod words;

use kit::{Chain, Chart, Column, Dice, Die, Fact, Factor, Inquiry, Purpose, Refusal, Tally, Told};

pub use results::{CrtResult, Fate, Results};
pub use situation::Situation;

use crate::charts;
use assault::Assault;
use reckon::Reckoned;

/// A battle ready for its die.
#[derive(Clone, Debug)]
pub struct Battle {
    reckoned: Reckoned,
}

/// What the die of a battle gave.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct End {
    /// What each defender reads, in the order of the situation; an empty hex reads one result.
    pub results: Results,
    /// The attack factors that the attacker loses, counted as in the odds; all attackers if it is all of them.
    pub toll: Factor,
}

impl Battle {
    /// Judges and reckons a battle.
    pub fn of<'s>(assault: &Assault<'s>, tally: &mut impl Tally<'s>) -> Result<Self, Refusal> {
        Ok(Self { reckoned: Reckoned::new(assault, tally)? })
    }

    /// Strengths and columns.
    pub const fn reckoned(&self) -> &Reckoned {
        &self.reckoned
    }

    /// What each face of the die gives, from 1 up; all are equally likely.
    pub fn ends(&self) -> [End; 6] {
        std::array::from_fn(|face| self.read(self.row(face as u16 + 1)))
    }

    /// Rolls the die of the battle: its row in the chart, and what it gives.
    #[inline]
    pub fn throw<D: Dice>(&self, dice: &mut D) -> (usize, End) {
        let face = dice.roll(Die::D6, Purpose::new("battle", "MARS-CRT-1"));
        let row = self.row(face);
        (row, self.read(row))
    }

    /// The row of the chart that a face leads to (MARS-CRT-1).
    #[inline]
    fn row(&self, face: u16) -> usize {
        let index = usize::from(!self.reckoned.reads_index_a);
        charts().tables.crt.row_at(index, face.into())
    }

    /// MARS-CRT-1, MARS-CRT-2: one die for the battle, read by each defender in its own column.
    #[inline]
    fn read(&self, row: usize) -> End {
        let crt = &charts().tables.crt;
        let result = |column: Column| *crt.at(row, column.0 as usize);
        let mut results = Results::default();
        for reading in &self.reckoned.readings {
            results.push(result(reading.column));
        }
        let toll = results::toll(&self.reckoned, results, result(self.reckoned.lowest));
        End { results, toll }
    }
}

impl Chain for Battle {
    type State = End;

    fn start(&self) -> End {
        End::default()
    }

    fn is_done(&self, end: &End) -> bool {
        !end.results.is_empty()
    }

    fn rounds(&self) -> Option<u32> {
        Some(1)
    }

    #[inline]
    fn step<D: Dice>(&self, _: &End, dice: &mut D) -> End {
        self.throw(dice).1
    }
}

impl Inquiry for Battle {
    type Situation = Situation;

    const KIND: &'static str = "battle";
    const TITLE: &'static str = "a ground battle";
    const EXAMPLE: &'static str = include_str!("../../../examples/mars/battle.toml");

    fn prepare<'s, T: Tally<'s>>(situation: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        Self::of(&Assault::read(situation)?, tally)
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        words::facts(&self.reckoned, situation)
    }

    fn chart(&self) -> Option<Chart> {
        Some(Chart { table: "crt", columns: words::columns(&self.reckoned) })
    }

    fn tell(&self, situation: &Situation, end: &End) -> Told {
        words::tell(&self.reckoned, situation, end)
    }
}
