//! Whether programs play it well: they get through, never stray from the rules, and take over in the middle.

mod plans;

use bots::{Bot, Duellist, Level, Spec, duel};
use kit::{
    Game, Manner, Rolled, Seat, Setup, Status, Tactics, flow::Steps, patch::Patch, random_play::RandomPlayer,
    tactics::Judge,
};
use sandtable_eastfront::EastFront;
use std::sync::{Arc, atomic::AtomicBool};

fn start(scenario: &str) -> EastFront {
    EastFront::start(&Setup { scenario: scenario.into(), ..Setup::default() }).unwrap()
}

/// Plays to the end, or for so many decisions; how many were made.
fn play(mut game: EastFront, specs: [&str; 2], seed: u64, most: u32) -> (EastFront, u32) {
    let mut bots = [0, 1].map(|seat| Bot::new(Spec::parse(specs[seat]).unwrap(), seed * 31 + seat as u64));
    let mut dice = Rolled::seeded(seed);
    let stop = AtomicBool::new(false);
    let mut decisions = 0;
    while let Status::Deciding(seat) = game.status() {
        if decisions == most {
            break;
        }
        let action = bots[usize::from(seat.0)].choose(&game, seat, &stop).unwrap();
        assert!(
            game.step().check::<kit::Silent>(&game, action).is_ok(),
            "seed {seed}: {} is not allowed: {}",
            game.write(&action),
            game.moment()
        );
        game.perform(&action, &mut dice, &mut ());
        decisions += 1;
    }
    (game, decisions)
}

#[test]
fn a_regular_beats_a_recruit_before_smolensk() {
    let mut won = 0;
    for seed in 1..=10 {
        for (specs, own) in [(["regular", "recruit"], 0), (["recruit", "regular"], 1)] {
            let (game, _) = play(start("smolensk-gate"), specs, seed, 5_000);
            let Status::Over(outcome) = game.status() else { panic!("seed {seed} does not end") };
            won += u32::from(outcome.winner.is_some_and(|seat| seat.0 == own));
        }
    }
    assert!(won >= 16, "{won} of 20");
}

#[test]
fn barbarossa_is_played_to_its_end() {
    // The first of some games that nobody wins before March 1942.
    let mut games = (9..15).map(|seed| {
        let (game, decisions) = play(start("barbarossa"), ["regular", "regular"], seed, 20_000);
        assert!(matches!(game.status(), Status::Over(_)), "{} after {decisions} decisions", game.moment());
        game
    });
    let game = games.find(|game| game.turn() == 10).expect("a game that goes to the end");
    // Who held which city, and what it cost, beside history (EAST-VIC-1).
    let view = game.view(kit::Viewer::Spectator);
    let beside: Vec<(&str, i32)> =
        view.history.iter().map(|line| (line.words.as_str(), line.history)).collect();
    let men = "thousand men lost, with all that was rebuilt";
    let wanted = [
        ("points of victory cities held", 5),
        ("victory cities in other hands than in history", 0),
        (men, 428),
        (men, 3952),
    ];
    assert_eq!(beside, wanted);
    assert!(view.history[3].here > view.history[2].here, "the Soviets lose more");
    let held: i32 = view.score.iter().filter(|line| line.seat.0 == 0).map(|line| line.points).sum();
    assert!(view.history[0].here >= held, "points in supply are held");
    assert!(start("smolensk-gate").view(kit::Viewer::Spectator).history.is_empty());
    let mind = <EastFront as Tactics>::Mind::default();
    assert!(game.account(&mind).is_empty(), "who has planned nothing has nothing to tell");
}

#[test]
fn a_regular_takes_over_anywhere() {
    // Random play leads to places where no plan was made: a picked unit, half a declaration, a way half laid.
    for seed in 1..=12 {
        let mut game = start(if seed % 4 == 0 { "barbarossa" } else { "smolensk-gate" });
        let (mut chance, mut dice) = (RandomPlayer::seeded(seed), Rolled::seeded(seed));
        let mut actions = Vec::new();
        for _ in 0..40 + seed * 13 {
            if !matches!(game.status(), Status::Deciding(_)) {
                break;
            }
            actions.clear();
            game.actions(&mut actions);
            let action = actions[chance.pick(actions.len())];
            game.perform(&action, &mut dice, &mut ());
        }
        play(game, ["regular", "regular"], seed, 150);
        play(game, ["recruit", "recruit"], seed, 150);
    }
}

#[test]
fn nro_1_a_regular_holds_where_one_city_decides_and_a_recruit_does_not_see_it() {
    for (name, orders) in [("regular", ["retreats", "no-retreat"]), ("recruit", ["retreats", "retreats"])] {
        let mut bots = ["regular", name].map(|name| Bot::<EastFront>::new(Spec::parse(name).unwrap(), 5));
        let (mut game, mut dice) = (start("smolensk-gate"), Rolled::seeded(5));
        let mut told = Vec::new();
        while let Status::Deciding(seat) = game.status() {
            let action = bots[usize::from(seat.0)].choose(&game, seat, &AtomicBool::new(false)).unwrap();
            let text = game.write(&action);
            if ["retreats", "no-retreat"].contains(&text.as_str()) {
                told.push(text);
            }
            game.perform(&action, &mut dice, &mut ());
            if told.len() == 2 {
                break;
            }
        }
        assert_eq!(told, orders, "{name}");
    }
}

/// What a player weighs by is data: with the published number nothing changes, and whoever finds no attack worth it never takes
/// Smolensk.
#[test]
fn weights_are_data() {
    let setup = Setup::of("smolensk-gate");
    let plain = Duellist::plain(Spec::parse("regular").unwrap());
    let with = |table: &str, value: i32| {
        let cell = format!("table = '{table}'\nrow = 'attacks'\ncolumn = 'worth_it'\nvalue = '{value}'");
        let patch = Patch::read("mine", &format!("game = 'eastfront'\n[[cell]]\n{cell}\n")).unwrap();
        Duellist { weights: Some(Arc::new(patch)), ..plain.clone() }
    };
    let score = |one: &Duellist| duel::<EastFront>(&setup, one, &plain, 0..4).unwrap();
    assert_eq!(score(&with("tactics-smolensk-gate", 3)), score(&plain));
    let timid = score(&with("tactics-smolensk-gate", 1000));
    assert_eq!(timid.won_as[0], 0, "{timid:?}");
    assert_eq!(score(&with("tactics", 1000)), timid, "the weights of all scenarios at once");
    let other = duel::<EastFront>(&setup, &with("tactics-barbarossa", 1000), &plain, 0..1).unwrap_err();
    assert!(other.to_string().contains("changes weights only"), "each scenario has its own: {other}");
}

/// A veteran of Barbarossa is bolder as the Soviets, weighs everything else like everybody, and decides nothing else by it.
#[test]
fn a_veteran_has_a_temper_of_his_own() {
    let files = EastFront::weight_files("barbarossa").unwrap();
    let [usual, own] = [Level::Regular, Level::Veteran].map(|level| files.of(Judge(level)).list().unwrap());
    let differ: Vec<_> = usual.iter().zip(&own).filter(|(usual, own)| usual != own).collect();
    let names: Vec<_> = differ.iter().map(|(usual, own)| (usual.key.as_str(), own.key.as_str())).collect();
    assert_eq!(names, [("soviet_boldness", "soviet_boldness"), ("soviet_care", "soviet_care")]);
    assert_eq!(usual.len(), own.len());
    let (usual, mut seen) = (start("barbarossa"), start("barbarossa"));
    seen.judge_as(Level::Veteran);
    assert_eq!(seen.temperament(Seat(0)), usual.temperament(Seat(0)));
    assert_eq!(usual.temperament(Seat(1)), Manner::STEADY);
    assert_eq!(seen.temperament(Seat(1)), Manner { boldness: 160, care: 65, ..Manner::STEADY });
    assert_eq!((seen, seen.digest()), (usual, usual.digest()), "it is the same position");
}
