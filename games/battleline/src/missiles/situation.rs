//! What a player says about a shot.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    facing::{Direction, Hex, Place},
    ground::Terrain,
    troop::Scenario,
    troops::{LeaderName, Status, Unit},
};

/// One unit shoots at another. Positions are given in words (`towards`, `from`, `between`) or by the hexes and
/// facings of both.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The battle, where its special rules matter: learn, cannae, zama, cynoscephalae.
    pub scenario: Option<Scenario>,
    /// The Game-Turn; asked for where mist matters.
    pub turn: Option<u8>,
    /// 1 for neighbours, 2 beyond; left out: 1, or what the hexes say.
    #[schemars(extend("minimum" = 1, "maximum" = 2))]
    pub distance: Option<u8>,
    /// The unit that shoots.
    pub firer: Firer,
    /// The unit it shoots at.
    pub target: Target,
    /// At distance 2: the one or two hexes between; left out: one open hex before both, or open ground on the map.
    #[serde(default)]
    #[schemars(extend("maxItems" = 2))]
    pub between: Vec<Between>,
}

/// The unit that shoots.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Firer {
    /// Its type.
    pub unit: Unit,
    /// What it is called; left out: the code of its type.
    pub name: Option<String>,
    /// Which face shows: good-order or disrupted.
    #[serde(default)]
    pub status: Status,
    /// Whether it has a Marching marker.
    #[serde(default)]
    pub marching: bool,
    /// The level of its hex.
    #[serde(default)]
    pub level: i8,
    /// At distance 1: where the target is as this unit sees it; left out: front.
    pub towards: Option<Place>,
    /// Its hex, if positions are given by hexes.
    pub hex: Option<Hex>,
    /// Its facing on the map, 0 north to 5 north-west, if positions are given by hexes.
    pub facing: Option<Direction>,
    /// Whether it has shot in this phase.
    #[serde(default)]
    pub fired: bool,
    /// Volleys left before this one; left out: all.
    #[schemars(extend("minimum" = 1, "maximum" = 3))]
    pub volleys: Option<u8>,
    /// Whether it stands in an enemy zone of control.
    #[serde(default)]
    pub in_enemy_zone: bool,
}

/// The unit shot at.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Target {
    /// Its type.
    pub unit: Unit,
    /// What it is called; left out: the code of its type.
    pub name: Option<String>,
    /// Which face shows: good-order or disrupted.
    #[serde(default)]
    pub status: Status,
    /// Whether it has a Marching marker.
    #[serde(default)]
    pub marching: bool,
    /// Leaders in its hex.
    #[serde(default)]
    pub leaders: Vec<LeaderName>,
    /// The terrain of its hex.
    #[serde(default)]
    pub terrain: Terrain,
    /// The level of its hex.
    #[serde(default)]
    pub level: i8,
    /// At distance 1: where the shooter is as this unit sees it; left out: front.
    pub from: Option<Place>,
    /// Its hex, if positions are given by hexes.
    pub hex: Option<Hex>,
    /// Its facing on the map, 0 north to 5 north-west, if positions are given by hexes.
    pub facing: Option<Direction>,
    /// Whether it has been shot at in this phase.
    #[serde(default)]
    pub shot_at: bool,
}

/// A hex next to both shooter and target.
#[derive(Clone, Copy, Default, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Between {
    /// Where it is as the target sees it; left out: front.
    pub from: Option<Place>,
    /// Where it is as the shooter sees it; left out: front.
    pub towards: Option<Place>,
    /// Its number, if positions are given by hexes.
    pub hex: Option<Hex>,
    /// Whether a unit of either side stands in it.
    pub occupied: bool,
    /// Its terrain.
    pub terrain: Terrain,
    /// Its level.
    pub level: i8,
}
