//! The numbers by which things are weighed, for each scenario: `data/tactics-vazuza.toml` and the other.

use kit::tactics::WeightFiles;
use serde::Deserialize;

use crate::prelude::*;

/// The files of a scenario. What was learned in one makes worse players of the other.
pub(crate) const fn files(scenario: Scenario) -> WeightFiles {
    match scenario {
        Scenario::Historical => kit::weight_files!("historical", veteran),
        Scenario::Vazuza => kit::weight_files!("vazuza"),
    }
}

/// The sections of the file; it says what each number is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    pub(super) units: Units,
    pub(super) taking: Taking,
    pub(crate) towns: Towns,
    pub(super) places: Places,
    pub(super) moves: Moves,
    pub(super) attacks: Attacks,
    pub(super) decisions: Decisions,
}

kit::weights!(Units { russian, russian_attack, russian_defence, german });
kit::weights!(Taking { hex, last_of_zone, part_of_zone, empty_zone, zone_back, more_of_zone, pull });
kit::weights!(Towns { stronghold, town });
kit::weights!(Places {
    unsupplied,
    danger,
    pull,
    salient,
    in_zone,
    contact,
    keeps_zone,
    garrison,
    shares_zone,
    breach,
    in_the_way,
    isolated,
});
kit::weights!(Moves {
    worth_going,
    enough,
    too_few,
    certain,
    hopeless,
    promise,
    prey,
    over_a_river,
    without_going,
    post,
    panzer_stays,
});
kit::weights!(Attacks { tied_down, worth_it, routed, withdrawn, disrupted_russian, disrupted_german });
kit::weights!(Decisions {
    brought_in_fights,
    probe_withdrawn,
    probe_disrupted,
    opened,
    stand_on_line,
    stand_weakened,
    first_in,
    no_retreat,
});
