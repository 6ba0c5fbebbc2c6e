//! A map as data, for drawing.

use kit::map::{Course, HexId, HexMap};
use serde::Serialize;

/// A map: everything that lies on it, by places in the list of hexes.
#[derive(Serialize, utoipa::ToSchema)]
pub struct MapData {
    /// What it shows.
    title: String,
    /// How rows and columns lie: `flat, even columns down` and the like.
    layout: &'static str,
    /// The first and last column.
    columns: (u8, u8),
    /// The first and last row.
    rows: (u8, u8),
    /// The number of every hex: column and row, two digits each.
    hexes: Vec<String>,
    /// What every hex has one of.
    layers: Vec<LayerData>,
    /// What lies on the sides between hexes.
    sides: Vec<SideData>,
    /// What joins hexes.
    links: Vec<LinkData>,
    /// Named places.
    places: Vec<PlaceData>,
    /// Named sets of hexes, by group.
    zones: Vec<ZonesData>,
}

/// One attribute of every hex.
#[derive(Serialize, utoipa::ToSchema)]
pub struct LayerData {
    name: String,
    /// Its values.
    values: Vec<String>,
    /// For every hex the place of its value.
    of: Vec<u16>,
}

/// What lies on sides between hexes.
#[derive(Serialize, utoipa::ToSchema)]
pub struct SideData {
    name: String,
    /// Whether it has an inside, which is then the first hex of each pair.
    directed: bool,
    courses: Vec<CourseData>,
}

/// What joins hexes.
#[derive(Serialize, utoipa::ToSchema)]
pub struct LinkData {
    name: String,
    courses: Vec<CourseData>,
}

/// A named part: pairs of neighbours.
#[derive(Serialize, utoipa::ToSchema)]
pub struct CourseData {
    name: String,
    pairs: Vec<(u16, u16)>,
}

/// A named place.
#[derive(Serialize, utoipa::ToSchema)]
pub struct PlaceData {
    name: String,
    kind: String,
    hex: u16,
}

/// Zones that belong together.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ZonesData {
    name: String,
    zones: Vec<ZoneData>,
}

/// A named set of hexes.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ZoneData {
    name: String,
    hexes: Vec<u16>,
}

impl From<&HexMap> for MapData {
    fn from(map: &HexMap) -> Self {
        let layer = |layer: &kit::map::Layer| LayerData {
            name: layer.name.clone(),
            values: layer.values().map(|value| layer.value_name(value).to_owned()).collect(),
            of: map.hexes().map(|hex| layer.at(hex).index() as u16).collect(),
        };
        let place = |place: &kit::map::NamedPlace| PlaceData {
            name: place.name.clone(),
            kind: place.kind.clone(),
            hex: place.hex.raw(),
        };
        let zone = |zone: &kit::map::Zone| ZoneData {
            name: zone.name.clone(),
            hexes: zone.hexes.iter().copied().map(HexId::raw).collect(),
        };
        Self {
            title: map.title().to_owned(),
            layout: map.layout().name(),
            columns: (*map.columns().start(), *map.columns().end()),
            rows: (*map.rows().start(), *map.rows().end()),
            hexes: map.hexes().map(|hex| map.number(hex).to_string()).collect(),
            layers: map.layers().iter().map(layer).collect(),
            sides: map
                .sides()
                .iter()
                .map(|side| SideData {
                    name: side.name.clone(),
                    directed: side.directed,
                    courses: courses(&side.courses),
                })
                .collect(),
            links: map
                .links()
                .iter()
                .map(|link| LinkData { name: link.name.clone(), courses: courses(&link.courses) })
                .collect(),
            places: map.places().iter().map(place).collect(),
            zones: map
                .zone_groups()
                .iter()
                .map(|group| ZonesData {
                    name: group.name.clone(),
                    zones: group.zones.iter().map(zone).collect(),
                })
                .collect(),
        }
    }
}

fn courses(courses: &[Course]) -> Vec<CourseData> {
    let pairs = |course: &Course| course.pairs.iter().map(|(one, other)| (one.raw(), other.raw())).collect();
    courses.iter().map(|course| CourseData { name: course.name.clone(), pairs: pairs(course) }).collect()
}
