//! Units and leaders by small numbers, and sets of them.

use std::{
    fmt,
    ops::{BitAnd, BitOr, Sub},
};

use kit::map::{Edge, HexId};

use crate::{facing::Direction, troops::Figures};

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Rome, in every battle.
    Rome,
    /// Carthage or Macedon.
    Enemy,
}

impl Side {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Rome, Self::Enemy];

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Rome => Self::Enemy,
            Self::Enemy => Self::Rome,
        }
    }
}

/// The most units of a battle: the bits of a set.
pub const MOST_UNITS: usize = 64;

/// The most leaders of a battle, two Deputies among them.
pub const MOST_LEADERS: usize = 10;

/// A unit of the battle, in the order of the scenario's file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitId(u8);

impl UnitId {
    /// The unit at this place.
    ///
    /// # Panics
    /// If no battle has so many.
    pub const fn new(place: usize) -> Self {
        assert!(place < MOST_UNITS, "a battle has at most 64 units");
        Self(place as u8)
    }

    /// Its place.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A leader of the battle, in the order of the scenario's file; the Deputies come last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LeaderId(u8);

impl LeaderId {
    /// The leader at this place.
    pub const fn new(place: usize) -> Self {
        Self(place as u8)
    }

    /// His place.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Units(u64);

impl Units {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// One unit.
    #[inline]
    pub const fn of(unit: UnitId) -> Self {
        Self(1 << unit.0)
    }

    /// Whether the unit is among them.
    #[inline]
    pub const fn contains(self, unit: UnitId) -> bool {
        self.0 >> unit.0 & 1 == 1
    }

    /// Adds a unit.
    #[inline]
    pub const fn insert(&mut self, unit: UnitId) {
        self.0 |= 1 << unit.0;
    }

    /// Takes a unit away.
    #[inline]
    pub const fn remove(&mut self, unit: UnitId) {
        self.0 &= !(1 << unit.0);
    }

    /// Whether there is nobody.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many they are.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The first of them.
    #[inline]
    pub fn first(self) -> Option<UnitId> {
        self.iter().next()
    }

    /// In their order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let unit = (bits != 0).then(|| UnitId(bits.trailing_zeros() as u8))?;
            bits &= bits - 1;
            Some(unit)
        })
    }

    /// The bits, for a digest.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

impl BitAnd for Units {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Units {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for Units {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl FromIterator<UnitId> for Units {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Self {
        units.into_iter().fold(Self::NONE, |all, unit| all | Self::of(unit))
    }
}

impl fmt::Debug for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(UnitId::index)).finish()
    }
}

/// Where and when a unit comes into the battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// On the map from the beginning.
    Placed(HexId, Direction),
    /// A reinforcement: from this turn on, at this hex of this edge (LINE-X-OPS-5).
    Arrives {
        /// The first turn.
        turn: u8,
        /// Where.
        hex: HexId,
        /// The edge on which it looks for another hex if that one is barred.
        edge: Edge,
    },
}

/// A unit of a battle: what never changes (LINE-X-UNI-1).
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its id in the scenario, such as `HAS1`.
    pub name: String,
    /// The code of its type.
    pub code: String,
    /// The name of its type.
    pub kind: String,
    /// Whose it is.
    pub side: Side,
    /// Its counter.
    pub figures: Figures,
    /// Where and when it begins.
    pub start: Start,
    /// What it pays to turn one hexside (LINE-X-MOV-6, LINE-X-CAN-1).
    pub turn_cost: u8,
    /// Whether it may exchange at all (LINE-X-EXC-1, LINE-X-CAN-1).
    pub exchanges: bool,
    /// A raw levy of Cannae (LINE-X-CAN-2).
    pub levy: bool,
    /// A veteran of Zama, held back (LINE-X-ZAM-2).
    pub held_back: bool,
    /// Its place among the types of a detachment at Cynoscephalae (LINE-X-CYN-3).
    pub detachment: Option<u8>,
}

/// A leader of a battle: what never changes (LINE-X-CMD-1).
#[derive(Clone, Debug)]
pub struct Commander {
    /// His name.
    pub name: String,
    /// Whose he is.
    pub side: Side,
    /// How far his command reaches.
    pub range: u32,
    /// What he adds to morale.
    pub bonus: i32,
    /// What is lost with him.
    pub value: u8,
    /// Whether a Deputy follows him (LINE-X-CMD-7).
    pub commands_army: bool,
    /// The unit he begins with; a Deputy has none.
    pub starts_with: Option<UnitId>,
}
