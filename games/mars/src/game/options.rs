//! House options.

use kit::profile::Chosen;

use crate::{battle::assault::Options, prelude::*, reinforcement::Arrivals};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
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
    pub fn of(options: &Chosen<'_>) -> Self {
        let outward = options.switch("zoc_outward");
        let numerical = options.switch("arrival_numerical");
        Self {
            attacker_chooses_index: options.value("die_index") == "attacker_choice",
            ration_majority: options.switch("ration_majority"),
            forest_shift: options.switch("forest_shift"),
            german_zones: if outward { GermanZones::Outward } else { GermanZones::Inward },
            arrivals: if numerical { Arrivals::Numerical } else { Arrivals::FromTheTop },
            handicap: options.number("handicap"),
        }
    }

    /// What touches a battle.
    pub(crate) fn of_battle(&self, die_index: DieIndex) -> Options {
        Options { die_index, ration_majority: self.ration_majority, forest_shift: self.forest_shift }
    }
}
