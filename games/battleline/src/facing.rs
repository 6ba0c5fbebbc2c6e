//! Which way a unit looks, and where the others stand as it sees them.

use std::{fmt, str::FromStr};

use kit::Cell;
use schemars::JsonSchema;
use serde::Deserialize;

/// One of the six hexes round a unit, counted clockwise from the one it faces (LINE-DIR-1, LINE-X-MAP-3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Straight ahead: its Hex 1.
    #[default]
    Front,
    /// Beside the front, on its right hand.
    RightFront,
    /// Beside the rear, on its right hand.
    RightRear,
    /// Behind it.
    Rear,
    /// Beside the rear, on its left hand.
    LeftRear,
    /// Beside the front, on its left hand.
    LeftFront,
}

impl Place {
    /// All six, clockwise.
    pub const ALL: [Self; 6] =
        [Self::Front, Self::RightFront, Self::RightRear, Self::Rear, Self::LeftRear, Self::LeftFront];

    /// So many hexsides clockwise from the facing.
    pub const fn clockwise(sides: usize) -> Self {
        Self::ALL[sides % 6]
    }

    /// How many hexsides clockwise from the facing it lies.
    pub const fn sides(self) -> usize {
        self as usize
    }

    /// The place so many hexsides further clockwise.
    #[must_use]
    pub const fn turned(self, sides: usize) -> Self {
        Self::clockwise(self.sides() + sides)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["front", "right-front", "right-rear", "rear", "left-rear", "left-front"][self.sides()])
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

/// A direction on the map, clockwise from 0 = north to 5 = north-west (LINE-X-MAP-2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, JsonSchema)]
#[serde(try_from = "u8")]
#[schemars(with = "u8", extend("maximum" = 5))]
pub struct Direction(u8);

impl TryFrom<u8> for Direction {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        if number < 6 {
            Ok(Self(number))
        } else {
            Err(format!(
                "{number} is no direction: 0 north, 1 north-east, 2 south-east, 3 south, 4 south-west, 5 north-west"
            ))
        }
    }
}

impl Direction {
    /// All six, clockwise from north.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// 0 to 5.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The direction that leads back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.turned(3)
    }

    /// How many hexsides lie between two directions, the shorter way round.
    pub const fn sides_from(self, other: Self) -> u8 {
        let sides = (self.0 + 6 - other.0) % 6;
        if sides > 3 { 6 - sides } else { sides }
    }

    /// Where a neighbour in this direction lies for a unit facing `facing` (LINE-X-MAP-3).
    pub const fn seen_from(self, facing: Self) -> Place {
        Place::clockwise((self.0 + 6 - facing.0) as usize)
    }

    /// Where `face` of a die sends elephants that faced `self`: 1 is straight ahead (LINE-X-RAM-1).
    #[must_use]
    pub const fn turned(self, sides: u8) -> Self {
        Self((self.0 + sides) % 6)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["N", "NE", "SE", "S", "SW", "NW"][self.index()])
    }
}

/// A hex by its number on the map: column, then row, two digits each (LINE-X-MAP-1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String", extend("pattern" = "^[0-9]{4}$"))]
pub struct Hex {
    column: i16,
    row: i16,
}

impl TryFrom<String> for Hex {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl FromStr for Hex {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no hex: expected four digits, column then row, such as \"0506\"");
        if text.len() != 4 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(wrong());
        }
        let column = text[..2].parse().map_err(|_| wrong())?;
        let row = text[2..].parse().map_err(|_| wrong())?;
        if column == 0 || row == 0 { Err(wrong()) } else { Ok(Self { column, row }) }
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.column, self.row)
    }
}

impl Hex {
    /// The hex of a column and row.
    pub const fn new(column: u8, row: u8) -> Self {
        Self { column: column as i16, row: row as i16 }
    }

    /// The neighbour in a direction, whether or not the map goes so far (LINE-X-MAP-2).
    #[must_use]
    pub const fn neighbour(self, direction: Direction) -> Self {
        let Self { column, row } = self;
        // Even columns lie half a hex further south, so a slanting step out of them ends one row further south.
        let slant = if column % 2 == 0 { 0 } else { -1 };
        match direction.0 {
            0 => Self { column, row: row - 1 },
            1 => Self { column: column + 1, row: row + slant },
            2 => Self { column: column + 1, row: row + slant + 1 },
            3 => Self { column, row: row + 1 },
            4 => Self { column: column - 1, row: row + slant + 1 },
            _ => Self { column: column - 1, row: row + slant },
        }
    }

    /// The direction in which `other` lies next to this hex, if it does.
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.neighbour(direction) == other)
    }

    /// The hexes next to both, in order of direction from this one: those between two hexes at distance 2
    /// (LINE-X-MIS-3). Empty if they are farther apart.
    pub fn between(self, other: Self) -> Vec<Self> {
        Direction::ALL
            .into_iter()
            .map(|direction| self.neighbour(direction))
            .filter(|hex| hex.direction_to(other).is_some())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(number: &str) -> Hex {
        number.parse().unwrap()
    }

    #[test]
    fn line_x_map_2_neighbours_of_odd_and_even_columns() {
        let round =
            |number: &str| Direction::ALL.map(|direction| hex(number).neighbour(direction).to_string());
        assert_eq!(round("0505"), ["0504", "0604", "0605", "0506", "0405", "0404"]);
        assert_eq!(round("1010"), ["1009", "1110", "1111", "1011", "0911", "0910"]);
    }

    #[test]
    fn every_neighbour_looks_back() {
        for number in ["0505", "0606", "1203"] {
            for direction in Direction::ALL {
                let there = hex(number).neighbour(direction);
                assert_eq!(there.direction_to(hex(number)), Some(direction.turned(3)));
            }
        }
    }

    #[test]
    fn line_x_mis_3_hexes_between() {
        let between =
            |a: &str, b: &str| hex(a).between(hex(b)).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(between("0505", "0503"), ["0504"]);
        assert_eq!(between("0505", "0704"), ["0604"]);
        assert_eq!(between("0505", "0603"), ["0504", "0604"]);
        assert!(between("0505", "0508").is_empty());
    }

    #[test]
    fn bad_hexes_and_directions_are_refused() {
        for text in ["", "505", "00505", "0a05", "0005", "0500", "५५"] {
            assert!(text.parse::<Hex>().is_err(), "{text}");
        }
        assert!(Direction::try_from(6).is_err());
    }
}
