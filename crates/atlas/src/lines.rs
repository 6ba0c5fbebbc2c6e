//! Roads and rails: from lines to links between neighbouring hexes.

use std::collections::BTreeSet;

use kit::map::{Grid, HexId};

use crate::{grid::Description, plane::Point};

/// The hexes of the map and where their centres lie.
pub struct Ground<'a> {
    pub description: &'a Description,
    pub grid: Grid,
    centres: Vec<Point>,
}

/// A line belongs to the nearest hex up to this part of the way from centre to centre; a corner is at 0.58.
const BEYOND: f64 = 0.75;

/// A line is followed in so many steps from one centre to the next.
const STEPS: f64 = 200.0;

impl<'a> Ground<'a> {
    pub fn new(description: &'a Description) -> Self {
        let (columns, rows) = (description.columns, description.rows);
        let grid = Grid::new(description.layout, columns.0..=columns.1, rows.0..=rows.1, |_| true);
        let centres = grid.hexes().map(|hex| description.centre(grid.number(hex))).collect();
        Self { description, grid, centres }
    }

    pub fn centre(&self, hex: HexId) -> Point {
        self.centres[hex.index()]
    }

    /// The hex with the nearest centre, the lowest number first, and how far away that is.
    pub fn nearest(&self, point: Point) -> (HexId, f64) {
        let mut best = (HexId::NONE, f64::INFINITY);
        for hex in self.grid.hexes() {
            let distance = point.distance(self.centre(hex));
            if distance < best.1 {
                best = (hex, distance);
            }
        }
        best
    }

    /// The hexes a line passes, without the corners it only cuts, unless there is a place; where it leaves the map
    /// the line ends and another begins.
    pub fn follow(&self, line: &[Point], places: &BTreeSet<HexId>) -> Vec<Vec<HexId>> {
        let mut pieces: Vec<Vec<HexId>> = vec![Vec::new()];
        let pitch = self.description.pitch();
        for stretch in line.windows(2) {
            let (start, end) = (stretch[0], stretch[1]);
            let steps = (start.distance(end) / pitch * STEPS).ceil().clamp(1.0, 1e6);
            for step in 0..=steps as u32 {
                let (hex, distance) = self.nearest(start.towards(end, f64::from(step) / steps));
                // A line that ends a little beyond the edge belongs to the edge; one further away is not on the map.
                if distance > pitch * BEYOND {
                    if pieces.last().is_some_and(|piece| !piece.is_empty()) {
                        pieces.push(Vec::new());
                    }
                    continue;
                }
                let piece = pieces.last_mut().expect("there is always a piece");
                self.step(piece, hex, places);
            }
        }
        pieces.retain(|piece| piece.len() > 1);
        pieces
    }

    fn step(&self, piece: &mut Vec<HexId>, hex: HexId, places: &BTreeSet<HexId>) {
        let length = piece.len();
        if piece.last() == Some(&hex) {
            return;
        }
        if length >= 2 && !places.contains(&piece[length - 1]) {
            let before = piece[length - 2];
            if before == hex {
                piece.pop();
                return;
            }
            if self.grid.are_adjacent(before, hex) {
                piece.pop();
            }
        }
        piece.push(hex);
    }
}
