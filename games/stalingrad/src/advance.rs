//! Tactical advance (STAL-ADV-1 to STAL-ADV-8) and hugging (STAL-HUG-1, STAL-HUG-2, STAL-HUG-5).

use kit::{
    Factor, Journal, Objection, Prompt, Seat,
    flow::Decision,
    map::HexId,
    objection::{no_if, no_since},
};

use crate::{
    action::Action,
    field::Status,
    flow::{event, out_of_place},
    game::{Stalingrad, seat},
    map::Hexes,
    results::{GroundResult, Price},
    stacking,
    units::{Arm, Side, UnitId, UnitKind, Units},
};

/// The attacker advances after a combat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Advance;

/// The advances that can be made after the combat in hand.
struct Advances<'g> {
    game: &'g Stalingrad,
    targets: &'g [HexId],
    enemies: Hexes,
}

impl<'g> Advances<'g> {
    fn of(game: &'g Stalingrad) -> Self {
        let enemies = game.field.held_by(game.phasing.enemy());
        Self { game, targets: game.attack_in_hand().targets(), enemies }
    }

    /// STAL-ADV-1: attackers of this combat who are fit and have not advanced.
    fn able(&self) -> Units {
        self.game.fight.attackers & (self.game.field.on_map() - self.game.field.all(Status::Disrupted))
    }

    fn is_vacated(&self, hex: HexId) -> bool {
        self.targets.contains(&hex) && !self.enemies.contains(hex)
    }

    fn vacated(&self) -> impl Iterator<Item = (usize, HexId)> {
        self.targets.iter().copied().enumerate().filter(|&(_, hex)| !self.enemies.contains(hex))
    }

    fn has_room(&self, unit: UnitId, hex: HexId) -> bool {
        self.game.field.hex_of(unit) != Some(hex) && stacking::has_room(&self.game.field, unit, hex)
    }

    /// What must end in a vacated hex, and what has (STAL-ADV-5, STAL-R65): those who stood in it before count.
    fn duty(&self, place: usize) -> (Factor, Factor) {
        let (fight, field) = (&self.game.fight, &self.game.field);
        let here: Units = field.units_in(self.targets[place]).collect();
        (fight.worth(fight.stood[place]), fight.worth(here & self.game.attack_in_hand().attackers))
    }

    /// The vacated hexes that must still be entered: the headquarters apart, somebody is left who can (STAL-R65).
    fn unmet(&self) -> impl Iterator<Item = HexId> {
        self.vacated().filter_map(|(place, hex)| {
            let (due, entered) = self.duty(place);
            let is_headquarters = |unit: &UnitId| self.game.field.is_kind(*unit, UnitKind::Headquarters);
            let mut others = self.able().iter().filter(|unit| !is_headquarters(unit));
            (entered < due && others.any(|unit| self.has_room(unit, hex))).then_some(hex)
        })
    }

    /// STAL-ADV-2, STAL-ADV-3: how far a unit advances; STAL-EXC-13: after an exchange as after D1. What overrun and orders
    /// make of a result (STAL-ADV-7) has the same reach as the printed one: DE as D2, D as D1 (STAL-R54).
    fn reach(&self, unit: UnitId) -> u8 {
        let (fight, charts) = (&self.game.fight, self.game.field.charts());
        let is_bought =
            self.game.attack_in_hand().exchange && matches!(charts.price(fight.result), Price::Of(_));
        let result = if is_bought { GroundResult::PushedBack } else { fight.result };
        charts.advance(result, self.game.field.piece(unit).kind)
    }

    /// Where a unit goes on to from a vacated hex (STAL-ADV-2): both hex-sides all-open, and not out of a zone of control
    /// (STAL-ADV-4).
    fn second_hexes(&self, unit: UnitId, hex: HexId) -> Hexes {
        let (field, theatre) = (&self.game.field, self.game.theatre());
        let Some(from) = field.hex_of(unit) else { return Hexes::EMPTY };
        let enemy = self.game.phasing.enemy();
        if self.reach(unit) < 2 || !theatre.is_open_side(from, hex) || field.zones(enemy).contains(hex) {
            return Hexes::EMPTY;
        }
        let on = theatre.near(hex) - self.enemies - Hexes::of(from);
        on.iter().filter(|&on| theatre.is_open_side(hex, on) && self.has_room(unit, on)).collect()
    }

    /// STAL-ADV-6: hexes beside a vacated one into which surplus attackers may go instead.
    fn side_hexes(&self, unit: UnitId) -> Hexes {
        let (field, theatre) = (&self.game.field, self.game.theatre());
        let Some(from) = field.hex_of(unit) else { return Hexes::EMPTY };
        let vacated: Hexes = self.vacated().map(|(_, hex)| hex).collect();
        let beside = (theatre.beside(vacated) & theatre.near(from)) - self.enemies - vacated;
        let sources = field.zone_sources(self.game.phasing.enemy());
        let own = field.held_by(self.game.phasing);
        // STAL-ZOC-3, STAL-ZOC-4: to friends, or into no zone that the unit stands in.
        let is_free = |to: HexId| own.contains(to) || field.same_zone(sources, from, to).is_empty();
        let fits = |&to: &HexId| theatre.is_open_side(from, to) && is_free(to) && self.has_room(unit, to);
        beside.iter().filter(fits).collect()
    }

    /// STAL-HUG-1, STAL-R45, STAL-R71: whether a Russian may go in among the Germans.
    fn may_hug(&self, unit: UnitId) -> bool {
        let field = &self.game.field;
        self.game.phasing == Side::Russian
            && self.game.fight.hugs
            && field.charts().arm(field.piece(unit).kind) == Arm::Infantry
            && field.hex_of(unit).is_some_and(|from| !field.is_mixed(from))
    }

    /// Attacked hexes that Germans still hold and that a Russian may enter.
    fn hugged(&self, unit: UnitId) -> impl Iterator<Item = HexId> {
        let stalingrad = self.game.theatre().stalingrad;
        let held = self.targets.iter().copied().filter(move |&hex| {
            self.enemies.contains(hex) && stalingrad.contains(hex) && self.has_room(unit, hex)
        });
        held.filter(move |_| self.may_hug(unit))
    }

    /// Calls `found` with every advance that can be made now, until it says stop; whether it did.
    fn any(&self, mut found: impl FnMut(UnitId, HexId, Option<HexId>) -> bool) -> bool {
        let able = self.able();
        if self.unmet().next().is_some() {
            return self.unmet().any(|hex| {
                able.iter().filter(|&unit| self.has_room(unit, hex)).any(|unit| found(unit, hex, None))
            });
        }
        able.iter().any(|unit| {
            let into = self.vacated().any(|(_, hex)| {
                if self.game.field.hex_of(unit) == Some(hex) {
                    return false;
                }
                (self.has_room(unit, hex) && found(unit, hex, None))
                    || self.second_hexes(unit, hex).iter().any(|on| found(unit, hex, Some(on)))
            });
            into || self.side_hexes(unit).iter().any(|hex| found(unit, hex, None))
                || self.hugged(unit).any(|hex| found(unit, hex, None))
        })
    }

    fn check<E: Objection>(&self, unit: UnitId, hex: HexId, on: Option<HexId>) -> Result<(), E> {
        if self.any(|able, to, then| (able, to, then) == (unit, hex, on)) {
            return Ok(());
        }
        let field = &self.game.field;
        let (name, number) = (self.game.name(unit), self.game.number(hex));
        if !self.able().contains(unit) {
            return no_since("STAL-ADV-1", name, || {
                format!("{name} did not attack here, is Disrupted or lost, or has advanced")
            });
        }
        let owed = self.unmet().next().filter(|_| on.is_some() || self.unmet().all(|owed| owed != hex));
        if let Some(owed) = owed {
            let owed = self.game.number(owed);
            return no_since("STAL-ADV-5", name, || format!("{owed} must be entered first"));
        }
        if let Some(on) = on {
            let on = self.game.number(on);
            return no_since("STAL-ADV-2", name, || {
                format!("{name} cannot advance through {number} to {on}")
            });
        }
        if self.is_vacated(hex) {
            return stacking::check_room(field, unit, hex)
                .and_then(|()| no_since("STAL-ADV-4", name, || format!("{name} is in {number} already")));
        }
        if !self.enemies.contains(hex) {
            return no_since("STAL-ADV-6", name, || {
                format!(
                    "{number} was not vacated: only over an all-open side does {name} go beside a vacated hex instead"
                )
            });
        }
        no_if(self.game.phasing == Side::German, "STAL-HUG-5", name, || {
            format!("enemies are in {number}, and only Russians go in among them")
        })?;
        if self.may_hug(unit) && self.targets.contains(&hex) {
            stacking::check_room(field, unit, hex)?;
        }
        no_since("STAL-HUG-1", name, || {
            format!(
                "{name} cannot hug the Germans in {number}: infantry does, in an attacked Stalingrad hex, and not after AE"
            )
        })
    }
}

impl Decision<Stalingrad> for Advance {
    fn decider(self, game: &Stalingrad) -> Option<Seat> {
        Some(seat(game.phasing))
    }

    fn prompt(self, game: &Stalingrad) -> Prompt {
        let advances = Advances::of(game);
        let Some(hex) = advances.unmet().next() else {
            return Prompt::new("Who advances?", &["STAL-ADV-1", "STAL-ADV-2", "STAL-ADV-6", "STAL-HUG-1"]);
        };
        let place = advances.targets.iter().position(|&target| target == hex).unwrap_or(0);
        let (due, entered) = advances.duty(place);
        let words = format!("Who advances into {}? Strength {due} must, {entered} has", game.number(hex));
        Prompt::new(words, &["STAL-ADV-5", "STAL-R65"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        let advances = Advances::of(game);
        if advances.unmet().next().is_none() {
            out.push(Action::Done);
        }
        // A hex can be reached in more than one way where several were attacked; it is listed once.
        let first = out.len();
        advances.any(|unit, hex, on| {
            let action = Action::Advance(unit, hex, on);
            if !out[first..].contains(&action) {
                out.push(action);
            }
            false
        });
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        let advances = Advances::of(game);
        match action {
            Action::Advance(unit, hex, on) => advances.check(unit, hex, on),
            Action::Done => {
                let Some(hex) = advances.unmet().next() else { return Ok(()) };
                let number = game.number(hex);
                no_since("STAL-ADV-5", number, || format!("{number} must be entered"))
            }
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        let Action::Advance(unit, hex, on) = action else { return game.flow.done() };
        let from = game.field.hex_of(unit).unwrap_or(HexId::NONE);
        let to = on.unwrap_or(hex);
        let hugs = game.field.held_by(game.phasing.enemy()).contains(to);
        game.field.move_to(unit, to);
        game.fight.attackers.remove(unit);
        // STAL-MOV-7: an advance Disrupts the headquarters too.
        if game.field.is_kind(unit, UnitKind::Headquarters) {
            game.field.set(unit, Status::Disrupted, true);
        }
        game.field.lift_lone_snipers();
        journal.tell(|| {
            let (verb, clause) = if hugs {
                ("goes in among the enemy in", "STAL-HUG-1")
            } else {
                ("advances to", "STAL-ADV-1")
            };
            let words = format!("{} {verb} {}", game.name(unit), game.number(to));
            event(game, clause, words, &[from, hex, to]).to(unit)
        });
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        Advances::of(game).any(|_, _, _| true)
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        game.flow.done();
    }
}
