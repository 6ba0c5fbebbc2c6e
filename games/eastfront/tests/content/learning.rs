//! The map of the learning scenario, as section 6.6 of the ledger draws it.

use std::collections::BTreeSet;

use kit::map::{HexId, HexMap};

fn map() -> HexMap {
    HexMap::load("games/eastfront/data/learning-map.toml", include_str!("../../data/learning-map.toml"))
        .unwrap_or_else(|error| panic!("{error}"))
}

fn words(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn the_smolensk_gate_is_eight_by_eight() {
    let map = map();
    assert_eq!((map.len(), map.columns(), map.rows()), (64, 0..=7, 0..=7));
    let having = |layer: &str, value: &str| -> BTreeSet<String> {
        let layer = map.layer(layer).unwrap();
        map.hexes()
            .filter(|&hex| layer.name_at(hex) == value)
            .map(|hex| map.number(hex).to_string())
            .collect()
    };
    assert_eq!(having("terrain", "hills"), words("0501 0601"));
    assert_eq!(having("terrain", "swamp"), words("0306 0406 0307"));
    assert_eq!(having("terrain", "clear").len(), 59);
    assert_eq!(having("country", "Germany"), words("0000 0001 0002 0003 0004 0005 0006 0007"));
    assert_eq!(having("country", "USSR").len(), 56);
    assert_eq!(having("weather", "south-west").len(), 64);
    let places = [
        ("Vitebsk", "0201", "dot city"),
        ("Orsha", "0103", "town"),
        ("Mogilev", "0106", "dot city"),
        ("Smolensk", "0403", "victory city"),
        ("Yartsevo", "0603", "town"),
        ("Yelnya", "0505", "town"),
    ];
    for (name, hex, kind) in places {
        let place = map.place(name).unwrap();
        assert_eq!((map.number(place.hex).to_string().as_str(), place.kind.as_str()), (hex, kind));
    }
    assert_eq!(map.hexes().filter(|&hex| map.place_at(hex).is_some()).count(), places.len());
}

#[test]
fn the_dnepr_the_road_and_the_rail_lie_where_the_ledger_has_them() {
    let map = map();
    let pairs = |at: &dyn Fn(HexId) -> kit::map::Directions| -> BTreeSet<String> {
        let mut pairs = BTreeSet::new();
        for hex in map.hexes() {
            for way in at(hex).iter() {
                let (one, other) = (map.number(hex), map.number(map.neighbour(hex, way).unwrap()));
                pairs.insert(format!("{}-{}", one.min(other), one.max(other)));
            }
        }
        pairs
    };
    let river = map.side("river").unwrap();
    let wanted = words(
        "0103-0203 0103-0204 0104-0204 0105-0204 0105-0205 0105-0206 0106-0206 0107-0206 0107-0207 0202-0203 \
         0203-0302 0302-0303 0303-0402 0402-0403 0403-0502 0502-0503 0503-0602 0602-0603 0603-0702 0702-0703",
    );
    assert_eq!(pairs(&|hex| river.at(hex)), wanted);
    let road = words("0003-0103 0103-0203 0203-0303 0303-0403 0403-0503 0503-0603 0603-0703");
    let (rail, link) = (map.link("broad-gauge rail").unwrap(), map.link("road").unwrap());
    assert_eq!(pairs(&|hex| link.at(hex)), road);
    assert_eq!(pairs(&|hex| rail.at(hex)), &road | &words("0403-0404 0404-0405 0405-0505"));
    for other in ["strait", "sea", "lake", "fortification"] {
        assert!(map.side(other).is_none(), "there is no {other} here");
    }
}
