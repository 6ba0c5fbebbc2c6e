//! The numbers by which things are weighed, for each battle: `data/tactics-cannae.toml` and the others.

use kit::tactics::WeightFiles;
use serde::Deserialize;

use crate::prelude::*;

/// The files of a battle: what was learned in one of them makes worse players of the others.
pub(crate) const fn files(scenario: Scenario) -> WeightFiles {
    match scenario {
        Scenario::Learn => kit::weight_files!("learn", general),
        Scenario::Cannae => kit::weight_files!("cannae", veteran),
        Scenario::Zama => kit::weight_files!("zama"),
        Scenario::Cynoscephalae => kit::weight_files!("cynoscephalae"),
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
kit::weights!(Gathering { worth_it, tied_down, danger_left, relief, rear });
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
    cover,
    rear,
});
kit::weights!(Missiles { worth_a_volley, shaken });
kit::weights!(Leaders { worth_riding, follower });
kit::weights!(Decisions { carried_away, refuge_in_command, advance });
kit::weights!(Standing { disrupted, caught });
