//! Attacks are declared as a whole (chapter ATT).

use kit::Game;
use sandtable_eastfront::{AttackPhase, EastFront, Ground, Hexside, Side, board::Status, flow::Step};

use super::board::{Describe, attacking, choices, front, game, go, refused, unit};

const PREPARED: AttackPhase = AttackPhase::Prepared;

/// A Soviet army between a Romanian corps (east) and a German corps (west), in the open.
fn between() -> EastFront {
    let board = front().put("S-20A", "3204").put("R-11C", "3304").put("G-26K", "3104").put("S-16A", "3004");
    attacking(&board, Side::Soviet, 13, PREPARED)
}

#[test]
fn x13_must_attack() {
    let mut game = between();
    go(&mut game, "attack 3304 with S-20A", &[]);
    // EAST-ATT-5: the German next to the attacker must be attacked too.
    let (clause, words) = refused(&game, "done");
    assert_eq!(clause, "EAST-ATT-5");
    assert!(words.contains("S-20A") && words.contains("3104"), "{words}");
    assert!(game.prompt().words.contains("3104"));
    // EAST-ATT-7: by whomever; the other army is not next to any other German.
    go(&mut game, "attack 3104 with S-16A; done", &[]);
    assert!(matches!(game.step(), Step::Battles(_)));
    assert_eq!(choices(&game), ["resolve 3104", "resolve 3304"]);
}

#[test]
fn att_6_dispersed_germans_allies_and_soviets_bind_nobody() {
    // EAST-ATT-6
    let dispersed = front().put("S-20A", "3204").put("R-11C", "3304").put("G-26K", "3104").dispersed("G-26K");
    let mut game = attacking(&dispersed, Side::Soviet, 13, PREPARED);
    go(&mut game, "attack 3304 with S-20A; done", &[]);
    let allies = front().put("S-20A", "3204").put("R-11C", "3304").put("I-8A", "3104");
    let mut game = attacking(&allies, Side::Soviet, 13, PREPARED);
    go(&mut game, "attack 3304 with S-20A; done", &[]);
    let axis = front().put("G-9A", "3204").put("S-20A", "3304").put("S-16A", "3104");
    let mut game = attacking(&axis, Side::Axis, 13, PREPARED);
    go(&mut game, "attack 3304 with G-9A; done", &[]);
    assert!(matches!(game.step(), Step::Battles(_)));
}

#[test]
fn att_5_units_stacked_with_the_german_are_attacked_too() {
    // EAST-ATT-5: one Undispersed German in the stack is enough, and all defend together (EAST-ATT-2).
    let board =
        front().put("S-20A", "3204").put("R-11C", "3304").put("G-26K, R-3A", "3104").put("S-16A", "3004");
    let mut game = attacking(&board, Side::Soviet, 13, PREPARED);
    go(&mut game, "attack 3304 with S-20A", &[]);
    assert_eq!(refused(&game, "done").0, "EAST-ATT-5");
    go(&mut game, "attack 3104 with S-16A", &[]);
    let report = game.odds().into_iter().find(|report| report.facts[0].words.contains("3104")).unwrap();
    assert!(report.reckoning.iter().any(|line| line.who == "R-3A"), "the Romanians defend too");
}

#[test]
fn att_8_odds_below_one_to_four_are_no_excuse_and_no_attack() {
    let board = front().put("S-67RD", "3204").put("G-9A", "3304");
    let mut game = attacking(&board, Side::Soviet, 13, PREPARED);
    go(&mut game, "attack 3304 with S-67RD", &[]);
    // EAST-ATT-8: 1 against 8.
    assert_eq!(refused(&game, "done").0, "EAST-ATT-8");
    assert!(!choices(&game).contains(&"done".to_owned()));
    go(&mut game, "pass", &[]);
    assert!(!matches!(game.step(), Step::Declare(_) | Step::Battles(_)));
    // EAST-ATT-5: it is no excuse towards a second target either.
    let board = front().put("S-67RD", "3204").put("G-9A", "3304").put("R-11C", "3104");
    let mut game = attacking(&board, Side::Soviet, 13, PREPARED);
    go(&mut game, "attack 3104 with S-67RD", &[]);
    assert_eq!(refused(&game, "done").0, "EAST-ATT-5");
}

#[test]
fn att_1_and_att_2_who_attacks_what() {
    let mut board =
        front().put("G-9A, G-26K", "3104").put("G-2K, G-10K", "3103").put("S-20A", "3204").dispersed("G-26K");
    board.set(unit("G-2K"), Status::Spent, true);
    board.set(unit("G-10K"), Status::Railed, true);
    let mut game = attacking(&board, Side::Axis, 13, AttackPhase::Operational);
    // EAST-ATT-1, EAST-DSP-1: neither Dispersed nor Spent nor railed units attack.
    for name in ["G-26K", "G-2K", "G-10K"] {
        assert_eq!(refused(&game, &format!("attack 3204 with {name}")).0, "EAST-ATT-1", "{name}");
    }
    // EAST-ATT-2: next to an enemy, and in one attack only.
    assert_eq!(refused(&game, "attack 3203 with G-9A").0, "EAST-ATT-2");
    assert_eq!(refused(&game, "attack 3304 with G-9A").0, "EAST-ATT-2");
    assert_eq!(refused(&game, "attack 3104 with S-20A").0, "EAST-ATT-2");
    assert_eq!(choices(&game), ["attack 3204 with G-9A", "done"]);
    go(&mut game, "attack 3204 with G-9A", &[]);
    assert_eq!(refused(&game, "attack 3204 with G-9A").0, "EAST-ATT-2");
    go(&mut game, "release G-9A", &[]);
    assert_eq!(choices(&game), ["attack 3204 with G-9A", "done"]);
}

#[test]
fn att_3_waves_against_one_hex() {
    let board = front().put("G-9A, G-26K", "3104").put("G-2K", "3103").put("S-20A", "3204");
    let mut game = attacking(&board, Side::Axis, 13, PREPARED);
    assert_eq!(refused(&game, "wave 3204").0, "EAST-ATT-3");
    go(&mut game, "attack 3204 with G-9A; wave 3204", &[]);
    assert_eq!(refused(&game, "wave 3204").0, "EAST-ATT-3");
    go(&mut game, "attack 3204 with G-26K; attack 3204 with G-2K; done", &[]);
    // EAST-ATT-3: units of one hex in different attacks on the same hex; EAST-ATT-4: in the order the player chooses.
    assert_eq!(choices(&game), ["resolve 3204", "resolve 3204 2"]);
    // 9 against 5 is 3:2; a 3 Disperses.
    go(&mut game, "resolve 3204 2", &[3]);
    assert!(game.board().is(unit("S-20A"), Status::Dispersed));
    assert!(game.board().is(unit("G-2K"), Status::Spent) && !game.board().is(unit("G-9A"), Status::Spent));
    assert_eq!(choices(&game), ["resolve 3204"]);
}

#[test]
fn att_2_everybody_who_can_at_one_click() {
    let board =
        front().put("G-9A, G-26K", "3104").put("G-2K", "3103").put("S-20A", "3204").dispersed("G-26K");
    let mut game = attacking(&board, Side::Axis, 13, PREPARED);
    assert!(choices(&game).contains(&"storm 3204".to_owned()));
    go(&mut game, "storm 3204", &[]);
    let attackers = game.plan().attackers(game.board(), 0);
    assert_eq!(attackers, super::board::units("G-9A, G-2K"), "whoever may attack, and nobody else");
    assert_eq!(refused(&game, "storm 3204").0, "EAST-ATT-2");
}

#[test]
fn vic_6_whoever_loses_his_last_unit_has_lost_at_once() {
    let board = super::board::gate().put("S-13A", "0203").put("G-47PzK, G-9K", "0103");
    let mut game = attacking(&board, Side::Axis, 4, AttackPhase::Operational);
    go(&mut game, "storm 0203; done", &[]);
    // 13 against 3 over the Dnepr: 4:1, shifted to 3:1; a 6 is DE.
    go(&mut game, "resolve 0203", &[6]);
    assert!(matches!(game.step(), Step::Over(_)), "{:?}", game.step());
}

#[test]
fn att_11_an_attack_on_nobody_lapses() {
    let board = front().put("G-9A, G-24PzK", "3104").put("G-2K, G-47PzK", "3103").put("S-20A", "3204");
    let mut game = attacking(&board, Side::Axis, 13, PREPARED);
    go(&mut game, "attack 3204 with G-9A; attack 3204 with G-24PzK; wave 3204", &[]);
    go(&mut game, "attack 3204 with G-2K; attack 3204 with G-47PzK; done", &[]);
    // 16 against 5 is 3:1: a 5 is DR, and nobody exchanges. The army goes back 2 hexes.
    go(&mut game, "resolve 3204", &[5]);
    go(&mut game, "done; retreat S-20A 3304 3404; done", &[]);
    assert_eq!(choices(&game), ["resolve 3204"]);
    go(&mut game, "resolve 3204", &[]);
    // EAST-ATT-11, EAST-R73: nobody has attacked; they advance as after the DR: panzers 2 hexes, infantry 1.
    assert!(!game.board().is(unit("G-47PzK"), Status::Spent));
    assert_eq!(choices(&game), ["advance G-2K to 3204", "advance G-47PzK to 3204", "done"]);
    go(&mut game, "advance G-47PzK to 3204; advance G-47PzK to 3304", &[]);
    assert_eq!(game.board().at("G-47PzK"), "3304");
    assert!(game.board().is(unit("G-47PzK"), Status::Spent), "whoever advances is Spent");
    go(&mut game, "done", &[]);
    assert!(!game.board().is(unit("G-2K"), Status::Spent), "who stays is not");
    assert!(!matches!(game.step(), Step::Battles(_)), "the phase is over");
}

#[test]
fn att_12_defenders_who_came_cancel_an_attack() {
    // Only where the attackers have no zone of control, across a lake, can beaten friends come into an attacked hex.
    let board = front();
    let theatre = board.theatre();
    let map = &theatre.map;
    let is_plain = |hex| {
        theatre.land.contains(hex) && theatre.ground(hex) == Ground::Clear && theatre.place(hex).is_none()
    };
    let joined =
        |from, to| map.direction(from, to).is_some_and(|way| theatre.side(from, way) == Hexside::Plain);
    let places = theatre.land.iter().filter(|&target| is_plain(target)).find_map(|target| {
        let lake = map
            .steps(target)
            .find(|&(way, from)| theatre.side(target, way) == Hexside::Lake && theatre.land.contains(from))?;
        let near = map.neighbours(target).filter(|&near| is_plain(near) && joined(near, target));
        let pair = near.flat_map(|near| map.neighbours(near).map(move |from| (near, from)));
        let fits = |&(near, from): &(_, _)| {
            is_plain(from)
                && joined(near, from)
                && map.distance(from, target) == 2
                && map.distance(near, lake.1) > 1
        };
        pair.into_iter()
            .find(fits)
            .map(|(near, from)| [target, lake.1, near, from].map(|hex| theatre.number(hex)))
    });
    let [target, over, near, from] = places.expect("a lake on the map");
    // 4 halved across the lake against 2: 1:1. An army of 7 next to it is driven in: 2 against 9 is below 1:4.
    let board =
        front().put("S-41RK", target).put("G-26K", over).put("S-9GdA", near).put("G-9A, G-24PzK", from);
    let mut game = attacking(&board, Side::Axis, 13, PREPARED);
    go(&mut game, &format!("attack {target} with G-26K; storm {near}; done"), &[]);
    // 16 against 7: 2:1, a 4 is DW.
    go(&mut game, &format!("resolve {near}"), &[4]);
    go(&mut game, &format!("done; retreat S-9GdA {target}; done"), &[]);
    go(&mut game, &format!("resolve {target}"), &[]);
    // EAST-ATT-12: cancelled; nobody is Spent.
    assert!(!game.board().is(unit("G-26K"), Status::Spent));
    assert!(!matches!(game.step(), Step::Battles(_)), "the phase is over: {:?}", game.step());
    assert_eq!(game.board().at("S-9GdA"), target);
}

#[test]
fn stk_4_one_armoured_unit_of_a_hex_against_mountains() {
    let board = front();
    let theatre = board.theatre();
    let plain = |hex| {
        theatre.map.steps(hex).count() == 6
            && theatre
                .map
                .steps(hex)
                .all(|(way, near)| theatre.land.contains(near) && theatre.side(hex, way) == Hexside::Plain)
    };
    let target = theatre.mountain.iter().find(|&hex| plain(hex) && theatre.place(hex).is_none()).unwrap();
    let from: Vec<_> = theatre.map.neighbours(target).collect();
    let (target, from, other) = (theatre.number(target), theatre.number(from[0]), theatre.number(from[1]));
    let board = front().put("G-24PzK, G-47PzK", from).put("G-39PzK", other).put("S-6CavC", target);
    let mut game = attacking(&board, Side::Axis, 13, PREPARED);
    go(&mut game, &format!("attack {target} with G-24PzK"), &[]);
    // EAST-STK-4, EAST-TER-10: from each hex one.
    assert_eq!(refused(&game, &format!("attack {target} with G-47PzK")).0, "EAST-STK-4");
    go(&mut game, &format!("attack {target} with G-39PzK"), &[]);
    // In another wave it may.
    go(&mut game, &format!("wave {target}; attack {target} with G-47PzK"), &[]);
}

#[test]
fn att_10_mov_10_and_stk_8_bar_attackers() {
    // EAST-MOV-10: on turn 1 no Soviet attack into Romania, and so no obligation either.
    let board = front();
    let theatre = board.theatre();
    let jassy = board.hex("Jassy");
    let beside = theatre
        .map
        .neighbours(jassy)
        .find(|&hex| theatre.country(sandtable_eastfront::Country::Ussr).contains(hex));
    let beside = theatre.number(beside.expect("Jassy lies at the border"));
    let board = front().put("G-26K", "Jassy").put("S-9A", beside);
    for (turn, is_open) in [(1, false), (2, true)] {
        let game = attacking(&board, Side::Soviet, turn, PREPARED);
        let attacks = choices(&game).iter().any(|choice| choice.starts_with("attack"));
        assert_eq!(attacks && matches!(game.step(), Step::Declare(_)), is_open, "turn {turn}");
    }
    // EAST-STK-8: Finns do not attack Leningrad.
    let leningrad = board.hex("Leningrad");
    let north = theatre
        .map
        .neighbours(leningrad)
        .find(|&hex| theatre.map.number(hex).row <= 5 && theatre.land.contains(hex));
    let north = theatre.number(north.unwrap());
    let board = front().put("F-2C", north).put("S-23A", "Leningrad");
    let game = attacking(&board, Side::Axis, 13, PREPARED);
    if matches!(game.step(), Step::Declare(_)) {
        assert!(!choices(&game).iter().any(|choice| choice.contains("F-2C")));
    }
}

#[test]
fn set_up_and_first_attacks_of_june_1941() {
    // EAST-SEQ-8: surprise in the first Prepared Attacks.
    let start = game("barbarossa");
    let mut game = attacking(start.board(), Side::Axis, 1, PREPARED);
    go(&mut game, "attack 0825 with G-47PzK", &[]);
    assert!(game.odds()[0].reckoning.iter().any(|line| line.clause == "EAST-SEQ-8"));
}
