//! Chapter REP: arrivals, rebuilding, withdrawals, nations that leave.

use kit::Game;
use sandtable_eastfront::{
    EastFront, Side,
    board::{Aside, Board, Status},
    flow::{PlayerTurn, Step},
    game::House,
    theatre::Start,
};

use super::board::{Describe, empty, go, offered, onward, place, refused, unit, units};

/// Phase A of a side.
fn mustering(board: &Board, turn: u8, side: Side) -> EastFront {
    EastFront::in_phase(board, House::default(), turn, side, PlayerTurn::Beginning)
}

/// A board with somebody on each side, and units due or lost.
fn with(due: &str, lost: &str, turn: u8) -> Board {
    let mut board = empty().put("G-5K", "Lublin").put("S-8A", "Gorki");
    units(due).iter().for_each(|unit| board.remove(unit, Aside::Due(turn)));
    units(lost).iter().for_each(|unit| board.remove(unit, Aside::Pool(turn)));
    board
}

/// EAST-REP-1, EAST-R58: at the named place, or at the nearest open city in supply; or held back.
#[test]
fn rep_1_arrivals() {
    let board = with("S-24A", "", 2);
    let mut game = mustering(&board, 2, Side::Soviet);
    assert_eq!(&offered(&game)[..2], ["deploy", "arrive S-24A at 2318"]);
    assert_eq!(refused(&game, "arrive S-24A at Moscow"), "EAST-REP-1");
    assert_eq!(refused(&game, "arrive S-28A at Bryansk"), "EAST-REP-1");
    go(&mut game, "arrive S-24A at Vyazma");
    assert_eq!(place(&game, "S-24A"), "2318");
    // Vyazma is the enemy's: Rzhev and Mozhaisk; Mozhaisk is a town, so Rzhev, Kaluga or Smolensk by distance.
    let barred = board.put("G-6K", "Vyazma");
    let game = mustering(&barred, 2, Side::Soviet);
    let theatre = barred.theatre();
    let arrivals: Vec<String> =
        offered(&game).into_iter().filter(|order| order.starts_with("arrive")).collect();
    let distances: Vec<u32> = arrivals
        .iter()
        .map(|order| {
            theatre.map.distance(barred.hex("Vyazma"), barred.hex(order.rsplit(' ').next().unwrap()))
        })
        .collect();
    assert!(
        !arrivals.is_empty() && distances.iter().all(|distance| *distance == distances[0]),
        "{arrivals:?}"
    );
    for order in &arrivals {
        let hex = barred.hex(order.rsplit(' ').next().unwrap());
        assert!(theatre.cities.contains(hex) && !barred.zones_of(Side::Axis).contains(hex), "{order}");
    }
    // Held back: it can come later.
    let mut held = mustering(&board, 2, Side::Soviet);
    go(&mut held, "done");
    assert_eq!(place(&held, "S-24A"), "due 2");
    assert!(offered(&mustering(held.board(), 5, Side::Soviet)).contains(&"arrive S-24A at 2318".to_owned()));
}

/// EAST-REP-9: the Hungarian and Italian armies come in April 1942.
#[test]
fn rep_9_april_1942() {
    let theatre = empty().theatre();
    let due = |name: &str| theatre.starts[unit(name).index()];
    assert_eq!(due("H-2A"), Start::Turn(11, empty().hex("Uzhgorod")));
    assert_eq!(due("I-8A"), Start::Turn(11, empty().hex("Cracow")));
}

/// EAST-REP-2, EAST-REP-3, EAST-REP-4, EAST-REP-5, EAST-DSP-4: factors are stored, units come back Dispersed at a price.
#[test]
fn rep_3_rebuilding() {
    let board = with("", "S-11A,S-12MK,S-6MK", 2);
    let mut game = mustering(&board, 3, Side::Soviet);
    // EAST-REP-6: 14 of the cities and 5 of Siberia; armour 3 + 1.
    assert_eq!(game.stores(Side::Soviet), [19, 4]);
    assert_eq!(
        refused(&game, "pick S-6MK"),
        "EAST-REP-3",
        "5 armour factors, and infantry factors do not pay for tanks"
    );
    assert_eq!(refused(&game, "pick S-8A"), "EAST-REP-3");
    go(&mut game, "pick S-12MK");
    assert_eq!(refused(&game, "to Lublin"), "EAST-REP-5");
    go(&mut game, "to Moscow");
    assert_eq!(game.stores(Side::Soviet), [19, 1]);
    assert!(game.board().is_dispersed(unit("S-12MK")) && game.board().is(unit("S-12MK"), Status::Rebuilt));
    go(&mut game, "pick S-11A");
    assert_eq!(refused(&game, "to Moscow"), "EAST-REP-5", "one a place and turn");
    go(&mut game, "to Tula");
    assert_eq!(game.stores(Side::Soviet), [14, 1]);
    // EAST-REP-3: not in the turn in which it was lost.
    let fresh = with("", "S-11A", 3);
    assert_eq!(refused(&mustering(&fresh, 3, Side::Soviet), "pick S-11A"), "EAST-REP-3");
    // EAST-REP-5: the eastern column serves too, supply or not.
    let mut east = mustering(&board, 3, Side::Soviet);
    go(&mut east, "pick S-11A");
    assert!(offered(&east).iter().any(|order| order.starts_with("to 44")));
}

/// EAST-REP-2: armour factors pay for infantry when its own are used up.
#[test]
fn rep_2_armour_pays_for_infantry() {
    let board = with("", "G-6K,G-8K", 2);
    let mut game = mustering(&board, 4, Side::Axis);
    assert_eq!(game.stores(Side::Axis), [2, 1], "one turn's worth");
    assert_eq!(refused(&game, "pick G-6K"), "EAST-REP-3");
    game = mustering_on(&game, 7);
    assert_eq!(game.stores(Side::Axis), [8, 4], "unused factors accumulate");
    go(&mut game, "pick G-6K; to Warsaw; pick G-8K; to Warsaw");
    assert_eq!(game.stores(Side::Axis), [0, 2], "5 and 5: eight infantry factors and two of armour");
}

/// The same stores in the Axis phase A of another turn.
fn mustering_on(game: &EastFront, turn: u8) -> EastFront {
    let mut then = *game;
    while then.turn() < turn || then.phasing() == Side::Soviet || matches!(then.step(), Step::Holding(_)) {
        onward(&mut then, &[]);
    }
    then
}

/// X20, EAST-REP-6: what the Soviets get.
#[test]
fn x20_rep_6_soviet_factors() {
    let board = with("", "", 2).given(Side::Axis, "Smolensk Kiev");
    assert_eq!(mustering(&board, 5, Side::Soviet).stores(Side::Soviet), [17, 4]);
    let board = board.given(Side::Axis, "Kharkov");
    assert_eq!(mustering(&board, 10, Side::Soviet).stores(Side::Soviet), [16, 4]);
    assert_eq!(mustering(&board, 10, Side::Axis).stores(Side::Axis), [2, 1]);
    assert_eq!(mustering(&board, 20, Side::Axis).stores(Side::Axis), [4, 3]);
    assert_eq!(mustering(&board, 1, Side::Soviet).stores(Side::Soviet), [0, 0], "from turn 2");
}

/// EAST-REP-5, EAST-R70: Germans at Warsaw, the hexes beside it as overflow; Koenigsberg if Warsaw is lost.
#[test]
fn rep_5_german_bases() {
    let board = with("", "G-6K", 2);
    let places = |board: &Board| {
        let mut game = mustering(board, 12, Side::Axis);
        // Enough in store: two years' worth is not needed, one corps costs 5.
        let orders = offered(&game);
        if !orders.contains(&"pick G-6K".to_owned()) {
            game = mustering_on(&game, 14);
        }
        go(&mut game, "pick G-6K");
        let orders = offered(&game);
        orders.into_iter().filter(|order| order.starts_with("to ")).collect::<Vec<_>>()
    };
    assert_eq!(places(&board), ["to 0524"]);
    let full = board.put("G-7K,G-8K", "Warsaw");
    assert!(places(&full).len() > 1 && !places(&full).contains(&"to 0524".to_owned()), "{:?}", places(&full));
    assert_eq!(places(&board.given(Side::Soviet, "Warsaw")), ["to 0517"]);
    assert!(places(&board.given(Side::Soviet, "Warsaw Koenigsberg")).is_empty());
}

/// EAST-REP-7, EAST-R75: a unit is disbanded, and counts as lost in this turn.
#[test]
fn rep_7_disbanding() {
    let board = with("", "", 2);
    let mut game = mustering(&board, 3, Side::Soviet);
    go(&mut game, "disbanding");
    assert_eq!(refused(&game, "disband G-5K"), "EAST-REP-7");
    go(&mut game, "stay; disbanding; disband S-8A");
    assert_eq!(place(&game, "S-8A"), "lost 3");
    // EAST-VIC-6: nobody is left and nobody is due, and that counts at once.
    assert!(matches!(game.status(), kit::Status::Over(_)));
    // EAST-R102: there are no replacements before Smolensk, and nobody is disbanded.
    let mut learning = super::board::game("smolensk-gate");
    go(&mut learning, "retreats");
    assert!(offered(&learning).iter().all(|order| order != "disbanding"));
}

/// EAST-REP-8: allies of the Axis come back for nothing in April, Dispersed.
#[test]
fn rep_8_allies() {
    let board = with("", "R-3A,F-2C,H-MobC,G-6K", 5);
    let mut march = mustering(&board, 10, Side::Axis);
    assert_eq!(refused(&march, "pick R-3A"), "EAST-REP-8");
    go(&mut march, "done");
    let mut april = mustering(&board, 11, Side::Axis);
    go(&mut april, "deploy");
    assert_eq!(["R-3A", "F-2C", "H-MobC"].map(|name| place(&april, name)), ["1338", "1204", "0524"]);
    assert!(april.board().is_dispersed(unit("R-3A")));
    assert_eq!(place(&april, "G-6K"), "lost 5", "Germans are paid for");
}

/// EAST-REP-11, EAST-REP-12, EAST-R59: withdrawals, and one who comes back.
#[test]
fn rep_11_withdrawals() {
    let board = with("", "I-CSIR", 19).put("I-8A", "1438").put("G-2SSPzK", "1439");
    let game = mustering(&board, 21, Side::Axis);
    assert_eq!(
        ["I-8A", "I-CSIR"].map(|name| place(&game, name)),
        ["Gone", "Gone"],
        "they leave the pool as well"
    );
    let game = mustering(&board, 27, Side::Axis);
    assert_eq!(place(&game, "G-2SSPzK"), "due 35");
    let game = mustering(game.board(), 35, Side::Axis);
    assert!(offered(&game).contains(&"arrive G-2SSPzK at 0229".to_owned()), "EAST-REP-12");
    assert_eq!(place(&mustering(&board, 37, Side::Axis), "G-2SSPzK"), "Gone");
    let pool = with("", "G-2SSPzK", 20);
    assert_eq!(place(&mustering(&pool, 27, Side::Axis), "G-2SSPzK"), "lost 20", "it may be rebuilt");
}

/// EAST-R59: Romania changes sides once a place of it is Soviet, from August 1944.
#[test]
fn r59_romania() {
    let board = with("", "", 2).put("R-3A", "1438").put("G-6K", "Bucharest").given(Side::Soviet, "Jassy");
    assert_eq!(place(&mustering(&board, 38, Side::Axis), "R-3A"), "1438");
    let game = mustering(&board, 39, Side::Axis);
    assert_eq!(place(&game, "R-3A"), "Gone");
    let controls = |place: &str| game.board().controls(Side::Soviet, board.hex(place));
    assert!(controls("Ploesti") && controls("Galatz") && !controls("Bucharest"));
}

/// EAST-R59, EAST-ZOC-1: of two Germans in closed Finland the one who waits controls nothing while the other is put down.
#[test]
fn r59_nobody_controls_anything_from_closed_finland() {
    let board = with("", "", 2).put("G-6K", "1503").put("G-7K", "1603");
    let finland = *board.theatre().country(sandtable_eastfront::Country::Finland);
    assert!(!finland.contains(board.hex("1603")), "Viipuri is none of it");
    let board = board.put("G-7K", "1502").put("G-8K", "1403");
    let mut game = mustering(&board, 40, Side::Axis);
    assert!(matches!(game.step(), Step::Displaced(_)));
    while matches!(game.step(), Step::Displaced(_)) {
        game.invariants().unwrap();
        let order = offered(&game).swap_remove(0);
        go(&mut game, &order);
    }
    game.invariants().unwrap();
}

/// EAST-R59, EAST-R64: Finland closes on turn 40; whoever stands in it is put elsewhere, the Axis first.
#[test]
fn r59_finland() {
    let board = with("", "", 2)
        .put("F-2C", "1602")
        .put("G-6K", "1503")
        .put("S-11A", "Viipuri")
        .given(Side::Soviet, "Viipuri");
    let board =
        if board.theatre().country(sandtable_eastfront::Country::Finland).contains(board.hex("Viipuri")) {
            board
        } else {
            board.put("S-11A", "1402")
        };
    let mut game = mustering(&board, 40, Side::Axis);
    assert_eq!(place(&game, "F-2C"), "Gone");
    while matches!(game.step(), Step::Displaced(_)) {
        assert_eq!(refused(&game, "displace G-5K to Moscow"), "EAST-R59");
        let order = offered(&game).swap_remove(0);
        go(&mut game, &order);
    }
    let finland = *board.theatre().country(sandtable_eastfront::Country::Finland);
    let held = game.board().held_by(Side::Axis) | game.board().held_by(Side::Soviet);
    assert!(!held.meets(finland) && game.board().is_finland_closed());
    game.invariants().unwrap();
}
