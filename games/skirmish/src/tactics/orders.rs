//! What a unit does and where it goes.

use kit::{
    Manner,
    position::UnitId,
    tabletop::{Heading, Point},
};

use super::{
    ground::{Field, Place},
    plan::Task,
};
use crate::{
    act::unkept,
    action::{Action, Order},
    board::{March, Mover},
    scenario::Formation,
    spotting::Status,
    state::Flags,
};

/// What it is worth to come on.
const ARRIVAL: i32 = 2000;

impl Field<'_> {
    /// The best that a unit finds with so much of its movement, and fires from there if it does so after it.
    fn best_place(
        &self,
        unit: UnitId,
        divisor: u8,
        status: Status,
        fires_there: bool,
        care: i32,
    ) -> Option<i32> {
        let board = &self.game.board;
        let from = board.centre(unit);
        let mover = Mover::new(self.scene, board, unit, divisor, false);
        let march = March::new(self.scene, board, mover);
        let wanted = self.goals.iter().map(|goal| goal.at);
        let found = march.destinations(from, wanted);
        let worth = |at: &Point| {
            let heading = self.heading_at(unit, from, *at);
            let place = Place { unit, at: *at, floor: 0, heading, status };
            let fire = if fires_there { self.outlook(&place, true) } else { 0 };
            self.worth(&place, care) + fire
        };
        found.points().iter().map(worth).max()
    }

    /// What a maneuver promises.
    pub(super) fn order(&self, unit: UnitId, order: Order, about: Option<UnitId>, manner: &Manner) -> i32 {
        let board = &self.game.board;
        let weights = &board.weights().orders;
        let (care, bold) = (self.care_of(unit, manner.care), manner.boldness);
        let stay = |status| self.worth(&self.here(unit, status), care);
        let pushed = if board.is_served_gun(unit) { weights.pushed } else { 0 };
        let go = |divisor, status| {
            self.best_place(unit, divisor, status, false, care).unwrap_or(i32::MIN / 4) - pushed
        };
        let fire = |moving| self.best_fire(unit, moving).0 * bold / 100;
        if board.is(unit, Flags::TO_COME) {
            return match order {
                Order::Move => ARRIVAL,
                Order::MoveAndFire => ARRIVAL - weights.trouble,
                _ => 0,
            };
        }
        match order {
            Order::Lurk => stay(Status::Stationary) + self.watchfulness(unit) + self.awaits_markers(unit),
            Order::Conceal => go(4, Status::Stationary),
            Order::Fire => stay(Status::Firing) + fire(false).max(self.bombardment(unit)),
            Order::Move => go(1, Status::Moving),
            Order::FireAndMove => go(2, Status::Firing) + fire(true),
            Order::MoveAndFire => {
                self.best_place(unit, 2, Status::Firing, true, care).unwrap_or(i32::MIN / 4) - pushed
            }
            Order::FireAndConceal => go(4, Status::Stationary) + fire(true),
            Order::Assault => {
                about.map_or(i32::MIN / 2, |enemy| self.assault(unit, enemy, manner) + fire(true) / 2)
            }
            Order::Disembark => i32::from(self.gets_down(unit)) * 100,
            Order::Stay => i32::from(!self.gets_down(unit)) * 100,
            Order::UnloadAndMove | Order::MoveAndUnload => {
                let down = about.is_some_and(|team| self.gets_down(team));
                go(2, Status::Moving) + if down { weights.unloads } else { -weights.unloads_early }
            }
            Order::Melee => 100,
            Order::BreakOff => self.break_off(unit),
            // Guns and carriers are where the scenario put them.
            _ => i32::MIN / 8,
        }
    }

    /// SKIR-IND-3: a tube with markers on the table must lurk to fire at them in step 4.
    fn awaits_markers(&self, unit: UnitId) -> i32 {
        let board = &self.game.board;
        let platoon = &self.game.platoons[board.member(unit).platoon.index()];
        if !self.is_in_battery(unit) || board.chart(unit).heavy.is_none() || board.is(unit, Flags::NO_FIRE) {
            return 0;
        }
        let laid = &platoon.markers[..usize::from(platoon.marked)];
        let worth = laid.iter().map(|(x, y)| self.shelling(Point::new((*x).into(), (*y).into())));
        worth.max().map_or(0, |worth| worth.max(0) / 5)
    }

    /// What it is worth to wait with the finger on the trigger.
    fn watchfulness(&self, unit: UnitId) -> i32 {
        let (chart, weights) = (self.game.board.chart(unit), &self.game.board.weights().orders);
        let can_fire = !self.game.board.is(unit, Flags::NO_FIRE);
        let guards = self.goals.iter().filter(|goal| goal.held).count() * 2 >= self.goals.len();
        let has_reach = chart.heavy.is_some() || self.is_slow_to_fire(unit);
        let nothing_in_sight = self.game.board.seen[self.side as usize].is_empty();
        i32::from(can_fire) * weights.watchful * if guards { 2 } else { 1 }
            + i32::from(has_reach) * weights.reach
            + i32::from(nothing_in_sight && guards) * weights.guarding
            - weights.trouble
    }

    /// Whether those who ride get down: near the enemy, where they want to go, or before it is too late.
    fn gets_down(&self, unit: UnitId) -> bool {
        let board = &self.game.board;
        let at = board.centre(unit);
        let near = self.nearest(at).is_some_and(|enemy| enemy.is_within(at, 600));
        let there = self.goals.iter().any(|goal| !goal.held && goal.at.is_within(at, 450));
        let late = self.game.turn * 3 >= board.scenario().turns * 2;
        near || there || late
    }

    /// SKIR-ASL-4: who is far weaker gets away.
    fn break_off(&self, unit: UnitId) -> i32 {
        let board = &self.game.board;
        let theirs: i32 =
            board.unit(unit).engaged.iter().map(|enemy| i32::from(board.unit(enemy).alive)).sum();
        if theirs > 3 * i32::from(board.unit(unit).alive) { 150 } else { -300 }
    }

    /// Every destination with what it is worth.
    pub(super) fn destination(&self, unit: UnitId, action: Action, care: i32) -> i32 {
        let board = &self.game.board;
        let from = board.centre(unit);
        let care = self.care_of(unit, care);
        let order = self.game.act.order;
        let status = match order {
            _ if order.conceals() => Status::Stationary,
            Order::MoveAndFire | Order::FireAndMove => Status::Firing,
            _ => Status::Moving,
        };
        match action {
            Action::To(spot, floor) => {
                let at = spot.at(self.game);
                let heading = self.heading_at(unit, from, at);
                let place = Place { unit, at, floor: floor.unwrap_or(0), heading, status };
                let fire = if order == Order::MoveAndFire { self.outlook(&place, true) } else { 0 };
                self.worth(&place, care) + fire
            }
            Action::Enter(spot) => {
                let at = spot.at(self.game);
                let place = Place { unit, at, floor: 0, heading: self.heading_at(unit, at, at), status };
                self.worth(&place, care)
            }
            Action::Turn(degrees) => {
                let place = Place { heading: Heading::new(degrees.0), ..self.here(unit, status) };
                let fire = if order == Order::MoveAndFire { self.outlook(&place, true) } else { 0 };
                self.worth(&place, care) + fire - board.weights().orders.trouble
            }
            Action::Hold => self.worth(&self.here(unit, Status::Stationary), care),
            _ => i32::MIN / 2,
        }
    }

    /// How much a unit minds what could be done to it: more while it waits for the others, less when all go at once.
    pub(super) fn care_of(&self, unit: UnitId, care: i32) -> i32 {
        let weights = &self.game.board.weights().plan;
        match self.task(unit) {
            Task::Rush(_) => care * weights.rushing / 100,
            Task::Gather(..) => care * weights.gathering / 100,
            Task::Free => care,
        }
    }

    /// What covers the men of a team in a formation, on the whole.
    fn cover_of(&self, unit: UnitId, formation: Formation, facing: u16) -> i32 {
        let board = &self.game.board;
        let Some(ranks) = self.game.formed(unit, formation, facing) else { return 0 };
        let at = board.centre(unit);
        let from = self.nearest(at).unwrap_or_else(|| self.goal_of(unit, at).map_or(at, |goal| goal.at));
        let weights = board.weights();
        let mut sum = 0;
        for (man, _) in board.living(unit) {
            let (end, floor) = (unkept(ranks.ends[usize::from(man)]), ranks.floors[usize::from(man)]);
            let stand = self.scene.man(board.rules.get(), unit, end, floor);
            sum += weights.place.cover(self.scene.shelter(&stand, from));
        }
        sum * weights.orders.covered / i32::from(board.unit(unit).alive.max(1)) / 100
    }

    /// How a team stands, or where a model looks.
    pub(super) fn forming(&self, unit: UnitId, action: Action) -> i32 {
        let board = &self.game.board;
        let at = self.game.act.way.points().last().copied().unwrap_or_else(|| board.centre(unit));
        let look = self.danger(at).filter(|_| board.is_model(unit)).or_else(|| self.nearest(at));
        let house = self.toward_house(unit, at).filter(|_| !self.sees_armor());
        let look = house.or_else(|| look.map(|enemy| at.bearing(enemy)));
        let off = |degrees: u16| look.map_or(0, |look| i32::from(look.off(Heading::new(degrees))));
        // Together they find room in a house or a trench; in the open shells find fewer who stand apart.
        let narrow = self.scene.ground(at).is_some_and(|piece| {
            let bounds = self.scene.terrain.piece(piece).bounds;
            let (wide, deep) = (bounds.most.x - bounds.least.x, bounds.most.y - bounds.least.y);
            wide.min(deep) < 250
        });
        match action {
            Action::Form(formation, degrees) => {
                let liked = match formation {
                    Formation::Spread if narrow => 10,
                    Formation::Spread => 30,
                    Formation::Line => 20,
                    Formation::Cluster if narrow => 15,
                    Formation::Cluster => 0,
                    Formation::Column => -20,
                };
                liked * 10 - off(degrees.0) + self.cover_of(unit, formation, degrees.0)
            }
            Action::Face(degrees) => -off(degrees.0),
            _ => -10_000,
        }
    }
}
