//! What a place on the table is worth to a unit: what is fought for, what covers, who would fire there and at whom.

use kit::tabletop::Point;
use smallvec::SmallVec;

use super::{
    firepower::Meeting,
    ground::{Field, Goal, Place},
    plan::Task,
};
use crate::{
    charts::{Class, UpperPart},
    geometry::{self, Aspect, Face},
    scenario::PlatoonKind,
    spotting::Status,
    state::Flags,
    words::Shelter,
};

/// How far units of a platoon may be from their commander before it costs something, in mm.
const IN_TOUCH: i32 = 290;
/// Men with bombs are a danger to vehicles within this distance, in mm.
const BOMBS: u32 = 200;

impl Field<'_> {
    /// What the enemies whom the side knows of would do to a unit there, and the best cover against the nearest of them.
    pub(super) fn exposure(&self, place: &Place) -> (i32, Shelter) {
        let board = &self.game.board;
        let stand = self.stand(place);
        let eyes = self.eyes();
        let chart = board.looked_for_as(place.unit);
        // A unit can be lost only once: each enemy takes his part of what the others leave.
        let whole = i32::from(board.chart(place.unit).points).max(10) * 100;
        let mut left = whole;
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
            let threat = (self.game.promise(&meeting) * watch.weight / 100).min(whole * 9 / 10);
            left -= i32::try_from(i64::from(left) * i64::from(threat) / i64::from(whole)).unwrap_or(0);
        }
        let likely = || self.goals.iter().find(|goal| !goal.held).map_or(place.at, |goal| goal.at);
        let shelter = nearest.map_or_else(|| self.scene.shelter(&stand, likely()), |(_, shelter)| shelter);
        ((whole - left) * board.weights().place.exposure / 100, shelter)
    }

    fn aspects(&self, place: &Place, from: Point) -> [Aspect; 2] {
        if self.game.board.is_afoot(place.unit) {
            return [Aspect { face: Face::Front, square: false }; 2];
        }
        let at = |point: Point| geometry::Point(point.x, point.y);
        let aspect = self.game.board.rules.get().aspect(at(from), at(place.at), place.heading.degrees());
        [aspect, aspect]
    }

    /// The best that fire from there promises, by what the side knows.
    pub(super) fn outlook(&self, place: &Place, moving: bool) -> i32 {
        let board = &self.game.board;
        let chart = board.chart(place.unit);
        let state = board.unit(place.unit);
        if state.is(Flags::NO_FIRE) && moving {
            return 0;
        }
        let arc = match (chart.class, chart.upper) {
            (Class::Gun, _) => Some(30),
            (Class::Vehicle(_), Some((UpperPart::Casemate, _))) => Some(12),
            _ => None,
        };
        let stand = self.stand(place);
        let eyes = self.eyes();
        let mut best = 0;
        for watch in &self.watches {
            let mm = (watch.at.square_to(place.at) as u64).isqrt() as u32;
            let bears = arc.is_none_or(|arc| place.heading.off(place.at.bearing(watch.at)) <= arc);
            if mm > 4000 || !bears {
                continue;
            }
            let shelter = self.scene.shelter(&watch.stand, place.at);
            let aspects = if board.is_afoot(watch.unit) || watch.weight < 100 {
                [Aspect { face: Face::Front, square: false }; 2]
            } else {
                self.game.aspects(watch.unit, place.at)
            };
            let moved = watch.status == Status::Moving;
            let meeting =
                Meeting { firer: place.unit, target: watch.unit, mm, shelter, moved, moving, aspects };
            let promise = self.game.promise(&meeting) * watch.weight / 100;
            // Lines of sight are dear: only for what would be better.
            if promise > best
                && eyes.spots(&stand, &watch.stand, board.looked_for_as(watch.unit), shows_as(watch.status))
            {
                best = promise;
            }
        }
        best.max(if moving { 0 } else { self.bombardment_from(place) })
    }

    /// What a place is worth to a unit, in hundredths of a point.
    pub(super) fn worth(&self, place: &Place, care: i32) -> i32 {
        let board = &self.game.board;
        let chart = board.chart(place.unit);
        let points = i32::from(chart.points).max(10);
        let (exposure, shelter) = self.exposure(place);
        let weights = &board.weights().place;
        let cover = weights.cover(shelter) * points / 40;
        let cover = if chart.is_vehicle() { cover * weights.vehicle_cover / 100 } else { cover };
        let mut sum = cover - exposure * care / 100 + self.outlook(place, false) * weights.outlook / 100;
        // Everything is measured from where it is: to go away neither makes time nor changes what it goes for.
        let from = if board.is_on_table(place.unit) { board.centre(place.unit) } else { place.at };
        if let Some(goal) = self.goal_of(place.unit, from) {
            sum += self.pull(place, from, &goal, points);
        }
        sum - self.out_of_touch(place) - self.bombs(place, points) - self.mines(place, from, points)
    }

    /// Nobody goes over mines that he knows of for little: they may lie on the straight way.
    fn mines(&self, place: &Place, from: Point, points: i32) -> i32 {
        let lie_on_it = |piece| {
            let mut outlines = self.scene.outlines(piece);
            outlines.any(|outline| outline.holds(place.at) || outline.entry(from, place.at).is_some())
        };
        let risk = points * self.game.board.weights().place.mines;
        if from != place.at && self.mined.iter().any(lie_on_it) { risk } else { 0 }
    }

    /// Vehicles stay away from men with bombs.
    fn bombs(&self, place: &Place, points: i32) -> i32 {
        let board = &self.game.board;
        if board.is_afoot(place.unit) || !board.chart(place.unit).is_vehicle() {
            return 0;
        }
        let near = self
            .watches
            .iter()
            .filter(|watch| board.is_afoot(watch.unit) && watch.at.is_within(place.at, BOMBS))
            .map(|watch| watch.weight)
            .max();
        let weights = &board.weights().place;
        let danger = if board.chart(place.unit).open_top { weights.open_top } else { weights.closed_top };
        near.unwrap_or(0) * points * danger / 100
    }

    /// How much the goal draws a unit: more when there is just time enough to get there.
    fn pull(&self, place: &Place, from: Point, goal: &Goal, points: i32) -> i32 {
        let game = self.game;
        let board = &game.board;
        let far = (goal.at - place.at).millimetres() as i32;
        let chart = board.chart(place.unit);
        let is_commander = board.scenario().platoon(board.member(place.unit).platoon).commander == place.unit
            && chart.class == Class::Infantry;
        let (weights, draws) = (&board.weights().place, &board.weights().goal);
        let keep = match chart.class {
            Class::Mortar | Class::Gun => weights.stand_off + 200,
            Class::Vehicle(_) if goal.open && !goal.held && chart.is_armored() => 0,
            Class::Vehicle(_) if !goal.open => weights.siege,
            Class::Vehicle(_) => weights.vehicle_outside,
            Class::Infantry if self.is_slow_to_fire(place.unit) => weights.stand_off,
            Class::Infantry if is_commander => weights.commander_behind,
            Class::Infantry if goal.held => weights.guard_within,
            Class::Infantry => 0,
        };
        if chart.class == Class::Mortar && self.is_in_battery(place.unit) {
            return 0;
        }
        let task = self.task(place.unit);
        if let Task::Gather(_, spot) = task {
            let way = |at: Point| (spot - at).millimetres() as i32;
            return -way(place.at) * (goal.worth / 9) / 100 * points.min(60) / 40 * draws.gathers / 100;
        }
        let left = i32::from(board.scenario().turns) - i32::from(game.turn);
        let way = (far - keep).max(0);
        let whole = ((goal.at - from).millimetres() as i32 - keep).max(0);
        let needs = whole / (chart.tactical as i32).max(40);
        let hurry = match left - needs {
            _ if matches!(task, Task::Rush(_)) => draws.rushes,
            i32::MIN..0 => draws.missed,
            0 => draws.now,
            1 => draws.one,
            2 => draws.two,
            3 => draws.three,
            4 => draws.four,
            _ => draws.more,
        };
        let weight = if goal.held { draws.held } else { 100 };
        let per_mm = goal.worth / 9 * points.min(60) / 40 * weight / 100 * hurry / 100;
        let mut sum = -way * per_mm / 100;
        let may_hold = chart.class == Class::Infantry || goal.open && chart.is_armored();
        if may_hold && game.is_inside(goal.place, place.at) {
            sum += self.presence(place, goal, left);
        }
        sum
    }

    /// What it is worth to stand in what is fought for: most for whoever takes it alone, or would leave it empty.
    fn presence(&self, place: &Place, goal: &Goal, left: i32) -> i32 {
        let draws = &self.game.board.weights().goal;
        let hurry = if left == 0 { 200 } else { 100 };
        let share = if goal.held {
            if self.somebody_in(goal, place.unit, true) { draws.keeps } else { draws.keeps_alone }
        } else if self.somebody_in(goal, place.unit, false) {
            draws.contests
        } else {
            draws.takes
        };
        goal.worth * share / 100 * hurry / 100
    }

    /// Whether a unit belongs to a battery that can be asked for indirect fire.
    pub(super) fn is_in_battery(&self, unit: kit::position::UnitId) -> bool {
        let board = &self.game.board;
        board.scenario().platoon(board.member(unit).platoon).kind == PlatoonKind::Battery
    }

    /// Whether a unit's best weapon does not fire on the move.
    pub(super) fn is_slow_to_fire(&self, unit: kit::position::UnitId) -> bool {
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
            return (men.len() - near) as i32 * board.weights().place.straggler;
        }
        let lost = Flags::GONE.and(Flags::LOST).and(Flags::FLEEING);
        if !board.is_on_table(commander)
            || board.unit(commander).flags.any(lost)
            || board.chart(place.unit).radio && board.chart(commander).radio
        {
            return 0;
        }
        let far = (board.centre(commander) - place.at).millimetres() as i32;
        (far - IN_TOUCH).max(0) * 2 / 3
    }
}

/// Whoever keeps still will fire sooner or later; he is looked for as if he did.
fn shows_as(status: Status) -> Status {
    if status == Status::Stationary { Status::Firing } else { status }
}

#[cfg(test)]
mod tests {
    use kit::tabletop::Heading;

    use super::*;
    use crate::{
        board::Pieces,
        game::Skirmish,
        state::Side,
        testing::{field, proving},
    };

    /// Whoever knows of mines goes over them for more only: what lies behind them is worth less, what lies beside them is not.
    #[test]
    fn known_mines_are_no_way() {
        let mut game = proving();
        let tank = field(&mut game, "1st tank", (1800, 100), 0);
        let worth = |game: &Skirmish, x: i32, y: i32| {
            let scene = game.board.scene(Some(Side::A));
            let place = Place {
                unit: tank,
                at: Point::new(x, y),
                floor: 0,
                heading: Heading::new(0),
                status: Status::Moving,
            };
            Field::of(game, Side::A, &scene).worth(&place, 100)
        };
        let ends = [(1800, 400), (1800, 250), (1500, 180), (1800, 100)];
        let before = ends.map(|(x, y)| worth(&game, x, y));
        game.board.ground.known_mines = game.board.terrain().pieces().map(|(id, _)| id).collect::<Pieces>();
        let after = ends.map(|(x, y)| worth(&game, x, y));
        let risk = i32::from(game.board.chart(tank).points) * game.board.weights().place.mines;
        assert!(risk > 0);
        // Behind them, on them, beside them, and where it stands.
        let less: Vec<i32> = before.iter().zip(after).map(|(before, after)| before - after).collect();
        assert_eq!(less, [risk, risk, 0, 0]);
    }
}
