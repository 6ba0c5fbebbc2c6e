//! Movement over hexes and facings (LINE-X-MOV-1 to LINE-X-MOV-10, LINE-X-ZOC-2 to LINE-X-ZOC-6).
//!
//! A move is a destination and a facing: nothing that happens on the way outlives it, so only what can be reached
//! matters, not the path (LINE-R40). Steps, turns, the step back and the minimum move are all ways to get there.

mod range;
mod refuse;

use kit::map::{PerHex, search::Reach};

use crate::prelude::*;

pub use range::Range;

/// More than the tactical movement factors of any unit.
pub(crate) const LEVELS: usize = 8;

/// What bears on the tactical move of one unit.
pub(crate) struct TacticalMove<'f> {
    field: &'f Field,
    piece: &'static Piece,
    class: Class,
    /// Movement factors to spend.
    budget: usize,
    /// Enemy zones of control.
    zones: Hexes,
    /// Enemies, friends that cannot be passed, and zones that may not be entered.
    closed: Hexes,
    /// Friends that can be passed: the move cannot end there.
    friends: Hexes,
    /// The price of a step into row 2 above that of one into row 1.
    oblique: usize,
    /// For each direction the facings with which it steps there obliquely (LINE-X-MOV-4).
    sideways: &'static [Directions; 6],
    /// The hex it wants to reach, if only that one matters.
    goal: Option<HexId>,
}

/// Facings by movement factors spent and hex.
struct Reached {
    facings: [PerHex<Directions, WORDS>; LEVELS],
    hexes: [Hexes; LEVELS],
}

impl Reached {
    const NOTHING: Self =
        Self { facings: [PerHex::new(Directions::NONE); LEVELS], hexes: [Hexes::EMPTY; LEVELS] };

    #[inline]
    fn insert(&mut self, spent: usize, hex: HexId, facings: Directions) {
        self.hexes[spent].insert(hex);
        let known = &mut self.facings[spent][hex];
        *known = known.union(facings);
    }
}

impl<'f> TacticalMove<'f> {
    pub(crate) fn new(field: &'f Field, unit: UnitId, in_command: bool) -> Self {
        let piece = field.piece(unit);
        let zones = zones::controlled_by(field, piece.side.other());
        let (blocked, friends) = friends(field, unit);
        let mut closed = blocked | field.held_by(piece.side.other());
        // LINE-X-ZOC-6
        if !in_command || field.is(unit, Mark::Disrupted) {
            closed |= zones;
        }
        let charts = field.charts();
        Self {
            sideways: &field.battlefield().sideways[piece.figures.class as usize],
            goal: None,
            field,
            piece,
            class: piece.figures.class,
            budget: piece.figures.tactical as usize,
            zones,
            closed,
            friends,
            oblique: charts.step(CostLine::Oblique, piece.figures.class).unwrap_or(0) as usize,
        }
    }

    /// Whether it sets its facing free when the move ends (LINE-X-MOV-6).
    const fn is_light(&self) -> bool {
        self.piece.turn_cost == 0
    }

    /// Where a unit that stands on the map can go; without steps it can only turn.
    fn range(&self, unit: UnitId, may_step: bool) -> Range {
        let (start, facing) = (self.field.hex(unit), self.field.facing(unit));
        let mut range = if self.is_light() {
            self.light_range(start, may_step)
        } else {
            self.facing_range(start, facing, may_step)
        };
        if may_step {
            self.add_step_back(&mut range, start, facing);
            self.add_minimum_move(&mut range, start, facing);
        }
        range.take_out(start, facing);
        range
    }

    /// Light troops step in every direction and face as they like at the end (LINE-X-MOV-4, LINE-X-MOV-6).
    fn light_range(&self, start: HexId, may_step: bool) -> Range {
        let mut ends = if may_step { self.spread(start, 0) } else { Hexes::EMPTY };
        ends.insert(start);
        Range::any_facing(ends)
    }

    /// Everything that steps in all directions reach with so much spent already, without the hexes of friends. Who has
    /// stepped into an enemy zone steps no further (LINE-X-ZOC-2).
    fn spread(&self, start: HexId, spent: usize) -> Hexes {
        let left = (self.budget - spent) as u8;
        // LINE-X-ZOC-3: one more for the first step; light troops may go from zone to zone.
        let first = if self.zones.contains(start) { self.leaving_zone() } else { 0 };
        let price = |from: HexId, way: Direction, _: HexId| {
            let (_, price) = self.step(from, way, if from == start { first } else { 0 });
            u8::try_from(price).ok().map(|price| price.max(1))
        };
        let goes_on = |hex: HexId| !self.zones.contains(hex);
        Reach::<WORDS, LEVELS>::find(self.field, start, left, goes_on, price).within(left) - self.friends
    }

    /// What the first step out of an enemy zone costs above others (LINE-X-ZOC-3).
    fn leaving_zone(&self) -> usize {
        self.field.charts().step(CostLine::LeavingZone, self.class).unwrap_or(0) as usize
    }

    /// The next hex and what is spent there; more than anybody has if the step is forbidden (LINE-X-MOV-3,
    /// LINE-X-MOV-8, LINE-X-MOV-10).
    #[inline]
    fn step(&self, from: HexId, way: Direction, spent: usize) -> (HexId, usize) {
        match self.field.step(self.class, from, way) {
            Some((to, price)) if !self.closed.contains(to) => (to, spent + usize::from(price)),
            _ => (HexId::NONE, usize::MAX),
        }
    }

    /// Whether the goal, if there is one, can still be reached from a hex: no step costs less than 1.
    #[inline]
    fn leads_on(&self, hex: HexId, left: usize) -> bool {
        self.goal.is_none_or(|goal| self.field.distance(hex, goal) as usize <= left)
    }

    /// Troops whose steps depend on their facing: they pay for every turn (LINE-X-MOV-4, LINE-X-MOV-6).
    fn facing_range(&self, start: HexId, facing: Direction, may_step: bool) -> Range {
        let mut range = Range::NONE;
        if may_step && !self.zones.contains(start) {
            let mut reached = Reached::NOTHING;
            reached.insert(0, start, Directions::of(facing));
            self.spread_facing(&mut reached, &mut range, true);
            return range;
        }
        // LINE-X-ZOC-4: in an enemy zone one hexside in all, and none later if it is used up here.
        let most = if self.zones.contains(start) { self.field.charts().values.turns_in_zone } else { 3 };
        for sides in 0..=most {
            let spent = usize::from(sides * self.piece.turn_cost);
            if spent <= self.budget {
                let facings = [sides, 6 - sides].map(|sides| facing.turned(sides)).into_iter().collect();
                range.insert(start, facings);
                if may_step {
                    self.leave_zone(&mut range, start, facings, spent, sides < most);
                }
            }
        }
        range
    }

    /// The first step out of an enemy zone: dearer, and not into another one (LINE-X-ZOC-3).
    fn leave_zone(&self, range: &mut Range, start: HexId, facings: Directions, spent: usize, may_turn: bool) {
        let mut reached = Reached::NOTHING;
        let spent = spent + self.leaving_zone();
        self.step_ahead(start, facings, spent, &mut reached, |to| !self.zones.contains(to));
        self.spread_facing(&mut reached, range, may_turn);
    }

    /// Steps into the rows that the class allows, with all these facings at once (LINE-X-MOV-4).
    #[inline]
    fn step_ahead(
        &self,
        from: HexId,
        facings: Directions,
        spent: usize,
        reached: &mut Reached,
        allowed: impl Fn(HexId) -> bool,
    ) {
        for way in Direction::ALL {
            let [straight, oblique] =
                [Directions::of(way), self.sideways[way.index()]].map(|these| facings.intersection(these));
            if straight.union(oblique).is_empty() {
                continue;
            }
            let (to, spent) = self.step(from, way, spent);
            if spent <= self.budget && allowed(to) {
                if !straight.is_empty() {
                    reached.insert(spent, to, straight);
                }
                if !oblique.is_empty() && spent + self.oblique <= self.budget {
                    reached.insert(spent + self.oblique, to, oblique);
                }
            }
        }
    }

    fn spread_facing(&self, reached: &mut Reached, range: &mut Range, may_turn_in_zone: bool) {
        let turn = usize::from(self.piece.turn_cost);
        let mut done = PerHex::<Directions, WORDS>::new(Directions::NONE);
        for spent in 0..=self.budget {
            for hex in reached.hexes[spent] {
                let new = reached.facings[spent][hex].without(done[hex]);
                if new.is_empty() || !self.leads_on(hex, self.budget - spent) {
                    continue;
                }
                done[hex] = done[hex].union(new);
                let turned = new.turned(1).union(new.turned(5));
                let stops = self.zones.contains(hex);
                if !self.friends.contains(hex) {
                    range.insert(hex, new);
                    // LINE-X-ZOC-2, LINE-X-ZOC-4: no further step, but one turn.
                    if stops && may_turn_in_zone && spent + turn <= self.budget {
                        range.insert(hex, turned);
                    }
                }
                if stops || spent == self.budget {
                    continue;
                }
                if spent + turn <= self.budget {
                    reached.insert(spent + turn, hex, turned);
                }
                self.step_ahead(hex, new, spent, reached, |_| true);
            }
        }
    }

    /// LINE-X-MOV-5: formed and medium foot give ground, front to the enemy.
    fn add_step_back(&self, range: &mut Range, start: HexId, facing: Direction) {
        if steps_back(self.class)
            && let Some(back) = self.enters_at_once(start, facing.opposite())
            && !(self.zones.contains(start) && self.zones.contains(back))
        {
            range.insert(back, Directions::of(facing));
        }
    }

    /// LINE-X-MOV-7: one hex ahead whatever it costs.
    fn add_minimum_move(&self, range: &mut Range, start: HexId, facing: Direction) {
        if !self.zones.contains(start)
            && let Some(ahead) = self.enters_at_once(start, facing)
        {
            range.insert(ahead, Directions::of(facing));
        }
    }

    /// The hex that way if it is empty, not forbidden by Table 2 and not closed by LINE-X-ZOC-6.
    fn enters_at_once(&self, start: HexId, way: Direction) -> Option<HexId> {
        let (to, _) = self.field.step(self.class, start, way)?;
        (!self.closed.contains(to) && !self.friends.contains(to)).then_some(to)
    }

    /// Where a reinforcement gets that enters at a hex: it pays the terrain and faces as it likes (LINE-X-OPS-5).
    pub(crate) fn entering(&self, entry: HexId) -> Range {
        let price = self.field.entry_price(self.class, entry).map_or(usize::MAX, usize::from);
        if price > self.budget {
            return Range::NONE;
        }
        if self.is_light() {
            return Range::any_facing(self.spread(entry, price));
        }
        let mut range = Range::NONE;
        let mut reached = Reached::NOTHING;
        reached.insert(price, entry, Directions::ALL);
        self.spread_facing(&mut reached, &mut range, true);
        range
    }
}

/// Step back is for HI and MI (LINE-X-MOV-5).
const fn steps_back(class: Class) -> bool {
    matches!(class, Class::Hi | Class::Mi)
}

/// The hexes of friends that a unit cannot pass, and of those it can (LINE-X-MOV-9).
pub(crate) fn friends(field: &Field, unit: UnitId) -> (Hexes, Hexes) {
    let piece = field.piece(unit);
    let mut all = field.held_by(piece.side);
    if let Some(own) = field.hex(unit).some() {
        all.remove(own);
    }
    if piece.figures.class == Class::Li {
        return (Hexes::EMPTY, all);
    }
    let light = field.units_of(piece.side) & field.light_foot;
    let passable: Hexes = light.iter().map(|friend| field.hex(friend)).collect();
    (all - passable, passable)
}

/// Units of a side that may still move in this phase: on the map, not moved, not held by the trumpets (LINE-X-MOV-1,
/// LINE-X-ZAM-3).
pub fn movable(field: &Field, side: Side) -> Units {
    field.units_of(side) - field.all(Mark::Moved) - field.all(Mark::Frozen)
}

/// Whether a unit may move at all in this phase.
pub(crate) fn may_move<E: Objection>(field: &Field, side: Side, unit: UnitId) -> Result<(), E> {
    let is_gone = !field.hex(unit).is_some() && !field.waiting().contains(unit);
    let reasons = [
        (field.side(unit) != side, "LINE-X-SEQ-2", "it is not its side's Movement Phase"),
        (field.is(unit, Mark::Moved), "LINE-X-MOV-1", "it has moved in this phase, and a unit moves once"),
        (field.is(unit, Mark::Frozen), "LINE-X-ZAM-3", HELD),
        (is_gone, "LINE-RES-11", "it is eliminated"),
    ];
    no_first(field.name(unit), reasons)
}

/// Whether a unit may step or only turn: not if a leader has come to it in this phase, nor the veterans of Zama before
/// their time (LINE-X-CMD-2, LINE-X-ZAM-2).
pub(crate) fn may_step<E: Objection>(field: &Field, unit: UnitId, turn: u8) -> Result<(), E> {
    if field.is(unit, Mark::Received) {
        let reason = "a leader has transferred to it in this phase: it may turn but not step";
        return no("LINE-X-CMD-2", field.name(unit), reason);
    }
    let figures = &field.charts().battles;
    let (until, near) = (figures.held_back_until, figures.woken_within);
    if field.scenario == Scenario::Zama && field.piece(unit).held_back && turn < until {
        let nearest = field.nearest(field.side(unit).other(), field.hex(unit));
        if nearest.is_none_or(|distance| distance > near.into()) {
            return no_since("LINE-X-ZAM-2", field.name(unit), || {
                format!("veterans are held back before turn {until} while no enemy is within {near} hexes")
            });
        }
    }
    Ok(())
}

/// Where a unit on the map can go by tactical movement on a Game-Turn.
pub fn range(field: &Field, unit: UnitId, turn: u8) -> Range {
    range_to(field, unit, turn, None)
}

/// The facings with which a unit may end a tactical move in a hex; none if it cannot get there.
pub fn facings_at(field: &Field, unit: UnitId, turn: u8, to: HexId) -> Directions {
    range_to(field, unit, turn, Some(to)).facings(to)
}

fn range_to(field: &Field, unit: UnitId, turn: u8, goal: Option<HexId>) -> Range {
    let steps = may_step::<Silent>(field, unit, turn).is_ok();
    // Who only turns enters no zone, so command does not matter.
    let in_command = steps && command::is_in_command(field, unit);
    let mut walk = TacticalMove::new(field, unit, in_command);
    walk.goal = goal;
    walk.range(unit, steps)
}

/// The same, or why it cannot get there.
pub fn reach<E: Objection>(field: &Field, unit: UnitId, turn: u8, to: HexId) -> Result<(), E> {
    let facings = facings_at(field, unit, turn, to);
    if facings.is_empty() { Err(E::explain(|| refuse::why_not(field, unit, turn, to))) } else { Ok(()) }
}

/// The row of Table 5 in which a direction lies for a unit (LINE-X-MAP-3).
pub(crate) fn row_towards(field: &Field, unit: UnitId, way: Direction) -> Row {
    field.charts().row_towards(way, field.facing(unit))
}
