//! Counters: what stands on their face.

use serde::{Deserialize, Serialize, de::value::StrDeserializer};

use super::{Miniature, Spot};
use crate::{Cell, CounterId, Factor, Seat};

/// A counter on or beside the map.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Counter {
    /// What everything else calls it by.
    pub id: CounterId,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub seat: Seat,
    /// The hex it is in, or the box beside the map.
    pub place: String,
    /// Its factors as printed: `6-6`.
    pub factors: String,
    /// All its figures by name: what is printed on the face, and what the lists say besides.
    pub figures: Vec<Figure>,
    /// What is printed on its other side, if anything is.
    pub back: Option<Back>,
    /// The kind of unit in the game's own words.
    pub kind: String,
    /// Its size in the game's own words.
    pub size: String,
    /// Its symbol.
    pub branch: Branch,
    /// The sign of size above the symbol.
    pub echelon: Option<Echelon>,
    /// Its statuses in words.
    pub statuses: Vec<String>,
    /// The statuses that its face shows.
    pub badges: Vec<Badge>,
    /// Whether it is being decided about.
    pub in_hand: bool,
    /// Whether it has done what it can do for now.
    pub spent: bool,
    /// Where it faces, in degrees clockwise from north, if that matters.
    pub facing: Option<u16>,
    /// Where it stands on a table without hexes.
    pub spot: Option<Spot>,
    /// What stands there for it.
    pub model: Option<Miniature>,
}

/// A figure of a counter: `attack 6`.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Figure {
    /// What it is, in the game's own words.
    pub name: &'static str,
    /// How much, as it is printed.
    pub value: String,
    /// How much in eighths, where the counters of a stack add up: then it is a strength.
    pub adds: Option<i32>,
}

impl Figure {
    /// A figure that each counter has for itself, such as its morale.
    pub fn new(name: &'static str, value: &impl ToString) -> Self {
        Self { name, value: value.to_string(), adds: None }
    }

    /// A figure that is summed up over a stack, such as its attack.
    pub fn strength(name: &'static str, value: Factor) -> Self {
        Self { name, value: value.to_string(), adds: Some(value.eighths()) }
    }
}

/// The other side of a counter.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Back {
    /// When it is turned to this side: `Disrupted`.
    pub words: String,
    /// Its factors as printed there.
    pub factors: String,
    /// The figures that differ from today's face.
    pub figures: Vec<Figure>,
}

/// A status as a counter's face shows it.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Badge {
    /// One to three characters.
    pub sign: &'static str,
    /// What it means.
    pub words: String,
    /// Whether it is good for the unit.
    pub tone: Tone,
}

impl Badge {
    /// A sign and what it means.
    pub fn new(sign: &'static str, tone: Tone, words: impl Into<String>) -> Self {
        Self { sign, words: words.into(), tone }
    }
}

/// Whether a status is good for who has it.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// Good: fortified.
    Good,
    /// Neither.
    Plain,
    /// Bad: disrupted, cut off.
    Bad,
}

/// The branch of service, for the symbol. Peoples without staff maps have their own.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // the names say it
pub enum Branch {
    #[default]
    Unknown,
    Infantry,
    MotorizedInfantry,
    MechanizedInfantry,
    AirborneInfantry,
    MountainInfantry,
    NavalInfantry,
    Armour,
    Cavalry,
    Reconnaissance,
    Artillery,
    RocketArtillery,
    AntiTank,
    AirDefence,
    Mortar,
    MachineGun,
    Sniper,
    Engineers,
    Signals,
    Supply,
    Headquarters,
    Aircraft,
    Boats,
    Leader,
    HeavyFoot,
    MediumFoot,
    Phalanx,
    LightFoot,
    Archers,
    HeavyHorse,
    LightHorse,
    Chariots,
    Elephants,
    Artillerymen,
    Baggage,
}

/// Tables of units write it as `motorized-infantry`.
impl Cell for Branch {
    const EXPECTED: &'static str = "a branch of service, such as infantry or motorized-infantry";

    fn read(text: &str) -> Option<Self> {
        Self::deserialize(StrDeserializer::<serde::de::value::Error>::new(text)).ok()
    }
}

/// Sizes of formations, smallest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // the names say it
pub enum Echelon {
    Team,
    Squad,
    Section,
    Platoon,
    Company,
    Battalion,
    Regiment,
    Brigade,
    Division,
    Corps,
    Army,
}
