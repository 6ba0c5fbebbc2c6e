//! What must hold in every position.

use super::{Field, Mark, Post};
use crate::prelude::*;

impl Field {
    /// Places, hexes and sets agree; one unit to a hex (LINE-X-STK-1); every leader shares the hex of a friendly unit
    /// (LINE-X-CMD-1); a Marching unit is in Good Order (LINE-X-STA-2); losses are the value of what is gone
    /// (LINE-X-VIC-1).
    pub fn invariants(&self) -> Result<(), String> {
        self.places_agree()?;
        self.marks_agree()?;
        for leader in self.leaders_of(Side::Rome).chain(self.leaders_of(Side::Enemy)) {
            if let Post::With(unit) = self.post(leader) {
                let line = self.leader(leader);
                if line.side != self.side(unit) || !(self.on_map | self.waiting).contains(unit) {
                    return Err(format!("{} is not with a friendly unit on the map", line.name));
                }
            }
        }
        Ok(())
    }

    fn places_agree(&self) -> Result<(), String> {
        let mut held = [Hexes::EMPTY; 2];
        let mut placed = Units::NONE;
        for place in 0..self.pieces.len() {
            let unit = UnitId::new(place);
            let Some(hex) = self.hex(unit).some() else { continue };
            if self.unit_in(hex) != Some(unit) {
                return Err(format!("{} is not alone in its hex", self.name(unit)));
            }
            if self.entry_price(self.piece(unit).figures.class, hex).is_none() {
                return Err(format!("{} stands where it cannot stand", self.name(unit)));
            }
            held[self.side(unit) as usize].insert(hex);
            placed.insert(unit);
        }
        let counters = self.occupant.iter().filter(|&&unit| unit != super::NOBODY).count();
        if held != self.held || placed != self.on_map || counters != placed.len() {
            return Err("places, hexes and sets do not agree".to_owned());
        }
        if !(self.waiting & self.on_map).is_empty() {
            return Err("a reinforcement waits and is on the map".to_owned());
        }
        Ok(())
    }

    fn marks_agree(&self) -> Result<(), String> {
        if !(self.all(Mark::Disrupted) & self.all(Mark::Marching)).is_empty() {
            return Err("a Disrupted unit has a Marching marker".to_owned());
        }
        let marked = self.marks.iter().fold(Units::NONE, |all, marks| all | *marks);
        if !(marked - self.on_map).is_empty() {
            return Err("a unit off the map has a mark".to_owned());
        }
        Ok(())
    }

    /// Losses are the value of everybody who is gone; only for a game from the set-up on, where nobody else is missing.
    pub fn losses_agree(&self) -> Result<(), String> {
        for side in Side::ALL {
            let gone = self.battlefield.units_of(side) - self.on_map - self.waiting;
            let units: i32 = gone.iter().map(|unit| self.piece(unit).figures.value).sum();
            let fallen = self.leaders_of(side).filter(|&leader| {
                self.post(leader) == Post::Gone && self.leader(leader).starts_with.is_some()
            });
            let leaders: i32 = fallen.map(|leader| self.leader(leader).value).sum();
            if units + leaders != self.losses(side) {
                return Err(format!(
                    "{side:?} has lost {units} and {leaders}, but {} count",
                    self.losses(side)
                ));
            }
        }
        Ok(())
    }
}
