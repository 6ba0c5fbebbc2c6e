//! Chapters MOV, ZOC, STK and the weather of movement.

use std::collections::VecDeque;

use kit::{Game, map::HexId};
use sandtable_eastfront::{
    EastFront, Side, Weather,
    board::{Board, Status},
    flow::PlayerTurn,
    game::House,
    movement::MoveRange,
    stacking,
};

use super::board::{Describe, empty, go, numbers, offered, on_turn, place, refused, unit};

/// A side moves on this board.
fn moving(board: &Board, turn: u8, side: Side) -> EastFront {
    EastFront::in_phase(board, House::default(), turn, side, PlayerTurn::Movement)
}

fn ends(board: &Board, turn: u8, name: &str) -> sandtable_eastfront::map::Hexes {
    let game = on_turn(board, turn);
    MoveRange::new(game.board(), unit(name), game.season()).ends()
}

/// The highway from Smolensk, as X21 has it.
const HIGHWAY: [&str; 9] = ["1919", "2019", "2119", "2218", "2318", "2418", "2417", "2517", "2616"];

/// How many hexes of the highway a unit in Smolensk gets along.
fn along_the_highway(name: &str, turn: u8) -> usize {
    let board = empty().put(name, "Smolensk");
    let ends = ends(&board, turn, name);
    let reached = HIGHWAY.iter().skip(1).take_while(|number| ends.contains(board.hex(number)));
    reached.count()
}

/// X15, EAST-MOV-3, EAST-MOV-4, EAST-MOV-9, EAST-WEA-2, EAST-WEA-3, EAST-R76: roads and weather.
#[test]
fn x15_roads_and_weather() {
    let (good, mud, snow) = (4, 5, 10);
    // A corps of German infantry has 4, a hex more wholly by road; 3 in Mud, where the highway still counts; 2 in Snow.
    assert_eq!([good, mud, snow].map(|turn| along_the_highway("G-5K", turn)), [5, 4, 3]);
    assert_eq!([good, mud, snow].map(|turn| along_the_highway("G-9A", turn)), [5, 3, 3]);
    // Panzers: 8 and 16 half steps, but the highway has no more hexes; 3 and 6 in Mud and Snow.
    assert_eq!([mud, snow].map(|turn| along_the_highway("G-47PzK", turn)), [6, 6]);
    // Soviet armies keep their 3, and 4 by road.
    assert_eq!([good, mud, snow].map(|turn| along_the_highway("S-20A", turn)), [4, 4, 4]);
    // Cavalry has no road benefit, Finns march like Soviets in Snow (EAST-R15).
    assert_eq!([good, mud].map(|turn| along_the_highway("S-6CavC", turn)), [5, 3]);
    let charts = empty().charts();
    let board = empty();
    let factor = |name: &str, weather| charts.movement_factor(board.piece(unit(name)), weather);
    assert_eq!(factor("F-2C", Weather::Snow), 4);
    assert_eq!(["R-3A", "H-2A", "R-CavC", "R-11C"].map(|name| factor(name, Weather::Mud)), [2, 2, 3, 3]);
    assert_eq!(
        ["R-3A", "R-CavC", "G-49MtK", "H-MobC"].map(|name| factor(name, Weather::Subarctic)),
        [2, 3, 2, 3]
    );
    assert_eq!(factor("S-SevGar", Weather::Mud), 2, "nobody gains by weather");
}

/// EAST-WEA-3: in Mud other roads are of no use.
#[test]
fn wea_3_other_roads_in_mud() {
    let board = empty().put("G-47PzK", "Kharkov");
    let far = |turn| {
        ends(&board, turn, "G-47PzK")
            .iter()
            .map(|hex| board.theatre().map.distance(board.hex("Kharkov"), hex))
            .max()
    };
    assert_eq!(far(5), Some(3));
    assert_eq!(far(10), Some(6), "in Snow roads count");
}

/// X15, EAST-MOV-4: sixteen hexes by road, and halves are saved.
#[test]
fn mov_4_panzers_on_a_long_road() {
    let board = empty().put("G-47PzK", "Warsaw");
    let ends = ends(&board, 1, "G-47PzK");
    let start = board.hex("Warsaw");
    let theatre = board.theatre();
    let mut by_road = vec![None; theatre.map.len()];
    by_road[start.index()] = Some(0u32);
    let mut queue = VecDeque::from([start]);
    while let Some(hex) = queue.pop_front() {
        for (way, to) in theatre.map.steps(hex) {
            if theatre.roads(hex).contains(way) && by_road[to.index()].is_none() {
                by_road[to.index()] = by_road[hex.index()].map(|steps| steps + 1);
                queue.push_back(to);
            }
        }
    }
    let far: Vec<HexId> = ends.iter().filter(|hex| theatre.map.distance(start, *hex) > 8).collect();
    assert!(far.iter().any(|hex| by_road[hex.index()] == Some(16)), "{}", numbers(&board, far));
    assert!(ends.iter().all(|hex| theatre.map.distance(start, hex) <= 16));
    let game = on_turn(&board, 1);
    let range = MoveRange::new(game.board(), unit("G-47PzK"), game.season());
    for hex in ends {
        let way = range.way(hex).unwrap();
        assert!(
            range.spent(&way).last().is_some_and(|&spent| spent <= 16),
            "eight factors are sixteen halves"
        );
    }
}

/// EAST-MOV-1, EAST-MOV-2, EAST-SEQ-4, EAST-SEQ-5, EAST-SEQ-7: who may move.
#[test]
fn mov_1_mov_2_who_moves() {
    let mut board = empty()
        .put("G-5K", "1719")
        .put("G-6K", "1721")
        .put("G-7K", "1623")
        .put("G-8K", "1520")
        .dispersed("G-6K");
    board.set(unit("G-7K"), Status::Spent, true);
    board.set(unit("G-8K"), Status::Railed, true);
    let mut game = moving(&board.put("S-20A", "Moscow"), 2, Side::Axis);
    assert_eq!(offered(&game), ["pick G-5K", "done"]);
    assert_eq!(refused(&game, "pick G-6K"), "EAST-MOV-2");
    assert_eq!(refused(&game, "pick G-7K"), "EAST-SEQ-5");
    assert_eq!(refused(&game, "pick G-8K"), "EAST-SEQ-7");
    assert_eq!(refused(&game, "pick S-20A"), "EAST-SEQ-3");
    go(&mut game, "pick G-5K");
    assert_eq!(refused(&game, "to 2719"), "EAST-MOV-1");
    go(&mut game, "to 1720");
    assert_eq!(place(&game, "G-5K"), "1720");
}

/// EAST-SEQ-4: whoever is taken up and put back has not moved, neither in phase D nor by rail.
#[test]
fn seq_4_who_is_put_back_has_not_moved() {
    let board = empty().put("G-5K", "Warsaw").put("S-20A", "Moscow");
    for (phase, end) in [(PlayerTurn::Rail, "Cracow"), (PlayerTurn::Movement, "0625")] {
        let mut game = EastFront::in_phase(&board, House::default(), 2, Side::Axis, phase);
        let before = game;
        go(&mut game, "pick G-5K; stay");
        assert_eq!(game, before);
        go(&mut game, &format!("pick G-5K; to {end}"));
        assert_eq!(place(&game, "G-5K"), board.theatre().number(board.hex(end)));
    }
    let mut game = moving(&board, 2, Side::Axis);
    let before = game;
    go(&mut game, "pick G-5K; step 0624; stay");
    assert_eq!(game, before, "a way that was given up is forgotten");
}

/// EAST-ZOC-4: who has no step to take is not offered.
#[test]
fn zoc_4_who_is_hemmed_in_is_not_offered() {
    let board = empty().put("G-5K", "1918").put("S-20A", "2018").put("S-16A", "1718");
    let game = moving(&board, 2, Side::Axis);
    assert_eq!(offered(&game), ["pick G-5K", "done"], "1817 and others are free of zones");
    let ring = board.put("S-24A", "1816").put("S-28A", "1820");
    let game = moving(&ring.put("G-6K", "1321"), 2, Side::Axis);
    assert_eq!(offered(&game), ["pick G-6K", "done"]);
    assert_eq!(refused(&game, "pick G-5K"), "EAST-ZOC-4");
}

/// EAST-ZOC-1, EAST-ZOC-3, EAST-ZOC-4, EAST-ZOC-5, EAST-DSP-1: zones stop, and only German armour slips from one to another.
#[test]
fn zones_of_control_in_movement() {
    // Friends in a zone do not cancel it for movement (EAST-ZOC-5).
    let board = empty().put("G-5K,G-47PzK", "1818").put("G-6K", "1918").put("S-20A", "2018");
    let mut game = moving(&board, 2, Side::Axis);
    go(&mut game, "pick G-5K; step 1918");
    assert_eq!(refused(&game, "step 1917"), "EAST-ZOC-3");
    let stuck = board.put("G-5K,G-47PzK", "1917");
    let mut game = moving(&stuck, 2, Side::Axis);
    go(&mut game, "pick G-47PzK; step 2017");
    assert_eq!(
        refused(&game, "step 2117"),
        "EAST-ZOC-3",
        "German ARM slips by one hex, and that is its only step"
    );
    let mut game = moving(&stuck, 2, Side::Axis);
    go(&mut game, "pick G-5K");
    assert_eq!(refused(&game, "step 2017"), "EAST-ZOC-4");
    // A Dispersed unit has no zone.
    assert!(stuck.dispersed("S-20A").zones_of(Side::Soviet).is_empty());
    go(&mut game, "step 1817; step 1917");
    assert_eq!(refused(&game, "done"), "EAST-MOV-1", "it may come back, but a move ends in another hex");
}

/// EAST-ZOC-2: water and the strait stop zones; frost opens the lakes.
#[test]
fn zoc_2_water() {
    let board = empty().put("S-9RK", "Kerch");
    assert!(!board.zones_of(Side::Soviet).contains(board.hex("Temryuk")));
    let board = empty().put("S-7A", "1801");
    let lake = board.hex("1802");
    assert!(!board.zones_of(Side::Soviet).contains(lake));
    let frozen = on_turn(&board, 8);
    assert!(frozen.board().zones_of(Side::Soviet).contains(lake), "frozen in January");
    let swim = empty().put("G-5K", "Odessa");
    assert!(swim.zones_of(Side::Axis).is_subset(swim.theatre().land), "no zone at sea");
}

/// EAST-MOV-5, EAST-MOV-6, EAST-TER-14: over a lake or the strait a unit makes one step only.
#[test]
fn mov_5_mov_6_lake_and_strait() {
    let board = empty().put("S-9RK", "Kerch");
    let ends_of = |turn| ends(&board, turn, "S-9RK");
    assert!(ends_of(2).contains(board.hex("Temryuk")) && !ends_of(2).contains(board.hex("2843")));
    assert!(ends_of(8).contains(board.hex("Temryuk")), "never frozen");
    let board = empty().put("S-7A", "1801").put("G-5K", "Warsaw");
    assert!(ends(&board, 2, "S-7A").contains(board.hex("1802")));
    let mut game = moving(&board, 2, Side::Soviet);
    go(&mut game, "pick S-7A; step 1802");
    assert_eq!(refused(&game, "step 1702"), "EAST-MOV-5");
    let mut game = moving(&empty().put("S-9RK", "2543").put("G-5K", "Warsaw"), 2, Side::Soviet);
    go(&mut game, "pick S-9RK; step 2643");
    assert_eq!(refused(&game, "step 2743"), "EAST-MOV-6");
}

/// EAST-MOV-7: sea, neutral ground and unfrozen lakes are closed; whoever is on a lake when it thaws is lost.
#[test]
fn mov_7_closed_ground() {
    let board = empty().put("S-7A", "1801");
    let lakes = board.theatre().lakes;
    assert!(!ends(&board, 2, "S-7A").meets(lakes));
    let frozen = ends(&board, 8, "S-7A") & lakes;
    let lake = frozen.first().expect("a frozen lake is entered");
    let board = on_turn(&board, 8)
        .board()
        .put("S-7A", board.theatre().number(lake))
        .put("G-5K", "Warsaw")
        .put("S-8A", "Moscow");
    let mut game = EastFront::in_phase(&board, House::default(), 9, Side::Soviet, PlayerTurn::Refacing);
    assert_eq!((game.turn(), place(&game, "S-7A").as_str()), (10, "lost 10"), "the ice breaks in March");
    go(&mut game, "retreats");
    let mut game = moving(&empty().put("S-8A", "Odessa").put("G-5K", "Warsaw"), 2, Side::Soviet);
    go(&mut game, "pick S-8A");
    assert_eq!(refused(&game, "to 1841"), "EAST-MOV-7");
}

/// EAST-MOV-8: enemies, and for the Axis cities that still have factors of their own.
#[test]
fn mov_8_enemies_and_cities() {
    let board = empty().put("G-5K", "1819").put("S-20A", "1720");
    let mut game = moving(&board, 2, Side::Axis);
    go(&mut game, "pick G-5K");
    assert_eq!(refused(&game, "to Smolensk"), "EAST-MOV-8");
    assert_eq!(refused(&game, "to 1720"), "EAST-MOV-8");
    let mut razed = board;
    razed.raze(board.hex("Smolensk"));
    assert!(ends(&razed, 2, "G-5K").contains(board.hex("Smolensk")), "EAST-TER-22: destroyed, it is open");
}

/// EAST-MOV-10: on turn 1 the Soviets keep out of three countries.
#[test]
fn mov_10_june_1941() {
    let board = empty().put("S-9A", "1438").put("G-5K", "Warsaw");
    let romania = |turn| ends(&board, turn, "S-9A").meets(board.area("Jassy"));
    assert!(!romania(1) && romania(2));
    let mut game = moving(&board, 1, Side::Soviet);
    go(&mut game, "pick S-9A");
    assert_eq!(refused(&game, "to Jassy"), "EAST-MOV-10");
}

/// EAST-MOV-11, EAST-CTL-1, EAST-R66: a hex belongs to whoever entered or passed it last.
#[test]
fn mov_11_ctl_1_control_follows_the_march() {
    let board = empty().put("G-47PzK", "1818").put("S-8A", "Moscow");
    let mut game = moving(&board, 2, Side::Axis);
    go(&mut game, "pick G-47PzK; step 1817; step 1816; done");
    for number in ["1817", "1816"] {
        assert!(game.board().controls(Side::Axis, board.hex(number)), "{number}");
    }
    assert!(game.board().controls(Side::Soviet, board.hex("1815")));
    let lake = board.theatre().lakes.first().unwrap();
    assert!(
        !board.controls(Side::Axis, lake) && !board.controls(Side::Soviet, lake),
        "lakes have no controller"
    );
}

/// EAST-STK-1, EAST-STK-2, EAST-STK-3, EAST-STK-7, EAST-STK-9.
#[test]
fn stacking_limits() {
    let room =
        |board: &Board, name: &str, number: &str| stacking::has_room(board, unit(name), board.hex(number));
    let two = empty().put("G-5K,G-6K", "1818");
    assert!(!room(&two, "G-7K", "1818"), "EAST-STK-1");
    let army = empty().put("G-9A", "1818");
    assert!(!room(&army, "G-4A", "1818") && room(&army, "G-5K", "1818"), "EAST-STK-2");
    // 1125 is Pinsk in the marshes.
    let armour = empty().put("G-47PzK", "1125");
    assert!(!room(&armour, "G-24PzK", "1125") && room(&armour, "G-5K", "1125"), "EAST-STK-3");
    let romanian = empty().put("R-11C", "1438");
    assert!(!room(&romanian, "H-MobC", "1438") && room(&romanian, "I-CSIR", "1438"), "EAST-STK-7");
    let hungarian = empty().put("H-MobC", "1336");
    assert!(
        !ends(&hungarian, 2, "H-MobC")
            .meets(*hungarian.theatre().country(sandtable_eastfront::Country::Romania))
    );
    let mut game =
        moving(&empty().put("G-47PzK,G-5K", "1818").put("G-6K", "1719").put("S-8A", "Moscow"), 2, Side::Axis);
    go(&mut game, "pick G-6K");
    assert_eq!(refused(&game, "to 1818"), "EAST-STK-1");
    // EAST-STK-5: a full hex is passed. EAST-STK-9: enemies never share one.
    go(&mut game, "step 1718; step 1818; step 1918; done");
    assert_eq!(place(&game, "G-6K"), "1918");
    assert!(!ends(game.board(), 2, "G-5K").meets(game.board().held_by(Side::Soviet)), "EAST-STK-9");
}

/// EAST-STK-8: Finns stay in the rows 00 to 05.
#[test]
fn stk_8_finns() {
    let board = empty().put("F-2C", "1804").put("S-8A", "Moscow");
    let rows = ends(&board, 2, "F-2C").iter().map(|hex| board.theatre().map.number(hex).row).max();
    assert_eq!(rows, Some(5));
    let mut game = moving(&board, 2, Side::Axis);
    go(&mut game, "pick F-2C");
    assert_eq!(refused(&game, "to 1707"), "EAST-STK-8");
}

/// EAST-STK-6, EAST-R67: a thaw leaves two ARM units in a swamp; they leave in the owner's next movement or one is lost.
#[test]
fn stk_6_thaw() {
    let marsh = empty().theatre().swamp & empty().theatre().north_east;
    let marsh = empty().theatre().number(marsh.first().unwrap()).to_owned();
    let board = on_turn(&empty(), 9).board().put("S-3MK,S-12MK", &marsh).put("G-5K", "Warsaw");
    assert!(!stacking::is_overstacked(&board, board.hex(&marsh)), "frozen in February");
    let mut game = moving(&board, 10, Side::Soviet);
    assert!(stacking::is_overstacked(game.board(), board.hex(&marsh)), "thawed in March");
    assert!(!stacking::has_room(game.board(), unit("S-1MK"), board.hex(&marsh)), "no further one enters");
    go(&mut game, "done");
    assert_eq!(offered(&game), ["lose S-12MK", "lose S-3MK"]);
    assert_eq!(refused(&game, "lose G-5K"), "EAST-STK-6");
    go(&mut game, "lose S-3MK");
    assert_eq!(place(&game, "S-3MK"), "lost 10");
    let mut game = moving(&board, 10, Side::Soviet);
    go(&mut game, "pick S-3MK");
    let away = offered(&game).into_iter().find(|order| order.starts_with("to ")).unwrap();
    go(&mut game, &format!("{away}; done"));
    assert_eq!(place(&game, "S-12MK"), marsh, "nobody is lost if one leaves");
    game.invariants().unwrap();
}

/// EAST-MOV-1: the rest of a stack follows with one order, if it can.
#[test]
fn a_stack_marches_together() {
    let board = empty().put("G-47PzK,G-5K", "1818").put("G-6K", "1520").put("S-8A", "Moscow");
    let mut game = moving(&board, 2, Side::Axis);
    assert_eq!(refused(&game, "follow with G-5K"), "EAST-MOV-1");
    go(&mut game, "pick G-47PzK; to 1817");
    assert_eq!(offered(&game), ["follow with G-5K", "pick G-5K", "pick G-6K", "done"]);
    assert_eq!(refused(&game, "follow with G-6K"), "EAST-MOV-1", "it comes from elsewhere");
    go(&mut game, "follow with G-5K");
    assert_eq!(place(&game, "G-5K"), "1817");
    // Infantry does not follow panzers that went too far.
    let mut game = moving(&board, 2, Side::Axis);
    go(&mut game, "pick G-47PzK; to 1811");
    assert_eq!(offered(&game), ["pick G-5K", "pick G-6K", "done"]);
}
