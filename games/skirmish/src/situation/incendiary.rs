//! Flames as a question.

use super::prelude::*;
use crate::{
    charts::Class,
    condition::Victim,
    incendiary::{FlameAttack, Flames, FlamesState, Incendiary},
    shell::DIE,
};

/// Flames on one unit.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// What burns.
    pub weapon: Incendiary,
    /// Combat Skill of the man who uses it.
    pub cs: u8,
    /// To the target in mm.
    pub distance_mm: u32,
    /// The unit in the flames.
    pub target: Target,
    /// How many men of a team or gun crew are touched, if not all.
    #[serde(default)]
    pub men_touched: Option<u8>,
    /// Whether the leader is among them; if left out, only where all are touched.
    #[serde(default)]
    pub leader_among_them: Option<bool>,
    /// Whether they are inside an artificial element: the flames must pass an opening.
    #[serde(default)]
    pub inside: bool,
    /// Whether the line of the flames passes an open door, window or breach.
    #[serde(default)]
    pub through_opening: bool,
}

impl Situation {
    fn men(&self, victim: &Victim) -> Result<u8, Refusal> {
        let alive = victim.start.crew;
        let men = self.men_touched.unwrap_or(alive);
        if !victim.unit.is_vehicle() && (men == 0 || men > alive) {
            let reason = format!("{men} men of {alive} in the flames");
            return Err(Refusal::new("SKIR-INC-1", reason).because_of(&victim.unit.id));
        }
        Ok(men)
    }
}

impl Inquiry for Flames {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "incendiary";
    const TITLE: &'static str = "Flame-thrower or Molotov bomb on a unit";
    const EXAMPLE: &'static str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/incendiary.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let victim = said.target.victim(rules, Some(said.distance_mm))?;
        let attack = FlameAttack {
            weapon: said.weapon,
            cs: check_skill(said.cs)?,
            mm: said.distance_mm,
            inside: said.inside,
            through_opening: said.through_opening,
        };
        attack.reaches::<Refusal>(victim.unit, &rules)?;
        let men = said.men(&victim)?;
        if said.weapon == Incendiary::Molotov {
            tally.add(DIE, Factor::whole(said.cs.into()), "thrower", "Combat Skill", "SKIR-TST-8");
        }
        let leader = leader_among(said.leader_among_them, men, &victim)?;
        Ok(attack.on(victim, (men, leader), said.target.best_shelter(&rules)?))
    }

    fn facts(&self, said: &Situation) -> Vec<Fact> {
        let hit = match self.thrown {
            None => "a flame-thrower needs no roll to hit",
            Some(false) => "a Molotov needs PT with D10",
            Some(true) => "a Molotov through an opening needs PT with D12",
        };
        let mut facts = vec![Fact::new("to hit", hit, "SKIR-INC-6")];
        if !self.victim.unit.is_vehicle() {
            facts.push(Fact::new("touched", format!("{} men, one die each", self.men), "SKIR-INC-1"));
        }
        if self.victim.unit.is_team() {
            facts.push(among_fact(self.leader, said.leader_among_them.is_none()));
        }
        facts.extend(surrender_fact(&said.target, &self.victim, 1));
        if self.victim.unit.class == Class::Gun {
            facts.push(Fact::new("gun", "the gun itself takes no harm", "SKIR-INC-7"));
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        let heads = self.victim.rules.get().tables.flames.sheet().heads();
        Some(Chart { table: "incendiary-effects", columns: vec![heads[self.column].clone()] })
    }

    fn tell(&self, _: &Situation, end: &FlamesState) -> Told {
        if end.missed {
            return Told::new("missed", "it scatters and burns elsewhere (SKIR-SCT-2)")
                .by("SKIR-TST-8")
                .by("SKIR-SCT-2")
                .does(&self.victim.unit.id, "missed", "unharmed");
        }
        let harm = if self.victim.unit.is_vehicle() { "SKIR-INC-5" } else { "SKIR-INC-4" };
        report::tell(&self.victim, end.now, harm, "SKIR-INC-1").to(&self.victim.unit.id)
    }
}
