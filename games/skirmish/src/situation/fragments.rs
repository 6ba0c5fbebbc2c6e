//! Fragments as a question.

use super::{prelude::*, shell::fire_chart};
use crate::{
    attack::Choice,
    condition::{Condition, Victim},
    fragments::{Burst, Fragments, NearBurst, Where, may_choose},
    maneuver::Turn,
};

/// A burst near a unit.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The heavy weapon or device whose burst it is, such as `G75` or `Hb`.
    pub weapon: String,
    /// Combat Skill of the unit that fired it.
    pub cs: u8,
    /// From the burst to the edge of the nearest of them, in mm.
    pub distance_mm: u32,
    /// The unit near it.
    pub target: Target,
    /// How many men of a team are within the radius, if not all.
    #[serde(default)]
    pub men_in_radius: Option<u8>,
    /// Whether the leader is among them; if left out, only where all are within the radius.
    #[serde(default)]
    pub leader_among_them: Option<bool>,
    /// Where they are; to be said of men in a house or bunker.
    #[serde(default)]
    pub place: Option<Where>,
    /// The face of a model that is turned to the burst.
    #[serde(default)]
    pub bearing: Bearing,
    /// What the firer takes where the chart says `choice`; never the top.
    #[serde(default)]
    pub choice: Choice,
    /// House rule: fragments do not add CS.
    #[serde(default)]
    pub fragments_no_cs: bool,
}

impl Situation {
    /// SKIR-FRG-1: men in a house or bunker are reached only by a burst on their floor.
    fn place(&self, charts: &Charts) -> Result<Where, Refusal> {
        let Some(walls) = self.target.shelter.iter().find(|name| charts.is_indoors(name)) else {
            return Ok(self.place.unwrap_or_default());
        };
        let refuse = |reason: String| Err(Refusal::new("SKIR-FRG-1", reason).because_of(&self.target.unit));
        match self.place {
            None => refuse(format!("say whether it bursts on their floor of the {walls}: place")),
            Some(Where::Outside) => refuse(format!("whoever is in a {walls} is not outside")),
            Some(place) => Ok(place),
        }
    }

    fn men(&self, victim: &Victim) -> Result<u8, Refusal> {
        let alive = victim.start.crew;
        let men = self.men_in_radius.unwrap_or(alive);
        if victim.unit.is_team() && (men == 0 || men > alive) {
            let reason = format!("{men} men in the radius of {alive} alive");
            return Err(Refusal::new("SKIR-FRG-1", reason).because_of(&victim.unit.id));
        }
        Ok(men)
    }
}

impl Inquiry for Fragments {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "fragments";
    const TITLE: &'static str = "Fragments of an HE burst on a unit within its radius";
    const EXAMPLE: &'static str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/fragments.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let Some(mut burst) = Burst::of(&said.weapon, said.cs, rules.get()) else {
            return Err(Refusal::new("SKIR-FRG-1", format!("nothing called `{}` bursts", said.weapon)));
        };
        burst.reaches::<Refusal>(&said.target.unit, said.place(&rules)?, said.distance_mm)?;
        check_skill(said.cs)?;
        if said.fragments_no_cs {
            burst.cs = 0;
        }
        let victim = said.target.victim(rules, None)?;
        may_choose::<Refusal>(said.choice, victim.unit)?;
        let men = said.men(&victim)?;
        let near = NearBurst {
            burst,
            men,
            with_leader: leader_among(said.leader_among_them, men, &victim)?,
            shelter: said.target.best_shelter(&rules)?,
            aspects: said.bearing.aspects(&rules)?,
            choice: said.choice,
            victim,
        };
        Ok(near.ready(tally))
    }

    fn facts(&self, said: &Situation) -> Vec<Fact> {
        let mut facts =
            vec![Fact::new("to hit", format!("D10 + {}, stationary", self.inner.explosion.cs), "SKIR-HWF-3")];
        let needs = self.inner.attack.parts[0].needs;
        if self.men > 0 {
            facts.push(Fact::new("attacked", format!("{} men, one by one", self.men), "SKIR-FRG-3"));
            facts.push(among_fact(self.company.leader, said.leader_among_them.is_none()));
        } else if needs > 10 {
            facts.push(Fact::new("armor", "the body cannot be pierced by fragments", "SKIR-FRG-4"));
        } else if needs > 0 {
            facts.push(Fact::new(
                "armor",
                format!("the body is pierced with {needs} or more on D10"),
                "SKIR-FRG-4",
            ));
        } else {
            facts.push(Fact::new("armor", "straight to the effects", "SKIR-FRG-5"));
        }
        facts.extend(surrender_fact(&said.target, &self.inner.victim, 1));
        if said.target.turn != Turn::Over && !said.target.fleeing {
            facts.push(Fact::new("can't fire", "one CF if anything of it is hit", "SKIR-FRG-7"));
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        Some(fire_chart(&self.inner.victim))
    }

    fn tell(&self, _: &Situation, end: &Condition) -> Told {
        let harm = if self.inner.victim.unit.is_team() { "SKIR-FRG-3" } else { "SKIR-EFF-5" };
        report::tell(&self.inner.victim, *end, harm, "SKIR-FRG-2").to(&self.inner.victim.unit.id)
    }
}
