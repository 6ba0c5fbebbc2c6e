//! Bots play by the rules, the same for the same seed, and stop when told to.

#[path = "bots/coach.rs"]
mod coach;

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use kit::{Game, Rolled, Session, Setup, Status, any::Player, random_play::RandomPlayer};
use mars::{action::Action, game::Mars};
use sandtable_bots::{Bot, Spec, Tally, duel, pair, play};

fn spec(name: &str) -> Spec {
    Spec::parse(name).unwrap()
}

/// A game in which everything that a bot chooses is looked up among what can be decided.
fn watched(names: [&str; 2], scenario: &str, seed: u64) -> Vec<Action> {
    let mut game = Mars::start(&Setup::of(scenario)).unwrap();
    let mut bots = names.map(|name| Bot::<Mars>::new(spec(name), seed));
    let mut dice = Rolled::seeded(seed);
    let (mut history, mut listed) = (Vec::new(), Vec::new());
    while let Status::Deciding(seat) = game.status() {
        let action = bots[usize::from(seat.0)].choose(&game, seat, &AtomicBool::new(false)).unwrap();
        listed.clear();
        game.actions(&mut listed);
        assert!(listed.contains(&action), "{} in {:?}", game.write(&action), game.step());
        game.apply(&action, &mut dice, &mut ()).unwrap();
        history.push(action);
        assert!(history.len() < 20_000, "an endless game");
    }
    history
}

#[test]
fn bots_choose_only_what_can_be_decided() {
    for seed in 0..8 {
        watched(["recruit", "regular/aggressive"], "vazuza", seed);
        watched(["regular/cautious", "recruit"], "vazuza", seed);
    }
    watched(["regular", "recruit"], "historical", 1);
    watched(["veteran/steady/20", "veteran/cautious/20"], "vazuza", 1);
}

/// Whoever sits down in the middle of somebody else's turn, at every decision, always finds something allowed.
#[test]
fn bots_take_over_any_position() {
    for (seed, name) in [(1, "regular"), (2, "recruit"), (3, "veteran/steady/6"), (4, "regular/aggressive")] {
        let mut game = Mars::start(&Setup::of("vazuza")).unwrap();
        let (mut chance, mut dice) = (RandomPlayer::seeded(seed), Rolled::seeded(seed));
        let (mut listed, mut decisions) = (Vec::new(), 0);
        while let Status::Deciding(seat) = game.status() {
            let action =
                Bot::<Mars>::new(spec(name), seed).choose(&game, seat, &AtomicBool::new(false)).unwrap();
            assert!(game.check(&action).is_ok(), "{} in {:?}", game.write(&action), game.step());
            // Chance goes on, so that the position is nobody's plan.
            listed.clear();
            game.actions(&mut listed);
            game.perform(&listed[chance.pick(listed.len())], &mut dice, &mut ());
            decisions += 1;
            assert!(decisions < 20_000, "an endless game");
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for names in [["recruit", "regular"], ["veteran/steady/24", "regular"]] {
        assert_eq!(watched(names, "vazuza", 7), watched(names, "vazuza", 7));
    }
    assert_ne!(watched(["recruit", "recruit"], "vazuza", 7), watched(["recruit", "recruit"], "vazuza", 8));
}

#[test]
fn a_duel_is_its_pairs_whatever_the_threads() {
    let setup = Setup::of("vazuza");
    let (one, other) = (spec("regular"), spec("recruit"));
    let mut pairs = Tally::default();
    (3..9).for_each(|seed| pairs.add(&pair::<Mars>(&setup, one, other, seed).unwrap()));
    assert_eq!(duel::<Mars>(&setup, one, other, 3..9).unwrap(), pairs);
    assert_eq!((pairs.games, pairs.won + pairs.drawn + pairs.lost()), (12, 12));
    assert!(play::<Mars>(&Setup::of("kursk"), &[one, other], 1).is_err());
}

#[test]
fn a_regular_beats_a_recruit() {
    let tally = duel::<Mars>(&Setup::of("vazuza"), spec("regular"), spec("recruit"), 0..40).unwrap();
    assert!(tally.won >= 64, "{tally:?}");
}

#[test]
fn a_bot_that_is_told_to_stop_decides_nothing() {
    let mut session = Session::<Mars>::new(Setup::of("vazuza")).unwrap();
    let (go_on, stop) = (AtomicBool::new(false), AtomicBool::new(true));
    let mut veteran = Bot::<Mars>::new(spec("veteran"), 1);
    let mut drifter = RandomPlayer::seeded(1);
    assert!(veteran.decide(&session, &stop).is_none());
    let text = veteran.decide(&session, &go_on).unwrap();
    let action = session.now().read(&text).unwrap();
    session.act(&action, &mut Rolled::seeded(1)).unwrap();
    assert!(drifter.decide(&session, &go_on).is_some());
    assert_eq!(Bot::<Mars>::new(spec("regular"), 1).choose(session.now(), kit::Seat(0), &go_on), None);
}

/// The first turn of a Russian player: how long he thought, and what he says he was after.
fn first_turn(name: &str, scenario: &str) -> (Duration, Vec<String>) {
    let mut session = Session::<Mars>::new(Setup::of(scenario)).unwrap();
    let mut bots = [Bot::<Mars>::new(spec(name), 3), Bot::<Mars>::new(spec("regular"), 3)];
    let (mut dice, mut thought, go_on) = (Rolled::seeded(3), Duration::ZERO, AtomicBool::new(false));
    let russian = usize::from(mars::game::seat(mars::units::Side::Russian).0);
    while session.now().turn() == 1 {
        let Status::Deciding(seat) = session.now().status() else { panic!("over in one turn") };
        let began = Instant::now();
        let text = bots[usize::from(seat.0)].decide(&session, &go_on).unwrap();
        if usize::from(seat.0) == russian && session.now().phasing() == mars::units::Side::Russian {
            thought += began.elapsed();
        }
        let action = session.now().read(&text).unwrap();
        session.act(&action, &mut dice).unwrap();
    }
    (thought, bots[russian].account())
}

#[test]
fn a_budget_of_time_is_kept_over_the_whole_turn() {
    let (thought, _) = first_turn("veteran/steady/600ms", "vazuza");
    assert!(thought > Duration::from_millis(200), "{thought:?}: time that was given is used");
    // Three parts of the turn that each took the whole budget would need 1,800 ms; a busy machine may overrun it somewhat.
    assert!(thought < Duration::from_millis(1_500), "{thought:?}");
}

#[test]
fn a_bot_says_what_it_was_after_and_what_it_left_alone() {
    let says = |account: &[String], words: &str| account.iter().any(|sentence| sentence.contains(words));
    let (_, account) = first_turn("veteran/steady/100", "vazuza");
    assert!(says(&account, "plans, played forward over"), "{account:#?}");
    assert!(says(&account, "expected to bring"), "{account:#?}");
    let (_, account) = first_turn("regular", "historical");
    assert!(says(&account, "gathered for an attack on"), "{account:#?}");
    assert!(says(&account, "clearing the hex on") && says(&account, "left alone"), "{account:#?}");
}
