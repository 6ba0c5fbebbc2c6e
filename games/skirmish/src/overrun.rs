//! An armored vehicle drives over men, a gun or an unarmored vehicle.

use kit::{Chain, Chart, Dice, Die, Fact, Inquiry, Purpose, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    charts::{Class, EffectColumn, Test, charts},
    condition::{Condition, Due, Victim},
    nerve::passes,
    report,
    situation::{Target, unit},
};

/// An overrun.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The id of the armored vehicle.
    pub vehicle: String,
    /// The unit in its way.
    pub target: Target,
    /// How many men its hull sweeps, if not all.
    #[serde(default)]
    pub swept: Option<u8>,
    /// How many of them have no room to either side.
    #[serde(default)]
    pub hemmed_in: u8,
}

/// An overrun ready for its dice.
#[derive(Clone, Copy, Debug)]
pub struct Overrun {
    victim: Victim,
    men: u8,
    hemmed_in: u8,
    column: Option<EffectColumn>,
}

/// Where it stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// So many men, or one model, still dodge.
    Dodge(u8),
    /// The model is rammed.
    Ram,
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
    /// Men lost so far.
    pub fallen: u8,
    /// Tests due.
    pub due: Due,
    /// How the unit stands.
    pub now: Condition,
}

const RAM: Purpose = Purpose::new("ramming", "SKIR-ASL-10");

impl Overrun {
    fn dodge<D: Dice>(&self, mut at: Moment, left: u8, dice: &mut D) -> Moment {
        // SKIR-ASL-9: with both sides blocked it is rammed without a test.
        let rammed = left <= self.hemmed_in || !passes(Test::Dodge, self.victim.own, dice);
        if self.column.is_some() {
            at.stage = if rammed { Stage::Ram } else { Stage::Done };
            return at;
        }
        if rammed {
            at.fallen += 1;
            at.now.crew -= 1;
        }
        at.stage = Stage::Dodge(left - 1);
        if left > 1 {
            return at;
        }
        let before = Condition { crew: at.now.crew + at.fallen, ..at.now };
        (at.now, at.due) = self.victim.lose_men(before, at.fallen);
        Self::settle(at)
    }

    fn settle(mut at: Moment) -> Moment {
        at.fallen = 0;
        at.stage = if at.due == Due::NOTHING { Stage::Done } else { Stage::Tests };
        at
    }
}

impl Chain for Overrun {
    type State = Moment;

    fn start(&self) -> Moment {
        Moment { stage: Stage::Dodge(self.men), fallen: 0, due: Due::NOTHING, now: self.victim.start }
    }

    fn is_done(&self, at: &Moment) -> bool {
        at.stage == Stage::Done
    }

    fn step<D: Dice>(&self, at: &Moment, dice: &mut D) -> Moment {
        let mut at = *at;
        match at.stage {
            Stage::Dodge(left) => self.dodge(at, left, dice),
            Stage::Ram => {
                let column = self.column.expect("only models are rammed");
                let effects = &charts().effects;
                let effect = dice.read(Die::D10, effects.row(column, false), RAM);
                (at.now, at.due) = self.victim.suffer(at.now, effects.by_id(effect), false);
                Self::settle(at)
            }
            Stage::Tests => {
                (at.now, at.due) = self.victim.face_it(at.now, at.due, dice);
                Self::settle(at)
            }
            Stage::Done => at,
        }
    }
}

impl Inquiry for Overrun {
    type Situation = Situation;
    const KIND: &'static str = "overrun";
    const TITLE: &'static str = "An armored vehicle drives over men, a gun or an unarmored vehicle";
    const EXAMPLE: &'static str = include_str!("../../../examples/skirmish/overrun.toml");

    fn prepare<'s, T: Tally<'s>>(said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let driver = unit(&said.vehicle)?;
        let (unit, victim) = said.target.victim()?;
        let refuse = |clause, reason: String| Err(Refusal::new(clause, reason).because_of(&unit.id));
        if !driver.is_armored() {
            return refuse("SKIR-ASL-9", format!("{} is not armored and overruns nobody", driver.name));
        }
        if unit.is_armored() {
            return refuse("SKIR-ASL-11", format!("{} is armored and is not rammed", unit.name));
        }
        let shut = |name: &&String| charts().building(name).is_some_and(|building| !building.is_lined());
        let sheltered = said.target.shelter.iter().find(|name| shut(name) || *name == "Trenches");
        if let (Some(place), true) = (sheltered, unit.is_team()) {
            return refuse("SKIR-ASL-11", format!("men in {place} cannot be overrun"));
        }
        let men = if unit.is_team() { said.swept.unwrap_or(victim.start.crew) } else { 1 };
        if men == 0 || (unit.is_team() && men > victim.start.crew) || said.hemmed_in > men {
            return refuse(
                "SKIR-ASL-9",
                format!("{men} of {} swept, {} hemmed in", victim.start.crew, said.hemmed_in),
            );
        }
        let amount = kit::Factor::whole(victim.own.cs.into());
        tally.add(crate::shell::DIE, amount, &said.target.unit, "Combat Skill", "SKIR-TST-9");
        let column = match unit.class {
            Class::Vehicle(_) => Some(charts().columns.ramming),
            Class::Gun => Some(charts().columns.gun),
            Class::Infantry | Class::Mortar => None,
        };
        Ok(Self { victim, men, hemmed_in: said.hemmed_in, column })
    }

    fn facts(&self, _: &Situation) -> Vec<Fact> {
        let words = match self.column {
            None => format!("{} men dodge one by one; the rammed are dead", self.men),
            Some(column) => format!("rammed: D10 full shot in {}", charts().effect_head(column)),
        };
        vec![Fact::new("overrun", words, "SKIR-ASL-10")]
    }

    fn chart(&self) -> Option<Chart> {
        let columns = self.column.map(|column| charts().effect_head(column).to_owned());
        Some(Chart { table: "heavy-weapons-effects", columns: columns.into_iter().collect() })
    }

    fn tell(&self, _: &Situation, end: &Moment) -> Told {
        report::tell(&self.victim, end.now, "SKIR-ASL-10", "SKIR-ASL-9")
    }
}
