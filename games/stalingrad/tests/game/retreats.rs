//! STAL-RET-1 to STAL-RET-10, STAL-NOR-1, STAL-NOR-2.

use kit::{map::HexId, testing::assert_refused};
use sandtable_stalingrad::{
    field::Field,
    map::Hexes,
    retreat::Pressure,
    units::{Side, UnitId},
};

use crate::{
    attacks::{draw, scattered},
    board::{Describe, attacking, empty, go, is_disrupted, numbers, offered, place, send, unit},
};

/// The attack on a hex from others, all attackers still standing.
fn pressure(field: &Field, target: &str, from: &str) -> Pressure {
    let from = field.area(from);
    Pressure { attacked: Hexes::of(field.hex(target)), from, still: from }
}

fn first(field: &Field, side: Side, target: &str, from: &str) -> String {
    let hex = field.hex(target);
    numbers(field, pressure(field, target, from).steps(field, side, hex, hex, 1).iter())
}

/// W7, STAL-RET-2, STAL-RET-4, STAL-R21
#[test]
fn w7_in_the_open() {
    let field = empty().put("42.RB", "0910").put("516.R", "0809").put("517.R", "0810");
    assert_eq!(first(&field, Side::Russian, "0910", "0809 0810"), "1009 1010");
    let friends = field.put("10.RB", "0909").put("38.RB", "0911");
    assert_eq!(first(&friends, Side::Russian, "0910", "0809 0810"), "1009 1010", "even to friends");
}

/// W8, STAL-RET-6, STAL-RET-9, STAL-CRT-7
#[test]
fn w8_in_the_city() {
    let field = empty().put("42.RB", "1310").put("516.R", "1209").put("517.R", "1309");
    assert_eq!(first(&field, Side::Russian, "1310", "1209 1309"), "1311 1410");
    let friends = field.put("10.RB", "1210").put("38.RB", "1409");
    assert_eq!(first(&friends, Side::Russian, "1310", "1209 1309"), "1210 1311 1409 1410");
    // D2 with a demand of 2: one hex into the city is enough, and two are allowed (STAL-R75).
    let mut game = attacking(&field, Side::German);
    send(&mut game, "516.R, 517.R", "1310");
    go(&mut game, "done; resolve 1310", &[3]);
    go(&mut game, "demand 1310 2; retreat 42.RB 1410", &[]);
    assert!(offered(&game).contains(&"halt".to_owned()), "{:?}", offered(&game));
    go(&mut game, "halt", &[]);
    assert_eq!((place(&game, "42.RB"), is_disrupted(&game, "42.RB")), ("1410".to_owned(), true));
}

/// STAL-RET-3: a step in the open does not lead nearer to an attacker, and one past or away from him does.
#[test]
fn no_step_leads_nearer_to_an_attacker() {
    let field = empty().put("42.RB", "0910").put("516.R", "0907");
    let (at, pressure) = (field.hex("0910"), pressure(&field, "0910", "0907"));
    let rule = |to: &str| pressure.forbids(&field, Side::Russian, at, at, field.hex(to), 1);
    assert_eq!(rule("0909"), Some("STAL-RET-3"));
    assert_eq!(rule("0911"), None);
    // Nobody stands there any more.
    let gone = Pressure { still: Hexes::EMPTY, ..pressure };
    assert_eq!(gone.forbids(&field, Side::Russian, at, at, field.hex("0909"), 1), None);
}

/// STAL-RET-7: a stack scatters, and zones of control of others do not matter in the city.
#[test]
fn a_stack_scatters() {
    let field = empty()
        .put("42.RB, 10.RB", "1310")
        .put("516.R, 517.R", "1209")
        .put("191.R, 194.R", "1309")
        .put("54.R", "1411");
    assert!(field.zones(Side::German).contains(field.hex("1410")));
    let mut game = attacking(&field, Side::German);
    send(&mut game, "516.R, 517.R, 191.R, 194.R", "1310");
    // 8 against 2; 3 is D2.
    go(&mut game, "done; resolve 1310", &[3]);
    go(&mut game, "demand 1310 2; retreat 42.RB 1410; halt; retreat 10.RB 1311; halt", &[]);
    assert_eq!([place(&game, "42.RB"), place(&game, "10.RB")], ["1410", "1311"]);
}

/// W21, STAL-RET-1, STAL-NOR-2
#[test]
fn w21_two_hexes_in_the_city() {
    let field = empty().put("516.R", "1310").put("112.RD", "1410").put("42.RB", "1311");
    let pressure = pressure(&field, "1310", "1410 1311");
    let (start, unit) = (field.hex("1310"), unit("516.R"));
    let vias = pressure.first_steps(&field, unit, start, 2);
    assert_eq!(numbers(&field, vias.iter()), "1209 1309");
    let ends = vias.iter().fold(Hexes::EMPTY, |all, via| all | pressure.last_steps(&field, unit, start, via));
    assert_eq!(numbers(&field, ends.iter()), "1109 1110 1208 1209 1308 1309 1408");
}

/// STAL-RET-5, STAL-R76
#[test]
fn not_into_an_empty_open_hex_beside_a_fit_enemy() {
    let field = empty().put("42.RB", "0910").put("516.R", "0809").put("517.R", "0810").put("Pz.R.24", "1109");
    // A panzer has no zone of control, and bars the way all the same.
    assert_eq!(first(&field, Side::Russian, "0910", "0809 0810"), "1010");
    assert_eq!(first(&field.disrupted("Pz.R.24"), Side::Russian, "0910", "0809 0810"), "1009 1010");
    assert_eq!(first(&field.put("10.RB", "1009"), Side::Russian, "0910", "0809 0810"), "1009 1010");
}

/// STAL-R66: an attacker in the unit's own hex closes no city hex.
#[test]
fn out_of_a_shared_hex() {
    let field = empty().put("42.RB", "1310").put("516.R", "1310");
    assert_eq!(first(&field, Side::Russian, "1310", "1310"), "1209 1210 1309 1311 1409 1410");
}

/// STAL-NOR-1, STAL-NOR-2, STAL-R9, STAL-R53, STAL-R91
#[test]
fn who_cannot_go_as_far_as_demanded_is_lost() {
    // Germans all around a brigade in the open.
    let field = empty()
        .put("42.RB", "0910")
        .put("516.R, 517.R, 518.R", "0909")
        .put("191.R", "0911")
        .put("194.R", "1010")
        .put("54.R", "0810");
    let mut game = attacking(&field, Side::German);
    // 6 against 1, and one more because it is cut off: 7:1.
    send(&mut game, "516.R, 517.R, 518.R", "0910");
    go(&mut game, "done; resolve 0910", &[6]);
    let mut standing = game;
    go(&mut standing, "demand 0910 0", &[]);
    assert_eq!(place(&standing, "42.RB"), "0910", "nothing was demanded");
    go(&mut game, "demand 0910 2", &[]);
    assert_eq!(place(&game, "42.RB"), "back in 4");
    assert!(
        offered(&game).contains(&"advance 516.R 0910".to_owned()),
        "the hex was cleared: {:?}",
        offered(&game)
    );
}

/// STAL-NOR-1, STAL-R77: D1 that cannot be made is D, and the unit stays.
#[test]
fn d1_without_a_way_is_d() {
    let field = empty()
        .put("42.RB", "0910")
        .put("516.R", "0909")
        .put("191.R", "0911")
        .put("194.R", "1010")
        .put("54.R", "0810");
    let mut game = attacking(&field, Side::German);
    // 2:1, and one more because it is cut off.
    send(&mut game, "516.R", "0910");
    go(&mut game, "done; resolve 0910", &[4]);
    go(&mut game, "demand 0910 1", &[]);
    assert_eq!((place(&game, "42.RB"), is_disrupted(&game, "42.RB")), ("0910".to_owned(), true));
}

/// STAL-RES-3: after D1 the owner may go one hex further, away from where it stood.
#[test]
fn a_further_hex_after_d1() {
    let field = empty().put("42.RB", "0910").put("516.R", "0809");
    let mut game = attacking(&field, Side::German);
    send(&mut game, "516.R", "0910");
    go(&mut game, "done; resolve 0910", &[3]);
    assert_refused(&game, "demand 0910 2", "STAL-RES-3");
    go(&mut game, "demand 0910 1", &[]);
    assert_refused(&game, "retreat 42.RB 0909", "STAL-RET-4");
    assert_refused(&game, "halt", "STAL-RET-1");
    go(&mut game, "retreat 42.RB 1010", &[]);
    assert!(offered(&game).contains(&"halt".to_owned()));
    assert_refused(&game, "retreat 42.RB 1009", "STAL-RET-2");
    go(&mut game, "retreat 42.RB 1111", &[]);
    assert_eq!(place(&game, "42.RB"), "1111");
}

/// STAL-RES-4, STAL-NOR-6: after D the owner withdraws as he likes, unless he has orders to hold.
#[test]
fn withdrawal_after_d() {
    let field = empty().put("42.RB", "0910").put("516.R", "0809");
    let attack = |holds: bool| {
        let mut game = attacking(&field, Side::German).with_russians_holding(holds);
        send(&mut game, "516.R", "0910");
        go(&mut game, "done; resolve 0910", &[5]);
        game
    };
    let mut free = attack(false);
    go(&mut free, "retreat 42.RB 1010; halt", &[]);
    assert_eq!(place(&free, "42.RB"), "1010");
    let held = attack(true);
    assert!(!offered(&held).iter().any(|text| text.starts_with("retreat ")), "{:?}", offered(&held));
}

/// STAL-RET-8: passing through a full hex is free, ending in it is not.
#[test]
fn room_is_needed_where_a_retreat_ends() {
    let field = empty()
        .put("42.RB", "0910")
        .put("516.R, 517.R", "0809")
        .put("112.RD, 10.RB", "1010")
        .put("Pz.R.24", "1108");
    let full = field.put("34.R", "1009");
    let pressure = pressure(&full, "0910", "0809");
    let start = full.hex("0910");
    let ends = pressure.first_steps(&full, unit("42.RB"), start, 1);
    assert!(!ends.contains(full.hex("1010")), "{}", numbers(&full, ends.iter()));
    let vias = pressure.first_steps(&full, unit("42.RB"), start, 2);
    assert!(vias.contains(full.hex("1010")), "{}", numbers(&full, vias.iter()));
}

/// Every step of a retreat, clause by clause.
fn may_step(
    field: &Field,
    side: Side,
    drive: &Pressure,
    origin: HexId,
    from: HexId,
    to: HexId,
    step: u32,
) -> bool {
    let (map, theatre, enemy) = (&field.theatre().map, field.theatre(), side.enemy());
    let standing = |side: Side| -> Vec<(UnitId, HexId)> {
        field.units_of(side).iter().map(|unit| (unit, field.hex_of(unit).unwrap())).collect()
    };
    let (friends, enemies) = (standing(side), standing(enemy));
    let held = |units: &[(UnitId, HexId)]| units.iter().any(|&(_, at)| at == to);
    if !map.are_adjacent(from, to)
        || !theatre.land.contains(to)
        || held(&enemies)
        || drive.attacked.contains(to)
    {
        return false;
    }
    if theatre.city.contains(to) {
        let beside = drive.still.iter().any(|foe| foe != origin && map.are_adjacent(foe, to));
        return !beside || held(&friends);
    }
    let away = map.distance(origin, to) == step;
    let closer = drive.still.iter().any(|foe| map.distance(to, foe) < map.distance(from, foe));
    let open_side = theatre.open.contains(from) && theatre.open.contains(to) && !theatre.is_balka(from, to);
    let touched = drive.from.iter().any(|foe| map.are_adjacent(foe, from) && map.are_adjacent(foe, to));
    let watched = enemies.iter().any(|&(unit, at)| !field.is_disrupted(unit) && map.are_adjacent(at, to));
    away && !closer && !(open_side && touched) && (held(&friends) || !watched)
}

/// STAL-RET-1 to STAL-RET-6, the fast code against the literal reading.
#[test]
fn retreats_agree_with_a_slow_reading() {
    let mut seed = 11u64;
    let mut steps = 0;
    for _ in 0..40 {
        let field = scattered(&mut seed);
        let everybody: Vec<UnitId> = field.on_map().iter().collect();
        for _ in 0..6 {
            let unit = everybody[draw(&mut seed, everybody.len())];
            let (side, origin) = (field.side(unit), field.hex_of(unit).unwrap());
            let foes = field.held_by(side.enemy()) & (field.theatre().near(origin) | Hexes::of(origin));
            let still = foes.iter().filter(|_| draw(&mut seed, 3) > 0).collect();
            let drive = Pressure { attacked: Hexes::of(origin), from: foes, still };
            let land: Vec<HexId> = field.theatre().within(origin, 3).iter().collect();
            for (from, step) in
                [(origin, 1u8)].into_iter().chain(field.theatre().near(origin).iter().map(|hex| (hex, 2)))
            {
                let fast = drive.steps(&field, side, origin, from, step);
                for &to in &land {
                    let slow = may_step(&field, side, &drive, origin, from, to, step.into());
                    assert_eq!(
                        fast.contains(to),
                        slow,
                        "{} to {}",
                        numbers(&field, [from]),
                        numbers(&field, [to])
                    );
                    let clause = drive.forbids(&field, side, origin, from, to, step);
                    assert_eq!(clause.is_none(), slow);
                    steps += usize::from(slow);
                }
            }
        }
    }
    assert!(steps > 1000, "{steps}");
}
