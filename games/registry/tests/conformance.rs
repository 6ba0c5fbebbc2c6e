//! Every playable game keeps what all games must keep, in every scenario.

use kit::{Setup, conformance::Effort};
use sandtable_registry::{PLAYABLE, game, playable};

/// Small enough for every day; `sandtable fuzz` plays more.
const EFFORT: Effort = Effort { games: 2, most: 200_000, rolls: 600 };

#[test]
fn every_playable_game_conforms_in_every_scenario() {
    for playable in PLAYABLE {
        for (scenario, _) in playable.scenarios() {
            playable.assert_conforms(&Setup::of(scenario), EFFORT);
        }
    }
}

#[test]
fn every_playable_game_is_described() {
    for entry in PLAYABLE {
        assert!(playable(entry.name()).is_some_and(|found| found.name() == entry.name()));
        assert_eq!(entry.rulebook().name, entry.name(), "records and the list of games use the same name");
        assert!(game(entry.name()).is_some(), "it stands in the list of games too");
        assert!(!entry.scenarios().is_empty() && entry.seats().len() >= 2);
    }
}
