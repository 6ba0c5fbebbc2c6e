//! How far a unit gets: allowance by terrain, and the dodge tests on the way.

use kit::{Chain, Chart, Dice, Fact, Factor, Inquiry, Part, Refusal, Tally, Told};
use smallvec::SmallVec;

mod situation;

pub use situation::{Situation, Stretch};

use crate::{
    charts::Test,
    nerve::{Nerve, passes},
    report::count,
};

/// Points of allowance.
pub(crate) const BUDGET: Part = Part::own(3, "allowance");
/// Points spent.
pub(crate) const SPENT: Part = Part::own(4, "spent");

/// A place where the unit must dodge to go on, and how far it is then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hurdle {
    /// Millimetres from the start.
    pub at_mm: u32,
}

/// A move, judged and paid.
#[derive(Clone, Debug)]
pub struct Movement {
    /// How far it goes in all, in mm, if no hurdle stops it.
    pub total_mm: u32,
    /// Millimetres in the last terrain, bought with what was left.
    pub rest_mm: u32,
    hurdles: SmallVec<[Hurdle; 4]>,
    nerve: Nerve,
}

/// Where the move stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Moment {
    /// This hurdle is next.
    Hurdle(u8),
    /// It went all the way.
    Through,
    /// It was stopped at this hurdle.
    Stopped(u8),
}

impl Chain for Movement {
    type State = Moment;

    fn start(&self) -> Moment {
        if self.hurdles.is_empty() { Moment::Through } else { Moment::Hurdle(0) }
    }

    fn is_done(&self, at: &Moment) -> bool {
        !matches!(at, Moment::Hurdle(_))
    }

    /// SKIR-MOV-10: one dodge for each cliff or wire; failing it the team stops there.
    fn step<D: Dice>(&self, at: &Moment, dice: &mut D) -> Moment {
        let Moment::Hurdle(place) = *at else { return *at };
        if !passes(Test::Dodge, self.nerve, dice) {
            return Moment::Stopped(place);
        }
        if usize::from(place) + 1 == self.hurdles.len() { Moment::Through } else { Moment::Hurdle(place + 1) }
    }
}

impl Movement {
    /// How far it is at the end.
    pub fn reached(&self, end: Moment) -> u32 {
        match end {
            Moment::Stopped(place) | Moment::Hurdle(place) => self.hurdles[usize::from(place)].at_mm,
            Moment::Through => self.total_mm,
        }
    }
}

impl Inquiry for Movement {
    type Situation = Situation;
    const KIND: &'static str = "movement";
    const TITLE: &'static str = "How far a unit moves over given terrain";
    const EXAMPLE: &'static str = include_str!("../../../examples/skirmish/movement.toml");

    fn prepare<'s, T: Tally<'s>>(said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        situation::prepare(said, tally)
    }

    fn facts(&self, said: &Situation) -> Vec<Fact> {
        let mut facts = Vec::new();
        if let Some(terrain) = &said.into {
            facts.push(Fact::new("and then", format!("{} mm into {terrain}", self.rest_mm), "SKIR-MOV-5"));
        }
        facts.push(Fact::new("in all", format!("{} mm", self.total_mm), "SKIR-MOV-5"));
        for hurdle in &self.hurdles {
            facts.push(Fact::new("dodge", format!("a DT after {} mm", hurdle.at_mm), "SKIR-MOV-10"));
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        Some(Chart { table: "terrain-effects", columns: Vec::new() })
    }

    fn tell(&self, _: &Situation, end: &Moment) -> Told {
        let mm = self.reached(*end);
        let stopped = matches!(end, Moment::Stopped(_));
        let (words, clause) =
            if stopped { ("stopped at the obstacle", "SKIR-MOV-10") } else { ("", "SKIR-MOV-5") };
        Told::new(format!("{mm} mm"), words).by(clause).measuring("mm", count(mm as i32))
    }
}

/// An amount of points.
fn points(n: u64) -> Factor {
    Factor::whole(i32::try_from(n).unwrap_or(i32::MAX / 16))
}
