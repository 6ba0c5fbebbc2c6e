//! What a player says about a shot.

use crate::prelude::*;

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

said! {
    /// The unit that shoots.
    pub struct Firer: unit status marching level position {
        /// At distance 1: where the target is as this unit sees it; left out: front.
        pub towards: Option<Place>,
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
}

said! {
    /// The unit shot at.
    pub struct Target: unit status marching leaders terrain level position {
        /// At distance 1: where the shooter is as this unit sees it; left out: front.
        pub from: Option<Place>,
        /// Whether it has been shot at in this phase.
        #[serde(default)]
        pub shot_at: bool,
    }
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
