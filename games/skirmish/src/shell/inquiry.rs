//! Shells as a question: what is settled before the dice, and what the ends mean.

use kit::{Chart, Fact, Inquiry, Refusal, Tally, Told};

use super::{Shells, Situation, situation};
use crate::{
    attack::IMPENETRABLE,
    charts::{Class, charts},
    condition::Condition,
    report,
};

impl Inquiry for Shells {
    type Situation = Situation;
    const KIND: &'static str = "shell";
    const TITLE: &'static str = "Heavy weapons, direct fire: shells at a vehicle, a gun or a soldier";
    const EXAMPLE: &'static str = include_str!("../../../../examples/skirmish/shell.toml");

    fn prepare<'s, T: Tally<'s>>(situation: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        situation::prepare(situation, tally)
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        let die = self.attack.die;
        let mut facts = Vec::new();
        if self.attack.sure.is_none() {
            facts.push(Fact::new("to hit", format!("{die} + {}", self.burst.cs), "SKIR-HWF-2"));
        }
        for (place, part) in self.attack.parts.iter().enumerate() {
            let striking = self.attack.faces_that_strike(place as u8);
            if striking == 0 {
                continue;
            }
            let column = charts().effect_head(part.column);
            let through = match part.needs {
                0 => "no armor to pierce".to_owned(),
                IMPENETRABLE => format!("{} cm cannot be pierced", part.armor),
                1 => format!("{} cm are always pierced", part.armor),
                needs => {
                    format!("{} cm are pierced with {needs} or more on {}", part.armor, self.attack.pierce)
                }
            };
            let words = format!("{}: {striking} of {die}; {through}; effects: {column}", part.name);
            facts.push(Fact::new(if place == 3 { "choice" } else { "part" }, words, "SKIR-HWF-11"));
        }
        if self.burst.scatters {
            let words = format!(
                "a miss bursts D8 - {} cm away; fragments reach {} cm",
                self.burst.cs, self.burst.radius
            );
            facts.push(Fact::new("scatter", words, "SKIR-SCT-1"));
        }
        // SKIR-R60: what lies around the target is for the map to say.
        if self.burst.splinters && !self.is_team() {
            facts.push(Fact::new(
                "fragments",
                "others within the radius are attacked one by one: ask `fragments`",
                "SKIR-FRG-1",
            ));
        }
        if situation.target.turn == crate::situation::Turn::Over {
            facts.push(Fact::new("can't fire", "it has no fire left to lose: no CF", "SKIR-HWF-14"));
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        let charts = charts();
        let column = match self.victim.class {
            Class::Vehicle(size) => charts.sizes[size].fire,
            Class::Gun => charts.columns.artillery,
            Class::Infantry | Class::Mortar => charts.columns.soldier,
        };
        Some(Chart {
            table: "heavy-weapons-fire",
            columns: vec![charts.tables.fire.sheet().heads()[column].clone()],
        })
    }

    fn tell(&self, _: &Situation, end: &Condition) -> Told {
        // A man dies by the fire chart itself, a model by the effects chart.
        let harm = if self.is_team() { "SKIR-HWF-7" } else { "SKIR-EFF-5" };
        report::tell(&self.victim, *end, harm, "SKIR-HWF-1")
    }
}
