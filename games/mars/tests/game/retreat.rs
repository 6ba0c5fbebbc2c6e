//! Where beaten units can go.

use std::collections::BTreeSet;

use crate::board::{
    Chance, Describe, SIDES, assert_refused, empty, historical, infantry, numbers,
    reading::{Plain, number},
    unit,
};
use crate::published::theatre;
use kit::map::HexId;
use sandtable_mars::{
    Field, GermanZones, Hexes, Scenario, Side, Status,
    retreat::{LONGEST, Pressure, Retreat},
};

/// A unit attacked from these hexes; its own hex is in the battle in hand.
fn pressed(field: &Field, name: &str, from: &str, other_battles: &str) -> Pressure {
    let own = Hexes::of(field.hex_of(unit(name)).unwrap());
    Pressure { attacked_from: field.area(from), unresolved: field.area(other_battles) | own }
}

/// MARS-RET-4, MARS-R22
fn is_possible(retreat: &Retreat<'_>, length: usize) -> bool {
    !retreat.next_steps(&[], length).is_empty()
}

fn first(field: &Field, name: &str, from: &str) -> String {
    let pressure = pressed(field, name, from, "");
    numbers(&field.theatre().map, Retreat::of(field, unit(name), &pressure).unwrap().first_steps())
}

fn refused(field: &Field, name: &str, from: &str, route: &str, clause: &str, responsible: &[&str]) {
    let pressure = pressed(field, name, from, "");
    let route: Vec<HexId> = route.split_whitespace().map(|number| field.hex(number)).collect();
    assert_refused(
        Retreat::of(field, unit(name), &pressure).unwrap().check::<kit::Refusal>(&route),
        clause,
        responsible,
    );
}

/// MARS-RET-1, MARS-RET-2: the retreat of 78.ID after the D result.
#[test]
fn x10_the_retreat_of_78_id() {
    let field = infantry().put("8 GRK, 42 G, 25", "1707").put("6 TK, 251, 93", "1708").put("5.Pz a", "1508");
    let field = field.put("5.Pz a", "1408");
    assert_eq!(first(&field, "78.ID", "1707 1708"), "1507 1508");
    refused(&field, "78.ID", "1707 1708", "1608", "MARS-RET-2", &["1608", "1708"]);
    // 1507 takes both divisions.
    let mut after = field;
    let retreat = Retreat::of(&field, unit("78.ID"), &pressed(&field, "78.ID", "1707 1708", "")).unwrap();
    after.go(unit("78.ID"), retreat.check::<kit::Refusal>(&[field.hex("1507")]).unwrap().hexes());
    assert_eq!(after.units_in(field.hex("1507")).collect::<Vec<_>>(), [unit("102.ID"), unit("78.ID")]);
    after.invariants().unwrap();
}

/// MARS-RET-1: each step leads one hex farther from the start.
#[test]
fn mars_ret_1_always_farther_away() {
    let field = empty().put("78.ID", "1010");
    let retreat = Retreat::of(&field, unit("78.ID"), &Pressure::default()).unwrap();
    let mut lengths = [0; LONGEST + 1];
    for (length, count) in lengths.iter_mut().enumerate().skip(1) {
        retreat.each_route(length, |route| {
            *count += 1;
            for (steps, &hex) in (1..).zip(route.hexes()) {
                assert_eq!(field.theatre().map.distance(field.hex("1010"), hex), steps);
            }
        });
    }
    assert_eq!(lengths, [0, 6, 18, 42]);
    refused(&field, "78.ID", "", "1011 1111", "MARS-RET-1", &["1111"]);
    refused(&field, "78.ID", "", "1013", "MARS-RET-1", &["1013"]);
    refused(&field, "78.ID", "", "", "MARS-RET-1", &["78.ID"]);
    refused(&field, "78.ID", "", "1011 1012 1013 1014", "MARS-RET-1", &["78.ID"]);
}

/// MARS-RET-2: friends open a hex next to the attackers, unless they are in a battle themselves.
#[test]
fn mars_ret_2_next_to_the_attackers() {
    let field = empty().put("78.ID", "1010").put("6 TK", "1009");
    assert_eq!(first(&field, "78.ID", "1009"), "0911 1011 1111", "0910 and 1110 are next to 1009");
    let with_friend = field.put("102.ID", "0910");
    assert_eq!(first(&with_friend, "78.ID", "1009"), "0910 0911 1011 1111");
    let pressure = pressed(&with_friend, "78.ID", "1009", "0910");
    let retreat = Retreat::of(&with_friend, unit("78.ID"), &pressure).unwrap();
    assert!(!retreat.first_steps().contains(field.hex("0910")), "102.ID has a battle to come");
    refused(&field, "78.ID", "1009", "1110", "MARS-RET-2", &["1110", "1009"]);
    // Every hex of the route, not only the first: 0811 and 0912 are next to 0812.
    let pressure = pressed(&field, "78.ID", "1009 0812", "");
    let retreat = Retreat::of(&field, unit("78.ID"), &pressure).unwrap();
    let ends = retreat.next_steps(&[field.hex("0911")], 2);
    assert_eq!(numbers(&field.theatre().map, ends), "0810");
}

/// MARS-RET-3, MARS-RET-5
#[test]
fn mars_ret_3_what_bars_a_retreat() {
    let field = empty().put("78.ID", "1607").put("6 TK", "1508").put("93", "1608");
    refused(&field, "78.ID", "1508", "1608", "MARS-RET-3", &["1608", "93"]);
    refused(&field, "78.ID", "1508", "1707", "MARS-RET-3", &["1707"]);
    let russian = empty().put("251", "1707").put("9.Pz a", "1806").put("78.ID", "1608");
    refused(&russian, "251", "1806", "1607", "MARS-RET-3", &["1607", "78.ID"]);
    let open = russian.put("78.ID", "1408");
    assert!(first(&open, "251", "1806").contains("1607"), "MARS-MOV-10 would let it move");
    // Enemy zones of control and rivers do not matter: 1507 lies in the zone of 6 TK, behind the Osuga.
    let zones = empty().put("95.ID", "1506").put("6 TK", "1407");
    assert!(first(&zones, "95.ID", "1606").split(' ').any(|hex| hex == "1505"), "MARS-RET-5");
    let zoc = empty().put("9.Pz a", "1406").put("1 MK", "1205");
    assert!(
        first(&zoc, "9.Pz a", "1507").contains("1306"),
        "MARS-RET-5, MARS-ZOC-9: 1306 lies in a zone of control"
    );
}

/// MARS-RET-4, MARS-R22
#[test]
fn mars_ret_4_a_retreat_that_cannot_be_completed() {
    // In the corner 0116: one hex is possible, two are not.
    let field = empty().put("330.ID", "0115").put("6 TK", "0114").put("1 MK", "0216").put("93", "0215");
    let retreat = Retreat::of(&field, unit("330.ID"), &pressed(&field, "330.ID", "0114", "")).unwrap();
    assert_eq!(numbers(&historical().map, retreat.first_steps()), "0116");
    assert_eq!([1, 2, 3].map(|length| is_possible(&retreat, length)), [true, false, false]);
    assert!(retreat.next_steps(&[], 2).is_empty());
    assert_eq!(numbers(&historical().map, retreat.next_steps(&[], 1)), "0116");
    assert!(!retreat.is_crowded_out());
}

/// MARS-RET-1, MARS-RET-4: step by step the owner is only offered what can be completed.
#[test]
fn mars_ret_4_steps_lead_to_complete_routes() {
    let field = empty().put("78.ID", "1010").put("6 TK", "1009").put("93", "1112").put("25", "1013");
    let retreat = Retreat::of(&field, unit("78.ID"), &pressed(&field, "78.ID", "1009", "")).unwrap();
    for first in retreat.next_steps(&[], 2) {
        let seconds = retreat.next_steps(&[first], 2);
        assert!(!seconds.is_empty());
        seconds.iter().for_each(|second| assert!(retreat.check::<kit::Refusal>(&[first, second]).is_ok()));
        assert!(retreat.next_steps(&[first, seconds.iter().next().unwrap()], 2).is_empty(), "it is complete");
    }
}

/// MARS-RET-7, MARS-RET-8, MARS-VIC-14
#[test]
fn mars_ret_7_a_retreat_ends_fortification() {
    let mut field = empty().put("251", "1407").put("9.Pz a", "1408").fortified("251").disrupted("251");
    let before = field;
    let retreat = Retreat::of(&before, unit("251"), &pressed(&before, "251", "1408", "")).unwrap();
    let route = retreat.check::<kit::Refusal>(&[before.hex("1406"), before.hex("1405")]).unwrap();
    field.go(unit("251"), route.hexes());
    assert!(!field.is(unit("251"), Status::Fortified) && field.is(unit("251"), Status::Disrupted));
    let osuga = historical().town_at(field.hex("1406")).unwrap();
    assert_eq!(field.controller(osuga), Side::Russian);
    assert!(!field.is(unit("251"), Status::Moved), "MARS-SEQ-14: no operational move");
    assert!(Retreat::of(&field, unit("331"), &Pressure::default()).is_none());
}

/// MARS-RET-9, MARS-STK-8, MARS-R23
#[test]
fn mars_ret_9_crowded_out() {
    // 330.ID in the corner 0116: 0115 is full, 0216 is next to the attacker.
    let field = empty().put("330.ID", "0116").put("78.ID, 102.ID", "0115").put("6 TK", "0316");
    let pressure = Pressure { attacked_from: field.area("0216"), unresolved: field.area("0116") };
    let field = field.put("6 TK", "0216");
    let retreat = Retreat::of(&field, unit("330.ID"), &pressure).unwrap();
    assert!(retreat.first_steps().is_empty() && retreat.is_crowded_out());
    assert_refused(retreat.check::<kit::Refusal>(&[field.hex("0115")]), "MARS-STK-1", &["0115", "78.ID"]);
    let room = field.without("102.ID");
    assert!(!Retreat::of(&room, unit("330.ID"), &pressure).unwrap().is_crowded_out());
    let from_both = Pressure { attacked_from: field.area("0215 0216"), ..pressure };
    let alone = room.without("78.ID").put("93", "0215");
    let retreat = Retreat::of(&alone, unit("330.ID"), &from_both).unwrap();
    assert!(!retreat.is_crowded_out() && retreat.first_steps().is_empty(), "threatened, not full");
}

/// The fast reading against the literal one.
#[test]
fn literal_reading_of_retreats() {
    let mut chance = Chance::seeded(27);
    let (mut possible, mut impossible, mut crowded) = (0, 0, 0);
    for round in 0..600 {
        let scenario = if round % 3 == 0 { Scenario::Vazuza } else { Scenario::Historical };
        let field = chance.position(theatre(scenario, GermanZones::Inward));
        let plain = Plain::of(&field);
        let map = &field.theatre().map;
        for side in SIDES {
            let own: Vec<_> = field.units_of(side).iter().collect();
            for _ in 0..own.len().min(3) {
                let unit = own[chance.below(own.len())];
                let start = field.hex_of(unit).unwrap();
                let attacked_from: Hexes = map.neighbours(start).filter(|_| chance.one_in(3)).collect();
                let battles: Hexes = field.held_by(side).iter().filter(|_| chance.one_in(3)).collect();
                let pressure = Pressure { attacked_from, unresolved: battles | Hexes::of(start) };
                let retreat = Retreat::of(&field, unit, &pressure).unwrap();
                let list = |area: Hexes| area.iter().map(|hex| number(map, hex)).collect::<Vec<_>>();
                let (from, unresolved) = (list(pressure.attacked_from), list(pressure.unresolved));
                for length in 1..=LONGEST {
                    let mut found = BTreeSet::new();
                    retreat.each_route(length, |route| {
                        assert!(retreat.check::<kit::Refusal>(route.hexes()).is_ok());
                        found.insert(route.hexes().iter().map(|&hex| number(map, hex)).collect::<Vec<_>>());
                    });
                    let expected = plain.retreats(unit, &from, &unresolved, length);
                    assert_eq!(found, expected, "{unit:?} from {} in {field:?}", map.number(start));
                    assert_eq!(is_possible(&retreat, length), !expected.is_empty());
                    possible += usize::from(!expected.is_empty());
                    impossible += usize::from(expected.is_empty());
                }
                crowded += usize::from(retreat.is_crowded_out());
            }
        }
    }
    assert!(possible > 2000 && impossible > 300 && crowded > 5, "{possible} {impossible} {crowded}");
}
