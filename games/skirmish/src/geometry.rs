//! Faces and angles in whole numbers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::charts;

/// Which face of a model is turned to the shot.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Deserialize, Serialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Face {
    /// Within 45 degrees of its heading.
    #[default]
    Front,
    /// Between.
    Side,
    /// From 135 degrees on.
    Rear,
}

/// How a shot meets a model: which face, and whether at 75 degrees or more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aspect {
    /// The face.
    pub face: Face,
    /// At most 15 degrees off the face's normal: the right half of ARMOR PENETRATION (SKIR-PEN-4).
    pub square: bool,
}

/// A point of the table in mm, x to the east and y to the north.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
pub struct Point(pub i32, pub i32);

/// SKIR-GEO-1: the sine of a heading in millionths.
pub fn sine(heading: u16) -> i64 {
    let sines = &charts().sines;
    let at = |degrees: u16| sines[usize::from(degrees)];
    match heading % 360 {
        d @ 0..=90 => at(d),
        d @ 91..=180 => at(180 - d),
        d @ 181..=270 => -at(d - 180),
        d => -at(360 - d),
    }
}

/// SKIR-GEO-1: the cosine of a heading in millionths.
pub fn cosine(heading: u16) -> i64 {
    sine(heading % 360 + 90)
}

/// SKIR-GEO-15: the whole-degree bearing from one point to another.
pub fn bearing(from: Point, to: Point) -> u16 {
    let (dx, dy) = (i64::from(to.0) - i64::from(from.0), i64::from(to.1) - i64::from(from.1));
    let fit = |heading: u16| dx * sine(heading) + dy * cosine(heading);
    let mut best = 0;
    for heading in 1..360 {
        // Ties go to the smaller heading, and so does the zero vector.
        if fit(heading) > fit(best) {
            best = heading;
        }
    }
    best
}

/// SKIR-GEO-11: the face and the angle a shot from `firer` finds on a part of a model at `target` that points to
/// `heading`.
pub fn aspect(firer: Point, target: Point, heading: u16) -> Aspect {
    let (dx, dy) = (i64::from(firer.0) - i64::from(target.0), i64::from(firer.1) - i64::from(target.1));
    let (ux, uy) = (sine(heading), cosine(heading));
    let along = dx * ux + dy * uy;
    let across = (dx * uy - dy * ux).abs();
    let (face, toward, aside) = if along >= across {
        (Face::Front, along, across)
    } else if -along >= across {
        (Face::Rear, -along, across)
    } else {
        (Face::Side, across, along.abs())
    };
    let tangent = charts().limits.square_tangent;
    let square = toward > 0 && i128::from(aside) * 1_000_000 <= i128::from(tangent) * i128::from(toward);
    Aspect { face, square }
}

/// SKIR-GEO-13: how much higher one stands than another, in mm, from ground elevations and floors.
pub fn elevation(ground_mm: i32, floor: u8) -> i32 {
    ground_mm + i32::from(floor) * charts().limits.floor
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Example X18: SKIR-GEO-11.
    #[test]
    fn x18_angle_geo_11() {
        let tank = Point(1000, 1000);
        assert_eq!(aspect(Point(1200, 1800), tank, 0), Aspect { face: Face::Front, square: true });
        assert_eq!(aspect(Point(1215, 1800), tank, 0), Aspect { face: Face::Front, square: false });
        assert_eq!(aspect(Point(1800, 1000), tank, 0), Aspect { face: Face::Side, square: true });
        assert_eq!(aspect(Point(1000, 0), tank, 0), Aspect { face: Face::Rear, square: true });
        assert_eq!(aspect(tank, tank, 77), Aspect { face: Face::Front, square: false });
    }

    /// SKIR-GEO-1, SKIR-GEO-15.
    #[test]
    fn bearings_are_whole_degrees() {
        let home = Point(0, 0);
        assert_eq!(bearing(home, Point(0, 10)), 0);
        assert_eq!(bearing(home, Point(10, 0)), 90);
        assert_eq!(bearing(home, Point(-7, -7)), 225);
        assert_eq!(bearing(home, home), 0);
        assert_eq!(bearing(home, Point(200, 800)), 14);
        for heading in 0..360 {
            let far = Point((sine(heading) / 100) as i32, (cosine(heading) / 100) as i32);
            assert_eq!(bearing(home, far), heading);
        }
    }

    /// SKIR-GEO-13.
    #[test]
    fn floors_are_40_mm() {
        assert_eq!(elevation(30, 2) - elevation(60, 0), 50);
    }
}
