//! Maneuver phases: who declares what.

use kit::{
    Dice, Journal, Objection, Prompt, Seat,
    flow::{Decision, Procedure},
    objection::{no, no_if, not_now},
    position::Units,
};

use super::{Acting, Readying};
use crate::{
    action::Action,
    game::{Declared, Skirmish},
    scenario::PlatoonId,
    state::{Flags, Side},
    tell::told,
};

/// A maneuver phase begins, as long as a platoon is left (SKIR-SEQ-2, SKIR-PHA-7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Phase;

impl Procedure<Skirmish> for Phase {
    type End = ();

    fn throw<D: Dice>(self, _: &Skirmish, _: &mut D) {}

    fn apply<J: Journal>(self, game: &mut Skirmish, (): (), _: &mut J) {
        let is_left = Side::BOTH.iter().any(|side| game.fresh_platoons(*side).next().is_some());
        if !is_left {
            return game.flow.done();
        }
        game.phase += 1;
        // SKIR-PHA-3: the role alternates from phase to phase.
        game.first = if game.phase % 2 == 1 { game.first_of_turn } else { game.first_of_turn.other() };
        game.declared = [Declared::Nothing; 2];
        game.flow.call(Declaring { second: false });
    }
}

impl Skirmish {
    /// Platoons of a side that have not maneuvered this turn.
    pub(crate) fn fresh_platoons(&self, side: Side) -> impl Iterator<Item = PlatoonId> {
        self.platoons_of(side).filter(|id| !self.platoons[id.index()].maneuvered)
    }
}

/// A player declares a platoon or plays a chip (SKIR-PHA-1, SKIR-PHA-2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Declaring {
    second: bool,
}

impl Declaring {
    fn side(self, game: &Skirmish) -> Side {
        if self.second { game.first.other() } else { game.first }
    }

    fn go_on<J: Journal>(self, game: &mut Skirmish, journal: &mut J) {
        if !self.second {
            return game.flow.goto(Self { second: true });
        }
        game.waiting = Units::NONE;
        let mut platoons = 0;
        for declared in game.declared {
            let Declared::Platoon(id) = declared else { continue };
            platoons += 1;
            let members = game.board.scenario().platoon(id).members;
            game.waiting |= members.iter().filter(|unit| game.may_still_act(*unit)).collect();
        }
        match platoons {
            // SKIR-PHA-6: two chips and nothing happens.
            0 => {
                journal.tell(|| told("SKIR-PHA-6", "Both sides wait".to_owned()));
                game.flow.done();
            }
            // SKIR-PHA-5: no readiness for one platoon alone.
            1 => {
                game.scores = [0; _];
                game.flow.goto(Acting);
            }
            _ => game.flow.goto(Readying { from: 0 }),
        }
    }
}

impl Decision<Skirmish> for Declaring {
    fn decider(self, game: &Skirmish) -> Option<Seat> {
        Some(self.side(game).seat())
    }

    fn prompt(self, game: &Skirmish) -> Prompt {
        let chips = game.chips[self.side(game) as usize];
        let chip = if chips > 0 { format!(" or play one of {chips} chips") } else { String::new() };
        let clause = if self.second { "SKIR-PHA-2" } else { "SKIR-PHA-1" };
        Prompt::new(format!("declare a platoon{chip}"), &[clause, "SKIR-CHP-3"])
    }

    fn choices(self, game: &Skirmish, out: &mut Vec<Action>) {
        let side = self.side(game);
        out.extend(game.fresh_platoons(side).map(Action::Declare));
        if game.chips[side as usize] > 0 {
            out.push(Action::Chip);
        }
    }

    fn check<E: Objection>(self, game: &Skirmish, action: Action) -> Result<(), E> {
        let side = self.side(game);
        match action {
            Action::Declare(id) => {
                let Some(platoon) = game.board.scenario().platoons.get(id.index()) else {
                    return no("SKIR-PHA-1", "", "there is no such platoon");
                };
                let name = &platoon.name;
                no_if(platoon.side != side, "SKIR-PHA-1", name, || format!("{name} is not yours"))?;
                no_if(game.platoons[id.index()].maneuvered, "SKIR-PHA-1", name, || {
                    format!("{name} has maneuvered this turn")
                })?;
                no_if(!game.is_present(id), "SKIR-PHA-7", name, || format!("{name} is not on the table"))
            }
            Action::Chip => no_if(game.chips[side as usize] == 0, "SKIR-CHP-3", "", || {
                format!("{} has no chip", game.side_name(side))
            }),
            _ => not_now(),
        }
    }

    fn effect<J: Journal>(self, game: &mut Skirmish, action: Action, journal: &mut J) {
        let side = self.side(game);
        let name = game.side_name(side);
        game.declared[side as usize] = if let Action::Declare(id) = action {
            game.platoons[id.index()].maneuvered = true;
            let platoon = &game.board.scenario().platoon(id).name;
            journal.tell(|| told("SKIR-PHA-1", format!("{name} declares {platoon}")));
            Declared::Platoon(id)
        } else {
            game.chips[side as usize] -= 1;
            journal.tell(|| told("SKIR-CHP-3", format!("{name} plays a chip")));
            Declared::Chip
        };
        self.go_on(game, journal);
    }

    /// SKIR-PHA-7: who has neither platoon nor chip passes.
    fn is_open(self, game: &Skirmish) -> bool {
        let side = self.side(game);
        game.chips[side as usize] > 0 || game.fresh_platoons(side).next().is_some()
    }

    fn pass<J: Journal>(self, game: &mut Skirmish, journal: &mut J) {
        self.go_on(game, journal);
    }
}

impl Skirmish {
    /// Whether a unit of a declared platoon gets a place in the order: on the table, or due to come on, and it has not
    /// acted yet (a gun that was hooked has: SKIR-MAN-10). SKIR-PHA-10: who is lost has lost his place.
    pub(crate) fn may_still_act(&self, unit: kit::position::UnitId) -> bool {
        let state = self.board.unit(unit);
        !state.is(Flags::ACTED)
            && !state.flags.any(Flags::GONE.and(Flags::UNPLACED))
            && (!state.is(Flags::TO_COME) || self.is_due(unit))
    }

    /// Whether a unit that is not on the table yet may come on.
    pub(crate) fn is_due(&self, unit: kit::position::UnitId) -> bool {
        let platoon = self.board.scenario().platoon(self.board.member(unit).platoon);
        platoon.enters.is_some_and(|entry| entry.turn <= self.turn)
    }
}
