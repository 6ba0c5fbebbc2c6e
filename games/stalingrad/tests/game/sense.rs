//! What a program does with a position in which folly is near.

use kit::{
    Manner, Seat, Tactics, hash_of,
    tactics::{Level, Memory},
};
use sandtable_stalingrad::{
    action::Action,
    bank::Light,
    field::{Field, SniperId},
    flow::{PlayerTurn, Step},
    game::Stalingrad,
    units::Side,
};

use crate::{
    board::{Describe, empty, game, unit},
    table::{acts, at, east, idle_until},
};

fn decides(game: &Stalingrad) -> Action {
    game.best(&Manner::STEADY, &mut Memory::default())
}

/// Who waits before a shore that the Luftwaffe sees by day.
fn before_the_day(turn: u8, waiting: &str) -> Stalingrad {
    let mut held = east(empty(), waiting).put("10.RB", "1411");
    let garrisons =
        ["131.RD", "244.RD", "95.RD", "193.RD", "284.RD", "308.RD", "112.RD", "38.RB", "42.RB", "92.RB"];
    for (garrison, post) in garrisons.iter().zip(held.theatre().objectives) {
        held = held.put(garrison, held.theatre().name(post));
    }
    let field = held.put("516.R, 517.R, 518.R", "1309").put("131.R, 132.R, 134.R", "1310");
    let mut game = at(field, turn, Side::Russian, PlayerTurn::Arrivals);
    idle_until(
        &mut game,
        |game| matches!(game.step(), Step::Crossings(crossings) if crossings.light() == Light::Day),
    );
    game
}

/// At Very Bad odds as many boats sink as come across: as long as another night comes before it matters, guards, who never come
/// back, wait for it.
#[test]
fn guards_wait_for_the_night() {
    let (early, late) = (before_the_day(5, "34.R"), before_the_day(12, "34.R"));
    for game in [&early, &late] {
        let hazard = game.crossing_odds(unit("34.R"), game.field().hex("1411"), Light::Day).unwrap();
        assert_eq!(hazard.chance(|landing| landing.is_across()).scaled(6), 2);
    }
    // Who has arrived since and can be replaced may go.
    let goes = |who| early.field().piece(who).replaced;
    assert!(!matches!(decides(&early), Action::Cross(who, _) if !goes(who)), "{:?}", decides(&early));
    assert!(matches!(decides(&late), Action::Cross(..)), "before the last attack no night is left");
}

/// Three boats a night carry no crowd: others go by day, and leave the nights to the guards.
#[test]
fn a_crowd_does_not_wait_for_the_night() {
    let crowd = before_the_day(5, "34.R, 115.RB, 124.RB, 129.RB, 149.RB, 6.TB, 27.TB, 26.TB");
    let Action::Cross(first, _) = decides(&crowd) else { panic!("{:?}", decides(&crowd)) };
    assert!(crowd.field().piece(first).replaced, "{first:?}");
}

/// STAL-NOR-1: an order to hold keeps the ground on a D1, and on a D2 it kills whoever could have gone back.
#[test]
fn russians_hold_where_the_ground_is_worth_more_than_who_stands_on_it() {
    let order = |field: Field| {
        let mut game = at(field, 5, Side::Russian, PlayerTurn::Arrivals);
        idle_until(&mut game, |game| matches!(game.step(), Step::HoldOrder(_)));
        decides(&game)
    };
    let before = |germans: &str, russian: &str| empty().put(germans, "1209").put(russian, "1310");
    assert_eq!(order(before("516.R", "10.RB")), Action::NoRetreat);
    assert_eq!(order(before("516.R, 517.R, 518.R", "95.RD")), Action::Retreats);
    // In a strongpoint the order changes nothing (STAL-NOR-5).
    assert_eq!(order(empty().put("516.R, 517.R, 518.R", "1309").put("10.RB", "1410")), Action::Retreats);
}

/// STAL-DIS-5: a German who attacks nobody is fresh again before anybody strikes back; a shot at him only draws an answer.
#[test]
fn snipers_fire_at_those_who_attack() {
    let sniping = |orders: &str| {
        let field = empty().put("42.RB", "1310").put("516.R, 517.R", "1209").put("Pz.R.24", "1309");
        let mut game = at(field, 3, Side::German, PlayerTurn::Snipers);
        acts(&mut game, "post Russian first in 1310\ndone\npost German first in 1309\ndone");
        acts(&mut game, orders);
        idle_until(&mut game, |game| matches!(game.step(), Step::Sniping(_)));
        decides(&game)
    };
    let (idle, storming) = (sniping("done"), sniping("attack 1310 with 516.R\nattack 1310 with 517.R\ndone"));
    assert_eq!(idle, Action::Done);
    assert!(
        matches!(storming, Action::Fire(SniperId(0), at) if at != unit("Pz.R.24")),
        "{storming:?} does not meet who attacks",
    );
}

fn first_post(field: Field) -> Action {
    decides(&at(field, 3, Side::German, PlayerTurn::Snipers))
}

/// A sniper who is stormed dies with his friends: he lies with those who can stand, and nowhere if nobody can.
#[test]
fn snipers_do_not_lie_where_they_die() {
    let around = |field: Field| field.put("516.R, 517.R, 518.R", "1310").put("131.R, 132.R, 134.R", "1311");
    let (strong, weak) = (empty().hex("1410"), empty().hex("1411"));
    assert!(empty().theatre().strong.contains(strong) && !empty().theatre().strong.contains(weak));
    let both = around(empty().put("112.RD, 244.RD", "1410").put("10.RB", "1411"));
    for sniper in both.snipers_of(Side::Russian).take(1) {
        assert_eq!(first_post(both), Action::Post(sniper, strong));
    }
    let alone = around(empty().put("10.RB", "1210"));
    assert!(!matches!(first_post(alone), Action::Post(SniperId(_), _)), "{:?}", first_post(alone));
}

/// The veteran of the whole battle weighs it by what was learned for him; the position is the same, and nobody else does.
#[test]
fn a_veteran_weighs_the_city_by_weights_of_his_own() {
    for (scenario, has_his_own) in [("historical", true), ("red-october", false)] {
        let usual = game(scenario);
        let judged = |level: Level| {
            let mut seen = usual;
            seen.judge_as(level);
            assert_eq!(hash_of(&seen), hash_of(&usual));
            seen.standing(Seat(0))
        };
        assert_eq!(judged(Level::Regular), usual.standing(Seat(0)));
        assert_eq!(judged(Level::Veteran) != judged(Level::Regular), has_his_own, "{scenario}");
    }
}
