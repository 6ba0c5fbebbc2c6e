//! Directions and sets of directions.

use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;

/// One of the six directions, counted clockwise.
///
/// On flat-top hexes 0 is north, 1 north-east, 2 south-east, 3 south, 4 south-west, 5 north-west. On pointy-top
/// hexes 0 is north-east, 1 east, 2 south-east, 3 south-west, 4 west, 5 north-west.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, JsonSchema)]
#[serde(try_from = "u8")]
#[schemars(with = "u8", extend("maximum" = 5))]
pub struct Direction(u8);

impl TryFrom<u8> for Direction {
    type Error = String;
    fn try_from(number: u8) -> Result<Self, String> {
        let known = Self::ALL.get(usize::from(number)).copied();
        known.ok_or_else(|| format!("{number} is no direction: they are counted clockwise from 0 to 5"))
    }
}

impl Direction {
    /// All six in their order.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The direction with this number; numbers go round.
    #[inline]
    pub const fn new(number: u8) -> Self {
        Self(number % 6)
    }

    /// 0 to 5.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The direction that leads back.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::new(self.0 + 3)
    }

    /// So many sixths of a turn clockwise.
    #[inline]
    #[must_use]
    pub const fn turned(self, steps: u8) -> Self {
        Self::new(self.0 + steps % 6)
    }

    /// How many sixths of a turn clockwise lead here from another direction.
    #[inline]
    pub const fn clockwise_from(self, other: Self) -> u8 {
        (self.0 + 6 - other.0) % 6
    }

    /// How many sixths of a turn lie between two directions, the shorter way round.
    #[inline]
    pub const fn turns_from(self, other: Self) -> u8 {
        let turns = self.clockwise_from(other);
        if turns > 3 { 6 - turns } else { turns }
    }
}

/// A set of directions in six bits: the sides of a hex with a river, the neighbours a road leads to.
///
/// ```
/// use sandtable_kit::map::{Direction, Directions};
///
/// let mut road = Directions::NONE;
/// road.insert(Direction::new(1));
/// road.insert(Direction::new(4));
/// assert!(road.contains(Direction::new(4)) && !road.contains(Direction::new(3)));
/// assert_eq!(road.iter().map(Direction::index).collect::<Vec<_>>(), [1, 4]);
/// assert_eq!(road.turned(2), [0, 3].map(Direction::new).into_iter().collect());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Directions(u8);

impl Directions {
    /// No direction.
    pub const NONE: Self = Self(0);
    /// All six.
    pub const ALL: Self = Self(0b11_1111);

    /// One direction.
    #[inline]
    pub const fn of(direction: Direction) -> Self {
        Self(1 << direction.0)
    }

    /// The low six of these bits, bit 0 for direction 0.
    #[inline]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 0b11_1111)
    }

    /// Six bits.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the direction is among them.
    #[inline]
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 >> direction.0 & 1 == 1
    }

    /// Adds a direction.
    #[inline]
    pub const fn insert(&mut self, direction: Direction) {
        self.0 |= 1 << direction.0;
    }

    /// Takes a direction away.
    #[inline]
    pub const fn remove(&mut self, direction: Direction) {
        self.0 &= !(1 << direction.0);
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Those in either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those in both sets.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those that are not in the other set.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Each of them so many sixths of a turn clockwise.
    #[inline]
    #[must_use]
    pub const fn turned(self, steps: u8) -> Self {
        Self::from_bits(self.0 << (steps % 6) | self.0 >> (6 - steps % 6))
    }

    /// In their order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&direction| self.contains(direction))
    }
}

impl FromIterator<Direction> for Directions {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        directions.into_iter().fold(Self::NONE, |all, direction| all.union(Self::of(direction)))
    }
}

impl fmt::Debug for Directions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Direction::index)).finish()
    }
}
