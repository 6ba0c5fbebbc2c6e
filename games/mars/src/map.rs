//! The maps: the Rzhev salient, and the learning scenario's stretch of the Vazuza.

use kit::{
    Directions, HexId, HexMap,
    map::{Edge, HexSet, MapSource, Network, SideFeature, ZoneGroup},
};

use crate::Side;

/// A set of hexes of either map.
pub type Hexes = HexSet<6>;

/// The neighbours of whole sets of hexes.
pub type Neighbours = kit::map::Neighbours<6>;

/// The most hexes a map of this game has.
pub const MOST_HEXES: usize = Hexes::CAPACITY;

/// The maps of the game, the historical one first.
pub static MAPS: &[MapSource] = &[
    MapSource {
        name: "historical",
        file: "games/mars/data/map.toml",
        text: include_str!("../data/map.toml"),
    },
    MapSource {
        name: "learning",
        file: "games/mars/data/learning-map.toml",
        text: include_str!("../data/learning-map.toml"),
    },
];

/// The hexes a side held on 25 November 1942.
pub fn initially(map: &HexMap, side: Side) -> Hexes {
    let layer = map.layer("initial").expect("every map says who held what");
    let value = match side {
        Side::Russian => layer.value("russian"),
        Side::German => layer.value("german"),
    };
    layer.hexes(value.expect("both sides hold hexes")).collect()
}

/// The friendly edge: edge hexes of one's own side at the start, whoever has passed since (MARS-SUP-4).
pub fn friendly_edge(map: &HexMap, side: Side) -> Hexes {
    initially(map, side).iter().filter(|&hex| map.is_edge(hex)).collect()
}

/// Where German divisions come and go: initially German hexes of the southern edge.
pub fn southern_edge(map: &HexMap) -> Hexes {
    let german = initially(map, Side::German);
    map.edge(Edge::South).filter(|&hex| german.contains(hex)).collect()
}

/// The line of 25 November 1942 between initially German (inner) and initially Russian (outer) hexes.
pub fn frontline(map: &HexMap) -> &SideFeature {
    map.side("frontline").expect("every map has a front line")
}

/// The rivers.
pub fn rivers(map: &HexMap) -> &SideFeature {
    map.side("river").expect("every map has rivers")
}

/// The forests.
pub fn forest(map: &HexMap) -> Hexes {
    let terrain = map.layer("terrain").expect("every map has terrain");
    terrain.value("forest").map_or(Hexes::EMPTY, |forest| terrain.hexes(forest).collect())
}

/// The German defence zones, one or two hexes each, every one on the line (MARS-TER-4).
pub fn defence_zones(map: &HexMap) -> &ZoneGroup {
    map.zones("defence").expect("every map has defence zones")
}

/// The roads.
pub fn roads(map: &HexMap) -> &Network {
    map.link("road").expect("every map has roads")
}

/// Where a road or a rail leads from a hex, mixed freely as supply does (MARS-SUP-3).
pub fn supply_links(map: &HexMap, hex: HexId) -> Directions {
    map.links().iter().fold(Directions::NONE, |all, network| all.union(network.at(hex)))
}

/// Where kampfgruppen and the cavalry begin: the salient (MARS-SET-4).
pub fn reserves(map: &HexMap) -> Hexes {
    let zone = map.zones("setup").and_then(|group| group.zone("reserves"));
    zone.expect("every map has a place for reserves").hexes.iter().copied().collect()
}

/// The Kalinin Front zone, in which Russian units may begin only in limited numbers (MARS-SET-7); the learning
/// scenario has none.
pub fn kalinin_front(map: &HexMap) -> Hexes {
    let zone = map.zones("front").and_then(|group| group.zone("Kalinin"));
    zone.map_or(Hexes::EMPTY, |zone| zone.hexes.iter().copied().collect())
}
