//! A look as a question.

use super::prelude::*;
use crate::{
    charts::{Ground, Piece, Unit},
    maneuver::Maneuver,
    spotting::{Look, Spotting, Status, Visibility, hides_like_men, hiding},
};

/// What is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Looked {
    /// A unit of the enemy.
    #[default]
    AtUnit,
    /// A building, bunker or point of ground: line of sight is enough.
    AtPlace,
}

/// One unit looking at another.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// What is looked at.
    #[serde(default)]
    pub looked: Looked,
    /// The id of the target in the unit charts.
    #[serde(default)]
    pub target: Option<String>,
    /// The ground under the target: a row of the terrain chart or a building.
    #[serde(default = "open_ground")]
    pub terrain: String,
    /// An obstacle that men line and that lies between, such as `Wall`.
    #[serde(default)]
    pub behind: Option<String>,
    /// What the target was seen doing; or give `after`.
    #[serde(default)]
    pub status: Option<Status>,
    /// The target's last maneuver, to find its status from.
    #[serde(default)]
    pub after: Option<Maneuver>,
    /// How clear the air is.
    #[serde(default)]
    pub visibility: Visibility,
    /// Whether the observer is in the same piece of terrain.
    #[serde(default)]
    pub within_area: bool,
    /// How far it is, in mm; a unit that is not in contact needs it.
    pub distance_mm: Option<u32>,
    /// How many rays of sight reach it, if counted.
    #[serde(default)]
    pub rays: Option<u8>,
    /// Whether observer and target are in contact, or one assaults or overruns the other.
    #[serde(default)]
    pub in_contact: bool,
    /// For a vehicle: how far, in mm, a friendly infantry unit is that spots the target and does not flee.
    #[serde(default)]
    pub beside_spotting_infantry_mm: Option<u32>,
}

fn open_ground() -> String {
    "Flat - clear".to_owned()
}

impl Situation {
    fn status(&self, charts: &Charts) -> Result<Status, Refusal> {
        match (self.status, self.after) {
            (Some(_), Some(_)) => {
                Err(Refusal::new("SKIR-SPT-9", "give the status or the last maneuver, not both"))
            }
            (Some(status), None) => Ok(status),
            (None, Some(maneuver)) => Ok(charts.maneuver(maneuver).leaves),
            (None, None) => Ok(Status::Stationary),
        }
    }

    fn ground(&self, target: &Unit, charts: &Charts) -> Result<Ground, Refusal> {
        let ground = charts.ground(&self.terrain).ok_or_else(|| unknown_terrain(&self.terrain, charts))?;
        if hiding(target, ground, charts).is_some() {
            return Ok(ground);
        }
        let reason = format!("{} changes no row: name the ground under it", self.terrain);
        Err(Refusal::new("SKIR-SPT-4", reason))
    }

    fn lined(&self, target: &Unit, charts: &Charts) -> Result<Option<Ground>, Refusal> {
        let Some(name) = self.behind.as_ref().filter(|_| hides_like_men(target, charts)) else {
            return Ok(None);
        };
        let line = charts.ground(name).ok_or_else(|| unknown_terrain(name, charts))?;
        if line.piece == Piece::Line {
            return Ok(Some(line));
        }
        Err(Refusal::new("SKIR-SPT-4", format!("{name} is no obstacle that men line")))
    }
}

impl Inquiry for Spotting {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "spotting";
    const TITLE: &'static str = "Whether a unit is spotted, and from how far";
    const EXAMPLE: &'static str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/spotting.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, said: &'s Situation, _: &mut T) -> Result<Self, Refusal> {
        if said.looked == Looked::AtPlace {
            return Ok(Self::sure("SKIR-SPT-11"));
        }
        let Some(id) = &said.target else {
            return Err(Refusal::new("SKIR-SPT-3", "name the unit that is looked at"));
        };
        let target = unit(id, rules)?;
        if said.in_contact {
            return Ok(Self::sure("SKIR-SPT-12"));
        }
        let Some(mm) = said.distance_mm else {
            return Err(Refusal::new("SKIR-SPT-6", "say how far it is: `distance-mm`"));
        };
        let look = Look {
            target,
            status: said.status(&rules)?,
            ground: said.ground(target, &rules)?,
            lined: said.lined(target, &rules)?,
            visibility: said.visibility,
            within_area: said.within_area,
            mm,
            rays: said.rays,
            beside_infantry_mm: said.beside_spotting_infantry_mm,
        };
        Ok(look.judge(&rules))
    }

    fn facts(&self, said: &Situation) -> Vec<Fact> {
        let mut facts = Vec::new();
        if let (Some(reach), Some(mm)) = (self.reach_mm, said.distance_mm) {
            facts.push(Fact::new("spotted up to", format!("{reach} mm"), "SKIR-SPT-2"));
            facts.push(Fact::new("distance", format!("{mm} mm"), "SKIR-SPT-6"));
        }
        facts.push(Fact::new(
            "decided by",
            if self.spotted { "spotted" } else { "not spotted" },
            self.clause,
        ));
        facts
    }

    fn chart(&self) -> Option<Chart> {
        Some(Chart { table: "spotting", columns: Vec::new() })
    }

    fn tell(&self, _: &Situation, (): &()) -> Told {
        let result = if self.spotted { "spotted" } else { "not spotted" };
        Told::new(result, "").by(self.clause).measuring("spotted", count(u8::from(self.spotted)))
    }
}
