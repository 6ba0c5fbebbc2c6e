//! Boats over the Volga: units by night and by day, and snipers who come back (STAL-VOL-1 to STAL-VOL-13).

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

/// Boats cross, one unit at a time (STAL-VOL-1 to STAL-VOL-4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Crossings {
    pub(super) light: Light,
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
