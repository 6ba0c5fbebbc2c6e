//! Zones of control (MARS-ZOC-1 to MARS-ZOC-10) and the hold of garrisons over the line.
//!
//! A zone of control reaches where the frontline rules could ever let the unit go, whatever its supply, its movement or
//! the stacks there (MARS-ZOC-1, MARS-ZOC-10). No Russian's reaches inward over the line, no German's outward
//! (MARS-ZOC-2, MARS-R9). All units of one side in one hex count as one (MARS-R11). Advances and retreats ask nothing of
//! this file (MARS-ZOC-9), except which zones garrisons keep closed.

use crate::prelude::*;

/// Units of a side that exert a zone of control: a Disrupted unit has none (MARS-ZOC-3, MARS-R10).
#[inline]
pub fn controlling(field: &Field, side: Side) -> Units {
    field.units_of(side) - field.all(Status::Disrupted)
}

/// Units of a side whose zone stops movement: every German, every Russian korps, every fortified Russian division
/// (MARS-ZOC-4). Brigades and unfortified divisions have an inactive one, which only blocks supply (MARS-ZOC-5).
#[inline]
pub fn actively_controlling(field: &Field, side: Side) -> Units {
    let roster = field.theatre().roster();
    let active = roster.always_active | (roster.active_fortified & field.all(Status::Fortified));
    controlling(field, side) & active
}

/// The hexes that an enemy's zones of control lie on, active or not: they block supply (MARS-ZOC-5, MARS-SUP-2).
#[inline]
pub fn controlled_by(field: &Field, side: Side) -> Hexes {
    field.theatre().controlled_from(side, field.hexes_of(controlling(field, side)))
}

/// The active zones of control of one side, which hinder the other's movement.
#[derive(Clone, Copy, Debug)]
pub struct ActiveZones {
    theatre: &'static Theatre,
    side: Side,
    /// Where the units stand.
    pub from: Hexes,
    /// What they control.
    pub hexes: Hexes,
}

impl ActiveZones {
    /// The active zones of control of `side`.
    #[inline]
    pub fn of(field: &Field, side: Side) -> Self {
        let from = field.hexes_of(actively_controlling(field, side));
        let theatre = field.theatre();
        Self { theatre, side, from, hexes: theatre.controlled_from(side, from) }
    }

    /// None at all: for finding out whether zones of control are what hinders.
    pub(crate) const fn lifted(&self) -> Self {
        Self { from: Hexes::EMPTY, hexes: Hexes::EMPTY, ..*self }
    }

    /// A unit that enters such a hex must stop there (MARS-ZOC-6). A friend in the hex changes nothing (MARS-ZOC-8).
    #[inline]
    pub fn must_stop_in(&self, hex: HexId) -> bool {
        self.hexes.contains(hex)
    }

    /// The hexes from which a hex is controlled.
    pub fn sources(&self, hex: HexId) -> Hexes {
        let into = self.theatre.exerted_into(self.side, hex);
        let around = into.iter().filter_map(|way| self.theatre.map.neighbour(hex, way));
        around.filter(|&source| self.from.contains(source)).collect()
    }

    /// The hexes whose units control both ends of a step: it is then not allowed (MARS-ZOC-7). Only the two hexes next
    /// to both ends can.
    pub fn holding_step(&self, from: HexId, way: Direction) -> Hexes {
        let Some(to) = self.theatre.map.neighbour(from, way) else { return Hexes::EMPTY };
        if !self.hexes.contains(from) || !self.hexes.contains(to) {
            return Hexes::EMPTY;
        }
        let into = |hex| self.theatre.exerted_into(self.side, hex);
        // Seen from the first hex a sixth of a turn to either side, from the second twice as much.
        let flanks = [(way.turned(1), way.turned(2)), (way.turned(5), way.turned(4))];
        let both =
            flanks.into_iter().filter(|&(one, two)| into(from).contains(one) && into(to).contains(two));
        let sources = both.filter_map(|(one, _)| self.theatre.map.neighbour(from, one));
        sources.filter(|&source| self.from.contains(source)).collect()
    }
}

/// Hexes of defence zones in which German infantry stands (MARS-TER-5, MARS-R15).
#[inline]
pub fn garrisoned(field: &Field) -> Hexes {
    let garrisons = field.on_map() & field.theatre().roster().garrisons;
    field.hexes_of(garrisons) & field.theatre().zone_hexes
}

/// Zone hexes that Russians may not enter over the line by ordinary movement: a garrison is there or in an adjacent
/// hex of the same zone (MARS-TER-9, MARS-MOV-10, MARS-R14). Infantry that comes back closes them again
/// (MARS-TER-11).
#[inline]
pub fn closed_to_russians(field: &Field) -> Hexes {
    field.theatre().zone_near.of(garrisoned(field))
}

/// Hexes that a side may enter over the line in the direction that is not always free: zone hexes without a garrison for
/// the Russian (MARS-MOV-10), none for the German (MARS-MOV-11).
pub fn gates(field: &Field, side: Side) -> Hexes {
    match side {
        Side::Russian => field.theatre().zone_hexes - closed_to_russians(field),
        Side::German => Hexes::EMPTY,
    }
}

/// Whether the frontline lets a step through (MARS-MOV-10, MARS-MOV-11, MARS-RET-3).
pub fn line_lets_through(
    theatre: &Theatre,
    side: Side,
    gates: Hexes,
    (from, way, to): (HexId, Direction, HexId),
) -> bool {
    let held_up = match side {
        Side::Russian => theatre.line.inward(from),
        Side::German => theatre.line.outward(from),
    };
    !held_up.contains(way) || gates.contains(to)
}

/// The garrison units that keep a zone hex closed.
pub fn keeping_closed(field: &Field, hex: HexId) -> Units {
    let theatre = field.theatre();
    let near = theatre.zone_near.at(hex);
    near.iter()
        .flat_map(|hex| field.units_in(hex))
        .filter(|&unit| theatre.roster().garrisons.contains(unit))
        .collect()
}
