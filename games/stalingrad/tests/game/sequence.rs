//! STAL-SEQ, STAL-REP-7, STAL-REP-8, STAL-SUP-7, STAL-VIC: turns and their ends.

use kit::{
    Chronicle, Game, Rolled, Status as Deciding,
    testing::{act, assert_refused},
};
use sandtable_stalingrad::{
    action::Action,
    field::{Aside, Field},
    flow::{PlayerTurn, Step},
    game::{House, Stalingrad, seat},
    units::Side,
    victory,
};

use crate::{
    board::{Describe, empty, unit},
    orders::{acts, at, offered, place},
};

/// Declines everything until a step of the German player turn of a game turn comes.
#[track_caller]
fn idle_until(game: &mut Stalingrad, is_there: impl Fn(&Stalingrad) -> bool) {
    for _ in 0..500 {
        if is_there(game) {
            return;
        }
        assert!(matches!(game.status(), Deciding::Deciding(_)), "the game ends first");
        let mut listed = Vec::new();
        game.actions(&mut listed);
        let declines = [Action::Done, Action::Retreats, Action::Stay];
        let action = declines.into_iter().find(|action| listed.contains(action)).unwrap_or(listed[0]);
        let text = game.write(&action);
        act(game, &text, &[]);
    }
    panic!("the step does not come");
}

const fn is_moving(game: &Stalingrad) -> bool {
    matches!(game.step(), Step::Move(_))
}

/// STAL-SEQ-1, STAL-SEQ-2, STAL-SEQ-4, STAL-SEQ-10, STAL-SEQ-12: the German plays, then the Russian, then the next turn
/// comes.
#[test]
fn stal_seq_1_german_then_russian() {
    let field = empty().put("516.R", "0101").put("10.RB", "1220");
    let mut game = at(&field, 1, Side::German, PlayerTurn::Beginning);
    for (turn, side) in [(1, Side::German), (1, Side::Russian), (2, Side::German)] {
        idle_until(&mut game, |game| is_moving(game) && (game.turn(), game.phasing()) == (turn, side));
        assert!(game.moment().contains(&format!("turn {turn} of 13")), "{}", game.moment());
        assert!(game.moment().ends_with(&format!("{} movement", side.name())), "{}", game.moment());
        act(&mut game, "done", &[]);
    }
}

/// A turn in which both sides post a sniper, attack once and decline everything else: the phases in their order, and what
/// the events tell.
fn a_turn_of_fighting(game: &mut Stalingrad) -> (Vec<String>, Chronicle) {
    let (mut phases, mut told) = (Vec::new(), Chronicle::default());
    let mut dice = Rolled::seeded(1);
    while game.turn() == 2 {
        let phase = game.moment().rsplit(", ").next().unwrap_or_default().to_owned();
        if phases.last() != Some(&phase) {
            phases.push(phase);
        }
        let mut listed = Vec::new();
        game.actions(&mut listed);
        let is_bold = |action: &Action| match action {
            Action::Post(..) | Action::Resolve(_) => true,
            Action::Attack(..) => game.plan().is_empty(),
            _ => false,
        };
        let bold = listed.iter().copied().find(is_bold);
        let declines = [Action::Done, Action::Retreats, Action::Stay, Action::Halt];
        let decline = declines.into_iter().find(|action| listed.contains(action));
        let action = bold.or(decline).unwrap_or(listed[0]);
        game.apply(&action, &mut dice, &mut told).unwrap();
    }
    (phases, told)
}

/// STAL-SEQ-3, STAL-SEQ-5, STAL-SEQ-6, STAL-SEQ-7, STAL-SEQ-8, STAL-SEQ-11, STAL-SEQ-13, STAL-SEQ-15: the steps of a turn
/// come in the order of the sequence.
#[test]
fn stal_seq_3_the_steps_of_a_turn() {
    let field = empty()
        .put("516.R, 517.R", "1209")
        .put("42.RB", "1310")
        .put("112.RD", "1410")
        .put("191.R", "1411")
        .put("10.RB", "1404")
        .put("54.R", "0124")
        .disrupted("10.RB, 54.R");
    let mut game = at(&field, 2, Side::German, PlayerTurn::Beginning);
    let (phases, told) = a_turn_of_fighting(&mut game);
    assert_eq!(
        phases,
        [
            "German air missions",
            "German movement",
            "German sniper placement",
            "German attack allocation",
            "German sniper fire",
            "German combat",
            "Russian replacements and crossings",
            "Russian offensive barrage",
            "Russian movement",
            "Russian attack allocation",
            "Russian combat",
            "Russian defensive barrage",
        ]
    );
    let events = told.events.iter().map(|event| (event.clause, event.words.as_str())).collect::<Vec<_>>();
    let place = |clause: &str, words: &str| {
        let found = events.iter().position(|(known, text)| *known == clause && text.contains(words));
        found.unwrap_or_else(|| panic!("{clause} {words}: {events:?}"))
    };
    // Who is not attacked recovers before the combats, in the enemy's player turn.
    assert!(place("STAL-DIS-4", "10.RB") < place("STAL-DIS-5", "54.R"), "{events:?}");
}

/// STAL-SEQ-17, STAL-MOV-1: one move a turn, and another in the next.
#[test]
fn stal_seq_17_one_move_a_turn() {
    let field = empty().put("516.R", "0101").put("10.RB", "1220");
    let mut game = at(&field, 1, Side::German, PlayerTurn::Movement);
    acts(&mut game, "pick 516.R; to 0102");
    assert!(game.phasing() == Side::Russian || !is_moving(&game), "nobody else can move");
    idle_until(&mut game, |game| is_moving(game) && game.turn() == 2);
    acts(&mut game, "pick 516.R; to 0103");
    assert_eq!(place(&game, "516.R"), "0103");
}

/// STAL-REP-7, STAL-MOV-10: pioneers come on at the western edge and may move on.
#[test]
fn stal_rep_7_reinforcements_enter_in_the_west() {
    let field = empty().put("516.R, 517.R, 191.R", "0105").put("10.RB", "0107").put("124.RB", "1402");
    let mut game = at(&field, 7, Side::German, PlayerTurn::Arrivals);
    assert_refused(&game, "enter Pi.305 at 0201", "STAL-REP-7");
    assert_refused(&game, "enter Pi.305 at 0107", "STAL-REP-7");
    assert_refused(&game, "enter Pi.45 at 0101", "STAL-REP-7");
    assert_refused(&game, "enter Pz.R.24 at 0101", "STAL-REP-8");
    act(&mut game, "enter Pi.305 at 0105", &[]);
    // STAL-STK-7: three regiments and a battalion leave no room for another.
    assert_refused(&game, "enter Pi.389 at 0105", "STAL-STK-7");
    act(&mut game, "done", &[]);
    // STAL-R81: who is held back may come later.
    assert_eq!(place(&game, "Pi.389"), "Calendar(7)");
    idle_until(&mut game, is_moving);
    acts(&mut game, "pick Pi.305; to 0205");
    assert_eq!(place(&game, "Pi.305"), "0205");
    idle_until(&mut game, |game| game.turn() == 8 && matches!(game.step(), Step::Arrivals(_)));
    act(&mut game, "enter Pi.389 at 0101", &[]);
}

/// STAL-REP-7: without a free hex the unit waits.
#[test]
fn stal_rep_7_nobody_enters_a_blocked_edge() {
    let mut field = empty();
    let russians = field.all_of(Side::Russian);
    for (hex, unit) in field.theatre().western_edge.iter().zip(russians.iter()) {
        field.place(unit, hex);
    }
    let game = at(&field, 7, Side::German, PlayerTurn::Arrivals);
    assert!(!matches!(game.step(), Step::Arrivals(_)));
    assert_eq!(place(&game, "Pi.305"), "Calendar(7)");
}

/// STAL-REP-8, STAL-R81: a panzer of the calendar brings back one that is lost, in good order; one that is not wanted is
/// forfeit.
#[test]
fn stal_rep_8_lost_panzers_come_back() {
    let mut field = empty().put("516.R", "0101").put("10.RB", "1220");
    for name in ["Pz.R.24", "Pz.R.36"] {
        field.remove(unit(name), Aside::Gone);
    }
    let mut game = at(&field, 5, Side::German, PlayerTurn::Beginning);
    assert_refused(&game, "enter Pz.R.2 at 0102", "STAL-REP-8");
    act(&mut game, "enter Pz.R.24 at 0102", &[]);
    assert!(!game.field().is_disrupted(unit("Pz.R.24")));
    assert!(!matches!(game.step(), Step::Arrivals(_)), "one replacement, one panzer");
    let mut game = at(&field, 5, Side::German, PlayerTurn::Beginning);
    act(&mut game, "done", &[]);
    idle_until(&mut game, |game| game.turn() == 6 && is_moving(game));
    assert_eq!(place(&game, "Pz.R.24"), "Gone", "it was not asked again in turn 6");
    // The second comes in turn 9, also if none was lost in turn 5.
    let mut later = at(&field, 9, Side::German, PlayerTurn::Beginning);
    assert!(offered(&later).contains(&"enter Pz.R.36 at 0101".to_owned()));
    act(&mut later, "enter Pz.R.36 at 0101", &[]);
}

/// STAL-SUP-7, STAL-SEQ-9: Germans out of supply are lost at the end of their turn, Russians are not.
#[test]
fn stal_sup_7_germans_out_of_supply_are_lost() {
    let field = empty()
        .put("516.R", "0610")
        .put("112.RD", "0609")
        .put("131.RD", "0711")
        .put("244.RD", "0511")
        .put("517.R", "0110");
    let game = at(&field, 3, Side::German, PlayerTurn::End);
    assert_eq!(["516.R", "517.R"].map(|name| place(&game, name)), ["Gone", "0110"]);
    let ring = empty().put("10.RB", "0610").put("516.R", "0609").put("191.R", "0711").put("54.R", "0511");
    let game = at(&ring, 3, Side::German, PlayerTurn::End);
    assert_eq!(place(&game, "10.RB"), "0610");
}

/// Germans in every strongpoint.
fn fallen() -> Field {
    let places = ["1405", "1406", "1407", "1408", "1409", "1410", "1312", "1215", "1316", "1217"];
    let regiments = ["516.R", "517.R", "518.R", "191.R", "194.R", "211.R", "267.R", "274.R", "276.R", "54.R"];
    regiments.iter().zip(places).fold(empty(), |field, (name, hex)| field.put(name, hex))
}

fn has_won(field: &Field, house: House) -> bool {
    let game = Stalingrad::posed(*field, house, 4, Side::German, PlayerTurn::End);
    match game.status() {
        Deciding::Over(outcome) => {
            assert_eq!(outcome.winner, Some(seat(Side::German)));
            assert_eq!(outcome.margin, 10, "nine turns were left, and the present one");
            true
        }
        Deciding::Deciding(_) => false,
    }
}

/// STAL-VIC-1, STAL-R37: all strongpoints, and no headquarters in the city.
#[test]
fn stal_vic_1_the_city_falls() {
    let house = House::default();
    assert!(has_won(&fallen(), house), "the headquarters is off the map");
    assert!(has_won(&fallen().put("62.A HQ", "1321"), house), "it stands in the open");
    assert!(!has_won(&fallen().put("62.A HQ", "1313"), house), "it stands in the city");
    assert!(!has_won(&fallen().without("516.R").put("10.RB", "1405"), house), "one is Russian again");
    assert!(has_won(&fallen().without("516.R"), house), "control is enough");
    let strict = House { strict_occupation: true, ..house };
    assert!(has_won(&fallen(), strict) && !has_won(&fallen().without("516.R"), strict));
    assert!(!has_won(&fallen().put("10.RB", "1405"), house), "STAL-R37: shared, so not occupied");
}

/// STAL-R68: Red October needs two hexes, wherever the headquarters is.
#[test]
fn stal_r68_the_steelworks() {
    use kit::Rules;
    use sandtable_stalingrad::{Charts, theatre::Scenario};
    let field = Field::empty(Rules::<Charts>::published(), Scenario::RedOctober).put("62.A HQ", "1411");
    let taken = field.put("516.R", "1409").put("517.R", "1410");
    let over = |field| {
        let game = Stalingrad::posed(field, House::default(), 2, Side::German, PlayerTurn::End);
        matches!(game.status(), Deciding::Over(_))
    };
    assert!(over(taken) && !over(taken.put("10.RB", "1409").without("516.R")));
}

/// STAL-VIC-2
#[test]
fn stal_vic_2_the_city_holds() {
    let game = at(&empty().put("10.RB", "1405"), 13, Side::Russian, PlayerTurn::Next);
    let Deciding::Over(outcome) = game.status() else { panic!("turn 13 is the last") };
    assert_eq!((outcome.winner, outcome.margin), (Some(seat(Side::Russian)), 10), "ten strongpoints held");
    let earlier = at(&empty().put("516.R", "0101"), 12, Side::Russian, PlayerTurn::Next);
    assert_eq!((earlier.turn(), earlier.phasing()), (13, Side::German));
}

/// W22, STAL-R63: passing is not holding.
#[test]
fn w22_passing_is_not_holding() {
    let field = empty().put("516.R", "1406").put("517.R", "0101");
    let mut game = at(&field, 2, Side::German, PlayerTurn::Movement);
    acts(&mut game, "pick 516.R; step 1405; step 1404; done");
    let holds = |game: &Stalingrad, number: &str| game.field().german.contains(game.field().hex(number));
    assert!(holds(&game, "1404") && holds(&game, "1406") && !holds(&game, "1405"));
    let mut game = at(&field, 2, Side::German, PlayerTurn::Movement);
    acts(&mut game, "pick 516.R; to 1405");
    assert!(holds(&game, "1405"));
    let left = game.field().put("516.R", "1404");
    let hex = left.hex("1405");
    assert!(left.german.contains(hex) && victory::occupies(&left, hex, false));
    let hugged = game.field().put("10.RB", "1405");
    assert!(hugged.german.contains(hex) && !victory::occupies(&hugged, hex, false));
}
