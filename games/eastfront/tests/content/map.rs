//! The map of the whole theatre: compiled, committed, and read a second time.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use kit::map::{HexId, HexMap};

use crate::literal::{Hex, LITERAL, hexes, number};

pub static MAP: LazyLock<HexMap> = LazyLock::new(|| {
    HexMap::load("games/eastfront/data/map.toml", include_str!("../../data/map.toml"))
        .unwrap_or_else(|error| panic!("{error}"))
});

type Pairs = BTreeSet<(String, String)>;

fn word(hex: HexId) -> String {
    MAP.number(hex).to_string()
}

/// Every pair of neighbours that a side feature or a network joins, the lower number first.
fn pairs(at: impl Fn(HexId) -> kit::map::Directions) -> Pairs {
    let mut pairs = Pairs::new();
    for hex in MAP.hexes() {
        for way in at(hex).iter() {
            let (one, other) = (word(hex), word(MAP.neighbour(hex, way).unwrap()));
            pairs.insert((one.clone().min(other.clone()), one.max(other)));
        }
    }
    pairs
}

fn sides(name: &str) -> Pairs {
    let side = MAP.side(name).unwrap();
    pairs(|hex| side.at(hex))
}

fn links(name: &str) -> Pairs {
    let link = MAP.link(name).unwrap();
    pairs(|hex| link.at(hex))
}

fn both(one: Hex, other: Hex) -> (String, String) {
    let (one, other) = (number(one), number(other));
    (one.clone().min(other.clone()), one.max(other))
}

fn value(layer: &str, hex: HexId) -> &'static str {
    MAP.layer(layer).unwrap().name_at(hex)
}

fn counted<'a>(words: impl IntoIterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    let mut counts = BTreeMap::new();
    for word in words {
        *counts.entry(word).or_insert(0) += 1;
    }
    counts
}

#[test]
fn the_compiled_map_is_the_committed_one() {
    let compiled = atlas::compile(
        atlas::Source { file: "grid.toml", text: include_str!("../../data/map/grid.toml") },
        atlas::Source { file: "geography.geojson", text: include_str!("../../data/map/geography.geojson") },
        atlas::Source { file: "overrides.toml", text: include_str!("../../data/map/overrides.toml") },
        &["Compiled from data/map: change that and run `sandtable map build eastfront`."],
        "map.toml",
    );
    assert!(compiled.unwrap() == include_str!("../../data/map.toml"), "run `sandtable map build eastfront`");
}

#[test]
fn every_hex_is_what_the_ledger_makes_of_its_anchor() {
    assert_eq!(MAP.len(), 45 * 49);
    for hex in MAP.hexes() {
        let (number, at) = (word(hex), MAP.number(hex));
        let at = (i32::from(at.column), i32::from(at.row));
        let wanted = (LITERAL.terrain(at), LITERAL.country(at), LITERAL.weather(at));
        let found = (value("terrain", hex), value("country", hex), value("weather", hex));
        assert_eq!(found, (wanted.0.as_str(), wanted.1.as_str(), wanted.2), "{number}");
        let place = MAP.place_at(hex).map(|place| (place.name.as_str(), place.kind.as_str()));
        assert_eq!(place, LITERAL.place(at), "{number}");
        let around: Vec<String> = MAP.neighbours(hex).map(word).collect();
        let wanted: BTreeSet<String> =
            LITERAL.neighbours(at).into_iter().map(crate::literal::number).collect();
        assert_eq!(around.iter().cloned().collect::<BTreeSet<_>>(), wanted, "{number}");
    }
}

#[test]
fn every_hexside_is_what_the_ledger_makes_of_the_stretch_between_the_anchors() {
    let found = ["strait", "sea", "lake", "river"].map(sides);
    let fort = MAP.side("fortification").unwrap();
    for hex in hexes() {
        for other in LITERAL.neighbours(hex) {
            let pair = both(hex, other);
            let wanted = LITERAL.side(hex, other);
            let carried = found.each_ref().map(|sides| sides.contains(&pair));
            assert_eq!(carried, [wanted.kerch, wanted.sea, wanted.lake, wanted.river], "{pair:?}");
            let (from, to) = (MAP.find(&number(other)).unwrap(), MAP.find(&number(hex)).unwrap());
            let outward = MAP.direction(to, from).is_some_and(|way| fort.outward(to).contains(way));
            assert_eq!(outward, wanted.defends, "{} defended against {}", number(hex), number(other));
        }
    }
}

#[test]
fn rails_and_roads_are_the_ledgers_hex_lines() {
    for (kind, found) in [
        ("rail", &links("standard-gauge rail") | &links("broad-gauge rail")),
        ("road", links("road")),
        ("highway", links("highway")),
    ] {
        let wanted: Pairs = LITERAL
            .lines(kind)
            .iter()
            .flat_map(|chain| chain.windows(2).flat_map(|pair| LITERAL.way(pair[0], pair[1])))
            .map(|(one, other)| both(one, other))
            .collect();
        assert_eq!(found, wanted, "{kind}");
    }
    // In June 1941 a link is broad as soon as one of its ends is in the USSR.
    let is_soviet = |word: &String| value("country", MAP.find(word).unwrap()) == "USSR";
    assert!(links("broad-gauge rail").iter().all(|(one, other)| is_soviet(one) || is_soviet(other)));
    assert!(!links("standard-gauge rail").iter().any(|(one, other)| is_soviet(one) || is_soviet(other)));
    assert!(links("highway").is_subset(&links("road")));
}

#[test]
fn the_check_figures_of_the_ledger() {
    let land = || MAP.hexes().filter(|&hex| !["sea", "lake"].contains(&value("terrain", hex)));
    let all = counted(MAP.hexes().map(|hex| value("terrain", hex)));
    assert_eq!((MAP.len(), land().count(), all["sea"], all["lake"]), (2205, 1912, 278, 15));
    let nations = counted(land().map(|hex| value("country", hex)));
    let wanted = [
        ("Finland", 39),
        ("Germany", 130),
        ("Hungary", 53),
        ("Romania", 94),
        ("USSR", 1540),
        ("neutral", 56),
    ];
    assert_eq!(nations, BTreeMap::from(wanted));
    // With the hills of the Crimea drawn so that Sevastopol's hex is clear: EAST-R77.
    assert_eq!((all["clear"], all["hills"], all["mountain"], all["swamp"]), (1798, 22, 63, 29));
    let rails = &links("standard-gauge rail") | &links("broad-gauge rail");
    assert_eq!((rails.len(), links("road").len(), links("highway").len()), (693, 246, 9));
    assert_eq!((sides("strait").len(), sides("lake").len(), sides("sea").len()), (1, 6, 7));
    let fort = MAP.side("fortification").unwrap();
    let wanted = [
        ("Stalin Line, Karelian sector", 1),
        ("Stalin Line, north", 13),
        ("Stalin Line, centre", 12),
        ("Stalin Line, south", 30),
        ("Luga Line", 8),
        ("Mozhaisk Line", 15),
    ];
    let found: Vec<_> =
        fort.courses.iter().map(|course| (course.name.as_str(), course.pairs.len())).collect();
    assert_eq!(found, wanted);
    // Each river by itself: a side that two share is drawn as the first one's.
    let figures = [
        ("Berezina", 19),
        ("Bug", 20),
        ("Danube", 21),
        ("Desna", 23),
        ("Dnepr", 69),
        ("Dnestr", 28),
        ("Don", 51),
        ("Donets", 25),
        ("Dvina", 37),
        ("Kuban", 18),
        ("Lovat", 12),
        ("Luga", 7),
        ("Narva", 1),
        ("Neva", 2),
        ("Niemen", 20),
        ("Oka", 36),
        ("Prut", 22),
        ("San", 7),
        ("Southern Bug", 21),
        ("Svir", 7),
        ("Terek", 10),
        ("Vistula", 33),
        ("Lower Volga", 46),
        ("Upper Volga", 52),
        ("Volkhov", 8),
    ];
    for (river, count) in figures {
        assert_eq!(LITERAL.river_sides(river), count, "{river}");
    }
    assert_eq!(figures.len(), 25);
}

#[test]
fn perekop_is_the_only_way_into_the_crimea_and_the_examples_hold() {
    // EAST-MOV-7, and the last of the check figures.
    let shut =
        |pair: &(String, String)| ["strait", "sea", "lake"].iter().any(|name| sides(name).contains(pair));
    let mut crimea = BTreeSet::from(["2344".to_owned()]);
    let mut open = vec!["2344".to_owned()];
    let mut gates = BTreeSet::new();
    while let Some(here) = open.pop() {
        for next in MAP.neighbours(MAP.find(&here).unwrap()) {
            let there = word(next);
            let pair = (here.clone().min(there.clone()), here.clone().max(there.clone()));
            if value("country", next) == "water" || shut(&pair) || crimea.contains(&there) {
                continue;
            }
            if there == "2241" {
                gates.insert(pair);
                continue;
            }
            crimea.insert(there.clone());
            open.push(there);
        }
    }
    assert_eq!(gates, Pairs::from([("2241".to_owned(), "2242".to_owned())]));
    assert!(crimea.len() < 20, "{crimea:?}");
    // Example X21.
    let chain = |hexes: &str| {
        let words: Vec<String> = hexes.split(' ').map(str::to_owned).collect();
        words
            .windows(2)
            .map(|pair| (pair[0].clone().min(pair[1].clone()), pair[0].clone().max(pair[1].clone())))
            .collect::<Pairs>()
    };
    assert_eq!(links("highway"), chain("1919 2019 2119 2218 2318 2418 2417 2517 2616 2716"));
    assert!(chain("2241 2242 2243 2344").is_subset(&links("broad-gauge rail")));
    assert!(sides("sea").contains(&("2241".to_owned(), "2342".to_owned())));
}

#[test]
fn fortresses_ports_and_regions_are_marked() {
    let zone = |group: &str, name: &str| -> Vec<&str> {
        let zone = MAP.zones(group).unwrap().zones.iter().find(|zone| zone.name == name).unwrap();
        let mut names: Vec<_> =
            zone.hexes.iter().map(|&hex| MAP.place_at(hex).unwrap().name.as_str()).collect();
        names.sort_unstable();
        names
    };
    let wanted =
        ["Brest-Litovsk", "Kiev", "Leningrad", "Libau", "Odessa", "Przemysl", "Sevastopol", "Tallinn"];
    assert_eq!(zone("fortress", "fortress"), wanted);
    let wanted = ["Constanta", "Kerch", "Nikolaev", "Novorossiysk", "Odessa", "Sevastopol", "Tuapse"];
    assert_eq!(zone("port", "Black Sea"), wanted);
    let wanted = ["Helsinki", "Koenigsberg", "Leningrad", "Libau", "Memel", "Riga", "Tallinn", "Viipuri"];
    assert_eq!(zone("port", "Baltic"), wanted);
    assert_eq!(zone("port", "Azov"), ["Mariupol"]);
    let regions = MAP.zones("region").unwrap();
    for hex in MAP.hexes() {
        assert_eq!(regions.at(hex).is_some(), value("terrain", hex) != "clear", "{}", word(hex));
    }
}
