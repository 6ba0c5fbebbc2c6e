//! Operational movement (MARS-MOV-1 to MARS-MOV-12) and the minimum move (MARS-MIN-1 to MARS-MIN-4).
//!
//! Movement is counted in half-hexes. Units move one by one, and each move is judged by itself, also where a stack goes
//! together (MARS-MOV-12). Forest, rivers, towns and snow cost nothing more (MARS-MOV-5).
//!
//! Of the zones of control only the first step must be looked at closely: a unit that enters one stops there
//! (MARS-ZOC-6), so it can take a step from one hex of a zone to another (MARS-ZOC-7) only if it began there. All other
//! steps are taken by whole areas at once.
//!
//! ```
//! use kit::Refusal;
//! use sandtable_mars::{
//!     MarsContent,
//!     field::Field,
//!     movement,
//!     theatre::{GermanZones, Scenario},
//! };
//!
//! let content = MarsContent::published();
//! let mut field = Field::deployed(content.theatre(Scenario::Vazuza, GermanZones::Inward));
//! let panzers = content.charts.roster.named("5.Pz a").unwrap();
//! let hex = |number| field.theatre().map.find(number).unwrap();
//!
//! // Two road steps to the south are one hex; the enemy's hexes are closed.
//! let south = movement::check_move::<Refusal>(&field, panzers, hex("0508")).unwrap();
//! assert_eq!((south.spent, south.strains), (2, false));
//! let refusal = movement::check_move::<Refusal>(&field, panzers, hex("0503")).unwrap_err();
//! assert_eq!(refusal.clause.0, "MARS-MOV-8");
//!
//! movement::make(&mut field, &south);
//! assert!(movement::range(&field, panzers).destinations().is_empty(), "one move a turn");
//! ```

mod refuse;

pub use refuse::first_hindrance;

use kit::map::search::{self, Reach};

use crate::{limits::Allowance, prelude::*};

/// More half-hexes than any unit has, and one.
const LEVELS: usize = 11;

/// What hinders the movement of a side; it stays the same through the whole of its movement step.
#[derive(Clone, Copy, Debug)]
pub struct March {
    side: Side,
    /// The enemy's active zones of control.
    pub zones: ActiveZones,
    /// Hexes that hold an enemy (MARS-MOV-8).
    enemies: Hexes,
    /// Hexes that may be entered over the line.
    gates: Hexes,
    /// Whether full hexes are closed (MARS-MOV-9); otherwise only for finding out what hinders.
    stacking: bool,
}

impl March {
    /// What hinders the movement of `side` now.
    pub fn of(field: &Field, side: Side) -> Self {
        let zones = ActiveZones::of(field, side.enemy());
        Self {
            side,
            zones,
            enemies: field.enemies_of(side),
            gates: zones::gates(field, side),
            stacking: true,
        }
    }

    /// Where a unit of the side can go.
    pub fn range(&self, field: &Field, unit: UnitId) -> Range {
        self.range_after(field, unit, 0)
    }

    /// Where a unit can still go that has spent so many half-hexes on its way. A minimum move is a whole move, so none is
    /// left to a unit that has begun to move (MARS-MIN-1).
    pub fn range_after(&self, field: &Field, unit: UnitId, spent: u8) -> Range {
        let (allowance, nowhere) = (allowance(field, unit).less(spent), HexId::NONE);
        let range = Range { unit, start: nowhere, allowance, reach: Reach::NOTHING, minimum: Hexes::EMPTY };
        match field.hex_of(unit).filter(|_| check_mover::<Silent>(field, unit).is_ok()) {
            None => range,
            Some(start) => Range {
                start,
                reach: self.flood(field, unit, start, allowance),
                minimum: if spent == 0 { self.minimum_moves(field, unit, start) } else { Hexes::EMPTY },
                ..range
            },
        }
    }

    /// Whether the frontline lets a step through (MARS-MOV-10, MARS-MOV-11).
    fn line_lets_through(&self, field: &Field, from: HexId, way: Direction, to: HexId) -> bool {
        zones::line_lets_through(field.theatre(), self.side, self.gates, (from, way, to))
    }

    /// MARS-MOV-4: what a step costs a unit of a class.
    pub fn cost(field: &Field, class: Class, from: HexId, way: Direction) -> u8 {
        let limits = &field.theatre().limits;
        let road = field.theatre().roads.at(from).contains(way);
        if road { limits.road_step[class as usize] } else { limits.step[class as usize] }
    }

    /// What a step costs a unit that began in `start`, if the line and zones of control allow it. Only the first step can
    /// lead from one hex of a zone to another (MARS-ZOC-7, MARS-ZOC-8).
    fn step(
        &self,
        field: &Field,
        class: Class,
        start: HexId,
    ) -> impl Fn(HexId, Direction, HexId) -> Option<u8> {
        move |from, way, to| {
            let is_open = self.line_lets_through(field, from, way, to)
                && (from != start || self.zones.holding_step(start, way).is_empty());
            is_open.then(|| Self::cost(field, class, from, way))
        }
    }

    /// Finds the cheapest way to every hex in reach.
    fn flood(&self, field: &Field, unit: UnitId, start: HexId, allowance: Allowance) -> Reach<6, LEVELS> {
        let mut reach = Reach::NOTHING;
        let Some(at_most) = allowance.at_most else { return reach };
        let (theatre, class) = (field.theatre(), field.arm(unit).class);
        let limits = &theatre.limits;
        let (step, road_step) = (limits.step[class as usize], limits.road_step[class as usize]);
        let first = self.step(field, class, start);
        reach.level_mut(0).insert(start);
        for (way, to) in theatre.map.steps(start) {
            // Half a hex that is left takes a unit along a road only.
            if let Some(cost) = first(start, way, to).filter(|&cost| cost <= at_most) {
                reach.level_mut(cost).insert(to);
            }
        }
        let mut closed = self.enemies | Hexes::of(start);
        for spent in 1..=at_most {
            let mut new = reach.level(spent);
            // Whoever stands in a zone of control has stopped there (MARS-ZOC-6).
            let moving = |cost: u8| match spent.checked_sub(cost) {
                None | Some(0) => Hexes::EMPTY,
                Some(before) => reach.level(before) - self.zones.hexes,
            };
            new |= theatre.steps(self.side, moving(step), self.gates);
            if road_step < step {
                new |= theatre.road_steps(self.side, moving(road_step), self.gates);
            }
            new -= closed;
            closed |= new;
            if self.stacking {
                // MARS-MOV-9, MARS-STK-8: a full hex is not even passed.
                new = stacking::with_room(field, unit, new);
            }
            *reach.level_mut(spent) = new;
        }
        reach
    }

    /// MARS-MIN-1, MARS-MIN-2, MARS-MIN-3: the hexes that a unit may always enter by one step as its whole move.
    fn minimum_moves(&self, field: &Field, unit: UnitId, start: HexId) -> Hexes {
        let friends = field.held_by(self.side);
        let held_here = self.zones.must_stop_in(start);
        let mut hexes = Hexes::EMPTY;
        for (way, to) in field.theatre().map.steps(start) {
            let joins_a_friend = friends.contains(to) && stacking::has_room(field, unit, to);
            // MARS-MIN-3, MARS-R34: only the step to a friend overrides the frontline.
            let slips_past = held_here
                && !friends.contains(to)
                && !self.enemies.contains(to)
                && self.line_lets_through(field, start, way, to)
                && self.is_between_zones(start, to);
            if joins_a_friend || slips_past {
                hexes.insert(to);
            }
        }
        hexes
    }

    /// MARS-MIN-2, MARS-R11: one hex in the zone of X, the other in that of a different Y. Inactive zones do nothing to
    /// movement, so they do not help either (MARS-R46).
    fn is_between_zones(&self, one: HexId, other: HexId) -> bool {
        if !self.zones.must_stop_in(other) {
            return false;
        }
        (self.zones.sources(one) | self.zones.sources(other)).len() > 1
    }
}

/// Where a unit can go: see [`March::range`].
pub fn range(field: &Field, unit: UnitId) -> Range {
    March::of(field, field.unit(unit).side).range(field, unit)
}

/// MARS-MOV-2, MARS-MOV-3, MARS-MOV-6, MARS-MOV-7: by class and by supply at the start of the movement step. "Pure
/// infantry" is the infantry class (MARS-SUP-13).
pub fn allowance(field: &Field, unit: UnitId) -> Allowance {
    let supply = field.supply_for_movement(unit);
    field.theatre().limits.allowances[field.arm(unit).class as usize][supply as usize]
}

/// Where a unit can go, and what it costs.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    pub unit: UnitId,
    /// From where; [`HexId::NONE`] if it may not move.
    pub start: HexId,
    pub allowance: Allowance,
    reach: Reach<6, LEVELS>,
    /// Hexes that a minimum move reaches (MARS-MIN-1, MARS-MIN-2).
    pub minimum: Hexes,
}

impl Range {
    /// Every hex in which the move can end.
    pub fn destinations(&self) -> Hexes {
        self.reach.destinations() | self.minimum
    }

    /// The half-hexes of the cheapest way by ordinary movement.
    pub(crate) fn ordinary(&self, hex: HexId) -> Option<u8> {
        self.reach.cost(hex).filter(|&spent| spent > 0)
    }

    /// The hexes that ordinary movement reaches with so many half-hexes, where the unit stands among them.
    pub fn within(&self, half_hexes: u8) -> Hexes {
        self.reach.within(half_hexes)
    }

    /// Half-hexes spent on the way to a hex; a minimum move counts one hex (MARS-MIN-4).
    pub fn half_hexes(&self, field: &Field, hex: HexId) -> Option<u8> {
        let one_hex = field.theatre().limits.step[field.arm(self.unit).class as usize];
        let minimum = self.minimum.contains(hex).then_some(one_hex);
        self.ordinary(hex).into_iter().chain(minimum).min()
    }

    /// Whether a unit that goes there may not attack any more (MARS-MOV-3). A minimum move uses no bonus
    /// (MARS-MIN-4).
    pub fn strains(&self, hex: HexId) -> bool {
        let to_attack = self.allowance.to_attack.unwrap_or(0);
        !self.minimum.contains(hex) && self.ordinary(hex).is_some_and(|spent| spent > to_attack)
    }
}

/// The hexes of a move, the last one included, the first one not.
pub type Path = search::Path<LEVELS>;

impl March {
    /// The cheapest way to a hex in range. Of equal ways, seen backwards from the end, the step from the first
    /// neighbour clockwise from the north is taken.
    pub fn path(&self, field: &Field, range: &Range, to: HexId) -> Option<Path> {
        if range.minimum.contains(to) {
            return Some(Path::NOWHERE.then(to));
        }
        range.ordinary(to)?;
        let goes_on = |hex| !self.zones.must_stop_in(hex);
        let step = self.step(field, field.arm(range.unit).class, range.start);
        range.reach.path(&field.theatre().map, to, goes_on, step)
    }
}

/// A legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub unit: UnitId,
    pub path: Path,
    pub spent: u8,
    /// Whether the unit may not attack afterwards (MARS-MOV-3).
    pub strains: bool,
}

/// Whether a unit may make an operational move at all, or why not: Undisrupted (MARS-MOV-1), not dug in on this turn
/// (MARS-FOR-2), for the first time on this turn (MARS-SEQ-13).
pub fn check_mover<E: Objection>(field: &Field, unit: UnitId) -> Result<(), E> {
    let (clause, what) = if field.hex_of(unit).is_none() {
        ("MARS-MOV-1", "is not on the map")
    } else if field.is(unit, Status::Disrupted) {
        ("MARS-MOV-1", "is Disrupted; only Undisrupted units move")
    } else if field.is(unit, Status::DugIn) {
        ("MARS-FOR-2", "has fortified in this player-turn and stays where it is")
    } else if field.is(unit, Status::Moved) {
        ("MARS-SEQ-13", "has made its one operational move of this turn")
    } else {
        return Ok(());
    };
    refuse(clause, field.name(unit), what)
}

/// The move of a unit to a hex by the cheapest way, or why there is none.
pub fn check_move<E: Objection>(field: &Field, unit: UnitId, to: HexId) -> Result<Move, E> {
    check_move_after(field, unit, 0, to)
}

/// The same for a unit that has spent so many half-hexes on its way already.
pub fn check_move_after<E: Objection>(field: &Field, unit: UnitId, spent: u8, to: HexId) -> Result<Move, E> {
    let march = March::of(field, field.unit(unit).side);
    let range = march.range_after(field, unit, spent);
    let found = range.half_hexes(field, to).zip(march.path(field, &range, to));
    let (spent, path) =
        found.ok_or_else(|| E::explain(|| refuse::why_not(field, &march, unit, spent, to)))?;
    Ok(Move { unit, path, spent, strains: range.strains(to) })
}

/// A move ends where the unit stands, after so many half-hexes.
pub fn end(field: &mut Field, unit: UnitId, spent: u8) {
    let to_attack = allowance(field, unit).to_attack.unwrap_or(0);
    field.set(unit, Status::Moved, true);
    field.set(unit, Status::Strained, spent > to_attack);
}

/// Carries out a legal move: towns on the way change hands (MARS-VIC-14), fortifications are left (MARS-FOR-4), and the
/// unit has moved for this turn (MARS-SEQ-13).
pub fn make(field: &mut Field, step: &Move) {
    field.go(step.unit, step.path.hexes());
    field.set(step.unit, Status::Moved, true);
    field.set(step.unit, Status::Strained, step.strains);
}

/// The words for a supply status that shortens moves.
const fn shortened_by(supply: Supply) -> (&'static str, &'static str) {
    match supply {
        Supply::Full => ("MARS-MOV-3", "in full supply"),
        Supply::Rationed => ("MARS-MOV-6", "rationed"),
        Supply::Isolated => ("MARS-MOV-7", "isolated"),
    }
}
