//! Who acts next.

use kit::{
    Dice, Die, Journal, Objection, Prompt, Purpose, Seat,
    flow::{Decision, Procedure},
    objection::{no_if, not_now},
    position::{UnitId, Units},
};

use crate::{
    action::Action,
    game::{Declared, Skirmish},
    state::UNITS,
    tell::told,
};

/// Every unit of both declared platoons rolls for readiness, one after the other (SKIR-PHA-4, SKIR-TST-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Readying {
    /// Units from this number on.
    pub(super) from: u8,
}

const READINESS: Purpose = Purpose::new("readiness", "SKIR-TST-1");

impl Readying {
    fn unit(self, game: &Skirmish) -> Option<UnitId> {
        game.waiting.iter().find(|unit| unit.0 >= self.from)
    }
}

impl Procedure<Skirmish> for Readying {
    type End = u8;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> u8 {
        let Some(unit) = self.unit(game) else { return 0 };
        // SKIR-CRW-1: crew losses leave 1 for the die.
        let face = if game.is_slow_to_act(unit) { 1 } else { dice.roll(Die::D6, READINESS) as u8 };
        face + game.readiness_bonus(unit)
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, score: u8, journal: &mut J) {
        let Some(unit) = self.unit(game) else { return game.flow.goto(Acting) };
        game.scores[unit.index()] = score;
        let name = game.name(unit);
        // SKIR-GEN-6: dice are public, also those of units that are out of sight; where they are is not said.
        journal.tell(|| told("SKIR-TST-1", format!("{name} has readiness {score}")));
        game.flow.goto(Self { from: unit.0 + 1 });
    }
}

/// The next unit of the phase acts (SKIR-PHA-4, SKIR-TST-2); the owner chooses among equals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Acting;

impl Acting {
    /// Who may act next: all of one side.
    fn next(game: &Skirmish) -> Units {
        let waiting = || game.waiting.iter().filter(|unit| game.may_still_act(*unit));
        let Some(best) = waiting().map(|unit| game.scores[unit.index()]).max() else { return Units::NONE };
        let equals: Units = waiting().filter(|unit| game.scores[unit.index()] == best).collect();
        // SKIR-TST-2: of equals on opposite sides the second player's act first.
        let second = equals & game.board.army(game.first.other());
        if second.is_empty() { equals } else { second }
    }
}

impl Decision<Skirmish> for Acting {
    fn decider(self, game: &Skirmish) -> Option<Seat> {
        Some(Self::next(game).first().map_or(game.first, |unit| game.board.side(unit)).seat())
    }

    fn prompt(self, _: &Skirmish) -> Prompt {
        Prompt::new("choose which of your units acts next", &["SKIR-TST-2", "SKIR-PHA-5"])
    }

    fn choices(self, game: &Skirmish, out: &mut Vec<Action>) {
        out.extend(Self::next(game).iter().map(Action::Next));
    }

    fn check<E: Objection>(self, game: &Skirmish, action: Action) -> Result<(), E> {
        let Action::Next(unit) = action else { return not_now() };
        let name = if unit.index() < game.board.scenario().muster.len() { game.name(unit) } else { "" };
        no_if(!Self::next(game).contains(unit), "SKIR-TST-2", name, || "its turn has not come".to_owned())
    }

    fn effect<J: Journal>(self, game: &mut Skirmish, action: Action, journal: &mut J) {
        if let Action::Next(unit) = action {
            game.begin_action(unit, journal);
        }
    }

    fn is_open(self, game: &Skirmish) -> bool {
        Self::next(game).len() > 1
    }

    fn pass<J: Journal>(self, game: &mut Skirmish, journal: &mut J) {
        if let Some(unit) = Self::next(game).first() {
            game.begin_action(unit, journal);
        } else {
            // SKIR-PHA-8: the phase is over.
            game.waiting = Units::NONE;
            game.scores = [0; UNITS];
            game.declared = [Declared::Nothing; 2];
            game.flow.done();
        }
    }
}
