//! STAL-MOV, STAL-ZOC, STAL-HUG-3, STAL-HUG-4, STAL-TER: moves through the game, with their refusals and their dice.

use kit::testing::{act, assert_refused};
use sandtable_stalingrad::{
    field::{Field, Status},
    flow::PlayerTurn,
    game::{House, Stalingrad},
    index::DieIndex,
    movement::{MoveRange, Way},
    supply::Supply,
    units::Side,
};

use crate::{
    board::{Describe, empty, numbers, unit},
    orders::{acts, moving, offered, place},
};

fn is_disrupted(game: &Stalingrad, name: &str) -> bool {
    game.field().is_disrupted(unit(name))
}

fn ends(field: &Field, name: &str) -> String {
    let supply = Supply::of(field, field.side(unit(name)));
    numbers(field, MoveRange::of(field, unit(name), &supply).ends())
}

fn steps(field: &Field, name: &str, so_far: &str) -> String {
    let supply = Supply::of(field, field.side(unit(name)));
    let way: Way = so_far.split_whitespace().map(|number| field.hex(number)).collect();
    numbers(field, MoveRange::of(field, unit(name), &supply).next_steps(&way))
}

/// STAL-MOV-1, STAL-DIS-1
#[test]
fn stal_mov_1_who_may_move() {
    let field = empty().put("516.R", "0105").put("517.R", "0205").put("10.RB", "1402").disrupted("517.R");
    let mut game = moving(&field, Side::German);
    assert_refused(&game, "pick 10.RB", "STAL-MOV-1");
    assert_refused(&game, "pick 191.R", "STAL-MOV-1");
    assert_refused(&game, "pick 517.R", "STAL-DIS-1");
    act(&mut game, "pick 516.R", &[]);
    assert_refused(&game, "to 0105", "STAL-MOV-1");
    assert_refused(&game, "step 0605", "STAL-MOV-1");
    act(&mut game, "step 0106", &[]);
    assert_refused(&game, "step 0105", "STAL-MOV-1");
    // Whoever is put back has not moved; whoever has moved is not taken up again.
    let mut held = moving(&field.put("54.R", "0102"), Side::German);
    acts(&mut held, "pick 516.R; step 0106; stay; pick 516.R; to 0106");
    assert_refused(&held, "pick 516.R", "STAL-MOV-1");
}

/// STAL-MOV-2, STAL-MOV-4, STAL-TER-4, STAL-R52: from contact to contact infantry has 3, mobile Germans 6, balkas cost more.
#[test]
fn stal_mov_2_from_contact_to_contact() {
    let field = empty().put("516.R, 21.PzGR", "0610").put("10.RB", "0609").put("38.RB", "0615");
    let mut game = moving(&field, Side::German);
    act(&mut game, "pick 516.R", &[]);
    let refusal = assert_refused(&game, "to 0614", "STAL-MOV-2");
    assert!(refusal.responsible.contains(&"516.R".to_owned()), "{refusal}");
    assert!(ends(&field, "21.PzGR").contains("0614"), "6 for panzer grenadiers");
    // The Tsaritsa between 0717 and 0718 costs infantry one more and mobile units two.
    let balka = empty().put("516.R, 21.PzGR", "0716").put("10.RB", "0715").put("38.RB", "0720");
    let spent = |name: &str| {
        let supply = Supply::of(&balka, Side::German);
        let range = MoveRange::of(&balka, unit(name), &supply);
        range.spent_along(&["0717", "0718", "0719"].map(|number| balka.hex(number)).into_iter().collect())
    };
    assert_eq!((spent("516.R"), spent("21.PzGR")), (vec![1, 3, 4], vec![1, 4, 5]));
    assert!(!ends(&balka, "516.R").contains("0719") && ends(&balka, "21.PzGR").contains("0719"));
    // STAL-R18: Russian tanks have 3 all the same.
    let tanks = empty().put("189.TB", "0610").put("516.R", "0609").put("517.R", "0615");
    assert!(!ends(&tanks, "189.TB").contains("0614"));
}

/// STAL-MOV-3: leaving contact, making it, or neither is not limited.
#[test]
fn stal_mov_3_other_moves_have_no_limit() {
    let field = empty().put("516.R", "0610").put("10.RB", "0609");
    assert!(ends(&field, "516.R").contains("0624"), "leaving");
    assert!(ends(&field.put("10.RB", "1320"), "516.R").contains("1220"), "making contact far away");
}

/// STAL-MOV-5 with dice: from the fourth hex on, D stops, DE eliminates, no result lets it go on.
#[test]
fn stal_mov_5_bombs_on_long_moves() {
    let field = empty().put("10.RB", "1224").put("516.R", "0101");
    let march = |house, faces: &[u16]| {
        let mut game = Stalingrad::posed(field, house, 2, Side::Russian, PlayerTurn::Movement);
        act(&mut game, "pick 10.RB", &[]);
        act(&mut game, "to 1218", faces);
        (place(&game, "10.RB"), is_disrupted(&game, "10.RB"))
    };
    let house = House::default();
    assert_eq!(march(house, &[6, 6, 6]), ("1218".into(), false), "untouched on 1220, 1219 and 1218");
    assert_eq!(march(house, &[6, 3]), ("1219".into(), true), "stopped on the fifth hex");
    assert_eq!(march(house, &[1]), ("back in 5".into(), false), "destroyed on the fourth");
    // STAL-DIE-2: under index B the numbers are turned round.
    assert_eq!(march(House { index: DieIndex::B, ..house }, &[1, 4]), ("1219".into(), true));
    // STAL-R17: by the option every hex of a long move is bombed.
    assert_eq!(march(House { attack_whole_move: true, ..house }, &[6, 2]), ("1222".into(), true));
    // Three hexes are free of bombs, and Germans are never bombed.
    let mut game = moving(&field, Side::Russian);
    acts(&mut game, "pick 10.RB; to 1221");
    assert_eq!(place(&game, "10.RB"), "1221");
    let mut game = moving(&field, Side::German);
    acts(&mut game, "pick 516.R; to 0120");
}

/// STAL-STK-1, STAL-R74, STAL-R89: who is stopped in a full hex makes its owner choose.
#[test]
fn stal_stk_1_stopped_in_a_full_hex() {
    let field = empty().put("10.RB", "1224").put("35.GRD, 38.RB", "1220");
    let mut game = moving(&field, Side::Russian);
    act(&mut game, "pick 10.RB", &[]);
    act(&mut game, "to 1218", &[2]);
    assert_eq!(offered(&game), ["lose 35.GRD", "lose 10.RB", "lose 38.RB"].map(str::to_owned));
    assert_refused(&game, "lose 42.RB", "STAL-STK-1");
    act(&mut game, "lose 38.RB", &[]);
    assert_eq!(["10.RB", "38.RB", "35.GRD"].map(|name| place(&game, name)), ["1220", "back in 5", "1220"]);
}

/// STAL-MOV-6, STAL-TER-5: nobody walks over the Volga.
#[test]
fn stal_mov_6_the_river_is_no_road() {
    let mut game = moving(&empty().put("10.RB", "1410"), Side::Russian);
    act(&mut game, "pick 10.RB", &[]);
    assert_refused(&game, "to 1510", "STAL-MOV-6");
    assert_refused(&game, "to 1612", "STAL-MOV-6");
}

/// STAL-MOV-7, STAL-HQ-4: the headquarters goes three hexes and is Disrupted by it.
#[test]
fn stal_mov_7_the_headquarters_moves() {
    let field = empty().put("62.A HQ", "1316");
    let mut game = moving(&field, Side::Russian);
    act(&mut game, "pick 62.A HQ", &[]);
    assert_refused(&game, "to 1320", "STAL-MOV-7");
    act(&mut game, "to 1319", &[]);
    assert!(is_disrupted(&game, "62.A HQ") && game.field().active_headquarters().is_none());
    assert_eq!(field.active_headquarters(), Some(field.hex("1316")));
}

/// STAL-MOV-8, STAL-SUP-6: a unit out of supply moves one hex.
#[test]
fn stal_mov_8_out_of_supply() {
    let field =
        empty().put("516.R", "0610").put("112.RD", "0608").put("131.RD", "0712").put("244.RD", "0512");
    let cut = field.put("10.RB", "0709").put("38.RB", "0509").put("42.RB", "0612");
    assert!(!Supply::of(&cut, Side::German).supplies(&cut, unit("516.R")));
    let mut game = moving(&cut, Side::German);
    act(&mut game, "pick 516.R", &[]);
    assert_refused(&game, "to 0110", "STAL-MOV-8");
    let map = &cut.theatre().map;
    assert!(ends(&cut, "516.R").split(' ').all(|to| map.are_adjacent(cut.hex("0610"), cut.hex(to))));
}

/// STAL-MOV-9
#[test]
fn stal_mov_9_not_into_enemies() {
    let mut game = moving(&empty().put("516.R", "0610").put("10.RB", "0612"), Side::German);
    act(&mut game, "pick 516.R", &[]);
    assert_refused(&game, "to 0612", "STAL-MOV-9");
    act(&mut game, "step 0611", &[]);
    assert_refused(&game, "step 0612", "STAL-MOV-9");
    assert_refused(&game, "step 0711", "STAL-ZOC-2");
}

/// STAL-ZOC-1, STAL-ZOC-2: zones stop whoever enters, also those of Disrupted units; panzers and pioneers have none.
#[test]
fn stal_zoc_2_zones_stop_movement() {
    let field = empty().put("516.R", "0604").put("10.RB", "0609");
    assert_eq!(steps(&field, "516.R", "0605 0606 0607 0608"), "");
    assert_eq!(steps(&field.disrupted("10.RB"), "516.R", "0605 0606 0607 0608"), "");
    let russian = empty().put("10.RB", "0604").put("Pz.R.24, Pi.45", "0609");
    assert!(steps(&russian, "10.RB", "0605 0606 0607 0608").contains("0509"));
    assert!(russian.zones(Side::German).is_empty());
    assert_eq!(numbers(&field, field.zones(Side::Russian)), "0509 0510 0608 0610 0709 0710");
    // The Volga ends a zone.
    let shore = empty().put("10.RB", "1410");
    assert_eq!(numbers(&shore, shore.zones(Side::Russian)), "1310 1311 1409 1411");
}

/// STAL-ZOC-3, STAL-ZOC-4, STAL-R51
#[test]
fn stal_zoc_4_from_zone_to_zone() {
    let field = empty().put("516.R", "0610").put("10.RB", "0609").put("38.RB", "0711");
    let mut game = moving(&field, Side::German);
    act(&mut game, "pick 516.R", &[]);
    let refusal = assert_refused(&game, "step 0710", "STAL-ZOC-4");
    assert_eq!(refusal.responsible, ["516.R", "10.RB", "38.RB"], "both hold both hexes: {refusal}");
    assert!(!steps(&field, "516.R", "").contains("0710"));
    // Into the zone of another enemy only, as the whole move.
    let other = empty().put("516.R", "0610").put("10.RB", "0609").put("38.RB", "0612");
    assert!(steps(&other, "516.R", "").contains("0611"));
    assert_eq!(steps(&other, "516.R", "0611"), "");
    // Or to a friend.
    assert!(steps(&field.put("54.R", "0710"), "516.R", "").contains("0710"));
}

/// STAL-ZOC-5, STAL-ZOC-6: in the city Russians slip through, Germans only past Disrupted ones, nobody out of a shared hex.
#[test]
fn stal_zoc_5_infiltration_in_the_city() {
    let german = empty().put("516.R", "1310").put("10.RB", "1410");
    assert!(!steps(&german, "516.R", "").contains("1311"));
    assert!(steps(&german.disrupted("10.RB"), "516.R", "").contains("1311"));
    let russian = empty().put("10.RB", "1310").put("516.R", "1410");
    assert!(steps(&russian, "10.RB", "").contains("1311"));
    assert_eq!(steps(&russian, "10.RB", "1311"), "", "it stops there");
    // Germans all around the hex to the north leave the Russian in the shared hex no line to the north.
    let shared = empty()
        .put("10.RB, 516.R", "1310")
        .put("517.R", "1308")
        .put("518.R", "1408")
        .put("191.R", "1409")
        .put("194.R", "1209");
    assert!(!steps(&shared, "10.RB", "").contains("1309"), "no line of supply begins there");
    assert!(steps(&shared, "10.RB", "").contains("1410"));
}

/// STAL-HUG-3, STAL-R72: out of a shared hex along a line of supply, and on if no zone is there.
#[test]
fn stal_hug_3_backing_out_of_a_shared_hex() {
    let field = empty().put("516.R", "1310").put("42.RB", "1310");
    assert_eq!(steps(&field, "516.R", ""), "1209 1210 1309 1311 1409 1410");
    assert_eq!(steps(&field, "516.R", "1209"), "", "next to the brigade it left");
    // The lone panzer has no zone: the brigade that leaves it goes on.
    let free = empty().put("Pz.R.24", "1310").put("42.RB", "1310");
    assert!(!steps(&free, "42.RB", "1410").is_empty());
    // Mamaev Kurgan and open ground are no way out.
    let slope = empty().put("516.R", "1311").put("42.RB", "1311");
    assert!(!steps(&slope, "516.R", "").contains("1211"));
    let ring = "112.RD, 1209; 131.RD, 1210; 244.RD, 1309; 10.RB, 1311; 38.RB, 1409; 149.RB, 1410";
    let ring = ring.split("; ").map(|place| place.split_once(", ").unwrap());
    let cut = ring.fold(field, |field, (name, hex)| field.put(name, hex));
    assert_eq!(ends(&cut, "516.R"), "", "no line, no way out");
    // Whoever has nowhere to go is not taken up.
    let game = moving(&cut.put("517.R", "0110"), Side::German);
    assert_refused(&game, "pick 516.R", "STAL-HUG-3");
    assert!(!offered(&game).contains(&"pick 516.R".to_owned()));
    let mut beside = moving(&field, Side::German);
    act(&mut beside, "pick 516.R", &[]);
    assert_refused(&beside, "to 1208", "STAL-HUG-3");
    // STAL-HUG-4: into another shared hex all the same.
    assert_eq!(ends(&cut.put("517.R", "1311"), "516.R"), "1311");
}

/// STAL-HUG-4, STAL-R13, STAL-R72: into a shared hex with a friend, from the city only, as the whole move.
#[test]
fn stal_hug_4_joining_a_shared_hex() {
    let field = empty().put("516.R", "1209").put("42.RB", "1209").put("517.R", "1309").put("518.R", "1109");
    assert!(ends(&field, "517.R").contains("1209"));
    assert!(!ends(&field, "518.R").contains("1209"), "from the open");
    let mut game = moving(&field, Side::German);
    acts(&mut game, "pick 517.R; to 1209");
    assert_eq!(place(&game, "517.R"), "1209");
    assert!(game.field().is(unit("517.R"), Status::Moved));
    // STAL-HUG-5: nobody makes a shared hex by moving.
    let alone = empty().put("517.R", "1309").put("42.RB", "1209");
    assert!(!ends(&alone, "517.R").contains("1209"));
    // STAL-STK-2: both sides count.
    let full = field.put("112.RD", "1209").without("42.RB").put("Pi.45", "1209");
    assert!(!ends(&full, "517.R").contains("1209"));
}

/// STAL-R73, STAL-HUG-4, STAL-R72: the step into a shared hex can be named like any other, and is the whole move.
#[test]
fn stal_r73_a_shared_hex_is_named_hex_by_hex() {
    // Only a panzer shares the hex with the brigade, so that no zone of control lies over it.
    let field = empty().put("42.RB", "1209").put("Pz.R.24", "1209").put("10.RB,112.RD", "1309");
    let mut game = moving(&field, Side::Russian);
    acts(&mut game, "pick 10.RB; step 1209");
    assert_refused(&game, "step 1210", "STAL-R72");
    acts(&mut game, "done");
    assert_eq!(place(&game, "10.RB"), "1209");
    acts(&mut game, "pick 112.RD");
    assert_refused(&game, "step 1209", "STAL-STK-7");
}

/// STAL-R73: no step is offered from which the move could neither end nor go on.
#[test]
fn stal_r73_no_way_leads_nowhere() {
    // 1409 is full and in a zone of control.
    let full = empty().put("112.RD", "1410").put("149.RB,39.R", "1409").put("21.PzGR", "1310");
    let mut game = moving(&full, Side::Russian);
    act(&mut game, "pick 112.RD", &[]);
    assert_refused(&game, "step 1409", "STAL-STK-7");
    // STAL-MOV-2: over two balkas it takes 4 points to the summit, where the regiment would have to stop.
    let far = empty().put("39.R", "1312").put("517.R", "1211").put("21.PzGR", "1112");
    let mut game = moving(&far, Side::Russian);
    acts(&mut game, "pick 39.R; step 1313");
    assert_refused(&game, "step 1212", "STAL-MOV-2");
    // A full hex on the way to a free one is no hindrance.
    let through = empty().put("112.RD", "1410").put("149.RB,39.R", "1409");
    let mut game = moving(&through, Side::Russian);
    acts(&mut game, "pick 112.RD; step 1409");
    assert_refused(&game, "done", "STAL-STK-7");
    acts(&mut game, "step 1408; done");
    assert_eq!(place(&game, "112.RD"), "1408");
}

/// STAL-R73: the way with the fewest hexes, and of equal ways the earlier direction.
#[test]
fn stal_r73_the_way_that_is_taken() {
    let field = empty().put("516.R", "0610");
    let supply = Supply::of(&field, Side::German);
    let range = MoveRange::of(&field, unit("516.R"), &supply);
    let way = |to: &str| numbers(&field, range.way(field.hex(to)).unwrap().hexes().iter().copied());
    assert_eq!(way("0608"), "0609 0608");
    assert_eq!(way("0809"), "0710 0809", "north-east twice");
    assert_eq!(way("0709"), "0609 0709", "north comes before north-east");
}

/// STAL-TER-8, STAL-TER-9, STAL-TER-10, STAL-TER-11
#[test]
fn stal_ter_9_open_hexes_and_sides() {
    let field = empty();
    let theatre = field.theatre();
    let open = |one: &str, other: &str| theatre.is_open_side(field.hex(one), field.hex(other));
    assert!(open("0610", "0611"), "steppe");
    assert!(open("0906", "0806"), "the Tartar Wall is nothing");
    assert!(!open("0717", "0718") && theatre.is_balka(field.hex("0718"), field.hex("0717")), "the Tsaritsa");
    assert!(!open("1209", "1109"), "one of them is urban");
    assert!(theatre.open.contains(field.hex("1321")), "part of the Volga changes nothing");
    let balkas: usize = theatre.map.hexes().map(|hex| theatre.balkas(hex).iter().count()).sum();
    assert_eq!(balkas, 2 * 64, "every side of the list, from both of its hexes");
}

/// STAL-TER-1: only the freezing Volga matters.
#[test]
fn stal_ter_1_the_volga_freezes_at_the_end() {
    let field = empty();
    let freezing = (1..=13u8).filter(|&turn| field.theatre().turn(turn).freezing);
    assert_eq!(freezing.collect::<Vec<_>>(), [12, 13]);
}
