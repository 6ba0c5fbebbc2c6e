//! A unit's maneuver is chosen when its place in the order has come.

use kit::{Journal, Objection, Prompt, flow::Decision, objection::not_now, position::UnitId};

use super::Performing;
use crate::{
    action::{Action, Order},
    game::Skirmish,
};

/// The owner picks exactly one maneuver (SKIR-PHA-9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Orders {
    pub(super) unit: UnitId,
}

impl Decision<Skirmish> for Orders {
    fn prompt(self, game: &Skirmish) -> Prompt {
        Prompt::new(format!("what does {} do?", game.name(self.unit)), &["SKIR-PHA-9"])
    }

    fn choices(self, _: &Skirmish, out: &mut Vec<Action>) {
        out.push(Action::Do(Order::Lurk, None));
    }

    fn check<E: Objection>(self, _: &Skirmish, action: Action) -> Result<(), E> {
        match action {
            Action::Do(Order::Lurk, None) => Ok(()),
            _ => not_now(),
        }
    }

    fn effect<J: Journal>(self, game: &mut Skirmish, action: Action, _: &mut J) {
        let Action::Do(order, about) = action else { return };
        game.act.order = order;
        game.act.about = about;
        game.flow.goto(Performing);
    }
}
