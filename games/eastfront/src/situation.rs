//! What a player tells about a battle: the file that the calculator reads.

use kit::{Cell, Factor};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    unit::{Arm, Nation, Size},
    weather::Weather,
};

/// One attack on one hex.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The game turn, 1 (June 1941) to 48 (May 1945): it dates the fortified lines and the surprise.
    pub turn: u8,
    /// The weather, if it is not the calendar's for this turn.
    #[serde(default)]
    pub weather: Option<Weather>,
    /// The attack phase.
    #[serde(default)]
    pub phase: Phase,
    /// Whether this is itself a breakthrough attack.
    #[serde(default)]
    pub breakthrough: bool,
    /// Whether the Soviet player has ordered No Retreat for this game turn.
    #[serde(default)]
    pub soviet_no_retreat: bool,
    /// Whether the defending player refuses an exchange in mountains where he may.
    #[serde(default)]
    pub refuse_exchange: bool,
    /// Which of Odessa, Sevastopol and Novorossiysk the Axis holds.
    #[serde(default)]
    pub axis_naval_bases: Vec<NavalBase>,
    /// House rules in use.
    #[serde(default)]
    pub house_rules: Vec<HouseRule>,
    /// The attacked hex.
    #[serde(default)]
    pub target: Target,
    /// The hexes from which the attack comes, each with its units.
    pub from: Vec<Approach>,
    /// The units in the attacked hex; none in an empty victory city.
    #[serde(default)]
    pub defenders: Vec<Defender>,
}

/// The two attack phases of a player turn.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Phase C, Prepared Attacks.
    #[default]
    Prepared,
    /// Phase E, Operational Attacks.
    Operational,
}

/// The bases that decide who has the Black Sea.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NavalBase {
    /// Odessa.
    #[serde(alias = "Odessa")]
    Odessa,
    /// Sevastopol.
    #[serde(alias = "Sevastopol")]
    Sevastopol,
    /// Novorossiysk.
    #[serde(alias = "Novorossiysk")]
    Novorossiysk,
}

/// House rules that touch a single battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HouseRule {
    /// The river counts for each defending unit.
    #[serde(alias = "H1")]
    H1,
    /// AE eliminates every attacker.
    #[serde(alias = "H3")]
    H3,
    /// On D the defender may withdraw 1 hex.
    #[serde(alias = "H4")]
    H4,
}

/// The attacked hex.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Target {
    /// A place of the map by its name: it brings its class, its fortress and its own factors.
    #[serde(default)]
    pub place: Option<String>,
    /// The class of a place that has no name on the map.
    #[serde(default)]
    pub class: Option<Class>,
    /// Whether the hex is a fortress, if it has no place of that name.
    #[serde(default)]
    pub fortress: bool,
    /// The ground.
    #[serde(default)]
    pub ground: Ground,
    /// Victory city: whether its own factors are gone (an Axis unit has been there, or they were paid for).
    #[serde(default)]
    pub taken: bool,
    /// Whether the hex lies north-east of the weather line.
    #[serde(default)]
    pub north_east: bool,
    /// The country the hex belonged to in June 1941.
    #[serde(default)]
    pub country: Country,
}

/// The class of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Underlined on the map.
    #[serde(alias = "victory city")]
    VictoryCity,
    /// A block.
    #[serde(alias = "major city")]
    MajorCity,
    /// A dot.
    #[serde(alias = "dot city")]
    DotCity,
    /// A small circle.
    Town,
}

impl Class {
    /// All of them, greatest first.
    pub const ALL: [Self; 4] = [Self::VictoryCity, Self::MajorCity, Self::DotCity, Self::Town];

    /// As the tables print it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::VictoryCity => "victory city",
            Self::MajorCity => "major city",
            Self::DotCity => "dot city",
            Self::Town => "town",
        }
    }
}

impl Cell for Class {
    const EXPECTED: &'static str = "victory city, major city, dot city or town";
    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.name() == text)
    }
}

/// The one ground a hex has (`EAST-TER-26`).
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// Nothing special.
    #[default]
    Clear,
    /// Swamp.
    Swamp,
    /// Hills.
    Hills,
    /// Mountains.
    Mountain,
}

/// Countries of June 1941.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Country {
    /// The Soviet Union.
    #[default]
    #[serde(alias = "USSR")]
    Ussr,
    /// Germany with occupied Poland.
    #[serde(alias = "Germany")]
    Germany,
    /// Finland.
    #[serde(alias = "Finland")]
    Finland,
    /// Romania.
    #[serde(alias = "Romania")]
    Romania,
    /// Hungary.
    #[serde(alias = "Hungary")]
    Hungary,
}

/// A hex from which units attack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Approach {
    /// Its number or any name; no two alike.
    pub hex: String,
    /// What lies between it and the attacked hex.
    #[serde(default)]
    pub across: Hexside,
    /// Whether that hexside is fortified with the attacked hex on its defended side.
    #[serde(default)]
    pub fortified: bool,
    /// Whether a road crosses it.
    #[serde(default)]
    pub road: bool,
    /// Whether the hex lies north-east of the weather line, if that differs from the attacked hex.
    #[serde(default)]
    pub north_east: Option<bool>,
    /// The units that attack from it.
    pub units: Vec<Attacker>,
}

/// What lies on a hexside.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Hexside {
    /// Nothing that matters.
    #[default]
    Plain,
    /// A river.
    River,
    /// A lake.
    Lake,
    /// The Kerch Strait.
    Kerch,
    /// The sea.
    Sea,
}

/// An attacking unit: one of the game by its name, or one of your own with its values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Attacker {
    /// Its name, such as `G-47PzK`. The values of a unit of the game need not be given.
    pub unit: String,
    /// Its nation.
    #[serde(default)]
    pub nation: Option<Nation>,
    /// Its type.
    #[serde(default, rename = "type")]
    pub arm: Option<Arm>,
    /// Its size.
    #[serde(default)]
    pub size: Option<Size>,
    /// Its attack factor.
    #[serde(default)]
    pub af: Option<Factor>,
    /// Its state.
    #[serde(default)]
    pub state: State,
    /// Whether it is out of supply.
    #[serde(default)]
    pub unsupplied: bool,
}

/// Whether a unit may still attack.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It may.
    #[default]
    Ready,
    /// It is Dispersed.
    Dispersed,
    /// It is Spent.
    Spent,
    /// It has gone by rail this turn.
    Railed,
}

/// A defending unit: one of the game by its name, or one of your own with its values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Defender {
    /// Its name, such as `S-4A`. The values of a unit of the game need not be given.
    pub unit: String,
    /// Its nation.
    #[serde(default)]
    pub nation: Option<Nation>,
    /// Its type.
    #[serde(default, rename = "type")]
    pub arm: Option<Arm>,
    /// Its size.
    #[serde(default)]
    pub size: Option<Size>,
    /// Its defence factor.
    #[serde(default)]
    pub df: Option<Factor>,
    /// Whether it is Dispersed.
    #[serde(default)]
    pub dispersed: bool,
    /// How many hexes it could retreat by a legal route of its own: 0 (it is surrounded), 1 or 2.
    #[serde(default = "two_hexes")]
    pub retreat: u8,
    /// German units: whether its player orders No Retreat once the die is known.
    #[serde(default)]
    pub no_retreat: bool,
}

const fn two_hexes() -> u8 {
    2
}
