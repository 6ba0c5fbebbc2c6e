//! Which way a unit looks, and where the others stand as it sees them.

use std::fmt;

use kit::{
    Cell,
    map::{HexNumber, Layout},
};

pub use kit::map::Direction;
use schemars::JsonSchema;
use serde::Deserialize;

/// How the hexes of all maps lie; direction 0 is north (LINE-X-MAP-1, LINE-X-MAP-2).
pub const LAYOUT: Layout = Layout::FlatEvenDown;

kit::spelled! {
    /// One of the six hexes round a unit, counted clockwise from the one it faces (LINE-DIR-1, LINE-X-MAP-3).
    #[derive(Default, serde::Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Place {
        /// Straight ahead: its Hex 1.
        #[default]
        Front = "front",
        /// Beside the front, on its right hand.
        RightFront = "right-front",
        /// Beside the rear, on its right hand.
        RightRear = "right-rear",
        /// Behind it.
        Rear = "rear",
        /// Beside the rear, on its left hand.
        LeftRear = "left-rear",
        /// Beside the front, on its left hand.
        LeftFront = "left-front",
    }
}

impl Place {
    /// Where a neighbour in a direction lies for a unit that looks another way (LINE-X-MAP-3).
    pub const fn seen(way: Direction, facing: Direction) -> Self {
        Self::ALL[way.clockwise_from(facing) as usize]
    }

    /// The place so many hexsides further clockwise.
    #[must_use]
    pub const fn turned(self, sides: usize) -> Self {
        Self::ALL[(self as usize + sides) % 6]
    }
}

/// The hexes round a unit from the rear to the front, as hexsides from its facing.
pub(crate) const FROM_THE_REAR: [u8; 6] = [3, 2, 4, 1, 5, 0];

/// A direction in letters.
pub const fn compass(way: Direction) -> &'static str {
    ["N", "NE", "SE", "S", "SW", "NW"][way.index()]
}

/// A hex by its number on the map, as a question names it: columns and rows are counted from 1 (LINE-X-MAP-1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String", extend("pattern" = "^[0-9]{4}$"))]
pub struct Hex(HexNumber);

impl TryFrom<String> for Hex {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let number = text.parse().ok().filter(|number: &HexNumber| number.column > 0 && number.row > 0);
        number.map(Self).ok_or_else(|| {
            format!("`{text}` is no hex: expected four digits, column then row, such as \"0506\"")
        })
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Hex {
    /// The direction in which `other` lies next to this hex, if it does.
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        LAYOUT.direction(self.0, other.0)
    }

    /// The hexes next to both, in order of direction from this one: those between two hexes at distance 2
    /// (LINE-X-MIS-3). Empty if they are farther apart.
    pub fn between(self, other: Self) -> impl Iterator<Item = Self> {
        let around = Direction::ALL.into_iter().filter_map(move |way| LAYOUT.beside(self.0, way).map(Self));
        around.filter(move |hex| hex.direction_to(other).is_some())
    }
}

/// A row of Table 5, 1 (front) to 4 (rear): the higher, the worse for the unit attacked from there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Row(u8);

impl Row {
    /// The front.
    pub const FRONT: Self = Self(1);
    /// Beside the front.
    pub const FRONT_FLANK: Self = Self(2);
    /// Behind.
    pub const REAR: Self = Self(4);

    /// Row `number`, if Table 5 has it.
    pub const fn new(number: u8) -> Option<Self> {
        if matches!(number, 1..=4) { Some(Self(number)) } else { None }
    }

    /// Its number on Table 5.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Row 1 or 2: where the unit fights, shoots and holds its ground best.
    pub fn is_forward(self) -> bool {
        self <= Self::FRONT_FLANK
    }
}

impl Default for Row {
    fn default() -> Self {
        Self::FRONT
    }
}

impl From<Row> for u8 {
    fn from(row: Row) -> Self {
        row.0
    }
}

impl Cell for Row {
    const EXPECTED: &'static str = "a row of Table 5, 1 to 4";
    fn read(text: &str) -> Option<Self> {
        text.parse().ok().and_then(Self::new)
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}", self.0)
    }
}
