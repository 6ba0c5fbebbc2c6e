//! The numbers by which things are weighed, for each battle: `data/tactics-cannae.toml` and the others.

use kit::tactics::WeightFile;
use serde::Deserialize;

use crate::prelude::*;

macro_rules! file {
    ($name:literal) => {
        WeightFile { name: $name, text: include_str!(concat!("../../data/", $name, ".toml")) }
    };
}

/// The file of a battle as published: what was learned in one of them makes worse players of the others.
pub(crate) const fn file(scenario: Scenario) -> WeightFile {
    match scenario {
        Scenario::Learn => file!("tactics-learn"),
        Scenario::Cannae => file!("tactics-cannae"),
        Scenario::Zama => file!("tactics-zama"),
        Scenario::Cynoscephalae => file!("tactics-cynoscephalae"),
    }
}

/// The file of a battle that has a general.
pub(crate) const fn of_general(scenario: Scenario) -> Option<WeightFile> {
    match scenario {
        Scenario::Learn => Some(file!("general-learn")),
        Scenario::Cannae | Scenario::Zama | Scenario::Cynoscephalae => None,
    }
}

/// The sections of the file; it says what each number is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weights {
    pub(super) harm: Harm,
    pub(super) toll: Toll,
    pub(super) danger: Danger,
    pub(super) attacks: Attacks,
    pub(super) gathering: Gathering,
    pub(super) places: Places,
    pub(super) missiles: Missiles,
    pub(super) leaders: Leaders,
    pub(super) decisions: Decisions,
    pub(super) standing: Standing,
}

kit::weights!(Harm { disrupted, retreated, routed, rampaged });
kit::weights!(Toll { disrupted, retreated, routed });
kit::weights!(Danger { shared, comfort });
kit::weights!(Attacks { worth_it, tied_down });
kit::weights!(Gathering { worth_it, tied_down, danger_left });
kit::weights!(Places {
    worth_going,
    shaken_away,
    far,
    near,
    looks_at_enemy,
    company,
    height,
    out_of_command,
    rally,
});
kit::weights!(Missiles { worth_a_volley, shaken });
kit::weights!(Leaders { worth_riding, follower });
kit::weights!(Decisions { carried_away, refuge_in_command, advance });
kit::weights!(Standing { disrupted, caught });
