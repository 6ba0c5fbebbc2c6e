//! From the globe to the plane, and lengths and areas there.

/// A point of the map: kilometres east and south.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    pub fn distance(self, other: Self) -> f64 {
        let (x, y) = (self.x - other.x, self.y - other.y);
        (x * x + y * y).sqrt()
    }

    /// The point at this share of the way to another.
    pub fn towards(self, other: Self, share: f64) -> Self {
        Self { x: self.x + (other.x - self.x) * share, y: self.y + (other.y - self.y) * share }
    }

    /// The distance from the stretch between two points.
    pub fn distance_to_stretch(self, (start, end): (Self, Self)) -> f64 {
        let (x, y) = (end.x - start.x, end.y - start.y);
        let square = x * x + y * y;
        if square == 0.0 {
            return self.distance(start);
        }
        let share = (((self.x - start.x) * x + (self.y - start.y) * y) / square).clamp(0.0, 1.0);
        self.distance(start.towards(end, share))
    }

    /// On which side of the line from one point to another it lies: the sign is what counts.
    pub fn turn(self, (start, end): (Self, Self)) -> f64 {
        (end.x - start.x) * (self.y - start.y) - (end.y - start.y) * (self.x - start.x)
    }

    /// Whether the point lies inside rings that close themselves; a ring inside another is a hole.
    pub fn is_inside(self, rings: &[Vec<Self>]) -> bool {
        let mut inside = false;
        for ring in rings {
            let Some(mut last) = ring.last().copied() else { continue };
            for &next in ring {
                let between = (last.y > self.y) != (next.y > self.y);
                if between && self.x < (next.x - last.x) * (self.y - last.y) / (next.y - last.y) + last.x {
                    inside = !inside;
                }
                last = next;
            }
        }
        inside
    }
}

/// How often a stretch crosses a line.
pub fn crossings(stretch: (Point, Point), line: &[Point]) -> usize {
    let apart = |(one, other): (Point, Point), line| (one.turn(line) > 0.0) != (other.turn(line) > 0.0);
    let parts = line.windows(2).map(|part| (part[0], part[1]));
    parts.filter(|&part| apart(part, stretch) && apart(stretch, part)).count()
}

/// How latitude and longitude become kilometres.
#[derive(Clone, Copy, Debug)]
pub enum Projection {
    /// So many kilometres for each degree from the origin, then turned: map north is a bearing on the ground.
    Plain { origin: Globe, per_degree: (f64, f64), north: f64 },
    /// Albers' equal-area conic on a sphere.
    Albers { origin: Globe, parallels: (f64, f64), radius: f64 },
}

/// A point of the globe in degrees.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Globe {
    pub longitude: f64,
    pub latitude: f64,
}

impl Projection {
    pub fn plane(&self, globe: Globe) -> Point {
        match *self {
            Self::Plain { origin, per_degree, north } => {
                let east = (globe.longitude - origin.longitude) * per_degree.0;
                let south = (origin.latitude - globe.latitude) * per_degree.1;
                if north == 0.0 {
                    return Point { x: east, y: south };
                }
                let (sine, cosine) = north.to_radians().sin_cos();
                Point { x: east * cosine + south * sine, y: south * cosine - east * sine }
            }
            Self::Albers { origin, parallels, radius } => {
                let (first, second) = (parallels.0.to_radians(), parallels.1.to_radians());
                let cone = f64::midpoint(first.sin(), second.sin());
                let constant = first.cos() * first.cos() + 2.0 * cone * first.sin();
                let reach = |latitude: f64| {
                    radius * (constant - 2.0 * cone * latitude.to_radians().sin()).sqrt() / cone
                };
                let turn = cone * (globe.longitude - origin.longitude).to_radians();
                let here = reach(globe.latitude);
                Point { x: here * turn.sin(), y: here * turn.cos() - reach(origin.latitude) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn globe(latitude: f64, longitude: f64) -> Globe {
        Globe { longitude, latitude }
    }

    fn near(point: Point, x: f64, y: f64) {
        assert!(point.distance(Point { x, y }) < 1e-6, "{point:?} is not at {x}, {y}");
    }

    #[test]
    fn degrees_become_kilometres() {
        let plain = |north| Projection::Plain { origin: globe(50.0, 30.0), per_degree: (70.0, 110.0), north };
        near(plain(0.0).plane(globe(51.0, 31.0)), 70.0, -110.0);
        // Map north is the bearing 090: what lies east on the ground lies north on the map.
        near(plain(90.0).plane(globe(50.0, 31.0)), 0.0, -70.0);
        near(plain(90.0).plane(globe(51.0, 30.0)), -110.0, 0.0);
    }

    #[test]
    fn the_cone_keeps_its_meridian_straight() {
        let albers =
            Projection::Albers { origin: globe(52.5, 33.0), parallels: (47.0, 59.0), radius: 6371.0 };
        near(albers.plane(globe(52.5, 33.0)), 0.0, 0.0);
        let north = albers.plane(globe(53.5, 33.0));
        assert!(north.x.abs() < 1e-9 && (-112.5..-110.5).contains(&north.y), "{north:?}");
        let (east, west) = (albers.plane(globe(52.5, 34.0)), albers.plane(globe(52.5, 32.0)));
        assert!((east.x + west.x).abs() < 1e-9 && (67.0..68.5).contains(&east.x), "{east:?}");
    }

    #[test]
    fn a_ring_inside_a_ring_is_a_hole() {
        let square = |from: f64, to: f64| {
            vec![
                Point { x: from, y: from },
                Point { x: to, y: from },
                Point { x: to, y: to },
                Point { x: from, y: to },
            ]
        };
        let rings = [square(0.0, 9.0), square(3.0, 6.0)];
        assert!(Point { x: 1.0, y: 1.0 }.is_inside(&rings));
        assert!(!Point { x: 4.0, y: 4.0 }.is_inside(&rings));
        assert!(!Point { x: 10.0, y: 4.0 }.is_inside(&rings));
    }

    #[test]
    fn a_stretch_crosses_a_line_as_often_as_it_changes_sides() {
        let at = |x: f64, y: f64| Point { x, y };
        let meander = [at(0.0, 1.0), at(1.0, -1.0), at(2.0, 1.0), at(9.0, 1.0)];
        assert_eq!(crossings((at(-1.0, 0.0), at(3.0, 0.0)), &meander), 2);
        assert_eq!(crossings((at(1.0, 0.0), at(3.0, 0.0)), &meander), 1);
        assert_eq!(crossings((at(5.0, 0.0), at(5.0, 0.5)), &meander), 0, "it ends before the line");
    }

    #[test]
    fn the_distance_from_a_stretch_is_to_its_nearest_point() {
        let stretch = (Point { x: 0.0, y: 0.0 }, Point { x: 4.0, y: 0.0 });
        for (x, y, wanted) in [(2.0, 3.0, 3.0), (7.0, 4.0, 5.0), (0.0, 0.0, 0.0)] {
            assert!((Point { x, y }.distance_to_stretch(stretch) - wanted).abs() < 1e-9);
        }
        assert!((Point { x: 3.0, y: 4.0 }.distance_to_stretch((stretch.0, stretch.0)) - 5.0).abs() < 1e-9);
    }
}
