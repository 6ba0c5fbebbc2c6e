//! Bots play by the rules, the same for the same seed, and stop when told to.

#[path = "bots/coach.rs"]
mod coach;
#[path = "bots/general.rs"]
mod general;

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use kit::{Game, Rolled, Session, Setup, Status, any::Player, patch::Patch, random_play::RandomPlayer};
use mars::{action::Action, game::Mars};
use sandtable_bots::{Bot, Duellist, Spec, Tally, duel, pair, play};

fn spec(name: &str) -> Spec {
    Spec::parse(name).unwrap()
}

fn plain(name: &str) -> Duellist {
    Duellist::plain(spec(name))
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
    let (one, other) = (plain("regular"), plain("recruit"));
    let mut pairs = Tally::default();
    (3..9).for_each(|seed| pairs.add(&pair::<Mars>(&setup, &one, &other, seed).unwrap()));
    assert_eq!(duel::<Mars>(&setup, &one, &other, 3..9).unwrap(), pairs);
    assert_eq!((pairs.games, pairs.won + pairs.drawn + pairs.lost()), (12, 12));
    assert!(play::<Mars>(&Setup::of("kursk"), &[one.spec, other.spec], 1).is_err());
}

#[test]
fn a_regular_beats_a_recruit() {
    let tally = duel::<Mars>(&Setup::of("vazuza"), &plain("regular"), &plain("recruit"), 0..40).unwrap();
    assert!(tally.won >= 64, "{tally:?}");
}

/// A beginner is foolish, but he is not chance: he hardly ever loses to it.
#[test]
fn a_recruit_beats_chance() {
    let tally = duel::<Mars>(&Setup::of("vazuza"), &plain("recruit"), &plain("random"), 0..40).unwrap();
    assert!(tally.won >= 48 && tally.lost() <= 8, "{tally:?}");
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
fn first_turn(name: &str, scenario: &str, seed: u64) -> (Duration, Vec<String>) {
    let mut session = Session::<Mars>::new(Setup::of(scenario)).unwrap();
    let mut bots = [name, "regular"].map(|name| Bot::<Mars>::new(spec(name), seed));
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
    let (thought, _) = first_turn("veteran/steady/600ms", "vazuza", 3);
    assert!(thought > Duration::from_millis(200), "{thought:?}: time that was given is used");
    // Three parts of the turn that each took the whole budget would need 1,800 ms; a busy machine may overrun it somewhat.
    assert!(thought < Duration::from_millis(1_500), "{thought:?}");
}

#[test]
fn a_bot_says_what_it_was_after_and_what_it_left_alone() {
    let says = |account: &[String], words: &str| account.iter().any(|sentence| sentence.contains(words));
    let (_, account) = first_turn("veteran/steady/100", "vazuza", 3);
    assert!(says(&account, "plans, played forward over"), "{account:#?}");
    assert!(says(&account, "expected to bring"), "{account:#?}");
    // Tastes differ: some attack everything that they can.
    let accounts: Vec<Vec<String>> = (0..6).map(|seed| first_turn("regular", "historical", seed).1).collect();
    for words in ["gathered for an attack on", "clearing the hex on", "left alone"] {
        assert!(accounts.iter().any(|account| says(account, words)), "{words}: {accounts:#?}");
    }
}

/// A player with weights of his own: the game is the same, only his judgement differs.
#[test]
fn players_may_judge_differently() {
    let setup = Setup::of("vazuza");
    let with = |cells: &str| Duellist {
        weights: Some(Arc::new(Patch::read("mine", &format!("game = 'mars'\n{cells}")).unwrap())),
        ..plain("regular")
    };
    let weight = |value: i32| {
        with(&format!(
            "[[cell]]\ntable = 'tactics-vazuza'\nrow = 'attacks'\ncolumn = 'worth_it'\nvalue = '{value}'\n"
        ))
    };
    let score = |one: &Duellist| duel::<Mars>(&setup, one, &plain("regular"), 0..8).unwrap();
    assert_eq!(score(&weight(7)), score(&plain("regular")), "the published value changes nothing");
    let timid = score(&weight(1000));
    assert!(timid.lost() > timid.won, "who never attacks loses more: {timid:?}");
    let absurd = duel::<Mars>(&setup, &weight(1001), &plain("regular"), 0..1).unwrap_err();
    assert!(absurd.to_string().contains("from 0 to 1000"), "{absurd}");
    let of = |table: &str| {
        with(&format!("[[cell]]\ntable = '{table}'\nrow = 'attacks'\ncolumn = 'worth_it'\nvalue = '1000'\n"))
    };
    assert_eq!(score(&of("tactics")), timid, "the weights of all scenarios at once");
    let refused = duel::<Mars>(&setup, &of("tactics-historical"), &plain("regular"), 0..1).unwrap_err();
    assert!(refused.to_string().contains("changes weights only"), "each scenario has its own: {refused}");
    let rules = with("[[cell]]\ntable = 'units'\nrow = '6 TK'\ncolumn = 'attack'\nvalue = '9'\n");
    let refused = duel::<Mars>(&setup, &rules, &plain("regular"), 0..1).unwrap_err();
    assert!(refused.to_string().contains("changes weights only"), "{refused}");
}
