//! Positions of one's own: units and leaders put where somebody wants them.

use kit::arrangement::{Arrange, Stand};

use crate::prelude::*;

const MARKS: [Mark; 2] = [Mark::Disrupted, Mark::Marching];

impl Battleline {
    fn leader_on(&self, counter: CounterId) -> Result<LeaderId, Refusal> {
        let mut leaders = (0..self.field.leaders.len()).map(LeaderId::new);
        leaders
            .find(|&leader| CounterId::from(leader) == counter)
            .ok_or_else(|| Refusal::new("", "there is no such counter"))
    }
}

impl Arrange for Battleline {
    const PHASES: &'static [(&'static str, &'static str)] = &[("movement", "Movement")];
    const CONDITIONS: &'static [(&'static str, &'static str)] =
        &[("disrupted", "Disrupted"), ("marching", "Marching")];

    /// A unit off the map waits for a turn that never comes, so that it is nobody's loss; a leader goes with one of his
    /// side (LINE-X-CMD-1).
    fn lift(&mut self, counter: CounterId) -> Result<(), Refusal> {
        if let Ok(unit) = self.unit_on(counter) {
            self.field.set_aside(unit);
            return Ok(());
        }
        let leader = self.leader_on(counter)?;
        let side = self.field.leader(leader).side;
        let away = (self.field.waiting() & self.battlefield().units_of(side)).first();
        let reason = "a leader is off the map only with a unit that is";
        self.field.attach(leader, away.ok_or_else(|| Refusal::new("LINE-X-CMD-1", reason))?);
        Ok(())
    }

    fn put(&mut self, counter: CounterId, stand: &Stand<'_>) -> Result<(), Refusal> {
        let there = self.field.unit_in(stand.hex);
        let Ok(unit) = self.unit_on(counter) else {
            let leader = self.leader_on(counter)?;
            let side = self.field.leader(leader).side;
            let unit = there.filter(|&unit| self.field.side(unit) == side);
            let reason = "a leader needs a unit of his side there; name it before him";
            self.field.attach(leader, unit.ok_or_else(|| Refusal::new("LINE-X-CMD-1", reason))?);
            return Ok(());
        };
        if let Some(other) = there {
            let words = format!("{} is there already", self.field.name(other));
            return Err(Refusal::new("LINE-X-STK-1", words));
        }
        let facing = stand.facing.unwrap_or_else(|| self.field.facing(unit));
        self.field.place(unit, stand.hex, facing);
        for ((word, _), mark) in Self::CONDITIONS.iter().zip(MARKS) {
            self.field.set(unit, mark, stand.is(word));
        }
        Ok(())
    }

    fn conditions_of(&self, counter: CounterId) -> Option<Vec<&'static str>> {
        let Ok(unit) = self.unit_on(counter) else {
            return self.leader_on(counter).ok().map(|_| Vec::new());
        };
        let held = Self::CONDITIONS.iter().zip(MARKS).filter(|&(_, mark)| self.field.is(unit, mark));
        Some(held.map(|((word, _), _)| *word).collect())
    }

    fn begin_at(&mut self, turn: u16, side: Seat, _: usize) {
        *self = Self::at(self.field, self.house_rules, turn as u8, Side::ALL[usize::from(side.0)]);
    }
}
