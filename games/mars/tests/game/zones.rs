//! Zones of control, the hold of garrisons, and fortification.

use crate::board::{Describe, assert_refused, empty, numbers, unit, units};
use crate::published::theatre;
use sandtable_mars::{
    Field, GermanZones, Hexes, Lines, Scenario, Status, fortification,
    movement::{check_move, range},
    retreat::{Pressure, Retreat},
    units::Side::{self, German, Russian},
    zones::{
        ActiveZones, actively_controlling, closed_to_russians, controlled_by, controlling, garrisoned,
        keeping_closed,
    },
};

fn shown(field: &Field, area: Hexes) -> String {
    numbers(&field.theatre().map, area)
}

fn zone(field: &Field, side: Side) -> String {
    shown(field, ActiveZones::of(field, side).hexes)
}

/// MARS-ZOC-1, MARS-ZOC-2, MARS-R9
#[test]
fn mars_zoc_2_the_line_parts_zones_of_control() {
    // 1707 lies outside, 1607 inside: their common line is 1606-1607-1608 against 1707-1708.
    let russian = empty().put("8 GRK", "1707");
    assert_eq!(zone(&russian, Russian), "1606 1706 1708 1806 1807", "not 1607, garrison or none");
    let german = empty().put("78.ID", "1607");
    assert_eq!(zone(&german, German), "1507 1508 1608", "not 1606, 1707 and 1708");
    let inside = empty().put("8 GRK", "1607");
    assert_eq!(zone(&inside, Russian), "1507 1508 1606 1608 1707 1708", "outward it does");
    let outside = empty().put("9.Pz a", "1707");
    assert_eq!(zone(&outside, German), "1606 1607 1706 1708 1806 1807", "inward it does");
    let option = Field::empty(theatre(Scenario::Historical, GermanZones::Outward)).put("78.ID", "1607");
    assert_eq!(zone(&option, German), "1507 1508 1606 1608 1707 1708", "house option zoc_outward");
}

/// MARS-ZOC-3, MARS-R10
#[test]
fn mars_zoc_3_disrupted_units_have_none() {
    let field = empty().put("6 TK", "1407").disrupted("6 TK");
    assert!(controlled_by(&field, Russian).is_empty() && ActiveZones::of(&field, Russian).hexes.is_empty());
}

/// MARS-ZOC-4, MARS-ZOC-5
#[test]
fn mars_zoc_4_and_5_active_and_inactive() {
    let field = empty()
        .put("6 TK", "0901")
        .put("251, 25", "1301")
        .put("331", "1601")
        .fortified("331")
        .put("GD a", "1010");
    assert_eq!(actively_controlling(&field, Russian), units("6 TK, 331"));
    assert_eq!(controlling(&field, Russian), units("6 TK, 251, 25, 331"));
    assert_eq!(actively_controlling(&field, German), units("GD a"));
    // An inactive zone blocks supply and does nothing to movement.
    let brigade = empty().put("25", "1407").put("9.Pz a", "1406").put("GD a", "1405");
    assert!(!Lines::of(&brigade, German).full.contains(brigade.hex("1307")), "MARS-ZOC-5");
    assert!(check_move::<kit::Refusal>(&brigade, unit("9.Pz a"), brigade.hex("1308")).is_ok());
}

/// MARS-ZOC-6
#[test]
fn mars_zoc_6_a_unit_stops_where_it_is_controlled() {
    let field = empty().put("6 TK", "1407").put("78.ID", "1305");
    assert!(ActiveZones::of(&field, Russian).must_stop_in(field.hex("1307")));
    let reach = range(&field, unit("78.ID"));
    assert_eq!(reach.half_hexes(&field, field.hex("1307")), Some(4));
    assert_eq!(reach.half_hexes(&field, field.hex("1308")), Some(8), "round by 1206 and 1207");
    assert_refused(
        check_move::<kit::Refusal>(&field, unit("78.ID"), field.hex("1408")),
        "MARS-ZOC-6",
        &["6 TK"],
    );
}

/// MARS-ZOC-7, MARS-R11
#[test]
fn mars_zoc_7_no_step_within_one_enemys_zone() {
    let field = empty().put("6 TK", "1407").put("GD a", "1406");
    let zones = ActiveZones::of(&field, Russian);
    let map = &field.theatre().map;
    let step = |from: &str, to: &str| {
        zones.holding_step(field.hex(from), map.direction(field.hex(from), field.hex(to)).unwrap())
    };
    assert_eq!(shown(&field, step("1406", "1307")), "1407");
    assert_eq!(shown(&field, step("1406", "1507")), "1407");
    assert!(step("1406", "1306").is_empty(), "out of the zone");
    let two = field.put("1 MK", "1407");
    assert_eq!(
        ActiveZones::of(&two, Russian).sources(field.hex("1307")),
        field.area("1407"),
        "one hex, one enemy"
    );
    // From the zone of X into that of Y alone: legal, and then it stops.
    let other = field.put("1 MK", "1205");
    assert_eq!(range(&other, unit("GD a")).half_hexes(&other, field.hex("1306")), Some(2));
}

/// MARS-ZOC-8: a friend does not cancel zones of control for movement.
#[test]
fn mars_zoc_8_friends_do_not_cancel_zones() {
    let field = empty().put("6 TK", "1407").put("78.ID", "1305").put("GD a", "1307");
    assert!(ActiveZones::of(&field, Russian).must_stop_in(field.hex("1307")));
    assert_eq!(
        range(&field, unit("78.ID")).half_hexes(&field, field.hex("1308")),
        Some(8),
        "not through 1307"
    );
    // Leaving costs nothing more.
    let leaving = empty().put("6 TK", "1407").put("GD a", "1406");
    assert_eq!(range(&leaving, unit("GD a")).half_hexes(&leaving, field.hex("1306")), Some(2));
}

/// MARS-ZOC-9: zones of control never hinder retreats.
#[test]
fn mars_zoc_9_retreats_ignore_zones() {
    let field = empty().put("GD a", "1406").put("6 TK", "1407");
    let retreat = Retreat::of(&field, unit("GD a"), &Pressure::default()).unwrap();
    assert!(retreat.first_steps().contains(field.hex("1307")), "from one hex of the zone to another");
}

/// MARS-ZOC-10
#[test]
fn mars_zoc_10_supply_does_not_matter() {
    let field = empty().put("6 TK", "1407");
    let isolated = field.with("6 TK", Status::Isolated);
    assert_eq!(zone(&field, Russian), zone(&isolated, Russian));
}

/// MARS-TER-5, MARS-TER-9, MARS-TER-11, MARS-R14, MARS-R15
#[test]
fn mars_ter_9_what_garrisons_close() {
    let field = empty().put("78.ID", "1607").put("9.Pz a", "1709").put("102.ID", "1508");
    assert_eq!(shown(&field, garrisoned(&field)), "1607");
    assert_eq!(shown(&field, closed_to_russians(&field)), "1607 1608");
    assert_eq!(keeping_closed(&field, field.hex("1608")), units("78.ID"));
    assert!(keeping_closed(&field, field.hex("1709")).is_empty());
    let back = field.put("102.ID", "1809");
    assert_eq!(shown(&back, closed_to_russians(&back)), "1607 1608 1709 1809", "MARS-TER-11");
}

/// MARS-FOR-1, MARS-FOR-2, MARS-FOR-5
#[test]
fn mars_for_1_who_fortifies() {
    let mut field = empty().put("78.ID", "1607").put("8 GRK, 251, 25", "1707").put("GD a", "1408");
    assert_eq!(fortification::candidates(&field, Russian), units("8 GRK, 251"));
    assert_eq!(fortification::candidates(&field, German), units("78.ID"));
    assert_refused(fortification::check(&field, unit("GD a")), "MARS-FOR-1", &["GD a"]);
    assert_refused(fortification::check(&field, unit("331")), "MARS-FOR-1", &["331"]);
    assert_refused(fortification::check(&field.disrupted("251"), unit("251")), "MARS-FOR-1", &["251"]);
    assert_refused(
        fortification::check(&field.with("251", Status::Moved), unit("251")),
        "MARS-FOR-2",
        &["251"],
    );
    fortification::dig_in(&mut field, unit("251"));
    assert_refused(fortification::check(&field, unit("251")), "MARS-FOR-5", &["251"]);
    assert_refused(
        check_move::<kit::Refusal>(&field, unit("251"), field.hex("1706")),
        "MARS-FOR-2",
        &["251"],
    );
    field.begin_player_turn(Russian);
    assert!(
        field.is(unit("251"), Status::Fortified)
            && check_move::<kit::Refusal>(&field, unit("251"), field.hex("1706")).is_ok()
    );
}

/// MARS-FOR-3, MARS-FOR-4, MARS-FOR-5, MARS-FOR-6
#[test]
fn mars_for_4_when_fortification_ends() {
    let mut field = empty().put("78.ID", "1607").fortified("78.ID");
    assert_eq!(fortification::current_defence(&field, unit("78.ID")), 7, "MARS-FOR-3");
    field.set(unit("78.ID"), Status::Disrupted, true);
    assert_eq!(fortification::current_defence(&field, unit("78.ID")), 7, "MARS-FOR-5");
    fortification::leave_to_attack(&mut field, unit("78.ID"));
    assert_eq!(
        fortification::current_defence(&field, unit("78.ID")),
        5,
        "MARS-FOR-6: also for a later advance"
    );
}
