//! An action is carried out part by part.

use kit::{Dice, Journal, flow::Procedure, position::UnitId};

use super::{Orders, Over};
use crate::{act::Act, action::Order, game::Skirmish, state::Flags, victory};

/// Goes through the parts of the maneuver in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Performing;

impl Procedure<Skirmish> for Performing {
    type End = ();

    fn throw<D: Dice>(self, _: &Skirmish, _: &mut D) {}

    fn apply<J: Journal>(self, game: &mut Skirmish, (): (), journal: &mut J) {
        game.finish_action(journal);
    }
}

impl Skirmish {
    /// The place of a unit in the order has come.
    pub(super) fn begin_action<J: Journal>(&mut self, unit: UnitId, _: &mut J) {
        self.waiting.remove(unit);
        self.act = Act { unit: Some(unit), ..Act::NONE };
        let state = self.board.unit_mut(unit);
        // SKIR-SPT-9: what it did before counts no longer.
        state.set(Flags::MOVED_LAST.and(Flags::FIRED_LAST).and(Flags::LURKING).and(Flags::LURKED), false);
        self.flow.call(Orders { unit });
    }

    /// SKIR-PHA-8: the unit has acted.
    fn finish_action<J: Journal>(&mut self, _: &mut J) {
        let Some(unit) = self.act.unit else { return self.flow.done() };
        let lurks = self.act.order == Order::Lurk;
        let state = self.board.unit_mut(unit);
        state.set(Flags::ACTED, true);
        state.set(Flags::LURKING.and(Flags::LURKED), lurks);
        self.act = Act::NONE;
        self.flow.done();
        // SKIR-VIC-3: checked after every action.
        if victory::sudden_death(self).is_some() {
            self.flow.goto(Over);
        }
    }
}
