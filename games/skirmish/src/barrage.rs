//! Indirect fire on the table: one shell to one marker (chapter IND).

use kit::{Dice, Journal, flow::Procedure, position::UnitId, tabletop::Point};

use crate::{
    fire::{Aim, Lob, Shell, kept},
    game::Skirmish,
    scatter::ScatterKind,
    scenario::PlatoonId,
};

/// SKIR-IND-2, SKIR-IND-4: one shell of a battery to one of its markers, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bombard {
    /// The gun on the table; nobody for a battery behind it.
    pub firer: Option<UnitId>,
    /// The battery.
    pub battery: PlatoonId,
    /// Which of its markers.
    pub marker: u8,
}

impl Procedure<Skirmish> for Bombard {
    type End = ();

    fn throw<D: Dice>(self, _: &Skirmish, _: &mut D) {}

    fn apply<J: Journal>(self, game: &mut Skirmish, (): (), journal: &mut J) {
        let platoon = game.board.scenario().platoon(self.battery);
        let (x, y) = game.platoons[self.battery.index()].markers[usize::from(self.marker)];
        let marker = Point::new(x.into(), y.into());
        // SKIR-SCT-10: the gunners' skill and rank; SKIR-IND-8: off the table what the scenario says.
        let (weapon, cs, cr, from, kind) = match (self.firer, platoon.off_board) {
            (Some(unit), _) => {
                let nerve = game.nerve(unit);
                let weapon = game.board.chart(unit).heavy.unwrap_or(0);
                (weapon, nerve.cs, nerve.cr, game.at(unit), ScatterKind::OnTable)
            }
            (None, Some(guns)) => (guns.weapon, guns.cs, guns.cr, marker, ScatterKind::OffTable),
            (None, None) => return game.flow.done(),
        };
        game.fire.shell = Shell {
            firer: self.firer,
            side: platoon.side,
            weapon: weapon as u8,
            cs,
            cr,
            he: true,
            device: None,
            inside: false,
            from: kept(from),
            height: 0,
            aim: Aim::Ground(x, y),
        };
        if let Some(unit) = self.firer {
            game.mark_fired(unit, journal);
        }
        game.flow.goto(Lob { kind });
    }
}
