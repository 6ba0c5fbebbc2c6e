//! STAL-ATK-1 to STAL-ATK-14, STAL-CRT-5, STAL-EXC-9: what can be attacked, and what must be.

use kit::{Game, testing::assert_refused};
use sandtable_stalingrad::{
    field::Field,
    game::Stalingrad,
    units::{Side, UnitId},
};

use crate::board::{Describe, attacking, column, empty, go, offered, send};

/// W1, STAL-CRT-2, STAL-TER-7, STAL-PAN-2
#[test]
fn w1_the_summit_without_air_support() {
    let field =
        empty().put("112.RD", "1212").put("516.R, 517.R, 518.R", "1112").put("Pz.R.24, 21.PzGR", "1113");
    let mut game = attacking(&field, Side::German);
    send(&mut game, "516.R, 517.R, 518.R, Pz.R.24, 21.PzGR", "1212");
    assert_eq!(column(&game), "2:1", "9 against 4");
    let report = &game.odds()[0];
    assert_eq!(report.sums, [("attack", "9".into()), ("defence", "4".into())]);
    let cleared: Vec<&str> = report
        .outcomes
        .iter()
        .filter(|outcome| outcome.words.contains("112.RD eliminated"))
        .map(|outcome| outcome.result.as_str())
        .collect();
    assert_eq!(cleared, ["D2", "X"], "{:?}", report.outcomes);
}

/// W17, STAL-TER-3, STAL-R79
#[test]
fn w17_balka_attacks_are_halved_and_come_first() {
    let field = empty()
        .put("35.GRD", "1217")
        .put("191.R, 194.R", "1216")
        .put("267.R, 274.R, 276.R", "1117")
        .put("10.RB", "0910")
        .put("54.R", "0909");
    let mut game = attacking(&field, Side::German);
    send(&mut game, "191.R, 194.R, 267.R, 274.R, 276.R", "1217");
    assert_eq!(column(&game), "2:1", "2 and 6 against 4");
    send(&mut game, "54.R", "0910");
    go(&mut game, "done", &[]);
    let refusal = assert_refused(&game, "resolve 0910", "STAL-TER-3");
    assert!(refusal.responsible.contains(&"1217".to_owned()), "{refusal}");
    assert_eq!(offered(&game), ["resolve 1217"]);
    let field = empty().put("35.GRD", "1217").put("191.R, 194.R, 211.R", "1216");
    let mut game = attacking(&field, Side::German);
    send(&mut game, "191.R, 194.R, 211.R", "1217");
    assert_eq!(column(&game), "1:2", "3 against 4");
}

/// W3, STAL-CRT-5, STAL-R2, STAL-SUP-6
#[test]
fn w3_hopeless_attacks_are_refused() {
    // A lone regiment of strength 1 against 4 and more on the summit and beside it.
    let weak = empty().put("112.RD, 10.RB", "1212").put("227.R", "1112");
    let mut game = attacking(&weak, Side::German);
    send(&mut game, "227.R", "1212");
    assert!(game.odds().is_empty(), "1:6 is no attack");
    let refusal = assert_refused(&game, "done", "STAL-CRT-5");
    assert!(refusal.responsible.contains(&"1212".to_owned()), "{refusal}");
    assert!(offered(&game).contains(&"drop 1212".to_owned()) && offered(&game).contains(&"pass".to_owned()));
    go(&mut game, "pass", &[]);
    let ringed = |factor: &str| {
        let ring = ["1111", "1211", "1213", "1113", "1012"];
        let others = ["131.RD", "244.RD", "35.GRD", "95.RD", "284.RD"];
        let field = empty().put(factor, "1212").put("227.R", "1112");
        ring.iter().zip(others).fold(field, |field, (hex, name)| field.put(name, hex)).put("193.RD", "1011")
    };
    let mut supplied = attacking(&empty().put("112.RD", "1212").put("227.R", "1112"), Side::German);
    send(&mut supplied, "227.R", "1212");
    assert_eq!(column(&supplied), "1:4");
    let mut cut_off = attacking(&ringed("112.RD"), Side::German);
    send(&mut cut_off, "227.R", "1212");
    assert_eq!(column(&cut_off), "1:5", "one to the left for want of supply");
    let mut too_much = attacking(&ringed("10.NKVD RD"), Side::German);
    send(&mut too_much, "227.R", "1212");
    assert_refused(&too_much, "done", "STAL-CRT-5");
}

/// STAL-ATK-4, STAL-ATK-8, STAL-ATK-13, STAL-ATK-7
#[test]
fn who_stands_beside_an_attacker_is_attacked_too() {
    let field = empty().put("54.R", "0910").put("10.RB", "0909").put("38.RB", "1009").put("62.A HQ", "1316");
    let mut game = attacking(&field, Side::German);
    send(&mut game, "54.R", "0909");
    let refusal = assert_refused(&game, "done", "STAL-ATK-4");
    assert!(refusal.responsible.contains(&"38.RB".to_owned()), "{refusal}");
    assert!(refusal.responsible.contains(&"54.R".to_owned()), "{refusal}");
    // Both in one attack, or the second Disrupted, or no headquarters on the west bank.
    let mut both = game;
    go(&mut both, "include 1009 with 0909; done", &[]);
    let mut weak = attacking(&field.disrupted("38.RB"), Side::German);
    send(&mut weak, "54.R", "0909");
    go(&mut weak, "done", &[]);
    let mut headless = attacking(&field.without("62.A HQ"), Side::German);
    send(&mut headless, "54.R", "0909");
    go(&mut headless, "done", &[]);
    // Taking the attack back is always possible.
    go(&mut game, "drop 0909; done", &[]);
}

/// STAL-ATK-5
#[test]
fn nobody_must_be_attacked_across_a_balka() {
    let field =
        empty().put("191.R", "1216").put("35.GRD", "1217").put("10.RB", "1215").put("62.A HQ", "1402");
    let mut game = attacking(&field, Side::German);
    send(&mut game, "191.R", "1215");
    go(&mut game, "done", &[]);
}

/// STAL-ATK-6
#[test]
fn russians_in_the_city_attack_whom_they_like() {
    let field = empty().put("112.RD", "1310").put("54.R", "1309").put("516.R", "1209").put("517.R", "1311");
    let mut game = attacking(&field, Side::Russian);
    send(&mut game, "112.RD", "1309");
    go(&mut game, "done", &[]);
    // A slope is not among these hexes: the requirement holds for a Russian on one.
    let slope = empty().put("112.RD", "1211").put("54.R", "1210").put("516.R", "1112");
    let mut game = attacking(&slope, Side::Russian);
    send(&mut game, "112.RD", "1112");
    assert_eq!(
        offered(&game).contains(&"done".to_owned()),
        slope.theatre().is_balka(slope.hex("1211"), slope.hex("1210"))
    );
}

/// STAL-ATK-1, STAL-ATK-3, STAL-ATK-11, STAL-R36
#[test]
fn who_may_attack_what() {
    let field = empty()
        .put("54.R", "0910")
        .put("516.R", "0908")
        .put("517.R", "0911")
        .put("10.RB", "0909")
        .put("38.RB", "1010")
        .disrupted("517.R");
    let mut game = attacking(&field, Side::German);
    assert_refused(&game, "attack 1010 with 517.R", "STAL-ATK-11");
    assert_refused(&game, "attack 1010 with 516.R", "STAL-ATK-3");
    assert_refused(&game, "attack 0911 with 54.R", "STAL-ATK-3");
    assert_refused(&game, "attack 1010 with 10.RB", "STAL-ATK-1");
    assert_refused(&game, "attack 1511 with 54.R", "STAL-ATK-10");
    assert_refused(&game, "drop 1010", "STAL-R69");
    send(&mut game, "54.R", "0909");
    let refusal = assert_refused(&game, "attack 1010 with 54.R", "STAL-ATK-1");
    assert_eq!(refusal.responsible, ["54.R"]);
    go(&mut game, "include 1010 with 0909", &[]);
    // Everybody must reach every target hex.
    assert_refused(&game, "attack 0909 with 516.R", "STAL-ATK-3");
    go(&mut game, "drop 0909; attack 0909 with 54.R; attack 0909 with 516.R", &[]);
    let refusal = assert_refused(&game, "include 1010 with 0909", "STAL-ATK-3");
    assert!(refusal.responsible.contains(&"516.R".to_owned()), "{refusal}");
    go(&mut game, "release 516.R; release 54.R", &[]);
    assert!(game.plan().is_empty(), "an attack without attackers falls away");
}

/// STAL-ATK-9, STAL-ATK-14, STAL-R70
#[test]
fn in_a_shared_hex_only_that_hex_is_attacked() {
    let field = empty()
        .put("54.R", "1310")
        .put("42.RB", "1310")
        .put("10.RB", "1309")
        .put("516.R", "1210")
        .put("62.A HQ", "1316");
    let mut game = attacking(&field, Side::German);
    assert_refused(&game, "attack 1309 with 54.R", "STAL-ATK-9");
    send(&mut game, "54.R", "1310");
    // It binds its own hex only, and neighbours may join.
    let mut alone = game;
    go(&mut alone, "done", &[]);
    assert_refused(&game, "include 1309 with 1310", "STAL-R70");
    send(&mut game, "516.R", "1310");
    let both = empty().put("54.R", "1310").put("42.RB", "1310").put("10.RB", "1309").put("516.R", "1209");
    let mut game = attacking(&both, Side::German);
    send(&mut game, "516.R", "1309");
    go(&mut game, "include 1310 with 1309", &[]);
    assert_refused(&game, "attack 1310 with 54.R", "STAL-R70");
}

/// STAL-AIR-5, STAL-R29
#[test]
fn nobody_supports_without_a_mission() {
    let field = empty().put("54.R", "0910").put("10.RB", "0909");
    let mut game = attacking(&field, Side::German);
    send(&mut game, "54.R", "0909");
    assert_refused(&game, "cover 0909 with VIII.Fliegerkorps", "STAL-R29");
    assert_refused(&game, "uncover VIII.Fliegerkorps", "STAL-R29");
}

/// What must be attacked, read clause by clause.
fn slowly_uncovered(game: &Stalingrad) -> Vec<String> {
    let (field, plan, side) = (game.field(), game.plan(), game.phasing());
    let theatre = field.theatre();
    let mut missing = Vec::new();
    let is_attacked = |hex| plan.attacks().iter().any(|attack| attack.targets().contains(&hex));
    for attack in plan.attacks() {
        for attacker in attack.attackers {
            let from = field.hex_of(attacker).unwrap();
            for enemy in field.units_of(side.enemy()) {
                let at = field.hex_of(enemy).unwrap();
                let city = |hex| theatre.stalingrad.contains(hex) || hex == theatre.summit;
                let exempt = [
                    !theatre.map.are_adjacent(from, at),
                    field.is_disrupted(enemy),
                    theatre.is_balka(from, at),
                    side == Side::Russian && city(from) && attack.targets().iter().all(|&hex| city(hex)),
                    side == Side::German && field.headquarters().is_none(),
                    attack.targets().contains(&from),
                    is_attacked(at),
                ];
                if !exempt.contains(&true) {
                    missing.push(theatre.name(at).to_owned());
                }
            }
        }
    }
    missing.sort();
    missing.dedup();
    missing
}

/// STAL-ATK-4 to STAL-ATK-9, the fast code against the literal reading.
#[test]
fn must_attack_agrees_with_a_slow_reading() {
    let mut seed = 7u64;
    let mut some = 0;
    for _ in 0..25 {
        let field = scattered(&mut seed);
        for side in [Side::German, Side::Russian] {
            let mut game = attacking(&field, side);
            for _ in 0..8 {
                let mut actions = Vec::new();
                game.actions(&mut actions);
                actions.retain(|action| {
                    let text = game.write(action);
                    text.starts_with("attack") || text.starts_with("include")
                });
                if actions.is_empty() {
                    break;
                }
                let action = actions[draw(&mut seed, actions.len())];
                game.apply(&action, &mut kit::Scripted::faces(&[]), &mut ()).unwrap();
                let fast = game.plan().uncovered(game.field(), side);
                let fast: Vec<String> = fast.iter().map(|hex| field.theatre().name(hex).to_owned()).collect();
                let slow = slowly_uncovered(&game);
                some += slow.len();
                let mut sorted = fast.clone();
                sorted.sort();
                assert_eq!(sorted, slow, "{:?}", game.plan().attacks());
                let may_close = offered(&game).contains(&"done".to_owned());
                assert!(!may_close || slow.is_empty());
            }
        }
    }
    assert!(some > 50, "{some} hexes were asked for");
}

pub fn draw(seed: &mut u64, of: usize) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed % of as u64) as usize
}

/// Units of both sides at random around the middle of the city, some Disrupted, some hexes shared.
pub fn scattered(seed: &mut u64) -> Field {
    let mut field = empty();
    let theatre = field.theatre();
    let near = theatre.within(theatre.summit, 4) & theatre.land;
    let hexes: Vec<_> = near.iter().collect();
    let everybody: Vec<UnitId> = theatre.units.iter().collect();
    for _ in 0..26 {
        let unit = everybody[draw(seed, everybody.len())];
        let hex = hexes[draw(seed, hexes.len())];
        let is_shared = field.held_by(field.side(unit).enemy()).contains(hex);
        if field.hex_of(unit).is_some()
            || (is_shared && !theatre.stalingrad.contains(hex))
            || !sandtable_stalingrad::stacking::has_room(&field, unit, hex)
        {
            continue;
        }
        field.move_to(unit, hex);
        if draw(seed, 4) == 0 {
            field.set(unit, sandtable_stalingrad::field::Status::Disrupted, true);
        }
    }
    field.settle_control();
    field
}
