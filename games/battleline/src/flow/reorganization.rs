//! The Reorganization Phase (LINE-X-REO-1, LINE-X-REO-2).

use super::{Occasion, Turning, active_name, end_turn, not_asked, tell_of};
use crate::prelude::*;

/// The next try to reorganize.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reorganizing;

impl Decision<Battleline> for Reorganizing {
    fn prompt(self, game: &Battleline) -> Prompt {
        let words = format!("{} reorganizes: name a Disrupted unit at rest, or be done", active_name(game));
        Prompt::new(words, &["LINE-X-REO-1"])
    }

    fn choices(self, game: &Battleline, out: &mut Vec<Action>) {
        out.extend(reorganize::candidates(&game.field, game.active).map(Action::Reorganize));
        out.push(Action::Done);
    }

    fn check<E: Objection>(self, game: &Battleline, action: Action) -> Result<(), E> {
        match action {
            Action::Done => Ok(()),
            Action::Reorganize(unit) => reorganize::check(&game.field, game.active, unit).map(|_| ()),
            _ => not_asked(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Battleline, action: Action, journal: &mut J) {
        let Action::Reorganize(unit) = action else { return self.pass(game, journal) };
        let morale = reorganize::check::<Silent>(&game.field, game.active, unit).unwrap_or(0) as u8;
        game.flow.call(Recovery { unit, morale });
    }

    fn is_open(self, game: &Battleline) -> bool {
        reorganize::candidates(&game.field, game.active).next().is_some()
    }

    fn pass<J: Journal>(self, game: &mut Battleline, journal: &mut J) {
        end_turn(game, journal);
    }
}

/// A unit tries to come back to order (LINE-X-REO-2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Recovery {
    unit: UnitId,
    /// Sixths with which it does.
    morale: u8,
}

impl Procedure<Battleline> for Recovery {
    type End = bool;

    fn throw<D: Dice>(self, _: &Battleline, dice: &mut D) -> bool {
        dice.at_most(Die::D6, self.morale.into(), Test::Reorganize.purpose())
    }

    fn apply<J: Journal>(self, game: &mut Battleline, recovers: bool, journal: &mut J) {
        let unit = self.unit;
        game.field.set(unit, Mark::Tried, true);
        if recovers {
            game.field.set(unit, Mark::Disrupted, false);
            game.flow.goto(Turning { unit, facings: Directions::ALL, occasion: Occasion::Recovery });
        } else {
            game.flow.done();
        }
        let [back, stays] = Test::Reorganize.ends();
        tell_of(journal, "LINE-X-REO-2", &game.field, unit, if recovers { back } else { stays });
    }
}
