//! Hexes by their printed numbers: column, then row, even columns half a hex lower.
//!
//! Distances and neighbours follow from the numbers alone, so a question about one battle, one line of bombs or
//! one landing needs no map.

use std::{borrow::Cow, fmt, str::FromStr};

use kit::{
    Cell,
    map::{Direction, HexNumber, Layout},
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, de};

use crate::charts::{Charts, Rules};

/// How the columns of the map lie.
pub const LAYOUT: Layout = Layout::FlatEvenDown;

/// A hex such as `1212`: column 12, row 12.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hex(pub HexNumber);

/// North, the way mass bombing lines run.
pub const NORTH: Direction = Direction::ALL[0];

kit::cells! {
    /// A row of the direction die.
    pub(crate) struct DirectionRow {
        pub(crate) direction: Compass = "direction",
    }
}

/// A direction as the chart of the direction die prints it.
pub(crate) struct Compass(pub(crate) Direction);

impl Cell for Compass {
    const EXPECTED: &'static str = "N, NE, SE, S, SW or NW";
    fn read(text: &str) -> Option<Self> {
        let clockwise = ["N", "NE", "SE", "S", "SW", "NW"];
        clockwise.iter().position(|name| *name == text).map(|place| Self(Direction::ALL[place]))
    }
}

impl Hex {
    /// The hex in this column and row.
    pub const fn new(column: u8, row: u8) -> Self {
        Self(HexNumber::new(column, row))
    }

    /// Whether the map has such a hex.
    pub fn is_on_map(self, charts: &Charts) -> bool {
        let HexNumber { column, row } = self.0;
        (1..=charts.map.columns).contains(&column) && (1..=charts.map.rows).contains(&row)
    }

    /// The neighbour in this direction, which may lie off the map.
    pub fn towards(self, direction: Direction) -> Option<Self> {
        LAYOUT.beside(self.0, direction).map(Self)
    }

    /// How many hexes further north in the same column `other` is.
    pub fn steps_north_to(self, other: Self) -> Option<u8> {
        if self.0.column == other.0.column { self.0.row.checked_sub(other.0.row) } else { None }
    }

    /// How many hexes away `other` is.
    pub const fn distance(self, other: Self) -> u8 {
        LAYOUT.coordinate(self.0).unsigned_distance_to(LAYOUT.coordinate(other.0)) as u8
    }

    /// Whether they touch.
    pub const fn is_next_to(self, other: Self) -> bool {
        self.distance(other) == 1
    }

    /// The direction that leads to a neighbour.
    pub fn direction_to(self, neighbour: Self) -> Option<Direction> {
        LAYOUT.direction(self.0, neighbour.0)
    }
}

impl Cell for Hex {
    const EXPECTED: &'static str = "a hex of four digits";
    fn read(text: &str) -> Option<Self> {
        text.parse().ok().map(Self)
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Hexes have the same numbers in every variant of the game.
impl FromStr for Hex {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let charts = Rules::published();
        Self::read(text).filter(|hex| hex.is_on_map(&charts)).ok_or_else(|| {
            let (shown, size): (String, _) = (text.chars().take(40).collect(), charts.map);
            format!(
                "`{shown}` is no hex: expected four digits, column 01-{:02} then row 01-{:02}, such as \"1212\"",
                size.columns, size.rows
            )
        })
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(source)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Hex {
    fn schema_name() -> Cow<'static, str> {
        "Hex".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A hex by its number, column then row, such as \"1212\".",
            "type": "string", "pattern": "^[0-9]{4}$"
        })
    }
}

/// The side between two neighbouring hexes, written `1216|1217`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HexSide([Hex; 2]);

impl HexSide {
    /// The side between two hexes, if they are neighbours.
    pub fn between(one: Hex, other: Hex) -> Option<Self> {
        one.is_next_to(other).then(|| Self([one.min(other), one.max(other)]))
    }

    /// The way across the side as it lies to a hex; none if it is no side of that hex.
    pub fn direction_from(self, hex: Hex) -> Option<Direction> {
        let Self([one, other]) = self;
        if hex == one {
            one.direction_to(other)
        } else if hex == other {
            other.direction_to(one)
        } else {
            None
        }
    }
}

impl fmt::Display for HexSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([one, other]) = self;
        write!(f, "{one}|{other}")
    }
}

impl FromStr for HexSide {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let shown: String = text.chars().take(40).collect();
        let expected =
            format!("`{shown}` is no hex-side: expected two neighbouring hexes such as \"1216|1217\"");
        let (one, other) = text.split_once('|').ok_or_else(|| expected.clone())?;
        let hex = |part: &str| part.trim().parse::<Hex>();
        let (one, other) = (hex(one)?, hex(other)?);
        Self::between(one, other).ok_or(expected)
    }
}

impl<'de> Deserialize<'de> for HexSide {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(source)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for HexSide {
    fn schema_name() -> Cow<'static, str> {
        "HexSide".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The side between two neighbouring hexes, such as \"1216|1217\".",
            "type": "string", "pattern": "^[0-9]{4}\\|[0-9]{4}$"
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(text: &str) -> Hex {
        text.parse().unwrap()
    }

    /// STAL-DIE-3
    #[test]
    fn the_die_goes_clockwise_from_north() {
        let rules = Rules::published();
        let around = |from: &str| {
            let towards = |face| hex(from).towards(rules.direction(face)).unwrap().to_string();
            (1..=6).map(towards).collect::<Vec<_>>()
        };
        assert_eq!(around("0910"), ["0909", "1009", "1010", "0911", "0810", "0809"]);
        assert_eq!(around("1210"), ["1209", "1310", "1311", "1211", "1111", "1110"]);
        let names = rules.tables.directions.sheet();
        assert_eq!(
            (0..6).map(|row| names.cells(row)[0].as_str()).collect::<Vec<_>>(),
            ["N", "NE", "SE", "S", "SW", "NW"]
        );
        for (row, direction) in (0..).zip(Direction::ALL) {
            for (from, head) in [("0910", "row from odd column"), ("1210", "row from even column")] {
                let (from, to) = (hex(from).0, hex(from).towards(direction).unwrap().0);
                let read = |head| names.read::<i16>(row, head).unwrap();
                let offset = |from: u8, to: u8| i16::from(to) - i16::from(from);
                assert_eq!(offset(from.column, to.column), read("column"));
                assert_eq!(offset(from.row, to.row), read(head));
            }
        }
    }

    #[test]
    fn every_neighbour_is_one_away() {
        for column in 1..=17 {
            for row in 1..=24 {
                let here = Hex::new(column, row);
                for direction in Direction::ALL {
                    let there = here.towards(direction).unwrap();
                    assert!(here.is_next_to(there), "{here} {there}");
                    assert_eq!(there.towards(direction.opposite()), Some(here));
                    assert_eq!(here.direction_to(there), Some(direction));
                }
            }
        }
        assert_eq!(hex("1411").distance(hex("1212")), 2);
        assert_eq!(hex("0101").distance(hex("1724")), 31);
    }

    #[test]
    fn what_is_no_hex_says_what_would_be() {
        for bad in ["", "12", "1825", "0012", "1200", "12122", "ab12", "１２"] {
            assert!(bad.parse::<Hex>().is_err(), "{bad}");
        }
        assert!("1216|1218".parse::<HexSide>().is_err());
        assert_eq!("1217|1216".parse::<HexSide>(), "1216|1217".parse());
    }
}
