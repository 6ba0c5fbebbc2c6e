//! Coming into contact (SKIR-ASL-1, SKIR-ASL-3, SKIR-R64, SKIR-R65).

use kit::{
    Journal, Objection, Silent,
    objection::{no, no_if},
    position::UnitId,
    tabletop::{Bounds, Point, Shape},
};
use smallvec::SmallVec;

use super::routing::Searched;
use crate::{
    act::{Ranks, kept},
    action::Order,
    board::{March, Mover, PieceId, Pieces, Scene, stand::BASE},
    clash::{CONTACT, is_at_wall, touch},
    game::Skirmish,
    placing::{Crowd, FORCED, MOST_MEN},
};

impl Skirmish {
    /// SKIR-ASL-1, SKIR-ASL-11: whether a unit may assault another: in sight, of the right kind, and within reach.
    pub(crate) fn may_assault<E: Objection>(
        &self,
        unit: UnitId,
        target: UnitId,
        searched: Searched,
    ) -> Result<(), E> {
        let (board, clause) = (&self.board, "SKIR-ASL-1");
        let side = board.side(unit);
        // Enemies who are not in sight are not spoken of.
        let is_known = board.side(target) != side && board.seen[side as usize].contains(target);
        if !is_known || !board.is_on_table(target) || board.rides(target) {
            return no(clause, self.name(unit), "no enemy of this name is in sight");
        }
        let name = self.name(target);
        if board.is_model(unit) {
            let armored = board.is_model(target) && board.chart(target).is_armored();
            no_if(armored, "SKIR-ASL-11", name, || format!("{name} is armored and cannot be rammed"))?;
        }
        // No road carries an armored vehicle farther than three times its movement (SKIR-MOV-4).
        let fastest = if board.is_model(unit) { 3 } else { 1 };
        let reach = board.chart(unit).tactical * fastest + 100;
        let from = board.leading_body(unit);
        let near = board.bodies(target).iter().any(|body| from.is_within(body, reach));
        let reached = near && {
            let scene = board.scene(Some(side));
            let mover = Mover::new(&scene, board, unit, 1, true);
            let march = March::new(&scene, board, mover);
            let points = self.contact_points(&march, unit, target);
            // Most are reached straight or not at all; only then it is worth looking farther.
            let farther = (searched == Searched::Everywhere).then_some(Searched::Everywhere);
            [Searched::Nearby].into_iter().chain(farther).any(|searched| {
                points.iter().any(|&to| {
                    self.way_within::<Silent>(&march, &scene, unit, (to, None), searched)
                        .is_ok_and(|way| self.makes_contact(&march, unit, target, &way))
                })
            })
        };
        no_if(!reached, clause, name, || format!("{} cannot come into contact with {name}", self.name(unit)))
    }

    /// Points at which a unit would be in contact with another: beside its men or around its model; for a vehicle points
    /// beyond it.
    pub(crate) fn contact_points(
        &self,
        march: &March<'_>,
        unit: UnitId,
        target: UnitId,
    ) -> SmallVec<[Point; 24]> {
        let board = &self.board;
        let from = board.centre(unit);
        let drives = board.is_model(unit);
        let mut points: SmallVec<[Point; 24]> = SmallVec::new();
        let length = i32::from(board.chart(unit).size.length);
        for body in board.bodies(target).iter().take(6) {
            let bounds = body.bounds();
            let middle = Point::new(
                i32::midpoint(bounds.least.x, bounds.most.x),
                i32::midpoint(bounds.least.y, bounds.most.y),
            );
            let toward = from.bearing(middle);
            if drives {
                points.push(middle.offset(toward, length / 2 + 20));
                points.push(middle);
                continue;
            }
            for turn in [180, 135, 225, 90, 270] {
                let heading = toward.turned(turn);
                let reach = if body.corners().len() > 1 {
                    // From the middle of a model outward until clear of it.
                    let free = (0..80).map(|step| middle.offset(heading, step * 2));
                    free.into_iter().find(|at| !Shape::disc(*at, BASE).overlaps(body))
                } else {
                    Some(middle.offset(heading, 2 * i32::from(BASE) + 5))
                };
                points.extend(reach);
            }
        }
        points.sort_by_key(|at| (from.square_to(*at), at.y, at.x));
        points.truncate(8);
        // A man who ends there touches nobody, or gets there by no way.
        points.retain(|at| {
            !march.is_beyond(from, *at)
                && (drives || self.would_touch(march.scene(), *at, self.act.way.floor, target))
        });
        points
    }

    /// SKIR-ASL-1: whether a way ends in contact with the target; a vehicle must touch or sweep over it.
    pub(crate) fn makes_contact(
        &self,
        march: &March<'_>,
        unit: UnitId,
        target: UnitId,
        way: &[Point],
    ) -> bool {
        let bodies = self.board.bodies(target);
        if self.board.is_model(unit) {
            return way.windows(2).any(|leg| {
                let sweep = march.mover.sweep(leg[0], leg[1]);
                bodies.iter().any(|body| sweep.is_within(body, 0))
            });
        }
        let Some(&end) = way.last() else { return false };
        self.would_touch(march.scene(), end, self.act.way.floor, target)
    }

    /// SKIR-ASL-1, SKIR-R65: whether a man at a point is in contact with somebody of a unit.
    fn would_touch(&self, scene: &Scene<'_>, at: Point, floor: u8, target: UnitId) -> bool {
        if self.board.is_model(target) {
            let indoors = scene.ground(at).is_some_and(|piece| scene.is_building(piece));
            return !indoors && Shape::disc(at, BASE).is_within(&self.board.model_shape(target), CONTACT);
        }
        self.board.living(target).any(|(_, other)| touch(scene, (at, floor), (other.at(), other.floor)))
    }

    /// Whether anybody of a unit is in contact with another. SKIR-ASL-5: contact with a gun is contact with its crew.
    pub(crate) fn is_in_contact(&self, unit: UnitId, target: UnitId) -> bool {
        let scene = self.board.scene(None);
        let (unit, target) = if self.board.is_model(unit) { (target, unit) } else { (unit, target) };
        self.board.living(unit).any(|(_, man)| self.would_touch(&scene, man.at(), man.floor, target))
    }

    /// SKIR-R64, SKIR-R65: where the men of an assaulting team come to stand: each, nearest first and the leader last, at the
    /// nearest point in contact that he can reach; the others near the leader.
    pub(crate) fn charged(&self, unit: UnitId) -> Option<Ranks> {
        let side = self.board.side(unit);
        let scene = self.board.scene(Some(side));
        let march = March::new(&scene, &self.board, Mover::new(&scene, &self.board, unit, 1, true));
        let way = self.act.way.points();
        let end = *way.last()?;
        let floor = self.act.way.floor;
        let leader = self.board.unit(unit).leader;
        let around = Bounds::of(end, end).grown(420);
        let crowd = Crowd::near(&self.board, &scene, unit, Some(side), &around).against(self.act.about);
        let mut order: SmallVec<[u8; MOST_MEN]> =
            self.board.living(unit).map(|(man, _)| man).filter(|man| *man != leader).collect();
        order.sort_by_key(|man| (self.board.men(unit)[usize::from(*man)].at().square_to(end), *man));
        let mut placed: SmallVec<[(Point, u8); MOST_MEN]> = [(end, floor)].into_iter().collect();
        let mut starts = [(0, 0); MOST_MEN];
        for (start, man) in starts.iter_mut().zip(self.board.men(unit)) {
            *start = (man.x, man.y);
        }
        let mut ranks = Ranks { starts, ..Ranks::NONE };
        (ranks.ends[usize::from(leader)], ranks.floors[usize::from(leader)]) = (kept(end), floor);
        let contacts = match (self.act.about, self.act.storms) {
            (Some(target), _) => self.grid_in_contact(&scene, target, floor),
            (None, Some(piece)) => Self::grid_at_wall(&scene, piece, end),
            (None, None) => SmallVec::new(),
        };
        for man in order {
            let start = self.board.men(unit)[usize::from(man)].at();
            let follows = std::cell::Cell::new(false);
            let reaches = |at: Point| {
                follows.set(false);
                if march.may_go(&[start, at], self.act.way.climbs) {
                    return true;
                }
                let mut behind: SmallVec<[Point; 16]> = [start].into_iter().collect();
                behind.extend(way.iter().copied());
                behind.push(at);
                follows.set(true);
                march.may_go(&behind, self.act.way.climbs)
            };
            let mut near: SmallVec<[Point; 64]> = contacts.clone();
            near.sort_by_key(|at| (start.square_to(*at), at.y, at.x));
            let contact = near
                .into_iter()
                .filter(|at| !march.is_beyond(start, *at))
                .find(|at| crowd.has_room_for_man(*at, floor, &placed) && reaches(*at))
                .map(|at| (at, floor));
            let place = contact
                .or_else(|| {
                    let could = |at| !march.is_beyond(start, at);
                    crowd.place_man(end, floor, &placed, FORCED, could, |at, _| reaches(at))
                })
                .or_else(|| {
                    follows.set(false);
                    crowd.place_man(start, 0, &placed, FORCED, |_| true, |_, _| true)
                });
            let (at, floor) = place?;
            placed.push((at, floor));
            (ranks.ends[usize::from(man)], ranks.floors[usize::from(man)]) = (kept(at), floor);
            if follows.get() {
                ranks.followers |= 1 << man;
            }
        }
        Some(ranks)
    }

    /// SKIR-ASL-7: points of the grid of 10 mm near the leader's end at which a man is in contact with a building.
    fn grid_at_wall(scene: &Scene<'_>, piece: PieceId, end: Point) -> SmallVec<[Point; 64]> {
        let down = |mm: i32| mm.div_euclid(10) * 10;
        let rows = (down(end.y) - 100..=end.y + 100).step_by(10);
        let points =
            rows.flat_map(|y| (down(end.x) - 100..=end.x + 100).step_by(10).map(move |x| Point::new(x, y)));
        points.filter(|at| is_at_wall(scene, piece, *at)).collect()
    }

    /// Points outside a building at which a man is in contact with it, beside its openings on the ground, the nearest first.
    pub(super) fn wall_points(&self, unit: UnitId, piece: PieceId) -> SmallVec<[Point; 8]> {
        let from = self.board.centre(unit);
        let openings = self.board.terrain().openings(piece).iter().filter(|opening| opening.floor == 0);
        let beside = openings.map(|opening| {
            let out = opening.at.bearing(opening.at + opening.normal);
            opening.at.offset(out, i32::from(BASE) + 2)
        });
        let mut points: SmallVec<[Point; 24]> = beside.collect();
        points.sort_by_key(|at| (from.square_to(*at), at.y, at.x));
        points.into_iter().take(8).collect()
    }

    /// Buildings in which a side sees enemies.
    pub(super) fn manned_houses(&self, unit: UnitId) -> Pieces {
        let seen = self.board.seen[self.board.side(unit) as usize];
        let afoot = seen.iter().filter(|enemy| self.board.is_afoot(*enemy) && self.board.is_on_table(*enemy));
        afoot
            .flat_map(|enemy| {
                self.board.living(enemy).map(|(_, man)| man.at()).collect::<SmallVec<[_; MOST_MEN]>>()
            })
            .filter_map(|at| self.board.building_at(at))
            .collect()
    }

    /// SKIR-ASL-1, SKIR-ASL-7: whether a team may assault a building with its devices: it stands, and a wall is within reach.
    pub(super) fn may_storm<E: Objection>(&self, unit: UnitId, piece: PieceId) -> Result<(), E> {
        let (board, name, clause) = (&self.board, self.name(unit), "SKIR-ASL-7");
        let scene = board.scene(Some(board.side(unit)));
        let stands = piece.index() < scene.terrain.pieces().len() && scene.is_building(piece);
        no_if(!stands, clause, name, || "that is no building that stands".to_owned())?;
        no_if(!board.is_afoot(unit), "SKIR-ASL-11", name, || format!("{name} does not enter houses"))?;
        let inside = board.building_at(board.centre(unit)) == Some(piece);
        no_if(inside, clause, name, || format!("{name} is inside already"))?;
        let reach = board.chart(unit).tactical.max(board.rules.limits.on_foot.into()) + 100;
        let from = board.leading_body(unit);
        let reached = scene.outlines(piece).any(|outline| from.is_near(outline, reach)) && {
            let march = March::new(&scene, board, Mover::new(&scene, board, unit, 1, true));
            let mut points = self.wall_points(unit, piece).into_iter();
            points.any(|to| self.way_to::<Silent>(&march, &scene, unit, to, None).is_ok())
        };
        no_if(!reached, "SKIR-ASL-1", name, || {
            format!("{name} cannot come into contact with {}", scene.terrain.piece(piece).name)
        })
    }

    /// SKIR-R64: points of the grid of 10 mm at which a man is in contact with the target.
    fn grid_in_contact(&self, scene: &Scene<'_>, target: UnitId, floor: u8) -> SmallVec<[Point; 64]> {
        let mut points: SmallVec<[Point; 64]> = SmallVec::new();
        for body in self.board.bodies(target) {
            let reach = body.bounds().grown(2 * i32::from(BASE) + CONTACT as i32);
            let down = |mm: i32| mm.div_euclid(10) * 10;
            for y in (down(reach.least.y)..=reach.most.y).step_by(10) {
                for x in (down(reach.least.x)..=reach.most.x).step_by(10) {
                    let at = Point::new(x, y);
                    if !points.contains(&at) && self.would_touch(scene, at, floor, target) {
                        points.push(at);
                    }
                }
            }
        }
        points
    }

    /// SKIR-R64: in a further round the acting unit first closes up; if nobody is in contact then, the engagement is over.
    pub(crate) fn close_up<J: Journal>(&mut self, unit: UnitId, target: UnitId, _: &mut J) {
        if self.act.order != Order::Melee || !self.board.is_on_table(target) {
            return;
        }
        // The crew of a gun stays with it.
        if self.board.is_afoot(unit) {
            for (man, at, floor) in self.closing_up(unit, target) {
                let man = &mut self.board.men_mut(unit)[usize::from(man)];
                ((man.x, man.y), man.floor) = (kept(at), floor);
            }
        }
        if !self.is_in_contact(unit, target) {
            self.board.unit_mut(unit).engaged.remove(target);
            self.board.unit_mut(target).engaged.remove(unit);
            self.act.ended = true;
        }
    }

    /// SKIR-R64: each man who is not in contact, nearest first, goes to the nearest point of contact that he reaches within
    /// his movement; the others stay where they are.
    fn closing_up(&self, unit: UnitId, target: UnitId) -> SmallVec<[(u8, Point, u8); MOST_MEN]> {
        let side = self.board.side(unit);
        let scene = self.board.scene(Some(side));
        let march = March::new(&scene, &self.board, Mover::new(&scene, &self.board, unit, 1, true));
        let here = self.board.centre(target);
        let crowd = Crowd::near(&self.board, &scene, unit, Some(side), &Bounds::of(here, here).grown(420))
            .against(Some(target));
        let mut stand: SmallVec<[(u8, Point, u8); MOST_MEN]> =
            self.board.living(unit).map(|(place, man)| (place, man.at(), man.floor)).collect();
        let enemies = self.board.bodies(target);
        let off = |at: Point| {
            let man = Shape::disc(at, BASE);
            enemies.iter().map(|body| body.distance(&man)).min().unwrap_or(u32::MAX)
        };
        let mut order: SmallVec<[(u32, u8); MOST_MEN]> = stand
            .iter()
            .filter(|(_, at, floor)| !self.would_touch(&scene, *at, *floor, target))
            .map(|(man, at, _)| (off(*at), *man))
            .collect();
        order.sort_unstable();
        let floors = self.board.living(target).map(|(_, man)| man.floor).max().unwrap_or(0);
        let contacts: SmallVec<[(Point, u8); 64]> = (0..=floors)
            .flat_map(|floor| {
                self.grid_in_contact(&scene, target, floor).into_iter().map(move |at| (at, floor))
            })
            .collect();
        for (_, man) in order {
            let Some(place) = stand.iter().position(|(known, ..)| *known == man) else { continue };
            let (_, start, floor) = stand[place];
            let others: SmallVec<[(Point, u8); MOST_MEN]> = stand
                .iter()
                .filter(|(known, ..)| *known != man)
                .map(|(_, at, floor)| (*at, *floor))
                .collect();
            let mut near = contacts.clone();
            near.sort_by_key(|(at, floor)| (start.square_to(*at), at.y, at.x, *floor));
            let found = near.into_iter().find(|(at, to)| {
                crowd.has_room_for_man(*at, *to, &others)
                    && march.judge::<Silent>(&[start, *at], floor.abs_diff(*to)).is_ok()
            });
            if let Some((at, to)) = found {
                stand[place] = (man, at, to);
            }
        }
        stand
    }
}
