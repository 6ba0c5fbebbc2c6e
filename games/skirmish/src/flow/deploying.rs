//! Before the first turn: each side places its units.

use kit::{Journal, Objection, Prompt, Seat, flow::Decision, objection::not_now, position::UnitId};

use crate::{
    action::Action,
    game::Skirmish,
    scenario::Suggestion,
    state::{Flags, Side},
};

/// A side places its units (SKIR-R97).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deploying {
    pub(super) side: Side,
}

impl Decision<Skirmish> for Deploying {
    fn decider(self, _: &Skirmish) -> Option<Seat> {
        Some(self.side.seat())
    }

    fn prompt(self, _: &Skirmish) -> Prompt {
        Prompt::new("place your units, or take the places that are suggested", &["SKIR-R97"])
    }

    fn choices(self, _: &Skirmish, out: &mut Vec<Action>) {
        out.push(Action::Suggested);
    }

    fn check<E: Objection>(self, _: &Skirmish, action: Action) -> Result<(), E> {
        match action {
            Action::Suggested => Ok(()),
            _ => not_now(),
        }
    }

    fn effect<J: Journal>(self, game: &mut Skirmish, action: Action, _: &mut J) {
        if action == Action::Suggested {
            for unit in game.unplaced(self.side).collect::<Vec<_>>() {
                game.place_as_suggested(unit);
            }
        }
    }

    fn is_open(self, game: &Skirmish) -> bool {
        game.unplaced(self.side).next().is_some()
    }
}

impl Skirmish {
    /// Units of a side that still have to be placed.
    fn unplaced(&self, side: Side) -> impl Iterator<Item = UnitId> + use<> {
        let board = self.board;
        board.army(side).iter().filter(move |unit| board.is(*unit, Flags::UNPLACED))
    }

    fn place_as_suggested(&mut self, unit: UnitId) {
        let Suggestion { x, y, facing, floor, carrier, .. } = self.board.member(unit).suggestion;
        let state = self.board.unit_mut(unit);
        (state.x, state.y, state.heading) = (x as i16, y as i16, facing);
        state.set(Flags::UNPLACED, false);
        if let Some(carrier) = carrier {
            state.ride(Some(carrier));
            state.set(Flags::EMBARKED, true);
        }
        for man in self.board.men_mut(unit) {
            (man.x, man.y, man.floor) = (x as i16, y as i16, floor);
        }
    }
}
