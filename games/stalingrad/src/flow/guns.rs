//! The guns of the east bank: a barrage before the Russian attacks (B.2.a, STAL-SEQ-11) or after them (B.2.f,
//! STAL-SEQ-16).

use kit::{
    Dice, Distribution, Journal, Objection, Prompt, Refusal, Seat, chance,
    flow::{Decision, Procedure},
    map::{Direction, HexId},
    objection::{no_if, no_since},
};
use smallvec::SmallVec;

use super::{event, out_of_place};
use crate::{
    action::{Action, GUNS},
    barrage::{Barrage, FireMission, Guns, hits, scatters},
    field::Status,
    game::{Stalingrad, seat},
    map::Hexes,
    results::Fate,
    units::{Placed, Side, UnitId},
};

/// Three hexes that touch each other, the reference hex first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Triangle([HexId; 3]);

impl Triangle {
    /// A triangle as a decision names it.
    pub const fn new(reference: HexId, second: HexId, third: HexId) -> Self {
        Self([reference, second, third])
    }

    fn hexes(self) -> Hexes {
        self.0.into_iter().collect()
    }

    /// The whole triangle one hex on; hexes that leave the map are lost (STAL-ART-9).
    fn shifted(self, game: &Stalingrad, shift: Option<Direction>) -> Hexes {
        let map = &game.theatre().map;
        let on = |hex: HexId| shift.map_or(Some(hex), |shift| map.neighbour(hex, shift));
        self.0.into_iter().filter_map(on).collect()
    }
}

impl Stalingrad {
    /// The barrage on a triangle with these units near it, the first of those in it being rolled for first; up to its
    /// dice.
    fn barrage(&self, triangle: Triangle, units: impl Iterator<Item = UnitId>) -> Result<Barrage, Refusal> {
        let (field, theatre) = (&self.field, self.theatre());
        let placed = |unit: UnitId| {
            let at = theatre.hex(field.hex_of(unit)?);
            Some(Placed { unit: field.unit(unit), at })
        };
        let mission = FireMission {
            turn: self.turn,
            guns: Guns {
                at: theatre.hex(field.guns),
                disrupted: field.guns_disrupted,
                moved: self.bank.guns_moved,
                fired: self.bank.guns_fired,
            },
            reference: theatre.hex(triangle.0[0]),
            triangle: &triangle.0.map(|hex| theatre.hex(hex)),
            units: units.filter_map(placed).collect(),
            summit_russian: field.held_by(Side::Russian).contains(theatre.summit),
            index: self.house.index,
        };
        Barrage::judge(field.rules(), &mission)
    }

    /// Everybody in some hexes.
    fn everybody_in(&self, hexes: Hexes) -> impl Iterator<Item = UnitId> {
        let held = self.field.held_by(Side::German) | self.field.held_by(Side::Russian);
        (hexes & held).iter().flat_map(|hex| self.field.units_in(hex))
    }

    /// Everybody in a triangle.
    pub(crate) fn under_fire(&self, triangle: Triangle) -> impl Iterator<Item = UnitId> {
        self.everybody_in(triangle.hexes())
    }

    /// Whether the guns can fire at all in this turn (STAL-ART-1, STAL-ART-6, STAL-ART-8).
    pub(crate) fn guns_can_fire(&self) -> bool {
        self.turn >= self.field.charts().barrage.first_turn
            && !self.field.guns_disrupted
            && !self.bank.guns_fired
            && !self.bank.guns_moved
    }

    /// The triangles that the guns can fire at: a reference hex in range (STAL-ART-2), a German in one of the hexes
    /// (STAL-R34).
    pub(crate) fn fire_missions(&self, mut each: impl FnMut(Triangle)) {
        let (theatre, map) = (self.theatre(), &self.theatre().map);
        let range = u32::from(self.field.charts().barrage.range);
        let germans = self.field.held_by(Side::German);
        let near = theatre.neighbours.of(germans) | germans;
        for reference in near.iter().filter(|&hex| map.distance(self.field.guns, hex) <= range) {
            for direction in Direction::ALL {
                let (one, other) =
                    (map.neighbour(reference, direction), map.neighbour(reference, direction.turned(1)));
                let (Some(one), Some(other)) = (one, other) else { continue };
                let triangle = Triangle::new(reference, one.min(other), one.max(other));
                if triangle.hexes().meets(germans) {
                    each(triangle);
                }
            }
        }
    }

    /// What a barrage can do to one unit, if another (or itself) is rolled for first; nothing if it is not allowed.
    pub fn barrage_odds(
        &self,
        triangle: Triangle,
        first: UnitId,
        unit: UnitId,
    ) -> Option<Distribution<Fate>> {
        let others = [unit].into_iter().filter(|&unit| unit != first);
        // A German in the triangle makes it legal, but only these two are asked about.
        let barrage = self.barrage(triangle, self.everybody_in(triangle.hexes())).ok()?;
        let pair: SmallVec<[UnitId; 2]> = [first].into_iter().chain(others).collect();
        let placed = |&unit: &UnitId| {
            let hex = self.field.hex_of(unit)?;
            Some((self.theatre().hex(hex), self.field.side(unit)))
        };
        let alone = barrage.with_only(pair.iter().filter_map(placed).collect());
        Some(chance::odds(&alone).ok()?.map(|end| end.toll.fate(pair.len() - 1)))
    }
}

/// The guns fire, or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Firing;

impl Decision<Stalingrad> for Firing {
    fn decider(self, _: &Stalingrad) -> Option<Seat> {
        Some(seat(Side::Russian))
    }

    fn prompt(self, _: &Stalingrad) -> Prompt {
        Prompt::new("Where do the guns of the east bank fire?", &["STAL-ART-1", "STAL-ART-2"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        game.fire_missions(|Triangle([hex, second, third])| out.push(Action::Barrage(hex, second, third)));
        out.push(Action::Done);
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        match action {
            Action::Barrage(hex, second, third) => {
                let triangle = Triangle::new(hex, second, third);
                if let Err(refusal) = game.barrage(triangle, game.everybody_in(triangle.hexes())) {
                    return Err(E::explain(|| refusal));
                }
                if second < third {
                    return Ok(());
                }
                no_since("STAL-ART-2", "", || {
                    let [hex, second, third] = [hex, second, third].map(|hex| game.number(hex));
                    format!("the same triangle is written {hex} {third} {second}")
                })
            }
            Action::Done => Ok(()),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        let Action::Barrage(hex, second, third) = action else { return game.flow.done() };
        let triangle = Triangle::new(hex, second, third);
        let barrage = game.barrage(triangle, game.everybody_in(triangle.hexes()));
        let observed = barrage.is_ok_and(|barrage| barrage.is_observed());
        game.bank.guns_fired = true;
        journal.tell(|| {
            let [one, two, three] = triangle.0.map(|hex| game.number(hex));
            let words = format!("the guns of the east bank fire at {one}, {two} and {three}");
            event(game, "STAL-ART-2", words, &triangle.0).to(GUNS)
        });
        if observed {
            // STAL-ART-4
            game.flow.goto(Shells { triangle, shift: None, spared: None, after: 0 });
        } else {
            game.flow.goto(FirstRoll { triangle });
        }
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        let mut any = false;
        if game.guns_can_fire() {
            game.fire_missions(|_| any = true);
        }
        any
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        game.flow.done();
    }
}

/// STAL-R89: the Russian says who is rolled for first in an unobserved barrage.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FirstRoll {
    triangle: Triangle,
}

impl FirstRoll {
    /// What is fired at.
    pub(crate) const fn triangle(self) -> Triangle {
        self.triangle
    }
}

impl Decision<Stalingrad> for FirstRoll {
    fn decider(self, _: &Stalingrad) -> Option<Seat> {
        Some(seat(Side::Russian))
    }

    fn prompt(self, _: &Stalingrad) -> Prompt {
        let words = "Nobody observes: who is rolled for first? If he is missed, the barrage is off target";
        Prompt::new(words, &["STAL-ART-5", "STAL-R34"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        out.extend(game.everybody_in(self.triangle.hexes()).map(Action::First));
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        let Action::First(unit) = action else { return out_of_place(game, action) };
        let is_there = game.field.hex_of(unit).is_some_and(|hex| self.triangle.0.contains(&hex));
        no_if(!is_there, "STAL-ART-5", game.name(unit), || "it is not in the triangle".into())
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, _: &mut J) {
        if let Action::First(unit) = action {
            game.flow.goto(Ranging { triangle: self.triangle, unit });
        }
    }

    /// Where there is only one unit there is nothing to decide.
    fn is_open(self, game: &Stalingrad) -> bool {
        game.everybody_in(self.triangle.hexes()).nth(1).is_some()
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        let first = game.everybody_in(self.triangle.hexes()).next();
        match first {
            Some(unit) => game.flow.goto(Ranging { triangle: self.triangle, unit }),
            None => game.flow.done(),
        }
    }
}

/// The first roll of an unobserved barrage, and where it goes if it is off target (STAL-ART-5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ranging {
    triangle: Triangle,
    unit: UnitId,
}

impl Procedure<Stalingrad> for Ranging {
    /// Where it scatters; nowhere if the unit is hit.
    type End = Option<Direction>;

    fn throw<D: Dice>(self, game: &Stalingrad, dice: &mut D) -> Option<Direction> {
        let charts = game.field.charts();
        if hits(charts, game.house.index, dice) { None } else { Some(scatters(charts, dice)) }
    }

    fn apply<J: Journal>(self, game: &mut Stalingrad, shift: Option<Direction>, journal: &mut J) {
        let Self { triangle, unit } = self;
        if shift.is_none() {
            game.suffer_shells(unit, journal);
        } else {
            journal.tell(|| {
                let hexes: Vec<HexId> = triangle.shifted(game, shift).iter().collect();
                event(game, "STAL-ART-5", "the barrage is off target".into(), &hexes).to(GUNS)
            });
        }
        // STAL-R34: after a shift everybody is rolled for, one already missed too.
        let spared = shift.is_none().then_some(unit);
        game.flow.goto(Shells { triangle, shift, spared, after: 0 });
    }
}

/// Shells fall on a triangle, unit by unit (STAL-ART-3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shells {
    triangle: Triangle,
    shift: Option<Direction>,
    /// Who has been rolled for already.
    spared: Option<UnitId>,
    /// Units up to this place of the roster are done with.
    after: u8,
}

impl Shells {
    fn target(self, game: &Stalingrad) -> Option<UnitId> {
        let units = game.everybody_in(self.triangle.shifted(game, self.shift));
        units.filter(|unit| unit.index() >= self.after.into() && Some(*unit) != self.spared).min()
    }
}

impl Procedure<Stalingrad> for Shells {
    /// Whether somebody is under fire, and hit.
    type End = Option<bool>;

    fn throw<D: Dice>(self, game: &Stalingrad, dice: &mut D) -> Option<bool> {
        self.target(game)?;
        Some(hits(game.field.charts(), game.house.index, dice))
    }

    fn apply<J: Journal>(self, game: &mut Stalingrad, end: Option<bool>, journal: &mut J) {
        let (Some(hit), Some(unit)) = (end, self.target(game)) else { return game.flow.done() };
        game.flow.goto(Self { after: unit.index() as u8 + 1, ..self });
        if hit {
            game.suffer_shells(unit, journal);
        }
    }
}

impl Stalingrad {
    /// STAL-ART-3: shells Disrupt, and nobody retreats (STAL-RET-11).
    fn suffer_shells<J: Journal>(&mut self, unit: UnitId, journal: &mut J) {
        self.field.set(unit, Status::Disrupted, true);
        journal.tell(|| {
            let hex = self.field.hex_of(unit).unwrap_or(HexId::NONE);
            let words = format!("shells Disrupt {} in {}", self.name(unit), self.number(hex));
            event(self, "STAL-ART-3", words, &[hex]).to(unit)
        });
    }

    /// STAL-ART-6: whether the guns can be moved: undisrupted, and they have neither fired nor moved.
    pub(crate) fn guns_can_move(&self) -> bool {
        !self.field.guns_disrupted && !self.bank.guns_fired && !self.bank.guns_moved
    }

    /// Whether the guns can be moved to a hex, or why not.
    pub(crate) fn check_guns_move<E: Objection>(&self, hex: HexId) -> Result<(), E> {
        no_if(self.field.guns_disrupted, "STAL-ART-8", "", || "the guns are Disrupted".into())?;
        no_if(self.bank.guns_fired, "STAL-R34", "", || "the guns have fired in this turn".into())?;
        no_if(self.bank.guns_moved, "STAL-ART-6", "", || "the guns have been moved already".into())?;
        let is_place = self.theatre().east_bank.contains(hex) && hex != self.field.guns;
        no_if(!is_place, "STAL-ART-6", "", || "the guns move to another hex of the east bank".into())
    }

    /// The guns are moved: they do not fire in this turn.
    pub(crate) fn move_guns<J: Journal>(&mut self, hex: HexId, journal: &mut J) {
        self.field.guns = hex;
        self.bank.guns_moved = true;
        journal.tell(|| {
            let words = format!("the guns of the east bank move to {}", self.number(hex));
            event(self, "STAL-ART-6", words, &[hex]).to(GUNS)
        });
    }
}
