//! What a unit does, where it goes, and whom it fires at.

use kit::{
    Game, Manner,
    position::UnitId,
    tabletop::{Heading, Point},
};

use super::{
    firepower::Meeting,
    ground::{Field, Place},
};
use crate::{
    action::{Action, Order},
    board::{March, Mover},
    charts::Class,
    fire::Lines,
    geometry::{Aspect, Face},
    scenario::Formation,
    shell::Ammunition,
    spotting::Status,
    state::{Flags, Store},
};

/// What it is worth to lurk where nobody is in sight, in hundredths of a point.
const WATCHFUL: i32 = 60;
/// A maneuver must promise so much to be better than to keep still.
const TROUBLE: i32 = 20;

impl Field<'_> {
    /// What fire of a unit at an enemy in sight promises, as they stand.
    pub(super) fn fire_at(&self, unit: UnitId, enemy: UnitId, moving: bool) -> i32 {
        let board = &self.game.board;
        let lines = Lines::known_to(self.game, unit);
        if lines.hittable(unit, enemy) == 0 {
            return 0;
        }
        let (from, to) = (board.centre(unit), board.centre(enemy));
        let leader = board.unit(enemy).leader;
        let shelter = if board.is_afoot(enemy) {
            lines.shelter_of_man(enemy, leader, from)
        } else {
            lines.shelter_of_model(enemy, from)
        };
        let aspects = if board.is_afoot(enemy) {
            [Aspect { face: Face::Front, square: false }; 2]
        } else {
            self.game.aspects(enemy, from)
        };
        let moved = board.is(enemy, Flags::MOVED_LAST);
        let mm = (to - from).millimetres();
        self.game.promise(&Meeting { firer: unit, target: enemy, mm, shelter, moved, moving, aspects })
    }

    /// The best that fire promises.
    fn best_fire(&self, unit: UnitId, moving: bool) -> i32 {
        let seen = self.game.board.seen[self.side as usize];
        seen.iter().map(|enemy| self.fire_at(unit, enemy, moving)).max().unwrap_or(0)
    }

    /// The place that a unit would choose with so much of its movement.
    fn best_place(&self, unit: UnitId, divisor: u8, status: Status, care: i32) -> Option<i32> {
        let board = &self.game.board;
        let from = board.centre(unit);
        let mover = Mover::new(self.scene, board, unit, divisor, false);
        let march = March::new(self.scene, board, mover);
        let wanted = self.goals.iter().map(|goal| goal.at);
        let found = march.destinations(from, wanted);
        let worth = |at: &Point| {
            let heading = self.heading_at(unit, from, *at);
            self.worth(&Place { unit, at: *at, heading, status }, care)
        };
        found.points().iter().map(worth).max()
    }

    /// A vehicle keeps its front to the most dangerous gun it knows of; others look where they go.
    pub(super) fn heading_at(&self, unit: UnitId, from: Point, at: Point) -> Heading {
        let board = &self.game.board;
        if board.is_afoot(unit) || !board.chart(unit).is_armored() {
            return from.bearing(at);
        }
        self.danger(at).map_or_else(|| from.bearing(at), |gun| at.bearing(gun))
    }

    /// Where the most dangerous gun is that the side knows of.
    pub(super) fn danger(&self, at: Point) -> Option<Point> {
        let charts = self.game.board.rules.get();
        let pierces = |unit: UnitId| {
            let weapon = charts.heavy_weapon_of(self.game.board.chart(unit));
            weapon.is_some_and(|weapon| weapon.ap_row.is_some() && weapon.ranges.long >= 800)
        };
        let guns = self.watches.iter().filter(|watch| pierces(watch.unit));
        let nearest = guns.map(|watch| watch.at).min_by_key(|gun| (at.square_to(*gun), gun.x, gun.y));
        nearest.or_else(|| self.nearest(at))
    }

    /// The nearest enemy whom the side knows of.
    pub(super) fn nearest(&self, at: Point) -> Option<Point> {
        self.watches.iter().map(|watch| watch.at).min_by_key(|enemy| (at.square_to(*enemy), enemy.x, enemy.y))
    }

    /// What a maneuver promises.
    pub(super) fn order(&self, unit: UnitId, order: Order, about: Option<UnitId>, manner: &Manner) -> i32 {
        let board = &self.game.board;
        let (care, bold) = (manner.care, manner.boldness);
        let here = board.centre(unit);
        let heading = Heading::new(board.unit(unit).heading);
        let stay = |status| self.worth(&Place { unit, at: here, heading, status }, care);
        let go = |divisor, status| self.best_place(unit, divisor, status, care).unwrap_or(i32::MIN / 4);
        let fire = |moving| self.best_fire(unit, moving) * bold / 100;
        match order {
            Order::Lurk => stay(Status::Stationary) + self.watchfulness(unit),
            Order::Conceal => go(4, Status::Stationary),
            Order::Fire => stay(Status::Firing) + fire(false),
            Order::Move => go(1, Status::Moving),
            Order::MoveAndFire | Order::FireAndMove => {
                // Those who fire first know what they hit.
                let sure = if order == Order::FireAndMove { 100 } else { 85 };
                go(2, Status::Firing) + fire(true) * sure / 100
            }
            Order::FireAndConceal => go(4, Status::Stationary) + fire(true),
            Order::Assault => about.map_or(i32::MIN / 2, |enemy| self.assault(unit, enemy, manner)),
            Order::Disembark => self.ride_on(unit, false),
            Order::Stay if board.is(unit, Flags::TO_COME) => -200,
            Order::Stay => self.ride_on(unit, true),
            Order::UnloadAndMove | Order::MoveAndUnload => -150,
            Order::Melee => 100,
            Order::BreakOff => self.break_off(unit),
            // Guns and carriers are where the scenario put them.
            _ => -400,
        }
    }

    /// What it is worth to wait with the finger on the trigger.
    fn watchfulness(&self, unit: UnitId) -> i32 {
        let chart = self.game.board.chart(unit);
        let can_fire = !self.game.board.is(unit, Flags::NO_FIRE);
        let guards = self.goals.iter().filter(|goal| goal.held).count() * 2 >= self.goals.len();
        let has_reach = chart.heavy.is_some() || self.is_slow_to_fire(unit);
        let nothing_in_sight = self.game.board.seen[self.side as usize].is_empty();
        i32::from(can_fire) * WATCHFUL * if guards { 2 } else { 1 }
            + i32::from(has_reach) * 30
            + i32::from(nothing_in_sight && guards) * 60
            - TROUBLE
    }

    /// Whether those who ride get down.
    fn ride_on(&self, unit: UnitId, stays: bool) -> i32 {
        let board = &self.game.board;
        let at =
            board.unit(unit).carrier().map_or_else(|| board.centre(unit), |carrier| board.centre(carrier));
        let near = self.nearest(at).is_some_and(|enemy| enemy.is_within(at, 700));
        let there = self.goals.iter().any(|goal| !goal.held && goal.at.is_within(at, 450));
        let late = self.game.turn * 2 >= board.scenario().turns;
        if (near || there || late) == stays { 0 } else { 100 }
    }

    /// SKIR-ASL-4: who is far weaker gets away.
    fn break_off(&self, unit: UnitId) -> i32 {
        let board = &self.game.board;
        let theirs: i32 =
            board.unit(unit).engaged.iter().map(|enemy| i32::from(board.unit(enemy).alive)).sum();
        if theirs > 3 * i32::from(board.unit(unit).alive) { 150 } else { -300 }
    }

    /// What an assault promises: men against men by their skill, devices against vehicles, weight against men.
    fn assault(&self, unit: UnitId, enemy: UnitId, manner: &Manner) -> i32 {
        let board = &self.game.board;
        let (mine, theirs) = (board.chart(unit), board.chart(enemy));
        let (own, other) = (i32::from(board.unit(unit).alive), i32::from(board.unit(enemy).alive));
        let at = board.centre(enemy);
        let place = Place { unit, at, heading: Heading::NORTH, status: Status::Moving };
        let goal = self.goals.iter().find(|goal| self.game.is_inside(goal.place, at));
        let ground = goal.map_or(0, |goal| goal.worth * if goal.held { 20 } else { 45 } / 100);
        // Fire on the way, from everybody but those who are assaulted.
        let risk = self.exposure(&place).0 * 2 / 3;
        let gain = if board.is_afoot(unit) {
            if board.is_model(enemy) && theirs.is_vehicle() {
                let devices =
                    board.unit(unit).store(Store::MagneticMines) + board.unit(unit).store(Store::Explosives);
                if devices == 0 {
                    return -500;
                }
                i32::from(theirs.points) * 30 - 200
            } else {
                // Each pair: who has more skill wins more often; fear of the loser counts double.
                let edge = 33 + 11 * (i32::from(mine.cs) - i32::from(theirs.cs));
                let pairs = own.min(other.max(1) * 2);
                let kills = pairs * edge.clamp(10, 80);
                let losses = other.min(own) * (66 - edge).clamp(10, 80);
                let rout = if own * 2 >= other * 3 { other * 35 } else { 0 };
                (kills.min(other * 100) + rout) * self.game.worth_of_man(enemy) / 100
                    - losses * self.game.worth_of_man(unit) / 100
                    - if own * 4 < other * 5 { 400 } else { 0 }
            }
        } else {
            // A vehicle does more from a distance than among men with bombs.
            return -800;
        };
        let fear = (ground + gain) * manner.boldness / 100 - risk * manner.care / 100;
        // It stands where the enemy was, which is worth what any place is.
        fear + self.pull_only(&place)
    }

    fn pull_only(&self, place: &Place) -> i32 {
        let here = Place { at: self.game.board.centre(place.unit), ..*place };
        // Half of the way counts, the fight may stop it.
        i32::midpoint(self.worth(place, 0), self.worth(&here, 0))
    }

    /// Every decision about fire with what it promises.
    pub(super) fn fire(&self, unit: UnitId, moving: bool, action: Action) -> i32 {
        let board = &self.game.board;
        match action {
            Action::Volley(enemy) => self.fire_at(unit, enemy, moving).max(1),
            Action::Shoot(ammunition, enemy, _) => {
                // The right shell: AP at armor, HE at everything else.
                let armored = board.is_model(enemy) && board.chart(enemy).is_armored();
                let fits = (ammunition == Ammunition::Ap) == armored;
                self.fire_at(unit, enemy, moving) + if fits { 2 } else { -30 }
            }
            Action::Flame(enemy) => 3 * self.game.worth_of_man(enemy),
            Action::Use(_, enemy, _) | Action::PutInto(_, enemy) => {
                let worth = if board.is_model(enemy) {
                    i32::from(board.chart(enemy).points) * 20
                } else {
                    self.game.worth_of_man(enemy)
                };
                worth / 2
            }
            Action::Blast(_, _, floor) => 130 + i32::from(floor.is_some()) * 5,
            Action::BlastOpening(..) | Action::BlastAt(_) => 40,
            _ => 0,
        }
    }

    /// Every destination with what it is worth.
    pub(super) fn destination(&self, unit: UnitId, action: Action, care: i32) -> i32 {
        let board = &self.game.board;
        let from = board.centre(unit);
        let order = self.game.act.order;
        let status = if order.conceals() { Status::Stationary } else { Status::Moving };
        match action {
            Action::To(spot, floor) => {
                let at = spot.at(self.game);
                let heading = self.heading_at(unit, from, at);
                let up = i32::from(floor.unwrap_or(0).min(1)) * 20;
                self.worth(&Place { unit, at, heading, status }, care) + up
            }
            Action::Enter(spot) => {
                let at = spot.at(self.game);
                self.worth(&Place { unit, at, heading: Heading::NORTH, status }, 0)
            }
            Action::Turn(degrees) => {
                let place = Place { unit, at: from, heading: Heading::new(degrees.0), status };
                self.worth(&place, care) - TROUBLE
            }
            _ => i32::MIN / 2,
        }
    }

    /// How a team stands, or where a model looks.
    pub(super) fn forming(&self, unit: UnitId, action: Action) -> i32 {
        let board = &self.game.board;
        let at = self.game.act.way.points().last().copied().unwrap_or_else(|| board.centre(unit));
        let look = self.danger(at).filter(|_| board.is_model(unit)).or_else(|| self.nearest(at));
        let off =
            |degrees: u16| look.map_or(0, |enemy| i32::from(at.bearing(enemy).off(Heading::new(degrees))));
        match action {
            Action::Form(formation, degrees) => {
                let liked = match formation {
                    Formation::Spread => 30,
                    Formation::Line => 15,
                    Formation::Cluster => 0,
                    Formation::Column => -20,
                };
                liked * 10 - off(degrees.0)
            }
            Action::Face(degrees) => -off(degrees.0),
            _ => -10_000,
        }
    }

    /// Whether a lurker fires at the unit in hand.
    pub(super) fn reaction(&self, lurker: UnitId) -> i32 {
        let Some(unit) = self.game.act.unit else { return 0 };
        let shelter_counts = self.fire_at(lurker, unit, false);
        // A shot at nothing much gives the place away.
        shelter_counts - if self.game.board.chart(lurker).class == Class::Gun { 120 } else { 60 }
    }

    /// How much a point is worth to be shelled: enemies near it, less friends.
    pub(super) fn shelling(&self, at: Point) -> i32 {
        let enemies: i32 = self
            .watches
            .iter()
            .filter(|watch| watch.at.is_within(at, 130))
            .map(|watch| {
                let armored = self.game.board.chart(watch.unit).is_armored();
                let points = i32::from(self.game.board.chart(watch.unit).points);
                if armored { points * 15 } else { points * 60 }
            })
            .sum();
        let board = &self.game.board;
        let near = |unit: &UnitId| board.is_on_table(*unit) && board.centre(*unit).is_within(at, 260);
        let friends: i32 = board
            .army(self.side)
            .iter()
            .filter(near)
            .map(|unit| i32::from(board.chart(unit).points) * 50)
            .sum();
        enemies - friends
    }

    /// How urgent it is that a unit acts: what it could fire at.
    pub(super) fn urgency(&self, unit: UnitId) -> i32 {
        let board = &self.game.board;
        if !board.is_on_table(unit) || board.unit(unit).alive == 0 {
            return 0;
        }
        let place = Place {
            unit,
            at: board.centre(unit),
            heading: Heading::new(board.unit(unit).heading),
            status: Status::Stationary,
        };
        self.best_fire(unit, false) + self.exposure(&place).0 / 2
    }

    /// All that can be decided.
    pub(super) fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.game.actions(&mut actions);
        actions
    }
}
