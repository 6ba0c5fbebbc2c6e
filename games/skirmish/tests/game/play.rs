//! Games from the first to the last decision.

use kit::{
    Game as _, Rolled, Setup,
    random_play::{RandomPlayer, play_out},
};
use sandtable_skirmish::game::Skirmish;

/// SKIR-SEQ-1, SKIR-SEQ-2: every game ends after its turns.
#[test]
fn random_games_end() {
    for scenario in ["skir-learn", "skir-workshop", "skir-height"] {
        for seed in 0..3 {
            let mut game = Skirmish::start(&Setup::of(scenario)).unwrap();
            let (mut player, mut dice) = (RandomPlayer::seeded(seed), Rolled::seeded(seed));
            let end = play_out(&mut game, &mut player, &mut dice, &mut Vec::new(), 20_000);
            assert!(end.is_ok(), "{scenario} {seed}: {end:?}");
        }
    }
}
