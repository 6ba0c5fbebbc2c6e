//! An action is carried out part by part.

use kit::{Dice, Journal, flow::Procedure, position::UnitId};

use super::{Alighting, Orders, Over, Unhooking};
use crate::{act::Act, action::Order, game::Skirmish, state::Flags, tell::told, victory};

/// A part of a maneuver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Hook,
    Unhook,
    /// The unit itself boards the carrier it names.
    Embark,
    /// The unit itself gets down.
    Disembark,
    /// The carrier takes a team aboard.
    Load,
    /// The carrier puts a team down.
    Unload,
}

/// SKIR-MAN-1 to SKIR-MAN-18: what a maneuver is made of, in order.
const fn parts(order: Order) -> &'static [Part] {
    match order {
        Order::HookOn | Order::HookAndFire | Order::FireAndHook => &[Part::Hook],
        Order::Unhook | Order::UnhookAndFire | Order::FireAndUnhook => &[Part::Unhook],
        Order::Embark => &[Part::Embark],
        Order::Disembark => &[Part::Disembark],
        Order::LoadAndFire | Order::FireAndLoad => &[Part::Load],
        Order::UnloadAndMove | Order::MoveAndUnload => &[Part::Unload],
        _ => &[],
    }
}

/// Goes through the parts of the maneuver in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Performing;

impl Procedure<Skirmish> for Performing {
    type End = ();

    fn throw<D: Dice>(self, _: &Skirmish, _: &mut D) {}

    fn apply<J: Journal>(self, game: &mut Skirmish, (): (), journal: &mut J) {
        let Act { unit: Some(unit), order, about, part, .. } = game.act else { return game.flow.done() };
        let Some(part) = parts(order).get(usize::from(part)) else {
            return game.finish_action(journal);
        };
        game.act.part += 1;
        match (part, about) {
            (Part::Hook, Some(gun)) => game.hook(unit, gun, journal),
            (Part::Unhook, _) => game.flow.call(Unhooking { carrier: unit }),
            (Part::Embark, Some(carrier)) => game.embark(carrier, unit, journal),
            (Part::Load, Some(team)) => game.embark(unit, team, journal),
            (Part::Disembark, _) => game.flow.call(Alighting { team: unit }),
            (Part::Unload, Some(team)) => game.flow.call(Alighting { team }),
            _ => {}
        }
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
    fn finish_action<J: Journal>(&mut self, journal: &mut J) {
        let Some(unit) = self.act.unit else { return self.flow.done() };
        let order = self.act.order;
        let state = self.board.unit_mut(unit);
        state.set(Flags::ACTED, true);
        state.set(Flags::LURKING.and(Flags::LURKED), order == Order::Lurk);
        if order.conceals() {
            // SKIR-MAN-3, SKIR-MAN-13: it ends as stationary for both purposes.
            state.set(Flags::MOVED_LAST.and(Flags::FIRED_LAST), false);
        }
        if order == Order::Lurk {
            let name = self.name(unit);
            journal.tell_only(self.board.side(unit).seat(), || {
                told("SKIR-MAN-2", format!("{name} lurks")).to(unit)
            });
        }
        self.refresh_sight(unit);
        self.act = Act::NONE;
        self.flow.done();
        // SKIR-VIC-3: checked after every action.
        if victory::sudden_death(self).is_some() {
            self.flow.goto(Over);
        }
    }

    /// SKIR-HWF-14: whether the unit in hand was halted with its fire still to come.
    pub fn fire_is_to_come(&self, unit: UnitId) -> bool {
        self.act.unit == Some(unit) && self.act.order == Order::MoveAndFire
    }
}
