//! A battle as a player describes it.

use kit::Factor;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::units::{Side, Supply, UnitRef};

/// One battle: who attacks what from where, and in what state everybody is.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// Whose attack it is.
    pub side: Side,
    /// The game-turn, 1 to 11; on turn 1 Russian attack factors count double.
    pub turn: u8,
    /// Whether the attack is being planned or its die is about to be rolled.
    #[serde(default)]
    pub moment: Moment,
    /// A German attack above 2:1 may be lowered to a probe at 2:1.
    #[serde(default)]
    pub probe: bool,
    /// House options.
    #[serde(default)]
    pub options: Options,
    /// The attacking units.
    pub attackers: Vec<Attacker>,
    /// The attacked hexes, usually one.
    pub hexes: Vec<Hex>,
}

/// When the battle is looked at.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// While attacks are allocated: an attack that is not allowed is refused.
    #[default]
    Allocation,
    /// When the die is rolled: what has worsened since the allocation only costs columns.
    Resolution,
}

/// House options that touch combat, all off as published.
#[derive(Clone, Copy, Default, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// Which printed die index is read; both give the same chances.
    #[serde(default)]
    pub die_index: DieIndex,
    /// Rationed attackers cost a column only if they give more than half of the attack.
    #[serde(default)]
    pub ration_majority: bool,
    /// A defender in a forest hex gains a column.
    #[serde(default)]
    pub forest_shift: bool,
}

/// Which of the two printed indexes of the die is read.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum DieIndex {
    /// A for Russian attacks, B for German ones.
    #[default]
    BySide,
    /// The attacker has chosen A (a 6 is best).
    A,
    /// The attacker has chosen B (a 1 is best).
    B,
}

/// An attacking unit.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Attacker {
    /// The unit.
    pub unit: UnitRef,
    /// The hex it attacks from, as the attacked hexes name it.
    pub from: String,
    /// How well it is supplied.
    #[serde(default)]
    pub supply: Supply,
    /// It is Disrupted, and so may not attack.
    #[serde(default)]
    pub disrupted: bool,
    /// It has fortified in this player-turn, and so may not attack.
    #[serde(default)]
    pub fortified_this_turn: bool,
    /// It has moved farther than it may before an attack.
    #[serde(default)]
    pub moved_too_far: bool,
}

/// An attacked hex.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Hex {
    /// Its number or name.
    pub name: String,
    /// On whose side of the front it lay at the start.
    pub initially: Side,
    /// The hexes from which it is attacked over the frontline.
    #[serde(default)]
    pub over_line: Vec<String>,
    /// The hexes from which it is attacked over a river.
    #[serde(default)]
    pub over_river: Vec<String>,
    /// City, town or neither.
    #[serde(default)]
    pub place: Place,
    /// Whether it is a forest hex; matters only with the house option.
    #[serde(default)]
    pub forest: bool,
    /// Current defence (printed and fortification) of the strongest German infantry in another hex of the same
    /// defence zone; leave out if there is none.
    #[serde(default)]
    pub garrison_elsewhere: Option<Factor>,
    /// The units in it; none if only the frontline itself is attacked.
    #[serde(default)]
    pub units: Vec<Defender>,
}

/// What is built in a hex.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Neither city nor town.
    #[default]
    Open,
    /// A town.
    Town,
    /// A city.
    City,
}

/// A defending unit.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Defender {
    /// The unit.
    pub unit: UnitRef,
    /// How well it is supplied.
    #[serde(default)]
    pub supply: Supply,
    /// Whether it is Disrupted already.
    #[serde(default)]
    pub disrupted: bool,
    /// Whether it is fortified.
    #[serde(default)]
    pub fortified: bool,
    /// Whether it has been given a No Retreat order for this battle.
    #[serde(default)]
    pub no_retreat: bool,
    /// Whether it has only just retreated into this hex: it adds nothing to the defence but shares its fate.
    #[serde(default)]
    pub retreated_in: bool,
}
