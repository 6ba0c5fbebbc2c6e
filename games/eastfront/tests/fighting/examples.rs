//! The worked examples of the ledger, on the board.

use kit::{Fraction, Game, Report};
use sandtable_eastfront::{AttackPhase, EastFront, Hexside, Side, board::Status};

use super::board::{Describe, attacking, choices, front, game, gate, go, unit};

const PREPARED: AttackPhase = AttackPhase::Prepared;

/// The chances of all results in sixths, in the order of the report.
fn sixths(report: &Report) -> String {
    let sixth = |chance: Fraction| (1..=6).find(|&n| chance == Fraction::new(n, 6)).unwrap_or(0);
    let parts = report.outcomes.iter().map(|end| format!("{} {}", end.result, sixth(end.chance)));
    let mut parts: Vec<String> = parts.collect();
    parts.sort();
    parts.join(", ")
}

fn only_report(game: &EastFront) -> Report {
    let mut all = game.odds();
    assert_eq!(all.len(), 1);
    all.remove(0)
}

fn column(report: &Report) -> &str {
    &report.chart.as_ref().unwrap().columns[0]
}

#[track_caller]
fn declare(game: &mut EastFront, hex: &str, names: &str) {
    for name in names.split(", ") {
        go(game, &format!("attack {hex} with {name}"), &[]);
    }
}

#[test]
fn x1_storm_on_brest() {
    let start = game("barbarossa");
    let mut game = attacking(start.board(), Side::Axis, 1, PREPARED);
    declare(&mut game, "0825", "G-2PzGr, G-47PzK, G-24PzK, G-12K");
    let report = only_report(&game);
    assert_eq!(column(&report), "4:1");
    assert_eq!(sixths(&report), "BR 1, DE 1, DR 2, DW 1, dw 1");
}

#[test]
fn x5_german_river_line() {
    // A town hex on the Dnepr that can be attacked only across it: taken from the map.
    let board = front();
    let theatre = board.theatre();
    let river = Hexside::River;
    let is_fit = |hex| {
        let rivers = theatre.map.steps(hex).filter(|&(way, _)| theatre.side(hex, way) == river).count();
        let dry = theatre.map.steps(hex).filter(|&(way, _)| theatre.side(hex, way) == Hexside::Plain);
        rivers >= 3
            && dry.count() >= 1
            && theatre.class(hex) == Some(sandtable_eastfront::Class::Town)
            && theatre.ground(hex) == sandtable_eastfront::Ground::Clear
    };
    let target = theatre.land.iter().find(|&hex| is_fit(hex)).unwrap();
    let over: Vec<_> = theatre
        .map
        .steps(target)
        .filter(|&(way, hex)| theatre.side(target, way) == river && theatre.land.contains(hex))
        .map(|(_, hex)| theatre.number(hex))
        .collect();
    let dry = theatre
        .map
        .steps(target)
        .find(|&(way, hex)| theatre.side(target, way) == Hexside::Plain && theatre.land.contains(hex))
        .map(|(_, hex)| theatre.number(hex))
        .unwrap();
    let number = theatre.number(target);
    // A = 24: 7 + 5 from one hex, 7 + 5 from another.
    let board = front()
        .put("G-8K, R-3A", number)
        .put("S-5TkA, S-4MC", over[0])
        .put("S-3TkA, S-13MC", over[1])
        .put("S-1TC", dry);
    let mut game = attacking(&board, Side::Soviet, 28, PREPARED);
    declare(&mut game, number, "S-5TkA, S-4MC, S-3TkA, S-13MC");
    let report = only_report(&game);
    // EAST-TER-2: 24 against 9 is 2:1, two columns less with a German in the stack.
    assert_eq!(column(&report), "1:1");
    declare(&mut game, number, "S-1TC");
    // EAST-TER-4: one attacks from the same bank.
    assert_eq!(column(&only_report(&game)), "3:1", "28 against 9");
}

#[test]
fn x7_exchange_partial() {
    let board = front().put("G-8K, R-11C", "3204").put("S-61A, S-1TC", "3104");
    let start = attacking(&board, Side::Soviet, 13, PREPARED);
    // 8 against 7 is 1:1; a 2 is X.
    for (number, given, lost) in [("1", "give R-11C", "lose S-1TC"), ("2", "", "")] {
        let mut game = start;
        declare(&mut game, "3204", "S-61A, S-1TC");
        go(&mut game, "done", &[]);
        go(&mut game, "resolve 3204", &[2]);
        assert_eq!(choices(&game), ["exchange 1", "exchange 2"]);
        go(&mut game, &format!("exchange {number}"), &[]);
        go(&mut game, given, &[]);
        go(&mut game, lost, &[]);
        if number == "1" {
            // The German remains: no advance.
            assert_eq!([game.board().at("R-11C"), game.board().at("G-8K")], ["-", "3204"]);
            assert_eq!([game.board().at("S-61A"), game.board().at("S-1TC")], ["3104", "-"]);
        } else {
            // EAST-RES-13: both attackers pay, as 4 is less than 7.
            for name in ["R-11C", "G-8K", "S-61A", "S-1TC"] {
                assert_eq!(game.board().at(name), "-", "{name}");
            }
        }
    }
}

#[test]
fn x8_exchange_impossible() {
    // A Romanian army (5) and a German corps (4) against an army of 6: 3:2, a 1 is X.
    let board = front().put("R-4A", "3104").put("G-26K", "3103").put("S-10A", "3204");
    let mut game = attacking(&board, Side::Axis, 13, PREPARED);
    declare(&mut game, "3204", "R-4A, G-26K");
    go(&mut game, "done", &[]);
    go(&mut game, "resolve 3204", &[1]);
    // EAST-EXC-3, EAST-EXC-6: the Romanians cannot pay, so it is AE, and both are needed to reach 6.
    assert_eq!(["R-4A", "G-26K", "S-10A"].map(|name| game.board().at(name)), ["-", "-", "3204"]);
}

#[test]
fn x9_voluntary_exchange() {
    let board = front().put("G-57PzK, G-5K", "3104").put("G-6K", "3103").put("S-20A", "3204");
    let start = attacking(&board, Side::Axis, 13, PREPARED);
    let fight = |face: u16| {
        let mut game = start;
        declare(&mut game, "3204", "G-57PzK, G-5K, G-6K");
        go(&mut game, "done", &[]);
        go(&mut game, "resolve 3204", &[face]);
        game
    };
    // DW at rate 1: any one unit pays 5.
    let mut game = fight(3);
    assert_eq!(choices(&game), ["done", "exchange 1"]);
    go(&mut game, "exchange 1", &[]);
    assert_eq!(choices(&game), ["lose G-57PzK", "lose G-5K", "lose G-6K"]);
    go(&mut game, "lose G-5K", &[]);
    // EAST-EXC-13: as after DR: 57PzK up to 2 hexes, 6K 1.
    assert_eq!(game.board().at("S-20A"), "-");
    go(&mut game, "advance G-6K to 3204", &[]);
    assert_eq!(choices(&game), ["advance G-57PzK to 3204", "done"]);
    go(&mut game, "advance G-57PzK to 3204; advance G-57PzK to 3304", &[]);
    assert_eq!(game.board().at("G-57PzK"), "3304");
    // dw at rate 2: 10, by two units.
    let mut game = fight(2);
    go(&mut game, "exchange 1; lose G-5K", &[]);
    assert_eq!(choices(&game), ["lose G-57PzK", "lose G-6K"]);
    // DR at rate 1/2: 2.5, any one unit.
    let mut game = fight(4);
    go(&mut game, "exchange 1", &[]);
    assert_eq!(choices(&game).len(), 3);
    // EAST-EXC-8: not in Mud.
    let mud = attacking(&board, Side::Axis, 11, PREPARED);
    let mut game = mud;
    declare(&mut game, "3204", "G-57PzK, G-5K, G-6K");
    go(&mut game, "done", &[]);
    go(&mut game, "resolve 3204", &[3]);
    assert!(choices(&game).iter().all(|choice| choice.starts_with("retreat")), "{:?}", choices(&game));
}

#[test]
fn x10_overrun_and_x11_one_step() {
    let board = front().put("G-47PzK, G-5K", "3104").put("G-57PzK", "3103").put("S-4A", "3204");
    let mut game = attacking(&board, Side::Axis, 13, PREPARED);
    declare(&mut game, "3204", "G-47PzK, G-5K");
    // 13 against 4 is 3:1 without overrun: 8 is not more than 8.
    assert_eq!(sixths(&only_report(&game)), "D 1, DE 1, DR 2, DW 1, dw 1");
    declare(&mut game, "3204", "G-57PzK");
    assert_eq!(sixths(&only_report(&game)), "BR 2, DE 2, DW 1, dw 1");
    // EAST-CNV-6: not in Hard Frost.
    let mut frost = attacking(&board, Side::Axis, 18, PREPARED);
    declare(&mut frost, "3204", "G-47PzK, G-5K, G-57PzK");
    assert_eq!(sixths(&only_report(&frost)), "BR 1, DE 1, DR 2, DW 1, dw 1");
    // EAST-CNV-3: surrounded as well, DR is DE and no more.
    let ring = board.put("G-9A", "3304").put("G-2K", "3205").put("G-10K", "3203").put("G-20K", "3105");
    let mut game = attacking(&ring, Side::Axis, 13, PREPARED);
    declare(&mut game, "3204", "G-47PzK, G-5K, G-57PzK");
    assert_eq!(sixths(&only_report(&game)), "- 1, BR 2, D 1, DE 2");
}

#[test]
fn x12_german_no_retreat() {
    let board = front().put("G-8K, R-11C", "3204").put("S-5TkA, S-1TC", "3104");
    let mut game = attacking(&board, Side::Soviet, 13, PREPARED);
    declare(&mut game, "3204", "S-5TkA, S-1TC");
    go(&mut game, "done", &[]);
    // 11 against 7 is 3:2; a 5 is DW.
    go(&mut game, "resolve 3204", &[5]);
    // EAST-NRO-3, EAST-NRO-4: only the German can be ordered.
    assert_eq!(choices(&game), ["done", "hold G-8K"]);
    assert_eq!(super::board::refused(&game, "hold R-11C").0, "EAST-NRO-4");
    go(&mut game, "hold G-8K", &[]);
    assert!(choices(&game).iter().all(|choice| choice.starts_with("retreat R-11C")));
    go(&mut game, "retreat R-11C 3304", &[]);
    let dispersed = |name| game.board().is(unit(name), Status::Dispersed);
    assert!(dispersed("G-8K") && dispersed("R-11C"));
    // EAST-NRO-5: the hex is not empty, nobody advances.
    assert_eq!(game.board().at("S-5TkA"), "3104");
    assert!(!matches!(game.step(), sandtable_eastfront::flow::Step::Advance(_)));
}

#[test]
fn x14_retreat_route() {
    let board =
        gate().put("S-20A", "0203").put("G-47PzK, G-9K", "0103").put("G-57PzK", "0202").put("S-16A", "0403");
    let mut game = attacking(&board, Side::Axis, 1, PREPARED);
    declare(&mut game, "0203", "G-47PzK, G-9K");
    go(&mut game, "done", &[]);
    // 13 against 5 over the Dnepr is 2:1, shifted to 3:2: a 6 is DR.
    go(&mut game, "resolve 0203", &[6]);
    go(&mut game, "done", &[]);
    let ways = [
        "retreat S-20A 0303 0402",
        "retreat S-20A 0303 0404",
        "retreat S-20A 0304 0205",
        "retreat S-20A 0304 0305",
        "retreat S-20A 0304 0404",
    ];
    assert_eq!(choices(&game), ways);
    // EAST-RET-7: not 1 hex where 2 are open; EAST-RET-6: no second army in 0403; EAST-RET-3: zones of control.
    for (way, clause) in [
        ("0303", "EAST-RET-7"),
        ("0303 0403", "EAST-STK-2"),
        ("0302 0402", "EAST-RET-3"),
        ("0204 0205", "EAST-RET-3"),
    ] {
        assert_eq!(super::board::refused(&game, &format!("retreat S-20A {way}")).0, clause, "{way}");
    }
}

#[test]
fn x16_ae() {
    // 5, 4 and 3 against 8: exactly 3:2, over a river 1:1.
    let board = front().put("S-1ShA, S-1GdsRC", "3104").put("S-1GdCavC", "3103").put("G-9A", "3204");
    let mut game = attacking(&board, Side::Soviet, 13, PREPARED);
    declare(&mut game, "3204", "S-1ShA, S-1GdsRC, S-1GdCavC");
    assert_eq!(column(&only_report(&game)), "3:2");
    assert_eq!(sixths(&only_report(&game)), "- 1, D 1, DR 1, DW 1, X 1, dw 1");
    let weak = front().put("S-1ShA, S-1GdsRC", "3104").put("S-1GdCavC", "3103").put("G-9A, G-26K", "3204");
    let mut game = attacking(&weak, Side::Soviet, 13, PREPARED);
    declare(&mut game, "3204", "S-1ShA, S-1GdsRC, S-1GdCavC");
    go(&mut game, "done", &[]);
    // 12 against 12: AE takes all three.
    go(&mut game, "resolve 3204", &[1]);
    assert_eq!(["S-1ShA", "S-1GdsRC", "S-1GdCavC"].map(|name| game.board().at(name)), ["-", "-", "-"]);
    // 12 against 9 is 1:1: {5, 4} or all with the 3? 5 + 4 = 9 pays; 5 + 3 and 4 + 3 do not.
    let third = front().put("S-1ShA, S-1GdsRC", "3104").put("S-1GdCavC", "3103").put("G-8K, G-26K", "3204");
    let mut game = attacking(&third, Side::Soviet, 13, PREPARED);
    declare(&mut game, "3204", "S-1ShA, S-1GdsRC, S-1GdCavC");
    go(&mut game, "done", &[]);
    go(&mut game, "resolve 3204", &[1]);
    assert_eq!(["S-1ShA", "S-1GdsRC", "S-1GdCavC"].map(|name| game.board().at(name)), ["-", "-", "3103"]);
    // EAST-RES-11: the survivor is Dispersed.
    assert!(game.board().is(unit("S-1GdCavC"), Status::Dispersed));
}

#[test]
fn x17_kerch() {
    for (taken, attackers, expected) in [("Odessa Sevastopol", "S-59A", "1:2"), ("", "S-59A, S-1TC", "3:2")] {
        let board = front().taken(taken).put("R-11C", "Kerch").put("S-59A, S-1TC", "Temryuk");
        let mut game = attacking(&board, Side::Soviet, 13, PREPARED);
        let kerch = board.theatre().number(board.hex("Kerch"));
        declare(&mut game, kerch, attackers);
        assert_eq!(column(&only_report(&game)), expected, "Axis holds {taken}");
        if !taken.is_empty() {
            assert_eq!(super::board::refused(&game, &format!("attack {kerch} with S-1TC")).0, "EAST-TER-13");
        }
    }
}

#[test]
fn x22_lapse_and_intrinsic_factors() {
    let board = front();
    let theatre = board.theatre();
    let odessa = board.hex("Odessa");
    let number = theatre.number(odessa);
    let from: Vec<_> = theatre
        .map
        .steps(odessa)
        .filter(|&(way, hex)| theatre.land.contains(hex) && theatre.side(odessa, way) == Hexside::Plain)
        .map(|(_, hex)| theatre.number(hex))
        .collect();
    let board = front().put("S-41RK", number).put("G-9A, G-2K", from[0]).put("G-10K", from[1]);
    let mut game = attacking(&board, Side::Axis, 13, PREPARED);
    declare(&mut game, number, "G-9A, G-2K");
    go(&mut game, &format!("wave {number}"), &[]);
    declare(&mut game, number, "G-10K");
    go(&mut game, "done", &[]);
    // (2 + bonus) doubled and 1: whatever the column, give a DR if it has one.
    let mut before = game;
    let face = (1..=6).find(|&face| {
        let mut then = before;
        go(&mut then, &format!("resolve {number}"), &[face]);
        then.fight().rolled == Some(sandtable_eastfront::CombatResult::Retreat)
    });
    go(&mut before, &format!("resolve {number}"), &[face.expect("a DR in the column")]);
    go(&mut before, "done", &[]);
    let way = choices(&before).into_iter().find(|choice| choice.starts_with("retreat")).expect("a way out");
    go(&mut before, &way, &[]);
    go(&mut before, "done", &[]);
    // EAST-ATT-11, EAST-TER-27: the second attack strikes the city's factor alone: 5 against 1.
    let report = only_report(&before);
    assert_eq!(column(&report), "5:1");
    assert!(report.facts.iter().any(|fact| fact.clause == "EAST-TER-22"));
}

/// A sum of the reckoning by its name.
fn sum<'r>(report: &'r Report, name: &str) -> &'r str {
    report.sums.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
}

/// Neighbours of a hex over sides of one kind, on land.
fn beside(board: &sandtable_eastfront::board::Board, hex: &str, side: Hexside) -> Vec<&'static str> {
    let theatre = board.theatre();
    let hex = board.hex(hex);
    let steps = theatre.map.steps(hex);
    let fits = steps.filter(|&(way, near)| theatre.side(hex, way) == side && theatre.land.contains(near));
    fits.map(|(_, near)| theatre.number(near)).collect()
}

#[test]
fn x4_victory_city() {
    let board = front();
    let kiev = board.theatre().number(board.hex("Kiev"));
    let from = beside(&board, "Kiev", Hexside::Plain)[0];
    let board = board.put("S-37A, S-2MK", "Kiev").put("G-9A, G-24PzK", from);
    let mut game = attacking(&board, Side::Axis, 4, PREPARED);
    declare(&mut game, kiev, "G-9A, G-24PzK");
    // EAST-TER-17, EAST-TER-19, EAST-TER-20: (4 + 1) doubled, 2 doubled, and 1 of the city.
    assert_eq!(sum(&only_report(&game), "defence"), "15");
}

#[test]
fn x6_dispersed_mixed_stack() {
    for (names, scattered, column_of) in
        [("S-8A, S-1GdsRC", "S-1GdsRC", "1:1"), ("S-8A, S-41RK", "S-41RK", "3:2")]
    {
        let board = front().put(names, "3204").dispersed(scattered).put("G-24PzK, G-26K", "3104");
        let mut game = attacking(&board, Side::Axis, 13, PREPARED);
        declare(&mut game, "3204", "G-24PzK, G-26K");
        // EAST-CRT-4: 4 of 9 and 2 of 7 are less than half: no shift. 12 against 9, 12 against 7.
        assert_eq!(column(&only_report(&game)), column_of);
    }
    let board = front().put("S-1GdsRC, S-59A", "3204").dispersed("S-59A").put("G-24PzK, G-26K", "3104");
    let mut game = attacking(&board, Side::Axis, 13, PREPARED);
    declare(&mut game, "3204", "G-24PzK, G-26K");
    // 4 of 8 is half: 12 against 8 is 3:2, shifted to 2:1.
    assert_eq!(column(&only_report(&game)), "2:1");
}

#[test]
fn x18_stalin_line() {
    let board = front();
    let theatre = board.theatre();
    let open = |hex| {
        theatre.land.contains(hex)
            && theatre.ground(hex) == sandtable_eastfront::Ground::Clear
            && theatre.place(hex).is_none()
    };
    let plain = |hex, way| theatre.side(hex, way) == Hexside::Plain;
    let fits = theatre.land.iter().filter(|&hex| open(hex)).find_map(|hex| {
        let walls = theatre.forts(hex);
        let before = theatre
            .map
            .steps(hex)
            .find(|&(way, near)| walls.contains(way) && plain(hex, way) && theatre.land.contains(near))?;
        let flank = theatre
            .map
            .steps(hex)
            .find(|&(way, near)| !walls.contains(way) && plain(hex, way) && theatre.land.contains(near))?;
        Some([hex, before.1, flank.1].map(|hex| theatre.number(hex)))
    });
    let [hex, before, flank] = fits.expect("a fortified line in the open");
    let board = front().put("S-8A", hex).put("G-9A", before).put("G-24PzK", flank);
    let defence = |turn, names| {
        let mut game = attacking(&board, Side::Axis, turn, PREPARED);
        declare(&mut game, hex, names);
        sum(&only_report(&game), "defence").to_owned()
    };
    // EAST-TER-15, EAST-TER-16: from turn 3, and not if flanked.
    assert_eq!([defence(4, "G-9A"), defence(4, "G-9A, G-24PzK"), defence(2, "G-9A")], ["6", "5", "5"]);
}

#[test]
fn x19_subarctic() {
    let board = front();
    let theatre = board.theatre();
    let river = theatre.land.iter().find_map(|hex| {
        let open = theatre.north_east.contains(hex)
            && theatre.ground(hex) == sandtable_eastfront::Ground::Clear
            && theatre.place(hex).is_none();
        let rivers: Vec<_> = theatre
            .map
            .steps(hex)
            .filter(|&(way, near)| {
                theatre.side(hex, way) == Hexside::River
                    && theatre.land.contains(near)
                    && theatre.north_east.contains(near)
            })
            .map(|(_, near)| theatre.number(near))
            .collect();
        (open && rivers.len() >= 2).then(|| (theatre.number(hex), rivers))
    });
    let (hex, over) = river.expect("a river in the north-east");
    let board =
        front().put("G-8K", hex).dispersed("G-8K").put("S-1ShA", over[0]).put("S-10A2, S-1GdCavC", over[1]);
    let mut game = attacking(&board, Side::Soviet, 8, PREPARED);
    declare(&mut game, hex, "S-1ShA, S-10A2, S-1GdCavC");
    // EAST-WEA-4, EAST-WEA-5: 12 against 5 is 2:1; Dispersed and Subarctic make it 4:1, the frozen river counts for nothing.
    assert_eq!(column(&only_report(&game)), "4:1");
}
