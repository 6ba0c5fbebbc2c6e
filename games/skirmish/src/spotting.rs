//! Whether a unit is spotted: distances, no dice.

use kit::{Chain, Dice};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Charts, Class, Ground, Hiding, Unit};

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

/// One unit looking at another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) target: &'static Unit,
    pub(crate) ground: Ground,
    /// An obstacle that men line and that lies between.
    pub(crate) lined: Option<Ground>,
    pub(crate) status: Status,
    pub(crate) visibility: Visibility,
    /// Whether the observer is in the same piece of terrain.
    pub(crate) within_area: bool,
    pub(crate) mm: u32,
    /// How many rays of sight reach it; enough of them if not counted.
    pub(crate) rays: Option<u8>,
    /// For a vehicle: how far, in mm, a friendly infantry unit is that spots the target and does not flee.
    pub(crate) beside_infantry_mm: Option<u32>,
}

/// SKIR-SPT-3: the group of the chart.
pub(crate) fn group_of(target: &Unit, charts: &Charts) -> u8 {
    match target.class {
        Class::Vehicle(size) => charts.sizes[size].spotting,
        Class::Gun => 2,
        Class::Infantry | Class::Mortar => 3,
    }
}

/// SKIR-SPT-4: men and bikes hide where vehicles and guns do not.
pub(crate) fn hides_like_men(target: &Unit, charts: &Charts) -> bool {
    group_of(target, charts) == 3
}

/// SKIR-SPT-4: how well ground hides a unit; none if another ground underneath decides.
pub(crate) fn hiding(target: &Unit, ground: Ground, charts: &Charts) -> Option<Hiding> {
    if hides_like_men(target, charts) { ground.men } else { ground.models }
}

/// SKIR-SPT-3 to SKIR-SPT-7: how far a unit is spotted, in mm, on this ground and behind what it lines, by what it does.
pub(crate) fn reach_of(
    target: &Unit,
    ground: Ground,
    lined: Option<Ground>,
    status: Status,
    visibility: Visibility,
    within_area: bool,
    charts: &Charts,
) -> u32 {
    let hides = |ground| hiding(target, ground, charts).unwrap_or(Hiding::Clear);
    let hiding = hides(ground).max(lined.map_or(Hiding::Clear, hides));
    let row = charts.sights.row(group_of(target, charts), hiding, status);
    // SKIR-SPT-6, SKIR-SPT-7: the column.
    let column = usize::from(visibility == Visibility::Reduced) * 2 + usize::from(within_area);
    charts.tables.spotting.at(row, column).mm[ground.figure]
}

impl Look {
    /// Whether the target is spotted.
    pub fn judge(&self, charts: &Charts) -> Spotting {
        let Self { target, ground, lined, status, visibility, within_area, .. } = *self;
        let reach_mm = reach_of(target, ground, lined, status, visibility, within_area, charts);
        let spotted = self.mm <= reach_mm && self.shows(charts);
        let shared = charts.limits.spots_with_infantry.into();
        if !spotted && self.beside_infantry_mm.is_some_and(|mm| mm <= shared) {
            return Spotting { reach_mm: Some(reach_mm), ..Spotting::sure("SKIR-SPT-10") };
        }
        Spotting { reach_mm: Some(reach_mm), spotted, clause: "SKIR-SPT-2" }
    }

    /// SKIR-SPT-2: enough of it must show.
    fn shows(&self, charts: &Charts) -> bool {
        let least = match self.target.class {
            Class::Vehicle(_) if hides_like_men(self.target, charts) => charts.rays.bike,
            Class::Vehicle(_) | Class::Gun => charts.rays.model,
            Class::Infantry | Class::Mortar => charts.rays.man,
        };
        self.rays.is_none_or(|rays| rays >= least)
    }
}

/// A look, judged.
#[derive(Clone, Copy, Debug)]
pub struct Spotting {
    /// The figure of the chart in mm, if one applies.
    pub reach_mm: Option<u32>,
    /// Whether it is spotted.
    pub spotted: bool,
    pub(crate) clause: &'static str,
}

impl Spotting {
    /// Spotted by a rule that asks for no distance.
    pub const fn sure(clause: &'static str) -> Self {
        Self { reach_mm: None, spotted: true, clause }
    }
}

impl Chain for Spotting {
    type State = ();
    fn start(&self) {}
    fn is_done(&self, (): &()) -> bool {
        true
    }
    fn step<D: Dice>(&self, (): &(), _: &mut D) {}
}
