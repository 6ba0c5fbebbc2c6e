//! What a player says about a Morale Test.

use crate::{prelude::*, rampage::Side};

pub use crate::charts::Test;

/// Units that test their morale.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The battle, where its special rules matter: learn, cannae, zama, cynoscephalae.
    pub scenario: Option<Scenario>,
    /// Why they test.
    pub test: Test,
    /// The units, one to ten; a stand or evade test has one.
    #[schemars(extend("minItems" = 1, "maxItems" = 10))]
    pub units: Vec<Tester>,
    /// Stand and evade tests: the worst row of Table 5 in which an attacker stands, 1 to 4; marching is added to it.
    #[serde(default = "one")]
    #[schemars(extend("minimum" = 1, "maximum" = 4))]
    pub row: u8,
    /// Stand and evade tests: whether elephants are among the attackers.
    #[serde(default)]
    pub elephants: bool,
    /// Carry-away test: the type of the friend that routs through them.
    pub routing: Option<Unit>,
    /// Reorganization: how many turns each unit may try, keeping still, until it succeeds.
    #[serde(default = "one")]
    #[schemars(extend("minimum" = 1, "maximum" = 20))]
    pub turns: u8,
    /// Trumpets: the Game-Turn.
    #[serde(default = "one")]
    pub turn: u8,
}

const fn one() -> u8 {
    1
}

said! {
    /// A unit that tests.
    pub struct Tester: unit marching leaders {
        /// Which face shows: good-order, disrupted, or that it is eliminated.
        #[serde(default)]
        pub status: Condition,
        /// Rampage: whose the unit is, as the elephants see it.
        #[serde(default)]
        pub side: Side,
        /// Reorganization: whether it is within the range of a leader of its side.
        #[serde(default = "yes")]
        pub in_command: bool,
        /// Reorganization: whether it stands in an enemy zone of control.
        #[serde(default)]
        pub in_enemy_zone: bool,
        /// Reorganization: whether it moved or turned in this turn.
        #[serde(default)]
        pub moved: bool,
        /// Reorganization: whether it attacked in this turn.
        #[serde(default)]
        pub attacked: bool,
        /// Reorganization: whether it retreated in this turn.
        #[serde(default)]
        pub retreated: bool,
        /// Reorganization: whether it was exchanged in this turn.
        #[serde(default)]
        pub exchanged: bool,
        /// Trumpets: how far the nearest Roman unit is.
        pub enemy_distance: Option<u8>,
    }
}

const fn yes() -> bool {
    true
}

/// The status of a unit that may no longer be there.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// The front of the counter.
    #[default]
    GoodOrder,
    /// The back of the counter.
    Disrupted,
    /// Out of the game.
    Eliminated,
}
