//! What of a thing is looked at.

use super::{Point, Shape, rounded};

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

/// The point beside the centre of a base that is looked at, so many tenths of a mm to the left as seen from a point (to
/// the right if negative); the distance is rounded down first, then each coordinate, halves away from zero. None if both
/// are the same point.
pub fn across_disc(from: Point, centre: Point, tenths: i32) -> Option<Point> {
    let way = centre - from;
    let distance = i64::from(way.millimetres());
    if distance == 0 {
        return None;
    }
    let at = |centre: i32, aside: i32| {
        let tenths = i64::from(tenths) * i64::from(aside);
        rounded(i64::from(centre) * 10 * distance + tenths, 10 * distance) as i32
    };
    Some(Point::new(at(centre.x, -way.y), at(centre.y, way.x)))
}
