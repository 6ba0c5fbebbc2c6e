//! Which things may be where: a coarse grid over the table.

use std::ops::BitOrAssign;

use super::{Bounds, Point};

/// A coarse grid over the table that knows which things reach into each of its squares, as sets of the caller's kind.
///
/// It answers "what could be here" quickly; whoever asks then measures exactly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoarseGrid<S> {
    side: i32,
    columns: i32,
    rows: i32,
    sets: Vec<S>,
}

impl<S: Copy + Default + BitOrAssign> CoarseGrid<S> {
    /// Squares of so many mm over a table of this width and depth, all empty.
    pub fn new(width: i32, depth: i32, side: i32) -> Self {
        let (columns, rows) = (width / side + 1, depth / side + 1);
        Self { side, columns, rows, sets: vec![S::default(); (columns * rows) as usize] }
    }

    /// Adds a thing, given as a set of one, that reaches as far as this.
    pub fn add(&mut self, thing: S, bounds: &Bounds) {
        let (least, most) = (self.square(bounds.least), self.square(bounds.most));
        for row in least.1..=most.1 {
            for column in least.0..=most.0 {
                self.sets[(row * self.columns + column) as usize] |= thing;
            }
        }
    }

    /// What may be at a point; beyond the edge, what may be at the nearest square.
    #[inline]
    pub fn at(&self, point: Point) -> S {
        let (column, row) = self.square(point);
        self.sets[(row * self.columns + column) as usize]
    }

    /// What may reach into a rectangle.
    pub fn within(&self, bounds: &Bounds) -> S {
        let (least, most) = (self.square(bounds.least), self.square(bounds.most));
        let mut all = S::default();
        for row in least.1..=most.1 {
            let start = (row * self.columns) as usize;
            for set in &self.sets[start + least.0 as usize..=start + most.0 as usize] {
                all |= *set;
            }
        }
        all
    }

    #[inline]
    fn square(&self, point: Point) -> (i32, i32) {
        ((point.x / self.side).clamp(0, self.columns - 1), (point.y / self.side).clamp(0, self.rows - 1))
    }
}
