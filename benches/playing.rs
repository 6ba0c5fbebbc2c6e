//! How fast games are played: `make bench`.
//!
//! Random play lists everything that can be decided at each decision. Run it on a quiet machine.

use std::{
    sync::atomic::AtomicBool,
    thread,
    time::{Duration, Instant},
};

use bots::{Bot, Spec};
use eastfront::EastFront;
use kit::{Game, Rolled, Session, Setup, Status, Tactics, any::Playable, random_play::watched_game};
use mars::game::Mars;

/// Games of a batch, and the shortest time that a rate is measured over.
const BATCH: u64 = 64;
const LEAST: Duration = Duration::from_secs(2);

/// A game with more decisions counts as endless.
const MOST: u64 = 200_000;

/// Decisions and games in a second, each thread with seeds of its own.
fn rate(game: &dyn Playable, setup: &Setup, threads: u64) -> [u64; 2] {
    let began = Instant::now();
    let work = |thread: u64| {
        let (mut decisions, mut games) = (0, 0);
        while began.elapsed() < LEAST {
            let first = thread << 32 | games;
            let rush = game.rush(setup, first..first + BATCH, MOST).expect("a known scenario");
            assert!(rush.faults.is_empty(), "{} {}: {:?}", game.name(), setup.scenario, rush.faults);
            decisions += rush.decisions;
            games += rush.games;
        }
        [decisions, games]
    };
    let sums: Vec<[u64; 2]> = thread::scope(|scope| {
        let work = &work;
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        running.into_iter().map(|thread| thread.join().expect("it plays")).collect()
    });
    let microseconds = began.elapsed().as_micros() as u64;
    [0, 1].map(|what| sums.iter().map(|sum| sum[what]).sum::<u64>() * 1_000_000 / microseconds)
}

/// Random play of every scenario of every game.
fn random_play() {
    println!("random play                  decisions/s   games/s   two threads");
    for game in registry::PLAYABLE.iter() {
        for scenario in game.profile().scenarios.iter().map(|scenario| &scenario.name) {
            let setup = Setup::of(scenario);
            let [one, games] = rate(*game, &setup, 1);
            let [two, _] = rate(*game, &setup, 2);
            let times = two * 100 / one.max(1);
            let name = format!("{} {scenario}", game.name());
            println!("{name:28} {one:>11} {games:>9}   {two} ({}.{:02} times)", times / 100, times % 100);
        }
    }
}

/// Opening the record of a finished game and playing it again to its end, the best of several.
fn record<G: Game>(scenario: &str, goal: u32) {
    let (session, fault) = watched_game::<G>(&Setup::of(scenario), 7, 100_000).expect("a known scenario");
    assert!(fault.is_none(), "a game without fault");
    let record = session.record();
    let open = || {
        let began = Instant::now();
        let (again, fault) = Session::<G>::from_record(&record).expect("a record");
        assert!(fault.is_none() && again.entries().len() == session.entries().len(), "the same game");
        began.elapsed()
    };
    let best = (0..20).map(|_| open()).min().expect("some were measured");
    let (name, steps) = (G::NAME, session.entries().len());
    println!(
        "opening a record of {name} {scenario}, {steps} decisions: {} us (goal {goal})",
        best.as_micros()
    );
}

fn records() {
    record::<Mars>("vazuza", 20_000);
    record::<Mars>("historical", 20_000);
    record::<EastFront>("campaign", 100_000);
}

/// The longest turn of a player against a regular, and how many turns were played.
fn turns(name: &str) -> (Duration, u32) {
    let spec = |name| Spec::parse(name).expect("a player");
    let mut game = <Mars as Game>::start(&Setup::of("historical")).expect("a scenario");
    let mut bots = [Bot::<Mars>::new(spec(name), 1), Bot::<Mars>::new(spec("regular"), 2)];
    let mut dice = Rolled::seeded(7);
    let (mut longest, mut spent, mut span, mut turns) = (Duration::ZERO, Duration::ZERO, game.span(), 0);
    while let Status::Deciding(seat) = Game::status(&game) {
        let began = Instant::now();
        let action =
            bots[usize::from(seat.0)].choose(&game, seat, &AtomicBool::new(false)).expect("a decision");
        if seat.0 == 0 {
            spent += began.elapsed();
        }
        Game::perform(&mut game, &action, &mut dice, &mut ());
        if game.span() != span {
            (longest, spent, span, turns) = (longest.max(spent), Duration::ZERO, game.span(), turns + 1);
        }
    }
    (longest, turns)
}

fn players() {
    for (name, goal) in [("regular", "100 ms"), ("veteran/steady/2s", "2,000 ms, within 10 %")] {
        let (longest, turns) = turns(name);
        println!(
            "{name}: longest of {turns} player-turns of mars historical {} ms (goal {goal})",
            longest.as_millis()
        );
    }
}

fn main() {
    println!("a state of mars: {} bytes (goal 4,096)", size_of::<Mars>());
    records();
    players();
    random_play();
}
