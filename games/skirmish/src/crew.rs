//! What crew losses leave of a vehicle, gun or mortar: no dice.

use kit::{Chain, Chart, Dice, Fact, Inquiry, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    charts::{Class, CrewEffect, Unit, charts},
    condition::{Condition, Victim},
    nerve::{Commander, Nerve, lent_rank},
    report::count,
    situation::unit,
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

/// What is left.
#[derive(Clone, Copy, Debug)]
pub struct Crew {
    unit: &'static Unit,
    alive: u8,
    riders: u8,
    /// What it brings to its tests now.
    pub nerve: Nerve,
}

impl Crew {
    fn suffers(&self, effect: CrewEffect) -> bool {
        charts().crew.hold(effect, self.unit.men, self.alive)
    }

    /// SKIR-CRW-1: the readiness die is fixed at 1.
    pub fn slow_to_act(&self) -> bool {
        self.suffers(CrewEffect::SlowToAct)
    }

    /// SKIR-CRW-2: so many of the crew are dead that only simple maneuvers are left.
    pub fn simple_only(&self) -> bool {
        self.suffers(CrewEffect::SimpleOnly)
    }

    /// SKIR-CRW-3: the last of a crew that has lost somebody.
    pub fn light_weapons_only(&self) -> bool {
        self.suffers(CrewEffect::LightWeaponsOnly)
    }

    /// SKIR-CRW-5: nobody left to serve it.
    pub const fn is_lost(&self) -> bool {
        self.alive == 0
    }

    /// SKIR-MOV-15: a gun is moved by at least half its crew, rounded up.
    pub fn can_push(&self) -> bool {
        self.unit.class != Class::Gun || self.alive >= self.unit.men.div_ceil(2)
    }
}

impl Chain for Crew {
    type State = ();
    fn start(&self) {}
    fn is_done(&self, (): &()) -> bool {
        true
    }
    fn step<D: Dice>(&self, (): &(), _: &mut D) {}
}

impl Inquiry for Crew {
    type Situation = Situation;
    const KIND: &'static str = "crew";
    const TITLE: &'static str = "What crew losses leave of a vehicle, gun or mortar";
    const EXAMPLE: &'static str = include_str!("../../../examples/skirmish/crew.toml");

    fn prepare<'s, T: Tally<'s>>(said: &'s Situation, _: &mut T) -> Result<Self, Refusal> {
        let unit = unit(&said.unit)?;
        let refuse = |clause, reason: String| Err(Refusal::new(clause, reason).because_of(&unit.id));
        if !unit.has_crew() {
            return refuse(
                "SKIR-CRW-1",
                format!("{} is infantry: crew losses are for vehicles, guns, mortars", unit.name),
            );
        }
        if said.dead > unit.men {
            return refuse(
                "SKIR-CRW-6",
                format!("{} has a crew of {}, passengers not counted", unit.name, unit.men),
            );
        }
        if said.riders > unit.capacity {
            return refuse("SKIR-MAN-8", format!("{} takes {} passengers", unit.name, unit.capacity));
        }
        let mut victim = Victim::of(unit);
        victim.lent = lent_rank(&said.commanders)?;
        let alive = unit.men - said.dead;
        let now = Condition { crew: alive, ..victim.start };
        Ok(Self { unit, alive, riders: said.riders, nerve: victim.nerve(now) })
    }

    fn facts(&self, _: &Situation) -> Vec<Fact> {
        let mut facts = Vec::new();
        let mut say = |holds, label, words: &str, clause| {
            if holds {
                facts.push(Fact::new(label, words, clause));
            }
        };
        if self.is_lost() {
            let vehicle = matches!(self.unit.class, Class::Vehicle(_));
            say(vehicle, "crew", "abandoned where it stands: a wreck", "SKIR-CRW-5");
            say(!vehicle, "crew", "lost", "SKIR-CRW-5");
            say(self.riders > 0, "passengers", "they get down at once", "SKIR-CRW-5");
            return facts;
        }
        say(self.slow_to_act(), "readiness", "1 in place of the die", "SKIR-CRW-1");
        say(self.simple_only(), "maneuvers", "simple ones only", "SKIR-CRW-2");
        say(self.light_weapons_only(), "weapons", "one light weapon an action, no heavy ones", "SKIR-CRW-3");
        say(!self.can_push(), "movement", "too few to move the gun by hand", "SKIR-MOV-15");
        let rank = format!("CR {} counts", self.nerve.cr);
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
        Told::new(result, format!("{} of {} alive", self.alive, self.unit.men))
            .by(clause)
            .measuring("effects", count(number))
    }
}
