//! Mines as a question.

use super::prelude::*;
use crate::{
    mines::{Mines, MinesState},
    shell::DIE,
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

impl Inquiry for Mines {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "mines";
    const TITLE: &'static str = "A unit on mined ground: dodge, mine, courage";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/mines.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let mines = Self::under::<Refusal>(said.target.victim(rules, None)?, said.enters, said.moves_mm)?;
        let cs = Factor::whole(mines.victim.own.cs.into());
        tally.add(DIE, cs, &said.target.unit, "Combat Skill", "SKIR-TST-9");
        Ok(mines)
    }

    fn facts(&self, _: &Situation) -> Vec<Fact> {
        let dodge = format!("D6 + {} must be at least a D10", self.victim.own.cs);
        vec![
            Fact::new("dodge", dodge, "SKIR-MIN-1"),
            Fact::new("movement", "mined ground is Slow; a mine ends the move", "SKIR-MIN-2"),
        ]
    }

    fn chart(&self) -> Option<Chart> {
        let heads = self.victim.rules.get().tables.mines.sheet().heads();
        Some(Chart { table: "minefield-effects", columns: vec![heads[self.column].clone()] })
    }

    fn tell(&self, _: &Situation, end: &MinesState) -> Told {
        if !end.blown {
            return Told::new("no mine", "it goes on at Slow")
                .to(&self.victim.unit.id)
                .by("SKIR-MIN-1")
                .by("SKIR-TST-9");
        }
        let mut told = report::tell(&self.victim, end.now, "SKIR-MIN-4", "SKIR-MIN-2");
        if told.result == "no effect" {
            "a mine, without harm".clone_into(&mut told.words);
        }
        told.to(&self.victim.unit.id)
    }
}
