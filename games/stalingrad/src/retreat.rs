//! Retreats (STAL-RET-1 to STAL-RET-10): where a beaten unit can go, hex by hex.

use kit::map::HexId;

use crate::{
    battle::WayOut,
    field::{Field, Status},
    map::Hexes,
    stacking,
    units::{Side, UnitId, Units},
};

/// What drives the defenders of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pressure {
    /// The attacked hexes, into which nobody retreats (STAL-RET-1).
    pub attacked: Hexes,
    /// The hexes attacked from (STAL-RET-4).
    pub from: Hexes,
    /// Those of them in which an attacker still stands (STAL-R76).
    pub still: Hexes,
}

impl Pressure {
    /// Of an attack that has not been resolved.
    pub fn of(field: &Field, attackers: Units, targets: &[HexId]) -> Self {
        let from = field.hexes_of(attackers & field.on_map());
        Self { attacked: targets.iter().copied().collect(), from, still: from }
    }

    /// The hexes that a unit which left `origin` can enter from a hex with its next step; `step` counts from 1. Whether it
    /// may end there is another question.
    pub fn steps(&self, field: &Field, side: Side, origin: HexId, from: HexId, step: u8) -> Hexes {
        let (theatre, enemy) = (field.theatre(), side.enemy());
        let (own, enemies) = (field.held_by(side), field.held_by(enemy));
        // STAL-RET-1
        let free = theatre.near(from) - enemies - self.attacked;
        // STAL-RET-6, STAL-R66: next to an attacker only to friends, an attacker in its own hex apart.
        let mut others = self.still;
        others.remove(origin);
        let city = free & theatre.city;
        let city = city - (theatre.beside(others) - own);
        let open = (free & theatre.open).iter().filter(|&to| {
            // STAL-RET-2, STAL-R44
            theatre.map.distance(origin, to) == u32::from(step)
                // STAL-RET-3
                && self.still.iter().all(|foe| theatre.map.distance(to, foe) >= theatre.map.distance(from, foe))
                // STAL-RET-4, STAL-R21
                && !(theatre.is_open_side(from, to) && (theatre.near(from) & theatre.near(to)).meets(self.from))
        });
        let open: Hexes = open.collect();
        // STAL-RET-5, STAL-R76: with a zone of control or not.
        let firm = field.hexes_of(field.units_of(enemy) - field.all(Status::Disrupted));
        city | (open - (theatre.beside(firm) - own))
    }

    /// The rule that keeps a step from being made; none where it may be made, whatever follows.
    pub fn forbids(
        &self,
        field: &Field,
        side: Side,
        origin: HexId,
        from: HexId,
        to: HexId,
        step: u8,
    ) -> Option<&'static str> {
        let (theatre, enemy) = (field.theatre(), side.enemy());
        if self.steps(field, side, origin, from, step).contains(to) {
            return None;
        }
        let is_free = theatre.near(from) - field.held_by(enemy) - self.attacked;
        if !is_free.contains(to) {
            return Some("STAL-RET-1");
        }
        if theatre.city.contains(to) {
            return Some("STAL-RET-6");
        }
        if theatre.map.distance(origin, to) != u32::from(step) {
            return Some("STAL-RET-2");
        }
        let distance = |hex| self.still.iter().map(move |foe| theatre.map.distance(hex, foe));
        if distance(to).zip(distance(from)).any(|(then, now)| then < now) {
            return Some("STAL-RET-3");
        }
        if theatre.is_open_side(from, to) && (theatre.near(from) & theatre.near(to)).meets(self.from) {
            return Some("STAL-RET-4");
        }
        Some("STAL-RET-5")
    }

    /// Whether a unit can end its retreat in a hex (STAL-RET-8).
    pub fn can_end(field: &Field, unit: UnitId, hex: HexId) -> bool {
        stacking::has_room(field, unit, hex)
    }

    /// STAL-RET-9, STAL-CRT-7: whether one hex is enough for a unit that goes from its hex into this one.
    pub fn one_is_enough(field: &Field, unit: UnitId, origin: HexId, to: HexId) -> bool {
        let city = field.theatre().city;
        field.side(unit) == Side::Russian && city.contains(origin) && city.contains(to)
    }

    /// The hexes into which a unit can take its first step so that it can go on to the end of a retreat of so many hexes;
    /// a shorter one is enough where STAL-RET-9 says so.
    pub fn first_steps(&self, field: &Field, unit: UnitId, origin: HexId, hexes: u8) -> Hexes {
        let side = field.side(unit);
        let first = self.steps(field, side, origin, origin, 1);
        let leads_on = |hex: HexId| {
            let ends_here = hexes == 1 || Self::one_is_enough(field, unit, origin, hex);
            (ends_here && Self::can_end(field, unit, hex))
                || (hexes > 1 && !self.last_steps(field, unit, origin, hex).is_empty())
        };
        first.iter().filter(|&hex| leads_on(hex)).collect()
    }

    /// The hexes in which a retreat of two hexes can end that has led into `via`.
    pub fn last_steps(&self, field: &Field, unit: UnitId, origin: HexId, via: HexId) -> Hexes {
        let next = self.steps(field, field.side(unit), origin, via, 2);
        next.iter().filter(|&hex| Self::can_end(field, unit, hex)).collect()
    }

    /// How far a unit in an attacked hex could retreat now.
    pub fn way_out(&self, field: &Field, unit: UnitId) -> WayOut {
        let Some(origin) = field.hex_of(unit) else { return WayOut::None };
        let first = self.steps(field, field.side(unit), origin, origin, 1);
        if first.iter().any(|via| !self.last_steps(field, unit, origin, via).is_empty()) {
            return WayOut::Free;
        }
        let ends: Hexes = first.iter().filter(|&hex| Self::can_end(field, unit, hex)).collect();
        if ends.is_empty() {
            WayOut::None
        } else if ends.meets(field.theatre().city) {
            WayOut::OneCityHex
        } else {
            WayOut::OneHex
        }
    }
}
