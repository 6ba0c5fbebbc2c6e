//! Losses and exchanges on the board (chapters RES and EXC).

use kit::{Chronicle, Game, Scripted};
use sandtable_eastfront::{AttackPhase, Side, action::Action, board::Status, flow::Step};

use super::board::{Describe, attacking, attacking_with, choices, front, go, refused, unit};

const PREPARED: AttackPhase = AttackPhase::Prepared;

#[test]
fn exc_14_an_exchange_refused_in_the_mountains() {
    let board = front();
    let theatre = board.theatre();
    let plain = |hex| {
        theatre.map.steps(hex).count() == 6
            && theatre.map.steps(hex).all(|(way, near)| {
                theatre.land.contains(near) && theatre.side(hex, way) == sandtable_eastfront::Hexside::Plain
            })
    };
    let target = theatre.mountain.iter().find(|&hex| plain(hex) && theatre.place(hex).is_none()).unwrap();
    let from = theatre.map.neighbours(target).next().unwrap();
    let (target, from) = (theatre.number(target), theatre.number(from));
    // 5 against 3 + 1 is 1:1: a 2 is X.
    let board = front().put("G-5K", from).put("S-13A", target);
    let mut start = attacking(&board, Side::Axis, 13, PREPARED);
    go(&mut start, &format!("attack {target} with G-5K; done"), &[]);
    go(&mut start, &format!("resolve {target}"), &[2]);
    assert_eq!(choices(&start), ["accept", "refuse"]);
    let mut refusing = start;
    go(&mut refusing, "refuse", &[]);
    // EAST-EXC-14: dw, and no voluntary exchange follows.
    assert!(choices(&refusing).iter().all(|choice| choice.starts_with("retreat S-13A")));
    let mut accepting = start;
    go(&mut accepting, "accept", &[]);
    assert_eq!([accepting.board().at("G-5K"), accepting.board().at("S-13A")], ["-", "-"]);
}

#[test]
fn exc_12_germans_alone_pay_voluntarily() {
    let board = front().put("G-9A, G-2K", "3104").put("R-4A", "3103").put("S-20A", "3204");
    let mut game = attacking(&board, Side::Axis, 13, PREPARED);
    go(&mut game, "attack 3204 with G-9A; attack 3204 with G-2K; attack 3204 with R-4A; done", &[]);
    // 18 against 5 is 3:1; a 3 is DW.
    go(&mut game, "resolve 3204", &[3]);
    let mut told = Chronicle::default();
    game.perform(&Action::Exchange(1), &mut Scripted::faces(&[]), &mut told);
    assert_eq!(told.events[0].words, "1 defender of 3204 is to be exchanged");
    assert_eq!(choices(&game), ["lose G-2K", "lose G-9A"]);
    assert_eq!(refused(&game, "lose R-4A").0, "EAST-EXC-12");
}

#[test]
fn res_12_d_ae_disperses_and_costs() {
    // 2 against 6 is 1:3; a 4 is D/AE: 2 is less than 6, so the attacker is lost.
    let board = front().put("S-41RK", "3104").put("G-47PzK", "3204");
    let mut game = attacking(&board, Side::Soviet, 13, PREPARED);
    go(&mut game, "attack 3204 with S-41RK; done", &[]);
    go(&mut game, "resolve 3204", &[4]);
    assert_eq!(game.board().at("S-41RK"), "-");
    assert!(game.board().is(unit("G-47PzK"), Status::Dispersed));
}

#[test]
fn h3_ae_eliminates_every_attacker_on_the_board() {
    let board = front().put("S-1ShA, S-1GdsRC", "3104").put("S-1GdCavC", "3103").put("G-8K, G-26K", "3204");
    let mut game = attacking_with("all_attackers_on_ae", &board, Side::Soviet, 13, PREPARED);
    go(
        &mut game,
        "attack 3204 with S-1ShA; attack 3204 with S-1GdsRC; attack 3204 with S-1GdCavC; done",
        &[],
    );
    go(&mut game, "resolve 3204", &[1]);
    assert_eq!(["S-1ShA", "S-1GdsRC", "S-1GdCavC"].map(|name| game.board().at(name)), ["-", "-", "-"]);
}

#[test]
fn h4_on_d_the_defender_may_withdraw() {
    let board = front().put("G-9A, G-2K", "3104").put("S-20A", "3204");
    let mut game = attacking_with("withdraw_on_d", &board, Side::Axis, 13, PREPARED);
    go(&mut game, "attack 3204 with G-9A; attack 3204 with G-2K; done", &[]);
    // 13 against 5 is 2:1; a 2 is D.
    go(&mut game, "resolve 3204", &[2]);
    assert!(matches!(game.step(), Step::Withdrawing(_)));
    // EAST-R79: by the defender's route, Dispersed; nobody advances after a D.
    assert_eq!(
        choices(&game),
        ["done", "withdraw S-20A to 3203", "withdraw S-20A to 3205", "withdraw S-20A to 3304"]
    );
    go(&mut game, "withdraw S-20A to 3304", &[]);
    assert!(game.board().is(unit("S-20A"), Status::Dispersed));
    assert!(!matches!(game.step(), Step::Advance(_)));
}

#[test]
fn exc_4_the_city_falls_with_all_that_is_paid_for() {
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
    // An ARM corps of 1 is doubled to 2, and the city adds 1: 5 against 3 is 3:2, a 1 is X for 3.
    let board = front().put("S-20MK", number).put("G-5K", from[0]);
    let mut game = attacking(&board, Side::Axis, 13, PREPARED);
    go(&mut game, &format!("attack {number} with G-5K; done"), &[]);
    go(&mut game, &format!("resolve {number}"), &[1]);
    assert_eq!([game.board().at("S-20MK"), game.board().at("G-5K")], ["-", "-"]);
    // EAST-EXC-4: destroyed, whether or not anybody advances.
    assert!(!game.board().standing().contains(kharkov));
    assert!(game.board().controls(Side::Soviet, kharkov), "and still Soviet");
}

#[test]
fn r78_orders_are_asked_for_only_where_they_matter() {
    let board = front().put("S-5TkA, S-1TC", "3104").put("S-3TkA", "3103").put("G-26K", "3204");
    let mut start = attacking(&board, Side::Soviet, 13, AttackPhase::Operational);
    go(&mut start, "storm 3204; done", &[]);
    // EAST-R78. 18 against 4 is 4:1 and an overrun: a 4 is DR and becomes DE with or without the order.
    let mut lost = start;
    go(&mut lost, "resolve 3204", &[4]);
    assert!(!matches!(lost.step(), Step::Orders(_)));
    assert_eq!(lost.board().at("G-26K"), "-");
    // A 2 is DW: the order keeps the corps where it is.
    go(&mut start, "resolve 3204", &[2]);
    assert_eq!(choices(&start), ["done", "hold G-26K"]);
}
