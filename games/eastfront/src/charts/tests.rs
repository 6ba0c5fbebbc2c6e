//! Whether the charts are whole.

use super::*;
use crate::{RULEBOOK, terrain::Class};

fn charts() -> &'static Charts {
    Rules::published().get()
}

fn sheets() -> Vec<&'static Sheet> {
    charts().sheets()
}

#[test]
fn every_table_file_is_listed() {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/data/tables")).unwrap();
    let mut files: Vec<String> =
        folder.map(|file| file.unwrap().file_name().into_string().unwrap().replace(".toml", "")).collect();
    let mut listed: Vec<String> = sheets().iter().map(|sheet| sheet.id.clone()).collect();
    files.sort();
    listed.sort();
    assert_eq!(files, listed);
}

#[test]
fn every_clause_that_a_table_names_is_in_the_ledger() {
    let strays: Vec<&String> = sheets()
        .iter()
        .flat_map(|sheet| &sheet.clauses)
        .filter(|id| (RULEBOOK.ledger)().find(id).is_none())
        .collect();
    assert!(strays.is_empty(), "{strays:?}");
}

#[test]
fn the_order_of_battle_is_whole() {
    // EAST-GEN-2: 119 units stand ready in June 1941 and 125 come later.
    let sheet = sheets().into_iter().find(|sheet| sheet.id == "units").unwrap();
    let sum = |rows: std::ops::Range<usize>, soviet: bool, column: usize| {
        let of_side = rows.filter(|&row| (sheet.cells(row)[0] == "Soviet") == soviet);
        of_side.fold((0, 0), |(count, sum), row| {
            (count + 1, sum + sheet.cells(row)[column].parse::<u32>().unwrap())
        })
    };
    assert_eq!(sum(0..119, false, 3), (60, 321));
    assert_eq!(sum(0..119, true, 3), (59, 166));
    assert_eq!(sum(0..119, true, 4), (59, 163));
    assert_eq!(sheet.len(), 244);
}

#[test]
fn ter_20_victory_cities_are_the_underlined_places() {
    // EAST-TER-20: twelve of them, 14 intrinsic factors.
    let underlined = charts().places.iter().filter(|place| place.class == Class::VictoryCity);
    let listed = charts().tables.victory_cities.sheet();
    let factors: Vec<Factor> = underlined
        .inspect(|place| assert_eq!(listed.value(&place.name, "intrinsic"), Ok(place.intrinsic)))
        .map(|place| place.intrinsic)
        .collect();
    assert_eq!(factors.len(), 12);
    assert_eq!(factors.into_iter().sum::<Factor>(), Factor::whole(14));
}

#[test]
fn wea_1_subarctic_has_all_that_snow_has() {
    // EAST-WEA-1
    let (snow, subarctic) = (charts().weather(Weather::Snow), charts().weather(Weather::Subarctic));
    for side in [Side::Axis, Side::Soviet] {
        assert_eq!(snow.allows_breakthrough(side), subarctic.allows_breakthrough(side));
        assert_eq!(snow.allows_overrun(side), subarctic.allows_overrun(side));
    }
    assert_eq!(snow.voluntary_exchange, subarctic.voluntary_exchange);
    for side in [Side::Axis, Side::Soviet] {
        for result in CombatResult::ALL {
            let both =
                [Weather::Snow, Weather::Subarctic].map(|weather| charts().advance(result, weather, side));
            assert_eq!(both[0], both[1]);
        }
    }
}

#[test]
fn a_cell_that_makes_no_sense_is_found() {
    const CHART: &str = "id = \"a\"\ntitle = \"A\"\nseed = \"\"\nbody = '''\nwho | much\nwe  | 2.5\nyou | lots\n'''\n\
                         [[index]]\nname = \"who\"\n[proof]\ncells = 2\n";
    let chart = Sheet::load("a.toml", CHART).unwrap();
    assert_eq!(chart.value("we", "much"), Ok(Factor::halves(5)));
    let error = chart.value::<Factor>("you", "much").unwrap_err();
    assert_eq!(error.line, 7, "{error}");
    assert!(error.message.contains("found `lots` under `much`"), "{error}");
    assert_eq!(chart.value::<bool>("they", "much").unwrap_err().line, 4);
    assert!(chart.value::<bool>("we", "little").unwrap_err().message.contains("no column"));
}
