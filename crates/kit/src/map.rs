//! Hex maps: dense ids and tables for the rules, numbers and names for people.
//!
//! A map is text (see [`HexMap::load`] and `docs/maps.md`), drawn by hand or compiled from geography. The kit knows
//! no terrain, river or road: every name comes from the text, and a game looks up once what its rules speak of.
//!
//! ```
//! use sandtable_kit::map::{HexMap, HexSet};
//!
//! let map = HexMap::load("ford.toml", "
//! title = 'The ford'
//! layout = 'flat, even columns down'
//! columns = '01-03'
//! rows = '01-02'
//!
//! [layer.terrain]
//! legend = { '.' = 'clear', f = 'forest' }
//! drawn = '''
//! 01  .f.
//! 02  ..f
//! '''
//!
//! [side.river]
//! Ford = '0101/0201 0102/0201'
//!
//! [link.road]
//! 'Mill road' = '0101 0201 0302'
//!
//! [place.town]
//! Mill = '0201'
//!
//! [zone.army]
//! West = '0101 0102'
//! ").unwrap();
//!
//! let mill = map.find("0201").unwrap();
//! let terrain = map.layer("terrain").unwrap();
//! assert_eq!(terrain.name_at(mill), "forest");
//!
//! let (river, road) = (map.side("river").unwrap(), map.link("road").unwrap());
//! let west = map.find("0101").unwrap();
//! let over = map.direction(mill, west).unwrap();
//! assert!(river.at(mill).contains(over) && road.at(mill).contains(over));
//! assert_eq!(river.course_at(&map, mill, over), Some("Ford"));
//!
//! let army: HexSet<1> = map.zones("army").unwrap().zones[0].hexes.iter().copied().collect();
//! assert!(army.contains(west) && !army.contains(mill));
//! assert_eq!(map.distance(west, map.find("0302").unwrap()), 2);
//! ```

mod direction;
mod draft;
mod grid;
mod patched;
mod per_hex;
mod read;
pub mod search;
mod set;
mod source;

use std::ops::Deref;

pub use direction::{Direction, Directions};
pub use draft::{Draft, DraftLayer, DraftSides, Named};
pub use grid::{Edge, Grid, HexId, HexNumber, Layout, NoSuchHex, NotANumber};
pub use hexx::Hex;
pub use per_hex::PerHex;
pub use set::{HexSet, Neighbours};

use crate::ContentError;

/// A map: its hexes ([`Grid`], whose methods it has) and what lies on them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexMap {
    title: String,
    grid: Grid,
    layers: Vec<Layer>,
    sides: Vec<SideFeature>,
    side_flags: Box<[[u16; 6]]>,
    links: Vec<Network>,
    places: Vec<NamedPlace>,
    place_at: Box<[u16]>,
    zones: Vec<ZoneGroup>,
}

impl Deref for HexMap {
    type Target = Grid;
    fn deref(&self) -> &Grid {
        &self.grid
    }
}

impl HexMap {
    /// Reads the text of a map; the first mistake is reported with its place.
    pub fn load(file: &str, text: &str) -> Result<Self, ContentError> {
        read::read(file, text)
    }

    /// What the map shows.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What every hex has one of (terrain, owner), in the order of the file.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The layer with this name.
    pub fn layer(&self, name: &str) -> Option<&Layer> {
        self.layers.iter().find(|layer| layer.name == name)
    }

    /// What lies on the sides between hexes, in the order of the file.
    pub fn sides(&self) -> &[SideFeature] {
        &self.sides
    }

    /// The feature of hex-sides with this name.
    pub fn side(&self, name: &str) -> Option<&SideFeature> {
        self.sides.iter().find(|side| side.name == name)
    }

    /// Everything on a side: one bit a feature, in the order of [`HexMap::sides`].
    #[inline]
    pub const fn side_flags(&self, hex: HexId, direction: Direction) -> u16 {
        self.side_flags[hex.index()][direction.index()]
    }

    /// What joins hexes (road, rail), in the order of the file.
    pub fn links(&self) -> &[Network] {
        &self.links
    }

    /// The network with this name.
    pub fn link(&self, name: &str) -> Option<&Network> {
        self.links.iter().find(|link| link.name == name)
    }

    /// Every named place, in the order of the file.
    pub fn places(&self) -> &[NamedPlace] {
        &self.places
    }

    /// The place with this name.
    pub fn place(&self, name: &str) -> Option<&NamedPlace> {
        self.places.iter().find(|place| place.name == name)
    }

    /// The place in a hex.
    pub fn place_at(&self, hex: HexId) -> Option<&NamedPlace> {
        self.places.get(usize::from(self.place_at[hex.index()]))
    }

    /// Named sets of hexes, by group.
    pub fn zone_groups(&self) -> &[ZoneGroup] {
        &self.zones
    }

    /// The zones of a group.
    pub fn zones(&self, group: &str) -> Option<&ZoneGroup> {
        self.zones.iter().find(|zones| zones.name == group)
    }
}

/// One attribute of hexes: each hex has exactly one of its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layer {
    /// Such as `terrain`.
    pub name: String,
    values: Vec<(char, String)>,
    of: Box<[Value]>,
}

/// A value of a layer, by its place in the legend.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value(u8);

impl Value {
    /// For arrays with one entry a value.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Layer {
    /// The value of a hex.
    #[inline]
    pub const fn at(&self, hex: HexId) -> Value {
        self.of[hex.index()]
    }

    /// The value of a hex in words.
    pub fn name_at(&self, hex: HexId) -> &str {
        self.value_name(self.at(hex))
    }

    /// The value with this name.
    pub fn value(&self, name: &str) -> Option<Value> {
        self.values.iter().position(|(_, known)| known == name).map(|index| Value(index as u8))
    }

    /// A value in words.
    pub fn value_name(&self, value: Value) -> &str {
        &self.values[value.index()].1
    }

    /// The character with which a value is drawn.
    pub fn sign(&self, value: Value) -> char {
        self.values[value.index()].0
    }

    /// Every value in the order of the legend.
    pub fn values(&self) -> impl ExactSizeIterator<Item = Value> + use<> {
        (0..self.values.len() as u8).map(Value)
    }

    /// The hexes with a value, in the order of ids.
    pub fn hexes(&self, value: Value) -> impl Iterator<Item = HexId> + '_ {
        let ids = (0..self.of.len() as u16).map(HexId::new);
        ids.filter(move |&hex| self.at(hex) == value)
    }
}

/// What lies on sides between hexes.
///
/// It may have an inside and an outside: a wall, a front line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideFeature {
    /// Such as `river`.
    pub name: String,
    /// Whether it has an inside and an outside.
    pub directed: bool,
    /// Its parts by name, each a list of sides; of a directed feature the inner hex comes first.
    pub courses: Vec<Course>,
    masks: Box<[Directions]>,
    outward: Box<[Directions]>,
}

/// A named part of a feature or a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// Such as `Volga`.
    pub name: String,
    /// Pairs of neighbours: the two hexes of a side, or the two ends of a link.
    pub pairs: Vec<(HexId, HexId)>,
}

impl Course {
    fn holds(&self, one: HexId, other: HexId) -> bool {
        self.pairs.iter().any(|&pair| pair == (one, other) || pair == (other, one))
    }
}

fn course_at<'a>(courses: &'a [Course], map: &Grid, hex: HexId, direction: Direction) -> Option<&'a str> {
    let other = map.neighbour(hex, direction)?;
    courses.iter().find(|course| course.holds(hex, other)).map(|course| course.name.as_str())
}

impl SideFeature {
    /// The sides of a hex with the feature.
    #[inline]
    pub const fn at(&self, hex: HexId) -> Directions {
        self.masks[hex.index()]
    }

    /// The sides over which one leaves the inside; none for an undirected feature.
    #[inline]
    pub const fn outward(&self, hex: HexId) -> Directions {
        self.outward[hex.index()]
    }

    /// The sides over which one enters the inside; none for an undirected feature.
    #[inline]
    pub const fn inward(&self, hex: HexId) -> Directions {
        if self.directed {
            Directions::from_bits(self.at(hex).bits() & !self.outward(hex).bits())
        } else {
            Directions::NONE
        }
    }

    /// The name of the part on a side.
    pub fn course_at(&self, map: &Grid, hex: HexId, direction: Direction) -> Option<&str> {
        course_at(&self.courses, map, hex, direction)
    }
}

/// What joins neighbouring hexes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// Such as `road`.
    pub name: String,
    /// Its lines by name.
    pub courses: Vec<Course>,
    masks: Box<[Directions]>,
}

impl Network {
    /// The neighbours to which the network leads.
    #[inline]
    pub const fn at(&self, hex: HexId) -> Directions {
        self.masks[hex.index()]
    }

    /// The name of the line over a side.
    pub fn course_at(&self, map: &Grid, hex: HexId, direction: Direction) -> Option<&str> {
        course_at(&self.courses, map, hex, direction)
    }
}

/// A named place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedPlace {
    /// Its name.
    pub name: String,
    /// Such as `city`.
    pub kind: String,
    /// Where it is.
    pub hex: HexId,
}

/// Zones that belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZoneGroup {
    /// Such as `defence`.
    pub name: String,
    /// The zones in the order of the file.
    pub zones: Vec<Zone>,
    of: Box<[u16]>,
}

/// A named set of hexes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone {
    /// Its name.
    pub name: String,
    /// Its hexes in the order of the file.
    pub hexes: Vec<HexId>,
}

impl ZoneGroup {
    /// The zone with this name.
    pub fn zone(&self, name: &str) -> Option<&Zone> {
        self.zones.iter().find(|zone| zone.name == name)
    }

    /// The place in the list of the first zone that holds a hex.
    #[inline]
    pub fn index_at(&self, hex: HexId) -> Option<usize> {
        let zone = usize::from(self.of[hex.index()]);
        (zone < self.zones.len()).then_some(zone)
    }

    /// The first zone that holds a hex.
    pub fn at(&self, hex: HexId) -> Option<&Zone> {
        self.zones.get(usize::from(self.of[hex.index()]))
    }
}
