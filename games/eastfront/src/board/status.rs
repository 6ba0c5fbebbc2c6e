//! Where a unit can be, and in what condition.

use kit::{
    Seat,
    position::{Flag, Place},
};

use crate::unit::Side;

/// Where a unit is.
pub type Location = Place<Aside>;

/// Where a unit is that is not on the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aside {
    /// It takes no part, or has left for good (`EAST-R59`).
    Gone,
    /// It is due in this turn, or has been held back since (`EAST-REP-1`).
    Due(u8),
    /// In the eliminated pool since this turn (`EAST-REP-3`).
    Pool(u8),
    /// It waits to be set up (`EAST-H5`).
    SettingUp,
}

/// A place as a number, different for every place, for the hash of a state.
pub(super) const fn code(place: Location) -> u16 {
    const ASIDE: u16 = 0x8000;
    match place {
        Place::Hex(hex) => hex.index() as u16,
        Place::Aside(Aside::Gone) => ASIDE,
        Place::Aside(Aside::Due(turn)) => ASIDE | 0x100 | turn as u16,
        Place::Aside(Aside::Pool(turn)) => ASIDE | 0x200 | turn as u16,
        Place::Aside(Aside::SettingUp) => ASIDE | 0x300,
    }
}

/// A condition that a unit is in or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// `EAST-DSP-1`.
    Dispersed,
    /// Was Dispersed when its owner's player turn began (`EAST-DSP-3`, `EAST-R71`).
    DispersedBefore,
    /// Has attacked in this player turn (`EAST-SEQ-5`).
    Spent,
    /// Has gone by rail in this player turn (`EAST-SEQ-7`).
    Railed,
    /// Has moved in this phase, or was passed over in it (`EAST-SEQ-4`). Advances and retreats are tactical moves and do not
    /// count (`EAST-SEQ-6`).
    Moved,
    /// Was rebuilt in this turn (`EAST-RAIL-4`).
    Rebuilt,
    /// May attack once more after a breakthrough (`EAST-RES-2`).
    Breakthrough,
    /// The low bit of its Isolated marks (`EAST-SUP-6`).
    IsolatedOnce,
    /// The high bit.
    IsolatedTwice,
}

impl Status {
    /// All of them.
    pub(super) const ALL: [Self; 9] = [
        Self::Dispersed,
        Self::DispersedBefore,
        Self::Spent,
        Self::Railed,
        Self::Moved,
        Self::Rebuilt,
        Self::Breakthrough,
        Self::IsolatedOnce,
        Self::IsolatedTwice,
    ];

    /// How many there are.
    pub(super) const COUNT: usize = Self::ALL.len();
}

impl Flag for Status {
    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

impl From<Side> for Seat {
    fn from(side: Side) -> Self {
        Self(side as u8)
    }
}
