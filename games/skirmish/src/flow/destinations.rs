//! Where the unit in hand may want to go: the sample that is listed (5.6).

use kit::{
    Silent,
    position::UnitId,
    tabletop::{Heading, Point},
};
use smallvec::SmallVec;

use super::routing::SHORTEST;
use crate::{
    action::{Action, Order, Spot},
    board::{March, Scene, path},
    game::Skirmish,
    scenario::Prize,
};

/// 5.6: how many destinations are listed at the most.
const LISTED: usize = 48;
/// 5.6: destinations closer than this to an earlier one are left out, in mm.
const APART: u32 = 20;

impl Skirmish {
    /// 5.6: destinations worth a click.
    pub(super) fn list_destinations(
        &self,
        march: &March<'_>,
        scene: &Scene<'_>,
        unit: UnitId,
        out: &mut Vec<Action>,
    ) {
        let from = self.way_so_far(unit);
        let start = from[from.len() - 1];
        let mut taken: SmallVec<[Point; LISTED]> = SmallVec::new();
        let mut offer = |at: Point, out: &mut Vec<Action>| {
            if taken.len() < LISTED && !taken.iter().any(|known| known.is_within(at, APART)) {
                taken.push(at);
                out.push(Action::To(Spot::from(self, at), None));
            }
        };
        if self.act.order == Order::Assault {
            if let Some(piece) = self.act.storms {
                for at in self.wall_points(unit, piece) {
                    if self.way_to::<Silent>(march, scene, unit, at, None).is_ok() {
                        offer(at, out);
                    }
                }
                return;
            }
            let target = self.act.about.into_iter();
            for target in target.filter(|target| self.board.is_on_table(*target)) {
                for at in self.contact_points(march, unit, target) {
                    let way = self.way_to::<Silent>(march, scene, unit, at, None);
                    if way.is_ok_and(|way| self.makes_contact(march, unit, target, &way)) {
                        offer(at, out);
                    }
                }
            }
            return;
        }
        let upstairs = self.floor_at(scene, unit, start, None) > 0;
        let wanted = self.prizes_and_carriers(unit);
        for &at in march.destinations(start, wanted).points() {
            // Ways of one leg are known to be within the movement; others are asked again as a whole.
            let goes =
                from.len() == 1 && !upstairs || self.way_to::<Silent>(march, scene, unit, at, None).is_ok();
            if path::length(&[start, at]) >= SHORTEST
                && goes
                && self
                    .may_end::<Silent>(march, unit, &[start, at], self.floor_at(scene, unit, at, None))
                    .is_ok()
            {
                offer(at, out);
            }
        }
        // Another floor of the house it is in.
        if self.board.is_afoot(unit) && from.len() == 1 {
            let house = scene.ground(start).filter(|piece| scene.is_building(*piece));
            for floor in house.map_or(0..0, |piece| 0..scene.terrain.piece(piece).floors) {
                let now = self.board.men(unit)[usize::from(self.board.unit(unit).leader)].floor;
                let goes = floor != now
                    && self.way_to::<Silent>(march, scene, unit, start, Some(floor)).is_ok()
                    && self.may_end::<Silent>(march, unit, &[start, start], floor).is_ok();
                if goes {
                    out.push(Action::To(Spot::from(self, start), Some(floor)));
                }
            }
        }
    }
}

impl Skirmish {
    /// 5.6: objectives, the sides of carriers and the guns behind which a unit may want to stop.
    fn prizes_and_carriers(&self, unit: UnitId) -> SmallVec<[Point; 12]> {
        let terrain = self.board.terrain();
        let mut wanted: SmallVec<[Point; 12]> = SmallVec::new();
        for objective in &self.board.scenario().objectives {
            match &objective.prize {
                Prize::Circle(x, y, _) => wanted.push(Point::new(*x, *y)),
                Prize::Piece(name) => {
                    let bounds = terrain.named(name).map(|piece| terrain.piece(piece).bounds);
                    wanted.extend(bounds.map(|bounds| {
                        Point::new(
                            i32::midpoint(bounds.least.x, bounds.most.x),
                            i32::midpoint(bounds.least.y, bounds.most.y),
                        )
                    }));
                }
            }
        }
        let friends = self.board.army(self.board.side(unit));
        let near = |other: &UnitId| {
            self.board.is_on_table(*other)
                && self.board.is_model(*other)
                && !self.board.rides(*other)
                && self.board.centre(unit).is_within(self.board.model_at(*other), 400)
        };
        for other in friends.iter().filter(near) {
            let chart = self.board.chart(other);
            let boards = chart.capacity > 0 && self.board.chart(unit).is_team();
            let hooks = self.board.is_served_gun(other) && self.can_tow(unit);
            if boards || hooks {
                let away = Heading::new(self.board.unit(other).heading).opposite();
                wanted.push(self.board.rear(other).offset(away, if hooks { 45 } else { 25 }));
            }
        }
        wanted
    }
}
