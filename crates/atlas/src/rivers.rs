//! Rivers: from lines to the sides between hexes.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap},
};

use kit::map::{Direction, HexNumber};

use crate::{lines::Ground, plane::Point};

/// A corner of hexes on the lattice.
type Corner = (i32, i32);
/// A side, the lower number first.
pub type Side = (HexNumber, HexNumber);

/// Corners and the sides that join them; sides at the edge of the map can be walked but carry nothing.
pub struct Corners<'a> {
    ground: &'a Ground<'a>,
    ways: BTreeMap<Corner, BTreeMap<Corner, Option<Side>>>,
}

impl<'a> Corners<'a> {
    pub fn new(ground: &'a Ground<'a>) -> Self {
        let mut ways: BTreeMap<Corner, BTreeMap<Corner, Option<Side>>> = BTreeMap::new();
        let around: [Corner; 6] = if ground.description.layout.is_flat() {
            [(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)]
        } else {
            [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]
        };
        for hex in ground.grid.hexes() {
            let number = ground.grid.number(hex);
            let (x, y) = ground.description.lattice(number);
            let corners = around.map(|corner| (x + corner.0, y + corner.1));
            for way in Direction::ALL {
                let (from, to) = (corners[way.index()], corners[way.turned(1).index()]);
                let side = ground.grid.neighbour(hex, way).map(|other| {
                    let other = ground.grid.number(other);
                    (number.min(other), number.max(other))
                });
                ways.entry(from).or_default().insert(to, side);
                ways.entry(to).or_default().insert(from, side);
            }
        }
        Self { ground, ways }
    }

    fn point(&self, corner: Corner) -> Point {
        self.ground.description.point(corner.0, corner.1)
    }

    fn nearest(&self, point: Point) -> Corner {
        let mut best = ((0, 0), f64::INFINITY);
        for &corner in self.ways.keys() {
            let distance = point.distance(self.point(corner));
            if distance < best.1 {
                best = (corner, distance);
            }
        }
        best.0
    }

    /// The sides along which a line runs: from corner to corner between its points, as near to the line as sides
    /// allow. What is walked there and back again is no part of it, nor what another line has taken before.
    pub fn follow(&self, line: &[Point], taken: &mut BTreeSet<Side>) -> Vec<Side> {
        let mut sides: Vec<Side> = Vec::new();
        for stretch in line.windows(2) {
            for side in self.path((stretch[0], stretch[1])).into_iter().flatten() {
                if let Some(again) = sides.iter().position(|known| *known == side) {
                    sides.remove(again);
                } else {
                    sides.push(side);
                }
            }
        }
        sides.retain(|side| taken.insert(*side));
        sides
    }

    /// The sides walked along one stretch.
    fn path(&self, stretch: (Point, Point)) -> Vec<Option<Side>> {
        let (start, end) = (self.nearest(stretch.0), self.nearest(stretch.1));
        let pitch = self.ground.description.pitch();
        // In whole millionths of a hex, so that equal ways are equal on every machine.
        let cost = |from: Corner, to: Corner| {
            let middle = self.point(from).towards(self.point(to), 0.5);
            ((middle.distance_to_stretch(stretch) / pitch + 0.1) * 1e6).round() as u64
        };
        let mut best: BTreeMap<Corner, (u64, Corner)> = BTreeMap::from([(start, (0, start))]);
        let mut open = BinaryHeap::from([Reverse((0, start))]);
        while let Some(Reverse((so_far, corner))) = open.pop() {
            if corner == end {
                break;
            }
            if so_far > best[&corner].0 {
                continue;
            }
            for &next in self.ways[&corner].keys() {
                let total = so_far + cost(corner, next);
                if best.get(&next).is_none_or(|known| total < known.0) {
                    best.insert(next, (total, corner));
                    open.push(Reverse((total, next)));
                }
            }
        }
        let mut walked = Vec::new();
        let mut corner = end;
        while corner != start {
            let from = best[&corner].1;
            walked.push(self.ways[&from][&corner]);
            corner = from;
        }
        walked.reverse();
        walked
    }
}
