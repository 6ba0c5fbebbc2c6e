//! Ways out: retreat, rout and evasion (LINE-RES-4 to LINE-RES-10, LINE-RES-16 to LINE-RES-22, LINE-X-RET-1,
//! LINE-X-RET-2, LINE-R10 to LINE-R13, LINE-R20, LINE-R21).

use std::cmp::Reverse;

use kit::map::search;

use crate::prelude::*;

pub use kit::map::search::{RetreatWay, RetreatWays};

/// Why a unit leaves its hex in a combat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Flight {
    /// R or AR: its tactical movement, front to the enemy.
    Retreat,
    /// Rt or `ARt`: twice that, and it shows its back.
    Rout,
    /// It slips away in Good Order (LINE-X-EVA-1).
    Evasion,
}

impl Flight {
    /// Movement factors to spend: tactical ones, for Marching units too (LINE-R21).
    pub fn budget(self, field: &Field, unit: UnitId) -> u8 {
        let code = if self == Self::Rout { Code::Rt } else { Code::R };
        (field.piece(unit).figures.tactical * field.charts().result(code).moves) as u8
    }

    /// What a unit is to do, what it does, and by which rule.
    pub(crate) const fn in_words(self) -> [&'static str; 3] {
        match self {
            Self::Retreat => ["retreat", "retreats", "LINE-RES-4"],
            Self::Rout => ["rout", "routs", "LINE-RES-8"],
            Self::Evasion => ["slip away", "goes", "LINE-X-EVA-1"],
        }
    }

    /// The facing after a last step: front to the enemy after a retreat, back to him after a rout (LINE-X-RET-1).
    const fn facing(self, last_step: Direction) -> Direction {
        match self {
            Self::Retreat => last_step.opposite(),
            Self::Rout | Self::Evasion => last_step,
        }
    }

    /// The facings with which it may end by a way, that of the way itself first: each other one belongs to another way
    /// to the same hex (LINE-X-RET-1). An evasion sets its facing afterwards.
    pub fn facings(self, way: &RetreatWay) -> impl Iterator<Item = Direction> {
        let usual = way.directions().next_back().expect("no way is without a step (LINE-R11)");
        let others = way.last_steps.iter().filter(move |&step| step != usual && self != Self::Evasion);
        std::iter::once(usual).chain(others).map(move |step| self.facing(step))
    }
}

/// The safe ends that a unit reaches when it flees from the hex `from`: to each the way with the fewest Carry-away Tests,
/// then the one whose first differing step has the lower direction (LINE-X-RET-2).
pub fn ways(field: &Field, unit: UnitId, from: HexId, flight: Flight) -> RetreatWays {
    ways_by(field, unit, from, flight, None)
}

/// The same where a hex may be entered in one direction only. No step leads over the edge (LINE-X-VIC-5) or nearer to the
/// enemy, and a flight spends all it can (LINE-R11).
fn ways_by(
    field: &Field,
    unit: UnitId,
    from: HexId,
    flight: Flight,
    only: Option<(HexId, Direction)>,
) -> RetreatWays {
    let piece = field.piece(unit);
    let class = piece.figures.class;
    let enemies = field.held_by(piece.side.other());
    // LINE-X-MOR-5: routing light foot shakes nobody.
    let testers = if flight == Flight::Rout && class != Class::Li {
        field.units_of(piece.side) - field.all(Mark::Disrupted) - field.light_foot
    } else {
        Units::NONE
    };
    let step = |here: HexId, way: Direction, to: HexId| {
        let price = field.price(class, here, way)?;
        let is_barred = enemies.contains(to) || only.is_some_and(|(end, last)| end == to && last != way);
        let tests = field.unit_in(to).is_some_and(|friend| testers.contains(friend));
        (!is_barred).then_some(search::RetreatStep { price, demerits: tests.into() })
    };
    let retreat = search::RetreatSearch::new(field, field.hex(unit), from, step);
    let mut ways = retreat.ways::<WORDS>(flight.budget(field, unit));
    ways.retain(|way| is_safe(field, unit, way.end));
    ways
}

/// Whether a unit may end a flight in a hex: no other unit there (LINE-RES-5, LINE-RES-9, LINE-RES-17, LINE-RES-21) and
/// no enemy zone of control (LINE-R10, LINE-X-ZOC-5).
pub(crate) fn is_safe(field: &Field, unit: UnitId, hex: HexId) -> bool {
    field.unit_in(hex).is_none() && !zones::is_controlled(field, field.side(unit).other(), hex)
}

/// The ends with the usual one first: farthest from the nearest enemy, then the lowest number.
pub(crate) fn by_choice(field: &Field, unit: UnitId, ways: &mut RetreatWays) {
    let enemy = field.side(unit).other();
    ways.sort_by_key(|way| (Reverse(field.nearest(enemy, way.end)), way.end));
}

/// The way to an end hex, by which the flight ends in the usual facing or in another one; or why there is none.
pub fn way<E: Objection>(
    field: &Field,
    unit: UnitId,
    from: HexId,
    flight: Flight,
    (end, facing): (HexId, Option<Direction>),
) -> Result<RetreatWay, E> {
    // What leads from the last step to the facing leads back from it too.
    let only = facing.filter(|_| flight != Flight::Evasion).map(|facing| (end, flight.facing(facing)));
    let known = ways_by(field, unit, from, flight, only).into_iter().find(|way| way.end == end);
    known.ok_or_else(|| {
        E::explain(|| match facing {
            Some(facing) if ways(field, unit, from, flight).iter().any(|way| way.end == end) => {
                let (number, facing) = (field.number(end), compass(facing));
                let reason = format!("no way leads to {number} so that the unit faces {facing} there");
                Refusal::new("LINE-X-RET-1", reason).because_of(field.name(unit)).because_of(number)
            }
            _ => why_not(field, unit, from, flight, end),
        })
    })
}

fn why_not(field: &Field, unit: UnitId, from: HexId, flight: Flight, end: HexId) -> Refusal {
    let number = field.number(end);
    let refuse =
        |clause, reason| Refusal::new(clause, reason).because_of(field.name(unit)).because_of(number.clone());
    if let Some(other) = field.unit_in(end) {
        let reason =
            format!("{} stands in {number}, and nobody ends a retreat on another unit", field.name(other));
        return refuse("LINE-RES-5", reason).because_of(field.name(other));
    }
    if let Some(enemy) = zones::sources(field, field.side(unit).other(), end).min() {
        let reason = format!("{} controls {number}, which is no safe hex", field.name(enemy));
        return refuse("LINE-R10", reason).because_of(field.name(enemy));
    }
    let (budget, away) = (flight.budget(field, unit), field.number(from));
    let reason =
        format!("{number} is not where {budget} MF are spent with every step leading farther from {away}");
    refuse("LINE-R11", reason)
}

/// The hexes of a way in order.
pub(crate) fn path(field: &Field, unit: UnitId, way: &RetreatWay) -> impl Iterator<Item = HexId> {
    way.directions().scan(field.hex(unit), |hex, step| {
        *hex = field.around(*hex)[step.index()];
        Some(*hex)
    })
}

/// The friends through whose hexes a way leads, in that order (LINE-X-MOR-5).
pub(crate) fn passed(field: &Field, unit: UnitId, way: &RetreatWay) -> SmallVec<[UnitId; 12]> {
    path(field, unit, way).filter_map(|hex| field.unit_in(hex)).collect()
}

/// The hexes that routed elephants enter if the die sends them so many hexsides from straight ahead; nothing comes last
/// where they are stopped with movement left (LINE-X-RAM-1).
pub(crate) fn lane(field: &Field, elephants: UnitId, sides: u8) -> impl Iterator<Item = Option<HexId>> {
    let way = field.facing(elephants).turned(sides);
    let class = field.piece(elephants).figures.class;
    let (mut hex, mut left) = (field.hex(elephants), Flight::Rout.budget(field, elephants));
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let Some((to, price)) = field.step(class, hex, way) else {
            left = 0;
            return Some(None);
        };
        (left, hex) = (left.checked_sub(price)?, to);
        Some(Some(hex))
    })
}
