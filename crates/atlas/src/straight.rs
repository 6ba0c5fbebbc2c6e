//! Roads and rails that go straight from hex to hex.

use std::collections::{BTreeMap, VecDeque};

use kit::map::{Direction, Grid, HexId};

/// Both ends of a line are moved by so little that it never runs along a side.
const NUDGE: [f64; 3] = [1e-6, 2e-6, -3e-6];

/// East, west, north-east, north-west, south-east, south-west on pointy-top hexes.
const ORDER: [u8; 6] = [1, 4, 0, 5, 2, 3];

/// The straight line of hexes between two, or the shortest way where a step of it is closed.
///
/// Nothing if there is no way at all.
pub fn way(
    grid: &Grid,
    start: HexId,
    end: HexId,
    is_open: impl Fn(HexId, HexId) -> bool,
) -> Option<Vec<HexId>> {
    let straight = line(grid, start, end);
    let unbroken =
        straight.as_ref().is_some_and(|line| line.windows(2).all(|step| is_open(step[0], step[1])));
    if unbroken { straight } else { around(grid, start, end, is_open) }
}

/// The hexes on the straight line, if all of them are on the map.
fn line(grid: &Grid, start: HexId, end: HexId) -> Option<Vec<HexId>> {
    let cube = |hex: HexId| {
        let at = grid.coordinate(hex);
        let sides = [at.x, at.y, -at.x - at.y];
        [0, 1, 2].map(|axis| f64::from(sides[axis]) + NUDGE[axis])
    };
    let (from, to, steps) = (cube(start), cube(end), grid.distance(start, end));
    let mut hexes = vec![start];
    for step in 1..=steps {
        let share = f64::from(step) / f64::from(steps);
        let point = [0, 1, 2].map(|axis| from[axis] + (to[axis] - from[axis]) * share);
        let mut whole = point.map(f64::round);
        let error = [0, 1, 2].map(|axis| (whole[axis] - point[axis]).abs());
        if error[0] > error[1] && error[0] > error[2] {
            whole[0] = -whole[1] - whole[2];
        } else if error[1] > error[2] {
            whole[1] = -whole[0] - whole[2];
        }
        let last = *hexes.last().expect("it has a start");
        let next = grid.neighbours(last).find(|&hex| {
            let at = grid.coordinate(hex);
            (f64::from(at.x) - whole[0]).abs() < 0.5 && (f64::from(at.y) - whole[1]).abs() < 0.5
        });
        hexes.push(next?);
    }
    Some(hexes)
}

/// Breadth first; a hex is reached from the first that comes to it.
fn around(
    grid: &Grid,
    start: HexId,
    end: HexId,
    is_open: impl Fn(HexId, HexId) -> bool,
) -> Option<Vec<HexId>> {
    let mut before = BTreeMap::from([(start, start)]);
    let mut open = VecDeque::from([start]);
    while let Some(hex) = open.pop_front() {
        if hex == end {
            break;
        }
        for next in ORDER.iter().filter_map(|&way| grid.neighbour(hex, Direction::new(way))) {
            if !before.contains_key(&next) && is_open(hex, next) {
                before.insert(next, hex);
                open.push_back(next);
            }
        }
    }
    let mut way = vec![end];
    while way.last() != Some(&start) {
        way.push(*before.get(way.last().expect("it has an end"))?);
    }
    way.reverse();
    Some(way)
}
