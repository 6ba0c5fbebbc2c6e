//! Pieces of the table: simple polygons, convex or not.

use smallvec::SmallVec;

use super::{Bounds, Point, Ratio, Vector};

/// Where a leg runs through a piece: parts of the leg in order, ends included.
pub type Spans = SmallVec<[(Ratio, Ratio); 4]>;

/// A simple polygon, in either direction; its border belongs to it.
#[derive(Clone, Copy, Debug)]
pub struct Outline<'p>(&'p [Point]);

impl<'p> Outline<'p> {
    /// The polygon with these corners.
    ///
    /// # Panics
    /// If there are fewer than three.
    #[inline]
    pub const fn new(corners: &'p [Point]) -> Self {
        assert!(corners.len() > 2, "a piece has three corners at least");
        Self(corners)
    }

    /// Its corners.
    #[inline]
    pub const fn corners(self) -> &'p [Point] {
        self.0
    }

    /// Its sides, each from a corner to the next.
    #[inline]
    pub fn sides(self) -> impl Iterator<Item = (Point, Point)> + 'p {
        let last = self.0[self.0.len() - 1];
        std::iter::once(last).chain(self.0.iter().copied()).zip(self.0.iter().copied())
    }

    /// The rectangle that holds it.
    pub fn bounds(self) -> Bounds {
        Bounds::around(self.0)
    }

    /// Twice its area in square mm: positive if it runs counter-clockwise.
    pub fn double_area(self) -> i64 {
        let origin = self.0[0];
        self.sides().map(|(from, to)| (from - origin).cross(to - origin)).sum()
    }

    /// Whether every corner turns the same way.
    pub fn is_convex(self) -> bool {
        self.turning().is_some()
    }

    /// 1 if every corner turns to the left, -1 if every one turns to the right.
    fn turning(self) -> Option<i64> {
        let n = self.0.len();
        let (mut left, mut right) = (true, true);
        let mut side = self.0[0] - self.0[n - 1];
        for at in 0..n {
            let next = self.0[if at + 1 == n { 0 } else { at + 1 }] - self.0[at];
            let turn = side.cross(next);
            left &= turn >= 0;
            right &= turn <= 0;
            side = next;
        }
        if left {
            Some(1)
        } else if right {
            Some(-1)
        } else {
            None
        }
    }

    /// The part of a leg in a convex piece, and whether it runs along its border.
    fn clip(self, from: Point, way: Vector, turning: i64) -> Option<(Ratio, Ratio, bool)> {
        let (mut first, mut last, mut along) = (Ratio::ZERO, Ratio::ONE, false);
        for (a, b) in self.sides() {
            let side = b - a;
            // How far inside of this side the leg begins, and how that changes on its way.
            let (start, change) = (side.cross(from - a) * turning, side.cross(way) * turning);
            if change == 0 {
                if start < 0 {
                    return None;
                }
                along |= start == 0 && a != b;
                continue;
            }
            let at = Ratio::new(-start, change);
            if change > 0 {
                first = first.max(at);
            } else {
                last = last.min(at);
            }
            if first > last {
                return None;
            }
        }
        Some((first, last, along))
    }

    /// Whether a point lies in it or on its border.
    #[inline]
    pub fn holds(self, point: Point) -> bool {
        self.place(point, 1) != Place::Outside
    }

    /// Whether a point lies in it and not on its border.
    pub fn holds_inside(self, point: Point) -> bool {
        self.place(point, 1) == Place::Inside
    }

    /// Whether the mean of some points lies inside: their sum on a table that is so many times as large.
    pub(super) fn holds_mean(self, points: &[Point]) -> bool {
        let sum = |coordinate: fn(&Point) -> i32| points.iter().map(coordinate).sum();
        self.place(Point::new(sum(|at| at.x), sum(|at| at.y)), points.len() as i32) == Place::Inside
    }

    /// Where a point of the table at `scale` times its size lies.
    fn place(self, point: Point, scale: i32) -> Place {
        let mut inside = false;
        for (from, to) in self.sides() {
            let from = Vector::new(from.x * scale - point.x, from.y * scale - point.y);
            let to = Vector::new(to.x * scale - point.x, to.y * scale - point.y);
            if (from.y > 0) == (to.y > 0) && from.y != 0 && to.y != 0 {
                continue;
            }
            let cross = from.cross(to);
            if cross == 0 && from.dot(to) <= 0 {
                return Place::Border;
            }
            // A ray to the east is crossed by a side that has one end above it and one on it or below.
            if (from.y > 0) != (to.y > 0) && (cross > 0) == (to.y > from.y) {
                inside = !inside;
            }
        }
        if inside { Place::Inside } else { Place::Outside }
    }

    /// Where a leg runs through it, along its border or at a point of it included.
    pub fn spans(self, from: Point, to: Point) -> Spans {
        let mut spans = Spans::new();
        let way = to - from;
        if way == Vector::default() {
            if self.holds(from) {
                spans.push((Ratio::ZERO, Ratio::ONE));
            }
            return spans;
        }
        if let Some(turning) = self.turning() {
            spans.extend(self.clip(from, way, turning).map(|(first, last, _)| (first, last)));
            return spans;
        }
        let cuts = self.cuts(from, way);
        let mut add = |from: Ratio, to: Ratio| match spans.last_mut() {
            Some((_, end)) if *end == from => *end = to,
            _ => spans.push((from, to)),
        };
        for (place, &cut) in cuts.iter().enumerate() {
            // A cut is a point of the border, but the ends of the leg may be anywhere.
            if self.place_of(from, way, cut, cut) != Place::Outside {
                add(cut, cut);
            }
            if let Some(&next) = cuts.get(place + 1)
                && self.place_of(from, way, cut, next) != Place::Outside
            {
                add(cut, next);
            }
        }
        spans
    }

    /// Where a leg begins to run inside, not only along the border or through a point of it.
    pub fn entry(self, from: Point, to: Point) -> Option<Ratio> {
        let way = to - from;
        if way == Vector::default() {
            return self.holds_inside(from).then_some(Ratio::ZERO);
        }
        if let Some(turning) = self.turning() {
            let (first, last, along) = self.clip(from, way, turning)?;
            return (!along && first < last).then_some(first);
        }
        let cuts = self.cuts(from, way);
        let inside = cuts.windows(2).find(|pair| self.place_of(from, way, pair[0], pair[1]) == Place::Inside);
        inside.map(|pair| pair[0])
    }

    /// Every part of a leg at which something may change, in order, its ends included.
    fn cuts(self, from: Point, way: Vector) -> SmallVec<[Ratio; 8]> {
        let mut cuts: SmallVec<[Ratio; 8]> = SmallVec::new();
        cuts.push(Ratio::ZERO);
        cuts.push(Ratio::ONE);
        for (a, b) in self.sides() {
            if let Some(cut) = cut(from, way, a, b) {
                cuts.push(cut);
            } else if way.cross(a - from) == 0 && way.cross(b - from) == 0 {
                // It runs along the side: the side's ends cut it.
                let ends = [a, b].map(|end| Ratio::new(way.dot(end - from), way.square()));
                cuts.extend(ends.into_iter().filter(|cut| cut.is_on_leg()));
            }
        }
        cuts.sort_unstable();
        cuts.dedup();
        cuts
    }

    /// Where the point in the middle between two parts of a leg lies.
    fn place_of(self, from: Point, way: Vector, a: Ratio, b: Ratio) -> Place {
        // The middle is (a.num*b.den + b.num*a.den) / (2*a.den*b.den) of the way.
        let (num, den) = (
            i128::from(a.num()) * i128::from(b.den()) + i128::from(b.num()) * i128::from(a.den()),
            2 * i128::from(a.den()) * i128::from(b.den()),
        );
        let x = i128::from(from.x) * den + i128::from(way.x) * num;
        let y = i128::from(from.y) * den + i128::from(way.y) * num;
        let mut inside = false;
        for (a, b) in self.sides() {
            let (ax, ay) = (i128::from(a.x) * den - x, i128::from(a.y) * den - y);
            let (bx, by) = (i128::from(b.x) * den - x, i128::from(b.y) * den - y);
            if (ay > 0) == (by > 0) && ay != 0 && by != 0 {
                continue;
            }
            // The sign of a cross product, with one factor scaled back: the side itself is whole.
            let cross = ax * i128::from(b.y - a.y) - ay * i128::from(b.x - a.x);
            let is_between = ax.signum() * bx.signum() <= 0 && ay.signum() * by.signum() <= 0;
            if cross == 0 && is_between {
                return Place::Border;
            }
            if (ay > 0) != (by > 0) && (cross > 0) == (by > ay) {
                inside = !inside;
            }
        }
        if inside { Place::Inside } else { Place::Outside }
    }
}

/// Where a leg cuts a side, ends included; none if it misses it or runs along it.
#[inline]
pub(super) fn cut(from: Point, way: Vector, a: Point, b: Point) -> Option<Ratio> {
    let side = b - a;
    let across = way.cross(side);
    if across == 0 {
        return None;
    }
    let along_leg = Ratio::new((a - from).cross(side), across);
    let along_side = Ratio::new((a - from).cross(way), across);
    (along_leg.is_on_leg() && along_side.is_on_leg()).then_some(along_leg)
}

/// Where a point is to a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Outside,
    Border,
    Inside,
}
