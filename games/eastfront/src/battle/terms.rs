//! When and by which house rules an attack is made, and in which state its units are.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The two attack phases of a player turn.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Phase")]
pub enum AttackPhase {
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

/// The house rules in use that touch a battle.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub(crate) struct HouseRules(u8);

impl HouseRules {
    /// Whether a rule is in use.
    pub(crate) const fn has(self, rule: HouseRule) -> bool {
        self.0 >> rule as u8 & 1 == 1
    }
}

impl FromIterator<HouseRule> for HouseRules {
    fn from_iter<I: IntoIterator<Item = HouseRule>>(rules: I) -> Self {
        Self(rules.into_iter().fold(0, |all, rule| all | 1 << rule as u8))
    }
}

/// Whether a unit may still attack.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "State")]
pub enum Readiness {
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
