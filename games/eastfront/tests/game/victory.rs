//! Chapter VIC.

use kit::{Game, Outcome, Rules, Seat, Status};
use sandtable_eastfront::{
    Charts, EastFront, Side, board::Board, flow::PlayerTurn, game::House, theatre::Scenario, victory,
};

use super::board::{Describe, empty};

fn barbarossa() -> Board {
    Board::empty(Rules::<Charts>::published(), Scenario::Barbarossa)
}

/// The end of a player turn.
fn judged(board: &Board, turn: u8, side: Side) -> Status {
    EastFront::in_phase(board, House::default(), turn, side, PlayerTurn::Refacing).status()
}

fn won(side: Side, status: Status) -> bool {
    matches!(status, Status::Over(Outcome { winner: Some(Seat(seat)), .. }) if seat == side as u8)
}

/// All cities but these are Axis, everything behind them too: supply is no question.
fn axis_holds(board: Board, soviet: &str) -> Board {
    let mut board = board;
    let theatre = board.theatre();
    for hex in theatre.land {
        board.enter(Side::Axis, hex);
    }
    for hex in theatre.rail_hexes {
        board.convert(hex);
    }
    board.given(Side::Soviet, soviet).put("G-5K", "Warsaw").put("S-8A", "4420")
}

/// EAST-VIC-1: fourteen points.
#[test]
fn vic_1_points() {
    let cities = &barbarossa().theatre().victory_cities;
    assert_eq!((cities.len(), cities.iter().map(|city| city.points).sum::<u8>()), (12, 14));
    assert_eq!(victory::soviet_points(&barbarossa()).0, 14);
    assert_eq!(victory::axis_points(&axis_holds(barbarossa(), "Leningrad Moscow")).0, 10);
}

/// EAST-VIC-2: seven points in supply in the Axis phase J.
#[test]
fn vic_2_the_axis_wins_at_once() {
    let seven = axis_holds(barbarossa(), "Leningrad Moscow Gorki Voronezh Stalingrad");
    assert_eq!(victory::axis_points(&seven), (7, 7));
    assert!(won(Side::Axis, judged(&seven, 3, Side::Axis)));
    let six = seven.given(Side::Soviet, "Rostov");
    assert!(!matches!(judged(&six, 3, Side::Axis), Status::Over(_)));
    // Without supply they do not count: the Soviets hold the sources.
    let cut = seven.given(Side::Soviet, "Warsaw Koenigsberg Cracow Budapest Bucharest Memel Libau Riga Tallinn Odessa Sevastopol Novorossiysk");
    assert_eq!(victory::axis_points(&cut).1, 0);
}

/// EAST-VIC-3, EAST-VIC-4, EAST-R69: the Soviets with eight in overland supply at the end of turn 10, else a draw.
#[test]
fn vic_3_vic_4_march_1942() {
    let start = barbarossa().put("G-5K", "Warsaw").put("S-8A", "Gorki");
    assert!(won(Side::Soviet, judged(&start, 10, Side::Soviet)));
    assert!(!matches!(judged(&start, 9, Side::Soviet), Status::Over(_)), "not before turn 10");
    let seven = axis_holds(barbarossa(), "Leningrad Moscow Gorki Voronezh Stalingrad");
    // Seven and seven, but at the end the Axis is asked once more (EAST-R69).
    assert!(won(Side::Axis, judged(&seven, 10, Side::Soviet)));
    let mut drawn = start.given(Side::Axis, "Smolensk Kiev Odessa Kharkov Dnepropetrovsk Rostov Voronezh");
    let theatre = drawn.theatre();
    for hex in theatre.land.iter().filter(|&hex| theatre.map.number(hex).column < 3) {
        drawn.enter(Side::Axis, hex);
    }
    assert_eq!(victory::soviet_points(&drawn).0, 7);
    assert!(matches!(judged(&drawn, 10, Side::Soviet), Status::Over(Outcome { winner: None, .. })));
}

/// EAST-VIC-5, EAST-R101: the campaign.
#[test]
fn vic_5_campaign() {
    let eleven = axis_holds(empty(), "Leningrad Gorki");
    assert_eq!(victory::axis_points(&eleven).1, 11);
    assert!(won(Side::Axis, judged(&eleven, 24, Side::Axis)));
    assert!(!matches!(judged(&eleven, 25, Side::Axis), Status::Over(_)), "up to turn 24");
    let ten = axis_holds(empty(), "Leningrad Gorki Voronezh");
    assert!(!matches!(judged(&ten, 24, Side::Axis), Status::Over(_)), "ten are not enough");
    let abroad = empty()
        .put("G-5K", "Cracow")
        .put("S-8A", "Gorki")
        .given(Side::Soviet, "Warsaw Koenigsberg Bucharest");
    assert_eq!(victory::soviet_capitals(&abroad), 4, "Riga is Soviet from the start");
    assert!(won(Side::Soviet, judged(&abroad, 30, Side::Soviet)));
    let three = abroad.given(Side::Axis, "Bucharest");
    assert!(!matches!(judged(&three, 30, Side::Soviet), Status::Over(_)));
    assert!(won(Side::Soviet, judged(&three, 48, Side::Soviet)), "two or three at the end");
    let held = empty().put("G-5K", "Cracow").put("S-8A", "Gorki").given(Side::Axis, "Riga");
    assert!(won(Side::Axis, judged(&held, 48, Side::Soviet)), "all five capitals");
    assert!(
        won(Side::Axis, judged(&three.given(Side::Axis, "Kiev Odessa Kharkov Rostov"), 48, Side::Soviet)),
        "four points"
    );
    let neither = three.given(Side::Axis, "Kiev");
    assert!(matches!(judged(&neither, 48, Side::Soviet), Status::Over(Outcome { winner: None, .. })));
}

/// EAST-VIC-6, EAST-R68: who has nobody on the map and nobody due has lost.
#[test]
fn vic_6_annihilation() {
    let alone = barbarossa().put("G-5K", "Warsaw");
    assert!(won(
        Side::Axis,
        EastFront::in_phase(&alone, House::default(), 2, Side::Axis, PlayerTurn::Movement).status()
    ));
    // EAST-R68: before Smolensk that is decisive for the Axis.
    let gate = Board::empty(Rules::<Charts>::published(), Scenario::SmolenskGate);
    let status = |board: &Board| {
        EastFront::in_phase(board, House::default(), 4, Side::Axis, PlayerTurn::Movement).status()
    };
    let decisive = Outcome { winner: Some(Seat(0)), margin: 2 };
    assert_eq!(status(&gate.put("G-5K", "0003")), Status::Over(decisive));
    let soviet = Outcome { winner: Some(Seat(1)), margin: 1 };
    assert_eq!(status(&gate.put("S-20A", "0703")), Status::Over(soviet));
    // EAST-R103: where nobody is left at all, the Soviets have lost.
    assert_eq!(status(&gate), Status::Over(decisive));
}

/// EAST-VIC-6, EAST-MOV-7: when the ice takes the last unit, or isolation does, nothing more is asked.
#[test]
fn vic_6_at_once() {
    let board = Board::empty(Rules::<Charts>::published(), Scenario::Campaign);
    let mut cut = board.put("G-5K", "3030").put("S-8A", "Moscow");
    cut.set_isolated(cut.charts().unit_named("G-5K").unwrap(), 1);
    let ended = EastFront::in_phase(&cut, House::default(), 12, Side::Axis, PlayerTurn::Recovery);
    assert!(won(Side::Soviet, ended.status()));
    assert!(ended.board().units_of(Side::Axis).is_empty());
}

/// Section 6.6: Smolensk at the end of turn 4, decisive with Yartsevo and Yelnya.
#[test]
fn r68_the_gate() {
    let start = Board::deployed(Rules::<Charts>::published(), Scenario::SmolenskGate);
    assert!(won(Side::Soviet, judged(&start, 4, Side::Soviet)));
    let mut taken = start;
    for unit in start.units_of(Side::Soviet) {
        taken.eliminate(unit, 3);
    }
    let taken =
        taken.put("S-19A", "0707").put("G-5K", "0403").put("G-9K", "0303").given(Side::Axis, "0103 0203");
    let status = judged(&taken, 4, Side::Soviet);
    assert!(won(Side::Axis, status), "{status:?}");
    assert!(matches!(status, Status::Over(Outcome { margin: 1, .. })));
    let decisive = judged(&taken.given(Side::Axis, "Yartsevo Yelnya"), 4, Side::Soviet);
    assert!(matches!(decisive, Status::Over(Outcome { margin: 2, .. })));
}
