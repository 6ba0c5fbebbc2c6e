//! A ground attack as a player describes it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    air::AirSystem,
    hexes::{Hex, HexSide},
    index::DieIndex,
    terrain::Terrain,
    units::{Side, Unit},
};

/// One ground attack.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// Whose attack it is.
    pub side: Side,
    /// Whether the attack is being announced or its die is about to be rolled.
    #[serde(default)]
    pub moment: Moment,
    /// The game turn, to say when lost Russians are back.
    #[serde(default)]
    pub turn: Option<u8>,
    /// The attacking units.
    pub attackers: Vec<Attacker>,
    /// Every enemy unit in the attacked hexes.
    pub defenders: Vec<Defender>,
    /// Other units of the attacker in the hexes attacked from, and Germans near enough to be bombed by friends.
    #[serde(default)]
    pub bystanders: Vec<Bystander>,
    /// The terrain of every hex in which a unit stands.
    pub hexes: BTreeMap<Hex, Terrain>,
    /// Which of these are west-bank shore hexes, where the headquarters makes a strongpoint.
    #[serde(default)]
    pub shore: Vec<Hex>,
    /// Stream and balka hex-sides.
    #[serde(default)]
    pub balka: Vec<HexSide>,
    /// Hex-sides that are all-open although a hex beside them is not, on maps that draw hex-sides.
    #[serde(default)]
    pub open_sides: Vec<HexSide>,
    /// Where the headquarters stands and is undisrupted, for Russian attacks around it.
    #[serde(default)]
    pub headquarters: Option<Hex>,
    /// How many Fliegerkorps give close support.
    #[serde(default)]
    pub close_support: u8,
    /// In the older air system: how many Fliegerkorps attacked the open target hex and were not knocked out.
    #[serde(default)]
    pub older_support: u8,
    /// Whether the defenders are ordered not to retreat, besides those who always are.
    #[serde(default)]
    pub no_retreat: bool,
    /// How many hexes of retreat the attacker will demand on D2.
    #[serde(default = "two")]
    pub demand: u8,
    /// Whether it is announced as an exchange attack.
    #[serde(default)]
    pub exchange: bool,
    /// Whether the defender consents to the exchange.
    #[serde(default)]
    pub consent: bool,
    /// Attacked hexes with a sniper of the defender.
    #[serde(default)]
    pub snipers: Vec<Hex>,
    /// The hex that the Russian player names for friendly bombing; the first possible one if left out.
    #[serde(default)]
    pub friendly_bombing: Option<Hex>,
    /// Which air system is played.
    #[serde(default)]
    pub air_system: AirSystem,
    /// The index column of the game.
    #[serde(default)]
    pub die_index: DieIndex,
}

const fn two() -> u8 {
    2
}

/// When the attack is looked at.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// Attacks are being announced: one that is not allowed is refused.
    #[default]
    Allocation,
    /// The die is about to be rolled: the attack stands, or is cancelled if attackers have dropped out.
    Resolution,
}

/// An attacking unit.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Attacker {
    /// The unit.
    pub unit: Unit,
    /// Where it stands.
    pub at: Hex,
    /// Whether it is Disrupted.
    #[serde(default)]
    pub disrupted: bool,
    /// Whether it is out of supply.
    #[serde(default)]
    pub unsupplied: bool,
    /// Whether it has attacked already in this game turn.
    #[serde(default)]
    pub has_attacked: bool,
    /// Whether it has dropped out since the attack was announced (a sniper, bombs).
    #[serde(default)]
    pub dropped_out: bool,
    /// Whether it is risked in an exchange attack; all are if none is marked.
    #[serde(default)]
    pub risked: bool,
}

/// A defending unit.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Defender {
    /// The unit.
    pub unit: Unit,
    /// Where it stands.
    pub at: Hex,
    /// Whether it is Disrupted.
    #[serde(default)]
    pub disrupted: bool,
    /// Whether it is out of supply.
    #[serde(default)]
    pub unsupplied: bool,
    /// How far it can retreat.
    #[serde(default)]
    pub way_out: WayOut,
    /// Whether an earlier attack of this phase gave it a D-type result.
    #[serde(default)]
    pub hit_before: bool,
}

/// How far a unit can retreat.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum WayOut {
    /// Two hexes.
    #[default]
    Free,
    /// One hex and no more.
    OneHex,
    /// One hex and no more, and that a city hex.
    OneCityHex,
    /// Nowhere: it is surrounded.
    None,
}

impl WayOut {
    /// The hexes it can go.
    pub const fn hexes(self) -> u8 {
        match self {
            Self::Free => 2,
            Self::OneHex | Self::OneCityHex => 1,
            Self::None => 0,
        }
    }
}

/// A unit that takes no part.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bystander {
    /// The unit.
    pub unit: Unit,
    /// Where it stands.
    pub at: Hex,
}
