//! B.1 (STAL-SEQ-10) in the order of STAL-R24: boats, volunteers, the order to hold, arrivals, the factory, night and
//! daylight crossings, snipers.

use kit::{
    Dice, Journal, Objection, Prompt, Seat, chance,
    flow::{Decision, Procedure},
    map::HexId,
    objection::{no, no_if, no_since},
};

use super::{air::AirCombat, event, out_of_place};
use crate::{
    action::{Action, KorpsId},
    bank::{Crosser, Light},
    crossing::Landing,
    field::{Aside, Location, SniperId, SniperPlace, Status},
    game::{Stalingrad, seat},
    interception::Over,
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
    for unit in game.field.all_of(Side::Russian).iter() {
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

/// Boats cross, one unit at a time (STAL-VOL-1 to STAL-VOL-4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Crossings {
    light: Light,
}

impl Crossings {
    /// Night or day.
    pub const fn light(self) -> Light {
        self.light
    }

    /// The units that can try now and find a landing hex (STAL-R84).
    fn ready(self, game: &Stalingrad) -> impl Iterator<Item = UnitId> {
        game.on_the_east_bank()
            .filter(move |&unit| game.may_try(unit, self.light) && game.landings(unit).next().is_some())
    }

    /// STAL-AIR-9, STAL-R85: the Fliegerkorps that the Russian air unit can meet over the river before an attempt.
    fn over_the_river(self, game: &Stalingrad) -> impl Iterator<Item = KorpsId> {
        let may = self.light == Light::Day
            && game.check_interception(Over::River).is_ok()
            && self.ready(game).next().is_some();
        game.korps().filter(move |&korps| may && game.is_over_the_river(korps))
    }

    fn check_crossing<E: Objection>(self, game: &Stalingrad, unit: UnitId, hex: HexId) -> Result<(), E> {
        let name = game.name(unit);
        let waits = game.field.place_of(unit) == Location::Aside(Aside::EastBank);
        no_if(!waits, "STAL-VOL-1", name, || "it does not wait on the east bank".into())?;
        no_if(game.field.is(unit, self.light.tried()), "STAL-VOL-3", name, || {
            format!("it has tried {} already", self.light.name())
        })?;
        if !game.may_try(unit, self.light) {
            return no_since("STAL-R25", name, || {
                format!("{} boat units are left {}", game.bank.left(self.light), self.light.name())
            });
        }
        match game.attempt(Crosser::Unit(unit), hex, self.light) {
            Ok(_) => Ok(()),
            Err(refusal) => Err(E::explain(|| refusal)),
        }
    }
}

impl Decision<Stalingrad> for Crossings {
    fn decider(self, _: &Stalingrad) -> Option<Seat> {
        Some(seat(Side::Russian))
    }

    fn prompt(self, game: &Stalingrad) -> Prompt {
        let (left, light) = (game.bank.left(self.light), self.light.name());
        Prompt::new(
            format!("Who crosses the Volga {light}? Boats for {left} are left"),
            &["STAL-VOL-1", "STAL-VOL-4", "STAL-VOL-12"],
        )
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        for unit in self.ready(game) {
            out.extend(game.landings(unit).map(|hex| Action::Cross(unit, hex)));
        }
        out.extend(self.over_the_river(game).map(Action::Intercept));
        out.push(Action::Done);
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        match action {
            Action::Cross(unit, hex) => self.check_crossing(game, unit, hex),
            Action::Intercept(korps) => {
                if self.over_the_river(game).any(|other| other == korps) {
                    return Ok(());
                }
                if let Err(refusal) = game.check_interception(Over::River) {
                    return Err(E::explain(|| refusal));
                }
                no("STAL-R85", game.korps_name(korps), "it is not over the river while boats cross")
            }
            Action::Done => Ok(()),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, _: &mut J) {
        match action {
            Action::Cross(unit, hex) => game.flow.call(Boats { unit, hex, light: self.light }),
            Action::Intercept(korps) => game.flow.call(AirCombat { korps, over: Over::River }),
            _ => game.flow.done(),
        }
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        self.ready(game).next().is_some()
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        game.flow.done();
    }
}

/// One attempt to cross (STAL-VOL-4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Boats {
    unit: UnitId,
    hex: HexId,
    light: Light,
}

impl Procedure<Stalingrad> for Boats {
    type End = Option<Landing>;

    fn throw<D: Dice>(self, game: &Stalingrad, dice: &mut D) -> Option<Landing> {
        let attempt = game.attempt(Crosser::Unit(self.unit), self.hex, self.light).ok()?;
        Some(chance::roll(&attempt, dice).landings[0])
    }

    fn apply<J: Journal>(self, game: &mut Stalingrad, end: Option<Landing>, journal: &mut J) {
        game.flow.done();
        let Self { unit, hex, light } = self;
        let Some(landing) = end else { return };
        let hazard = game.attempt(Crosser::Unit(unit), hex, light).ok();
        let column = hazard.map_or(0, |attempt| attempt.hazard_column(light == Light::Day));
        let chart = game.field.charts().tables.crossing.sheet();
        game.read_cell(chart, column, game.name(unit), journal);
        game.bank.use_boats(light, game.field.piece(unit).boats.unwrap_or(0));
        game.field.set(unit, light.tried(), true);
        match landing {
            Landing::Ready | Landing::Crossed => {
                game.field.place(unit, hex);
                game.field.set(unit, Status::Disrupted, landing == Landing::Crossed);
                game.field.settle_control();
            }
            Landing::Stays => {}
            Landing::Destroyed => {
                let charts = game.field.charts();
                game.bank.lose_boats(charts.boats.lost);
                game.field.eliminate(unit, game.turn, charts.delays.drowned);
            }
        }
        journal.tell(|| {
            let (name, number) = (game.name(unit), game.number(hex));
            let what = match landing {
                Landing::Ready => "it lands, ready to move and fight",
                Landing::Crossed => "it lands, Disrupted",
                Landing::Stays => "the boats turn back",
                Landing::Destroyed => "it is lost, and boats with it",
            };
            let (light, column, result) = (light.name(), &chart.heads()[column], landing.name());
            let words = format!("{name} tries {number} {light}, {column}, {result}: {what}");
            event(game, landing.clause(), words, &[hex]).to(unit)
        });
    }
}

/// Snipers come back over the river, one roll a turn each (STAL-VOL-13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SniperReturns;

impl SniperReturns {
    fn due(game: &Stalingrad) -> impl Iterator<Item = SniperId> {
        game.field.snipers_of(Side::Russian).filter(
            |&id| matches!(game.field.sniper(id).place, SniperPlace::Returning(turn) if turn <= game.turn),
        )
    }
}

impl Decision<Stalingrad> for SniperReturns {
    fn decider(self, _: &Stalingrad) -> Option<Seat> {
        Some(seat(Side::Russian))
    }

    fn prompt(self, _: &Stalingrad) -> Prompt {
        Prompt::new("Where does your sniper come back over the Volga?", &["STAL-VOL-13", "STAL-SNP-7"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        for sniper in Self::due(game) {
            out.extend(game.free_shore().iter().map(|hex| Action::Return(sniper, hex)));
        }
        out.push(Action::Done);
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        match action {
            Action::Return(sniper, hex) => {
                let is_due = Self::due(game).any(|due| due == sniper);
                no_if(!is_due, "STAL-VOL-13", "", || "he is not waiting to come back".into())?;
                match game.attempt(Crosser::Sniper, hex, Light::Night) {
                    Ok(_) => Ok(()),
                    Err(refusal) => Err(E::explain(|| refusal)),
                }
            }
            Action::Done => Ok(()),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, _: &mut J) {
        match action {
            Action::Return(sniper, hex) => game.flow.call(SniperBoat { sniper, hex }),
            _ => game.flow.done(),
        }
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        Self::due(game).next().is_some() && !game.free_shore().is_empty()
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        game.flow.done();
    }
}

/// A sniper's boat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SniperBoat {
    sniper: SniperId,
    hex: HexId,
}

impl Procedure<Stalingrad> for SniperBoat {
    type End = Option<Landing>;

    fn throw<D: Dice>(self, game: &Stalingrad, dice: &mut D) -> Option<Landing> {
        let attempt = game.attempt(Crosser::Sniper, self.hex, Light::Night).ok()?;
        Some(chance::roll(&attempt, dice).landings[0])
    }

    fn apply<J: Journal>(self, game: &mut Stalingrad, end: Option<Landing>, journal: &mut J) {
        game.flow.done();
        let Some(landing) = end else { return };
        let (place, words) = match landing {
            Landing::Ready | Landing::Crossed => (SniperPlace::Ready, "is back over the Volga"),
            Landing::Stays => (SniperPlace::Returning(game.turn + 1), "has to wait on the east bank"),
            Landing::Destroyed => (SniperPlace::Gone, "is lost in the Volga"),
        };
        game.field.sniper_mut(self.sniper).place = place;
        // Which one it is nobody else may know.
        journal.tell(|| event(game, "STAL-VOL-13", format!("a Russian sniper {words}"), &[self.hex]));
    }
}
