//! What a player says that he was after. The opponent reads it, so it tells only of units that he has in sight.

use kit::position::UnitId;

use super::{
    ground::Field,
    plan::{Plan, Task},
};
use crate::{action::Order, game::Skirmish, spotting::Status};

impl Skirmish {
    /// Why a unit does what it does.
    pub(super) fn in_words(
        &self,
        unit: UnitId,
        order: Order,
        about: Option<UnitId>,
        plan: &Plan,
    ) -> Option<String> {
        let side = self.board.side(unit);
        if !self.board.seen[side.other() as usize].contains(unit) {
            return None;
        }
        let scene = self.board.scene(Some(side));
        let field = Field::of(self, side, &scene).with(Some(plan));
        let name = self.name(unit);
        let points = |hundredths: i32| format!("{}.{}", hundredths / 100, hundredths % 100 / 10);
        let target = |moving| {
            let (promise, enemy) = field.best_fire(unit, moving);
            enemy.map(|enemy| format!("{}, worth {} points on average", self.name(enemy), points(promise)))
        };
        let toward = || {
            let goal = field.goal_of(unit, self.board.centre(unit))?;
            Some(self.board.scenario().objectives[goal.place].name.as_str())
        };
        let together = matches!(field.task(unit), Task::Rush(_));
        let threat = || field.exposure(&field.here(unit, Status::Stationary)).0;
        Some(match order {
            Order::Lurk => format!("{name} lay in wait for whoever showed himself"),
            Order::Conceal => format!("{name} crept to where fewer could see it"),
            Order::Fire => match target(false) {
                Some(target) => format!("{name} stood and fired: {target}"),
                None => format!("{name} shelled a house that is likely to be held"),
            },
            Order::Move if together => format!("{name} went for the {} with all the others", toward()?),
            Order::Move if threat() > 200 => {
                format!("{name} got out of fire that could cost it {} points", points(threat()))
            }
            Order::Move => format!("{name} made for the {}", toward()?),
            Order::MoveAndFire => format!("{name} went to where it could fire better"),
            Order::FireAndMove => {
                format!("{name} fired and went on toward the {}: {}", toward()?, target(true)?)
            }
            Order::FireAndConceal => format!("{name} fired and hid: {}", target(true)?),
            Order::Assault => {
                let enemy = about?;
                let (own, other) = (self.board.unit(unit).alive, self.board.unit(enemy).alive);
                if self.board.is_afoot(unit) && self.board.is_afoot(enemy) {
                    format!("{name} stormed {}: {own} men against {other}", self.name(enemy))
                } else if self.board.is_afoot(unit) {
                    format!("{name} went at {} with bombs", self.name(enemy))
                } else {
                    format!("{name} drove at {}", self.name(enemy))
                }
            }
            Order::BreakOff => format!("{name} had enough and broke off"),
            Order::UnloadAndMove | Order::MoveAndUnload | Order::Disembark => {
                format!("{name}: the men got down to fight on foot")
            }
            _ => return None,
        })
    }
}
