//! The numbers by which things are weighed, for each scenario: `data/tactics-skir-learn.toml` and the others.

use kit::tactics::WeightFiles;
use serde::Deserialize;

use crate::{scenario::SCENARIOS, state::Board, words::Shelter};

/// The files of the scenarios, in the order of [`SCENARIOS`].
pub(crate) const FILES: [WeightFiles; SCENARIOS.len()] = [
    kit::weight_files!("skir-learn"),
    kit::weight_files!("skir-workshop"),
    kit::weight_files!("skir-height"),
];

/// The files of a scenario.
pub(crate) fn files(scenario: &str) -> Option<WeightFiles> {
    let place = SCENARIOS.iter().position(|source| source.name == scenario);
    place.map(|place| FILES[place])
}

/// What programs weigh things by in one scenario.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weights {
    pub(crate) units: Worth,
    pub(crate) fire: Firepower,
    pub(crate) houses: Houses,
    pub(crate) enemies: Enemies,
    pub(crate) place: Places,
    pub(crate) goal: Goals,
    pub(crate) plan: Plans,
    pub(crate) orders: Orders,
    pub(crate) assault: Assaults,
    pub(crate) foresight: Foresight,
}

kit::weights!(Worth { men, wreck, stopped, gun_out, fleeing });
kit::weights!(Firepower {
    pierced,
    flight,
    shaken,
    hit,
    nearby_open,
    nearby_soft,
    nearby_medium,
    nearby_hard,
    blind_open,
    blind_soft,
    blind_medium,
    blind_hard,
    surprise_team,
    surprise_gun,
    shelled_armor,
    shelled,
    shelled_friend
});
kit::weights!(Houses { large, medium, small, on_the_ground, worthwhile });
kit::weights!(Enemies { likely, near, seen_last });
kit::weights!(Places {
    outlook,
    exposure,
    soft,
    medium,
    hard,
    vehicle_cover,
    open_top,
    closed_top,
    mines,
    straggler,
    commander_behind,
    vehicle_outside,
    guard_within,
    stand_off,
    siege
});
kit::weights!(Goals {
    held,
    missed,
    now,
    one,
    two,
    three,
    four,
    more,
    gathers,
    rushes,
    keeps,
    keeps_alone,
    contests,
    takes
});
kit::weights!(Plans { turns, farness, unseen, strong, enough, over, weak, gathering, rushing });
kit::weights!(Orders { watchful, reach, guarding, trouble, pushed, covered, unloads, unloads_early });
kit::weights!(Assaults { through, opened, bomb, bag, clears, gun, ground, foothold });
kit::weights!(Foresight { lines, maneuvers, others, far_worse, last_turns, places, takes });

impl Board {
    /// What programs weigh things by in this scenario.
    pub(crate) fn weights(&self) -> &'static Weights {
        self.rules.get().weights[usize::from(self.scenario)].of(self.judge)
    }
}

impl Firepower {
    /// Men who fall near the one that HE is aimed at, in hundredths for each cm of its fragments.
    pub(crate) const fn nearby(&self, shelter: Shelter) -> i32 {
        [self.nearby_open, self.nearby_soft, self.nearby_medium, self.nearby_hard][shelter as usize]
    }

    /// The same of a mortar's grenade.
    pub(crate) const fn blind(&self, shelter: Shelter) -> i32 {
        [self.blind_open, self.blind_soft, self.blind_medium, self.blind_hard][shelter as usize]
    }
}

impl Places {
    /// What shelter is worth to a unit of 40 points while enemies may be near.
    pub(crate) const fn cover(&self, shelter: Shelter) -> i32 {
        [0, self.soft, self.medium, self.hard][shelter as usize]
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kit::{Game, Setup, Tactics, patch::Patch};

    use super::*;
    use crate::game::Skirmish;

    /// Each scenario has the weights of its own file, which a patch of that file changes, or one of all files at once.
    #[test]
    fn weights_are_data_of_each_scenario() {
        let outlook = |scenario: &str, table: &str| {
            let cell = format!("table = '{table}'\nrow = 'place'\ncolumn = 'outlook'\nvalue = '77'");
            let patch = Patch::read("mine", &format!("game = 'skirmish'\n[[cell]]\n{cell}\n")).unwrap();
            let setup = Setup { patch: Some(Arc::new(patch)), ..Setup::of(scenario) };
            Skirmish::start(&setup).unwrap().board.weights().place.outlook
        };
        for (place, source) in SCENARIOS.iter().enumerate() {
            let scenario = source.name;
            let file = <Skirmish as Tactics>::weight_files(scenario).unwrap().usual;
            assert_eq!((file.name, file), (format!("tactics-{scenario}").as_str(), FILES[place].usual));
            assert_eq!(outlook(scenario, file.name), 77);
            assert_eq!(outlook(scenario, "tactics"), 77);
            let other = FILES[(place + 1) % FILES.len()].usual.name;
            assert_eq!(outlook(scenario, other), 35, "{other} is not of {scenario}");
        }
        assert!(<Skirmish as Tactics>::weight_files("nowhere").is_none());
    }
}
