//! Forces, dates and places: the tables against each other, against the map and against the totals of the ledger.

use std::collections::{BTreeMap, BTreeSet};

use kit::Sheet;
use sandtable_eastfront::RULEBOOK;

use crate::map::MAP;

type Row = BTreeMap<String, String>;

/// The rows of a table, each cell by its head.
fn rows(id: &str) -> Vec<Row> {
    let sheets: Vec<&Sheet> = RULEBOOK.published_sheets();
    let sheet = sheets.into_iter().find(|sheet| sheet.id == id).unwrap_or_else(|| panic!("no table {id}"));
    let heads: Vec<String> = sheet.index_names().map(str::to_owned).chain(sheet.heads().to_vec()).collect();
    let cells = |row| sheet.labels(row).map(str::to_owned).chain(sheet.cells(row).to_vec());
    (0..sheet.len()).map(|row| heads.iter().cloned().zip(cells(row)).collect()).collect()
}

fn units() -> BTreeMap<String, Row> {
    rows("units").into_iter().map(|row| (row["unit"].clone(), row)).collect()
}

fn whole(row: &Row, head: &str) -> u32 {
    row[head].parse().unwrap_or_else(|_| panic!("{head}: {}", row[head]))
}

#[test]
fn every_unit_is_set_up_or_comes_once() {
    let mut seen: Vec<String> = rows("set-up").iter().map(|row| row["unit"].clone()).collect();
    assert_eq!(seen.len(), 119);
    seen.extend(rows("reinforcements").iter().map(|row| row["unit"].clone()));
    assert_eq!(seen.len(), 244);
    assert_eq!(seen.iter().cloned().collect::<BTreeSet<_>>(), units().into_keys().collect());
}

#[test]
fn set_1_everybody_stands_on_his_own_side_within_stacking() {
    let units = units();
    let mut stacks: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for row in rows("set-up") {
        let unit = &units[&row["unit"]];
        let hex = MAP.find(&row["hex"]).unwrap();
        let country = MAP.layer("country").unwrap().name_at(hex);
        assert_eq!(unit["nation"] == "Soviet", country == "USSR", "{} in {country}", row["unit"]);
        assert!(unit["nation"] != "Finnish" || country == "Finland");
        assert!(unit["nation"] != "Hungarian" || country == "Hungary");
        stacks.entry(row["hex"].clone()).or_default().push(unit.clone());
    }
    for (hex, stack) in &stacks {
        assert!(stack.len() <= 2, "{hex} holds {} units (EAST-STK-1)", stack.len());
        let armies = stack.iter().filter(|unit| unit["size"] == "army").count();
        assert!(armies <= 1, "{hex} holds {armies} armies (EAST-STK-2)");
    }
    // EAST-REP-10: the reserves, and everybody who comes in later in June.
    let dispersed: Vec<String> = rows("set-up")
        .into_iter()
        .filter(|row| row["state"] == "Dispersed")
        .map(|row| row["unit"].clone())
        .collect();
    let wanted =
        "G-2A G-40PzK G-34K G-11A G-30K G-54K R-3A R-4A R-MtC R-CavC R-11C H-MobC F-2C F-4C F-6C F-7C F-GrO";
    assert_eq!(dispersed, wanted.split(' ').collect::<Vec<_>>());
    assert!(rows("set-up").iter().all(|row| ["ready", "Dispersed"].contains(&row["state"].as_str())));
}

#[test]
fn units_named_for_a_place_stand_there() {
    // The places that the order of battle names beside the hexes.
    let named = "G-18A Memel, G-1K Memel, G-26K Tilsit, G-28K Tilsit, G-3PzGr Suwalki, G-57PzK Suwalki, G-2A Warsaw, \
                 G-40PzK Warsaw, G-14PzK Lublin, G-34K Cracow, G-54K Jassy, R-11C Galatz, H-MobC Uzhgorod, S-12MK Shaulyai, \
                 S-11A Kaunas, S-27A Riga, S-22EstRK Tallinn, S-67RD Libau, S-3A Grodno, S-11MK Grodno, S-10A Bialystok, \
                 S-6MK Bialystok, S-4A Brest-Litovsk, S-14MK Brest-Litovsk, S-17MK Baranovichi, S-13A Minsk, S-20MK Borisov, \
                 S-47RK Bobruisk, S-4MK Lvov, S-26A Przemysl, S-5CavC Tarnopol, S-9MK Rovno, S-19MK Zhitomir, \
                 S-24MK Proskurov, S-17RK Chernovtsy, S-2MK Kishinev, S-9RK Simferopol, S-SevGar Sevastopol, S-23A Viipuri, \
                 S-10MK Leningrad, S-7A Sortavala, S-1MK Pskov, S-41RK Luga, S-22A Velikie-Luki, S-20A Orsha, \
                 S-5MK Smolensk, S-7MK Vitebsk, S-21A Gomel, S-16A Vinnitsa, S-19A Kiev, S-25MK Kharkov, S-23MK Orel, \
                 S-3AbnC Odessa";
    let named: BTreeMap<&str, &str> =
        named.split(", ").map(|pair| pair.trim().split_once(' ').unwrap()).collect();
    for row in rows("set-up") {
        let place = MAP.place_at(MAP.find(&row["hex"]).unwrap()).map(|place| place.name.as_str());
        assert_eq!(place, named.get(row["unit"].as_str()).copied(), "{}", row["unit"]);
    }
}

#[test]
fn rep_1_reinforcements_have_a_place_and_a_turn() {
    let units = units();
    let mut by_turn: BTreeMap<(bool, u32), (usize, u32, u32)> = BTreeMap::new();
    for row in rows("reinforcements") {
        let unit = &units[&row["unit"]];
        let place = MAP.place(&row["place"]).unwrap_or_else(|| panic!("{}", row["place"]));
        let country = MAP.layer("country").unwrap().name_at(place.hex);
        assert_eq!(unit["nation"] == "Soviet", country == "USSR", "{}", row["unit"]);
        assert!(unit["nation"] != "Hungarian" || country != "Romania", "EAST-STK-7");
        let sum = by_turn.entry((unit["nation"] == "Soviet", whole(&row, "turn"))).or_default();
        *sum = (sum.0 + 1, sum.1 + whole(unit, "AF"), sum.2 + whole(unit, "DF"));
    }
    // Number of units, AF and DF of each turn, as the ledger's rows add up.
    let soviet = [
        (2, 8, 23, 31),
        (3, 8, 24, 32),
        (4, 6, 19, 24),
        (5, 4, 11, 14),
        (6, 7, 25, 25),
        (7, 5, 19, 19),
        (8, 3, 12, 12),
        (9, 3, 8, 10),
        (11, 4, 16, 12),
        (12, 4, 16, 12),
        (13, 4, 22, 18),
        (14, 6, 26, 26),
        (15, 4, 18, 19),
        (17, 4, 17, 16),
        (18, 3, 17, 15),
        (19, 4, 23, 21),
        (21, 2, 10, 10),
        (22, 3, 20, 20),
        (24, 4, 30, 28),
        (26, 4, 27, 27),
        (32, 3, 16, 11),
        (36, 4, 20, 18),
        (43, 2, 12, 13),
    ];
    let axis = [
        (2, 2, 8, 8),
        (3, 3, 11, 11),
        (5, 1, 2, 2),
        (8, 1, 4, 4),
        (9, 1, 3, 2),
        (11, 3, 14, 13),
        (12, 1, 2, 2),
        (13, 2, 8, 6),
        (21, 2, 14, 13),
        (24, 1, 6, 7),
        (30, 3, 12, 10),
        (32, 1, 6, 6),
        (35, 1, 5, 5),
        (38, 2, 11, 10),
        (43, 1, 6, 5),
        (46, 1, 9, 7),
    ];
    let mut wanted = BTreeMap::new();
    for (is_soviet, list) in [(true, &soviet[..]), (false, &axis[..])] {
        wanted.extend(
            list.iter().map(|&(turn, count, attack, defence)| ((is_soviet, turn), (count, attack, defence))),
        );
    }
    assert_eq!(by_turn, wanted);
    assert!(rows("reinforcements").iter().all(|row| (2..=48).contains(&whole(row, "turn"))));
}

#[test]
fn rep_11_who_leaves_is_there_to_leave() {
    let units = units();
    let leaving = rows("withdrawals");
    assert_eq!(leaving.len(), 4);
    for row in &leaving {
        assert!(units.contains_key(&row["unit"]));
        if row["returns"] != "never" {
            assert!(whole(row, "returns") > whole(row, "turn") && MAP.place(&row["place"]).is_some());
        }
    }
    // EAST-REP-9.
    let arrivals: BTreeMap<String, String> =
        rows("reinforcements").into_iter().map(|row| (row["unit"].clone(), row["turn"].clone())).collect();
    assert_eq!((arrivals["H-2A"].as_str(), arrivals["I-8A"].as_str()), ("11", "11"));
}

#[test]
fn the_places_of_the_calculator_are_those_of_the_map() {
    let places = rows("places");
    assert_eq!(places.len(), 145);
    let (fortress, port) = (MAP.zones("fortress").unwrap(), MAP.zones("port").unwrap());
    let said = |yes: bool| if yes { "yes" } else { "no" };
    for row in &places {
        let place = MAP.place(&row["place"]).unwrap_or_else(|| panic!("{}", row["place"]));
        assert_eq!(MAP.number(place.hex).to_string(), row["hex"], "{}", row["place"]);
        assert_eq!(place.kind, row["class"], "{}", row["place"]);
        assert_eq!(said(fortress.at(place.hex).is_some()), row["fortress"], "{}", row["place"]);
        assert_eq!(said(port.at(place.hex).is_some()), row["port"], "{}", row["place"]);
    }
}

#[test]
fn the_smolensk_gate_has_the_forces_of_july() {
    let units = units();
    let (mut axis, mut soviet) = (0, 0);
    for row in rows("set-up-smolensk-gate") {
        let unit = &units[&row["unit"]];
        let same = ["AF", "DF", "MF"].iter().all(|&head| row[head] == unit[head]);
        assert_eq!(same, row["unit"] != "S-19A", "only 19th Army differs: {}", row["unit"]);
        let in_front = row["hex"].starts_with("00");
        assert_eq!(in_front, unit["nation"] == "German");
        if in_front { axis += whole(&row, "AF") } else { soviet += whole(&row, "DF") }
    }
    assert_eq!((axis, soviet), (44, 26));
    let coming: Vec<_> = rows("reinforcements-smolensk-gate")
        .into_iter()
        .map(|row| format!("{} {} {}", row["unit"], row["turn"], row["hex"]))
        .collect();
    assert_eq!(coming, ["S-24A 2 0703", "S-28A 3 0705"]);
}

#[test]
fn history_held_five_points_in_march_1942_and_none_at_the_end() {
    let worth: BTreeMap<String, u32> =
        rows("victory-cities").into_iter().map(|row| (row["city"].clone(), whole(&row, "points"))).collect();
    assert_eq!(worth.values().sum::<u32>(), 14, "EAST-VIC-1");
    let held = |turn: u32| -> u32 {
        let spells = rows("history");
        let spells = spells.iter().filter(|row| (whole(row, "from")..=whole(row, "to")).contains(&turn));
        spells.map(|row| worth[&row["city"]]).sum()
    };
    // Smolensk, Kiev, Odessa, Dnepropetrovsk and Kharkov.
    assert_eq!(held(10), 5);
    assert_eq!((held(1), held(2), held(3), held(4), held(5)), (0, 1, 2, 3, 5));
    assert_eq!((held(16), held(20), held(21), held(22), held(48)), (8, 7, 5, 6, 0));
    let losses = rows("history-losses");
    let rises = |head: &str| losses.windows(2).all(|pair| whole(&pair[0], head) < whole(&pair[1], head));
    assert!(rises("turn") && rises("Axis") && rises("Soviet"));
}
