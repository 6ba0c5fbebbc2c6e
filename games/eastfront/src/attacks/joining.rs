//! Who can be sent against what (`EAST-ATT-1` to `EAST-ATT-3`, `EAST-STK-4`, `EAST-RES-15`).

use kit::{
    Objection,
    map::{Direction, Directions, HexId},
    objection::{Silent, no_if, refuse},
};

use super::plan::{Plan, Terms};
use crate::{
    battle::board::Meeting,
    board::{Board, Status},
    map::Hexes,
    roster::{Force, UnitId},
    unit::Side,
};

impl Plan {
    /// Who can still be sent into an attack: in a breakthrough those who have won the right to it, and others who have
    /// not attacked (`EAST-RES-15`).
    fn free(&self, board: &Board, side: Side) -> Force {
        let fit = fit(board, side);
        if self.is_breaking_out { fit | board.all(Status::Breakthrough) } else { fit }
    }

    /// Whether a unit can be sent against a hex next to it that it could attack.
    fn can_join(&self, board: &Board, unit: UnitId, target: HexId) -> bool {
        let is_free = match self.attack_of(unit) {
            None => true,
            // EAST-RES-15: not if it is declared for a different hex.
            Some(place) => {
                let own = &self.attacks()[place];
                self.is_breaking_out && !own.is_breakthrough && own.merged == 0 && own.target == target
            }
        };
        is_free
            && (!self.is_breaking_out || self.may_begin(board, unit, target))
            && !self.is_too_much_armour(board, unit, target)
    }

    /// A breakthrough attack is begun by somebody who has won the right to it; others join (`EAST-R90`).
    fn may_begin(&self, board: &Board, unit: UnitId, target: HexId) -> bool {
        let begun = self.open_attack(target).is_some_and(|place| self.attacks()[place].size > 0);
        begun || board.is(unit, Status::Breakthrough)
    }

    /// `EAST-STK-4`, `EAST-R63`: whether a hex would send more ARM units against rough ground than it may, with all who
    /// come along.
    fn is_too_much_armour(&self, board: &Board, unit: UnitId, target: HexId) -> bool {
        if !board.is_rough(target) {
            return false;
        }
        let place = self.open_attack(target);
        let own = self.attack_of(unit);
        let comes = |other: UnitId| {
            let merges = own.is_some_and(|own| self.attack_of(other) == Some(own));
            other == unit || merges || place.is_some_and(|place| self.is_in(other, place))
        };
        let most = board.charts().armour_against_rough;
        board.theatre().map.neighbours(target).any(|hex| {
            let armour = board.units_in(hex).filter(|&other| board.piece(other).is_armour() && comes(other));
            armour.count() > most
        })
    }

    /// Calls `found` with every unit and hex that it can be sent against, until it says stop; whether it did.
    pub(crate) fn any_attack(
        &self,
        board: &Board,
        side: Side,
        mut found: impl FnMut(UnitId, HexId) -> bool,
    ) -> bool {
        let map = &board.theatre().map;
        self.free(board, side).iter().any(|unit| {
            let ways = self.prey[unit.index()];
            if ways == 0 {
                return false;
            }
            let Some(hex) = board.hex_of(unit) else { return false };
            Directions::from_bits(ways).iter().any(|way| {
                let target = map.neighbour(hex, way);
                target.is_some_and(|target| self.can_join(board, unit, target) && found(unit, target))
            })
        })
    }

    /// Who can be sent against a hex at once; in a breakthrough only those who have won it.
    pub(crate) fn stormers(&self, board: &Board, side: Side, target: HexId) -> Force {
        let free = if self.is_breaking_out { board.all(Status::Breakthrough) } else { fit(board, side) };
        let around = board.theatre().map.neighbours(target).flat_map(|hex| board.units_in(hex));
        let can = |&unit: &UnitId| {
            free.contains(unit)
                && self.attack_of(unit).is_none()
                && self.prey_of(board, unit).any(|prey| prey == target)
                && self.can_join(board, unit, target)
        };
        around.filter(can).collect()
    }

    /// The hexes around a unit that it could attack, whatever the odds.
    pub(super) fn prey_of(&self, board: &Board, unit: UnitId) -> impl Iterator<Item = HexId> {
        let map = &board.theatre().map;
        let ways = Directions::from_bits(self.prey[unit.index()]);
        let hex = board.hex_of(unit);
        ways.iter().filter_map(move |way: Direction| map.neighbour(hex?, way))
    }

    /// Whether a unit can be sent against a hex, or why not.
    pub(crate) fn check_attack<E: Objection>(
        &self,
        board: &Board,
        terms: Terms,
        unit: UnitId,
        target: HexId,
    ) -> Result<(), E> {
        let theatre = board.theatre();
        let name = board.name(unit);
        let Some(hex) = board.hex_of(unit).filter(|_| board.side(unit) == terms.side) else {
            return refuse("EAST-ATT-2", name, format_args!("is no {} unit on the map", terms.side));
        };
        let has_right = self.is_breaking_out && board.is(unit, Status::Breakthrough);
        for (status, what) in [
            (Status::Dispersed, "is Dispersed and may not attack"),
            (Status::Railed, "has gone by rail this turn and may not attack"),
            (Status::Spent, "is Spent and may not attack"),
        ] {
            let excused = status == Status::Spent && has_right;
            if board.is(unit, status) && !excused {
                return refuse("EAST-ATT-1", name, what);
            }
        }
        if let Some(place) = self.attack_of(unit) {
            let own = &self.attacks()[place];
            let is_declared = self.is_breaking_out && !own.is_breakthrough;
            if !is_declared || own.target != target || own.merged > 0 {
                let other = theatre.called(own.target);
                let clause = if is_declared { "EAST-RES-15" } else { "EAST-ATT-2" };
                return refuse(
                    clause,
                    name,
                    format_args!("attacks {other} already, and a unit is in one attack"),
                );
            }
        }
        no_if(!theatre.map.are_adjacent(hex, target), "EAST-ATT-2", name, || {
            format!("{name} in {} is not next to {}", theatre.called(hex), theatre.called(target))
        })?;
        no_if(!targets(board, terms.side).contains(target), "EAST-ATT-2", name, || {
            format!(
                "{} holds no enemy unit and no standing factors of a victory city",
                theatre.called(target)
            )
        })?;
        Meeting::access(board, terms, unit, target)?;
        no_if(self.is_breaking_out && !self.may_begin(board, unit, target), "EAST-RES-15", name, || {
            format!("{name} has won no breakthrough: it can only join an attack of one who has")
        })?;
        no_if(self.is_too_much_armour(board, unit, target), "EAST-STK-4", name, || {
            let most = board.charts().armour_against_rough;
            format!("each hex sends {most} ARM unit against {}, swamp or mountains", theatre.called(target))
        })
    }

    /// Whether another attack on a hex can be begun (`EAST-ATT-3`).
    pub(crate) fn check_wave<E: Objection>(&self, board: &Board, side: Side, hex: HexId) -> Result<(), E> {
        let number = board.theatre().number(hex);
        let called = || board.theatre().called(hex);
        let open = self.open_attack(hex).map(|place| self.attacks()[place].size);
        no_if(open.is_none(), "EAST-ATT-3", number, || {
            format!("{} is not attacked yet: the first attack needs no new wave", called())
        })?;
        no_if(open == Some(0), "EAST-ATT-3", number, || {
            format!("the new wave against {} has nobody in it yet", called())
        })?;
        no_if(!self.has_newcomer(board, side, hex), "EAST-ATT-3", number, || {
            format!("nobody is left who could attack {}", called())
        })
    }

    /// Whether somebody could begin another attack on a hex.
    fn has_newcomer(&self, board: &Board, side: Side, hex: HexId) -> bool {
        let fit = if self.is_breaking_out { board.all(Status::Breakthrough) } else { fit(board, side) };
        let mut around = board.theatre().map.neighbours(hex).flat_map(|near| board.units_in(near));
        around.any(|unit| {
            fit.contains(unit)
                && self.attack_of(unit).is_none()
                && self.prey_of(board, unit).any(|prey| prey == hex)
        })
    }

    /// Whether it is the last wave against its hex and another can follow.
    pub(crate) fn takes_a_wave(&self, board: &Board, side: Side, place: usize) -> bool {
        let hex = self.attacks()[place].target;
        self.open_attack(hex) == Some(place) && self.check_wave::<Silent>(board, side, hex).is_ok()
    }
}

/// What a side can attack: enemies, and for the Axis victory cities whose factors stand (`EAST-ATT-2`).
pub(super) fn targets(board: &Board, side: Side) -> Hexes {
    let enemies = board.enemies_of(side);
    if side == Side::Axis { enemies | *board.standing() } else { enemies }
}

/// `EAST-ATT-1`: who may attack by his state.
pub(super) fn fit(board: &Board, side: Side) -> Force {
    let barred = board.all(Status::Dispersed) | board.all(Status::Spent) | board.all(Status::Railed);
    board.units_of(side) - barred
}
