//! STAL-MOV, STAL-ZOC-2 to STAL-ZOC-6.

use sandtable_stalingrad::{field::Field, movement::MoveRange, supply::Supply, units::Side};

use crate::board::{Describe, empty, numbers, unit};

fn ends(field: &Field, name: &str, side: Side) -> String {
    let supply = Supply::of(field, side);
    let range = MoveRange::of(field, unit(name), &supply);
    numbers(field, range.ends().iter())
}

/// W15, STAL-ZOC-3, STAL-ZOC-4, STAL-ZOC-5
#[test]
fn w15_zones_in_the_city() {
    let field = empty().put("516.R", "1115").put("112.RD", "1215");
    let supply = Supply::of(&field, Side::German);
    let range = MoveRange::of(&field, unit("516.R"), &supply);
    let to = field.hex("1116");
    // STAL-R89: the direct step is forbidden, the walk around it is not.
    assert_eq!(numbers(&field, range.way(to).unwrap().hexes().iter().copied()), "1015 1116");
    let direct = |field: &Field| {
        let supply = Supply::of(field, Side::German);
        let range = MoveRange::of(field, unit("516.R"), &supply);
        range.next_steps(&sandtable_stalingrad::movement::Way::NOWHERE).contains(to)
    };
    assert!(!direct(&field));
    assert!(direct(&field.disrupted("112.RD")));
    assert!(direct(&field.put("54.R", "1116")), "into a hex with a friend");
    let russian = empty().put("112.RD", "1115").put("516.R", "1215");
    let supply = Supply::of(&russian, Side::Russian);
    let range = MoveRange::of(&russian, unit("112.RD"), &supply);
    assert!(range.next_steps(&sandtable_stalingrad::movement::Way::NOWHERE).contains(to));
}

/// STAL-MOV-2, STAL-MOV-3, STAL-MOV-4
#[test]
fn from_contact_to_contact_is_limited() {
    // A regiment leaves one brigade and cannot reach the other, four hexes on.
    let field = empty().put("516.R", "0610").put("10.RB", "0609").put("38.RB", "0615");
    let reach = ends(&field, "516.R", Side::German);
    assert!(!reach.contains("0614"), "{reach}");
    let free = ends(&field.without("10.RB"), "516.R", Side::German);
    assert!(free.contains("0614"), "only making contact: {free}");
}

/// STAL-MOV-7, STAL-MOV-8
#[test]
fn headquarters_and_cut_off_units_go_a_short_way() {
    let field = empty().put("62.A HQ", "1316");
    assert!(
        ends(&field, "62.A HQ", Side::Russian)
            .split(' ')
            .all(|number| { field.theatre().map.distance(field.hex("1316"), field.hex(number)) <= 3 })
    );
}
