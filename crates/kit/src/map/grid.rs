//! Hexes by id, by number and by neighbour.

use std::{fmt, ops::RangeInclusive, str::FromStr};

use hexx::{Hex, HexOrientation, OffsetHexMode};

use super::{Direction, Directions};

/// A hex of a map: a small number that counts the hexes in the order of their printed numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HexId(u16);

impl Default for HexId {
    fn default() -> Self {
        Self::NONE
    }
}

impl HexId {
    /// No hex: beyond the edge. It is in no [`super::HexSet`].
    pub const NONE: Self = Self(u16::MAX);

    /// The hex with this index; whether a map has it is the map's to say.
    pub const fn new(index: u16) -> Self {
        Self(index)
    }

    /// For arrays with one entry a hex.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The id as it is stored.
    pub const fn raw(self) -> u16 {
        self.0
    }

    /// Whether it is a hex at all.
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0 != u16::MAX
    }

    /// The hex, if it is one.
    #[inline]
    pub const fn some(self) -> Option<Self> {
        if self.is_some() { Some(self) } else { None }
    }
}

/// A printed hex number, column then row: `CCRR`.
///
/// ```
/// use sandtable_kit::map::HexNumber;
///
/// let number: HexNumber = "0715".parse().unwrap();
/// assert_eq!((number.column, number.row), (7, 15));
/// assert_eq!(number.to_string(), "0715");
/// assert!("715".parse::<HexNumber>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HexNumber {
    /// 0 to 99, from the west.
    pub column: u8,
    /// 0 to 99, from the north.
    pub row: u8,
}

impl HexNumber {
    /// A number from its halves.
    pub const fn new(column: u8, row: u8) -> Self {
        Self { column, row }
    }
}

impl fmt::Display for HexNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.column, self.row)
    }
}

/// Text that is no hex number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotANumber;

impl fmt::Display for NotANumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a hex number has four digits: column and row, such as 0715")
    }
}

impl std::error::Error for NotANumber {}

impl FromStr for HexNumber {
    type Err = NotANumber;
    fn from_str(text: &str) -> Result<Self, NotANumber> {
        if text.len() != 4 || !text.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(NotANumber);
        }
        let half = |half: &str| half.parse().map_err(|_| NotANumber);
        Ok(Self { column: half(&text[..2])?, row: half(&text[2..])? })
    }
}

/// How columns and rows lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layout {
    /// Flat-top hexes; the columns with an even number lie half a hex further south.
    FlatEvenDown,
    /// Flat-top hexes; the columns with an odd number lie half a hex further south.
    FlatOddDown,
    /// Pointy-top hexes; the rows with an even number lie half a hex further east.
    PointyEvenRight,
    /// Pointy-top hexes; the rows with an odd number lie half a hex further east.
    PointyOddRight,
}

impl Layout {
    /// Every layout with the words that name it in a file.
    pub const NAMES: [(Self, &'static str); 4] = [
        (Self::FlatEvenDown, "flat, even columns down"),
        (Self::FlatOddDown, "flat, odd columns down"),
        (Self::PointyEvenRight, "pointy, even rows right"),
        (Self::PointyOddRight, "pointy, odd rows right"),
    ];

    /// As written in a file.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(layout, _)| *layout == self).map_or("", |(_, name)| name)
    }

    /// The layout with this name, or what there is instead.
    pub fn named(name: &str) -> Result<Self, String> {
        Self::NAMES.iter().find(|(_, known)| *known == name).map(|(layout, _)| *layout).ok_or_else(|| {
            let known: Vec<_> = Self::NAMES.iter().map(|(_, name)| format!("`{name}`")).collect();
            format!("found layout `{name}`, expected {}", known.join(" or "))
        })
    }

    /// Whether the hexes have a flat top (and columns run straight) or a pointed one (and rows do).
    pub const fn is_flat(self) -> bool {
        matches!(self, Self::FlatEvenDown | Self::FlatOddDown)
    }

    /// Whether the hex with this number lies half a hex further south (flat) or east (pointy).
    pub const fn is_shoved(self, number: HexNumber) -> bool {
        match self {
            Self::FlatEvenDown => number.column.is_multiple_of(2),
            Self::FlatOddDown => !number.column.is_multiple_of(2),
            Self::PointyEvenRight => number.row.is_multiple_of(2),
            Self::PointyOddRight => !number.row.is_multiple_of(2),
        }
    }

    const fn hexx(self) -> (OffsetHexMode, HexOrientation) {
        match self {
            Self::FlatEvenDown => (OffsetHexMode::Even, HexOrientation::Flat),
            Self::FlatOddDown => (OffsetHexMode::Odd, HexOrientation::Flat),
            Self::PointyEvenRight => (OffsetHexMode::Even, HexOrientation::Pointy),
            Self::PointyOddRight => (OffsetHexMode::Odd, HexOrientation::Pointy),
        }
    }

    /// The steps of the six directions, in our order.
    const fn steps(self) -> [Hex; 6] {
        const N: Hex = Hex::new(0, -1);
        const E: Hex = Hex::new(1, 0);
        const NE: Hex = Hex::new(1, -1);
        // The same six steps; a pointed top only begins the count one sixth of a turn later.
        if self.is_flat() {
            [N, NE, E, N.const_neg(), NE.const_neg(), E.const_neg()]
        } else {
            [NE, E, N.const_neg(), NE.const_neg(), E.const_neg(), N]
        }
    }

    /// The cube coordinates of a number.
    #[inline]
    pub const fn coordinate(self, number: HexNumber) -> Hex {
        let (mode, orientation) = self.hexx();
        Hex::from_offset_coordinates([number.column as i32, number.row as i32], mode, orientation)
    }

    /// The direction that leads from a number to the one next to it.
    pub fn direction(self, from: HexNumber, to: HexNumber) -> Option<Direction> {
        let step = self.coordinate(to) - self.coordinate(from);
        self.steps().into_iter().zip(Direction::ALL).find(|(known, _)| *known == step).map(|(_, way)| way)
    }

    /// The number next to this one, if numbers go that far.
    #[inline]
    pub fn beside(self, number: HexNumber, direction: Direction) -> Option<HexNumber> {
        let (mode, orientation) = self.hexx();
        let step = self.steps()[direction.index()];
        let [column, row] = (self.coordinate(number) + step).to_offset_coordinates(mode, orientation);
        let fits = |value: i32| u8::try_from(value).ok().filter(|value| *value < 100);
        Some(HexNumber { column: fits(column)?, row: fits(row)? })
    }
}

/// A number that no hex of the map has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchHex(pub(super) String);

impl fmt::Display for NoSuchHex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoSuchHex {}

/// The hexes of a map and how they lie to each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    layout: Layout,
    columns: (u8, u8),
    rows: (u8, u8),
    /// By column and row, holes as `NONE`.
    ids: Box<[HexId]>,
    numbers: Box<[HexNumber]>,
    coordinates: Box<[Hex]>,
    neighbours: Box<[[HexId; 6]]>,
}

impl Grid {
    /// The hexes of these columns and rows that `is_there` keeps.
    ///
    /// # Panics
    /// If a range is empty or goes beyond 99.
    pub fn new(
        layout: Layout,
        columns: RangeInclusive<u8>,
        rows: RangeInclusive<u8>,
        is_there: impl Fn(HexNumber) -> bool,
    ) -> Self {
        assert!(!columns.is_empty() && *columns.end() < 100, "columns are from 0 to 99");
        assert!(!rows.is_empty() && *rows.end() < 100, "rows are from 0 to 99");
        let mut numbers = Vec::new();
        let mut ids = Vec::new();
        for column in columns.clone() {
            for row in rows.clone() {
                let number = HexNumber { column, row };
                if is_there(number) {
                    ids.push(HexId(numbers.len() as u16));
                    numbers.push(number);
                } else {
                    ids.push(HexId::NONE);
                }
            }
        }
        let coordinates = numbers.iter().map(|&number| layout.coordinate(number)).collect();
        let mut grid = Self {
            layout,
            columns: (*columns.start(), *columns.end()),
            rows: (*rows.start(), *rows.end()),
            ids: ids.into(),
            numbers: numbers.into(),
            coordinates,
            neighbours: Box::default(),
        };
        let beside = |number, direction| {
            layout.beside(number, direction).and_then(|number| grid.id(number)).unwrap_or(HexId::NONE)
        };
        let around = |&number: &HexNumber| Direction::ALL.map(|direction| beside(number, direction));
        let neighbours = grid.numbers.iter().map(around).collect();
        grid.neighbours = neighbours;
        grid
    }

    /// How columns and rows lie.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// From the first to the last column.
    pub const fn columns(&self) -> RangeInclusive<u8> {
        self.columns.0..=self.columns.1
    }

    /// From the first to the last row.
    pub const fn rows(&self) -> RangeInclusive<u8> {
        self.rows.0..=self.rows.1
    }

    /// How many hexes there are.
    #[expect(clippy::len_without_is_empty, reason = "the reader refuses a map without hexes")]
    pub const fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Every hex in the order of ids, which is the order of numbers.
    pub fn hexes(&self) -> impl DoubleEndedIterator<Item = HexId> + ExactSizeIterator + Clone + use<> {
        (0..self.numbers.len() as u16).map(HexId)
    }

    /// The printed number of a hex.
    #[inline]
    pub const fn number(&self, hex: HexId) -> HexNumber {
        self.numbers[hex.index()]
    }

    /// The hex with this number.
    pub fn id(&self, number: HexNumber) -> Option<HexId> {
        if !self.columns().contains(&number.column) || !self.rows().contains(&number.row) {
            return None;
        }
        let height = usize::from(self.rows.1 - self.rows.0) + 1;
        let place = usize::from(number.column - self.columns.0) * height;
        self.ids[place + usize::from(number.row - self.rows.0)].some()
    }

    /// The hex with this number as it is typed.
    pub fn find(&self, number: &str) -> Result<HexId, NoSuchHex> {
        let parsed: HexNumber =
            number.parse().map_err(|error| NoSuchHex(format!("`{number}` is no hex: {error}")))?;
        self.id(parsed).ok_or_else(|| {
            let (columns, rows) = (self.columns, self.rows);
            NoSuchHex(format!(
                "there is no hex {number}: columns run from {:02} to {:02}, rows from {:02} to {:02}",
                columns.0, columns.1, rows.0, rows.1
            ))
        })
    }

    /// The neighbours by direction, [`HexId::NONE`] beyond the edge.
    #[inline]
    pub const fn around(&self, hex: HexId) -> &[HexId; 6] {
        &self.neighbours[hex.index()]
    }

    /// The neighbour in a direction.
    #[inline]
    pub const fn neighbour(&self, hex: HexId, direction: Direction) -> Option<HexId> {
        self.neighbours[hex.index()][direction.index()].some()
    }

    /// The neighbours there are, in the order of directions.
    #[inline]
    pub fn neighbours(&self, hex: HexId) -> impl Iterator<Item = HexId> + use<> {
        self.neighbours[hex.index()].into_iter().filter(|hex| hex.is_some())
    }

    /// The neighbours there are, each with its direction.
    #[inline]
    pub fn steps(&self, hex: HexId) -> impl Iterator<Item = (Direction, HexId)> + use<> {
        Direction::ALL.into_iter().zip(self.neighbours[hex.index()]).filter(|(_, hex)| hex.is_some())
    }

    /// The direction that leads from a hex to its neighbour.
    #[inline]
    pub fn direction(&self, from: HexId, to: HexId) -> Option<Direction> {
        to.some()?;
        Direction::ALL.into_iter().zip(self.around(from)).find(|(_, hex)| **hex == to).map(|(way, _)| way)
    }

    /// Whether two hexes share a side.
    #[inline]
    pub const fn are_adjacent(&self, one: HexId, other: HexId) -> bool {
        self.distance(one, other) == 1
    }

    /// How many steps apart two hexes are, holes in the map not counted.
    #[inline]
    pub const fn distance(&self, one: HexId, other: HexId) -> u32 {
        self.coordinates[one.index()].unsigned_distance_to(self.coordinates[other.index()])
    }

    /// The cube coordinates of a hex, for lines, rings and rotations.
    pub const fn coordinate(&self, hex: HexId) -> Hex {
        self.coordinates[hex.index()]
    }

    /// The directions in which there is no hex: empty for a hex inside the map.
    pub fn open_sides(&self, hex: HexId) -> Directions {
        let mut open = Directions::NONE;
        for direction in Direction::ALL {
            if self.neighbour(hex, direction).is_none() {
                open.insert(direction);
            }
        }
        open
    }

    /// Whether a hex lies at the edge of the map.
    pub fn is_edge(&self, hex: HexId) -> bool {
        self.around(hex).contains(&HexId::NONE)
    }

    /// The hexes of the first or last row or column, in the order of ids.
    pub fn edge(&self, edge: Edge) -> impl Iterator<Item = HexId> + '_ {
        self.hexes().filter(move |&hex| {
            let HexNumber { column, row } = self.number(hex);
            match edge {
                Edge::North => row == self.rows.0,
                Edge::East => column == self.columns.1,
                Edge::South => row == self.rows.1,
                Edge::West => column == self.columns.0,
            }
        })
    }
}

/// An edge of the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Edge {
    /// The first row.
    North,
    /// The last column.
    East,
    /// The last row.
    South,
    /// The first column.
    West,
}
