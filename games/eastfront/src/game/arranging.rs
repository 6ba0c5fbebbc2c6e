//! Positions of one's own: units put where somebody wants them.

use kit::{
    CounterId, Refusal, Seat,
    arrangement::{Arrange, Stand},
    flow::Stack,
};

use super::EastFront;
use crate::{
    board::{Aside, Board, Status},
    flow::PlayerTurn,
    roster::{UNITS, UnitId},
    unit::Side,
};

const STARTS: [PlayerTurn; 3] = [PlayerTurn::Movement, PlayerTurn::Prepared, PlayerTurn::Operational];

fn unit_of(game: &EastFront, counter: CounterId) -> Result<UnitId, Refusal> {
    let unit = Some(usize::from(counter.0)).filter(|&unit| unit < UNITS).map(UnitId::new);
    let unit = unit.filter(|&unit| game.theatre().units.contains(unit));
    unit.ok_or_else(|| Refusal::new("", "only units can be put somewhere by hand"))
}

impl Arrange for EastFront {
    const PHASES: &'static [(&'static str, &'static str)] = &[
        ("movement", "Operational movement"),
        ("prepared", "Prepared attacks"),
        ("operational", "Operational attacks"),
    ];
    const CONDITIONS: &'static [(&'static str, &'static str)] = &[("dispersed", "Dispersed")];

    fn set_out(&self) -> Self {
        Self::new(Board::deployed(self.board.rules(), self.theatre().scenario), self.house)
    }

    fn lift(&mut self, counter: CounterId) -> Result<(), Refusal> {
        let unit = unit_of(self, counter)?;
        self.board.remove(unit, Aside::Gone);
        Ok(())
    }

    fn put(&mut self, counter: CounterId, stand: &Stand<'_>) -> Result<(), Refusal> {
        let unit = unit_of(self, counter)?;
        if !self.board.ground().contains(stand.hex) {
            return Err(Refusal::new("EAST-MOV-7", "nobody can be there"));
        }
        self.board.move_to(unit, stand.hex);
        self.board.set(unit, Status::Dispersed, stand.is("dispersed"));
        Ok(())
    }

    fn conditions_of(&self, counter: CounterId) -> Option<Vec<&'static str>> {
        let unit = unit_of(self, counter).ok()?;
        Some(if self.board.is_dispersed(unit) { vec!["dispersed"] } else { Vec::new() })
    }

    fn begin_at(&mut self, turn: u16, side: Seat, phase: usize) {
        self.phasing = if side.0 == 0 { Side::Axis } else { Side::Soviet };
        *self = self.on_turn_number(turn as u8);
        self.flow = Stack::new(STARTS[phase]);
    }
}
