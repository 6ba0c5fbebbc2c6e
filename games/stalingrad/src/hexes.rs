//! Hexes by their printed numbers: column, then row, even columns half a hex lower.
//!
//! Distances and neighbours follow from the numbers alone, so a question about one battle, one line of bombs or
//! one landing needs no map.

use std::{borrow::Cow, cmp::Ordering, fmt, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, de};

use crate::charts::charts;

/// A hex such as `1212`: column 12, row 12. One that has been shifted may lie off the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hex {
    column: i8,
    row: i8,
}

/// By column, then by row, compared as one number: maps of hexes are searched all the time.
impl Ord for Hex {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |hex: &Self| i16::from(hex.column) * 256 + i16::from(hex.row);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Hex {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The sides of a hex as the direction die numbers them, clockwise from north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Direction(pub(crate) u8);

impl Direction {
    /// North, the way mass bombing lines run.
    pub const NORTH: Self = Self(0);

    /// STAL-DIE-3: the die is read as it falls, under either index.
    pub fn of_die(face: u16) -> Self {
        Self(face as u8 - 1)
    }

    /// `N`, `NE` and so on.
    pub fn name(self) -> &'static str {
        &charts().directions[usize::from(self.0)].name
    }
}

impl Hex {
    /// The hex in this column and row.
    pub const fn new(column: i8, row: i8) -> Self {
        Self { column, row }
    }

    /// Reads four digits, on the map or not.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = |part: &str| part.parse().ok();
        if digits { Some(Self::new(number(&text[..2])?, number(&text[2..])?)) } else { None }
    }

    /// Whether the map has such a hex.
    pub fn is_on_map(self) -> bool {
        let size = &charts().map;
        (1..=size.columns).contains(&self.column) && (1..=size.rows).contains(&self.row)
    }

    /// The neighbour in this direction.
    #[must_use]
    pub fn towards(self, direction: Direction) -> Self {
        let step = &charts().directions[usize::from(direction.0)];
        let rows = if self.column % 2 == 0 { step.row_from_even } else { step.row_from_odd };
        Self { column: self.column + step.column, row: self.row + rows }
    }

    /// How many hexes away `other` is.
    pub const fn distance(self, other: Self) -> u8 {
        let (here, there) = (self.axial(), other.axial());
        let (across, down) = (there.0 - here.0, there.1 - here.1);
        let longest = [across.unsigned_abs(), down.unsigned_abs(), (across + down).unsigned_abs()];
        let most = if longest[0] > longest[1] { longest[0] } else { longest[1] };
        (if most > longest[2] { most } else { longest[2] }) as u8
    }

    /// Whether they touch.
    pub const fn is_next_to(self, other: Self) -> bool {
        self.distance(other) == 1
    }

    /// Slanted coordinates in which a step to a neighbour changes at most each number by one.
    const fn axial(self) -> (i16, i16) {
        let across = self.column as i16 - 1;
        (across, self.row as i16 - (across - (across & 1)) / 2)
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.column, self.row)
    }
}

/// What is no hex number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAHex(String);

impl fmt::Display for NotAHex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = &charts().map;
        write!(
            f,
            "`{}` is no hex: expected four digits, column 01-{:02} then row 01-{:02}, such as \"1212\"",
            self.0, size.columns, size.rows
        )
    }
}

impl std::error::Error for NotAHex {}

impl FromStr for Hex {
    type Err = NotAHex;

    fn from_str(text: &str) -> Result<Self, NotAHex> {
        let hex = Self::read(text).filter(|hex| hex.is_on_map());
        hex.ok_or_else(|| NotAHex(text.chars().take(40).collect()))
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HexSide {
    low: Hex,
    high: Hex,
}

impl HexSide {
    /// The side between two neighbours, in either order.
    pub fn between(one: Hex, other: Hex) -> Self {
        Self { low: one.min(other), high: one.max(other) }
    }
}

impl FromStr for HexSide {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let shown: String = text.chars().take(40).collect();
        let expected =
            format!("`{shown}` is no hex-side: expected two neighbouring hexes such as \"1216|1217\"");
        let (one, other) = text.split_once('|').ok_or_else(|| expected.clone())?;
        let hex = |part: &str| part.trim().parse::<Hex>().map_err(|error| error.to_string());
        let (one, other) = (hex(one)?, hex(other)?);
        if one.is_next_to(other) { Ok(Self::between(one, other)) } else { Err(expected) }
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
        let around = |from: &str| {
            (1..=6).map(|face| hex(from).towards(Direction::of_die(face)).to_string()).collect::<Vec<_>>()
        };
        assert_eq!(around("0910"), ["0909", "1009", "1010", "0911", "0810", "0809"]);
        assert_eq!(around("1210"), ["1209", "1310", "1311", "1211", "1111", "1110"]);
        assert_eq!(
            (1..=6).map(|face| Direction::of_die(face).name()).collect::<Vec<_>>(),
            ["N", "NE", "SE", "S", "SW", "NW"]
        );
    }

    #[test]
    fn every_neighbour_is_one_away() {
        for column in 1..=17 {
            for row in 1..=24 {
                let here = Hex::new(column, row);
                for face in 1..=6 {
                    let there = here.towards(Direction::of_die(face));
                    assert!(here.is_next_to(there), "{here} {there}");
                    let opposite = Direction::of_die((face + 2) % 6 + 1);
                    assert_eq!(there.towards(opposite), here);
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
