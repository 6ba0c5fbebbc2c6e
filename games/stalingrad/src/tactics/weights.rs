//! The numbers by which things are weighed, for each scenario: `data/tactics-historical.toml` and the other.

use kit::tactics::WeightFiles;
use serde::Deserialize;

use crate::theatre::Scenario;

/// The files of a scenario.
pub(crate) const fn files(scenario: Scenario) -> WeightFiles {
    match scenario {
        Scenario::Historical => kit::weight_files!("historical", veteran),
        Scenario::RedOctober => kit::weight_files!("red-october"),
    }
}

/// The sections of the file; it says what each number is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weights {
    pub(super) units: Units,
    pub(super) hexes: Hexes,
    pub(super) taking: Taking,
    pub(super) standing: Standing,
    pub(super) gathering: Gathering,
    pub(super) places: Places,
    pub(super) attacks: Attacks,
    pub(super) air: Air,
    pub(super) guns: Guns,
    pub(super) decisions: Decisions,
}

kit::weights!(Units { factor, headquarters, panzer, pioneer, replaced, at_the_end, each_turn_left });
kit::weights!(Hexes { objective, summit, landing, nearer });
kit::weights!(Taking { german_wanted, german_other, russian });
kit::weights!(Standing {
    objective,
    summit,
    turn_left,
    boat,
    german,
    russian,
    disrupted,
    east_bank,
    coming,
    each_turn_away,
    far_away,
    closeness,
    held,
    last_held,
    firmness
});
kit::weights!(Gathering {
    enough,
    too_few,
    strikes_back,
    stormed_at,
    over_a_balka,
    others,
    duty,
    company,
    counterstroke,
});
kit::weights!(Places {
    worth_going,
    exposed,
    strongpoint,
    city,
    german_post,
    russian_post,
    shared_post,
    russian_nearness,
    german_leaving,
    russian_leaving,
    headquarters_shore,
    headquarters_city,
    headquarters_danger,
});
kit::weights!(Attacks {
    tied_down,
    worth_it_to_germans,
    worth_it_to_russians,
    driven_out,
    disrupted,
    disrupted_attacker
});
kit::weights!(Air {
    bombing_turn,
    line,
    fresh,
    shaken,
    strongpoint,
    own,
    strike,
    silence,
    intercept_support
});
kit::weights!(Guns { friends, life, shot, target, guards, duel });
kit::weights!(Decisions { hold, driven_out, landing, patience });
