//! Positions of one's own: units put where somebody wants them. Snipers, guns and aircraft stay as the scenario has them.

use kit::{
    CounterId, Refusal, Seat,
    arrangement::{Arrange, Stand},
    flow::Stack,
};

use super::Stalingrad;
use crate::{
    field::{Aside, Field, Status},
    flow::PlayerTurn,
    units::{Side, UnitId},
};

const STARTS: [PlayerTurn; 2] = [PlayerTurn::Movement, PlayerTurn::Allocation];

fn unit_of(game: &Stalingrad, counter: CounterId) -> Result<UnitId, Refusal> {
    let unit = UnitId::on(counter).filter(|&unit| game.theatre().units.contains(unit));
    unit.ok_or_else(|| Refusal::new("", "only units can be put somewhere by hand"))
}

impl Arrange for Stalingrad {
    const PHASES: &'static [(&'static str, &'static str)] = &[("movement", "Movement"), ("combat", "Combat")];
    const CONDITIONS: &'static [(&'static str, &'static str)] = &[("disrupted", "Disrupted")];

    fn set_out(&self) -> Self {
        Self { field: Field::deployed(self.field.rules(), self.theatre().scenario), ..*self }
    }

    fn lift(&mut self, counter: CounterId) -> Result<(), Refusal> {
        let unit = unit_of(self, counter)?;
        self.field.remove(unit, Aside::Absent);
        Ok(())
    }

    fn put(&mut self, counter: CounterId, stand: &Stand<'_>) -> Result<(), Refusal> {
        let unit = unit_of(self, counter)?;
        self.field.move_to(unit, stand.hex);
        self.field.set(unit, Status::Disrupted, stand.is("disrupted"));
        Ok(())
    }

    fn conditions_of(&self, counter: CounterId) -> Option<Vec<&'static str>> {
        let unit = unit_of(self, counter).ok()?;
        Some(if self.field.is_disrupted(unit) { vec!["disrupted"] } else { Vec::new() })
    }

    fn begin_at(&mut self, turn: u16, side: Seat, phase: usize) {
        self.phasing = if side.0 == 0 { Side::German } else { Side::Russian };
        self.turn = turn as u8;
        // STAL-R63, STAL-SNP-11: who stands somewhere alone controls it, and a sniper without friends is not on the map.
        self.field.settle_control();
        self.field.lift_lone_snipers();
        self.flow = Stack::new(STARTS[phase]);
    }
}
