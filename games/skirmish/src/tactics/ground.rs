//! What a place on the table is worth to a unit: what is fought for, what covers, who would fire there.

use kit::{
    position::UnitId,
    tabletop::{Heading, Point},
};
use smallvec::SmallVec;

use super::firepower::Meeting;
use crate::{
    board::{Build, Eyes, Scene, Stand},
    charts::Class,
    game::Skirmish,
    geometry::{self, Aspect, Face},
    scenario::Prize,
    spotting::Status,
    state::{Flags, Side},
    words::Shelter,
};

/// What shelter is worth to a unit of 40 points while enemies may be near, in hundredths of a point.
const COVER: [i32; 4] = [0, 60, 150, 190];
/// How far a unit with nothing but stationary shots keeps from what is fought for, in mm.
const STAND_OFF: i32 = 450;
/// How far a commander, a vehicle and a carrier keep from it.
const BEHIND: i32 = 250;
/// How far defenders may be from what they hold, in mm.
const GUARD: i32 = 260;
/// How far units of a platoon may be from their commander before it costs something, in mm.
const IN_TOUCH: i32 = 290;

/// An enemy, where he stands or was seen last.
pub(super) struct Watch {
    pub(super) unit: UnitId,
    pub(super) at: Point,
    stand: Stand,
    /// How sure it is that he is there, in hundredths.
    weight: i32,
}

/// Something that is fought for.
#[derive(Clone, Copy)]
pub(super) struct Goal {
    pub(super) at: Point,
    pub(super) place: usize,
    /// In hundredths of a point.
    pub(super) worth: i32,
    /// Whether the side holds it.
    pub(super) held: bool,
}

/// The table as a side sees it.
pub(super) struct Field<'g> {
    pub(super) game: &'g Skirmish,
    pub(super) side: Side,
    pub(super) scene: &'g Scene<'g>,
    pub(super) watches: SmallVec<[Watch; 16]>,
    pub(super) goals: SmallVec<[Goal; 4]>,
}

/// A unit somewhere.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) unit: UnitId,
    pub(super) at: Point,
    pub(super) heading: Heading,
    pub(super) status: Status,
}

impl<'g> Field<'g> {
    pub(super) fn of(game: &'g Skirmish, side: Side, scene: &'g Scene<'g>) -> Self {
        let board = &game.board;
        let mut watches = SmallVec::new();
        for enemy in board.army(side.other()).iter() {
            let state = board.unit(enemy);
            if state.alive == 0
                || state.flags.any(Flags::GONE.and(Flags::UNPLACED))
                || state.is(Flags::FLEEING)
            {
                continue;
            }
            let (at, weight) = if board.seen[side as usize].contains(enemy) {
                (board.centre(enemy), 100)
            } else if board.known.contains(enemy) {
                let (x, y) = board.known_at[enemy.index()];
                (Point::new(x.into(), y.into()), 45)
            } else {
                continue;
            };
            // From where he was seen last he looks out as a man would.
            let stand = if weight == 100 && board.has_eyes(enemy) {
                board.stand(scene, enemy, state.leader)
            } else {
                scene.man(board.rules.get(), enemy, at, 0)
            };
            watches.push(Watch { unit: enemy, at, stand, weight });
        }
        let goals = (0..board.scenario().objectives.len()).map(|place| game.goal(side, place)).collect();
        Self { game, side, scene, watches, goals }
    }

    fn eyes(&self) -> Eyes<'_> {
        self.game.board.eyes(self.scene)
    }

    /// How a unit would stand there.
    pub(super) fn stand(&self, place: &Place) -> Stand {
        let board = &self.game.board;
        if board.is_afoot(place.unit) || board.rides(place.unit) {
            return self.scene.man(board.rules.get(), place.unit, place.at, 0);
        }
        let chart = board.chart(place.unit);
        let shape = board.shape_at(place.unit, place.at, place.heading);
        self.scene.model(board.rules.get(), place.unit, place.at, (shape, chart.size.height), Build::Model)
    }

    /// What the enemies whom the side knows of would do to a unit there, and the best cover against the nearest of them.
    pub(super) fn exposure(&self, place: &Place) -> (i32, Shelter) {
        let board = &self.game.board;
        let stand = self.stand(place);
        let eyes = self.eyes();
        let chart = board.looked_for_as(place.unit);
        let mut sum = 0;
        let mut nearest: Option<(i64, Shelter)> = None;
        for watch in &self.watches {
            let square = watch.at.square_to(place.at);
            let shelter = self.scene.shelter(&stand, watch.at);
            if nearest.is_none_or(|(known, _)| square < known) {
                nearest = Some((square, shelter));
            }
            let mm = (square as u64).isqrt() as u32;
            if mm > 3000 || !eyes.spots(&watch.stand, &stand, chart, place.status) {
                continue;
            }
            let meeting = Meeting {
                firer: watch.unit,
                target: place.unit,
                mm,
                shelter,
                moved: place.status == Status::Moving,
                moving: false,
                aspects: self.aspects(place, watch.at),
            };
            sum += self.game.promise(&meeting) * watch.weight / 100;
        }
        let likely = || self.goals.iter().find(|goal| !goal.held).map_or(place.at, |goal| goal.at);
        let shelter = nearest.map_or_else(|| self.scene.shelter(&stand, likely()), |(_, shelter)| shelter);
        (sum, shelter)
    }

    fn aspects(&self, place: &Place, from: Point) -> [Aspect; 2] {
        if self.game.board.is_afoot(place.unit) {
            return [Aspect { face: Face::Front, square: false }; 2];
        }
        let at = |point: Point| geometry::Point(point.x, point.y);
        let aspect = self.game.board.rules.get().aspect(at(from), at(place.at), place.heading.degrees());
        [aspect, aspect]
    }

    /// What a unit goes for or guards: much worth nearby; none if nothing is fought for.
    pub(super) fn goal_of(&self, unit: UnitId, at: Point) -> Option<Goal> {
        let attacks = self.goals.iter().any(|goal| !goal.held);
        let fights = self.game.board.chart(unit).class == Class::Infantry;
        let rank = |goal: &&Goal| {
            let far = i64::from((goal.at - at).millimetres()) + 300;
            // Those who take things go for what they have not; one in the neighbourhood stays with what they have.
            let wanted = if goal.held && attacks && fights { 40 } else { 100 };
            i64::from(goal.worth) * wanted * 100 / far
        };
        self.goals.iter().max_by_key(rank).copied()
    }

    /// What a place is worth to a unit, in hundredths of a point.
    pub(super) fn worth(&self, place: &Place, care: i32) -> i32 {
        let Self { game, .. } = self;
        let board = &game.board;
        let chart = board.chart(place.unit);
        let points = i32::from(chart.points).max(10);
        let (exposure, shelter) = self.exposure(place);
        let cover = COVER[shelter as usize] * points / 40;
        let cover = if chart.is_vehicle() { cover / 4 } else { cover };
        let mut sum = cover - exposure * care / 100;
        if let Some(goal) = self.goal_of(place.unit, place.at) {
            sum += self.pull(place, &goal, points);
        }
        sum - self.out_of_touch(place)
    }

    /// How much the goal draws a unit.
    fn pull(&self, place: &Place, goal: &Goal, points: i32) -> i32 {
        let Self { game, .. } = self;
        let board = &game.board;
        let far = (goal.at - place.at).millimetres() as i32;
        let chart = board.chart(place.unit);
        let is_commander = board.scenario().platoon(board.member(place.unit).platoon).commander == place.unit
            && chart.class == Class::Infantry;
        let supports = chart.class != Class::Infantry || self.is_slow_to_fire(place.unit);
        let keep = match chart.class {
            Class::Mortar | Class::Gun => STAND_OFF + 200,
            Class::Vehicle(_) => BEHIND,
            Class::Infantry if supports => STAND_OFF,
            Class::Infantry if is_commander => BEHIND,
            Class::Infantry if goal.held => GUARD,
            Class::Infantry => 0,
        };
        let turns = i32::from(board.scenario().turns).max(1);
        let left = (turns - i32::from(game.turn) + 1).max(1);
        // The nearer the end, the more a step counts.
        let hurry = 100 + 120 * (turns - left) / turns;
        let weight = if goal.held { 45 } else { 100 };
        let per_mm = goal.worth / 9 * points.min(60) / 40 * weight / 100 * hurry / 100;
        let mut sum = -(far - keep).max(0) * per_mm / 100;
        if game.is_inside(goal.place, place.at) && chart.class == Class::Infantry {
            sum += goal.worth * if goal.held { 18 } else { 45 } / 100;
        }
        sum
    }

    /// Whether a unit's best weapon does not fire on the move.
    pub(super) fn is_slow_to_fire(&self, unit: UnitId) -> bool {
        let chart = self.game.board.chart(unit);
        let charts = self.game.board.rules.get();
        chart.light.iter().any(|hold| {
            let weapon = &charts.light[hold.place];
            weapon.shots.moving == 0 && weapon.shots.stationary > 10
        })
    }

    /// SKIR-COM-5: what it costs to be far from the commander.
    fn out_of_touch(&self, place: &Place) -> i32 {
        let board = &self.game.board;
        let platoon = board.scenario().platoon(board.member(place.unit).platoon);
        let commander = platoon.commander;
        if commander == place.unit {
            // The commander stays with his men.
            let men: SmallVec<[Point; 12]> = platoon
                .members
                .iter()
                .filter(|unit| *unit != commander && board.is_on_table(*unit) && board.unit(*unit).alive > 0)
                .map(|unit| board.centre(unit))
                .collect();
            let near = men.iter().filter(|at| at.is_within(place.at, IN_TOUCH as u32)).count();
            return (men.len() - near) as i32 * 40;
        }
        if !board.is_on_table(commander) || board.chart(place.unit).radio && board.chart(commander).radio {
            return 0;
        }
        let far = (board.centre(commander) - place.at).millimetres() as i32;
        (far - IN_TOUCH).max(0) * 2 / 3
    }
}

impl Skirmish {
    /// Something that is fought for, as a side sees it.
    fn goal(&self, side: Side, place: usize) -> Goal {
        let objective = &self.board.scenario().objectives[place];
        let at = match &objective.prize {
            Prize::Circle(x, y, _) => Point::new(*x, *y),
            Prize::Piece(id) => {
                let terrain = self.board.terrain();
                let bounds = terrain.named(id).map_or_else(
                    || kit::tabletop::Bounds::of(Point::default(), Point::default()),
                    |piece| terrain.piece(piece).bounds,
                );
                Point::new(
                    i32::midpoint(bounds.least.x, bounds.most.x),
                    i32::midpoint(bounds.least.y, bounds.most.y),
                )
            }
        };
        Goal { at, place, worth: objective.worth * 100, held: self.holders[place] == side }
    }

    /// Whether a point lies in what is fought for.
    pub(super) fn is_inside(&self, place: usize, at: Point) -> bool {
        match &self.board.scenario().objectives[place].prize {
            Prize::Circle(x, y, radius) => Point::new(*x, *y).is_within(at, *radius as u32),
            Prize::Piece(id) => {
                let terrain = self.board.terrain();
                terrain
                    .named(id)
                    .is_some_and(|piece| terrain.outlines(piece).any(|outline| outline.holds(at)))
            }
        }
    }
}
