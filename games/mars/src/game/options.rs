//! House options.

use std::collections::BTreeMap;

use kit::SetupError;

use crate::{
    battle::situation::{DieIndex, Options},
    reinforcement::Arrivals,
    theatre::GermanZones,
};

/// The options and what they do; all are off as published.
pub(super) const OPTIONS: &[(&str, &str)] = &[
    (
        "die_index",
        "by_side, or attacker_choice: the attacker says before each roll which index is read (MARS-R1)",
    ),
    (
        "ration_majority",
        "on: rationed attackers cost a column only if they are more than half of the attack (MARS-R7)",
    ),
    ("zoc_outward", "on: German zones of control reach outward over the frontline (MARS-R9)"),
    ("arrival_numerical", "on: panzer divisions arrive lowest number first (MARS-R13)"),
    ("forest_shift", "on: a defender in a forest hex gains a column (MARS-R16)"),
    ("handicap", "points added to Zhukov's total, a whole number from -999 to 999 (MARS-R41)"),
];

/// The house options of a game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct House {
    /// The attacker chooses the index of the die before each roll (MARS-R1).
    pub attacker_chooses_index: bool,
    /// MARS-R7
    pub ration_majority: bool,
    /// MARS-R16
    pub forest_shift: bool,
    /// MARS-R9
    pub german_zones: GermanZones,
    /// MARS-R13
    pub arrivals: Arrivals,
    /// MARS-R41
    pub handicap: i32,
}

impl House {
    /// Reads options by name.
    pub fn read(options: &BTreeMap<String, String>) -> Result<Self, SetupError> {
        let mut house = Self::default();
        for (name, value) in options {
            let wrong =
                |expected: &str| SetupError(format!("option `{name}`: found `{value}`, expected {expected}"));
            let switch = || match value.as_str() {
                "on" | "true" => Ok(true),
                "off" | "false" => Ok(false),
                _ => Err(wrong("on or off")),
            };
            match name.as_str() {
                "die_index" => {
                    house.attacker_chooses_index = match value.as_str() {
                        "by_side" => false,
                        "attacker_choice" => true,
                        _ => return Err(wrong("by_side or attacker_choice")),
                    }
                }
                "ration_majority" => house.ration_majority = switch()?,
                "forest_shift" => house.forest_shift = switch()?,
                "zoc_outward" if switch()? => house.german_zones = GermanZones::Outward,
                "arrival_numerical" if switch()? => house.arrivals = Arrivals::Numerical,
                "zoc_outward" | "arrival_numerical" => {}
                "handicap" => {
                    let number = value.parse().ok().filter(|number| (-999..=999).contains(number));
                    house.handicap = number.ok_or_else(|| wrong("a whole number from -999 to 999"))?;
                }
                _ => {
                    let known: Vec<&str> = OPTIONS.iter().map(|(name, _)| *name).collect();
                    return Err(SetupError(format!(
                        "there is no option `{name}`: choose from {}",
                        known.join(", ")
                    )));
                }
            }
        }
        Ok(house)
    }

    /// What touches a battle.
    pub(crate) fn of_battle(&self, die_index: DieIndex) -> Options {
        Options { die_index, ration_majority: self.ration_majority, forest_shift: self.forest_shift }
    }
}
