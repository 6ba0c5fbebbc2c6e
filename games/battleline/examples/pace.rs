//! Random games of a scenario: how fast they are, or with `watched` whether anything goes wrong in them.
//!
//! `cargo run --release -p sandtable-battleline --example pace -- cannae 200` or `-- cannae 200 watched`

use std::time::Instant;

use kit::{
    Game, Rolled, Setup,
    random_play::{RandomPlayer, play_out, watched_game},
};
use sandtable_battleline::game::Battleline;

/// More decisions than any game has.
const MOST: u64 = 20_000;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let scenario = words.first().map_or("cannae", String::as_str);
    let games: u64 = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(200);
    let setup = Setup::of(scenario);
    if words.get(2).is_some() {
        watch(&setup, games);
    } else {
        measure(&setup, games);
    }
}

/// Plays with every check after every decision.
fn watch(setup: &Setup, games: u64) {
    let mut longest = 0;
    for seed in 0..games {
        let (session, fault) =
            watched_game::<Battleline>(setup, seed, MOST as usize).expect("a known scenario");
        if let Some(fault) = fault {
            println!("{}\nseed {seed}: {fault}", session.record());
            std::process::exit(1);
        }
        longest = longest.max(session.entries().len());
    }
    println!("{}: {games} games without a fault, {longest} decisions in the longest", setup.scenario);
}

/// Plays as fast as it can.
fn measure(setup: &Setup, games: u64) {
    let start = Battleline::start(setup).expect("a known scenario");
    let mut actions = Vec::new();
    let (mut decisions, mut ends) = (0, [0u64; 3]);
    let clock = Instant::now();
    for seed in 0..games {
        let (mut game, mut player, mut dice) = (start, RandomPlayer::seeded(seed), Rolled::seeded(seed));
        let end = play_out(&mut game, &mut player, &mut dice, &mut actions, MOST);
        let (outcome, clicks) = end.unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
        decisions += clicks;
        ends[outcome.winner.map_or(2, |seat| usize::from(seat.0))] += 1;
    }
    let spent = clock.elapsed().as_millis().max(1) as u64;
    let [rome, enemy, drawn] = ends;
    println!(
        "{}: {games} games, {decisions} decisions ({} a game), {} a second; Rome {rome}, enemy {enemy}, drawn {drawn}",
        setup.scenario,
        decisions / games.max(1),
        decisions * 1000 / spent,
    );
}
