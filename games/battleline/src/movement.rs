//! Movement over hexes and facings (LINE-X-MOV-1 to LINE-X-MOV-10, LINE-X-ZOC-2 to LINE-X-ZOC-6).
//!
//! A move is a destination and a facing: nothing that happens on the way outlives it, so only what can be reached
//! matters, not the path (LINE-R40). Steps, turns, the step back and the minimum move are all ways to get there.

mod refuse;

use kit::{Refusal, map::HexId};

use crate::{
    army::{Piece, Side, UnitId, Units},
    battlefield::Scenario,
    charts::{CostLine, charts},
    command,
    facing::{Direction, Place, Row},
    field::{Field, Mark},
    map::Hexes,
    objection::{Objection, no, no_since},
    troops::Class,
    zones,
};

/// One more than the most tactical movement factors of any unit.
const LEVELS: usize = 13;

/// A set of facings, one bit each.
pub type Facings = u8;

/// All six facings.
pub const ANY_FACING: Facings = 0b11_1111;

/// Where a move can end, and facing which way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    by_facing: [Hexes; 6],
}

impl Range {
    const NONE: Self = Self { by_facing: [Hexes::EMPTY; 6] };

    /// Every hex in which the move can end; the hex of the unit itself if it can turn there.
    pub fn destinations(&self) -> Hexes {
        self.by_facing.iter().fold(Hexes::EMPTY, |all, hexes| all | *hexes)
    }

    /// The facings with which it can end in a hex.
    #[inline]
    pub fn facings(&self, hex: HexId) -> Facings {
        let bit = |(facing, hexes): (usize, &Hexes)| u8::from(hexes.contains(hex)) << facing;
        self.by_facing.iter().enumerate().map(bit).sum()
    }

    fn insert(&mut self, hex: HexId, facing: Direction) {
        self.by_facing[facing.index()].insert(hex);
    }
}

/// What bears on the tactical move of one unit.
pub(crate) struct Walk<'f> {
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
    /// The directions into which it steps, seen from its facing, one bit each (LINE-X-MOV-4).
    ahead: u8,
}

/// Sets of hexes by movement factors spent and facing.
struct Reached([[Hexes; 6]; LEVELS]);

impl<'f> Walk<'f> {
    pub(crate) fn new(field: &'f Field, unit: UnitId, in_command: bool) -> Self {
        let piece = field.piece(unit);
        let zones = zones::controlled_by(field, piece.side.other());
        let (blocked, friends) = friends(field, unit);
        let mut closed = blocked | field.held_by(piece.side.other());
        // LINE-X-ZOC-6
        if !in_command || field.is(unit, Mark::Disrupted) {
            closed |= zones;
        }
        let rows = charts().class(piece.figures.class).steps_into;
        let ahead = Place::ALL.into_iter().filter(|&place| rows.contains(charts().row(place).number()));
        Self {
            ahead: ahead.fold(0, |all, place| all | 1 << place.sides()),
            field,
            piece,
            class: piece.figures.class,
            budget: piece.figures.tactical as usize,
            zones,
            closed,
            friends,
            oblique: charts().step(CostLine::Oblique, piece.figures.class).unwrap_or(0) as usize,
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
        // LINE-X-SEQ-3: who ends where and as it began has not moved.
        range.by_facing[facing.index()].remove(start);
        range
    }

    /// Light troops step in every direction and face as they like at the end (LINE-X-MOV-4, LINE-X-MOV-6).
    fn light_range(&self, start: HexId, may_step: bool) -> Range {
        let mut ends = Hexes::EMPTY;
        if may_step {
            let mut levels = [Hexes::EMPTY; LEVELS];
            if self.zones.contains(start) {
                // LINE-X-ZOC-3: one more for the first step; light troops may go from zone to zone.
                let first = charts().step(CostLine::LeavingZone, self.class).unwrap_or(0) as usize;
                self.step_all_ways(start, first, &mut levels);
            } else {
                levels[0].insert(start);
            }
            ends = self.spread(&mut levels, self.budget);
        }
        ends.insert(start);
        Range { by_facing: [ends; 6] }
    }

    /// Everything that steps in all directions reach, without the hexes of friends.
    fn spread(&self, levels: &mut [Hexes; LEVELS], budget: usize) -> Hexes {
        let mut done = Hexes::EMPTY;
        for spent in 0..=budget {
            let new = levels[spent] - done;
            done |= new;
            // LINE-X-ZOC-2: who has stepped into an enemy zone steps no further.
            for hex in new - self.zones {
                self.step_all_ways(hex, spent, levels);
            }
        }
        done - self.friends
    }

    fn step_all_ways(&self, from: HexId, spent: usize, levels: &mut [Hexes; LEVELS]) {
        for way in Direction::ALL {
            let (to, spent) = self.step(from, way, spent);
            if spent <= self.budget {
                levels[spent].insert(to);
            }
        }
    }

    /// The next hex and what is spent there; more than anybody has if the step is forbidden (LINE-X-MOV-3,
    /// LINE-X-MOV-8, LINE-X-MOV-10).
    #[inline]
    fn step(&self, from: HexId, way: Direction, spent: usize) -> (HexId, usize) {
        let battlefield = self.field.battlefield();
        let to = battlefield.neighbour(from, way);
        match battlefield.price(self.class, from, way) {
            Some(price) if !self.closed.contains(to) => (to, spent + usize::from(price)),
            _ => (to, usize::MAX),
        }
    }

    /// Troops whose steps depend on their facing: they pay for every turn (LINE-X-MOV-4, LINE-X-MOV-6).
    fn facing_range(&self, start: HexId, facing: Direction, may_step: bool) -> Range {
        let turn = usize::from(self.piece.turn_cost);
        let mut range = Range::NONE;
        if !may_step || self.zones.contains(start) {
            // LINE-X-ZOC-4: in an enemy zone one hexside in all, and none later if it is used up here.
            let most = if self.zones.contains(start) { charts().values.turns_in_zone } else { 3 };
            for turned in Direction::ALL {
                let sides = turned.sides_from(facing);
                let spent = usize::from(sides) * turn;
                if sides <= most && spent <= self.budget {
                    range.insert(start, turned);
                    if may_step {
                        self.leave_zone(&mut range, start, turned, spent, sides < most);
                    }
                }
            }
            return range;
        }
        let mut reached = Reached([[Hexes::EMPTY; 6]; LEVELS]);
        reached.0[0][facing.index()].insert(start);
        self.spread_facing(&mut reached, &mut range, true);
        range
    }

    /// The first step out of an enemy zone: dearer, and not into another one (LINE-X-ZOC-3).
    fn leave_zone(&self, range: &mut Range, start: HexId, facing: Direction, spent: usize, may_turn: bool) {
        let mut reached = Reached([[Hexes::EMPTY; 6]; LEVELS]);
        let first = charts().step(CostLine::LeavingZone, self.class).unwrap_or(0) as usize;
        self.step_ahead(start, facing, spent + first, &mut reached, |to| !self.zones.contains(to));
        self.spread_facing(&mut reached, range, may_turn);
    }

    /// Steps into rows 1 and 2 (LINE-X-MOV-4).
    #[inline]
    fn step_ahead(
        &self,
        from: HexId,
        facing: Direction,
        spent: usize,
        reached: &mut Reached,
        allowed: impl Fn(HexId) -> bool,
    ) {
        for sides in (0..6).filter(|sides| self.ahead >> sides & 1 == 1) {
            let extra = if sides == 0 { 0 } else { self.oblique };
            let (to, spent) = self.step(from, facing.turned(sides), spent + extra);
            if spent <= self.budget && allowed(to) {
                reached.0[spent][facing.index()].insert(to);
            }
        }
    }

    fn spread_facing(&self, reached: &mut Reached, range: &mut Range, may_turn_in_zone: bool) {
        let turn = usize::from(self.piece.turn_cost);
        let mut done = [Hexes::EMPTY; 6];
        let mut turned_in_zone = [Hexes::EMPTY; 6];
        for spent in 0..=self.budget {
            for facing in Direction::ALL {
                let new = reached.0[spent][facing.index()] - done[facing.index()];
                if new.is_empty() {
                    continue;
                }
                done[facing.index()] |= new;
                let (stopped, free) = (new & self.zones, new - self.zones);
                if spent + turn <= self.budget {
                    for turned in [facing.turned(1), facing.turned(5)] {
                        reached.0[spent + turn][turned.index()] |= free;
                        // LINE-X-ZOC-2, LINE-X-ZOC-4: no further step, but one turn.
                        if may_turn_in_zone {
                            turned_in_zone[turned.index()] |= stopped;
                        }
                    }
                }
                for hex in free {
                    self.step_ahead(hex, facing, spent, reached, |_| true);
                }
            }
        }
        for facing in 0..6 {
            range.by_facing[facing] |= (done[facing] | turned_in_zone[facing]) - self.friends;
        }
    }

    /// LINE-X-MOV-5: formed and medium foot give ground, front to the enemy.
    fn add_step_back(&self, range: &mut Range, start: HexId, facing: Direction) {
        let back = self.field.battlefield().neighbour(start, facing.opposite());
        if steps_back(self.class) && self.may_enter_at_once(start, facing.opposite()) {
            let slides = self.zones.contains(start) && self.zones.contains(back);
            if !slides {
                range.insert(back, facing);
            }
        }
    }

    /// LINE-X-MOV-7: one hex ahead whatever it costs.
    fn add_minimum_move(&self, range: &mut Range, start: HexId, facing: Direction) {
        if !self.zones.contains(start) && self.may_enter_at_once(start, facing) {
            range.insert(self.field.battlefield().neighbour(start, facing), facing);
        }
    }

    /// Whether the hex that way is empty, not forbidden by Table 2 and not closed by LINE-X-ZOC-6.
    fn may_enter_at_once(&self, start: HexId, way: Direction) -> bool {
        let battlefield = self.field.battlefield();
        let to = battlefield.neighbour(start, way);
        battlefield.price(self.class, start, way).is_some()
            && !self.closed.contains(to)
            && !self.friends.contains(to)
    }

    /// Where a reinforcement gets that enters at a hex: it pays the terrain and faces as it likes (LINE-X-OPS-5).
    pub(crate) fn entering(&self, entry: HexId) -> Range {
        let price = self.field.battlefield().entry_price(self.class, entry).map_or(usize::MAX, usize::from);
        if price > self.budget {
            return Range::NONE;
        }
        if self.is_light() {
            let mut levels = [Hexes::EMPTY; LEVELS];
            levels[price].insert(entry);
            return Range { by_facing: [self.spread(&mut levels, self.budget); 6] };
        }
        let mut range = Range::NONE;
        let mut reached = Reached([[Hexes::EMPTY; 6]; LEVELS]);
        for facing in 0..6 {
            reached.0[price][facing].insert(entry);
        }
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
    let light = field.units_of(piece.side) & field.battlefield().light_foot;
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
    let name = field.name(unit);
    if field.side(unit) != side {
        return no("LINE-X-SEQ-2", name, "it is not its side's Movement Phase");
    }
    if field.is(unit, Mark::Moved) {
        return no("LINE-X-MOV-1", name, "it has moved in this phase, and a unit moves once");
    }
    if field.is(unit, Mark::Frozen) {
        return no("LINE-X-ZAM-3", name, "the trumpets hold it: it neither moves nor attacks in this turn");
    }
    if !field.hex(unit).is_some() && !field.waiting().contains(unit) {
        return no("LINE-RES-11", name, "it is eliminated");
    }
    Ok(())
}

/// Whether a unit may step or only turn: not if a leader has come to it in this phase, nor the veterans of Zama before
/// their time (LINE-X-CMD-2, LINE-X-ZAM-2).
pub(crate) fn may_step<E: Objection>(field: &Field, unit: UnitId, turn: u8) -> Result<(), E> {
    if field.is(unit, Mark::Received) {
        let reason = "a leader has transferred to it in this phase: it may turn but not step";
        return no("LINE-X-CMD-2", field.name(unit), reason);
    }
    let (until, near, _) = &charts().battles.held_back;
    if field.battlefield().scenario == Scenario::Zama && field.piece(unit).held_back && turn < *until {
        let (map, here) = (field.battlefield().map, field.hex(unit));
        let enemies = field.units_of(field.side(unit).other());
        if !enemies.iter().any(|enemy| map.distance(field.hex(enemy), here) <= *near) {
            return no_since("LINE-X-ZAM-2", field.name(unit), || {
                format!("veterans are held back before turn {until} while no enemy is within {near} hexes")
            });
        }
    }
    Ok(())
}

/// Where a unit on the map can go by tactical movement on a Game-Turn.
pub fn range(field: &Field, unit: UnitId, turn: u8) -> Range {
    let steps = may_step::<crate::objection::Silent>(field, unit, turn).is_ok();
    // Who only turns enters no zone, so command does not matter.
    let in_command = steps && command::is_in_command(field, unit);
    Walk::new(field, unit, in_command).range(unit, steps)
}

/// The facings with which a unit may end a tactical move in a hex, or why it cannot get there.
pub fn check_move(field: &Field, unit: UnitId, turn: u8, to: HexId) -> Result<Facings, Refusal> {
    match range(field, unit, turn).facings(to) {
        0 => Err(refuse::why_not(field, unit, turn, to)),
        facings => Ok(facings),
    }
}

/// The row of Table 5 in which a direction lies for a unit (LINE-X-MAP-3).
pub(crate) fn row_towards(field: &Field, unit: UnitId, way: Direction) -> Row {
    charts().row(way.seen_from(field.facing(unit)))
}
