//! Supply: sources, lines, and what the want of them does.

use crate::board::{
    Chance, Describe, SIDES, assert_refused, empty, historical, infantry, reading::Plain, unit, units, vazuza,
};
use crate::published::theatre;
use kit::HexId;
use sandtable_mars::{
    Field, GermanZones, Lines, Scenario, Status, Units,
    supply::{self, Sustained, check_exempt, exemptions, status_if_held, sustained, take_snapshot},
    units::{
        Side::{self, German, Russian},
        Supply::{self, Full, Isolated, Rationed},
    },
};

fn length(field: &Field, side: Side, number: &str) -> Option<u8> {
    length_from(field, side, field.hex(number))
}

fn length_from(field: &Field, side: Side, hex: HexId) -> Option<u8> {
    supply::line(field, side, hex).map(|line| line.len() as u8 - 1)
}

fn status(field: &Field, side: Side, number: &str) -> Supply {
    let lines = Lines::of(field, side);
    let status = lines.status(field.hex(number));
    assert_eq!(lines.in_supply(field.hex(number)), status != Isolated, "MARS-SUP-8");
    status
}

/// The position of example X13.
fn x13() -> Field {
    infantry().put("9.Pz a", "1408").put("6 TK", "1407").put("1 MK", "0609")
}

/// The same with Rzhev cut off, and two units in it.
fn cut_off_rzhev() -> Field {
    x13().put("GD a", "1504").put("8 GRK", "1405").put("2 GKK", "1305")
}

/// MARS-SUP-1, MARS-SUP-2, MARS-SUP-3, MARS-SUP-6, MARS-SUP-7
#[test]
fn x13_supply() {
    let field = x13();
    assert_eq!((length(&field, German, "1504"), status(&field, German, "1504")), (Some(6), Rationed));
    assert_eq!(
        (length(&field, German, "0905"), status_if_held(&field, German, field.hex("0905"))),
        (Some(7), Rationed)
    );
    assert_eq!((length(&field, German, "0903"), status(&field, German, "0903")), (Some(9), Isolated));
    let field = field.without("1 MK");
    assert_eq!((length(&field, German, "1504"), status(&field, German, "1504")), (Some(0), Full));
}

/// MARS-SUP-2, MARS-SUP-3, MARS-SUP-5, MARS-SUP-14
#[test]
fn x14_russian_supply_in_a_breach() {
    let field = infantry().without("78.ID").put("9.Pz a", "1408").put("6 TK", "1407").put("8 GRK", "1607");
    let held = field.put("251", "1508");
    assert_eq!((length(&held, Russian, "1407"), status(&held, Russian, "1407")), (Some(3), Full));
    assert_eq!((length(&field, Russian, "1407"), status(&field, Russian, "1407")), (None, Isolated));
    let lines = Lines::of(&field, Russian);
    let first = sustained(&field, Russian, &lines, Units::NONE);
    assert_eq!(first, Sustained { disrupted: units("6 TK"), eliminated: Units::NONE });
    let next = sustained(&field.disrupted("6 TK"), Russian, &lines, Units::NONE);
    assert_eq!(next, Sustained { disrupted: Units::NONE, eliminated: units("6 TK") });
}

/// MARS-SUP-14, MARS-SUP-15, MARS-SUP-16, MARS-R33
#[test]
fn x15_isolation() {
    let field = cut_off_rzhev();
    let lines = Lines::of(&field, German);
    assert_eq!(status(&field, German, "1504"), Isolated);
    let fate = sustained(&field, German, &lines, units("72.ID"));
    assert!(fate.disrupted.contains(unit("206.ID")) && fate.disrupted.contains(unit("GD a")));
    assert!(!fate.disrupted.contains(unit("72.ID")), "exempt");
    let cities: Vec<Units> = exemptions(&field, German, &lines).collect();
    assert_eq!(cities, [units("72.ID, GD a"), Units::NONE]);
    let later = field.disrupted("206.ID, 72.ID, GD a");
    let fate = sustained(&later, German, &lines, units("72.ID"));
    assert!(fate.eliminated.contains(unit("206.ID")) && fate.eliminated.contains(unit("GD a")));
    assert!(!fate.eliminated.contains(unit("72.ID")), "exempt from elimination too");
}

/// MARS-SUP-1: a unit on a source has length 0; its own hex is not counted, the source is.
#[test]
fn mars_sup_1_the_length_of_a_line() {
    let field = empty().put("78.ID", "1416").put("9.Pz a", "1215").put("102.ID", "1213");
    assert_eq!(length(&field, German, "1416"), Some(0));
    assert_eq!(length(&field, German, "1215"), Some(0), "on a road that leads to the edge");
    assert_eq!(length(&field, German, "1213"), Some(2));
}

/// MARS-SUP-2, MARS-ZOC-5: inactive zones block too, a friend in the hex opens it, an enemy never.
#[test]
fn mars_sup_2_what_blocks_a_line() {
    // 0815 is a road hex; the edge and the roads around it are shut by brigades one after the other.
    let field = empty().put("SS-Kav.D", "0811").put("93", "0913").put("25", "0711");
    let free = length(&empty().put("SS-Kav.D", "0811"), German, "0811").unwrap();
    let blocked = length(&field, German, "0811").unwrap();
    assert!(blocked > free, "{blocked} over a way round");
    let disrupted = field.disrupted("93, 25");
    assert_eq!(length(&disrupted, German, "0811"), Some(free), "MARS-ZOC-3");
    let opened = field.put("GD a", "0812").put("GD b", "0712");
    assert_eq!(length(&opened, German, "0811"), Some(free), "the railway is held");
}

/// MARS-SUP-3, MARS-SUP-4: an edge hex is a source for the side that held it at the start, unless it is blocked.
#[test]
fn mars_sup_4_friendly_edges() {
    let field = empty();
    let lines = Lines::of(&field, Russian);
    assert!(lines.sources.contains(field.hex("1301")) && !lines.sources.contains(field.hex("1016")));
    assert!(lines.sources.contains(field.hex("1605")), "Zubtsov by road");
    let field = field.put("12.Pz", "1301");
    assert!(!Lines::of(&field, Russian).sources.contains(field.hex("1301")), "enemy-held");
    assert!(!Lines::of(&field, Russian).sources.contains(field.hex("1201")), "in an enemy zone");
    assert!(!Lines::of(&field, German).sources.contains(field.hex("1301")), "a Russian edge");
}

/// MARS-SUP-5, MARS-R35: Germans get nothing through the Russian rear, except where they stand.
#[test]
fn mars_sup_5_nobody_draws_supply_through_the_enemys_rear() {
    // A ring of Russian brigades cuts Rzhev off on the inside; the way round outside is empty.
    let cut = empty()
        .put("72.ID", "1504")
        .put("25, 93, 80", "1405")
        .put("31", "1305")
        .put("47", "1506")
        .put("48", "1605");
    assert_eq!(status(&cut, German, "1504"), Isolated);
    // A German outside draws supply inward freely.
    let outside = empty().put("9.Pz a", "1707");
    assert_eq!(status(&outside, German, "1707"), Full);
    // 6 TK in 0505 closes every way inside; a German unit in 0403 opens the way round.
    let field = Field::empty(vazuza()).put("78.ID", "0504").put("6 TK", "0505");
    assert_eq!(length(&field, German, "0504"), None);
    assert_eq!(length(&field.put("5.Pz a", "0403"), German, "0504"), Some(4), "0403, 0304, 0204, 0104");
    // A Russian line goes outward over the line always, inward only past garrisons that are gone.
    let russian = Field::empty(vazuza()).put("6 TK", "0505");
    assert_eq!(length(&russian, Russian, "0505"), Some(0), "the road over the line");
}

/// MARS-SUP-6, MARS-SUP-8
#[test]
fn mars_sup_6_statuses_by_length() {
    let field = x13();
    for hex in historical().map.hexes().filter(|&hex| field.held_by(German).contains(hex)) {
        let expected = match length_from(&field, German, hex) {
            Some(0..=4) => Full,
            Some(5..=8) => Rationed,
            _ => Isolated,
        };
        assert_eq!(Lines::of(&field, German).status(hex), expected);
    }
}

/// MARS-SUP-9, MARS-R17: the snapshot marks the side's units, and stays when the map changes.
#[test]
fn mars_sup_9_the_snapshot_for_movement() {
    let mut field = x13();
    take_snapshot(&mut field, German);
    assert_eq!(field.supply_for_movement(unit("72.ID")), Rationed);
    assert_eq!(field.supply_for_movement(unit("206.ID")), Isolated);
    assert_eq!(field.supply_for_movement(unit("292.ID")), Full);
    assert!(!field.is(unit("6 TK"), Status::Isolated), "only the moving side");
    let mut later = field.without("1 MK, 6 TK");
    assert_eq!(later.supply_for_movement(unit("206.ID")), Isolated);
    take_snapshot(&mut later, German);
    assert_eq!(later.supply_for_movement(unit("206.ID")), Full, "MARS-SUP-17: nothing is stored");
}

/// MARS-SUP-15: who can be exempt, and what is refused.
#[test]
fn mars_sup_15_one_unit_in_each_stronghold() {
    let field = cut_off_rzhev();
    let lines = Lines::of(&field, German);
    assert!(check_exempt::<kit::Refusal>(&field, German, &lines, Units::NONE).is_ok());
    assert!(check_exempt::<kit::Refusal>(&field, German, &lines, units("GD a")).is_ok());
    let both = check_exempt(&field, German, &lines, units("GD a, 72.ID"));
    assert_refused(both, "MARS-SUP-15", &["72.ID", "GD a"]);
    assert_refused(check_exempt(&field, German, &lines, units("206.ID")), "MARS-SUP-15", &["206.ID"]);
    assert_refused(
        check_exempt(&field, Russian, &Lines::of(&field, Russian), units("72.ID")),
        "MARS-SUP-15",
        &["72.ID"],
    );
    // The learning scenario's city stands for them.
    let small = Field::empty(vazuza())
        .put("5.Pz a", "0506")
        .put("6 TK", "0507")
        .put("8 GRK", "0405")
        .put("251", "0605");
    let surrounded = small.put("247", "0505").put("331", "0406").put("42 G", "0606");
    let lines = Lines::of(&surrounded, German);
    assert_eq!(exemptions(&surrounded, German, &lines).collect::<Vec<_>>(), [units("5.Pz a")]);
    assert_eq!(sustained(&surrounded, German, &lines, units("5.Pz a")), Sustained::default());
}

/// MARS-R45: a hex without a unit is judged as if one stood there.
#[test]
fn mars_r45_the_supply_of_an_empty_hex() {
    let field = x13();
    // 1406 lies in the zone of 6 TK: nobody passes, but whoever stood there would have a line by 1507.
    assert_eq!(Lines::of(&field, German).status(field.hex("1406")), Isolated);
    assert_eq!(status_if_held(&field, German, field.hex("1406")), Full);
    assert_eq!(length(&field, German, "1406"), Some(4), "1507, 1607, 1608, 1609");
}

/// The fast reading against the literal one: every hex of both sides' units and some empty ones, in many positions.
#[test]
fn literal_reading_of_supply() {
    let mut chance = Chance::seeded(28);
    let mut seen = [0; 3];
    for round in 0..700 {
        let scenario = if round % 3 == 0 { Scenario::Vazuza } else { Scenario::Historical };
        let zones = if round % 7 == 0 { GermanZones::Outward } else { GermanZones::Inward };
        let field = chance.position(theatre(scenario, zones));
        let plain = Plain::of(&field);
        let number = |hex| {
            let number = field.theatre().map.number(hex);
            (i32::from(number.column), i32::from(number.row))
        };
        let judge = |length: Option<i32>| match length {
            Some(0..=4) => Full,
            Some(5..=8) => Rationed,
            _ => Isolated,
        };
        for side in SIDES {
            let lines = Lines::of(&field, side);
            let held: Vec<_> = field.held_by(side).iter().collect();
            for _ in 0..held.len().min(6) {
                let hex = held[chance.below(held.len())];
                let expected = plain.line(side, number(hex));
                assert_eq!(lines.status(hex), judge(expected), "{side} in {:?} {field:?}", number(hex));
                assert_eq!(length_from(&field, side, hex).map(i32::from), expected);
                seen[judge(expected) as usize] += 1;
            }
            let hexes: Vec<_> = field.theatre().map.hexes().collect();
            let empty = hexes[chance.below(hexes.len())];
            let like = field.units_of(side).iter().next();
            if let (Some(like), false) = (like, field.enemies_of(side).contains(empty)) {
                let mut supposed = Plain::of(&field);
                supposed.suppose(like, number(empty));
                let expected = judge(supposed.line(side, number(empty)));
                assert_eq!(
                    status_if_held(&field, side, empty),
                    expected,
                    "{side} in {:?} {field:?}",
                    number(empty)
                );
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 200), "{seen:?}");
}
