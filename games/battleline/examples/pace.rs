//! How fast random games are played: `cargo run --release -p sandtable-battleline --example pace -- cannae 200`.

use std::time::Instant;

use kit::{
    Game, Rolled, Setup,
    random_play::{RandomPlayer, play_out},
};
use sandtable_battleline::game::Battleline;

fn main() {
    let mut words = std::env::args().skip(1);
    let scenario = words.next().unwrap_or_else(|| "cannae".to_owned());
    let games: u64 = words.next().and_then(|word| word.parse().ok()).unwrap_or(200);
    let start = Battleline::start(&Setup::of(&scenario)).expect("a known scenario");
    let mut actions = Vec::new();
    let (mut decisions, mut wins) = (0, [0u64; 3]);
    let clock = Instant::now();
    for seed in 0..games {
        let mut game = start;
        let (mut player, mut dice) = (RandomPlayer::seeded(seed), Rolled::seeded(seed));
        let (outcome, clicks) = play_out(&mut game, &mut player, &mut dice, &mut actions, 100_000)
            .unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
        decisions += clicks;
        wins[outcome.winner.map_or(2, |seat| usize::from(seat.0))] += 1;
    }
    let seconds = clock.elapsed().as_millis() as u64;
    println!(
        "{scenario}: {games} games, {decisions} decisions ({} a game) in {seconds} ms: {} a second; Rome {}, enemy {}, drawn {}",
        decisions / games,
        decisions * 1000 / seconds.max(1),
        wins[0],
        wins[1],
        wins[2]
    );
}
