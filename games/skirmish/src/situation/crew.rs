//! Crew losses as a question.

use super::prelude::*;
use crate::{
    condition::{Condition, Victim},
    crew::Crew,
};

/// A unit with crew losses.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// Its id in the unit charts.
    pub unit: String,
    /// How many of the crew are dead.
    pub dead: u8,
    /// Passengers alive.
    #[serde(default)]
    pub riders: u8,
    /// Commanders near it.
    #[serde(default)]
    pub commanders: Vec<Commander>,
}

impl Inquiry for Crew {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "crew";
    const TITLE: &'static str = "What crew losses leave of a vehicle, gun or mortar";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/crew.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, said: &'s Situation, _: &mut T) -> Result<Self, Refusal> {
        let unit = unit(&said.unit, rules)?;
        let mut victim = Victim::of(unit, rules);
        Self::of::<Refusal>(victim, victim.start)?;
        let refuse = |clause, reason: String| Err(Refusal::new(clause, reason).because_of(&unit.id));
        if said.dead > unit.men {
            let reason = format!("{} has a crew of {}, passengers not counted", unit.name, unit.men);
            return refuse("SKIR-CRW-6", reason);
        }
        if said.riders > unit.capacity {
            return refuse("SKIR-MAN-8", format!("{} takes {} passengers", unit.name, unit.capacity));
        }
        victim.lent = lent_rank(&said.commanders, &rules)?;
        let now = Condition { crew: unit.men - said.dead, riders: said.riders, ..victim.start };
        Self::of(victim, now)
    }

    fn facts(&self, _: &Situation) -> Vec<Fact> {
        let mut facts = Vec::new();
        let mut say = |holds, label, words: &str, clause| {
            if holds {
                facts.push(Fact::new(label, words, clause));
            }
        };
        if self.is_lost() {
            let vehicle = self.unit().is_vehicle();
            say(vehicle, "crew", "abandoned where it stands: a wreck", "SKIR-CRW-5");
            say(!vehicle, "crew", "lost", "SKIR-CRW-5");
            say(self.now.riders > 0, "passengers", "they get down at once", "SKIR-CRW-5");
            return facts;
        }
        say(self.slow_to_act(), "readiness", "1 in place of the die", "SKIR-CRW-1");
        say(self.simple_only(), "maneuvers", "simple ones only", "SKIR-CRW-2");
        say(self.light_weapons_only(), "weapons", "one light weapon an action, no heavy ones", "SKIR-CRW-3");
        say(!self.can_push(), "movement", "too few to move the gun by hand", "SKIR-MOV-15");
        let rank = format!("CR {} counts", self.nerve().cr);
        say(true, "rank", &rank, "SKIR-GEN-3");
        facts
    }

    fn chart(&self) -> Option<Chart> {
        Some(Chart { table: "crew-casualties", columns: Vec::new() })
    }

    fn tell(&self, _: &Situation, (): &()) -> Told {
        // SKIR-CRW-4: the effects add up.
        let effects = [self.slow_to_act(), self.simple_only(), self.light_weapons_only()];
        let number = effects.iter().filter(|&&holds| holds).count() as u8;
        let (result, clause) = if self.is_lost() {
            ("lost", "SKIR-CRW-5")
        } else if number == 0 {
            ("fit", "SKIR-CRW-1")
        } else {
            ("impaired", "SKIR-CRW-4")
        };
        Told::new(result, format!("{} of {} alive", self.now.crew, self.unit().men))
            .to(&self.unit().id)
            .by(clause)
            .measuring("effects", count(number))
    }
}
