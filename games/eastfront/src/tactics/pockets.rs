//! Pockets: mobile units go behind the enemy and meet there, so that whoever stands between is out of supply.

use std::cmp::Reverse;

use kit::map::HexId;

use super::{
    Note,
    moves::{Move, Planning, RING},
    values,
};
use crate::{
    board::Board,
    movement::{MoveRange, Way},
    roster::{Force, UnitId},
    stacking,
    supply::{Lines, Net},
    unit::Side,
};

/// So many times one or two units are sent.
const MOST_STEPS: usize = 6;
/// Of each mobile unit so many ends are tried, and of so many units.
const ENDS_TRIED: usize = 6;
const POCKET_UNITS: usize = 9;
/// Two units that end farther apart than this close no ring together.
const FARTHEST_APART: u32 = 8;

impl Planning<'_> {
    /// The Axis on the great map plans pockets ahead of everything else; before Smolensk one month is too short for it.
    pub(super) fn plans_pockets(&self) -> bool {
        self.side == Side::Axis && self.values.has_depth()
    }

    /// What the enemies are worth who will be out of supply at the end of their turn: all of it where they cannot move,
    /// little where they can still walk out.
    pub(super) fn trapped(&self, board: &Board) -> i32 {
        let (side, weights) = (self.side.other(), &self.values.weights().pockets);
        let supplied = Net::of(board, side, Lines::Usual).supplied(board);
        let season = self.values.game.season();
        let cut = values::isolated(board, side, &supplied);
        let worth = |unit: UnitId| {
            let holds_out = board.hex_of(unit).is_some_and(|hex| self.ground.holds_out(hex));
            let can_leave = || MoveRange::new(board, unit, season).reaches_any(&supplied);
            let share = if !self.values.has_depth() {
                100
            } else if holds_out {
                weights.holds_out
            } else if board.is_dispersed(unit) {
                100
            } else if can_leave() {
                weights.can_leave
            } else {
                weights.may_break_out
            };
            values::worth(board, unit) * share / 100
        };
        cut.iter().map(worth).sum()
    }

    /// Those without whom enemies would be in supply again: they attack from where they are, and go nowhere else for it.
    pub(super) fn ring(&self) -> Force {
        let trapped = if self.plans_pockets() { self.trapped(&self.board) } else { 0 };
        if trapped == 0 {
            return Force::NONE;
        }
        let weights = &self.values.weights().pockets;
        let holds = |unit: &UnitId| {
            let is_near = self.board.hex_of(*unit).is_some_and(|hex| self.ground.to_enemy(hex) <= RING);
            is_near && {
                let mut without = self.board;
                without.remove(*unit, crate::board::Aside::Gone);
                self.trapped(&without) + weights.worth_cutting <= trapped
            }
        };
        self.free.iter().filter(holds).collect()
    }

    /// Step by step the one or two units that trap most go where they do, as long as it is worth it.
    pub(super) fn close_pockets(&mut self) {
        let mut sent = Force::NONE;
        let steps = if self.values.has_depth() { MOST_STEPS } else { 1 };
        for _ in 0..steps {
            let Some(moves) = self.best_step() else { break };
            for (unit, hex) in moves {
                sent.insert(unit);
                self.go(unit, hex);
            }
        }
        if !sent.is_empty() {
            let side = self.side.other();
            let supplied = Net::of(&self.board, side, Lines::Usual).supplied(&self.board);
            let enemies = values::isolated(&self.board, side, &supplied);
            self.notes.push(Note::Pocket { units: sent, enemies });
        }
    }

    fn best_step(&self) -> Option<Vec<Move>> {
        self.best_of(&self.raiders(), |board| self.trapped(board))
    }

    /// The one or two moves out of these that raise a value most, if it is worth the march.
    pub(super) fn best_of(
        &self,
        tries: &[(UnitId, Vec<HexId>)],
        value: impl Fn(&Board) -> i32,
    ) -> Option<Vec<Move>> {
        let already = value(&self.board);
        // Friends close no way: each way is the same whoever of them has marched before.
        let ways: Vec<Vec<Option<Way>>> = tries
            .iter()
            .map(|(unit, ends)| {
                let range = MoveRange::new(&self.board, *unit, self.values.game.season());
                ends.iter().map(|&hex| range.way(hex)).collect()
            })
            .collect();
        let (map, weights) = (&self.values.theatre().map, &self.values.weights().pockets);
        let mut best: Option<(i32, Vec<Move>)> = None;
        let mut offer = |gain: i32, moves: Vec<Move>| {
            if gain >= weights.worth_cutting && best.as_ref().is_none_or(|(known, _)| gain > *known) {
                best = Some((gain, moves));
            }
        };
        for (place, (unit, ends)) in tries.iter().enumerate() {
            for (&hex, way) in ends.iter().zip(&ways[place]) {
                let one = self.placed(&self.board, *unit, hex, way.as_ref());
                offer(value(&one) - already - weights.one_unit, vec![(*unit, hex)]);
                for ((other, other_ends), other_ways) in tries.iter().zip(&ways).skip(place + 1) {
                    for (&other_hex, other_way) in other_ends.iter().zip(other_ways) {
                        // Too far apart to close a ring together: what each does alone is tried alone.
                        if other_hex == hex
                            || map.distance(hex, other_hex) > FARTHEST_APART
                            || !stacking::has_room(&one, *other, other_hex)
                        {
                            continue;
                        }
                        let two = self.placed(&one, *other, other_hex, other_way.as_ref());
                        let gain = value(&two) - already - weights.two_units;
                        offer(gain, vec![(*unit, hex), (*other, other_hex)]);
                    }
                }
            }
        }
        best.map(|(_, moves)| moves)
    }

    /// Mobile units that nothing else needs, each with the ends that promise most behind the enemy.
    fn raiders(&self) -> Vec<(UnitId, Vec<HexId>)> {
        let mut tries: Vec<(UnitId, Vec<HexId>)> = Vec::new();
        for unit in self.free.iter().filter(|&unit| self.board.piece(unit).is_mobile()) {
            if self.board.hex_of(unit).is_some_and(|hex| self.is_needed(unit, hex)) {
                continue;
            }
            let ends = self.ends(unit) & self.ground.safe_for(&self.board, unit) & self.ground.supplied;
            let mut ends: Vec<(i32, HexId)> =
                ends.iter().map(|hex| (self.ground.rear(&self.board, hex), hex)).collect();
            ends.sort_by_key(|&(rear, hex)| (Reverse(rear), hex));
            let ends: Vec<HexId> =
                ends.into_iter().filter(|(rear, _)| *rear > 0).take(ENDS_TRIED).map(|(_, hex)| hex).collect();
            if !ends.is_empty() {
                tries.push((unit, ends));
            }
        }
        tries.sort_by_key(|(unit, _)| (Reverse(self.board.piece(*unit).attack), *unit));
        tries.truncate(POCKET_UNITS);
        tries
    }

    /// The map after a march, with all ground that it has crossed.
    fn placed(&self, board: &Board, unit: UnitId, hex: HexId, way: Option<&Way>) -> Board {
        let mut then = *board;
        if let Some(way) = way {
            way.hexes().iter().for_each(|&hex| then.enter(self.side, hex));
        }
        then.move_to(unit, hex);
        then
    }
}
