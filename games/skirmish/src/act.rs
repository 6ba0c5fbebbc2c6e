//! The action in hand.

use kit::position::{UnitId, Units};

use crate::action::Order;

/// What the unit in hand does, and how far it is with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Act {
    /// Who acts; nobody between actions.
    pub unit: Option<UnitId>,
    /// Its maneuver.
    pub order: Order,
    /// Whom the maneuver is about: a target, a carrier, a gun, a team aboard.
    pub about: Option<UnitId>,
    /// The part of the maneuver that comes next.
    pub part: u8,
    /// Where a team that gets down is put, if that was said, in mm.
    pub anchor: Option<(i16, i16)>,
    /// Lurkers that were asked on the way and held (SKIR-MAN-20).
    pub held: Units,
    /// Lurkers that have used their trigger in this action (SKIR-MAN-22).
    pub used: Units,
    /// Lurkers that lost their readiness test and fire at the end (SKIR-MAN-21).
    pub late: Units,
}

impl Act {
    /// Nobody acts.
    pub const NONE: Self = Self {
        unit: None,
        order: Order::Lurk,
        about: None,
        part: 0,
        anchor: None,
        held: Units::NONE,
        used: Units::NONE,
        late: Units::NONE,
    };
}
