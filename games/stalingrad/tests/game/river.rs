//! B.1: STAL-VEL-1, STAL-NOR-4, STAL-REP-1 to STAL-REP-6, STAL-VOL-1 to STAL-VOL-13, STAL-AIR-8, STAL-AIR-9.

use kit::{
    Fraction, Game,
    testing::{act, assert_refused},
    walk::{Policy, Walk},
};
use sandtable_stalingrad::{
    action::Action,
    bank::{Crosser, Light},
    crossing::Landing,
    field::{Aside, Field, Location, SniperId, SniperPlace, Status},
    flow::{PlayerTurn, Step},
    game::{House, Stalingrad},
    index::DieIndex,
    units::Side,
};

use crate::{
    board::{Describe, empty, unit},
    table::{acts, at, east, idle_until},
};

fn bank(field: Field, turn: u8) -> Stalingrad {
    at(field, turn, Side::Russian, PlayerTurn::Arrivals)
}

fn to_boats(field: Field, turn: u8) -> Stalingrad {
    let mut game = bank(field, turn);
    idle_until(&mut game, |game| matches!(game.step(), Step::Crossings(_)));
    game
}

/// W10, STAL-VOL-4, STAL-VOL-9, STAL-VOL-10, STAL-VOL-12, STAL-AIR-8
#[test]
fn w10_the_volga_at_night_and_by_day() {
    let field = east(empty(), "10.RB").put("62.A HQ", "1411").put("516.R", "1212").put("517.R", "1410");
    let game = to_boats(field, 5);
    let (brigade, hex) = (unit("10.RB"), field.hex("1411"));
    let sixths = |light| {
        let odds = game.crossing_odds(brigade, hex, light).unwrap();
        [Landing::Ready, Landing::Crossed, Landing::Stays, Landing::Destroyed]
            .map(|landing| odds.chance(|&found| found == landing).scaled(6))
    };
    assert_eq!(game.hazard(Crosser::Unit(brigade), hex, Light::Night).as_deref(), Some("Serious"));
    assert_eq!(game.hazard(Crosser::Unit(brigade), hex, Light::Day).as_deref(), Some("Very Bad"));
    assert_eq!(sixths(Light::Night), [0, 3, 2, 1]);
    let cross = Action::Cross(brigade, hex);
    assert_eq!(
        game.risk_note(&cross),
        "across 50.00 %, lost 16.67 %; with a try by day across 61.11 %, lost 27.78 %"
    );
    let policy =
        |state: &Stalingrad| Policy::Take(if state.check(&cross).is_ok() { cross } else { Action::Done });
    let until = |state: &Stalingrad| {
        let is_over = !matches!(state.step(), Step::Crossings(_) | Step::RiverTurn(_) | Step::Boats(_));
        is_over.then(|| match state.field().place_of(brigade) {
            Location::Hex(_) => 'w',
            Location::Aside(Aside::EastBank) => 'e',
            Location::Aside(_) => 'd',
        })
    };
    let ends = Walk::default().after(&game, cross, policy, until).unwrap().distribution();
    let chance = |end| ends.chance(|&found| found == end);
    assert_eq!(
        ['w', 'd', 'e'].map(chance),
        [Fraction::new(11, 18), Fraction::new(5, 18), Fraction::new(1, 9)]
    );
}

/// STAL-VOL-1, STAL-VOL-2, STAL-VOL-3, STAL-R25
#[test]
fn boats_are_few() {
    let game = to_boats(east(empty(), "10.RB, 38.RB, 112.RD, 131.RD"), 2);
    let mut night = game;
    act(&mut night, "cross 112.RD to 1405", &[1]);
    assert_refused(&night, "cross 131.RD to 1406", "STAL-R25");
    assert_refused(&night, "cross 112.RD to 1406", "STAL-VOL-1");
    assert_refused(&night, "cross 10.RB to 1306", "STAL-VOL-1");
    act(&mut night, "cross 10.RB to 1406", &[6]);
    // The night's boats are used up, so day has come; the brigade may try again, once.
    assert!(matches!(night.step(), Step::Crossings(step) if step.light() == Light::Day));
    act(&mut night, "cross 10.RB to 1406", &[3]);
    assert_refused(&night, "cross 10.RB to 1406", "STAL-VOL-3");
}

/// STAL-VOL-5 to STAL-VOL-8
#[test]
fn what_the_crossing_chart_says() {
    let start = to_boats(east(empty(), "10.RB, 38.RB, 42.RB"), 2);
    let brigade = unit("10.RB");
    let after = |face: u16| {
        let mut game = start;
        act(&mut game, "cross 10.RB to 1322", &[face]);
        game
    };
    let chart = start.crossing_odds(brigade, start.field().hex("1322"), Light::Night).unwrap();
    let ready = after(1);
    assert_eq!(ready.field().hex_of(brigade), Some(start.field().hex("1322")));
    assert!(!ready.field().is_disrupted(brigade) && !ready.field().is(brigade, Status::Moved));
    assert!(chart.chance(|&landing| landing == Landing::Destroyed) == Fraction::new(0, 1), "Minimal");
    // By day it is Very Bad: a 6 destroys, and takes a boat from this day.
    let mut day = start;
    act(&mut day, "done", &[]);
    act(&mut day, "cross 10.RB to 1322", &[6]);
    assert_eq!(day.field().place_of(brigade), Location::Aside(Aside::Track(5)));
    act(&mut day, "cross 38.RB to 1322", &[3]);
    // Three boats less the two attempts and the one lost.
    assert!(!matches!(day.step(), Step::Crossings(_)), "42.RB has no boat left");
    // STAL-VOL-8: next turn has all three again.
    idle_until(&mut day, |game| game.turn() == 3 && matches!(game.step(), Step::Crossings(_)));
    assert!(day.prompt().words.contains("Boats for 3"), "{}", day.prompt().words);
}

/// STAL-VOL-12, STAL-R84
#[test]
fn no_landing_on_germans_or_in_a_crowd() {
    let field = east(empty(), "10.RB").put("516.R", "1405").put("112.RD, 38.RB", "1406");
    let game = to_boats(field, 2);
    assert_refused(&game, "cross 10.RB to 1405", "STAL-VOL-12");
    assert_refused(&game, "cross 10.RB to 1406", "STAL-VOL-12");
    let hazard = |number| game.hazard(Crosser::Unit(unit("10.RB")), field.hex(number), Light::Night).unwrap();
    assert_eq!(hazard("1404"), "Very Bad", "empty and next to a German");
    assert_eq!(hazard("1322"), "Minimal");
}

/// STAL-AIR-9, STAL-R85: chased away, the Fliegerkorps do not make the daylight Very Bad.
#[test]
fn interception_over_the_river() {
    let mut game = to_boats(east(empty(), "10.RB, 38.RB"), 1);
    assert_refused(&game, "intercept VIII.Fliegerkorps", "STAL-R85");
    act(&mut game, "done", &[]);
    act(&mut game, "intercept VIII.Fliegerkorps", &[5]);
    assert_refused(&game, "intercept IV.Fliegerkorps", "STAL-AIR-2");
    let hex = game.field().hex("1322");
    assert_eq!(game.hazard(Crosser::Unit(unit("10.RB")), hex, Light::Day).as_deref(), Some("Very Bad"));

    // With one Fliegerkorps knocked out already, the other one is all there is.
    let mut game = at(east(empty().put("544.R", "0106"), "10.RB"), 2, Side::German, PlayerTurn::Bombardment);
    acts(&mut game, "support with VIII.Fliegerkorps\ndone");
    act(&mut game, "intercept VIII.Fliegerkorps", &[6]);
    idle_until(&mut game, |game| matches!(game.step(), Step::Crossings(step) if step.light() == Light::Day));
    assert_refused(&game, "intercept IV.Fliegerkorps", "STAL-AIR-2");
}

/// STAL-VEL-1, STAL-R88, STAL-NOR-4
#[test]
fn volunteers_and_the_order_to_hold() {
    let mut game = bank(east(empty(), "42.RB").put("10.RB", "1320"), 4);
    act(&mut game, "volunteers", &[]);
    assert_refused(&game, "disband 42.RB", "STAL-R88");
    act(&mut game, "disband 10.RB", &[]);
    assert_eq!(game.field().place_of(unit("10.RB")), Location::Aside(Aside::Track(6)));
    act(&mut game, "no-retreat", &[]);
    assert!(matches!(game.step(), Step::Crossings(_)), "nobody is left to disband, the order ends the step");
}

/// STAL-REP-1, STAL-REP-4: due replacements and reinforcements wait on the east bank.
#[test]
fn arrivals_wait_for_boats() {
    let mut field = empty().put("62.A HQ", "1411");
    field.remove(unit("10.RB"), Aside::Track(3));
    field.remove(unit("38.RB"), Aside::Track(4));
    let game = to_boats(field, 3);
    let is_east = |name| game.field().place_of(unit(name)) == Location::Aside(Aside::EastBank);
    assert!(is_east("10.RB") && is_east("284.RD") && !is_east("38.RB") && !is_east("308.RD"));
}

/// W18, STAL-REP-5, STAL-REP-6, STAL-R41, STAL-R64
#[test]
fn w18_the_tractor_factory() {
    let mut wreck = empty().put("62.A HQ", "1411");
    wreck.remove(unit("6.TB"), Aside::Track(9));
    let to_factory = |field: Field, house: House| {
        let mut game = Stalingrad::posed(field, house, 4, Side::Russian, PlayerTurn::Arrivals);
        act(&mut game, "retreats", &[]);
        game
    };
    let chance = |field| to_factory(field, House::default()).repair_odds(unit("6.TB"));
    assert_eq!(chance(wreck), Some(Fraction::new(1, 1)));
    let beside = wreck.put("516.R", "1305");
    assert_eq!(chance(beside), Some(Fraction::new(2, 3)));
    assert_eq!(chance(wreck.put("516.R", "1405")), Some(Fraction::new(1, 3)));
    assert_eq!(chance(wreck.put("516.R", "1405").put("517.R", "1406")), None);
    let mut game = to_factory(beside, House { index: DieIndex::B, ..House::default() });
    assert_refused(&game, "repair 27.TB in 1405", "STAL-REP-5");
    assert_refused(&game, "repair 6.TB in 1407", "STAL-REP-6");
    act(&mut game, "repair 6.TB in 1405", &[3]);
    assert_eq!(game.field().hex_of(unit("6.TB")), Some(beside.hex("1405")));
    let mut game = to_factory(beside, House::default());
    act(&mut game, "repair 6.TB in 1405", &[5]);
    assert_eq!(game.field().place_of(unit("6.TB")), Location::Aside(Aside::Track(9)));
    assert!(!matches!(game.step(), Step::Repairs(_)), "one attempt a turn");
    // A brigade that was disbanded in this very turn stays away.
    let mut game = bank(empty().put("6.TB", "1411").put("10.RB", "1411"), 4);
    acts(&mut game, "volunteers\ndisband 6.TB\ndone\nretreats");
    assert!(!matches!(game.step(), Step::Repairs(_)));
}

/// STAL-VOL-13, STAL-SNP-7: a sniper comes back, and nobody else learns which.
#[test]
fn a_sniper_comes_back_over_the_river() {
    let mut field = empty().put("62.A HQ", "1411");
    field.snipers[2].place = SniperPlace::Returning(4);
    let mut game = bank(field, 4);
    idle_until(&mut game, |game| matches!(game.step(), Step::SniperReturns(_)));
    let action = game.read("return Russian third to 1322").unwrap();
    assert_eq!(game.write_for_others(&action), "return a sniper to 1322");
    assert_refused(&game, "return Russian first to 1322", "STAL-VOL-13");
    let after = |face: u16| {
        let mut game = game;
        act(&mut game, "return Russian third to 1322", &[face]);
        game.field().sniper(SniperId(2)).place
    };
    assert_eq!(after(1), SniperPlace::Ready);
    let odds = game.return_odds(field.hex("1322")).unwrap();
    assert_eq!(
        odds.chance(|landing| landing.is_across()).scaled(6),
        (1..=6).filter(|&face| after(face) == SniperPlace::Ready).count() as u128
    );
}
