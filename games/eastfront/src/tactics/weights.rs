//! The numbers by which things are weighed, for each scenario: `data/tactics-barbarossa.toml` and the others.

use kit::tactics::WeightFiles;
use serde::Deserialize;

use crate::{board::Board, theatre::Scenario};

/// The files of a scenario.
pub(crate) const fn files(scenario: Scenario) -> WeightFiles {
    match scenario {
        Scenario::Barbarossa => kit::weight_files!("barbarossa", veteran),
        Scenario::Campaign => kit::weight_files!("campaign"),
        Scenario::SmolenskGate => kit::weight_files!("smolensk-gate"),
    }
}

/// The sections of the file; it says what each number is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weights {
    pub(super) temper: Temper,
    pub(super) units: Units,
    pub(super) standing: Standing,
    pub(super) taking: Taking,
    pub(super) attacks: Attacks,
    pub(super) axis: Axis,
    pub(super) soviet: Soviet,
    pub(super) pockets: Pockets,
    pub(super) relief: Relief,
    pub(super) moves: Moves,
    pub(super) errands: Errands,
    pub(super) decisions: Decisions,
}

kit::weights!(Temper { axis_boldness, axis_care, soviet_boldness, soviet_care });
kit::weights!(Units { german, allied, soviet, mobile, soviet_mobile });
kit::weights!(Standing {
    city_cut_off,
    dispersed,
    stronghold_cut_off,
    cut_off,
    starving,
    due,
    due_later,
    axis_pool,
    soviet_pool,
});
kit::weights!(Taking { city, capital, rail });
kit::weights!(Attacks {
    worth_it,
    spent_on_foot,
    spent_mobile,
    doomed,
    duty,
    eliminated,
    retreats,
    dispersed,
    exchanged,
    axis_factor,
    soviet_factor,
    pursuit,
    breakthrough,
});
kit::weights!(Axis { mobile, on_foot, company, garrison, track, zone, exposed, unsupplied });
kit::weights!(Soviet {
    contact,
    second,
    third,
    fourth,
    fifth,
    sixth,
    farther,
    rear,
    front,
    winter,
    autumn,
    later,
    garrison,
    company,
    zone,
    exposed,
    risk,
    alone,
    abroad,
    unsupplied,
    nearer_supply,
});
kit::weights!(Pockets {
    worth_cutting,
    one_unit,
    two_units,
    holds_out,
    can_leave,
    may_break_out,
    behind,
    rail
});
kit::weights!(Relief { holds_out, dispersed, lost });
kit::weights!(Moves {
    worth_going,
    worth_riding,
    worth_gathering,
    promise,
    city_promise,
    keeps_city,
    unsupplied,
});
kit::weights!(Errands { lure, least, least_great, odds });
kit::weights!(Decisions { going_on, nearer });

impl Board {
    /// What programs weigh things by in this scenario.
    pub(crate) fn weights(&self) -> &'static Weights {
        self.charts().weights[self.theatre().scenario as usize].of(self.judge)
    }
}
