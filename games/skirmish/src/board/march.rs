//! Whether a way may be gone, and what is met on it (SKIR-MOV-6 to SKIR-MOV-17).

use kit::{
    Objection, no_if, no_since,
    position::UnitId,
    tabletop::{Bounds, Point, Ratio, Shape},
};
use smallvec::SmallVec;

use super::{
    Scene,
    path::{self, Mover},
    stand::BASE,
    terrain::PieceId,
};
use crate::{
    charts::{Class, Layer},
    state::Board,
};

mod meeting;
#[cfg(test)]
mod tests;

pub use meeting::{Encounter, Meeting, Obstacle};

/// No closer to enemy miniatures than this, in mm (SKIR-MOV-12).
const KEEP_OFF: u32 = 20;
/// How near an opening a wall is crossed, in mm (SKIR-MOV-7).
const DOORWAY: i64 = 40;

/// What a way costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Price {
    /// Points spent.
    pub points: u64,
    /// Points there are (SKIR-MOV-5).
    pub budget: u64,
    /// The length of the way in micrometres.
    pub length: u64,
}

/// Somebody in the way.
#[derive(Clone, Copy, Debug)]
struct Passer {
    unit: UnitId,
    name: &'static str,
    shape: Shape,
    is_man: bool,
    is_vehicle: bool,
    is_enemy: bool,
    /// Whether the mover's side has him in sight, or is on his side.
    is_known: bool,
    house: Option<PieceId>,
}

/// A unit about to move among everybody else.
pub struct March<'s> {
    scene: &'s Scene<'s>,
    /// How it moves.
    pub mover: Mover,
    passers: SmallVec<[Passer; 16]>,
    /// The rectangle around all of them.
    crowd: Option<Bounds>,
    name: &'static str,
}

impl<'s> March<'s> {
    /// A mover on its table; others are looked for as far as it can come.
    pub fn new(scene: &'s Scene<'s>, board: &Board, mover: Mover) -> Self {
        let unit = mover.unit;
        let mut march = Self { scene, mover, passers: SmallVec::new(), crowd: None, name: board.name(unit) };
        let centre = if mover.is_afoot {
            board.men(unit).iter().find(|man| man.alive).map_or(Point::default(), |man| point(man.x, man.y))
        } else {
            point(board.unit(unit).x, board.unit(unit).y)
        };
        // A team is spread out; nothing is larger than 100 mm.
        let reach = (mover.budget / u64::from(mover.rules().limits.points)) as i32 * 3 + 500;
        let is_near = |at: Point| (at.x - centre.x).abs() <= reach && (at.y - centre.y).abs() <= reach;
        let side = mover.side;
        for other in board.everybody() {
            if other == unit || !board.is_on_table(other) || board.rides(other) {
                continue;
            }
            let is_enemy = board.side(other) != side;
            // Friends let each other pass, but for vehicles.
            let is_known = !is_enemy || board.seen[side as usize].contains(other);
            let chart = board.chart(other);
            if board.is_afoot(other) {
                if !is_enemy {
                    continue;
                }
                for (_, man) in board.living(other) {
                    let at = point(man.x, man.y);
                    if is_near(at) {
                        let house = scene.ground(at).filter(|piece| scene.is_building(*piece));
                        let shape = Shape::disc(at, BASE);
                        let passer = Passer {
                            unit: other,
                            name: board.name(other),
                            shape,
                            is_man: true,
                            is_vehicle: false,
                            is_enemy,
                            is_known,
                            house,
                        };
                        march.passers.push(passer);
                    }
                }
            } else if let Some(model) =
                scene.models().iter().find(|model| model.unit == other && !model.hull.is_wreck())
                && is_near(model.shape.corners()[0])
            {
                let is_vehicle = matches!(chart.class, Class::Vehicle(_));
                let passer = Passer {
                    unit: other,
                    name: board.name(other),
                    shape: model.shape,
                    is_man: false,
                    is_vehicle,
                    is_enemy,
                    is_known,
                    house: None,
                };
                march.passers.push(passer);
            }
        }
        let all = march.passers.iter().map(|passer| *passer.shape.bounds());
        march.crowd = all.reduce(|all, one| all.with(one.least).with(one.most));
        march
    }

    /// The table.
    pub const fn scene(&self) -> &'s Scene<'s> {
        self.scene
    }

    /// SKIR-MOV-6: by what the lines on a way divide the whole move.
    pub fn divided_by(&self, way: &[Point]) -> u64 {
        self.cross_lines::<kit::Silent>(way).unwrap_or(1)
    }

    /// Whether ground and lines let it pass, whatever the price and whoever is there.
    pub(super) fn is_open(&self, way: &[Point]) -> bool {
        way.iter().all(|at| self.scene.terrain.holds(*at))
            && self.cross_lines::<kit::Silent>(way).is_ok()
            && self.cross_areas::<kit::Silent>(way).is_ok()
            && (!self.mover.is_afoot || self.cross_walls::<kit::Silent>(way).is_ok())
    }

    /// Whether somebody is in the way of a leg; those out of sight count only if asked for.
    pub(super) fn is_met(&self, from: Point, to: Point, past_hidden: bool) -> bool {
        self.in_the_way(from, to, from, true).is_some()
            || past_hidden && self.in_the_way(from, to, from, false).is_some()
    }

    /// Whether a wreck may be in the way of a leg.
    pub(super) fn is_near_wreck(&self, from: Point, to: Point) -> bool {
        let track = self.mover.track(from, to);
        self.scene.models().iter().any(|model| model.hull.is_wreck() && model.shape.bounds().meets(&track))
    }

    /// SKIR-MOV-2 to SKIR-MOV-16: whether the way may be gone, by what the mover's side knows, and its price; `floors` are
    /// climbed on the way.
    pub fn judge<E: Objection>(&self, way: &[Point], floors: u8) -> Result<Price, E> {
        let Self { scene, mover, name, .. } = self;
        let is_off = |at: &Point| !scene.terrain.holds(*at);
        no_if(way.iter().any(is_off), "SKIR-MOV-13", name, || format!("{name} may not leave the table"))?;
        let whole = self.cross_lines::<E>(way)?;
        self.cross_areas::<E>(way)?;
        if mover.is_afoot {
            self.cross_walls::<E>(way)?;
        }
        for leg in way.windows(2) {
            if let Some(passer) = self.in_the_way(leg[0], leg[1], way[0], true) {
                return no_since("SKIR-MOV-12", name, || format!("{name} would come too close to others"))
                    .map_err(|objection: E| objection.blame([passer.name]));
            }
        }
        let points = path::price(scene, mover, way, whole).or_else(|piece| {
            let reason = || format!("{} is impassable to {name}", scene.terrain.piece(piece).name);
            no_since("SKIR-MOV-2", name, reason)
        })?;
        // SKIR-MOV-16: floors take movement at the speed of the whole move.
        let limits = &mover.rules().get().limits;
        let stairs = u64::from(floors) * u64::from(limits.floor_climb) * u64::from(limits.points);
        let points = points + stairs * mover.divisor.max(whole);
        no_if(points > mover.budget, "SKIR-MOV-5", name, || {
            format!(
                "the way takes {} % of the movement of {name}",
                (points * 100).div_ceil(mover.budget.max(1))
            )
        })?;
        Ok(Price { points, budget: mover.budget, length: path::length(way) })
    }

    /// SKIR-MOV-7, SKIR-R75: no part of a model enters impassable ground, unless its centre is on a road over it.
    fn cross_areas<E: Objection>(&self, way: &[Point]) -> Result<(), E> {
        let Self { scene, mover, name, .. } = self;
        if mover.is_afoot {
            // Men go by their centres: the price says where they cannot.
            return Ok(());
        }
        for leg in way.windows(2) {
            let sweep = mover.sweep(leg[0], leg[1]);
            for id in scene.terrain.maybe_within(sweep.bounds()) {
                let (piece, kind) = (scene.terrain.piece(id), scene.kind(id));
                let is_open = piece.is_line() || mover.going(kind).divisor.is_some();
                if is_open || !scene.outlines(id).any(|outline| sweep.enters(outline)) {
                    continue;
                }
                let is_below_road = kind.ground.layer < Layer::Road;
                let mut is_closed = !is_below_road;
                if is_below_road {
                    path::stretches(scene, leg, mover.unknown, |stretch| {
                        let on_road = stretch
                            .ground
                            .is_some_and(|ground| scene.kind(ground).ground.layer == Layer::Road);
                        let from = path::point_at(leg, stretch.from);
                        let to = path::point_at(leg, stretch.to);
                        let part = mover.shape(from, mover.facing(leg[0], leg[1])).swept(to - from);
                        is_closed |= !on_road && scene.outlines(id).any(|outline| part.enters(outline));
                    });
                }
                no_if(is_closed, "SKIR-MOV-7", name, || format!("{} is impassable to {name}", piece.name))?;
            }
        }
        Ok(())
    }

    /// SKIR-MOV-7: men pass walls of buildings near openings of the ground floor, and enter none that burns.
    fn cross_walls<E: Objection>(&self, way: &[Point]) -> Result<(), E> {
        let Self { scene, name, .. } = self;
        let last = way.len().saturating_sub(2);
        for (place, leg) in way.windows(2).enumerate() {
            let bounds = Bounds::of(leg[0], leg[1]);
            for id in scene.terrain.maybe_within(&bounds).iter().filter(|id| scene.is_building(*id)) {
                let piece = scene.terrain.piece(id);
                if !piece.bounds.meets(&bounds) {
                    continue;
                }
                for outline in scene.outlines(id) {
                    let spans = outline.spans(leg[0], leg[1]);
                    let runs_in = outline.entry(leg[0], leg[1]).is_some();
                    let ends_on_it = place == last && outline.holds(leg[1]) && !outline.holds_inside(leg[1]);
                    if !runs_in && !ends_on_it {
                        continue;
                    }
                    let burns = scene.condition.burning.contains(id) && !outline.holds(way[0]);
                    no_if(burns, "SKIR-SEQ-3", name, || format!("{} burns", piece.name))?;
                    for (first, end) in spans {
                        if first == end && !(ends_on_it && end.num() == end.den()) {
                            // It touches a corner in passing.
                            continue;
                        }
                        // The ends of the way itself are no crossings, unless they are on the wall from outside.
                        let start_of_way = place == 0 && first.num() == 0;
                        let end_of_way =
                            place == last && end.num() == end.den() && outline.holds_inside(leg[1]);
                        let inner_start = first.num() == 0 && outline.holds_inside(leg[0]);
                        let inner_end = end.num() == end.den() && outline.holds_inside(leg[1]);
                        let start_ok = start_of_way || inner_start || self.is_at_opening(id, leg, first);
                        let end_ok = end_of_way || inner_end || self.is_at_opening(id, leg, end);
                        no_if(!(start_ok && end_ok), "SKIR-MOV-7", name, || {
                            format!(
                                "the wall of {} is crossed only at openings of the ground floor",
                                piece.name
                            )
                        })?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a place of a leg is within reach of an opening on the ground.
    fn is_at_opening(&self, piece: PieceId, leg: &[Point], at: Ratio) -> bool {
        self.scene.is_at_opening(piece, 0, [leg[0], leg[1]], at)
    }

    /// SKIR-MOV-12, SKIR-R68: who is in the way of a leg: those in sight, or those who are not.
    fn in_the_way(&self, from: Point, to: Point, start: Point, known: bool) -> Option<&Passer> {
        let Self { scene, mover, .. } = self;
        // Whoever is out of reach of the leg is not in its way; that is most of them.
        let near = self.mover.track(from, to).grown(KEEP_OFF as i32);
        if !self.crowd.is_some_and(|crowd| crowd.meets(&near))
            || !self.passers.iter().any(|passer| passer.shape.bounds().meets(&near))
        {
            return None;
        }
        let sweep = mover.sweep(from, to);
        let house = |at: Point| scene.ground(at).filter(|piece| scene.is_building(*piece));
        let blocks = |passer: &&Passer| {
            if passer.is_known != known
                || passer.is_enemy && mover.assaults
                || !passer.shape.bounds().meets(&near)
            {
                return false;
            }
            if !passer.is_enemy {
                let both_drive = passer.is_vehicle && !mover.is_afoot && mover.chart().is_vehicle();
                return both_drive && sweep.overlaps(&passer.shape);
            }
            if !passer.is_man {
                return sweep.overlaps(&passer.shape);
            }
            if !sweep.is_closer_than(&passer.shape, KEEP_OFF) {
                return false;
            }
            // A wall keeps men apart.
            if mover.is_afoot && passer.house != house(from) && passer.house != house(to) {
                return false;
            }
            // Who stands too close already may go, but not closer.
            let now = mover.shape(start, mover.facing(from, to));
            !(now.is_closer_than(&passer.shape, KEEP_OFF)
                && sweep.distance(&passer.shape) >= now.distance(&passer.shape))
        };
        self.passers.iter().find(blocks)
    }

    /// SKIR-MOV-17: where a way ends because of enemies whom the mover's side has not in sight, in micrometres, and who
    /// they are; none if nobody is met.
    pub fn runs_into(&self, way: &[Point]) -> Option<(u64, UnitId)> {
        let mut start = 0;
        for leg in way.windows(2) {
            let length = (leg[1] - leg[0]).micrometres();
            if let Some(passer) = self.in_the_way(leg[0], leg[1], way[0], false) {
                let unit = passer.unit;
                let meets = |mm: u64| {
                    let to = path::point_at(leg, mm * 1000);
                    self.in_the_way(leg[0], to, way[0], false).is_some()
                };
                let first = first_that(length / 1000, meets);
                return Some((start + first.saturating_sub(1) * 1000, unit));
            }
            start += length;
        }
        None
    }

    /// SKIR-MIN-8: how far the movement leads along the way with every minefield counted, in micrometres.
    pub fn truly_affordable(&self, way: &[Point]) -> u64 {
        let whole = self.divided_by(way);
        path::affordable(self.scene, &self.mover.in_truth(), way, whole)
    }
}

impl Scene<'_> {
    /// SKIR-MOV-7, SKIR-R65: whether a place of a line is within 40 mm of an opening of a floor.
    pub(crate) fn is_at_opening(&self, piece: PieceId, floor: u8, [from, to]: [Point; 2], at: Ratio) -> bool {
        let way = to - from;
        let openings = self.terrain.openings(piece).iter().filter(|opening| opening.floor == floor);
        openings.into_iter().any(|opening| {
            let off = |from: i32, by: i32, to: i32| {
                i128::from(from - to) * i128::from(at.den()) + i128::from(by) * i128::from(at.num())
            };
            let x = off(from.x, way.x, opening.at.x);
            let y = off(from.y, way.y, opening.at.y);
            let reach = i128::from(DOORWAY) * i128::from(at.den());
            x * x + y * y <= reach * reach
        })
    }
}

fn point(x: i16, y: i16) -> Point {
    Point::new(x.into(), y.into())
}

/// The first number from 0 to `most` for which something holds that holds from there on; `most` if none before does.
pub(super) fn first_that(most: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, most);
    while low < high {
        let middle = u64::midpoint(low, high);
        if holds(middle) { high = middle } else { low = middle + 1 }
    }
    low
}
