//! Which areas hold a point: known for whole squares of the table, measured only near borders.

use kit::tabletop::{Bounds, Outline, Point};

use super::{PieceId, Pieces};

/// The side of a square in mm.
const SIDE: i32 = 20;

/// What is known of a square.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Square {
    /// Areas that hold all of it.
    all: Pieces,
    /// Areas whose border runs through it.
    some: Pieces,
}

/// The areas of a table, square by square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Raster {
    columns: i32,
    rows: i32,
    squares: Vec<Square>,
}

impl Raster {
    /// A table of this size without areas.
    pub(super) fn new(width: i32, depth: i32) -> Self {
        let (columns, rows) = (width / SIDE + 1, depth / SIDE + 1);
        Self { columns, rows, squares: vec![Square::default(); (columns * rows) as usize] }
    }

    /// Adds a polygon of an area.
    pub(super) fn add(&mut self, piece: PieceId, outline: Outline<'_>) {
        let bounds = outline.bounds();
        let place = |mm: i32, count: i32| mm.div_euclid(SIDE).clamp(0, count - 1);
        for row in place(bounds.least.y, self.rows)..=place(bounds.most.y, self.rows) {
            for column in place(bounds.least.x, self.columns)..=place(bounds.most.x, self.columns) {
                let least = Point::new(column * SIDE, row * SIDE);
                let most = Point::new(least.x + SIDE - 1, least.y + SIDE - 1);
                let square = &mut self.squares[(row * self.columns + column) as usize];
                if outline.sides().any(|(from, to)| may_cross(from, to, &Bounds::of(least, most))) {
                    square.some.insert(piece);
                } else if outline.holds(least) {
                    square.all.insert(piece);
                }
            }
        }
    }

    /// Areas that hold a point for certain, and areas that may hold it; none beyond the squares.
    #[inline]
    pub(super) fn at(&self, at: Point) -> Option<(Pieces, Pieces)> {
        if at.x < 0 || at.y < 0 || at.x >= self.columns * SIDE || at.y >= self.rows * SIDE {
            return None;
        }
        let square = &self.squares[(at.y / SIDE * self.columns + at.x / SIDE) as usize];
        Some((square.all, square.some - square.all))
    }
}

/// Whether a side may have a point in common with a rectangle: not if all of it lies on one side of the line.
fn may_cross(from: Point, to: Point, square: &Bounds) -> bool {
    let Bounds { least, most } = *square;
    let corners = [least, Point::new(most.x, least.y), most, Point::new(least.x, most.y)];
    let turns = corners.map(|corner| (to - from).cross(corner - from));
    Bounds::of(from, to).meets(square)
        && !turns.iter().all(|turn| *turn > 0)
        && !turns.iter().all(|turn| *turn < 0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        board::{Condition, Scene},
        charts::Rules,
    };

    /// SKIR-GEO-5: the areas at a point by asking every polygon.
    fn literal(scene: &Scene<'_>, at: Point) -> Pieces {
        let areas = scene.terrain.pieces().filter(|(_, piece)| !piece.is_line());
        areas.map(|(id, _)| id).filter(|id| scene.outlines(*id).any(|outline| outline.holds(at))).collect()
    }

    #[test]
    fn corners_and_their_neighbours_are_in_the_areas_that_hold_them_geo_5() {
        let charts = Rules::published().get();
        for name in ["skir-learn", "skir-workshop", "skir-height"] {
            let terrain = charts.landscape(name).expect("a table of a scenario");
            let condition = Condition::default();
            let scene = Scene::new(terrain, &condition);
            let corners = terrain.pieces().flat_map(|(id, _)| terrain.outlines(id));
            for corner in corners.flat_map(|outline| outline.corners().to_vec()) {
                for (x, y) in (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y))) {
                    let at = Point::new(corner.x + x, corner.y + y);
                    assert_eq!(scene.areas(at), literal(&scene, at), "{name} {at:?}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn areas_are_those_that_hold_a_point_geo_5(x in -30..2430_i32, y in -30..1830_i32) {
            let charts = Rules::published().get();
            for name in ["skir-learn", "skir-workshop", "skir-height"] {
                let terrain = charts.landscape(name).expect("a table of a scenario");
                let condition = Condition::default();
                let scene = Scene::new(terrain, &condition);
                let at = Point::new(x.min(terrain.width + 30), y.min(terrain.depth + 30));
                prop_assert_eq!(scene.areas(at), literal(&scene, at));
            }
        }
    }
}
