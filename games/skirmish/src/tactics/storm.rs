//! What an assault promises: men against men by their skill, bombs against vehicles, weight against men.

use kit::{Manner, position::UnitId, tabletop::Point};

use super::ground::{Field, Place, Watch};
use crate::{
    board::PieceId,
    charts::Class,
    spotting::Status,
    state::{Flags, Store},
};

/// How often a test of courage is passed, in hundredths, by CS and CR together (SKIR-TST-7).
const COURAGE: [i32; 7] = [44, 56, 69, 79, 88, 94, 98];
/// How often a man wins, and loses, his fight, in hundredths, by how much more skill he has, from -3 to 3 (SKIR-TST-10).
const FIGHT: [(i32, i32); 7] = [(8, 83), (17, 72), (28, 58), (42, 42), (58, 28), (72, 17), (83, 8)];
/// How often a bomb finds the open top, by CS (SKIR-TST-8).
const INTO: [i32; 4] = [29, 38, 46, 54];
/// Men who are in the way of a vehicle that drives over a team, and how many of a hundred do not jump aside, by CS.
const DRIVEN_OVER: i32 = 2;
const TOO_SLOW: [i32; 4] = [65, 55, 45, 35];
/// Whoever storms a building stands so far from its wall, in mm; so many of his men have room there (SKIR-ASL-7).
const AT_THE_WALL: i32 = 15;
const BOMBERS: i32 = 4;

impl Field<'_> {
    /// What an assault promises.
    pub(super) fn assault(&self, unit: UnitId, enemy: UnitId, manner: &Manner) -> i32 {
        let board = &self.game.board;
        let at = board.centre(enemy);
        let floor = if board.is_afoot(enemy) {
            board.men(enemy)[usize::from(board.unit(enemy).leader)].floor
        } else {
            0
        };
        let there = Place { unit, at, floor, ..self.here(unit, Status::Moving) };
        // Fire on the way and after it, from everybody but those who are assaulted.
        let risk = self.exposure(&there).0 * 2 / 3;
        let gain = if board.is_afoot(unit) {
            if board.is_model(enemy) && board.chart(enemy).is_vehicle() {
                self.bombing(unit, enemy)
            } else {
                self.melee(unit, enemy)
            }
        } else {
            self.driving_over(unit, enemy)
        };
        let place = i32::midpoint(self.worth(&there, 0), self.worth(&self.here(unit, Status::Moving), 0));
        gain * manner.boldness / 100 - risk * self.care_of(unit, manner.care) / 100 + place
    }

    /// SKIR-ASL-7: what it promises to go at a building with bombs: to stand at its wall, and whom they find behind it.
    pub(super) fn storming(&self, unit: UnitId, piece: PieceId, manner: &Manner) -> i32 {
        let board = &self.game.board;
        let bounds = self.scene.terrain.piece(piece).bounds.grown(AT_THE_WALL);
        let from = board.centre(unit);
        let at = Point::new(
            from.x.clamp(bounds.least.x, bounds.most.x),
            from.y.clamp(bounds.least.y, bounds.most.y),
        );
        let there = Place { unit, at, floor: 0, ..self.here(unit, Status::Moving) };
        let inside = || {
            let behind = |watch: &&Watch| watch.stand.house == Some((piece, 0)) && watch.weight == 100;
            self.watches.iter().filter(behind)
        };
        let floor: i32 = inside().map(|watch| self.game.worth_of(watch.unit)).sum();
        let man = inside().map(|watch| self.game.worth_of_man(watch.unit)).max().unwrap_or(0);
        let men = i32::from(board.unit(unit).alive).min(BOMBERS);
        let bags = i32::from(board.unit(unit).store(Store::Explosives)).min(men);
        let weights = &board.weights().assault;
        let bombs = (men - bags) * weights.bomb * man / 100;
        let bags = bags * (weights.bag * man + weights.clears * floor) / 100;
        self.worth(&there, manner.care) + (bombs + bags).min(floor) * manner.boldness / 100
    }

    fn courage(&self, unit: UnitId) -> i32 {
        let rank = self.game.own_rank(unit).max(self.game.lent_rank(unit));
        COURAGE[usize::from(self.game.board.chart(unit).cs + rank).min(6)]
    }

    fn melee(&self, unit: UnitId, enemy: UnitId) -> i32 {
        let board = &self.game.board;
        let (own, other) = (i32::from(board.unit(unit).alive), i32::from(board.unit(enemy).alive).max(1));
        let edge = i32::from(board.chart(unit).cs) - i32::from(board.chart(enemy).cs);
        let (wins, loses) = FIGHT[(edge.clamp(-3, 3) + 3) as usize];
        let pairs = own.min(other);
        // Those who are left over help the others: a second fight for so many.
        let more = (own - pairs).min(pairs);
        let less = (other - pairs).min(pairs);
        let kills = (pairs * wins + more * (100 - wins) * wins / 100).min(other * 100);
        let falls = (pairs * loses + less * (100 - loses) * loses / 100).min(own * 100);
        let (left, stay) = (own * 100 - falls, other * 100 - kills);
        let (mine, theirs) = (self.game.worth_of_man(unit), self.game.worth_of_man(enemy));
        let cs = usize::from(board.chart(enemy).cs) + usize::from(board.unit(enemy).cr.min(2));
        let runs = 100 - COURAGE[cs.min(6)];
        // The smaller side may run: it is as good as half lost.
        let rout = match left - stay {
            100.. => stay * runs / 100 * theirs / 200,
            -99..100 => 0,
            _ => -(left * (100 - self.courage(unit)) / 100 * mine / 200),
        };
        let weights = &board.weights().assault;
        let captured = if board.chart(enemy).class == Class::Gun && stay < 100 {
            i32::from(board.chart(enemy).points) * weights.gun
        } else {
            0
        };
        let ground =
            self.goals.iter().find(|goal| !goal.held && self.game.is_inside(goal.place, board.centre(enemy)));
        let ground = ground
            .map_or(0, |goal| goal.worth * if left > stay { weights.ground } else { weights.foothold } / 100);
        let fight = (kills * theirs - falls * mine) / 100 + rout + captured + ground;
        // Whoever does not dare stands where he stood.
        fight * self.courage(unit) / 100
    }

    /// SKIR-ASL-6, SKIR-ASL-7: bombs into an open top, or on armor.
    fn bombing(&self, unit: UnitId, enemy: UnitId) -> i32 {
        let board = &self.game.board;
        let (chart, state) = (board.chart(enemy), board.unit(unit));
        let men = i32::from(state.alive).min(4);
        let worth = i32::from(chart.points) * 100;
        let weights = &board.weights().assault;
        let aboard: i32 = board.riders(enemy).map(|rider| i32::from(board.chart(rider).points) * 80).sum();
        if chart.open_top {
            let each = INTO[usize::from(board.chart(unit).cs).min(3)];
            let mut misses = 100;
            for _ in 0..men {
                misses = misses * (100 - each) / 100;
            }
            let fails = self.game.board.is(enemy, Flags::FLEEING);
            let courage = if fails { 100 } else { self.courage(unit) };
            return (worth * weights.opened / 100 + aboard) * (100 - misses) / 100 * courage / 100;
        }
        let devices = i32::from(state.store(Store::MagneticMines) + state.store(Store::Explosives)).min(men);
        if devices == 0 {
            return -800;
        }
        worth * weights.through * devices / 100 - self.game.worth_of_man(unit)
    }

    /// SKIR-ASL-9 to SKIR-ASL-11: a vehicle drives over men in the open, or rams a gun.
    fn driving_over(&self, unit: UnitId, enemy: UnitId) -> i32 {
        let board = &self.game.board;
        let (chart, state) = (board.chart(enemy), board.unit(enemy));
        let slow = TOO_SLOW[usize::from(chart.cs).min(3)];
        if board.is_model(enemy) {
            return if chart.class == Class::Gun {
                i32::from(chart.points) * slow / 2
            } else {
                i32::from(chart.points) * slow / 4
            };
        }
        let devices =
            state.store(Store::MagneticMines) + state.store(Store::Explosives) + state.store(Store::Molotovs);
        let men = DRIVEN_OVER.min(i32::from(state.alive));
        let afraid =
            i32::from(devices > 0 || board.chart(unit).open_top) * i32::from(board.chart(unit).points) * 20;
        men * slow * self.game.worth_of_man(enemy) / 100 - afraid
    }
}
