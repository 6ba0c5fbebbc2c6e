//! Programs sit down in the middle of any game of the shelf: after a kill, at an earlier step, with a record. The game goes
//! on, also where a program fails.

use std::{
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use kit::{
    Rolled, Setup, SetupError, Status,
    any::{AnySession, Playable, Player},
    random_play::RandomPlayer,
};
use serde_json::{Value, json};

use crate::{
    common::Folder,
    keeper::{Served, serve_with},
    secrets::send_to,
};

/// How long positions of one game are tried.
const EACH: Duration = Duration::from_secs(2);
/// How long a game may take for its next decisions, on a machine that has other things to do.
const PATIENCE: Duration = Duration::from_mins(2);
/// Cuts of each game that go to a server.
const CUTS: u64 = 3;
/// A game is cut within so many decisions.
const LATEST: usize = 160;

/// The programs of a game; the strongest looks ahead a little only.
fn programs(game: &dyn Playable, scenario: &str) -> Vec<String> {
    let short = |name: &str| {
        let few = format!("{name}/steady/4");
        let takes_few = name != "random" && registry::player(game, scenario, &few, 1).is_ok();
        if takes_few { few } else { name.to_owned() }
    };
    registry::players(game, scenario).into_iter().map(short).collect()
}

/// A random game of one of the scenarios, cut at random.
fn cut_game(game: &dyn Playable, seed: u64) -> Box<dyn AnySession> {
    let scenarios = &game.profile().scenarios;
    let scenario = &scenarios[seed as usize % scenarios.len()].name;
    let mut table = game.start(&Setup::of(scenario)).unwrap();
    let (mut chance, mut dice) = (RandomPlayer::seeded(seed), Rolled::seeded(seed));
    let cut = 1 + RandomPlayer::seeded(seed + 77).pick(LATEST);
    while table.steps() < cut && table.act_at_random(&mut chance, &mut dice).is_some() {}
    if matches!(table.status(), Status::Over(_)) {
        table.truncate(table.steps() / 2);
    }
    table
}

#[test]
fn every_program_takes_over_any_position_of_every_game() {
    for game in registry::PLAYABLE.iter() {
        let (begun, mut most) = (Instant::now(), 0);
        let (mut seats, mut seed) = (0, 0);
        while begun.elapsed() < EACH {
            let scenarios = &game.profile().scenarios;
            let scenario = &scenarios[seed as usize % scenarios.len()].name;
            let programs = programs(*game, scenario);
            most = most.max(programs.len());
            let mut table = game.start(&Setup::of(scenario)).unwrap();
            let (mut chance, mut dice) = (RandomPlayer::seeded(seed), Rolled::seeded(seed));
            let mut next = 0;
            // Chance goes on, so that the position is nobody's plan; every few decisions somebody new sits down.
            while begun.elapsed() < EACH && matches!(table.status(), Status::Deciding(_)) {
                if table.steps() >= next {
                    next = table.steps() + 1 + chance.pick(12);
                    let name = &programs[seats % programs.len()];
                    let mut player = registry::player(*game, scenario, name, seed).unwrap();
                    let text = player.decide(&*table.snapshot(), &AtomicBool::new(false));
                    let place = || format!("{} {scenario}, seed {seed}, step {}", game.name(), table.steps());
                    let text = text.unwrap_or_else(|| panic!("{name} knows nothing in {}", place()));
                    let refusal = table.why(&text).err();
                    assert!(refusal.is_none(), "{name} wants {text} in {}: {refusal:?}", place());
                    seats += 1;
                }
                if table.act_at_random(&mut chance, &mut dice).is_none() {
                    break;
                }
            }
            seed += 1;
        }
        println!("{}: {seats} programs sat down in {seed} games", game.name());
        assert!(seats >= most, "{}: only {seats} positions", game.name());
    }
}

/// A game of a server with programs in all seats, and how many decisions it must pass.
struct Seated {
    id: String,
    name: &'static str,
    steps: u64,
}

impl Seated {
    fn summary(&self, address: &str) -> Value {
        good(address, "GET", &format!("/api/games/{}", self.id), None, "")
    }

    /// Waits until some more decisions were made than before, or the game is over.
    fn goes_on(&mut self, address: &str, more: u64) {
        let begun = Instant::now();
        loop {
            let told = self.summary(address);
            let steps = told["steps"].as_u64().unwrap();
            if steps >= self.steps + more || !told["outcome"].is_null() {
                self.steps = steps;
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{} stands still: {told}", self.name);
            thread::sleep(Duration::from_millis(20));
        }
    }
}

fn good(address: &str, method: &str, path: &str, secret: Option<&str>, body: &str) -> Value {
    let (status, text) = send_to(address, method, path, secret, body);
    assert!((200..300).contains(&status), "{method} {path}: {status} {text}");
    serde_json::from_str(&text).unwrap()
}

/// All seats of a table for one program.
fn seats_for(table: &dyn AnySession, program: &str) -> Value {
    table.seats().into_iter().map(|side| (side.to_owned(), json!(format!("bot:{program}")))).collect()
}

/// What programs were helped out with.
fn helped(address: &str) -> [u64; 3] {
    let (_, text) = send_to(address, "GET", "/metrics", None, "");
    ["failed", "refused", "helped"].map(|what| {
        let name = format!("sandtable_bots_{what}_total ");
        text.lines().find_map(|line| line.strip_prefix(&name)?.parse().ok()).unwrap()
    })
}

fn serve(data: &str) -> Served {
    let free =
        ["--max-requests", "0", "--max-decisions", "0", "--max-games-an-hour", "0", "--bot-seconds", "60"];
    serve_with(data, &free)
}

#[test]
fn programs_go_on_after_a_kill_at_an_earlier_step_and_with_a_record() {
    let folder = Folder::new("takeover");
    let data = folder.0.join("games").display().to_string();
    let served = serve(&data);
    let mut games = Vec::new();
    for game in registry::PLAYABLE.iter() {
        for seed in 0..CUTS {
            let table = cut_game(*game, seed);
            let programs = programs(*game, &table.setup().scenario);
            let (steps, program) = (table.steps() as u64, &programs[(seed as usize + 1) % programs.len()]);
            let seats = seats_for(&*table, program);
            let record = table.record();
            let wanted = json!({"record": record, "seats": seats}).to_string();
            let made = good(&served.1, "POST", "/api/games", None, &wanted);
            let id = made["id"].as_str().unwrap().to_owned();
            games.push(Seated { id, name: game.name(), steps });
            // What hides something is gone on with from an earlier step when it is over.
            let wanted = json!({"record": record}).to_string();
            let made = good(&served.1, "POST", "/api/games", None, &wanted);
            let path = format!("/api/games/{}", made["id"].as_str().unwrap());
            let secret = made["seats"][0]["secret"].as_str();
            good(&served.1, "POST", &format!("{path}/resign"), secret, "{}");
            let step = steps - steps.min(seed * 3);
            let wanted = json!({"step": step, "seats": seats}).to_string();
            let made = good(&served.1, "POST", &format!("{path}/fork"), secret, &wanted);
            let id = made["id"].as_str().unwrap().to_owned();
            games.push(Seated { id, name: game.name(), steps: step });
        }
    }
    for game in &mut games {
        game.goes_on(&served.1, 2);
    }
    assert_eq!(helped(&served.1), [0; 3], "nobody had to be helped");
    drop(served);
    let served = serve(&data);
    for game in &mut games {
        game.goes_on(&served.1, 1);
    }
    assert_eq!(helped(&served.1), [0; 3], "nor after the kill");
}

/// Whether enough was seen of programs that fail: the server plays on beside other tests.
static SEEN: AtomicBool = AtomicBool::new(false);

fn nobody_looks() {
    if SEEN.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_secs(5));
    }
}

/// Proposes what no rule allows.
struct Fool;

impl Player for Fool {
    fn decide(&mut self, _: &dyn AnySession, _: &AtomicBool) -> Option<String> {
        nobody_looks();
        Some("conquer the moon".into())
    }
}

/// Fails now and then, and knows nothing otherwise.
struct Wreck;

impl Player for Wreck {
    fn decide(&mut self, _: &dyn AnySession, _: &AtomicBool) -> Option<String> {
        static FAILS: AtomicBool = AtomicBool::new(false);
        if FAILS.fetch_xor(true, Ordering::Relaxed) {
            // Without a word to the terminal.
            std::panic::resume_unwind(Box::new("a program has a fault"));
        }
        nobody_looks();
        None
    }
}

fn unfit(_: &dyn Playable, _: &str, name: &str, _: u64) -> Result<Box<dyn Player>, SetupError> {
    match name {
        "fool" => Ok(Box::new(Fool)),
        "wreck" => Ok(Box::new(Wreck)),
        _ => Err(SetupError("there are: fool, wreck".into())),
    }
}

#[test]
fn every_game_goes_on_with_programs_that_fail() {
    let folder = Folder::new("unfit");
    let mut config = server::Config::new(folder.0.join("games"));
    config.listen.set_port(0);
    (config.limits.requests, config.limits.games_an_hour) = (0, 0);
    let shelf = server::Shelf {
        rulebooks: || &registry::GAMES,
        playable: || &registry::PLAYABLE,
        bots: |_, _| vec!["fool", "wreck"],
        strengths: |_| &[],
        player: unfit,
        luck: |_, _| Err(SetupError("nobody weighs luck here".into())),
        coach: registry::coach,
    };
    let (tell, told) = mpsc::channel();
    // It serves until the tests are over.
    thread::spawn(move || server::run(config, shelf, |address| tell.send(address).unwrap()));
    let address = told.recv_timeout(PATIENCE).unwrap().to_string();
    let before = helped(&address);
    let mut games: Vec<Seated> = registry::PLAYABLE
        .iter()
        .flat_map(|game| ["fool", "wreck"].map(|program| (game, program)))
        .map(|(game, program)| {
            let table = cut_game(*game, 5);
            let wanted = json!({"record": table.record(), "seats": seats_for(&*table, program)}).to_string();
            let made = good(&address, "POST", "/api/games", None, &wanted);
            let id = made["id"].as_str().unwrap().to_owned();
            Seated { id, name: game.name(), steps: table.steps() as u64 }
        })
        .collect();
    for game in &mut games {
        game.goes_on(&address, 4);
    }
    SEEN.store(true, Ordering::Relaxed);
    let now = helped(&address);
    assert!((0..3).all(|what| now[what] > before[what]), "{before:?} {now:?}");
}
