//! Chapters SUP, CTL, RAIL and DSP.

use kit::Game;
use sandtable_eastfront::{
    EastFront, Nation, Side,
    board::{Board, Status},
    flow::{PlayerTurn, Step},
    game::House,
    rail,
    supply::{Lines, Net, Supply},
};

use super::board::{Describe, empty, go, offered, on_turn, place, refused, unit};

fn at(board: &Board, turn: u8, side: Side, phase: PlayerTurn) -> EastFront {
    EastFront::in_phase(board, House::default(), turn, side, phase)
}

fn is_supplied(board: &Board, name: &str) -> bool {
    Supply::of(board, board.side(unit(name))).reaches_unit(board, unit(name))
}

/// The line from Warsaw eastward, Axis-controlled as far as Baranovichi.
const LINE: &str = "0624 0724 0825 0924 1024 1123 1222";

fn railhead() -> Board {
    let mut board = empty().given(Side::Axis, LINE);
    let line: Vec<_> = rail::shortest(
        board.theatre(),
        board.hex("Warsaw"),
        board.area("Brest-Litovsk"),
        &board.theatre().rail_hexes,
    );
    for hex in line {
        board.enter(Side::Axis, hex);
    }
    board
}

/// EAST-SUP-2, EAST-SUP-5, EAST-R74: six hexes over land, the last of them the rail hex; then by rail without limit.
#[test]
fn sup_2_six_hexes_and_the_railway() {
    // Over dry land to the nearest of the home rails and sources.
    let board = empty();
    let net = Net::of(&board, Side::Axis, Lines::Usual);
    let theatre = board.theatre();
    let inland = theatre.land.iter().filter(|&hex| (20..30).contains(&theatre.map.number(hex).row));
    for hex in inland.filter(|&hex| theatre.map.number(hex).column < 20) {
        let far = net.heads.iter().map(|head| theatre.map.distance(head, hex)).min().unwrap();
        assert_eq!(
            net.supplied(&board).contains(hex),
            far <= 6,
            "{} is {far} hexes away",
            theatre.number(hex)
        );
    }
    // A converted line brings it farther.
    let mut board = railhead().put("G-5K", "1425");
    let brest = board.hex("Brest-Litovsk");
    assert!(!is_supplied(&board, "G-5K"));
    board.convert(brest);
    assert!(is_supplied(&board, "G-5K"), "six hexes from Brest");
    let line = Net::of(&board, Side::Axis, Lines::Usual).line(&board, board.hex("1425")).unwrap();
    assert_eq!(
        (line.land.len(), line.land.last(), line.rail.last()),
        (7, Some(&brest), Some(&board.hex("Warsaw")))
    );
    // The Soviets take Brest: the rail is of no use while it is theirs.
    assert!(!is_supplied(&board.given(Side::Soviet, "Brest-Litovsk"), "G-5K"));
}

/// EAST-SUP-3, EAST-ZOC-5: enemies and their zones cut a line unless a friend stands there.
#[test]
fn sup_3_zones_cut_lines() {
    // The Axis has the Black Sea, and its corps in 2342 closes the isthmus of Perekop.
    let board = empty().put("S-8A", "Sevastopol").given(Side::Axis, "Odessa Novorossiysk Kerch");
    assert!(is_supplied(&board, "S-8A"), "by rail from the mainland");
    let closed = board.put("G-5K", "2342");
    assert!(!is_supplied(&closed, "S-8A"));
    assert!(is_supplied(&closed.put("S-9RK", "2242"), "S-8A"), "a friend stands in the zone");
    assert!(is_supplied(&closed.dispersed("G-5K"), "S-8A"), "no zone");
    assert!(!is_supplied(&board.put("G-5K", "2242"), "S-8A"), "nobody passes enemies");
    assert!(!is_supplied(&closed.put("S-9RK", "2242").put("S-14RK", "2143").put("G-6K", "2241"), "S-8A"));
}

/// EAST-SUP-4, EAST-SUP-5, EAST-TER-12: ports of the Black Sea go with its control.
#[test]
fn sup_4_sup_5_ports() {
    let garrison = empty().put("S-SevGar", "Sevastopol").put("G-5K", "2343").put("G-6K", "2244");
    assert!(is_supplied(&garrison, "S-SevGar"), "by sea");
    let lost = garrison.given(Side::Axis, "Odessa Novorossiysk");
    assert_eq!(lost.black_sea(), Side::Axis);
    assert!(!is_supplied(&lost, "S-SevGar"));
    // Constanta supplies the Axis only with the Black Sea; Riga on the Baltic always.
    assert!(!Net::of(&empty(), Side::Axis, Lines::Usual).sources.contains(empty().hex("Constanta")));
    assert!(Net::of(&lost, Side::Axis, Lines::Usual).sources.contains(lost.hex("Constanta")));
    let riga = empty().given(Side::Axis, "Riga Leningrad Helsinki");
    let net = Net::of(&riga, Side::Axis, Lines::Usual);
    assert!(
        net.sources.contains(riga.hex("Riga")) && !net.sources.contains(riga.hex("Leningrad")),
        "EAST-R53"
    );
    assert!(!net.sources.contains(riga.hex("Helsinki")), "Helsinki is for Finns");
    let finns = empty().put("F-2C,F-GrO", "1602");
    assert!(is_supplied(&finns, "F-2C"));
    assert!(
        !Supply::of(&finns, Side::Axis).hexes(Nation::German).contains(finns.hex("1602")),
        "not for Germans"
    );
    // EAST-SUP-4: the eastern column.
    assert!(is_supplied(&empty().put("S-8A", "4420"), "S-8A"));
}

/// EAST-SUP-3, EAST-R60, EAST-VIC-3: Soviet lines pass Lake Ladoga, but not overland.
#[test]
fn sup_3_ladoga() {
    // Leningrad is ringed: Axis units in every land hex around it.
    let board = empty()
        .put("G-5K", "1807")
        .put("G-6K", "1707")
        .put("G-7K", "1905")
        .put("F-2C", "1705")
        .put("G-8K", "1906")
        .put("S-10MK", "Leningrad");
    let ladoga = board.theatre().ladoga;
    assert!(!ladoga.is_empty());
    let beside: Vec<_> =
        board.theatre().map.neighbours(board.hex("Leningrad")).filter(|hex| ladoga.contains(*hex)).collect();
    let by_lake = is_supplied(&board, "S-10MK");
    assert_eq!(
        by_lake,
        !beside.is_empty()
            || Supply::of(&board, Side::Soviet).hexes(Nation::Soviet).contains(board.hex("Leningrad"))
    );
    let overland = Net::of(&board, Side::Soviet, Lines::Overland).supplied(&board);
    assert!(!overland.contains(board.hex("Leningrad")), "the road over the ice is not overland");
}

/// EAST-SUP-1, EAST-SUP-6, EAST-SUP-7, EAST-R61: Dispersed at first, lost in the second phase G; in cities in the fourth.
#[test]
fn sup_6_isolation() {
    let mut board =
        empty().put("G-5K", "3024").put("G-6K", "Tula").put("G-7K", "Warsaw").put("S-8A", "Gorki");
    for expected in [
        ("3024", 1, "2720", 1),
        ("lost 3", 0, "2720", 2),
        ("lost 3", 0, "2720", 3),
        ("lost 3", 0, "lost 5", 0),
    ] {
        let turn = 2 + board.isolated(unit("G-6K"));
        let game = at(&board, turn, Side::Axis, PlayerTurn::Recovery);
        let [field, city] =
            ["G-5K", "G-6K"].map(|name| (place(&game, name), game.board().isolated(unit(name))));
        assert_eq!((field.0.as_str(), field.1, city.0.as_str(), city.1), expected);
        assert!(city.0.starts_with("lost") || game.board().is_dispersed(unit("G-6K")));
        board = *game.board();
    }
    // EAST-SUP-1: back in supply the marks go; EAST-SUP-7: supply has no other effect, Dispersed stays Dispersed.
    let mut board = empty().put("G-5K", "Warsaw").put("S-8A", "Gorki").dispersed("G-5K");
    board.set_isolated(unit("G-5K"), 1);
    let game = at(&board, 2, Side::Axis, PlayerTurn::Recovery);
    assert_eq!((game.board().isolated(unit("G-5K")), game.board().is_dispersed(unit("G-5K"))), (0, true));
}

/// EAST-DSP-1, EAST-DSP-3, EAST-R71: who was Dispersed when the player turn began and is in supply recovers in phase F.
#[test]
fn dsp_3_recovery() {
    let board = empty()
        .put("G-5K,G-6K", "Warsaw")
        .put("G-7K", "3024")
        .put("S-8A", "Gorki")
        .dispersed("G-5K,G-6K,G-7K");
    let mut before = board;
    for name in ["G-5K", "G-7K"] {
        before.set(unit(name), Status::DispersedBefore, true);
    }
    let game = at(&before, 2, Side::Axis, PlayerTurn::Recovery);
    let is = |name| game.board().is_dispersed(unit(name));
    assert_eq!(
        ["G-5K", "G-6K", "G-7K"].map(is),
        [false, true, true],
        "G-6K was Dispersed in this turn, G-7K has no supply"
    );
}

/// EAST-RAIL-1, EAST-RAIL-2, EAST-RAIL-5, EAST-R72: from station to station over open rail.
#[test]
fn rail_1_rail_2_stations() {
    let board = empty()
        .put("S-8A", "Moscow")
        .put("S-11A", "Tula")
        .put("S-12MK", "2618")
        .put("G-5K", "Warsaw")
        .put("G-6K", "2616");
    let mut game = at(&board, 2, Side::Soviet, PlayerTurn::Rail);
    assert_eq!(offered(&game), ["pick S-11A", "done"], "Moscow is in a zone of control, 2618 has no town");
    assert_eq!(refused(&game, "pick S-8A"), "EAST-RAIL-2");
    assert_eq!(refused(&game, "pick S-12MK"), "EAST-RAIL-1");
    go(&mut game, "pick S-11A");
    let ends = offered(&game);
    assert!(ends.contains(&"to 2523".to_owned()), "Orel");
    assert_eq!(refused(&game, "to Moscow"), "EAST-RAIL-2", "its hex is in a zone of control");
    assert_eq!(refused(&game, "to 2618"), "EAST-RAIL-1");
    go(&mut game, "to Orel");
    assert!(game.board().is(unit("S-11A"), Status::Railed));
    assert_eq!(place(&game, "S-11A"), "2523");
    // EAST-RAIL-5
    let full = board.put("S-24A", "Orel");
    let mut game = at(&full, 2, Side::Soviet, PlayerTurn::Rail);
    go(&mut game, "pick S-11A");
    assert_eq!(refused(&game, "to Orel"), "EAST-STK-2");
    // The Axis needs its own gauge.
    let axis = railhead().put("G-5K", "Warsaw").put("S-8A", "Moscow");
    let mut game = at(&axis, 2, Side::Axis, PlayerTurn::Rail);
    go(&mut game, "pick G-5K");
    assert_eq!(refused(&game, "to Brest-Litovsk"), "EAST-RAIL-2");
    let mut axis = axis;
    axis.convert(axis.hex("Brest-Litovsk"));
    let mut game = at(&axis, 2, Side::Axis, PlayerTurn::Rail);
    go(&mut game, "pick G-5K; to Brest-Litovsk");
    assert_eq!(place(&game, "G-5K"), "0825");
}

/// EAST-RAIL-3: so many points a turn, an army two.
#[test]
fn rail_3_capacity() {
    let board = empty().put("S-8A", "Moscow").put("G-5K", "Warsaw");
    let left = |turn, side| {
        let game = at(&board, turn, side, PlayerTurn::Rail);
        game.prompt().words.split_whitespace().find_map(|word| word.parse::<u8>().ok())
    };
    assert_eq!([left(2, Side::Axis), left(9, Side::Axis)], [Some(8), Some(8)]);
    assert_eq!(
        [left(2, Side::Soviet), left(7, Side::Soviet), left(8, Side::Soviet)],
        [Some(12), Some(12), Some(16)]
    );
    let names = ["S-11A", "S-27A", "S-3A", "S-10A", "S-4A", "S-13A", "S-5A"];
    let places = ["Vologda", "Yaroslavl", "Ryazan", "Orel", "Kursk", "Tambov", "Penza"];
    let board = names.iter().zip(places).fold(board, |board, (name, place)| board.put(name, place));
    let mut game = at(&board, 2, Side::Soviet, PlayerTurn::Rail);
    for (name, left) in names.iter().zip((0..12).step_by(2).rev()) {
        go(&mut game, &format!("pick {name}"));
        let end = offered(&game).swap_remove(0);
        go(&mut game, &end);
        let asks = matches!(game.step(), Step::Ride(_));
        assert_eq!(asks, left > 0, "twelve points carry six armies, then the phase is over");
    }
    assert_eq!(place(&game, "S-5A"), place(&at(&board, 2, Side::Soviet, PlayerTurn::Rail), "S-5A"));
}

/// EAST-RAIL-4, EAST-DSP-4: Dispersed units stay, but for a Soviet one rebuilt in this turn.
#[test]
fn rail_4_dispersed() {
    let mut board =
        empty().put("S-8A", "Tula").put("S-11A", "Orel").put("G-5K", "Warsaw").dispersed("S-8A,S-11A");
    board.set(unit("S-11A"), Status::Rebuilt, true);
    let mut game = at(&board, 2, Side::Soviet, PlayerTurn::Rail);
    assert_eq!(offered(&game), ["pick S-11A", "done"]);
    assert_eq!(refused(&game, "pick S-8A"), "EAST-RAIL-4");
    go(&mut game, "pick S-11A; to Kursk");
    assert!(game.board().is_dispersed(unit("S-11A")), "it stays Dispersed");
    // A rebuilt German unit waits for its recovery like any other.
    let mut board = empty().put("G-5K", "Warsaw").put("G-6K", "Lublin").put("S-8A", "Tula").dispersed("G-5K");
    board.set(unit("G-5K"), Status::Rebuilt, true);
    let game = at(&board, 4, Side::Axis, PlayerTurn::Rail);
    assert_eq!(offered(&game), ["pick G-6K", "done"]);
    assert_eq!(refused(&game, "pick G-5K"), "EAST-RAIL-4");
}

/// EAST-CTL-2: what is joined, held and free of zones; 22 hexes, 11 in Mud and Snow (EAST-R100); lost hexes are lost at the end of H.
#[test]
fn ctl_2_conversion() {
    let board = railhead().put("G-9A", "Brest-Litovsk").put("S-8A", "Moscow");
    let mut game = at(&board, 2, Side::Axis, PlayerTurn::Recovery);
    assert!(game.prompt().words.contains("22"), "{}", game.prompt().words);
    let first = offered(&game);
    assert_eq!(first[0], "rails");
    assert!(!first.contains(&"convert 1222".to_owned()), "not joined yet");
    assert_eq!(refused(&game, "convert Moscow"), "EAST-CTL-2");
    assert_eq!(refused(&game, "convert Warsaw"), "EAST-CTL-2");
    let usual = rail::usual_conversion(game.board()).unwrap();
    go(&mut game, &format!("convert {}", board.theatre().number(usual)));
    assert!(game.board().converted().contains(usual), "newly converted hexes count for joining at once");
    go(&mut game, "rails");
    assert!(game.board().converted().contains(board.hex("Brest-Litovsk")));
    assert!(at(&board, 5, Side::Axis, PlayerTurn::Recovery).prompt().words.contains("11"), "half in Mud");
    // A raider: lost at the end of phase H, kept if it is regained before.
    let mut board = *game.board();
    board.enter(Side::Soviet, board.hex("Brest-Litovsk"));
    assert!(board.converted().contains(board.hex("Brest-Litovsk")));
    let after = at(&board, 3, Side::Axis, PlayerTurn::Conversion);
    assert!(!after.board().converted().contains(board.hex("Brest-Litovsk")));
    // EAST-CTL-2: not in a Soviet zone unless an Axis unit is there.
    let zone = railhead().put("S-20A", "0926").put("G-9A", "Warsaw");
    assert!(!rail::convertible(&zone).contains(zone.hex("Brest-Litovsk")));
    assert!(rail::convertible(&zone.put("G-9A", "Brest-Litovsk")).contains(zone.hex("Brest-Litovsk")));
    assert_eq!(on_turn(&zone, 2).weather().name(), "Good");
}
