//! Doors, windows and slits (SKIR-GEO-12).

use kit::tabletop::{Outline, Point, Vector, rounded};

/// What kind of opening it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OpeningKind {
    /// People pass through it.
    Door,
    /// And through this one too.
    Window,
    /// Of a bunker.
    Slit,
}

/// An opening in a wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The side of the polygon, which begins at the corner of this number.
    pub side: u8,
    /// The floor, 0 on the ground.
    pub floor: u8,
    /// What it is.
    pub kind: OpeningKind,
    /// Its centre.
    pub at: Point,
    /// Outward from the wall, as long as the side.
    pub normal: Vector,
}

/// From one corner to the next, counter-clockwise.
type Side = (Point, Point);

/// The point of a side so many mm from its first corner, each coordinate of the way rounded, halves away from zero.
fn along((from, to): Side, mm: i32) -> Point {
    let way = to - from;
    let length = way.micrometres() as i64;
    let part = |whole: i32| rounded(i64::from(whole) * i64::from(mm) * 1000, length) as i32;
    from + Vector::new(part(way.x), part(way.y))
}

fn middle((from, to): Side) -> Point {
    from + Vector::new(rounded((to.x - from.x).into(), 2) as i32, rounded((to.y - from.y).into(), 2) as i32)
}

fn is_as_long_as((from, to): Side, mm: i32) -> bool {
    from.square_to(to) >= i64::from(mm) * i64::from(mm)
}

/// What a building has openings by.
pub(super) struct Walls<'o> {
    pub(super) outline: Outline<'o>,
    pub(super) floors: u8,
    /// Doors that the scenario lists; none for the usual one.
    pub(super) doors: Option<&'o [Point]>,
    pub(super) has_windows: bool,
    /// Of a bunker, the side with the door: the others have slits.
    pub(super) rear: Option<u8>,
}

impl Walls<'_> {
    /// SKIR-GEO-12, SKIR-R88: all openings, floor by floor; a complaint about a door in no wall.
    pub(super) fn openings(&self) -> Result<Vec<Opening>, String> {
        let corners = self.outline.corners();
        let side = |at: usize| (corners[at], corners[(at + 1) % corners.len()]);
        let opening = |at: usize, floor: u8, kind, place| {
            let (from, to) = side(at);
            // Counter-clockwise, the outside is on the right.
            let normal = Vector::new(to.y - from.y, from.x - to.x);
            Opening { side: at as u8, floor, kind, at: place, normal }
        };
        let mut openings = Vec::new();
        let sides = 0..corners.len();
        if let Some(rear) = self.rear {
            for at in sides {
                let kind = if at == usize::from(rear) { OpeningKind::Door } else { OpeningKind::Slit };
                openings.push(opening(at, 0, kind, middle(side(at))));
            }
            return Ok(openings);
        }
        let usual = [self.usual_door()];
        for &door in self.doors.unwrap_or(&usual) {
            let wall = sides.clone().find(|&at| {
                let (from, to) = side(at);
                (to - from).cross(door - from) == 0 && (from - door).dot(to - door) <= 0
            });
            let wall =
                wall.ok_or_else(|| format!("the door at ({}, {}) mm is in no wall", door.x, door.y))?;
            openings.push(opening(wall, 0, OpeningKind::Door, door));
        }
        if self.has_windows {
            for floor in 0..self.floors {
                for at in sides.clone() {
                    for place in windows(side(at)) {
                        if !openings.iter().any(|known| known.floor == floor && known.at == place) {
                            openings.push(opening(at, floor, OpeningKind::Window, place));
                        }
                    }
                }
            }
        }
        openings.sort_by_key(|opening| opening.floor);
        Ok(openings)
    }

    /// SKIR-GEO-12: in the middle of the longest side, of equal ones the southern, then the western.
    fn usual_door(&self) -> Point {
        let sides = self.outline.sides();
        let longest = sides.max_by_key(|&(from, to)| {
            let middle = from + (to - Point::default());
            (from.square_to(to), -middle.y, -middle.x)
        });
        longest.map_or(self.outline.corners()[0], middle)
    }
}

/// SKIR-R88: at 40, 120, 200 mm and so on while at least 20 mm from the far corner; in the middle of a short side.
fn windows(side: Side) -> Vec<Point> {
    if !is_as_long_as(side, 80) {
        return vec![middle(side)];
    }
    (40..).step_by(80).take_while(|mm| is_as_long_as(side, mm + 20)).map(|mm| along(side, mm)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(openings: &[Opening], kind: OpeningKind, floor: u8) -> Vec<(i32, i32)> {
        let found = openings.iter().filter(|opening| opening.kind == kind && opening.floor == floor);
        found.map(|opening| (opening.at.x, opening.at.y)).collect()
    }

    /// SKIR-GEO-12, SKIR-R88: the brick house of the learning scenario.
    #[test]
    fn doors_and_windows_of_a_house() {
        let corners = [(640, 640), (780, 640), (780, 740), (640, 740)].map(Point::from);
        let house =
            Walls { outline: Outline::new(&corners), floors: 2, doors: None, has_windows: true, rear: None };
        let openings = house.openings().unwrap();
        // The two long sides are as long as each other: the southern one has the door.
        assert_eq!(places(&openings, OpeningKind::Door, 0), [(710, 640)]);
        let windows = [(680, 640), (760, 640), (780, 680), (740, 740), (660, 740), (640, 700)];
        for floor in 0..2 {
            assert_eq!(places(&openings, OpeningKind::Window, floor), windows);
        }
        assert!(
            openings
                .iter()
                .all(|opening| opening.normal.cross(corners[1] - corners[0]) != 0 || opening.side % 2 == 1)
        );
        // A window that falls on a door is the same opening; a door in no wall is a mistake.
        let listed = [Point::new(680, 640)];
        let openings = Walls { doors: Some(&listed), ..house }.openings().unwrap();
        assert_eq!(places(&openings, OpeningKind::Door, 0), [(680, 640)]);
        assert_eq!(places(&openings, OpeningKind::Window, 0).len(), 5);
        assert_eq!(places(&openings, OpeningKind::Window, 1).len(), 6);
        let astray = [Point::new(700, 700)];
        let house = Walls {
            outline: Outline::new(&corners),
            floors: 2,
            doors: Some(&astray),
            has_windows: true,
            rear: None,
        };
        assert!(house.openings().unwrap_err().contains("(700, 700)"));
    }

    /// SKIR-GEO-12: a short side has its window in the middle; a bunker has slits and a door in the rear.
    #[test]
    fn short_sides_and_bunkers() {
        let corners = [(0, 0), (100, 0), (100, 70), (0, 70)].map(Point::from);
        let hut =
            Walls { outline: Outline::new(&corners), floors: 1, doors: None, has_windows: true, rear: None };
        assert_eq!(
            places(&hut.openings().unwrap(), OpeningKind::Window, 0),
            [(40, 0), (100, 35), (60, 70), (0, 35)]
        );
        let none = Walls { has_windows: false, ..hut };
        assert_eq!(none.openings().unwrap().len(), 1);
        let bunker = Walls { rear: Some(2), ..none };
        let openings = bunker.openings().unwrap();
        assert_eq!(places(&openings, OpeningKind::Slit, 0), [(50, 0), (100, 35), (0, 35)]);
        assert_eq!(places(&openings, OpeningKind::Door, 0), [(50, 70)]);
    }
}
