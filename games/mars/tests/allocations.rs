//! A decision in a game that is under way allocates nothing.

use kit::{Game, Rolled, Setup, Status, random_play::RandomPlayer};
use sandtable_mars::{Action, Mars};

/// Plays on at random; allocations that listing and carrying out have made.
fn allocations(game: &mut Mars, seed: u64, actions: &mut Vec<Action>) -> u64 {
    let (mut player, mut dice) = (RandomPlayer::seeded(seed), Rolled::seeded(seed));
    allocation_counter::measure(|| {
        while let Status::Deciding(_) = game.status() {
            actions.clear();
            game.actions(actions);
            let action = actions[player.pick(actions.len())];
            game.perform(&action, &mut dice, &mut ());
        }
    })
    .count_total
}

#[test]
fn random_play_allocates_nothing() {
    for (scenario, games) in [("vazuza", 200), ("historical", 20)] {
        let start = Mars::start(&Setup::of(scenario)).unwrap();
        let mut actions = Vec::with_capacity(4096);
        // The first game reads the charts and the map.
        allocations(&mut start.clone(), 0, &mut actions);
        for seed in 1..games {
            let mut game = start;
            assert_eq!(allocations(&mut game, seed, &mut actions), 0, "{scenario}, seed {seed}");
        }
    }
}

#[test]
fn a_state_is_copied_in_four_kilobytes() {
    assert!(size_of::<Mars>() <= 4096, "{}", size_of::<Mars>());
}
