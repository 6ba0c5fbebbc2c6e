//! The dice that harm asks for: lots aboard a vehicle, can't-fire tests, courage.

use kit::{Dice, Die, Journal, Purpose, flow::Procedure, position::UnitId};

use crate::{charts::Test, condition::Due, game::Skirmish, state::Flags, tell::told, words::Hull};

/// SKIR-CRW-6: who of those aboard falls; every man is as likely.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lots {
    pub(super) unit: UnitId,
    pub(super) due: Due,
}

const LOT: Purpose = Purpose::new("who falls", "SKIR-CRW-6");

impl Procedure<Skirmish> for Lots {
    /// The man, counted from 0: the crew first, then the passengers.
    type End = u8;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> u8 {
        let aboard = u16::from(game.condition(self.unit).men());
        if aboard == 0 { 0 } else { (dice.roll(Die::with_sides(aboard), LOT) - 1) as u8 }
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, man: u8, journal: &mut J) {
        game.lose_one_aboard(self.unit, man, journal);
        let due = Due { deaths: self.due.deaths - 1, ..self.due };
        if due.deaths > 0 && game.condition(self.unit).men() > 0 {
            game.flow.goto(Self { due, ..self });
        } else {
            game.flow.done();
            game.settle(self.unit, Due { deaths: 0, ..due }, journal);
        }
    }
}

/// The tests that are owed, one after the other: a unit's CF before its CT; then back to the caller.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tests;

impl Tests {
    fn next(game: &Skirmish) -> Option<(UnitId, Test)> {
        let first = (game.harm.cant_fire | game.harm.courage).first()?;
        let test = if game.harm.cant_fire.contains(first) { Test::CantFire } else { Test::Courage };
        Some((first, test))
    }
}

impl Procedure<Skirmish> for Tests {
    /// Whether the test was passed.
    type End = bool;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> bool {
        let Some((unit, test)) = Self::next(game) else { return true };
        let victim = game.victim(unit);
        game.board.rules.passes(test, victim.nerve(victim.start), dice)
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, passed: bool, journal: &mut J) {
        let Some((unit, test)) = Self::next(game) else {
            game.part_from_wrecks();
            return game.flow.done();
        };
        let name = game.name(unit);
        if test == Test::CantFire {
            game.harm.cant_fire.remove(unit);
            game.board.unit_mut(unit).set(Flags::NO_FIRE, !passed);
            game.tell_about(unit, journal, || {
                let words = if passed { "keeps its fire" } else { "cannot fire for the rest of the turn" };
                told("SKIR-TST-6", format!("{name} {words}"))
            });
        } else {
            game.harm.courage.remove(unit);
            game.tell_about(unit, journal, || {
                let words = if passed { "stands" } else { "loses heart" };
                told("SKIR-TST-7", format!("{name} {words}"))
            });
            if !passed {
                game.lose_heart(unit, journal);
            }
        }
    }
}

impl Skirmish {
    /// SKIR-MOR-2, SKIR-MOR-8, SKIR-R50, SKIR-R63: a failed CT after damage. SKIR-R61: for everybody aboard, and for
    /// those who have just got out.
    pub(crate) fn lose_heart<J: Journal>(&mut self, unit: UnitId, journal: &mut J) {
        let victim = self.victim(unit);
        let mut now = victim.start;
        victim.lose_heart(&mut now);
        let riders: kit::position::Units = self.board.riders(unit).collect();
        if now.surrendered() {
            self.surrender(unit, journal);
        } else {
            self.take_flight(unit, journal);
            if now.hull == Hull::Abandoned && self.board.is_model(unit) {
                self.board.unit_mut(unit).hull = Hull::Abandoned;
                self.wreck(unit, journal);
            }
        }
        for rider in riders {
            if !self.board.rides(rider) {
                self.take_flight(rider, journal);
            }
        }
    }

    /// A unit flees (SKIR-MOR-2).
    pub(crate) fn take_flight<J: Journal>(&mut self, unit: UnitId, journal: &mut J) {
        if !self.board.is_on_table(unit) {
            return;
        }
        let state = self.board.unit_mut(unit);
        state.set(Flags::LURKING.and(Flags::LURKED), false);
        state.set(Flags::FLEEING, true);
        self.disengage(unit);
        let name = self.name(unit);
        self.tell_about(unit, journal, || told("SKIR-MOR-2", format!("{name} flees")));
    }

    /// SKIR-MOR-8: it lays down its arms.
    fn surrender<J: Journal>(&mut self, unit: UnitId, journal: &mut J) {
        let name = self.name(unit);
        self.tell_about(unit, journal, || told("SKIR-MOR-8", format!("{name} surrenders")));
        if self.board.is_model(unit) {
            self.board.unit_mut(unit).hull = Hull::Abandoned;
        }
        self.remove(unit);
    }
}
