//! Units and leaders by small numbers, and sets of them.

use std::ops::Deref;

use kit::map::Edge;

use crate::prelude::*;

pub use kit::position::{UnitId, Units};

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Rome, in every battle.
    Rome,
    /// Carthage or Macedon.
    Enemy,
}

impl Side {
    pub const ALL: [Self; 2] = [Self::Rome, Self::Enemy];

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

/// A leader of the battle, in the order of the scenario's file; the Deputies come last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LeaderId(u8);

impl LeaderId {
    pub const fn new(place: usize) -> Self {
        Self(place as u8)
    }

    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Counters are numbered: the units first, then the leaders.
impl From<LeaderId> for CounterId {
    fn from(leader: LeaderId) -> Self {
        Self(MOST_UNITS as u16 + u16::from(leader.0))
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
    pub side: Side,
    /// Its counter.
    pub figures: Figures,
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
    /// His line on the table of leaders.
    pub line: Leader,
    pub side: Side,
    /// The unit he begins with; a Deputy has none.
    pub starts_with: Option<UnitId>,
}

impl Deref for Commander {
    type Target = Leader;
    fn deref(&self) -> &Leader {
        &self.line
    }
}
