//! Zones of control (STAL-ZOC-1 to STAL-ZOC-6).

use kit::map::HexId;

use crate::{
    field::{Field, Status},
    map::Hexes,
    units::{Side, Units},
};

impl Field {
    /// The units of a side that have a zone of control (STAL-ZOC-1), Disrupted ones among them (STAL-DIS-7).
    fn holders(&self, side: Side) -> Units {
        self.units_of(side) & self.charts().roster.with_zone
    }

    /// The hexes from which zones of a side spread.
    pub fn zone_sources(&self, side: Side) -> Hexes {
        match side {
            // Every Russian ground unit has one.
            Side::Russian => self.held_by(side),
            Side::German => self.hexes_of(self.holders(side)),
        }
    }

    /// The hexes of undisrupted units with a zone of control.
    pub fn firm_sources(&self, side: Side) -> Hexes {
        self.hexes_of(self.holders(side) - self.all(Status::Disrupted))
    }

    /// The zones of control of a side: enemies that enter must stop (STAL-ZOC-2).
    pub fn zones(&self, side: Side) -> Hexes {
        self.theatre().beside(self.zone_sources(side))
    }

    /// Hexes next to ground units of a side, or shared with them: contact (STAL-R20).
    pub fn contact_with(&self, side: Side) -> Hexes {
        let held = self.held_by(side);
        self.theatre().beside(held) | self.mixed()
    }

    /// The hexes of enemies whose zone covers both of two neighbours (STAL-ZOC-4, STAL-R51).
    pub fn same_zone(&self, enemies: Hexes, from: HexId, to: HexId) -> Hexes {
        self.theatre().near(from) & self.theatre().near(to) & enemies
    }
}
