//! Tactical advance (chapter ADV).

use sandtable_eastfront::{AttackPhase, EastFront, Side, board::Board, flow::Step};

use super::board::{Describe, attacking, choices, front, go, refused};

const PREPARED: AttackPhase = AttackPhase::Prepared;

fn beaten(board: &Board, side: Side, turn: u8, names: &str, face: u16) -> EastFront {
    let mut game = attacking(board, side, turn, PREPARED);
    for name in names.split(", ") {
        go(&mut game, &format!("attack 3204 with {name}"), &[]);
    }
    go(&mut game, "done", &[]);
    go(&mut game, "resolve 3204", &[face]);
    while matches!(game.step(), Step::Exchanging(_) | Step::Orders(_)) {
        go(&mut game, "done", &[]);
    }
    game
}

#[test]
fn adv_3_and_adv_4_how_far() {
    let board = front().put("G-9A, G-24PzK", "3104").put("G-6K", "3103").put("S-20A", "3204");
    // 21 against 5 is 4:1. A 5 is DE: panzers 2 hexes, infantry 1 (EAST-ADV-3).
    let mut game = beaten(&board, Side::Axis, 13, "G-9A, G-24PzK, G-6K", 5);
    assert_eq!(
        choices(&game),
        ["advance G-24PzK to 3204", "advance G-6K to 3204", "advance G-9A to 3204", "done"]
    );
    go(&mut game, "advance G-24PzK to 3204; advance G-24PzK to 3304", &[]);
    assert_eq!(game.board().at("G-24PzK"), "3304", "no third hex after DE");
    assert_eq!(refused(&game, "advance G-24PzK to 3304").0, "EAST-ADV-1");
    go(&mut game, "advance G-9A to 3204", &[]);
    assert_eq!(game.board().at("G-9A"), "3204");
    // A 2 is DW: 1 hex for everybody; EAST-ADV-4: no farther than the retreat.
    let mut game = beaten(&board, Side::Axis, 13, "G-9A, G-24PzK, G-6K", 2);
    go(&mut game, "retreat S-20A 3304; advance G-24PzK to 3204", &[]);
    assert_eq!(choices(&game), ["advance G-6K to 3204", "advance G-9A to 3204", "done"]);
    // A 6 is BR: 3 and 2 hexes.
    let mut game = beaten(&board, Side::Axis, 13, "G-9A, G-24PzK, G-6K", 6);
    go(&mut game, "advance G-24PzK to 3204; advance G-24PzK to 3304; advance G-24PzK to 3404", &[]);
    go(&mut game, "advance G-9A to 3204; advance G-9A to 3205", &[]);
    assert_eq!([game.board().at("G-24PzK"), game.board().at("G-9A")], ["3404", "3205"]);
}

#[test]
fn adv_3_in_mud_and_snow() {
    let board = front().put("G-9A, G-24PzK", "3104").put("G-47PzK", "3103").put("S-20A", "3204");
    for (turn, hexes) in [(11, 1), (10, 1), (18, 2)] {
        // Mud, Snow (Axis), Hard Frost.
        let mut game = beaten(&board, Side::Axis, turn, "G-9A, G-24PzK, G-47PzK", 5);
        go(&mut game, "advance G-24PzK to 3204", &[]);
        let goes_on = choices(&game).contains(&"halt".to_owned());
        assert_eq!(goes_on, hexes == 2, "turn {turn}");
    }
    let soviet = front().put("S-5TkA, S-1TC", "3104").put("S-3TkA, S-3TC", "3103").put("G-8K", "3204");
    // Snow: Soviet armour keeps its 2 hexes. 22 against 5: 4:1, a 5 is DE.
    let mut game = beaten(&soviet, Side::Soviet, 19, "S-5TkA, S-1TC, S-3TkA, S-3TC", 5);
    go(&mut game, "advance S-5TkA to 3204", &[]);
    assert!(choices(&game).contains(&"halt".to_owned()));
}

#[test]
fn adv_5_stops_in_a_zone_of_control_and_adv_6_needs_room() {
    let board = front()
        .put("G-9A, G-24PzK", "3104")
        .put("G-47PzK", "3103")
        .put("S-20A", "3204")
        .put("S-16A", "3505")
        .put("S-19A", "3303");
    // BR: the first hex does not stop, although it lies in the zone of 3303; a later one does.
    let mut game = beaten(&board, Side::Axis, 13, "G-9A, G-24PzK, G-47PzK", 6);
    go(&mut game, "advance G-24PzK to 3204", &[]);
    assert!(choices(&game).contains(&"advance G-24PzK to 3304".to_owned()));
    assert_eq!(refused(&game, "advance G-24PzK to 3303").0, "EAST-ADV-5");
    assert_eq!(refused(&game, "done").0, "EAST-R64");
    assert_eq!(refused(&game, "advance G-9A to 3204").0, "EAST-R64");
    go(&mut game, "advance G-24PzK to 3304", &[]);
    assert_eq!(game.board().at("G-24PzK"), "3304");
    assert!(!choices(&game).contains(&"halt".to_owned()), "it is stopped");
    // EAST-ADV-6, EAST-STK-5: two units fill the hex for the third, who could not even pass.
    let full = front().put("G-9A, G-24PzK", "3104").put("G-6K", "3103").put("S-20A", "3204");
    let mut game = beaten(&full, Side::Axis, 13, "G-9A, G-24PzK, G-6K", 5);
    go(&mut game, "advance G-24PzK to 3204; halt; advance G-9A to 3204", &[]);
    assert!(!choices(&game).iter().any(|choice| choice.contains("G-6K")), "{:?}", choices(&game));
    assert!(!matches!(game.step(), Step::Advance(_)), "nobody can advance any more");
}

#[test]
fn adv_2_only_into_the_hex_that_was_left() {
    // D leaves the defender where it is.
    let board = front().put("G-9A, G-2K", "3104").put("S-20A", "3204");
    let game = beaten(&board, Side::Axis, 13, "G-9A, G-2K", 2);
    assert!(!matches!(game.step(), Step::Advance(_)));
    let board = front().put("G-9A, G-24PzK", "3104").put("G-47PzK", "3103").put("S-20A", "3204");
    let game = beaten(&board, Side::Axis, 13, "G-9A, G-24PzK, G-47PzK", 5);
    assert_eq!(refused(&game, "advance G-9A to 3203").0, "EAST-ADV-2");
}

#[test]
fn adv_8_ter_21_and_ter_27_entering_a_city_takes_it() {
    let board = front();
    let theatre = board.theatre();
    let kharkov = board.hex("Kharkov");
    let number = theatre.number(kharkov);
    let from: Vec<_> = theatre
        .map
        .steps(kharkov)
        .filter(|&(way, hex)| {
            theatre.land.contains(hex) && theatre.side(kharkov, way) == sandtable_eastfront::Hexside::Plain
        })
        .map(|(_, hex)| theatre.number(hex))
        .collect();
    let board = front().put("S-20MK", number).put("G-9A, G-24PzK", from[0]);
    let mut start = attacking(&board, Side::Axis, 13, PREPARED);
    // 16 against 1 doubled and 1: 5:1. A 4 is DE.
    go(&mut start, &format!("attack {number} with G-9A; attack {number} with G-24PzK; done"), &[]);
    go(&mut start, &format!("resolve {number}"), &[4]);
    // EAST-TER-27: if nobody goes in, the factors stand.
    let mut outside = start;
    go(&mut outside, "done", &[]);
    assert!(outside.board().standing().contains(kharkov));
    // EAST-ADV-8, EAST-TER-21
    go(&mut start, &format!("advance G-9A to {number}"), &[]);
    assert!(!start.board().standing().contains(kharkov) && start.board().controls(Side::Axis, kharkov));
}

#[test]
fn ter_22_an_empty_city_fights_alone() {
    let board = front();
    let theatre = board.theatre();
    let kharkov = board.hex("Kharkov");
    let number = theatre.number(kharkov);
    let from: Vec<_> = theatre
        .map
        .steps(kharkov)
        .filter(|&(way, hex)| {
            theatre.land.contains(hex) && theatre.side(kharkov, way) == sandtable_eastfront::Hexside::Plain
        })
        .map(|(_, hex)| theatre.number(hex))
        .collect();
    let board = front().put("G-26K", from[0]);
    let mut start = attacking(&board, Side::Axis, 13, PREPARED);
    // 4 against 1: 4:1. DW has no effect, DR destroys the factors, and one may go in.
    go(&mut start, &format!("attack {number} with G-26K; done"), &[]);
    let mut held = start;
    go(&mut held, &format!("resolve {number}"), &[2]);
    assert!(held.board().standing().contains(kharkov) && !matches!(held.step(), Step::Advance(_)));
    go(&mut start, &format!("resolve {number}"), &[3]);
    assert!(!start.board().standing().contains(kharkov));
    assert_eq!(choices(&start), [format!("advance G-26K to {number}"), "done".to_owned()]);
    let mut outside = start;
    go(&mut outside, "done", &[]);
    // Destroyed but not entered: still Soviet.
    assert!(outside.board().controls(Side::Soviet, kharkov));
}

#[test]
fn r65_a_breakthrough_against_an_empty_city_is_one_in_every_respect() {
    let board = front();
    let theatre = board.theatre();
    let kharkov = board.hex("Kharkov");
    let number = theatre.number(kharkov);
    let dry = theatre.map.steps(kharkov).find(|&(way, hex)| {
        theatre.land.contains(hex) && theatre.side(kharkov, way) == sandtable_eastfront::Hexside::Plain
    });
    let from = theatre.number(dry.unwrap().1);
    let beyond = theatre
        .map
        .neighbours(kharkov)
        .find(|&hex| theatre.land.contains(hex) && theatre.map.distance(hex, board.hex(from)) == 2);
    let beyond = theatre.number(beyond.unwrap());
    let board = front().put("G-24PzK", from).put("S-41RK", beyond);
    let mut game = attacking(&board, Side::Axis, 13, PREPARED);
    // EAST-R65. 8 against 1: 7:1, a 6 is BR.
    go(&mut game, &format!("attack {number} with G-24PzK; done"), &[]);
    go(&mut game, &format!("resolve {number}"), &[6]);
    go(&mut game, &format!("advance G-24PzK to {number}; halt"), &[]);
    assert!(matches!(game.step(), Step::Declare(_)), "{:?}", game.step());
    assert!(choices(&game).contains(&format!("attack {beyond} with G-24PzK")), "{:?}", choices(&game));
}
