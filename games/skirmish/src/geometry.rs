//! Faces and angles in whole numbers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::Charts;

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

impl Charts {
    /// SKIR-GEO-1: the sine of a heading in millionths.
    pub fn sine(&self, heading: u16) -> i64 {
        let at = |degrees: u16| self.sines[usize::from(degrees)];
        match heading % 360 {
            d @ 0..=90 => at(d),
            d @ 91..=180 => at(180 - d),
            d @ 181..=270 => -at(d - 180),
            d => -at(360 - d),
        }
    }

    /// SKIR-GEO-1: the cosine of a heading in millionths.
    pub fn cosine(&self, heading: u16) -> i64 {
        self.sine(heading % 360 + 90)
    }

    /// SKIR-GEO-15: the whole-degree bearing from one point to another.
    pub fn bearing(&self, from: Point, to: Point) -> u16 {
        let (dx, dy) = from.to(to);
        let fit = |heading: u16| dx * self.sine(heading) + dy * self.cosine(heading);
        let mut best = 0;
        for heading in 1..360 {
            // Ties go to the smaller heading, and so does the zero vector.
            if fit(heading) > fit(best) {
                best = heading;
            }
        }
        best
    }

    /// SKIR-GEO-11: the face and the angle that a shot from `firer` finds on a part of a model at `target` that points
    /// to `heading`.
    pub fn aspect(&self, firer: Point, target: Point, heading: u16) -> Aspect {
        let (dx, dy) = target.to(firer);
        let (ux, uy) = (self.sine(heading), self.cosine(heading));
        let along = dx * ux + dy * uy;
        let across = (dx * uy - dy * ux).abs();
        let (face, toward, aside) = if along >= across {
            (Face::Front, along, across)
        } else if -along >= across {
            (Face::Rear, -along, across)
        } else {
            (Face::Side, across, along.abs())
        };
        Aspect { face, square: is_within(self.limits.square_tangent, toward, aside) }
    }

    /// SKIR-GEO-11: whether a line that goes so far along the normal of a wall, and so far aside, meets it square.
    pub(crate) fn is_square(&self, along_normal: i64, aside: i64) -> bool {
        is_within(self.limits.square_tangent, along_normal, aside.abs())
    }

    /// SKIR-GEO-12: whether a line that goes so far along the normal of a wall, and so far aside, is steep enough to
    /// pass an opening in it.
    pub fn passes_opening(&self, along_normal: i64, aside: i64) -> bool {
        is_within(self.limits.opening_tangent, along_normal, aside.abs())
    }

    /// SKIR-GEO-13: how high a unit stands, in mm, by the elevation of the ground and its floor.
    pub fn elevation(&self, ground_mm: i32, floor: u8) -> i32 {
        ground_mm + i32::from(floor) * i32::from(self.limits.floor)
    }
}

impl Point {
    /// How far another point lies to the east and north.
    fn to(self, other: Self) -> (i64, i64) {
        (i64::from(other.0) - i64::from(self.0), i64::from(other.1) - i64::from(self.1))
    }
}

/// Whether a line deviates from an axis by no more than the angle with this tangent, in millionths.
fn is_within(tangent: i32, along: i64, aside: i64) -> bool {
    along > 0 && i128::from(aside) * 1_000_000 <= i128::from(tangent) * i128::from(along)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::Rules;

    /// Example X18: SKIR-GEO-11.
    #[test]
    fn x18_angle_geo_11() {
        let rules = Rules::published();
        let tank = Point(1000, 1000);
        assert_eq!(rules.aspect(Point(1200, 1800), tank, 0), Aspect { face: Face::Front, square: true });
        assert_eq!(rules.aspect(Point(1215, 1800), tank, 0), Aspect { face: Face::Front, square: false });
        assert_eq!(rules.aspect(Point(1800, 1000), tank, 0), Aspect { face: Face::Side, square: true });
        assert_eq!(rules.aspect(Point(1000, 0), tank, 0), Aspect { face: Face::Rear, square: true });
        assert_eq!(rules.aspect(tank, tank, 77), Aspect { face: Face::Front, square: false });
    }

    /// SKIR-GEO-11, SKIR-GEO-12: a line that deviates by exactly 15 or 70 degrees is within the limit.
    #[test]
    fn the_limits_of_angles_are_inclusive() {
        let rules = Rules::published();
        for heading in [15, 75, 105, 165, 195, 255, 285, 345] {
            let firer = Point(rules.sine(heading) as i32, rules.cosine(heading) as i32);
            assert!(rules.aspect(firer, Point(0, 0), 0).square, "{heading}");
        }
        let firer = Point(rules.sine(16) as i32, rules.cosine(16) as i32);
        assert!(!rules.aspect(firer, Point(0, 0), 0).square);
        for (heading, passes) in [(0, true), (70, true), (71, false), (90, false), (180, false), (290, true)]
        {
            assert_eq!(rules.passes_opening(rules.cosine(heading), rules.sine(heading)), passes, "{heading}");
        }
    }

    /// SKIR-GEO-1, SKIR-GEO-15.
    #[test]
    fn bearings_are_whole_degrees() {
        let rules = Rules::published();
        let home = Point(0, 0);
        assert_eq!(rules.bearing(home, Point(0, 10)), 0);
        assert_eq!(rules.bearing(home, Point(10, 0)), 90);
        assert_eq!(rules.bearing(home, Point(-7, -7)), 225);
        assert_eq!(rules.bearing(home, home), 0);
        assert_eq!(rules.bearing(home, Point(200, 800)), 14);
        for heading in 0..360 {
            let far = Point((rules.sine(heading) / 100) as i32, (rules.cosine(heading) / 100) as i32);
            assert_eq!(rules.bearing(home, far), heading);
        }
    }

    /// SKIR-GEO-13.
    #[test]
    fn floors_are_40_mm() {
        let rules = Rules::published();
        assert_eq!(rules.elevation(30, 2) - rules.elevation(60, 0), 50);
    }
}
