//! What follows from where everybody is: ground, zones of control (chapter ZOC). And what must hold in every position.

use kit::map::{Direction, HexId};

use super::{Board, Derived, Status};
use crate::{map::Hexes, terrain::Country, unit::Side};

impl Board {
    /// Everything that follows, anew.
    pub(super) fn rebuild(&mut self) {
        let theatre = self.theatre();
        let mut ground = theatre.land;
        if self.frozen {
            ground |= theatre.lakes & theatre.north_east;
        }
        if self.finland_closed {
            ground -= *theatre.country(Country::Finland);
        }
        self.ground = Derived(ground);
        for side in [Side::Axis, Side::Soviet] {
            let units = self.units_of(side) - self.all(Status::Dispersed);
            let ready = self.hexes_of(units);
            self.ready.0[side as usize] = ready;
            let mut zones = Hexes::EMPTY;
            // Who still stands in closed Finland is on its way out and controls nothing (EAST-R59).
            for hex in ready & ground {
                self.reach(hex).for_each(|other| {
                    zones.insert(other);
                });
            }
            self.zones.0[side as usize] = zones;
        }
    }

    /// The hexes into which a zone of control reaches from a hex (`EAST-ZOC-2`, `EAST-R74`).
    fn reach(&self, hex: HexId) -> impl Iterator<Item = HexId> + use<> {
        let ways = self.theatre().ways(hex, self.frozen);
        let ground = self.ground.0;
        let around = *self.theatre().map.around(hex);
        Direction::ALL
            .into_iter()
            .zip(around)
            .filter_map(move |(way, other)| (ways.contains(way) && ground.contains(other)).then_some(other))
    }

    /// Who is ready in a hex may have changed: zones of control around it follow.
    pub(super) fn refresh(&mut self, hex: HexId) {
        let mut is_ready = [false; 2];
        for unit in self.units_in(hex) {
            is_ready[self.side(unit) as usize] |= !self.is_dispersed(unit);
        }
        for (side, is_ready) in is_ready.into_iter().enumerate() {
            let ready = &mut self.ready.0[side];
            let changed = if is_ready { ready.insert(hex) } else { ready.remove(hex) };
            if !changed {
                continue;
            }
            let ready = self.ready.0[side];
            for other in self.reach(hex) {
                if is_ready || self.reach(other).any(|beside| ready.contains(beside)) {
                    self.zones.0[side].insert(other);
                } else {
                    self.zones.0[side].remove(other);
                }
            }
        }
    }

    /// What must hold in every position.
    pub fn invariants(&self) -> Result<(), String> {
        let theatre = self.theatre();
        self.position.invariants(&theatre.map)?;
        let mut anew = *self;
        anew.rebuild();
        for side in [Side::Axis, Side::Soviet] {
            let known = (self.ready_hexes(side), self.zones_of(side));
            if known != (anew.ready_hexes(side), anew.zones_of(side)) {
                return Err(format!("the zones of control of the {side} side are not up to date"));
            }
            let held = self.held_by(side);
            // Whoever stands in Finland when it is closed is put elsewhere at once.
            let closed = if self.finland_closed { *theatre.country(Country::Finland) } else { Hexes::EMPTY };
            if let Some(hex) = (held - self.ground.0 - closed).first() {
                return Err(format!("{side} units stand in {}, where nobody can be", theatre.number(hex)));
            }
            if let Some(hex) = (held & theatre.land).iter().find(|&hex| !self.controls(side, hex)) {
                return Err(format!("{side} units stand in {} and do not control it", theatre.number(hex)));
            }
        }
        // EAST-STK-9
        if let Some(hex) = (self.held_by(Side::Axis) & self.held_by(Side::Soviet)).first() {
            return Err(format!("both sides stand in {}", theatre.number(hex)));
        }
        // EAST-TER-21
        if let Some(hex) = (self.standing & self.axis).first() {
            return Err(format!("{} is Axis and has its factors still", theatre.number(hex)));
        }
        for unit in self.on_map() {
            let hex = self.hex_of(unit).unwrap_or(HexId::NONE);
            if theatre.barred_to(self.nation(unit)).contains(hex) {
                return Err(format!("{} may not be in {}", self.name(unit), theatre.number(hex)));
            }
        }
        Ok(())
    }
}
