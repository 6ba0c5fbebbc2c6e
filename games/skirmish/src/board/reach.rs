//! Where a unit can get to: ways, farthest points, contact, the way home (5.6, SKIR-MOR-5, SKIR-R77).

use kit::{
    Silent,
    tabletop::{Heading, Lattice, Point, Shape, Vector, Way, rounded, straightened},
};
use smallvec::SmallVec;

use super::{
    March, Opening, Scene,
    path::{self, Mover},
    terrain::PieceId,
};
use crate::scenario::Edge;

/// The grid on which ways are looked for, in mm (SKIR-MOR-5).
pub(super) const GRID: i32 = 20;
/// How far inside or outside of an opening a way through it turns, in mm.
const DOORSTEP: i32 = 16;
/// How near the home edge is near enough if the edge itself cannot be reached, in mm (SKIR-R77).
const NEAR_EDGE: i32 = 80;
/// SKIR-MOV-4: no road is faster than this.
const FASTEST: u64 = 3;
/// No way has more legs.
const MOST_LEGS: u64 = 16;

/// Destinations of a list: at most so many (5.6).
pub const DESTINATIONS: usize = 48;

impl March<'_> {
    /// Whether a way may be gone, with its movement, if so many floors are climbed on it.
    pub fn may_go(&self, way: &[Point], floors: u8) -> bool {
        !self.is_too_far(path::length(way)) && self.judge::<Silent>(way, floors).is_ok()
    }

    /// Whether a way of so many micrometres is beyond the movement even on the best ground (SKIR-MOV-4, SKIR-MOV-5).
    pub fn is_too_far(&self, micrometres: u64) -> bool {
        micrometres / 1000 * self.least() > self.mover.budget
    }

    /// Whether every way from one point to another is beyond the movement.
    pub fn is_beyond(&self, from: Point, to: Point) -> bool {
        let Some(farthest) = self.mover.budget.checked_div(self.least()) else { return false };
        // The first length in micrometres that is too far, without a root: the legs of a way are rounded down, each by less
        // than a micrometre.
        let beyond = 1000 * (farthest + 1) + MOST_LEGS;
        u128::from((to - from).square().unsigned_abs()) * 1_000_000 >= u128::from(beyond).pow(2)
    }

    /// A way to a point: straight if that may be gone, through an opening of a building at either end, otherwise the
    /// cheapest on the grid, straightened.
    pub fn way_to(&self, from: Point, to: Point) -> Option<Way> {
        self.quick_way_to(from, to).or_else(|| self.grid_way_to(from, to))
    }

    /// The same for somebody who cannot go straight.
    pub fn way_around(&self, from: Point, to: Point) -> Option<Way> {
        self.way_through_doors(from, to).or_else(|| self.grid_way_to(from, to))
    }

    /// A way to a point that is straight or leads through an opening of a building.
    pub fn quick_way_to(&self, from: Point, to: Point) -> Option<Way> {
        let straight = [from, to];
        if self.may_go(&straight, 0) {
            return Some(Way::from_slice(&straight));
        }
        self.way_through_doors(from, to)
    }

    /// A way through an opening of the building at either end.
    pub fn way_through_doors(&self, from: Point, to: Point) -> Option<Way> {
        if !self.mover.is_afoot || self.is_beyond(from, to) {
            return None;
        }
        let legal = |way: &[Point]| self.may_go(way, 0).then(|| Way::from_slice(way));
        let out = self.building_at(from);
        let into = self.building_at(to);
        if out == into {
            return None;
        }
        let doors = |house: Option<PieceId>| {
            let openings = house.map_or(&[][..], |piece| self.scene().terrain.openings(piece));
            openings.iter().filter(|opening| opening.floor == 0).map(doorsteps)
        };
        let leave = || doors(out).find_map(|(inner, outer)| legal(&[from, inner, outer, to]));
        let enter = || doors(into).find_map(|(inner, outer)| legal(&[from, outer, inner, to]));
        if into.is_some() { enter().or_else(leave) } else { leave() }
    }

    fn building_at(&self, at: Point) -> Option<PieceId> {
        self.scene().ground(at).filter(|piece| self.scene().is_building(*piece))
    }

    /// What a leg costs in a search, in thousandths of a point (SKIR-R77): its micrometres by their price, and a whole
    /// movement for each line that is crossed; none if it cannot be gone. Whoever is in the way is not asked for.
    pub(super) fn ground_cost(&self, from: Point, to: Point) -> Option<u64> {
        let way = [from, to];
        if !self.is_open(&way) {
            return None;
        }
        let mut sum = self.lines_crossed(&way) * self.mover.budget * 1000;
        let mut is_closed = false;
        path::stretches(self.scene(), &way, self.mover.unknown, |stretch| {
            match self.mover.price(self.scene(), stretch, 1) {
                Some(price) => sum += (stretch.to - stretch.from) * price,
                None => is_closed = true,
            }
        });
        (!is_closed).then_some(sum)
    }

    /// Searches with what a leg costs in truth: `ground` is what is remembered of it, which holds but for wrecks.
    fn searched<T>(
        &self,
        past_hidden: bool,
        search: impl FnOnce(&mut dyn FnMut(Point, Point) -> Option<u64>) -> T,
    ) -> T {
        let has_wrecks = self.scene().models().iter().any(|model| model.hull.is_wreck());
        self.with_ground_costs(|ground| {
            search(&mut |from, to| {
                let near_wreck = has_wrecks && self.is_near_wreck(from, to);
                let cost = if near_wreck { self.ground_cost(from, to) } else { ground(from, to) };
                cost.filter(|_| !self.is_met(from, to, past_hidden))
            })
        })
    }

    /// The least price of a micrometre.
    fn least(&self) -> u64 {
        let points = u64::from(self.mover.rules().limits.points);
        if self.mover.is_afoot { points * self.mover.divisor } else { points / FASTEST * self.mover.divisor }
    }

    fn lattice(&self) -> Lattice {
        Lattice::new(self.scene().terrain.width, self.scene().terrain.depth, GRID)
    }

    /// The cheapest way on the grid, straightened, if the movement is enough for it.
    fn grid_way_to(&self, from: Point, to: Point) -> Option<Way> {
        if self.is_beyond(from, to) {
            return None;
        }
        let lattice = self.lattice();
        let (start, goal) = (lattice.nearest(from), lattice.nearest(to));
        let most = self.mover.budget * 1000 * 2;
        let way = self.searched(false, |cost| {
            let route = lattice.route(start, [goal], (self.least(), most), &mut *cost)?;
            let mut whole = Way::new();
            whole.push(from);
            whole.extend(route.iter().copied().filter(|at| *at != from && *at != to));
            whole.push(to);
            Some(straightened(&whole, cost))
        })?;
        self.may_go(&way, 0).then_some(way)
    }

    /// The farthest point that can be reached straight ahead at a heading.
    pub fn farthest(&self, from: Point, heading: Heading) -> Option<Point> {
        let terrain = self.scene().terrain;
        let points = u64::from(self.mover.rules().limits.points);
        let fastest = if self.mover.is_afoot { 1 } else { FASTEST };
        let mut mm = (self.mover.budget * fastest / (points * self.mover.divisor)) as i32;
        let far = from.offset(heading, mm);
        // No farther than the edge of the table.
        for (value, start, most) in [(far.x, from.x, terrain.width), (far.y, from.y, terrain.depth)] {
            let room = if value < 0 {
                start
            } else if value > most {
                most - start
            } else {
                continue;
            };
            mm = mm.min((i64::from(room) * i64::from(mm) / i64::from((value - start).abs().max(1))) as i32);
        }
        let ahead = |mm: i32| [from, from.offset(heading, mm)];
        let paid = (path::affordable(self.scene(), &self.mover, &ahead(mm), 1) / 1000) as i32;
        let goes = |mm: i32| mm >= 10 && self.may_go(&ahead(mm), 0);
        // Rounding may cost a millimetre or two.
        if let Some(mm) = [paid, paid - 1, paid - 2].into_iter().find(|mm| goes(*mm)) {
            return Some(ahead(mm)[1]);
        }
        let (mut low, mut high) = (0, paid / 10);
        while high - low > 1 {
            let middle = i32::midpoint(low, high);
            if goes(middle * 10) { low = middle } else { high = middle }
        }
        goes(low * 10).then(|| ahead(low * 10)[1])
    }

    /// A point from which a man touches a shape that he walks straight up to: its edge within 10 mm of his base
    /// (SKIR-ASL-1).
    pub fn contact(&self, from: Point, target: &Shape, centre: Point) -> Option<Point> {
        let leg = [from, centre];
        let length = path::length(&leg) / 1000;
        let touches = |mm: u64| {
            let (at, bearing) = path::at(&leg, mm * 1000);
            self.mover.shape(at, bearing).is_within(target, 5)
        };
        let mm = super::march::first_that(length, touches);
        touches(mm).then(|| path::point_at(&leg, mm * 1000))
    }

    /// SKIR-MOR-5: how far a unit gets on a way: before an obstacle, or across it with the whole move divided, whichever is
    /// farther, in micrometres.
    pub fn farthest_along(&self, way: &[Point]) -> u64 {
        let mut best = 0;
        let mut whole = 1;
        let mut crossings = self.crossings(way);
        crossings.sort_by_key(|(at, _)| *at);
        let ends = crossings.iter().map(|(at, _)| at.saturating_sub(1000)).chain([u64::MAX]);
        for (place, end) in ends.enumerate() {
            best = best.max(path::affordable(self.scene(), &self.mover, way, whole).min(end));
            match crossings.get(place) {
                Some((_, Some(divisor))) => whole = whole.max(u64::from(*divisor)),
                // What cannot be crossed ends it.
                Some((_, None)) => break,
                None => {}
            }
        }
        best.min(path::length(way))
    }

    /// SKIR-MOR-5, SKIR-R77: the cheapest way to the home edge; none if there is none.
    pub fn way_home(&self, from: Point, home: Edge) -> Option<Way> {
        let terrain = self.scene().terrain;
        let lattice = self.lattice();
        let start = lattice.nearest(from);
        let depth = |at: Point| match home {
            Edge::South => at.y,
            Edge::North => terrain.depth / GRID * GRID - at.y,
            Edge::West => at.x,
            Edge::East => terrain.width / GRID * GRID - at.x,
        };
        self.searched(true, |cost| {
            (0..=NEAR_EDGE / GRID).find_map(|row| {
                let goals = lattice.points().filter(|at| depth(*at) == row * GRID);
                let route = lattice.route(start, goals, (self.least(), u64::MAX), &mut *cost)?;
                let mut way = Way::new();
                way.push(from);
                way.extend(route.into_iter().filter(|at| *at != from));
                Some(way)
            })
        })
    }
}

/// A point inside and one outside of an opening.
fn doorsteps(opening: &Opening) -> (Point, Point) {
    let length = opening.normal.micrometres() as i64;
    let step = |by: i32| {
        let part = |whole: i32| rounded(i64::from(whole) * i64::from(by) * 1000, length) as i32;
        opening.at + Vector::new(part(opening.normal.x), part(opening.normal.y))
    };
    (step(-DOORSTEP), step(DOORSTEP))
}

/// A list of points in which none lies within 20 mm of an earlier one (5.6).
#[derive(Clone, Debug, Default)]
pub struct Destinations(SmallVec<[Point; DESTINATIONS]>);

impl Destinations {
    /// Adds one, unless it is near another or the list is full.
    pub fn add(&mut self, at: Point) {
        let is_new = self.0.iter().all(|known| !known.is_within(at, GRID as u32 - 1));
        if is_new && self.0.len() < DESTINATIONS {
            self.0.push(at);
        }
    }

    /// The points in their order.
    pub fn points(&self) -> &[Point] {
        &self.0
    }
}

/// Headings that are looked at (5.6).
const HEADINGS: u16 = 16;
/// Shelters that are looked at (5.6).
const SHELTERS: usize = 6;

impl March<'_> {
    /// 5.6: farthest points and half the way to them on 16 headings, then the nearest shelters, then `wanted` places as far as
    /// they can be reached. Straight ways, and ways through openings.
    pub fn destinations(&self, from: Point, wanted: impl IntoIterator<Item = Point>) -> Destinations {
        let mut list = Destinations::default();
        for place in 0..HEADINGS {
            let heading = Heading::new(place * 45 / 2);
            let Some(far) = self.farthest(from, heading) else { continue };
            list.add(far);
            let half = Point::new(i32::midpoint(from.x, far.x), i32::midpoint(from.y, far.y));
            if !from.is_within(half, 10) && self.may_go(&[from, half], 0) {
                list.add(half);
            }
        }
        let mut goals: SmallVec<[Point; 24]> = self.shelters(from);
        goals.extend(wanted);
        for goal in goals {
            if self.quick_way_to(from, goal).is_some() {
                list.add(goal);
            }
        }
        list
    }

    /// A point in or behind each of the nearest pieces that shelter.
    fn shelters(&self, from: Point) -> SmallVec<[Point; 24]> {
        let scene = self.scene();
        let reach = (self.mover.budget / u64::from(self.mover.rules().limits.points)) as i32;
        let mut found: SmallVec<[(i64, Point); 24]> = SmallVec::new();
        for (id, piece) in scene.terrain.pieces() {
            let kind = scene.kind(id);
            let is_near = piece.bounds.grown(reach).holds(from);
            if !is_near || kind.shelter == crate::words::Shelter::None || piece.is_line() {
                continue;
            }
            if scene.is_building(id) {
                if self.mover.is_afoot {
                    let doors = scene.terrain.openings(id).iter().filter(|opening| opening.floor == 0);
                    let inner = doors.map(|opening| doorsteps(opening).0);
                    let nearest = inner.min_by_key(|at| (from.square_to(*at), at.y, at.x));
                    found.extend(nearest.map(|at| (from.square_to(at), at)));
                }
                continue;
            }
            found.extend(nearest_inside(scene, id, from).map(|at| (from.square_to(at), at)));
        }
        found.sort_unstable();
        found.into_iter().take(SHELTERS).map(|(_, at)| at).collect()
    }
}

/// A point of a piece near its border toward a place, some way inside.
fn nearest_inside(scene: &Scene<'_>, piece: PieceId, from: Point) -> Option<Point> {
    let centre = {
        let bounds = scene.terrain.piece(piece).bounds;
        Point::new(i32::midpoint(bounds.least.x, bounds.most.x), i32::midpoint(bounds.least.y, bounds.most.y))
    };
    let leg = [from, centre];
    let length = path::length(&leg);
    let first = scene.outlines(piece).find_map(|outline| outline.entry(from, centre))?;
    let at = (first.of(length) + 25_000).min(length);
    Some(path::point_at(&leg, at))
}

impl Mover {
    /// How far it gets on open ground, in mm.
    pub fn open_reach(&self) -> u32 {
        (self.budget / (u64::from(self.rules().limits.points) * self.divisor)) as u32
    }
}
