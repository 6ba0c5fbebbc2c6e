//! What of a thing is looked at.

use super::{Point, Shape, Vector, rounded};

/// The two corners between which a model is seen from a point: those of extreme bearing, of equal ones the nearer; none
/// if the point is on or in the model.
pub fn silhouette(from: Point, shape: &Shape) -> Option<(Point, Point)> {
    if shape.holds(from) {
        return None;
    }
    let corners = shape.corners();
    let (mut left, mut right) = (corners[0], corners[0]);
    for &corner in &corners[1..] {
        // From outside, a convex shape spans less than half a turn: the sign of the cross product orders its corners.
        let beyond = |known: Point, sign: i64| {
            let turn = (known - from).cross(corner - from) * sign;
            turn > 0 || turn == 0 && from.square_to(corner) < from.square_to(known)
        };
        if beyond(left, 1) {
            left = corner;
        }
        if beyond(right, -1) {
            right = corner;
        }
    }
    Some((left, right))
}

/// The middle of the part at this place, counted from 0, if the line between two points is cut into so many equal ones;
/// each coordinate is rounded, halves away from zero.
pub fn between((from, to): (Point, Point), place: u8, parts: u8) -> Point {
    let (step, steps) = (2 * i64::from(place) + 1, 2 * i64::from(parts));
    let at =
        |from: i32, to: i32| rounded(i64::from(from) * (steps - step) + i64::from(to) * step, steps) as i32;
    Point::new(at(from.x, to.x), at(from.y, to.y))
}

/// The points beside the centre of a base that are looked at from a point.
#[derive(Clone, Copy, Debug)]
pub struct Across {
    way: Vector,
    centre: Point,
    /// Rounded down.
    distance: i64,
}

impl Across {
    /// A base as seen from a point; none if both are the same point.
    pub fn new(from: Point, centre: Point) -> Option<Self> {
        let way = centre - from;
        let distance = i64::from(way.millimetres());
        (distance != 0).then_some(Self { way, centre, distance })
    }

    /// So many tenths of a mm to the left (to the right if negative); each coordinate is rounded, halves away from zero.
    pub fn at(&self, tenths: i32) -> Point {
        let at = |centre: i32, aside: i32| {
            let tenths = i64::from(tenths) * i64::from(aside);
            rounded(i64::from(centre) * 10 * self.distance + tenths, 10 * self.distance) as i32
        };
        Point::new(at(self.centre.x, -self.way.y), at(self.centre.y, self.way.x))
    }
}
