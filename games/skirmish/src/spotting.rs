//! Whether a unit is spotted: distances, no dice.

use kit::{Cell, Chain, Chart, Dice, Fact, Inquiry, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    charts::{Class, Unit, charts},
    report::count,
    situation::{Maneuver, unit, unknown_terrain},
};

/// What the target was seen doing (SKIR-SPT-9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Neither moved nor fired.
    Stationary,
    /// Moved without firing.
    Moving,
    /// Fired.
    Firing,
}

impl Cell for Status {
    const EXPECTED: &'static str = "stationary, moving or firing";
    fn read(text: &str) -> Option<Self> {
        [Self::Stationary, Self::Moving, Self::Firing].into_iter().find(|status| status.name() == text)
    }
}

impl Status {
    const fn name(self) -> &'static str {
        match self {
            Self::Stationary => "stationary",
            Self::Moving => "moving",
            Self::Firing => "firing",
        }
    }
}

/// How clear the air is (SKIR-SPT-7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// As usual.
    #[default]
    Normal,
    /// Smoke, dust, rain, dusk.
    Reduced,
}

/// What is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Looked {
    /// A unit of the enemy.
    #[default]
    AtUnit,
    /// A building, bunker or point of ground: line of sight is enough.
    AtPlace,
}

/// One unit looking at another.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
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

/// SKIR-SPT-4, SKIR-SPT-5: which block of rows, from open to hidden, and which figure of a pair.
fn block_of(said: &Situation, men: bool) -> Result<(u8, usize), Refusal> {
    let kinds = charts().tables.terrain_kinds.sheet();
    let kind = |name: &str| {
        let row = charts().terrain_row(name);
        kinds.row_named(0, row).map(|row| kinds.cells(row)).ok_or_else(|| unknown_terrain(name))
    };
    let ground = kind(&said.terrain)?;
    let block = |words: &str| match words {
        "clear" => Some(0),
        "others" => Some(1),
        "covered" => Some(2),
        _ => None,
    };
    let cell = if men { &ground[2] } else { &ground[1] };
    let Some(mut hidden) = block(cell) else {
        let reason = format!("{} changes no row: name the ground under it", said.terrain);
        return Err(Refusal::new("SKIR-SPT-4", reason));
    };
    if let (Some(obstacle), true) = (&said.behind, men) {
        let lined = kind(obstacle)?;
        if lined[0] != "line" {
            return Err(Refusal::new("SKIR-SPT-4", format!("{obstacle} is no obstacle that men line")));
        }
        hidden = hidden.max(block(&lined[2]).unwrap_or(0));
    }
    Ok((hidden, usize::from(ground[3] == "2")))
}

/// The figure in mm.
fn reach(said: &Situation, target: &Unit, status: Status) -> Result<u32, Refusal> {
    let chart = &charts().tables.spotting;
    let sheet = chart.sheet();
    let group = group_of(target);
    let (hidden, figure) = block_of(said, group == 3)?;
    let starts = match (group, hidden) {
        (3, 0) => "Clear, roads",
        (3, 1) => "Rough",
        (_, 2) => "Trees",
        _ => "Clear",
    };
    let who = ["Tank", "Small Tank", "Infantry"][usize::from(group) - 1];
    let row = (0..sheet.len()).find(|&row| {
        let labels: Vec<&str> = sheet.labels(row).collect();
        labels[0].starts_with(who) && labels[1].starts_with(starts) && labels[2] == status.name()
    });
    // SKIR-SPT-6, SKIR-SPT-7: the column.
    let column = usize::from(said.visibility == Visibility::Reduced) * 2 + usize::from(said.within_area);
    Ok(chart.at(row.expect("every case has a row"), column).mm[figure])
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
