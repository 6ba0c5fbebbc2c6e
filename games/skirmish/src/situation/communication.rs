//! Communication as a question.

use super::prelude::*;
use crate::communication::{Between, Call, Link};

/// A link.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// Who wants to talk.
    pub between: Between,
    /// How far apart they are, in mm.
    pub distance_mm: u32,
    /// Whether they see each other.
    #[serde(default)]
    pub in_sight: bool,
    /// Whether both have a radio.
    #[serde(default)]
    pub both_radios: bool,
    /// Whether one of them at least is entrenched: in a trench or bunker, or beside sand bags.
    #[serde(default)]
    pub entrenched: bool,
}

impl Inquiry for Link {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "communication";
    const TITLE: &'static str = "Whether two units or soldiers are in communication";
    const EXAMPLE: &'static str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/communication.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, said: &'s Situation, _: &mut T) -> Result<Self, Refusal> {
        let &Situation { between, distance_mm, in_sight, both_radios, entrenched } = said;
        if between == Between::MenOfATeam && (both_radios || entrenched) {
            let reason = "inside a team neither radio nor trench helps: it is seen or not";
            return Err(Refusal::new("SKIR-COM-1", reason));
        }
        Ok(Call { between, in_sight, both_radios, entrenched }.judge(distance_mm, &rules))
    }

    fn facts(&self, said: &Situation) -> Vec<Fact> {
        let words = format!("up to {} mm, they are {} mm apart", self.reach_mm, said.distance_mm);
        vec![Fact::new("reach", words, self.clause)]
    }

    fn chart(&self) -> Option<Chart> {
        Some(Chart { table: "communications", columns: Vec::new() })
    }

    fn tell(&self, _: &Situation, (): &()) -> Told {
        let result = if self.linked { "in communication" } else { "out of communication" };
        Told::new(result, "").by(self.clause).measuring("linked", count(u8::from(self.linked)))
    }
}
