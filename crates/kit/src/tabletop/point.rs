//! Places on the table and the way from one to another.

use std::ops::{Add, Neg, Sub};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Heading, rounded};

/// A point of the table in mm: x to the east, y to the north.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Deserialize, Serialize, JsonSchema,
)]
#[serde(from = "(i32, i32)", into = "(i32, i32)")]
pub struct Point {
    /// Millimetres east of the south-west corner.
    pub x: i32,
    /// Millimetres north of it.
    pub y: i32,
}

impl From<(i32, i32)> for Point {
    fn from((x, y): (i32, i32)) -> Self {
        Self { x, y }
    }
}

impl From<Point> for (i32, i32) {
    fn from(point: Point) -> Self {
        (point.x, point.y)
    }
}

impl Point {
    /// So far east and north.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The square of the distance to another.
    #[inline]
    pub const fn square_to(self, other: Self) -> i64 {
        let (x, y) = ((other.x - self.x) as i64, (other.y - self.y) as i64);
        x * x + y * y
    }

    /// Whether another is no farther than that.
    #[inline]
    pub const fn is_within(self, other: Self, mm: u32) -> bool {
        let mm = mm as i64;
        self.square_to(other) <= mm * mm
    }

    /// The point so far away at a heading, each coordinate of the displacement rounded once, halves away from zero.
    #[must_use]
    pub fn offset(self, heading: Heading, mm: i32) -> Self {
        let part = |unit: i64| rounded(i64::from(mm) * unit, Heading::UNIT) as i32;
        Self { x: self.x + part(heading.sine()), y: self.y + part(heading.cosine()) }
    }

    /// The whole-degree bearing of another: the heading whose unit vector fits best, of equals the smallest; 0 if it is the
    /// same point.
    pub fn bearing(self, to: Self) -> Heading {
        Heading::of(to - self)
    }
}

impl Sub for Point {
    type Output = Vector;

    #[inline]
    fn sub(self, from: Self) -> Vector {
        Vector { x: self.x - from.x, y: self.y - from.y }
    }
}

impl Add<Vector> for Point {
    type Output = Self;

    #[inline]
    fn add(self, by: Vector) -> Self {
        Self { x: self.x + by.x, y: self.y + by.y }
    }
}

/// The way from one point to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Vector {
    /// Millimetres to the east.
    pub x: i32,
    /// Millimetres to the north.
    pub y: i32,
}

impl Vector {
    /// So far east and north.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The scalar product.
    #[inline]
    pub const fn dot(self, other: Self) -> i64 {
        self.x as i64 * other.x as i64 + self.y as i64 * other.y as i64
    }

    /// The vector product: positive if the other turns to the left of this one.
    #[inline]
    pub const fn cross(self, other: Self) -> i64 {
        self.x as i64 * other.y as i64 - self.y as i64 * other.x as i64
    }

    /// The square of the length.
    #[inline]
    pub const fn square(self) -> i64 {
        self.dot(self)
    }

    /// The length in whole micrometres, rounded down.
    pub const fn micrometres(self) -> u64 {
        (self.square() as u64 * 1_000_000).isqrt()
    }

    /// The length in whole millimetres, rounded down.
    pub const fn millimetres(self) -> u32 {
        (self.square() as u64).isqrt() as u32
    }
}

impl Neg for Vector {
    type Output = Self;

    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }
}

/// A rectangle along the axes; its border belongs to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bounds {
    /// The south-west corner.
    pub least: Point,
    /// The north-east corner.
    pub most: Point,
}

impl Bounds {
    /// The smallest that holds two points.
    #[inline]
    pub const fn of(a: Point, b: Point) -> Self {
        let (west, east) = if a.x < b.x { (a.x, b.x) } else { (b.x, a.x) };
        let (south, north) = if a.y < b.y { (a.y, b.y) } else { (b.y, a.y) };
        Self { least: Point::new(west, south), most: Point::new(east, north) }
    }

    /// The smallest that holds all of these; the origin for none.
    pub fn around(points: &[Point]) -> Self {
        let first = points.first().copied().unwrap_or_default();
        points.iter().fold(Self::of(first, first), |bounds, point| bounds.with(*point))
    }

    /// The smallest that holds a point too.
    #[must_use]
    pub fn with(self, point: Point) -> Self {
        let least = Point::new(self.least.x.min(point.x), self.least.y.min(point.y));
        let most = Point::new(self.most.x.max(point.x), self.most.y.max(point.y));
        Self { least, most }
    }

    /// Wider by so much on every side.
    #[inline]
    #[must_use]
    pub const fn grown(self, mm: i32) -> Self {
        Self {
            least: Point::new(self.least.x - mm, self.least.y - mm),
            most: Point::new(self.most.x + mm, self.most.y + mm),
        }
    }

    /// Whether two have a point in common.
    #[inline]
    pub const fn meets(&self, other: &Self) -> bool {
        self.least.x <= other.most.x
            && other.least.x <= self.most.x
            && self.least.y <= other.most.y
            && other.least.y <= self.most.y
    }

    /// Whether a point lies in it.
    #[inline]
    pub const fn holds(&self, point: Point) -> bool {
        self.least.x <= point.x && point.x <= self.most.x && self.least.y <= point.y && point.y <= self.most.y
    }
}
