//! Where beaten units can go (chapter RET).

use kit::{
    Objection,
    map::{Direction, HexId},
    objection::no_since,
};
use smallvec::SmallVec;

use crate::{
    attacks::Plan, battle::WayOut, board::Board, map::Hexes, roster::UnitId, stacking, terrain::Hexside,
    unit::Side,
};

/// A way back: its first hex, and its second if it has two.
pub(crate) type Route = (HexId, Option<HexId>);

/// An attacked hex and the hexes from which it was attacked.
#[derive(Clone, Debug)]
pub(crate) struct Pressure<'p> {
    origin: HexId,
    from: SmallVec<[HexId; 6]>,
    month: u8,
    /// The attacks of the phase that wait.
    plan: &'p Plan,
}

impl<'p> Pressure<'p> {
    pub(crate) fn new(
        origin: HexId,
        from: impl IntoIterator<Item = HexId>,
        month: u8,
        plan: &'p Plan,
    ) -> Self {
        Self { origin, from: from.into_iter().collect(), month, plan }
    }

    /// Where a unit may be at all: `EAST-RET-5` but for hexsides.
    fn open_to(&self, board: &Board, unit: UnitId) -> Hexes {
        let open = board.open_to(unit);
        let is_neutral = board.side(unit) == Side::Soviet && board.charts().neutrality.include(self.month);
        // EAST-MOV-10
        if is_neutral { open - board.theatre().neutral_in_june() } else { open }
    }

    /// `EAST-RET-5`: over which hexsides a unit retreats. Rivers do not hinder, Kerch only those without the Black Sea.
    fn is_passable(board: &Board, unit: UnitId, from: HexId, way: Direction) -> bool {
        let theatre = board.theatre();
        theatre.ways(from, board.is_frozen()).contains(way)
            || (theatre.side(from, way) == Hexside::Kerch && board.black_sea() == board.side(unit))
    }

    /// `EAST-RET-3`: no enemy zone of control, unless a friend stands there who is not to be attacked any more.
    fn is_covered(&self, board: &Board, unit: UnitId, to: HexId) -> bool {
        let side = board.side(unit);
        !board.enemy_zones(side).contains(to)
            || (board.held_by(side).contains(to) && !self.plan.is_pending(to))
    }

    /// `EAST-RET-4`: not closer to any hex from which it was attacked.
    fn keeps_away(&self, board: &Board, at: HexId, to: HexId) -> bool {
        let map = &board.theatre().map;
        self.from.iter().all(|&foe| map.distance(foe, to) >= map.distance(foe, at))
    }

    /// `EAST-RET-2` to `EAST-RET-5`: the hexes into which the next step can lead.
    fn steps(
        &self,
        board: &Board,
        unit: UnitId,
        open: &Hexes,
        at: HexId,
        step: u32,
    ) -> impl Iterator<Item = HexId> {
        let map = &board.theatre().map;
        map.steps(at)
            .filter(move |&(way, to)| {
                open.contains(to)
                    && map.distance(self.origin, to) == step
                    && Self::is_passable(board, unit, at, way)
                    && self.is_covered(board, unit, to)
                    && self.keeps_away(board, at, to)
            })
            .map(|(_, to)| to)
    }

    /// Calls `found` with every legal route of a length, until it says stop; whether it did.
    pub(crate) fn any_route(
        &self,
        board: &Board,
        unit: UnitId,
        hexes: u8,
        mut found: impl FnMut(Route) -> bool,
    ) -> bool {
        let open = self.open_to(board, unit);
        // EAST-RET-6: it ends within stacking; a hex on the way may be full, or hold Romanians (EAST-R91).
        let can_end = |hex: HexId| stacking::has_room(board, unit, hex);
        self.steps(board, unit, &open, self.origin, 1).any(|first| {
            if hexes == 1 {
                return can_end(first) && found((first, None));
            }
            let mut next = self.steps(board, unit, &open, first, 2);
            next.any(|second| can_end(second) && found((first, Some(second))))
        })
    }

    /// Which retreats a unit has now, for itself alone (`EAST-CNV-4`).
    pub(crate) fn way_out(&self, board: &Board, unit: UnitId) -> WayOut {
        WayOut {
            one: self.any_route(board, unit, 1, |_| true),
            two: self.any_route(board, unit, 2, |_| true),
        }
    }

    /// `EAST-RET-7`: the routes from which the attacker chooses: of the full length if there is one, of 1 hex if only
    /// that is possible.
    pub(crate) fn any_choice(
        &self,
        board: &Board,
        unit: UnitId,
        hexes: u8,
        mut found: impl FnMut(Route) -> bool,
    ) -> bool {
        if hexes > 1 && self.any_route(board, unit, hexes, |_| true) {
            return self.any_route(board, unit, hexes, found);
        }
        self.any_route(board, unit, 1, &mut found)
    }

    /// Whether a unit that has to go so many hexes may be sent this way, or why not.
    pub(crate) fn check<E: Objection>(
        &self,
        board: &Board,
        unit: UnitId,
        hexes: u8,
        (first, second): Route,
    ) -> Result<(), E> {
        if self.any_choice(board, unit, hexes, |route| route == (first, second)) {
            return Ok(());
        }
        let (name, theatre) = (board.name(unit), board.theatre());
        let clause = self
            .objection(board, unit, self.origin, first, 1)
            .or_else(|| second.and_then(|second| self.objection(board, unit, first, second, 2)));
        let end = second.unwrap_or(first);
        let called = || theatre.called(end);
        match clause {
            Some(clause) => {
                no_since(clause, name, || format!("{name} cannot retreat to {} this way", called()))
            }
            None if !stacking::has_room(board, unit, end) => stacking::check_room(board, unit, end),
            None => no_since("EAST-RET-7", name, || match second {
                None => {
                    format!("{name} must go back 2 hexes, and a way is open: it may not stop in {}", called())
                }
                Some(_) => format!("{name} goes back 1 hex only: not as far as {}", called()),
            }),
        }
    }

    /// The rule that forbids a step.
    fn objection(
        &self,
        board: &Board,
        unit: UnitId,
        at: HexId,
        to: HexId,
        step: u32,
    ) -> Option<&'static str> {
        let map = &board.theatre().map;
        let Some(way) = map.direction(at, to) else { return Some("EAST-RET-2") };
        if !self.open_to(board, unit).contains(to) || !Self::is_passable(board, unit, at, way) {
            return Some("EAST-RET-5");
        }
        if map.distance(self.origin, to) != step {
            return Some("EAST-RET-2");
        }
        if !self.is_covered(board, unit, to) {
            return Some("EAST-RET-3");
        }
        (!self.keeps_away(board, at, to)).then_some("EAST-RET-4")
    }
}
