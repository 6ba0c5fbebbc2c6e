//! An overrun as a question.

use super::prelude::*;
use crate::overrun::{LeaderIs, Overrun, OverrunState, Ramming};

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
    /// Where the leader of a team is; if left out, swept where all are, else aside.
    #[serde(default)]
    pub leader: Option<LeaderIs>,
}

impl Inquiry for Overrun {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "overrun";
    const TITLE: &'static str = "An armored vehicle drives over men, a gun or an unarmored vehicle";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/overrun.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let vehicle = unit(&said.vehicle, rules)?;
        let victim = said.target.victim(rules, Some(0))?;
        let protects = |name: &&String| {
            *name == "Trenches" || rules.building(name).is_some_and(|building| !building.lined)
        };
        let swept = said.swept.unwrap_or(victim.start.crew);
        let leader = said.leader.unwrap_or(match swept < victim.start.crew {
            true => LeaderIs::Aside,
            false if said.hemmed_in >= swept => LeaderIs::HemmedIn,
            false => LeaderIs::Swept,
        });
        let ramming = Ramming {
            vehicle,
            victim,
            refuge: said.target.shelter.iter().find(protects).map(String::as_str),
            swept,
            leader,
            hemmed_in: said.hemmed_in,
        };
        ramming.ready(tally)
    }

    fn facts(&self, said: &Situation) -> Vec<Fact> {
        let words = match self.column {
            None => format!("{} men dodge one by one; the rammed are dead", self.men),
            Some(column) => format!("rammed: D10 full shot in {}", self.victim.rules.effect_head(column)),
        };
        let mut facts = vec![Fact::new("overrun", words, "SKIR-ASL-10")];
        if self.victim.unit.is_team() {
            let is = match self.leader {
                LeaderIs::Aside => "not in its way",
                LeaderIs::Swept => "in its way",
                LeaderIs::HemmedIn => "in its way without room to dodge",
            };
            facts.push(leader_fact(is, said.leader.is_none()));
        }
        facts.extend(surrender_fact(&said.target, &self.victim, 1));
        facts
    }

    fn chart(&self) -> Option<Chart> {
        let columns = self.column.map(|column| self.victim.rules.effect_head(column).to_owned());
        Some(Chart { table: "heavy-weapons-effects", columns: columns.into_iter().collect() })
    }

    fn tell(&self, _: &Situation, end: &OverrunState) -> Told {
        report::tell(&self.victim, end.now, "SKIR-ASL-10", "SKIR-ASL-9").to(&self.victim.unit.id)
    }
}
