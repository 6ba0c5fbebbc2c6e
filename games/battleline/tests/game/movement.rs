//! Movement, marches and exchanges, in worked examples and against a second reading.

use std::collections::BTreeSet;

use crate::board::{Chance, Describe, Play, SIDES, assert_refused, empty, everywhere, movement, reading};
use kit::{Game, map::HexId};
use sandtable_battleline::{
    army::Side, battle::situation::HouseRules, exchange, march, movement::range, zones,
};

fn numbers(field: &sandtable_battleline::field::Field, hexes: impl IntoIterator<Item = HexId>) -> String {
    let mut all: Vec<String> = hexes.into_iter().map(|hex| field.battlefield().number(hex)).collect();
    all.sort();
    all.join(" ")
}

/// LINE-X-ZOC-1, LINE-X-ZOC-2, LINE-X-ZOC-3, LINE-X-ZOC-4, LINE-X-ZOC-6, LINE-X-MOV-2, LINE-X-MOV-3, LINE-X-MOV-4,
/// LINE-X-MOV-5, LINE-X-MOV-6, LINE-X-MOV-7, LINE-X-MOV-8, LINE-X-MOV-9, LINE-X-MOV-10, LINE-X-CAN-1, LINE-X-ZAM-2,
/// LINE-X-OPS-1, LINE-X-OPS-2, LINE-X-OPS-3, LINE-X-CMD-3: all of it compared with a reading word for word.
#[test]
fn two_readings_of_movement_agree() {
    let mut chance = Chance::seeded(41);
    for battle in everywhere() {
        for _ in 0..12 {
            let field = chance.position(battle);
            for side in SIDES {
                let zone: BTreeSet<_> = zones::controlled_by(&field, side).iter().collect();
                let read: BTreeSet<_> =
                    battle.map.hexes().filter(|&hex| reading::in_zone(&field, side, hex)).collect();
                assert_eq!(zone, read, "{field:?}");
            }
            for unit in field.on_map() {
                let turn = 1 + chance.below(4) as u8;
                let found = range(&field, unit, turn);
                let ends = found.ends().map(|(hex, facing)| (battle.map.number(hex), facing.index()));
                let ends: BTreeSet<_> = ends.collect();
                let read = reading::tactical(&field, unit, turn);
                assert_eq!(ends, read, "{} on turn {turn} in {:?}: {field:?}", field.name(unit), battle);
                let held = battle.piece(unit).held_back;
                let marches: BTreeSet<_> =
                    march::range(&field, unit, 3).iter().map(|hex| battle.map.number(hex)).collect();
                assert_eq!(
                    marches,
                    reading::operational(&field, unit),
                    "{} {held} {field:?}",
                    field.name(unit)
                );
            }
        }
    }
}

/// LINE-X-ZOC-1, LINE-X-STA-1, LINE-X-STA-2: rows 1 and 2, in Good Order and not Marching.
#[test]
fn zones_of_control_look_forward() {
    let field = empty().put("SPA1 0605 3");
    assert_eq!(numbers(&field, zones::controlled_by(&field, Side::Enemy)), "0506 0606 0706");
    for status in ["disrupted", "marching"] {
        let field = empty().put(&format!("SPA1 0605 3 {status}"));
        assert!(zones::controlled_by(&field, Side::Enemy).is_empty());
    }
}

/// EX18, LINE-X-MOV-2, LINE-X-MOV-4, LINE-X-MOV-6: five steps round the flank, and nothing left to turn.
#[test]
fn ex18_riding_round_a_flank() {
    let field = empty().put("ACV1 0809 0, SPA1 0605 3").led("Laelius", "ACV1");
    let game = movement(field, Side::Rome, 1).play("pick ACV1; to 0705");
    assert_eq!(game.field().shows("ACV1"), "0705 0", "one facing only, so nobody asks for it");
    assert_eq!(game.lists(), "attack SPA1, done", "nobody is left to move");
    let game = game.play("attack SPA1; join ACV1");
    let report = &game.odds()[0];
    let sums: Vec<String> = report.sums.iter().map(|(name, sum)| format!("{name} {sum}")).collect();
    assert_eq!(sums, ["attack 3", "defence 3", "stand test 4"], "the leader adds one to A 4-2");
    let alone = empty().put("ACV1 0705 0, SPA1 0605 3");
    let fixed = sandtable_battleline::clash::announce::<_, kit::Refusal>(
        &mut kit::Sums::default(),
        &alone,
        HouseRules::default(),
        alone.unit("SPA1"),
        &[alone.unit("ACV1")],
    );
    let fixed = fixed.unwrap();
    assert_eq!((fixed.attack.floor(), fixed.defence.floor(), fixed.stand), (2, 3, Some(4)));
    assert_eq!(fixed.column, 1, "1-2");
}

/// EX21, LINE-X-MOV-5, LINE-X-REO-1: giving ground before the enemy.
#[test]
fn ex21_giving_ground() {
    let field = empty().put("HAS1 0506 0 disrupted, LIB1 0505 3").led("Masinissa", "HAS1");
    let game = movement(field, Side::Rome, 1).play("pick HAS1");
    assert!(game.lists().contains("to 0507"));
    let game = game.play("to 0507");
    assert_eq!(game.field().shows("HAS1"), "0507 0 D");
    // It has moved, so the Reorganization Phase is passed over: Carthage moves.
    assert_eq!(game.active(), Side::Enemy);
    let second = empty().put("HAS1 0506 0 disrupted, LIB1 0505 3, LIB2 0606 4").led("Masinissa", "HAS1");
    let refusal = movement(second, Side::Rome, 1).play("pick HAS1").refuses("to 0507");
    assert_refused(&refusal, "LINE-X-MOV-5", &["HAS1", "0507", "LIB2"]);
    let phalanx = empty().put("PHA1 0506 0, LIB1 0505 3").led("Masinissa", "PHA1");
    let refusal = movement(phalanx, Side::Rome, 1).play("pick PHA1").refuses("to 0507");
    assert_refused(&refusal, "LINE-X-MOV-4", &["PHA1"]);
}

/// EX16, LINE-X-EXC-1, LINE-X-EXC-2: line relief under the eyes of the enemy.
#[test]
fn ex16_exchange() {
    let field = empty().put("HAS1 0506 0 disrupted, PRI1 0507 0, LIB1 0505 3").led("Masinissa", "PRI1");
    let game = movement(field, Side::Rome, 1).play("pick HAS1; exchange PRI1");
    assert_eq!(game.field().shows("PRI1"), "0506 0");
    assert_eq!(game.field().shows("HAS1"), "0507 0 D");
    assert_eq!(crate::board::host(game.field(), "Masinissa"), "PRI1", "leaders go with their units");
    let game = game.play("done; attack LIB1");
    assert_eq!(game.lists(), "join PRI1", "HAS1 is neither next to LIB1 nor may it attack");
    let game = game.play("join PRI1; fight [4]");
    // D on LIB1; no reorganization for HAS1, so it is Carthage's turn.
    assert_eq!(game.field().shows("LIB1"), "0505 3 D");
    assert_eq!(game.active(), Side::Enemy);
}

/// LINE-X-EXC-1: who cannot relieve whom.
#[test]
fn exchanges_are_for_rested_maniples_behind() {
    let field = empty().put("HAS1 0506 0, PRI1 0505 0, PRI2 0507 0 disrupted, TRI1 0406 0, ACV1 0606 0");
    let check = |rear: &str| exchange::check::<kit::Refusal>(&field, field.unit("HAS1"), field.unit(rear));
    assert_refused(&check("PRI1").unwrap_err(), "LINE-X-EXC-1", &["PRI1"]);
    assert_refused(&check("PRI2").unwrap_err(), "LINE-X-EXC-1", &["PRI2"]);
    assert_refused(&check("ACV1").unwrap_err(), "LINE-X-EXC-1", &["ACV1"]);
    assert!(check("TRI1").is_ok(), "0406 is in row 3");
    let moved = empty().put("HAS1 0506 0, PRI1 0507 0 moved");
    let refusal =
        exchange::check::<kit::Refusal>(&moved, moved.unit("HAS1"), moved.unit("PRI1")).unwrap_err();
    assert_refused(&refusal, "LINE-X-MOV-1", &["PRI1"]);
    let cannae = crate::board::battlefield(sandtable_battleline::Scenario::Cannae);
    let packed = sandtable_battleline::field::Field::new(cannae);
    let refusal =
        exchange::check::<kit::Refusal>(&packed, packed.unit("HAS1"), packed.unit("PRI1")).unwrap_err();
    assert_refused(&refusal, "LINE-X-CAN-1", &["HAS1"]);
}

/// LINE-X-OPS-4, LINE-X-STA-2, LINE-X-SEQ-3: the Marching marker comes and goes.
#[test]
fn a_march_leaves_a_marker_until_the_next_own_movement() {
    let field = empty().put("HAS1 0515 0, LIB1 0505 3").led("Masinissa", "HAS1");
    let marched = movement(field, Side::Rome, 1).play("pick HAS1; march 0510");
    assert_eq!(marched.prompt().clauses, ["LINE-X-OPS-4"], "and not the price of turning");
    let game = marched.play("face N");
    let has1 = game.field().unit("HAS1");
    assert!(game.field().is(has1, sandtable_battleline::field::Mark::Marching));
    assert!(zones::controlled_by(game.field(), Side::Rome).is_empty());
    let game = game.play("done");
    assert_eq!((game.turn(), game.active()), (2, Side::Rome));
    assert!(!game.field().is(has1, sandtable_battleline::field::Mark::Marching));
}

/// LINE-X-OPS-1, LINE-X-OPS-2, LINE-X-CMD-3, LINE-X-STA-1: who does not march, and where to.
#[test]
fn marches_keep_their_distance() {
    let field = empty().put("HAS1 0515 0, LIB1 0508 3").led("Masinissa", "HAS1");
    let game = movement(field, Side::Rome, 1).play("pick HAS1");
    assert_refused(&game.refuses("march 0511"), "LINE-X-OPS-2", &["HAS1", "LIB1"]);
    assert_refused(&game.refuses("march 1220"), "LINE-X-OPS-3", &["HAS1"]);
    let near = empty().put("HAS1 0512 0, LIB1 0508 3").led("Masinissa", "HAS1");
    assert_refused(
        &movement(near, Side::Rome, 1).play("pick HAS1").refuses("march 0514"),
        "LINE-X-OPS-1",
        &["HAS1"],
    );
    let alone = empty().put("HAS1 0515 0, LIB1 0508 3");
    assert_refused(
        &movement(alone, Side::Rome, 1).play("pick HAS1").refuses("march 0514"),
        "LINE-X-CMD-3",
        &["HAS1"],
    );
    let shaken = empty().put("HAS1 0515 0 disrupted, LIB1 0508 3").led("Masinissa", "HAS1");
    assert_refused(
        &movement(shaken, Side::Rome, 1).play("pick HAS1").refuses("march 0514"),
        "LINE-X-STA-1",
        &["HAS1"],
    );
}

/// LINE-X-MOV-1, LINE-X-MOV-8, LINE-X-MOV-9, LINE-X-ZOC-3, LINE-X-ZOC-6, LINE-X-STK-1: refusals of tactical moves.
#[test]
fn moves_that_are_refused() {
    let field = empty().put("HAS1 0507 0, HAS2 0607 0, VEL1 0506 0, LIB1 0503 3").led("Masinissa", "HAS1");
    let game = movement(field, Side::Rome, 1);
    let picked = game.play("pick HAS1");
    assert_refused(&picked.refuses("to 0506"), "LINE-X-MOV-9", &["HAS1", "VEL1"]);
    assert_refused(&picked.refuses("to 0503"), "LINE-X-MOV-8", &["HAS1", "LIB1"]);
    assert_refused(&picked.refuses("to 0511"), "LINE-X-MOV-2", &["HAS1"]);
    assert_refused(&picked.refuses("exchange VEL1"), "LINE-X-EXC-1", &["VEL1"]);
    assert_refused(&picked.refuses("pick HAS2"), "LINE-X-SEQ-4", &[]);
    assert_refused(&game.refuses("pick LIB1"), "LINE-X-SEQ-2", &["LIB1"]);
    let moved = picked.play("to 0505");
    assert_refused(&moved.refuses("face S"), "LINE-X-MOV-6", &["HAS1"]);
    let moved = moved.play("face N");
    assert_refused(&moved.refuses("pick HAS1"), "LINE-X-MOV-1", &["HAS1"]);
    assert!(
        moved.play("pick HAS2").lists().contains("to 0606"),
        "light foot is passed by, not in the way here"
    );

    let leaderless = empty().put("HAS1 0507 0, LIB1 0505 3");
    let refusal = movement(leaderless, Side::Rome, 1).play("pick HAS1").refuses("to 0506");
    assert_refused(&refusal, "LINE-X-ZOC-6", &["HAS1", "0506", "LIB1"]);
    let pinned = empty().put("HAS1 0506 0, LIB1 0505 3, LIB2 0705 3").led("Masinissa", "HAS1");
    let refusal = movement(pinned, Side::Rome, 1).play("pick HAS1").refuses("to 0605");
    assert_refused(&refusal, "LINE-X-ZOC-3", &["HAS1", "0605"]);
    let crowded = empty().put("HAS1 0507 0, PRI1 0506 0, PRI2 0607 0, TRI1 0407 0, HAS2 0406 0, SOC1 0606 0");
    let refusal = movement(crowded, Side::Rome, 1).play("pick HAS1").refuses("to 0505");
    assert_refused(&refusal, "LINE-X-MOV-9", &["HAS1"]);
}

/// LINE-X-MOV-3, LINE-X-MOV-10: water, cliffs and rivers.
#[test]
fn ground_that_nobody_enters() {
    let wild = sandtable_battleline::field::Field::empty(crate::board::wild());
    let field = wild.put("HAS1 0906 0, HAS2 0407 1, ACV1 0909 3").led("Masinissa", "HAS1");
    let game = movement(field, Side::Rome, 1);
    assert_refused(&game.play("pick HAS1").refuses("to 0905"), "LINE-X-MOV-3", &["HAS1", "0905"]);
    assert_refused(&game.play("pick HAS2").refuses("to 0508"), "LINE-X-MOV-10", &["HAS2", "0508"]);
    assert_refused(&game.play("pick ACV1").refuses("to 0910"), "LINE-X-MOV-10", &["ACV1", "0910"]);
}
