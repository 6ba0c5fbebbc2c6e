//! Retreat (MARS-RET-1 to MARS-RET-9): where a beaten unit can go.
//!
//! Zones of control and rivers bar no retreat (MARS-RET-5, MARS-ZOC-9). Only defenders retreat (MARS-RET-8).

use std::ops::ControlFlow;

use kit::map::search::{self, RetreatStep};

use crate::prelude::*;

/// The longest retreat that there is room for; how far one really goes the chart of retreats says (MARS-RES-10).
pub const LONGEST: usize = 3;

/// The way of a retreat, hex by hex; the hex left at the start is not part of it.
pub type Route = search::Path<LONGEST>;

/// The battle a unit retreats from, as far as its way depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pressure {
    /// The hexes from which the unit was attacked in this battle.
    pub attacked_from: Hexes,
    /// The defending hexes of battles still to be resolved, the battle in hand among them. Its defenders that have
    /// retreated already need no mention: where one of them could go near the attackers, an uninvolved friend stands.
    pub unresolved: Hexes,
}

/// The retreat of one unit.
#[derive(Clone, Copy, Debug)]
pub struct Retreat<'f> {
    field: &'f Field,
    unit: UnitId,
    side: Side,
    start: HexId,
    /// Hexes next to the attackers, or theirs, that no uninvolved friend keeps open (MARS-RET-2).
    threatened: Hexes,
    attacked_from: Hexes,
    /// Zone hexes that a Russian may enter over the line (MARS-RET-3).
    gates: Hexes,
}

impl<'f> Retreat<'f> {
    /// The retreat of a unit; none if it is not on the map.
    pub fn of(field: &'f Field, unit: UnitId, pressure: &Pressure) -> Option<Self> {
        let start = field.hex_of(unit)?;
        let (side, theatre) = (field.unit(unit).side, field.theatre());
        let near = pressure.attacked_from | theatre.neighbours.of(pressure.attacked_from);
        let kept_open = field.held_by(side) - pressure.unresolved;
        Some(Self {
            field,
            unit,
            side,
            start,
            threatened: near - kept_open,
            attacked_from: pressure.attacked_from,
            gates: zones::gates(field, side),
        })
    }

    /// Whether the rules but for stacking let the unit take a step that leads away (MARS-RET-1, MARS-RET-2, MARS-RET-3).
    fn is_open(&self, from: HexId, way: Direction, to: HexId) -> bool {
        !self.threatened.contains(to)
            && !self.field.enemies_of(self.side).contains(to)
            && self.line_lets_through(from, way, to)
    }

    /// MARS-RET-3: no German goes out over the line, no Russian in unless he could move in (MARS-MOV-10).
    fn line_lets_through(&self, from: HexId, way: Direction, to: HexId) -> bool {
        zones::line_lets_through(self.field.theatre(), self.side, self.gates, (from, way, to))
    }

    fn has_room(&self, hex: HexId) -> bool {
        stacking::has_room(self.field, self.unit, hex)
    }

    /// The steps of a retreat, with or without a look at stacking.
    fn steps(
        &self,
        stacking: bool,
    ) -> search::RetreatSearch<'f, impl Fn(HexId, Direction, HexId) -> Option<RetreatStep>> {
        search::RetreatSearch::new(&self.field.theatre().map, self.start, self.start, move |from, way, to| {
            let is_open = self.is_open(from, way, to) && (!stacking || self.has_room(to));
            is_open.then_some(RetreatStep::STEP)
        })
    }

    /// The hexes with which a retreat can begin.
    pub fn first_steps(&self) -> Hexes {
        self.steps(true).steps(self.start).map(|(_, to, _)| to).collect()
    }

    /// MARS-RET-9, MARS-R23: no first hex is legal, and at least one is closed by stacking alone. A unit that must
    /// retreat is then eliminated.
    pub fn is_crowded_out(&self) -> bool {
        self.first_steps().is_empty() && self.steps(false).steps(self.start).next().is_some()
    }

    /// Calls `found` with every legal route of a length, at most [`LONGEST`], in the order of directions
    /// (MARS-RET-1, MARS-RET-4).
    pub fn each_route(&self, length: usize, mut found: impl FnMut(Route)) {
        let _ = self.steps(true).each_route(length, |route| {
            found(*route);
            ControlFlow::Continue(())
        });
    }

    /// The hexes with which the owner can go on: a legal route of the length begins with `so_far` and then with each of
    /// them (MARS-RET-1, MARS-RET-4).
    pub fn next_steps(&self, so_far: &[HexId], length: usize) -> Hexes {
        let mut next = Hexes::EMPTY;
        self.each_route(length, |route| {
            if route.hexes().starts_with(so_far) && so_far.len() < length {
                next.insert(route.hexes()[so_far.len()]);
            }
        });
        next
    }

    /// Whether a unit may retreat along a route, or why not.
    pub fn check<E: Objection>(&self, route: &[HexId]) -> Result<Route, E> {
        let (theatre, name) = (self.field.theatre(), self.field.name(self.unit));
        let map = &theatre.map;
        let mut checked = Route::NOWHERE;
        let mut from = self.start;
        for &to in route.iter().take(LONGEST) {
            let number = theatre.name(to);
            let way = map.direction(from, to);
            if way.is_none() || map.distance(self.start, to) != map.distance(self.start, from) + 1 {
                let start = theatre.name(self.start);
                return refuse("MARS-RET-1", number, format_args!("is not one hex farther from {start}"));
            }
            if self.field.enemies_of(self.side).contains(to) {
                let refusal = E::raise("MARS-RET-3", number, || format!("an enemy unit is in {number}"));
                return Err(refusal.blame(self.field.names_in(to)));
            }
            if self.threatened.contains(to) {
                // MARS-RET-2
                let reason = || {
                    format!(
                        "{number} is next to a hex from which {name} was attacked, and no friend outside a battle is there"
                    )
                };
                let near = self.attacked_from.iter().filter(|&from| from == to || map.are_adjacent(from, to));
                return Err(E::raise("MARS-RET-2", number, reason).blame(near.map(|hex| theatre.name(hex))));
            }
            if !way.is_some_and(|way| self.line_lets_through(from, way, to)) {
                let reason = || format!("{name} does not retreat over the frontline into {number}");
                let keepers = self.field.names(zones::keeping_closed(self.field, to));
                return Err(E::raise("MARS-RET-3", number, reason).blame(keepers));
            }
            stacking::check(self.field, self.unit, to)?;
            checked = checked.then(to);
            from = to;
        }
        let longest = theatre.charts.retreats.longest;
        no_if(route.is_empty() || route.len() > longest, "MARS-RET-1", name, || {
            format!("a retreat goes 1 to {longest} hexes, not {}", route.len())
        })?;
        Ok(checked)
    }
}
