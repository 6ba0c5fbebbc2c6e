//! B.1 (STAL-SEQ-10) in the order of STAL-R24: boats, volunteers, the order to hold, arrivals, the factory, night and
//! daylight crossings, snipers.

use kit::{
    Dice, Journal, Objection, Prompt, Seat, chance,
    flow::{Decision, Procedure},
    map::HexId,
    objection::no_if,
};

use super::{
    crossing::{Crossings, SniperReturns},
    event, out_of_place,
};
use crate::{
    action::Action,
    bank::Light,
    field::{Aside, Location, Status},
    game::{Stalingrad, seat},
    units::{Side, UnitId},
};

/// B.1 by the part that comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RiverTurn {
    /// Boats come back (STAL-VOL-8), then volunteers and orders.
    Boats,
    /// Reinforcements and replacements arrive on the east bank (STAL-REP-1, STAL-REP-4), then the factory.
    Arrivals,
    /// Night crossings.
    Night,
    /// Daylight crossings.
    Day,
    /// Snipers come back (STAL-VOL-13).
    Snipers,
    /// B.1 is over.
    Over,
}

impl Procedure<Stalingrad> for RiverTurn {
    type End = ();

    fn throw<D: Dice>(self, _: &Stalingrad, _: &mut D) {}

    fn apply<J: Journal>(self, game: &mut Stalingrad, (): (), journal: &mut J) {
        let (next, step): (Self, super::Step) = match self {
            Self::Boats => {
                game.bank.begin_turn(game.field.charts());
                (Self::Arrivals, HoldOrder.into())
            }
            Self::Arrivals => {
                arrive(game, journal);
                (Self::Night, Repairs.into())
            }
            Self::Night => (Self::Day, Crossings { light: Light::Night }.into()),
            Self::Day => (Self::Snipers, Crossings { light: Light::Day }.into()),
            Self::Snipers => (Self::Over, SniperReturns.into()),
            Self::Over => return game.flow.done(),
        };
        game.flow.goto(next);
        game.flow.call(step);
    }
}

/// STAL-REP-1, STAL-REP-4: whoever is due waits on the east bank from now on, undisrupted (STAL-R81).
fn arrive<J: Journal>(game: &mut Stalingrad, journal: &mut J) {
    for unit in game.field.all_of(Side::Russian) {
        let (is_due, clause) = match game.field.place_of(unit) {
            Location::Aside(Aside::Calendar(turn)) => (turn <= game.turn, "STAL-REP-4"),
            Location::Aside(Aside::Track(turn)) => (turn <= game.turn, "STAL-REP-1"),
            _ => continue,
        };
        if is_due {
            game.field.remove(unit, Aside::EastBank);
            journal.tell(|| {
                let words = format!("{} arrives on the east bank", game.name(unit));
                event(game, clause, words, &[]).to(unit)
            });
        }
    }
}

/// The Russian orders everybody to hold, or allows retreats (STAL-NOR-4); before that he may give up units.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HoldOrder;

impl Decision<Stalingrad> for HoldOrder {
    fn decider(self, _: &Stalingrad) -> Option<Seat> {
        Some(seat(Side::Russian))
    }

    fn prompt(self, _: &Stalingrad) -> Prompt {
        let words = "Order everybody to hold, or allow retreats; before that you may disband units";
        Prompt::new(words, &["STAL-NOR-4", "STAL-VEL-1"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        out.extend([Action::NoRetreat, Action::Retreats]);
        if !game.field.units_of(Side::Russian).is_empty() {
            out.push(Action::Volunteers);
        }
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        match action {
            Action::NoRetreat | Action::Retreats => Ok(()),
            Action::Volunteers => {
                let nobody = game.field.units_of(Side::Russian).is_empty();
                no_if(nobody, "STAL-R88", "", || "no Russian unit is on the west bank".into())
            }
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        if action == Action::Volunteers {
            return game.flow.goto(Disbanding);
        }
        game.no_retreat = action == Action::NoRetreat;
        journal.tell(|| {
            let words = if game.no_retreat { "all Russians are to hold" } else { "Russians may retreat" };
            event(game, "STAL-NOR-4", words.into(), &[])
        });
        game.flow.done();
    }
}

/// Units that their owner eliminates (STAL-VEL-1): any on the west bank (STAL-R88).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Disbanding;

impl Decision<Stalingrad> for Disbanding {
    fn decider(self, _: &Stalingrad) -> Option<Seat> {
        Some(seat(Side::Russian))
    }

    fn prompt(self, _: &Stalingrad) -> Prompt {
        Prompt::new("Which units do you eliminate yourself?", &["STAL-VEL-1"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        out.extend(game.field.units_of(Side::Russian).iter().map(Action::Disband));
        out.push(Action::Done);
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        match action {
            Action::Disband(unit) => {
                let is_there = game.field.units_of(Side::Russian).contains(unit);
                no_if(!is_there, "STAL-R88", game.name(unit), || {
                    "it is no Russian unit on the west bank".into()
                })
            }
            Action::Done => Ok(()),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        let Action::Disband(unit) = action else { return game.flow.goto(HoldOrder) };
        let hex = game.field.hex_of(unit).unwrap_or(HexId::NONE);
        let delay = game.field.charts().delays.voluntary;
        game.field.eliminate(unit, game.turn, delay);
        game.field.set(unit, Status::Volunteered, true);
        game.field.lift_lone_snipers();
        game.field.settle_control();
        journal.tell(|| {
            let words = format!("{} in {} is disbanded", game.name(unit), game.number(hex));
            event(game, "STAL-VEL-1", words, &[hex]).to(unit)
        });
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        !game.field.units_of(Side::Russian).is_empty()
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        game.flow.goto(HoldOrder);
    }
}

/// The tractor factory repairs one brigade a turn (STAL-REP-5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Repairs;

impl Repairs {
    fn check_repair<E: Objection>(game: &Stalingrad, unit: UnitId, hex: HexId) -> Result<(), E> {
        let name = game.name(unit);
        let is_free = game.field.is(unit, Status::Volunteered);
        no_if(is_free, "STAL-R64", name, || "it was disbanded in this very turn".into())?;
        no_if(!game.wrecks().contains(unit), "STAL-REP-5", name, || {
            "it is no tank brigade that waits to be replaced".into()
        })?;
        if let Err(refusal) = game.repair(unit) {
            return Err(E::explain(|| refusal));
        }
        no_if(game.workshops(unit).all(|place| place != hex), "STAL-REP-6", name, || {
            format!("{} is no factory hex of yours with room and without Germans", game.number(hex))
        })
    }
}

impl Decision<Stalingrad> for Repairs {
    fn decider(self, _: &Stalingrad) -> Option<Seat> {
        Some(seat(Side::Russian))
    }

    fn prompt(self, _: &Stalingrad) -> Prompt {
        Prompt::new("Which brigade does the tractor factory repair?", &["STAL-REP-5", "STAL-REP-6"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        for unit in game.wrecks().iter().filter(|&unit| game.repair(unit).is_ok()) {
            out.extend(game.workshops(unit).map(|hex| Action::Repair(unit, hex)));
        }
        out.push(Action::Done);
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        match action {
            Action::Repair(unit, hex) => Self::check_repair(game, unit, hex),
            Action::Done => Ok(()),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, _: &mut J) {
        match action {
            Action::Repair(unit, hex) => game.flow.goto(Repairing { unit, hex }),
            _ => game.flow.done(),
        }
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        !game.theatre().factory.is_empty()
            && game
                .wrecks()
                .iter()
                .any(|unit| game.workshops(unit).next().is_some() && game.repair(unit).is_ok())
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        game.flow.done();
    }
}

/// The factory's die, if it needs one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Repairing {
    unit: UnitId,
    hex: HexId,
}

impl Procedure<Stalingrad> for Repairing {
    type End = bool;

    fn throw<D: Dice>(self, game: &Stalingrad, dice: &mut D) -> bool {
        game.repair(self.unit).is_ok_and(|repair| chance::roll(&repair, dice) == Some(true))
    }

    fn apply<J: Journal>(self, game: &mut Stalingrad, repaired: bool, journal: &mut J) {
        game.flow.done();
        game.bank.repair_tried = true;
        if repaired {
            game.field.place(self.unit, self.hex);
            game.field.settle_control();
        }
        journal.tell(|| {
            let name = game.name(self.unit);
            let words = if repaired {
                format!("the tractor factory has repaired {name}, which appears in {}", game.number(self.hex))
            } else {
                format!("the tractor factory cannot repair {name} in this turn")
            };
            event(game, "STAL-REP-5", words, &[self.hex]).to(self.unit)
        });
    }
}
