//! A unit on mined ground.

use kit::{Chain, Chart, Dice, Die, Fact, Inquiry, Purpose, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    charts::{Class, Test, charts},
    condition::{Condition, Due, Victim},
    nerve::passes,
    report,
    situation::Target,
    words::Dead,
};

/// A unit that moves on mines.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The unit.
    pub target: Target,
    /// Whether it enters the field in this action.
    #[serde(default = "yes")]
    pub enters: bool,
    /// How far it moves inside, in mm, if it was in it before.
    #[serde(default)]
    pub moves_mm: u32,
}

const fn yes() -> bool {
    true
}

/// A dodge test and what may follow.
#[derive(Clone, Copy, Debug)]
pub struct Mines {
    victim: Victim,
    column: usize,
}

/// Where it stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// Dodging.
    Dodge,
    /// A mine goes off.
    Blast,
    /// Tests are due.
    Tests,
    /// Over.
    Done,
}

/// A moment of the chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Moment {
    /// Where it stands.
    pub stage: Stage,
    /// Whether a mine went off.
    pub blown: bool,
    /// Tests due.
    pub due: Due,
    /// How the unit stands.
    pub now: Condition,
}

const MINE: Purpose = Purpose::new("mine", "SKIR-MIN-2");

impl Chain for Mines {
    type State = Moment;

    fn start(&self) -> Moment {
        Moment { stage: Stage::Dodge, blown: false, due: Due::NOTHING, now: self.victim.start }
    }

    fn is_done(&self, at: &Moment) -> bool {
        at.stage == Stage::Done
    }

    fn step<D: Dice>(&self, at: &Moment, dice: &mut D) -> Moment {
        let mut at = *at;
        match at.stage {
            Stage::Dodge => {
                // SKIR-MIN-1: D6 + CS against D10.
                at.blown = !passes(Test::Dodge, self.victim.own, dice);
                at.stage = if at.blown { Stage::Blast } else { Stage::Done };
                return at;
            }
            Stage::Blast => {
                let chart = &charts().tables.mines;
                let face = dice.roll(Die::D6, MINE);
                let effect = chart.look_up(face.into(), self.column);
                (at.now, at.due) = match (self.victim.class, effect.dead) {
                    (Class::Infantry | Class::Mortar, Dead::Some(dead)) => self.victim.lose_men(at.now, dead),
                    _ => self.victim.suffer(at.now, effect, false),
                };
                // SKIR-MIN-5: survivors always test, whatever the chart shows.
                at.due.courage = at.now.men() > 0;
            }
            Stage::Tests => (at.now, at.due) = self.victim.face_it(at.now, at.due, dice),
            Stage::Done => {}
        }
        at.due.courage &= at.now.men() > 0;
        at.stage = if at.due == Due::NOTHING { Stage::Done } else { Stage::Tests };
        at
    }
}

impl Inquiry for Mines {
    type Situation = Situation;
    const KIND: &'static str = "mines";
    const TITLE: &'static str = "A unit on mined ground: dodge, mine, courage";
    const EXAMPLE: &'static str = include_str!("../../../examples/skirmish/mines.toml");

    fn prepare<'s, T: Tally<'s>>(said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let (unit, victim) = said.target.victim()?;
        if !said.enters && said.moves_mm < 10 {
            let reason = format!("it does not enter and moves only {} mm inside: no test", said.moves_mm);
            return Err(Refusal::new("SKIR-MIN-1", reason).because_of(&unit.id));
        }
        let amount = kit::Factor::whole(victim.own.cs.into());
        tally.add(crate::shell::DIE, amount, &said.target.unit, "Combat Skill", "SKIR-TST-9");
        // SKIR-MIN-3: the column by size class; teams and gun crews have their own.
        let column = match unit.class {
            Class::Vehicle(size) => charts().sizes[size].mine,
            _ => charts().columns.mined_team,
        };
        Ok(Self { victim, column })
    }

    fn facts(&self, _: &Situation) -> Vec<Fact> {
        let dodge = format!("D6 + {} must be at least a D10", self.victim.own.cs);
        vec![
            Fact::new("dodge", dodge, "SKIR-MIN-1"),
            Fact::new("movement", "mined ground is Slow; a mine ends the move", "SKIR-MIN-2"),
        ]
    }

    fn chart(&self) -> Option<Chart> {
        let heads = charts().tables.mines.sheet().heads();
        Some(Chart { table: "minefield-effects", columns: vec![heads[self.column].clone()] })
    }

    fn tell(&self, _: &Situation, end: &Moment) -> Told {
        if !end.blown {
            return Told::new("no mine", "it goes on at Slow").by("SKIR-MIN-1").by("SKIR-TST-9");
        }
        let mut told = report::tell(&self.victim, end.now, "SKIR-MIN-4", "SKIR-MIN-2");
        if told.result == "no effect" {
            "a mine, without harm".clone_into(&mut told.words);
        }
        told
    }
}
