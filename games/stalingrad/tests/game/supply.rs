//! STAL-SUP-1 to STAL-SUP-5, STAL-R62.

use sandtable_stalingrad::{supply::Supply, units::Side};

use crate::board::{Describe, empty, unit};

/// W14, STAL-SUP-1, STAL-SUP-4, STAL-R22
#[test]
fn w14_city_supply() {
    let field = empty()
        .put("10.RB", "1114")
        .put("516.R", "1113")
        .put("517.R", "1213")
        .put("518.R", "1214")
        .put("191.R", "1014")
        .put("194.R", "1116");
    assert!(Supply::of(&field, Side::Russian).supplies(&field, unit("10.RB")));
    let field = field.put("211.R", "1317");
    assert!(
        !Supply::of(&field, Side::Russian).supplies(&field, unit("10.RB")),
        "a third contested hex in a row"
    );
    let field = field.put("42.RB", "1215");
    assert!(
        Supply::of(&field, Side::Russian).supplies(&field, unit("10.RB")),
        "STAL-R62: a friend ends the row"
    );
}

/// STAL-SUP-1, STAL-SUP-2, STAL-SUP-3, STAL-ZOC-7
#[test]
fn open_ground_is_closed_by_zones() {
    // Three of the six hexes around a German are held, and the others lie in zones of control.
    let field = empty().put("516.R", "0610");
    let reaches = |field| Supply::of(&field, Side::German).supplies(&field, unit("516.R"));
    assert!(reaches(field));
    let ring = field.put("112.RD", "0609").put("131.RD", "0711").put("244.RD", "0511");
    assert!(!reaches(ring), "every way leads past undisrupted Russians");
    assert!(reaches(ring.disrupted("112.RD, 131.RD, 244.RD")), "STAL-R15: Disrupted ones bar nothing");
    assert!(reaches(empty().put("516.R", "0110").put("112.RD", "0210")), "the edge itself is supplied");
}

/// STAL-SUP-5
#[test]
fn no_path_leads_through_a_shared_hex() {
    let corridor = empty().put("54.R", "1310").put("42.RB", "1310");
    let supply = Supply::of(&corridor, Side::German);
    let hex = corridor.hex("1310");
    assert!(supply.reached.contains(hex) && !supply.through.contains(hex));
}
