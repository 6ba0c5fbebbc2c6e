//! The maps against the ledger's own lists, which stand here as they stand there.

use std::collections::BTreeSet;

use crate::published::{learning_map, map};
use kit::map::{Course, Directions, Edge, HexId, HexMap, Network, SideFeature, ZoneGroup};
use sandtable_mars::{GermanZones, Hexes, MarsContent, Neighbours, Scenario, Side, Theatre};

/// The scenario that is played on a map.
fn theatre(map: &HexMap) -> &'static Theatre {
    let scenario = if map == learning_map() { Scenario::Vazuza } else { Scenario::Historical };
    MarsContent::published().theatre(scenario, GermanZones::Inward)
}

fn initially(map: &HexMap, side: Side) -> Hexes {
    theatre(map).initially[side as usize]
}

fn friendly_edge(map: &HexMap, side: Side) -> Hexes {
    theatre(map).edge[side as usize]
}

fn southern_edge(map: &HexMap) -> Hexes {
    theatre(map).southern_edge
}

fn frontline(map: &HexMap) -> &'static SideFeature {
    &theatre(map).line
}

fn rivers(map: &HexMap) -> &'static SideFeature {
    &theatre(map).rivers
}

fn roads(map: &HexMap) -> &'static Network {
    &theatre(map).roads
}

fn defence_zones(map: &HexMap) -> &ZoneGroup {
    map.zones("defence").unwrap()
}

fn supply_links(map: &HexMap, hex: HexId) -> Directions {
    let joined = theatre(map).links_from.at(hex);
    let mut ways = Directions::NONE;
    map.steps(hex).filter(|(_, to)| joined.contains(*to)).for_each(|(way, _)| ways.insert(way));
    ways
}

fn reserves(map: &HexMap) -> Hexes {
    theatre(map).reserves
}

fn kalinin_front(map: &HexMap) -> Hexes {
    theatre(map).kalinin_front
}

const INITIAL_SIDES: [&str; 16] = [
    "RRRRRRRRRRRRRRRRRRRRRRR",
    "RRRRRRRRRRRRRRRRRRRRRRR",
    "RRRRRRRGGGGGRRRRRRRRRRR",
    "RRRRRRGGGGGGGGGRRRRRRRR",
    "RRRRRRGGGGGGGGGRRRRRRRR",
    "RRRRRGGGGGGGGGGRRRRRRRR",
    "RRRRRGGGGGGGGGGGRRRRRRR",
    "RRRRRGGGGGGGGGGGRRRRRRR",
    "RRRRGGGGGGGGGGGGGGRRRRR",
    "RRRRGGGGGGGGGGGGGGGRRRR",
    "RRRGGGGGGGGGGGGGGGGGRRR",
    "RRGGGGGGGGGGGGGGGGGGRRR",
    "GGGGGGGGGGGGGGGGGGGGRRR",
    "GGGGGGGGGGGGGGGGGGGRRRR",
    "GGGGGGGGGGGGGGGGGGGRRRR",
    "GGGGGGGGGGGGGGGGGGGRRRR",
];

const ZONES: [(&str, &str); 21] = [
    ("Z1", "0113 0213"),
    ("Z2", "0313 0312"),
    ("Z3", "0411 0511"),
    ("Z4", "0510 0509"),
    ("Z5", "0608 0607"),
    ("Z6", "0606 0706"),
    ("Z7", "0705 0704"),
    ("Z8", "0803 0903"),
    ("Z9", "1003 1103"),
    ("Z10", "1203"),
    ("Z11", "1304"),
    ("Z12", "1404"),
    ("Z13", "1504 1505"),
    ("Z14", "1506"),
    ("Z15", "1507"),
    ("Z16", "1607 1608"),
    ("Z17", "1709 1809"),
    ("Z18", "1910 1911"),
    ("Z19", "2011 2012"),
    ("Z20", "2013 1914"),
    ("Z21", "1915 1916"),
];

/// Name, kind, initial side, hex.
const PLACES: [(&str, &str, char, &str); 26] = [
    ("Rzhev", "city", 'G', "1504"),
    ("Gzhatsk", "city", 'G', "1912"),
    ("Vyazma", "city", 'G', "1515"),
    ("Sychevka", "city", 'G', "1408"),
    ("Belyi", "town", 'G', "0608"),
    ("Olenino", "town", 'G', "0905"),
    ("Osuga", "town", 'G', "1406"),
    ("Chertolino", "town", 'G', "1204"),
    ("Novodugino", "town", 'G', "1410"),
    ("Nikitinka", "town", 'G', "0811"),
    ("Kholm-Zhirkovskii", "town", 'G', "0912"),
    ("Andreevskoe", "town", 'G', "1111"),
    ("Tumanovo", "town", 'G', "1713"),
    ("Safonovo", "town", 'G', "0716"),
    ("Izdeshkovo", "town", 'G', "1015"),
    ("Yartsevo", "town", 'G', "0415"),
    ("Dukhovshchina", "town", 'G', "0215"),
    ("Molodoi Tud", "town", 'R', "1002"),
    ("Nelidovo", "town", 'R', "0404"),
    ("Zubtsov", "town", 'R', "1605"),
    ("Pogoreloe Gorodishche", "town", 'R', "1805"),
    ("Karmanovo", "town", 'R', "1808"),
    ("Staritsa", "town", 'R', "1902"),
    ("Shakhovskaya", "town", 'R', "2206"),
    ("Uvarovka", "town", 'R', "2312"),
    ("Zharkovskii", "town", 'R', "0109"),
];

const RAILS: [(&str, &str); 6] = [
    ("Rzhev-Vyazma", "1504 1505 1405 1406 1407 1408 1409 1410 1411 1412 1413 1414 1515 1415 1416"),
    ("Rzhev-Nelidovo", "1504 1404 1305 1204 1105 1005 0905 0804 0705 0604 0505 0404 0305 0204 0105"),
    ("Rzhev-Volokolamsk", "1504 1505 1605 1705 1805 1906 2006 2106 2206 2307"),
    ("Rzhev-Torzhok", "1504 1503 1602 1601 1701"),
    (
        "Smolensk-Moscow",
        "0316 0415 0516 0616 0716 0815 0916 1015 1116 1215 1315 1415 1515 1614 1613 1713 1812 1912 2011 2112 2211 2312",
    ),
    ("Durovo-Nikitinka", "0716 0715 0714 0713 0712 0811"),
];

const ROADS: [(&str, &str); 19] = [
    ("Rzhev-Sychevka-Vyazma", "1504 1505 1405 1406 1407 1408 1409 1410 1411 1412 1413 1414 1515"),
    ("Rzhev-Olenino", "1504 1404 1305 1204 1105 1005 0905"),
    (
        "Minsk highway",
        "0116 0216 0316 0415 0516 0616 0716 0815 0916 1015 1116 1215 1315 1415 1515 1614 1714 1813 1913 2012 2113 2212 2312",
    ),
    ("Gzhatsk spur", "1912 1913"),
    ("Dukhovshchina-Belyi", "0415 0315 0215 0214 0314 0413 0412 0512 0511 0510 0509 0608"),
    ("Belyi-Olenino", "0608 0708 0707 0806 0906 0905"),
    ("Safonovo-Sychevka", "0716 0815 0814 0914 0913 0912 1011 1111 1210 1310 1409 1408"),
    ("Belyi-Kholm", "0608 0609 0710 0711 0811 0912"),
    ("Olenino-Sychevka", "0905 1005 1006 1107 1207 1308 1408"),
    ("Sychevka-Gzhatsk", "1408 1509 1609 1710 1810 1911 1912"),
    ("Nelidovo-Belyi", "0404 0405 0406 0407 0508 0608"),
    ("Zubtsov-Karmanovo-Gzhatsk", "1605 1706 1707 1807 1808 1909 1910 1911 1912"),
    ("Zubtsov-Shakhovskaya", "1605 1705 1805 1906 2006 2106 2206 2307"),
    ("Zubtsov-Staritsa", "1605 1705 1704 1803 1802 1902 1901"),
    ("Molodoi Tud road", "0901 1001 1002 1003 1004 0905"),
    ("Rzhev-Torzhok", "1504 1503 1602 1601 1701"),
    ("Nelidovo west", "0404 0305 0204 0105"),
    ("Karmanovo-Shakhovskaya", "1808 1908 2007 2107 2206"),
    ("Zharkovskii road", "0108 0109 0208 0308 0407"),
];

const RIVERS: [(&str, &str); 10] = [
    (
        "Volga",
        "1101/1201 1102/1201 1201/1202 1202/1302 1202/1303 1203/1303 1303/1304 1304/1403 1403/1404 1404/1504 1504/1505 1505/1604 1604/1605 1604/1705 1704/1705 1704/1804 1704/1803 1703/1803 1802/1803 1802/1903 1802/1902 1801/1902 1901/1902 1901/2001",
    ),
    (
        "Molodoi Tud",
        "0703/0704 0703/0803 0802/0803 0802/0903 0902/0903 0902/1002 1001/1002 1002/1102 1102/1103 1102/1202",
    ),
    (
        "Vazuza",
        "1210/1311 1310/1311 1310/1410 1310/1409 1309/1409 1408/1409 1408/1509 1508/1509 1508/1608 1607/1608 1607/1708 1607/1707 1606/1707 1606/1706 1605/1706 1605/1705",
    ),
    (
        "Gzhat",
        "1912/2012 1912/2011 1911/2011 1911/2010 1910/1911 1810/1910 1809/1910 1809/1909 1808/1809 1709/1808 1708/1808 1708/1807 1707/1708",
    ),
    ("Osuga", "1206/1307 1306/1307 1307/1406 1406/1407 1406/1507 1506/1507 1506/1606 1605/1606"),
    ("Luchesa", "0805/0806 0706/0806 0706/0707 0606/0707 0606/0607 0507/0607 0507/0508 0407/0507 0406/0407"),
    (
        "Obsha",
        "0807/0908 0807/0808 0708/0808 0708/0709 0608/0709 0608/0609 0509/0608 0508/0509 0408/0509 0408/0409 0309/0409 0309/0310 0209/0309 0208/0209 0109/0208 0108/0109",
    ),
    ("Nacha", "0809/0810 0710/0810 0710/0711 0610/0710 0609/0610 0510/0609 0509/0510 0409/0509"),
    (
        "Vop",
        "0610/0611 0511/0611 0512/0611 0512/0612 0513/0612 0513/0613 0513/0514 0413/0514 0414/0514 0414/0515 0415/0515 0415/0516 0416/0516",
    ),
    (
        "Dnepr",
        "1008/1109 1009/1109 1009/1110 1010/1110 1010/1111 1011/1111 1011/1112 1012/1112 1012/1113 1012/1013 0913/1013 0914/1013 0914/1014 0915/1014 0915/1015 0915/0916 0815/0916 0816/0916",
    ),
];

const FORESTS: &str = "\
    0307 0404 0405 0406 0504 0505 0506 0507 0510 0511 0604 0605 0606 0607 0610 0611 0701 0702 0704 \
    0705 0706 0707 0710 0711 0801 0802 0805 0806 0809 0901 0902 1006 1007 1008 1009 1106 1107 1109 \
    1205 1206 1209 1806 1807 1907 2110 2111 2112 2113 2210 2211 2212";

fn numbers(map: &HexMap, hexes: impl IntoIterator<Item = HexId>) -> Vec<String> {
    hexes.into_iter().map(|hex| map.number(hex).to_string()).collect()
}

fn hex(map: &HexMap, number: &str) -> HexId {
    map.find(number).unwrap()
}

fn set(map: &HexMap, list: &str) -> Hexes {
    list.split_whitespace().map(|number| hex(map, number)).collect()
}

/// A side, the lower number first.
fn side(map: &HexMap, one: HexId, other: HexId) -> String {
    let (one, other) = (one.min(other), one.max(other));
    format!("{}/{}", map.number(one), map.number(other))
}

/// Every side with a feature, read off the masks that rules use.
fn sides_with(map: &HexMap, feature: &SideFeature) -> BTreeSet<String> {
    let of_hex =
        |hex| feature.at(hex).iter().map(move |way| side(map, hex, map.neighbour(hex, way).unwrap()));
    map.hexes().flat_map(of_hex).collect()
}

fn course_names(courses: &[Course]) -> Vec<&str> {
    courses.iter().map(|course| course.name.as_str()).collect()
}

#[test]
fn the_compiled_map_is_the_committed_one() {
    let compiled = atlas::compile(
        atlas::Source { file: "grid.toml", text: include_str!("../../data/map/grid.toml") },
        atlas::Source { file: "geography.geojson", text: include_str!("../../data/map/geography.geojson") },
        atlas::Source { file: "overrides.toml", text: include_str!("../../data/map/overrides.toml") },
        &["Compiled from data/map: change that and run `sandtable map build mars`."],
        "map.toml",
    );
    assert!(compiled.unwrap() == include_str!("../../data/map.toml"), "run `sandtable map build mars`");
}

#[test]
fn the_grid_is_23_by_16() {
    let map = map();
    assert_eq!((map.len(), map.columns(), map.rows()), (23 * 16, 1..=23, 1..=16));
    // The neighbours of the ledger's terms, for an odd and an even column.
    let around = |number| numbers(map, map.neighbours(hex(map, number)));
    assert_eq!(around("0905"), ["0904", "1004", "1005", "0906", "0805", "0804"]);
    assert_eq!(around("1005"), ["1004", "1105", "1106", "1006", "0906", "0905"]);
}

#[test]
fn who_held_what() {
    let map = map();
    let (german, russian) = (initially(map, Side::German), initially(map, Side::Russian));
    for (row, sides) in (1..).zip(INITIAL_SIDES) {
        for (column, side) in (1..).zip(sides.chars()) {
            let hex = hex(map, &format!("{column:02}{row:02}"));
            assert_eq!(german.contains(hex), side == 'G', "{column:02}{row:02}");
            assert_eq!(russian.contains(hex), side == 'R', "{column:02}{row:02}");
        }
    }
}

#[test]
fn mars_ter_4_zones_are_the_german_hexes_on_the_line() {
    let map = map();
    let zones = defence_zones(map);
    assert_eq!(zones.zones.len(), 21, "MARS-TER-4");
    for (zone, (name, hexes)) in zones.zones.iter().zip(ZONES) {
        assert_eq!(
            (zone.name.as_str(), numbers(map, zone.hexes.clone()).join(" ")),
            (name, hexes.to_owned())
        );
        assert!(zone.hexes.iter().all(|&hex| !frontline(map).outward(hex).is_empty()), "{name}");
        assert!(zone.hexes.windows(2).all(|pair| map.are_adjacent(pair[0], pair[1])), "{name}");
    }
    let sizes = |size| zones.zones.iter().filter(|zone| zone.hexes.len() == size).count();
    assert_eq!((sizes(2), sizes(1)), (16, 5));
    let on_the_line: Hexes = map.hexes().filter(|&hex| !frontline(map).outward(hex).is_empty()).collect();
    let in_zones: Hexes = map.hexes().filter(|&hex| zones.at(hex).is_some()).collect();
    assert_eq!((on_the_line, in_zones.len()), (in_zones, 37));
}

/// The line lies on every side between a German and a Russian hex and nowhere else, German side in.
fn check_frontline(map: &HexMap) {
    let (german, front) = (initially(map, Side::German), frontline(map));
    assert!(front.directed);
    for hex in map.hexes() {
        for (way, other) in map.steps(hex) {
            let (here, there) = (german.contains(hex), german.contains(other));
            assert_eq!(front.at(hex).contains(way), here != there, "{}", side(map, hex, other));
            assert_eq!(front.outward(hex).contains(way), here && !there);
            assert_eq!(front.inward(hex).contains(way), !here && there);
        }
    }
}

#[test]
fn the_line_parts_the_initial_sides() {
    check_frontline(map());
    check_frontline(learning_map());
}

#[test]
fn mars_sup_4_friendly_edges() {
    let map = map();
    let south: String = (1..=19).map(|column| format!("{column:02}16")).collect::<Vec<_>>().join(" ");
    let german = set(map, &south) | set(map, "0113 0114 0115 0116");
    assert_eq!(friendly_edge(map, Side::German), german, "MARS-SUP-4");
    assert_eq!(southern_edge(map), set(map, &south));
    let edges = [Edge::North, Edge::East, Edge::South, Edge::West];
    let all: Hexes = edges.into_iter().flat_map(|edge| map.edge(edge)).collect();
    assert_eq!(friendly_edge(map, Side::Russian), all - german, "MARS-SUP-4");
}

#[test]
fn rivers_are_those_of_the_ledger() {
    let map = map();
    let rivers = rivers(map);
    assert_eq!(course_names(&rivers.courses), RIVERS.map(|(name, _)| name));
    let mut all = BTreeSet::new();
    for (course, (name, sides)) in rivers.courses.iter().zip(RIVERS) {
        let drawn: Vec<_> = course.pairs.iter().map(|&(one, other)| side(map, one, other)).collect();
        assert_eq!(drawn.join(" "), sides, "{name}");
        all.extend(drawn);
    }
    assert_eq!(sides_with(map, rivers), all);
    // The worked examples: the Vazuza before 1607 but not before 1608.
    let way = map.direction(hex(map, "1607"), hex(map, "1708")).unwrap();
    assert_eq!(rivers.course_at(map, hex(map, "1607"), way), Some("Vazuza"));
    let way = map.direction(hex(map, "1608"), hex(map, "1708")).unwrap();
    assert!(!rivers.at(hex(map, "1608")).contains(way));
}

#[test]
fn roads_and_rails_are_those_of_the_ledger() {
    let map = map();
    for (kind, lines) in [("road", ROADS.as_slice()), ("rail", RAILS.as_slice())] {
        let network = map.link(kind).unwrap();
        let mut wanted = vec![BTreeSet::new(); map.len()];
        assert_eq!(network.courses.len(), lines.len());
        for (course, (name, list)) in network.courses.iter().zip(lines) {
            assert_eq!(course.name, *name);
            let line: Vec<HexId> = list.split(' ').map(|number| hex(map, number)).collect();
            let pairs: Vec<_> = line.windows(2).map(|pair| (pair[0], pair[1])).collect();
            assert_eq!(course.pairs, pairs, "{name}");
            for (one, other) in pairs {
                wanted[one.index()].insert(other);
                wanted[other.index()].insert(one);
            }
        }
        for hex in map.hexes() {
            let found: BTreeSet<_> =
                network.at(hex).iter().map(|way| map.neighbour(hex, way).unwrap()).collect();
            assert_eq!(found, wanted[hex.index()], "{kind} at {}", map.number(hex));
        }
    }
}

#[test]
fn mars_sup_3_roads_and_rails_are_one_net_for_supply() {
    let map = map();
    let (from, to) = (hex(map, "1912"), hex(map, "2011"));
    let rail = map.direction(from, to).unwrap();
    assert!(!roads(map).at(from).contains(rail) && supply_links(map, from).contains(rail), "MARS-SUP-3");
    let road = map.direction(from, hex(map, "1913")).unwrap();
    assert!(roads(map).at(from).contains(road) && supply_links(map, from).contains(road), "MARS-SUP-3");
}

#[test]
fn forests_are_those_of_the_ledger() {
    let map = map();
    let terrain = map.layer("terrain").unwrap();
    let forest = terrain.hexes(terrain.value("forest").unwrap());
    assert_eq!(numbers(map, forest).join(" "), FORESTS);
}

#[test]
fn places_are_those_of_the_ledger() {
    let map = map();
    assert_eq!(map.places().len(), PLACES.len());
    let german = initially(map, Side::German);
    for (name, kind, initial, number) in PLACES {
        let place = map.place(name).unwrap();
        assert_eq!(
            (place.kind.as_str(), map.number(place.hex).to_string()),
            (kind, number.to_owned()),
            "{name}"
        );
        assert_eq!(german.contains(place.hex), initial == 'G', "{name}");
        assert_eq!(map.place_at(place.hex), Some(place));
    }
    let count =
        |kind| map.places().iter().filter(|place| place.kind == kind && german.contains(place.hex)).count();
    assert_eq!((count("city"), count("town")), (4, 13));
}

#[test]
fn mars_set_4_and_mars_set_7_zones_of_the_set_up() {
    let map = map();
    let (german, russian) = (initially(map, Side::German), initially(map, Side::Russian));
    for hex in map.hexes() {
        let number = map.number(hex);
        assert_eq!(
            reserves(map).contains(hex),
            german.contains(hex) && number.row <= 13,
            "MARS-SET-4 {number}"
        );
        let kalinin = russian.contains(hex) && number.column <= 12;
        assert_eq!(kalinin_front(map).contains(hex), kalinin, "MARS-SET-7 {number}");
        let western = map.zones("front").unwrap().zone("Western").unwrap().hexes.contains(&hex);
        assert_eq!(western, russian.contains(hex) && number.column >= 13, "MARS-SET-7 {number}");
    }
    assert!(kalinin_front(learning_map()).is_empty());
}

#[test]
fn the_learning_map_is_that_of_the_ledger() {
    let map = learning_map();
    assert_eq!((map.len(), map.columns(), map.rows()), (64, 1..=8, 1..=8));
    let rows = |rows: std::ops::RangeInclusive<u8>| -> Hexes {
        map.hexes().filter(|&hex| rows.contains(&map.number(hex).row)).collect()
    };
    assert_eq!(initially(map, Side::Russian), rows(1..=3));
    assert_eq!(initially(map, Side::German), rows(4..=8));
    assert_eq!(reserves(map), rows(5..=8));
    let zones: Vec<_> = defence_zones(map)
        .zones
        .iter()
        .map(|zone| (zone.name.as_str(), numbers(map, zone.hexes.clone()).join(" ")))
        .collect();
    let wanted = [("L1", "0104 0204"), ("L2", "0304 0404"), ("L3", "0504 0604"), ("L4", "0704 0804")];
    assert_eq!(zones, wanted.map(|(name, list)| (name, list.to_owned())), "MARS-TER-4");

    let river = "0403/0504 0503/0504 0603/0504 0603/0604 0603/0704 0703/0704 0803/0704 0803/0804";
    let ends =
        |text: &str| text.split_once('/').map(|(one, other)| side(map, hex(map, one), hex(map, other)));
    assert_eq!(sides_with(map, rivers(map)), river.split(' ').filter_map(ends).collect());

    let lines = ["0501 0502 0503 0504 0505 0506 0507 0508", "0506 0406 0306 0206 0106"];
    let mut joined = BTreeSet::new();
    for line in lines {
        let line: Vec<_> = line.split(' ').map(|number| hex(map, number)).collect();
        joined.extend(line.windows(2).map(|pair| side(map, pair[0], pair[1])));
    }
    let of_hex =
        |hex| supply_links(map, hex).iter().map(move |way| side(map, hex, map.neighbour(hex, way).unwrap()));
    assert_eq!(map.hexes().flat_map(of_hex).collect::<BTreeSet<_>>(), joined);
    assert!(map.link("rail").unwrap().courses.is_empty());

    let places: Vec<_> =
        map.places().iter().map(|place| (place.name.as_str(), place.kind.as_str())).collect();
    assert_eq!(places, [("Sychevka", "city"), ("Osuga", "town")]);
    assert_eq!(numbers(map, map.places().iter().map(|place| place.hex)), ["0506", "0306"]);

    let column =
        |number: u8| -> Hexes { map.hexes().filter(|&hex| map.number(hex).column == number).collect() };
    let flanks = column(1) | column(8);
    assert_eq!(friendly_edge(map, Side::Russian), rows(1..=1) | (flanks & rows(1..=3)), "MARS-SUP-4");
    assert_eq!(friendly_edge(map, Side::German), rows(8..=8) | (flanks & rows(4..=8)), "MARS-SUP-4");
    assert_eq!(southern_edge(map), rows(8..=8));
}

#[test]
fn whole_sets_step_as_their_hexes_do() {
    for map in [map(), learning_map()] {
        let neighbours = Neighbours::new(map);
        for hex in map.hexes() {
            assert_eq!(neighbours.of(Hexes::of(hex)), map.neighbours(hex).collect());
        }
        let some: Hexes = map.hexes().filter(|hex| hex.index() % 7 < 2).collect();
        assert_eq!(neighbours.of(some), some.iter().flat_map(|hex| map.neighbours(hex)).collect());
    }
    let two: Hexes = [3, 300].map(HexId::new).into_iter().collect();
    assert_eq!((two.len(), (two - Hexes::of(HexId::new(3))).first()), (2, Some(HexId::new(300))));
    assert!(two.meets(Hexes::of(HexId::new(300))) && !(!two).contains(HexId::new(3)));
    assert!(!two.contains(HexId::NONE) && (two & !two).is_empty());
}
