//! Lurking units react (SKIR-MAN-20 to SKIR-MAN-23).

use std::cmp::Ordering;

use kit::{
    Dice, Journal, Objection, Prompt, Seat,
    flow::{Decision, Procedure},
    objection::{no_if, not_now},
    position::{UnitId, Units},
};

use crate::{
    action::Action,
    fire::{self, FireOrders},
    game::Skirmish,
    nerve::Readiness,
    state::Flags,
    tell::told,
};

/// The owner of lurking units decides which of them fires, one after the other, or holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reacting {
    pub(super) lurkers: Units,
}

impl Reacting {
    /// Those who can still fire at the unit in hand.
    fn ready(self, game: &Skirmish) -> Units {
        let Some(unit) = game.act.unit else { return Units::NONE };
        if !game.board.is_on_table(unit) {
            return Units::NONE;
        }
        let lurkers = (self.lurkers & game.lurkers(unit)) - game.act.used;
        lurkers.iter().filter(|lurker| fire::can_harm(game, *lurker, unit)).collect()
    }
}

impl Decision<Skirmish> for Reacting {
    fn decider(self, game: &Skirmish) -> Option<Seat> {
        let acting = game.act.unit.map_or(game.first, |unit| game.board.side(unit));
        Some(acting.other().seat())
    }

    fn prompt(self, game: &Skirmish) -> Prompt {
        let whom = game.act.unit.map_or("", |unit| game.name(unit));
        Prompt::new(
            format!("{whom} is in the sights: which lurking unit fires?"),
            &["SKIR-MAN-20", "SKIR-MAN-21"],
        )
    }

    fn choices(self, game: &Skirmish, out: &mut Vec<Action>) {
        out.extend(self.ready(game).iter().map(Action::React));
        out.push(Action::Hold);
    }

    fn check<E: Objection>(self, game: &Skirmish, action: Action) -> Result<(), E> {
        match action {
            Action::React(unit) => no_if(!self.ready(game).contains(unit), "SKIR-MAN-20", "", || {
                "this unit does not lurk with the enemy in sight, range and arc".to_owned()
            }),
            Action::Hold => Ok(()),
            _ => not_now(),
        }
    }

    fn effect<J: Journal>(self, game: &mut Skirmish, action: Action, _: &mut J) {
        if let Action::React(lurker) = action {
            game.act.used.insert(lurker);
            game.flow.goto(Self { lurkers: self.lurkers - Units::of(lurker) });
            game.flow.call(Duel { lurker });
        } else {
            game.act.held |= self.lurkers;
            game.flow.done();
        }
    }

    fn is_open(self, game: &Skirmish) -> bool {
        !self.ready(game).is_empty()
    }
}

/// SKIR-MAN-21: both roll for readiness; the lurker must score strictly more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Duel {
    lurker: UnitId,
}

impl Procedure<Skirmish> for Duel {
    type End = bool;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> bool {
        let Some(acting) = game.act.unit else { return false };
        let readiness = |unit: UnitId| Readiness {
            bonus: game.readiness_bonus(unit).into(),
            crew_hurt: game.is_slow_to_act(unit),
        };
        readiness(self.lurker).against(readiness(acting), dice) == Ordering::Greater
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, first: bool, journal: &mut J) {
        let lurker = self.lurker;
        // SKIR-MAN-22: used or lost, it lurks no longer.
        game.board.unit_mut(lurker).set(Flags::LURKING.and(Flags::LURKED), false);
        let (name, whom) = (game.name(lurker), game.act.unit.map_or("", |unit| game.name(unit)));
        if first {
            game.tell_about(lurker, journal, || told("SKIR-MAN-21", format!("{name} fires first at {whom}")));
            game.flow.goto(FireOrders { unit: lurker, moving: false, only: game.act.unit });
        } else {
            game.tell_about(lurker, journal, || told("SKIR-MAN-21", format!("{name} is too slow")));
            game.act.late.insert(lurker);
            game.flow.done();
        }
    }
}
