//! A unit on mined ground.

use kit::{Chain, Dice, Die, Objection, Purpose, objection::no_if};

use crate::{
    charts::{Class, Test},
    condition::{Condition, Due, Victim},
    words::Dead,
};

/// A dodge test and what may follow.
#[derive(Clone, Copy, Debug)]
pub struct Mines {
    pub(crate) victim: Victim,
    pub(crate) column: usize,
}

impl Mines {
    /// SKIR-MIN-1: a unit that enters a minefield, or was in it and moves so far, takes its test.
    pub fn under<E: Objection>(victim: Victim, enters: bool, moves_mm: u32) -> Result<Self, E> {
        no_if(!enters && moves_mm < victim.rules.limits.moves.into(), "SKIR-MIN-1", &victim.unit.id, || {
            format!("it does not enter and moves only {moves_mm} mm inside: no test")
        })?;
        // SKIR-MIN-3: the column by size class; teams and gun crews have their own.
        let column = match victim.unit.class {
            Class::Vehicle(size) => victim.rules.sizes[size].mine,
            _ => victim.rules.columns.mined_team,
        };
        Ok(Self { victim, column })
    }
}
/// How far it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum MinesStage {
    /// Dodging.
    Dodge,
    /// A mine goes off.
    Blast,
    Tests,
    Done,
}

/// What the mines have done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MinesState {
    pub(crate) stage: MinesStage,
    /// Whether a mine went off.
    pub blown: bool,
    pub(crate) due: Due,
    /// How the unit stands.
    pub now: Condition,
}

const MINE: Purpose = Purpose::new("mine", "SKIR-MIN-2");

impl Chain for Mines {
    type State = MinesState;

    fn start(&self) -> MinesState {
        MinesState { stage: MinesStage::Dodge, blown: false, due: Due::NOTHING, now: self.victim.start }
    }

    fn is_done(&self, at: &MinesState) -> bool {
        at.stage == MinesStage::Done
    }

    fn step<D: Dice>(&self, at: &MinesState, dice: &mut D) -> MinesState {
        let mut at = *at;
        match at.stage {
            MinesStage::Dodge => {
                // SKIR-MIN-1: D6 + CS against D10.
                at.blown = !self.victim.rules.passes(Test::Dodge, self.victim.own, dice);
                at.stage = if at.blown { MinesStage::Blast } else { MinesStage::Done };
                return at;
            }
            MinesStage::Blast => {
                let chart = &self.victim.rules.get().tables.mines;
                let face = dice.roll(Die::D6, MINE);
                let effect = chart.look_up(face.into(), self.column);
                (at.now, at.due) = match effect.dead {
                    Dead::Some(dead) if self.victim.unit.is_team() => self.victim.lose_men(at.now, dead),
                    _ => self.victim.suffer(at.now, effect, false),
                };
                // SKIR-MIN-5: survivors always test, whatever the chart shows.
                at.due.courage = at.now.men() > 0;
            }
            MinesStage::Tests => (at.now, at.due) = self.victim.face_it(at.now, at.due, dice),
            MinesStage::Done => {}
        }
        at.due.courage &= at.now.men() > 0;
        at.stage = if at.due == Due::NOTHING { MinesStage::Done } else { MinesStage::Tests };
        at
    }
}
