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
    /// How many there are.
    pub(super) const COUNT: usize = 9;
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
