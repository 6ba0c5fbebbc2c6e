//! Operational movement, minimum moves, and the refusals of both.

use crate::board::{
    Chance, Describe, SIDES, assert_refused, empty, numbers,
    reading::{Plain, number},
    table, unit, vazuza,
};
use crate::published::theatre;
use kit::HexId;
use sandtable_mars::{
    Field, GermanZones, March, Scenario, Side, Status, UnitId,
    movement::{Move, check_move, check_mover, first_hindrance, make, range},
};

/// Half-hexes to a hex; none if it is out of range.
fn cost(field: &Field, name: &str, to: &str) -> Option<u8> {
    range(field, unit(name)).half_hexes(field, field.hex(to))
}

fn may_go(field: &Field, name: &str, to: &str) -> bool {
    check_move::<kit::Refusal>(field, unit(name), field.hex(to)).is_ok()
}

fn go(field: &Field, name: &str, to: &str) -> Move {
    check_move::<kit::Refusal>(field, unit(name), field.hex(to)).unwrap()
}

fn refused(field: &Field, name: &str, to: &str, clause: &str, responsible: &[&str]) {
    assert_refused(check_move::<kit::Refusal>(field, unit(name), field.hex(to)), clause, responsible);
}

/// A move hex by hex along a way, which need not be the cheapest.
fn walk(field: &Field, name: &str, route: &str) -> Result<Move, kit::Refusal> {
    let route: Vec<_> = route.split_whitespace().map(|number| field.hex(number)).collect();
    along(field, unit(name), &route)
}

fn along(field: &Field, unit: UnitId, route: &[HexId]) -> Result<Move, kit::Refusal> {
    let march = March::of(field, field.unit(unit).side);
    let range = march.range(field, unit);
    check_mover::<kit::Refusal>(field, unit)?;
    let class = field.arm(unit).class;
    let path = route.iter().copied().collect();
    if matches!(route, [to] if range.minimum.contains(*to)) {
        let spent = field.theatre().limits.step[class as usize];
        return Ok(Move { unit, path, spent, strains: false });
    }
    if let Some(refusal) = first_hindrance(field, &march, unit, range.start, route) {
        return Err(refusal);
    }
    let steps = [range.start].into_iter().chain(route.iter().copied()).zip(route);
    let cost =
        |(from, &to)| March::cost(field, class, from, field.theatre().map.direction(from, to).unwrap());
    let spent = steps.map(cost).sum();
    assert!(spent <= range.allowance.at_most.unwrap());
    Ok(Move { unit, path, spent, strains: spent > range.allowance.to_attack.unwrap_or(0) })
}

/// MARS-MOV-2, MARS-MOV-3, MARS-MOV-4, MARS-MOV-6
#[test]
fn x11_roads() {
    let field = empty().put("9.Pz a", "1408").put("78.ID", "1410");
    let step = go(&field, "9.Pz a", "1414");
    assert_eq!((step.spent, step.strains), (6, false), "six road steps are three hexes");
    assert_eq!(
        numbers(&field.theatre().map, step.path.hexes().iter().copied()),
        "1409 1410 1411 1412 1413 1414"
    );
    let step = go(&field, "9.Pz a", "1515");
    assert_eq!((step.spent, step.strains), (7, true));
    let most = range(&field, unit("9.Pz a"));
    assert_eq!((0..=11).filter(|&spent| most.within(spent) != most.within(10)).count(), 10, "ten road steps");
    assert_eq!((cost(&field, "78.ID", "1412"), cost(&field, "78.ID", "1414")), (Some(4), Some(8)));
    assert!(!go(&field, "78.ID", "1412").strains && go(&field, "78.ID", "1413").strains);
    assert_eq!(cost(&field, "78.ID", "1515"), None);
    let rationed = field.with("9.Pz a", Status::Rationed);
    assert!(!go(&rationed, "9.Pz a", "1410").strains && go(&rationed, "9.Pz a", "1411").strains);
    assert_eq!((cost(&rationed, "9.Pz a", "1414"), cost(&rationed, "9.Pz a", "1515")), (Some(6), None));
}

/// MARS-ZOC-6, MARS-ZOC-7, MARS-ZOC-8, MARS-MIN-1, MARS-ZOC-5
#[test]
fn x12_zoc() {
    let field = empty().put("6 TK", "1407").put("9.Pz a", "1406");
    assert_refused(walk(&field, "9.Pz a", "1307"), "MARS-ZOC-7", &["1307", "6 TK"]);
    assert_eq!(walk(&field, "9.Pz a", "1306 1307").unwrap().spent, 4);
    assert_eq!(go(&field, "9.Pz a", "1307"), walk(&field, "9.Pz a", "1306 1307").unwrap());
    assert_refused(walk(&field, "9.Pz a", "1306 1307 1308"), "MARS-ZOC-6", &["1307", "6 TK"]);
    let joined = field.put("GD a", "1307");
    let step = go(&joined, "9.Pz a", "1307");
    assert_eq!((step.spent, step.strains, step.path.hexes().len()), (2, false, 1));
    let brigade = empty().put("25", "1407").put("9.Pz a", "1406");
    assert!(may_go(&brigade, "9.Pz a", "1307") && may_go(&brigade, "9.Pz a", "1308"));
}

/// MARS-MOV-1, MARS-SEQ-13, MARS-FOR-2
#[test]
fn mars_mov_1_who_moves_at_all() {
    let field = empty().put("78.ID", "1410");
    refused(&field.disrupted("78.ID"), "78.ID", "1411", "MARS-MOV-1", &["78.ID"]);
    refused(&field.with("78.ID", Status::DugIn), "78.ID", "1411", "MARS-FOR-2", &["78.ID"]);
    refused(&field.with("78.ID", Status::Moved), "78.ID", "1411", "MARS-SEQ-13", &["78.ID"]);
    refused(&field, "78.ID", "1410", "MARS-MOV-1", &["78.ID"]);
    refused(&field, "102.ID", "1410", "MARS-MOV-1", &["102.ID"]);
    assert!(range(&field.disrupted("78.ID"), unit("78.ID")).destinations().is_empty());
}

/// MARS-MOV-2, MARS-MOV-3, MARS-MOV-5
#[test]
fn mars_mov_2_allowances_in_full_supply() {
    // 1007 is forest without a road in reach, with rivers beside it.
    let field = empty().put("78.ID", "1012").put("SS-Kav.D", "0713");
    let range = range(&field, unit("78.ID"));
    let map = &field.theatre().map;
    for hex in map.hexes() {
        let distance = map.distance(hex, field.hex("1012"));
        let expected = (1..=4).contains(&distance).then_some(distance as u8 * 2);
        assert_eq!(range.half_hexes(&field, hex), expected, "MARS-MOV-5: nothing but distance counts");
        assert_eq!(range.strains(hex), expected.is_some_and(|spent| spent > 4));
    }
    assert_eq!(cost(&field, "SS-Kav.D", "0613"), Some(2));
    refused(&field, "78.ID", "1007", "MARS-MOV-3", &["78.ID"]);
}

/// MARS-MOV-4: half a hex along a road link, not along a mere neighbour of roads, and not along rails.
#[test]
fn mars_mov_4_roads_and_rails() {
    let field = empty().put("9.Pz a", "0715");
    assert_eq!(
        (cost(&field, "9.Pz a", "0714"), cost(&field, "9.Pz a", "0716")),
        (Some(2), Some(2)),
        "a railway"
    );
    let field = empty().put("9.Pz a", "1613");
    assert_eq!(cost(&field, "9.Pz a", "1713"), Some(2), "a railway");
    let field = empty().put("9.Pz a, 78.ID", "1515");
    assert_eq!((cost(&field, "9.Pz a", "1614"), cost(&field, "78.ID", "1614")), (Some(1), Some(2)));
}

/// MARS-MOV-6, MARS-MOV-7, MARS-SUP-9, MARS-SUP-13
#[test]
fn mars_mov_6_and_7_rationed_and_isolated() {
    let field = empty().put("78.ID", "1012").put("SS-Kav.D", "0712");
    let rationed = field.with("78.ID", Status::Rationed);
    assert!(!go(&rationed, "78.ID", "1013").strains && go(&rationed, "78.ID", "1014").strains);
    refused(&rationed, "78.ID", "1008", "MARS-MOV-6", &["78.ID"]);
    let isolated = field.with("78.ID, SS-Kav.D", Status::Isolated);
    assert!(go(&isolated, "78.ID", "1013").strains, "its bonus alone: it may not attack");
    assert!(may_go(&isolated, "78.ID", "1014"));
    refused(&isolated, "78.ID", "1015", "MARS-MOV-7", &["78.ID"]);
    refused(&isolated, "SS-Kav.D", "0713", "MARS-MOV-7", &["SS-Kav.D"]);
    let rifles = empty().put("8 GRK", "1901").with("8 GRK", Status::Isolated);
    assert!(may_go(&rifles, "8 GRK", "1903"), "MARS-R36: a rifle corps is infantry");
}

/// MARS-MOV-8
#[test]
fn mars_mov_8_enemies_bar_the_way() {
    let field = empty().put("9.Pz a", "0716").put("93, 25", "0816");
    refused(&field, "9.Pz a", "0816", "MARS-MOV-8", &["0816", "93", "25"]);
    // Brigades all round: nobody stops the move but their bodies.
    let ring = field.put("25", "0715").put("80", "0616").put("31", "0615").put("47", "0815");
    refused(&ring, "9.Pz a", "0714", "MARS-MOV-8", &[]);
}

/// MARS-MOV-9, MARS-STK-8
#[test]
fn mars_mov_9_full_hexes_are_not_even_passed() {
    // 0101 in the corner has two neighbours; one is full, the other holds an enemy.
    let field = empty().put("251", "0101").put("331, 354", "0102").put("9.Pz a", "0201").disrupted("9.Pz a");
    refused(&field, "251", "0102", "MARS-STK-5", &["0102", "331", "354", "251"]);
    refused(&field, "251", "0103", "MARS-STK-8", &["0102", "331"]);
    assert!(may_go(&field.without("354"), "251", "0103"));
}

/// MARS-MOV-10, MARS-TER-9, MARS-TER-11, MARS-R14, MARS-R15
#[test]
fn mars_mov_10_garrisons_close_the_line() {
    let field = empty().put("251", "1708").put("78.ID", "1607");
    assert_refused(walk(&field, "251", "1608"), "MARS-MOV-10", &["1608", "78.ID"]);
    assert_refused(walk(&field.disrupted("78.ID"), "251", "1608"), "MARS-MOV-10", &["78.ID"]);
    let between = field.put("337.ID", "1709").put("102.ID", "1507").put("95.ID", "1506");
    refused(&between, "251", "1608", "MARS-MOV-10", &["1608", "78.ID"]);
    let panzers = empty().put("251", "1708").put("9.Pz a", "1607").disrupted("9.Pz a");
    assert!(walk(&panzers, "251", "1608").is_ok(), "MARS-R15: only infantry garrisons");
    let gone = empty().put("251", "1708").put("78.ID", "1508").disrupted("78.ID");
    assert!(walk(&gone, "251", "1608").is_ok(), "MARS-TER-9");
    assert_refused(walk(&gone.put("78.ID", "1608"), "251", "1607"), "MARS-MOV-10", &["78.ID"]);
    let inside = field.put("251", "1609").disrupted("78.ID");
    assert!(may_go(&inside, "251", "1608"), "from within the salient");
    assert!(may_go(&inside, "251", "1708"), "outward is free");
}

/// MARS-MOV-11
#[test]
fn mars_mov_11_germans_do_not_walk_out() {
    let field = empty().put("9.Pz a", "1607");
    refused(&field, "9.Pz a", "1707", "MARS-MOV-11", &["1707"]);
    refused(&field, "9.Pz a", "1806", "MARS-MOV-11", &[]);
    assert!(may_go(&empty().put("9.Pz a", "1707"), "9.Pz a", "1607"), "inward is free");
}

/// MARS-MOV-12, MARS-SEQ-13, MARS-FOR-4, MARS-VIC-14: a move is made.
#[test]
fn mars_mov_12_moves_are_made_one_by_one() {
    let mut field = empty().put("6 TK", "1407").put("93", "1307").put("78.ID", "1012").fortified("78.ID");
    let step = go(&field, "6 TK", "1405");
    make(&mut field, &step);
    assert_eq!(field.hex_of(unit("6 TK")), Some(field.hex("1405")));
    assert!(field.is(unit("6 TK"), Status::Moved) && !field.is(unit("6 TK"), Status::Strained));
    let osuga = field.theatre().town_at(field.hex("1406")).unwrap();
    assert_eq!(field.controller(osuga), Side::Russian, "passed through");
    refused(&field, "6 TK", "1406", "MARS-SEQ-13", &["6 TK"]);
    assert!(may_go(&field, "93", "1306"), "the others still move");
    let step = go(&field, "78.ID", "1016");
    make(&mut field, &step);
    assert!(!field.is(unit("78.ID"), Status::Fortified), "MARS-FOR-4");
    assert!(field.is(unit("78.ID"), Status::Strained), "MARS-MOV-3");
    field.begin_player_turn(Side::German);
    assert!(!field.is(unit("78.ID"), Status::Strained) && field.is(unit("6 TK"), Status::Moved));
    field.invariants().unwrap();
}

/// MARS-MIN-1, MARS-MIN-3, MARS-R34: to a friend, over zones, isolation and the line.
#[test]
fn mars_min_1_a_step_to_a_friend() {
    let breach = empty().put("8 GRK", "1607").put("102.ID", "1507").put("78.ID", "1608").put("251", "1708");
    assert!(may_go(&breach, "251", "1607"), "over the line although 78.ID keeps the zone closed");
    refused(&breach.without("8 GRK"), "251", "1607", "MARS-MOV-10", &["78.ID"]);
    let isolated = empty().put("9.Pz a", "1012").put("GD a", "1013").with("9.Pz a", Status::Isolated);
    let step = go(&isolated, "9.Pz a", "1013");
    assert_eq!((step.spent, step.strains), (2, false), "MARS-MIN-4");
    let out = empty().put("9.Pz a", "1607").put("GD a", "1707");
    assert!(may_go(&out, "9.Pz a", "1707"), "MARS-MOV-11 is overridden too");
    let full = isolated.put("78.ID, 102.ID", "1013").put("GD b", "1013");
    refused(&full, "9.Pz a", "1013", "MARS-STK-3", &["1013"]);
    refused(&isolated.disrupted("9.Pz a"), "9.Pz a", "1013", "MARS-MOV-1", &[]);
}

/// MARS-MIN-2, MARS-R11, MARS-R46, MARS-MIN-3
#[test]
fn mars_min_2_from_one_zone_to_another() {
    // 1406 and 1307 both lie in the zone of 6 TK in 1407.
    let held = empty().put("6 TK", "1407").put("9.Pz a", "1406");
    assert_refused(walk(&held, "9.Pz a", "1307"), "MARS-ZOC-7", &["6 TK"]);
    let second = held.put("1 MK", "1206");
    assert!(walk(&second, "9.Pz a", "1307").is_ok(), "1307 lies in the zone of 1 MK too");
    let stacked = held.put("1 MK", "1407");
    assert_refused(walk(&stacked, "9.Pz a", "1307"), "MARS-ZOC-7", &["6 TK", "1 MK"]);
    let brigade = held.put("93", "1206");
    assert_refused(walk(&brigade, "9.Pz a", "1307"), "MARS-ZOC-7", &["6 TK"]);
    let isolated = second.with("9.Pz a", Status::Isolated);
    assert!(may_go(&isolated, "9.Pz a", "1307"), "MARS-R34: isolation is overridden");
    refused(&isolated, "9.Pz a", "1405", "MARS-MOV-7", &["9.Pz a"]);
}

/// MARS-MIN-3: a minimum move between zones does not override the frontline.
#[test]
fn mars_min_3_what_is_not_overridden() {
    // 1708 lies in the zone of GD in 1807, 1608 in that of 78.ID.
    let field = empty().put("78.ID", "1607").put("GD a", "1807").put("251", "1708");
    assert_refused(walk(&field, "251", "1608"), "MARS-MOV-10", &["78.ID"]);
    assert!(walk(&field.put("78.ID", "1508"), "251", "1608").is_ok(), "the zone is open");
    let dug_in = empty().put("251", "1707").put("331", "1706").with("251", Status::DugIn);
    refused(&dug_in, "251", "1706", "MARS-FOR-2", &["251"]);
}

/// MARS-MOV-4: a way that is not the cheapest costs what its steps cost.
#[test]
fn mars_mov_4_a_longer_way() {
    let field = empty().put("9.Pz a", "1408");
    let round = walk(&field, "9.Pz a", "1309 1409").unwrap();
    assert_eq!((round.spent, round.strains), (4, false), "dearer than by road");
    refused(&field, "GD a", "1409", "MARS-MOV-1", &["GD a"]);
}

/// Every hex in range has a path that leads from neighbour to neighbour and costs what the range says.
#[test]
fn paths_add_up() {
    let field = Field::deployed(vazuza());
    let march = March::of(&field, Side::German);
    let range = march.range(&field, unit("5.Pz a"));
    let map = &field.theatre().map;
    assert!(!range.destinations().is_empty());
    for to in range.destinations() {
        let path = march.path(&field, &range, to).unwrap();
        let step = along(&field, unit("5.Pz a"), path.hexes()).unwrap();
        assert_eq!((Some(step.spent), step.strains), (range.half_hexes(&field, to), range.strains(to)));
        assert!(path.hexes().windows(2).all(|pair| map.are_adjacent(pair[0], pair[1])));
        assert_eq!(path.hexes().last(), Some(&to));
    }
}

/// The fast reading against the literal one: the whole range of units in many positions and all states of supply.
#[test]
fn literal_reading_of_movement() {
    let mut chance = Chance::seeded(11);
    let (mut reached, mut held_up) = (0, 0);
    for round in 0..500 {
        let scenario = if round % 3 == 0 { Scenario::Vazuza } else { Scenario::Historical };
        let zones = if round % 7 == 0 { GermanZones::Outward } else { GermanZones::Inward };
        let mut field = chance.position(theatre(scenario, zones));
        for unit in field.on_map() {
            let (rationed, isolated) = (chance.one_in(4), chance.one_in(5));
            field.set(unit, Status::Rationed, rationed);
            field.set(unit, Status::Isolated, isolated && !rationed);
        }
        let plain = Plain::of(&field);
        let map = &field.theatre().map;
        for side in SIDES {
            let march = March::of(&field, side);
            let own: Vec<_> = field.units_of(side).iter().collect();
            for _ in 0..own.len().min(4) {
                let unit = own[chance.below(own.len())];
                let range = march.range(&field, unit);
                let expected = plain.moves(unit);
                for hex in map.hexes() {
                    let found =
                        range.half_hexes(&field, hex).map(|spent| (i32::from(spent), range.strains(hex)));
                    let wanted = expected.get(&number(map, hex)).copied();
                    assert_eq!(found, wanted, "{unit:?} to {} in {field:?}", map.number(hex));
                    reached += usize::from(wanted.is_some());
                    if let (Some((_, strains)), 0) = (wanted, reached % 40) {
                        let path = march.path(&field, &range, hex).unwrap();
                        assert_eq!(along(&field, unit, path.hexes()).unwrap().strains, strains);
                    }
                    if wanted.is_none() && map.are_adjacent(hex, field.hex_of(unit).unwrap()) {
                        held_up += 1;
                        assert!(held_up % 10 != 0 || check_move::<kit::Refusal>(&field, unit, hex).is_err());
                    }
                }
            }
        }
    }
    assert!(reached > 40_000 && held_up > 2_000, "{reached} {held_up}");
}

/// MARS-MOV-4, MARS-MOV-3, MARS-VIC-14: with half a hex left after the way through a town a unit goes along the road or
/// nowhere, and surely not onto an enemy.
#[test]
fn mars_mov_4_half_a_hex_is_left() {
    // A Russian has taken Osuga and gone on; nine road steps bring 9.Pz a there from Vyazma.
    let field = empty().put("25", "1406").put("25", "0101").put("331", "1306").put("9.Pz a", "1515");
    let mut game = table::at(field, 3, Side::German, table::MOVE);
    table::play(&mut game, "pick 9.Pz a; via 1406");
    assert_eq!(table::offered(&game, ""), "stay; to 1405; to 1407");
    table::refuses(&game, "to 1306", "MARS-MOV-8", &["1306", "331"]);
    table::refuses(&game, "to 1506", "MARS-MOV-3", &["9.Pz a"]);
    let words = table::refusal(&game, "to 1506").reason;
    assert_eq!(words, "9.Pz a has come to 1406 and has half a hex of movement left, too little for 1506");
}
