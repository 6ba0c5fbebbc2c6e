//! A sniper's shot as a player describes it.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Shot, Sniper};
use crate::{charts::Charts, hexes::Hex, situation::UnitEntry};

/// A shot by a Russian sniper.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The Russian sniper who fires.
    pub russian: Sniper,
    /// The unit he fires at.
    pub target: TargetEntry,
    /// The German sniper who answers, if any.
    #[serde(default)]
    pub german: Option<Sniper>,
    /// Whether the Russian sniper, if missed, fires at the German one.
    #[serde(default = "yes")]
    pub shoot_back: bool,
}

const fn yes() -> bool {
    true
}

/// A German unit in somebody's sights.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Target")]
pub struct TargetEntry {
    /// The unit.
    pub unit: UnitEntry,
    /// Where it stands.
    pub at: Hex,
    /// Whether it is part of an attack that has been announced.
    #[serde(default)]
    pub attacking: bool,
}

impl Situation {
    pub(super) fn shot<'s>(&'s self, charts: &'s Charts) -> Shot<'s> {
        Shot {
            russian: self.russian,
            target: self.target.unit.unit(charts),
            target_at: self.target.at,
            target_attacks: self.target.attacking,
            german: self.german,
            shoots_back: self.shoot_back,
        }
    }
}
