//! Whether a unit is spotted: distances, no dice.

use kit::{Chain, Chart, Dice, Fact, Inquiry, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    charts::{Class, Hiding, Piece, Unit, charts},
    report::count,
    situation::{Maneuver, unit, unknown_terrain},
};

/// What the target was seen doing (SKIR-SPT-9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Neither moved nor fired.
    Stationary,
    /// Moved without firing.
    Moving,
    /// Fired.
    Firing,
}

kit::spelled!(Status {
    "stationary" => Self::Stationary,
    "moving" => Self::Moving,
    "firing" => Self::Firing,
});

/// How clear the air is (SKIR-SPT-7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// As usual.
    #[default]
    Normal,
    /// Smoke, dust, rain, dusk.
    Reduced,
}

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
    /// How far it is, in mm.
    #[serde(default)]
    pub distance_mm: u32,
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

/// A look, judged.
#[derive(Clone, Copy, Debug)]
pub struct Spotting {
    /// The figure of the chart in mm, if one applies.
    pub reach_mm: Option<u32>,
    /// Whether it is spotted.
    pub spotted: bool,
    clause: &'static str,
}

impl Chain for Spotting {
    type State = ();
    fn start(&self) {}
    fn is_done(&self, (): &()) -> bool {
        true
    }
    fn step<D: Dice>(&self, (): &(), _: &mut D) {}
}

/// SKIR-SPT-3: the group of the chart.
fn group_of(target: &Unit) -> u8 {
    match target.class {
        Class::Vehicle(size) => charts().sizes[size].spotting,
        Class::Gun => 2,
        Class::Infantry | Class::Mortar => 3,
    }
}

/// SKIR-SPT-4, SKIR-SPT-5: how well the ground hides it, and which figure of a pair counts.
fn hiding(said: &Situation, men: bool) -> Result<(Hiding, usize), Refusal> {
    let kind = |name: &str| charts().ground(name).ok_or_else(|| unknown_terrain(name));
    let ground = kind(&said.terrain)?;
    let Some(mut hiding) = (if men { ground.men } else { ground.models }) else {
        let reason = format!("{} changes no row: name the ground under it", said.terrain);
        return Err(Refusal::new("SKIR-SPT-4", reason));
    };
    if let (Some(obstacle), true) = (&said.behind, men) {
        let lined = kind(obstacle)?;
        if lined.piece != Piece::Line {
            return Err(Refusal::new("SKIR-SPT-4", format!("{obstacle} is no obstacle that men line")));
        }
        hiding = hiding.max(lined.men.unwrap_or(Hiding::Clear));
    }
    Ok((hiding, ground.figure))
}

/// The figure in mm.
fn reach(said: &Situation, target: &Unit, status: Status) -> Result<u32, Refusal> {
    let group = group_of(target);
    let (hiding, figure) = hiding(said, group == 3)?;
    let row = charts().sights.row(group, hiding, status);
    // SKIR-SPT-6, SKIR-SPT-7: the column.
    let column = usize::from(said.visibility == Visibility::Reduced) * 2 + usize::from(said.within_area);
    Ok(charts().tables.spotting.at(row, column).mm[figure])
}

/// SKIR-SPT-2: enough of it must show.
fn shows(said: &Situation, target: &Unit) -> bool {
    let rays = charts().rays;
    let least = match target.class {
        Class::Vehicle(size) if charts().sizes[size].spotting == 3 => rays.bike,
        Class::Vehicle(_) | Class::Gun => rays.model,
        Class::Infantry | Class::Mortar => rays.man,
    };
    said.rays.is_none_or(|rays| rays >= least)
}

impl Spotting {
    fn look(said: &Situation) -> Result<Self, Refusal> {
        let sees = |clause| Self { reach_mm: None, spotted: true, clause };
        if said.looked == Looked::AtPlace {
            return Ok(sees("SKIR-SPT-11"));
        }
        let id = said.target.as_deref();
        let target = unit(id.ok_or_else(|| Refusal::new("SKIR-SPT-3", "name the unit that is looked at"))?)?;
        if said.in_contact {
            return Ok(sees("SKIR-SPT-12"));
        }
        let status = match (said.status, said.after) {
            (Some(_), Some(_)) => {
                return Err(Refusal::new("SKIR-SPT-9", "give the status or the last maneuver, not both"));
            }
            (Some(status), None) => status,
            (None, Some(maneuver)) => maneuver.leaves_it(),
            (None, None) => Status::Stationary,
        };
        let reach_mm = reach(said, target, status)?;
        let near = said.distance_mm <= reach_mm && shows(said, target);
        let shared = charts().limits.spots_with_infantry;
        if !near && said.beside_spotting_infantry_mm.is_some_and(|mm| mm <= shared) {
            return Ok(Self { reach_mm: Some(reach_mm), ..sees("SKIR-SPT-10") });
        }
        Ok(Self { reach_mm: Some(reach_mm), spotted: near, clause: "SKIR-SPT-2" })
    }
}

impl Inquiry for Spotting {
    type Situation = Situation;
    const KIND: &'static str = "spotting";
    const TITLE: &'static str = "Whether a unit is spotted, and from how far";
    const EXAMPLE: &'static str = include_str!("../../../examples/skirmish/spotting.toml");

    fn prepare<'s, T: Tally<'s>>(said: &'s Situation, _: &mut T) -> Result<Self, Refusal> {
        Self::look(said)
    }

    fn facts(&self, said: &Situation) -> Vec<Fact> {
        let mut facts = Vec::new();
        if let Some(mm) = self.reach_mm {
            facts.push(Fact::new("spotted up to", format!("{mm} mm"), "SKIR-SPT-2"));
            facts.push(Fact::new("distance", format!("{} mm", said.distance_mm), "SKIR-SPT-6"));
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
