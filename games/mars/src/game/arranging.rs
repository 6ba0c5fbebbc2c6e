//! Positions of one's own: counters put where somebody wants them.

use kit::{
    arrangement::{Arrange, Stand},
    flow::Stack,
    position::Roster,
};

use crate::prelude::*;

const STARTS: [PlayerTurn; 3] = [PlayerTurn::Movement, PlayerTurn::Allocation, PlayerTurn::Fortification];
const STATUSES: [Status; 2] = [Status::Disrupted, Status::Fortified];

impl Arrange for Mars {
    const PHASES: &'static [(&'static str, &'static str)] =
        &[("movement", "Movement"), ("combat", "Combat"), ("fortification", "Fortification")];
    const CONDITIONS: &'static [(&'static str, &'static str)] =
        &[("disrupted", "Disrupted"), ("fortified", "Fortified")];

    fn set_out(&self) -> Self {
        Self { field: Field::deployed(self.theatre()), ..*self }
    }

    fn lift(&mut self, counter: CounterId) -> Result<(), Refusal> {
        self.field.remove(self.unit_on(counter)?, Aside::Absent);
        Ok(())
    }

    fn put(&mut self, counter: CounterId, stand: &Stand<'_>) -> Result<(), Refusal> {
        let unit = self.unit_on(counter)?;
        self.field.move_to(unit, stand.hex);
        for ((word, _), status) in Self::CONDITIONS.iter().zip(STATUSES) {
            self.field.set(unit, status, stand.is(word));
        }
        Ok(())
    }

    fn conditions_of(&self, counter: CounterId) -> Option<Vec<&'static str>> {
        let unit = self.unit_on(counter).ok()?;
        let held = Self::CONDITIONS.iter().zip(STATUSES).filter(|&(_, status)| self.field.is(unit, status));
        Some(held.map(|((word, _), _)| *word).collect())
    }

    fn begin_at(&mut self, turn: u16, side: Seat, phase: usize) {
        self.phasing = Side::ALL[usize::from(side.0)];
        self.turn = turn as u8;
        (self.plan, self.fight, self.spared) = (Plan::default(), Fight::default(), Units::NONE);
        self.field.begin_player_turn(self.phasing);
        self.flow = Stack::new(STARTS[phase]);
    }
}
