//! Slow geometry with exact quotients, straight from the definitions.

use std::ops::{Add, Mul, Neg, Sub};

use sandtable_kit::tabletop::Point;

/// An exact quotient in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exact {
    num: i128,
    den: i128,
}

impl Exact {
    pub const ZERO: Self = Self { num: 0, den: 1 };

    pub fn new(num: i128, den: i128) -> Self {
        let (mut a, mut b) = (num.abs(), den.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let sign = den.signum();
        Self { num: sign * num / a.max(1), den: sign * den / a.max(1) }
    }

    pub fn whole(n: impl Into<i128>) -> Self {
        Self::new(n.into(), 1)
    }

    pub fn sign(self) -> i128 {
        self.num.signum()
    }

    pub fn over(self, other: Self) -> Self {
        Self::new(self.num * other.den, self.den * other.num)
    }
}

impl Add for Exact {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.num * other.den + other.num * self.den, self.den * other.den)
    }
}

impl Neg for Exact {
    type Output = Self;
    fn neg(self) -> Self {
        Self { num: -self.num, ..self }
    }
}

impl Sub for Exact {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Exact {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self::new(self.num * other.num, self.den * other.den)
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (*self - *other).num.cmp(&0)
    }
}

/// A point with exact coordinates.
pub type Place = (Exact, Exact);

pub fn place(point: Point) -> Place {
    (Exact::whole(point.x), Exact::whole(point.y))
}

pub fn places(points: &[Point]) -> Vec<Place> {
    points.iter().copied().map(place).collect()
}

fn less(a: Place, b: Place) -> Place {
    (a.0 - b.0, a.1 - b.1)
}

fn cross(a: Place, b: Place) -> Exact {
    a.0 * b.1 - a.1 * b.0
}

fn dot(a: Place, b: Place) -> Exact {
    a.0 * b.0 + a.1 * b.1
}

pub fn along(from: Place, to: Place, share: Exact) -> Place {
    (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
}

pub fn sides(polygon: &[Place]) -> Vec<(Place, Place)> {
    (0..polygon.len()).map(|at| (polygon[at], polygon[(at + 1) % polygon.len()])).collect()
}

/// Whether a point is on a segment.
fn is_on(point: Place, (a, b): (Place, Place)) -> bool {
    cross(less(b, a), less(point, a)) == Exact::ZERO && dot(less(a, point), less(b, point)).sign() <= 0
}

/// 1 inside, 0 on the border, -1 outside: by counting the turns of the border around the point.
pub fn where_is(point: Place, polygon: &[Place]) -> i32 {
    if sides(polygon).into_iter().any(|side| is_on(point, side)) {
        return 0;
    }
    let mut turns = 0;
    for (a, b) in sides(polygon) {
        let left = cross(less(b, a), less(point, a)).sign();
        if a.1 <= point.1 && b.1 > point.1 && left > 0 {
            turns += 1;
        }
        if a.1 > point.1 && b.1 <= point.1 && left < 0 {
            turns -= 1;
        }
    }
    if turns == 0 { -1 } else { 1 }
}

/// Every share of a leg at which something about the polygon can change.
fn cuts(from: Place, to: Place, polygon: &[Place]) -> Vec<Exact> {
    let way = less(to, from);
    let mut cuts = vec![Exact::ZERO, Exact::whole(1)];
    for (a, b) in sides(polygon) {
        let across = cross(way, less(b, a));
        if across == Exact::ZERO {
            for end in [a, b] {
                if cross(way, less(end, from)) == Exact::ZERO && dot(way, way).sign() > 0 {
                    cuts.push(dot(less(end, from), way).over(dot(way, way)));
                }
            }
        } else {
            cuts.push(cross(less(a, from), less(b, a)).over(across));
        }
    }
    cuts.retain(|cut| cut.sign() >= 0 && *cut <= Exact::whole(1));
    cuts.sort();
    cuts.dedup();
    cuts
}

/// The parts of a leg inside a closed polygon, points included.
pub fn spans(from: Point, to: Point, polygon: &[Point]) -> Vec<(Exact, Exact)> {
    let (from, to, polygon) = (place(from), place(to), places(polygon));
    let cuts = cuts(from, to, &polygon);
    let mut spans: Vec<(Exact, Exact)> = Vec::new();
    for (at, &cut) in cuts.iter().enumerate() {
        if where_is(along(from, to, cut), &polygon) >= 0 {
            match spans.last() {
                Some(&(_, end)) if end == cut => {}
                _ => spans.push((cut, cut)),
            }
        }
        if let Some(&next) = cuts.get(at + 1) {
            let middle = (cut + next) * Exact::new(1, 2);
            if where_is(along(from, to, middle), &polygon) >= 0 {
                spans.last_mut().expect("the start of an inner part is held").1 = next;
            }
        }
    }
    spans
}

/// The first place of a leg after which it runs inside.
pub fn entry(from: Point, to: Point, polygon: &[Point]) -> Option<Exact> {
    let (from, to, polygon) = (place(from), place(to), places(polygon));
    let cuts = cuts(from, to, &polygon);
    let inside =
        |pair: &[Exact]| where_is(along(from, to, (pair[0] + pair[1]) * Exact::new(1, 2)), &polygon) > 0;
    cuts.windows(2).find(|pair| inside(pair)).map(|pair| pair[0])
}

/// Twice the area that a polygon has in common with a convex one that runs counter-clockwise: what is left after each of
/// its sides has cut away what lies outside.
pub fn common_area(polygon: &[Point], convex: &[Point]) -> Exact {
    let mut left = places(polygon);
    for (a, b) in sides(&places(convex)) {
        let inside = |point: Place| cross(less(b, a), less(point, a));
        let mut next = Vec::new();
        for (from, to) in sides(&left) {
            let (here, there) = (inside(from), inside(to));
            if here.sign() >= 0 {
                next.push(from);
            }
            if here.sign() * there.sign() < 0 {
                next.push(along(from, to, here.over(here - there)));
            }
        }
        left = next;
        if left.is_empty() {
            return Exact::ZERO;
        }
    }
    sides(&left).into_iter().fold(Exact::ZERO, |sum, (a, b)| sum + cross(a, b))
}

/// The square of the distance of two polygons, lines or points.
pub fn square_distance(a: &[Point], b: &[Point]) -> Exact {
    let (a, b) = (places(a), places(b));
    let meet = |(p, q): (Place, Place), (r, s): (Place, Place)| {
        let side = |a, b, c| cross(less(b, a), less(c, a)).sign();
        is_on(p, (r, s))
            || is_on(q, (r, s))
            || is_on(r, (p, q))
            || is_on(s, (p, q))
            || side(p, q, r) * side(p, q, s) < 0 && side(r, s, p) * side(r, s, q) < 0
    };
    let cross_somewhere =
        sides(&a).into_iter().any(|one| sides(&b).into_iter().any(|other| meet(one, other)));
    let holds = |polygon: &[Place], point| polygon.len() > 2 && where_is(point, polygon) >= 0;
    if cross_somewhere || holds(&a, b[0]) || holds(&b, a[0]) {
        return Exact::ZERO;
    }
    let to_side = |point: Place, (from, to): (Place, Place)| {
        let way = less(to, from);
        let length = dot(way, way);
        let share = if length.sign() == 0 { Exact::ZERO } else { dot(less(point, from), way).over(length) };
        let near = less(point, along(from, to, share.clamp(Exact::ZERO, Exact::whole(1))));
        dot(near, near)
    };
    let one_way = |points: &[Place], polygon: &[Place]| {
        let sides = sides(polygon);
        points.iter().flat_map(|&point| sides.iter().map(move |&side| to_side(point, side))).min()
    };
    one_way(&a, &b).min(one_way(&b, &a)).expect("both have points")
}
