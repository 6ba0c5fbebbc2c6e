//! Cheapest ways over the table: on a grid of points, then straightened.

use std::{cell::RefCell, cmp::Reverse, collections::BinaryHeap};

use smallvec::SmallVec;

use super::{Point, Vector};

/// A way from point to point.
pub type Way = SmallVec<[Point; 8]>;

/// A grid of points over a table, each joined to its eight neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lattice {
    step: i32,
    columns: i32,
    rows: i32,
}

/// What a search keeps, used again by the next one.
#[derive(Default)]
struct Scratch {
    /// The cheapest cost found from each point to a goal.
    costs: Vec<u64>,
    queue: BinaryHeap<Reverse<(u64, u32)>>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl Lattice {
    /// Points at the multiples of a step on a table of this width and depth.
    pub const fn new(width: i32, depth: i32, step: i32) -> Self {
        Self { step, columns: width / step + 1, rows: depth / step + 1 }
    }

    /// The point of the grid nearest to a point; of equals the one with the smaller x, then y.
    pub fn nearest(&self, at: Point) -> Point {
        let near = |value: i32, count: i32| {
            // Halves go down.
            ((2 * value + self.step - 1).div_euclid(2 * self.step)).clamp(0, count - 1) * self.step
        };
        Point::new(near(at.x, self.columns), near(at.y, self.rows))
    }

    /// All points of the grid, row by row from the south-west.
    pub fn points(self) -> impl Iterator<Item = Point> {
        let (step, columns) = (self.step, self.columns);
        (0..self.rows)
            .flat_map(move |row| (0..columns).map(move |column| Point::new(column * step, row * step)))
    }

    fn index(&self, at: Point) -> u32 {
        (at.y / self.step * self.columns + at.x / self.step) as u32
    }

    fn point(&self, index: u32) -> Point {
        let index = index as i32;
        Point::new(index % self.columns * self.step, index / self.columns * self.step)
    }

    /// In the order of x, then y.
    fn neighbours(self, at: Point) -> impl Iterator<Item = Point> {
        let (width, depth) = ((self.columns - 1) * self.step, (self.rows - 1) * self.step);
        let steps = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y))).filter(|step| *step != (0, 0));
        steps
            .map(move |(x, y)| Point::new(at.x + x * self.step, at.y + y * self.step))
            .filter(move |to| 0 <= to.x && to.x <= width && 0 <= to.y && to.y <= depth)
    }

    /// The cheapest way from a point of the grid to one of the goals, if it costs at most `most`. Of equally cheap ways it
    /// is the one whose first different point has the smaller x, then y.
    ///
    /// `leg` prices a step between neighbours, the same both ways; none if it cannot be gone. No micrometre of a leg is
    /// cheaper than `least`.
    pub fn route(
        &self,
        start: Point,
        goals: impl IntoIterator<Item = Point>,
        (least, most): (u64, u64),
        mut leg: impl FnMut(Point, Point) -> Option<u64>,
    ) -> Option<Way> {
        SCRATCH.with_borrow_mut(|Scratch { costs, queue }| {
            costs.clear();
            costs.resize((self.columns * self.rows) as usize, u64::MAX);
            queue.clear();
            // From the goals backwards, so that the way can be read off from its start.
            let [side, diagonal] = [0, self.step].map(|aside| Vector::new(self.step, aside).micrometres());
            // The steps that are left at least. The straight line would not do: the lengths of steps are rounded down, so
            // that several in one line are a little shorter together than the whole.
            let guess = |at: Point| {
                let [across, along] =
                    [at.x - start.x, at.y - start.y].map(|off| (off.abs() / self.step) as u64);
                (across.min(along) * diagonal + across.abs_diff(along) * side) * least
            };
            for goal in goals {
                let index = self.index(goal);
                if costs[index as usize] > 0 {
                    costs[index as usize] = 0;
                    queue.push(Reverse((guess(goal), index)));
                }
            }
            let first = self.index(start);
            let mut bound = most;
            while let Some(Reverse((guessed, index))) = queue.pop() {
                // Everything that could be on an equally cheap way is looked at.
                if guessed > bound {
                    break;
                }
                let at = self.point(index);
                let cost = costs[index as usize];
                if guessed > cost.saturating_add(guess(at)) {
                    continue;
                }
                if index == first {
                    bound = cost;
                    continue;
                }
                for next in self.neighbours(at) {
                    let place = self.index(next);
                    if costs[place as usize] <= cost {
                        continue;
                    }
                    if let Some(price) = leg(next, at)
                        && cost + price < costs[place as usize]
                        && cost + price + guess(next) <= bound
                    {
                        costs[place as usize] = cost + price;
                        queue.push(Reverse((cost + price + guess(next), place)));
                    }
                }
            }
            if costs[first as usize] > most {
                return None;
            }
            let mut way = Way::new();
            let mut at = start;
            way.push(at);
            while costs[self.index(at) as usize] > 0 {
                let left = costs[self.index(at) as usize];
                at = self.neighbours(at).find(|&next| {
                    let rest = costs[self.index(next) as usize];
                    rest < left && leg(at, next).is_some_and(|price| rest + price == left)
                })?;
                way.push(at);
            }
            Some(way)
        })
    }
}

/// A way without the points that are not needed: from each point a straight leg leads to the farthest one that it reaches
/// without being dearer than the points between. `leg` prices any straight leg; none if it cannot be gone.
pub fn straightened(way: &[Point], mut leg: impl FnMut(Point, Point) -> Option<u64>) -> Way {
    let mut straight = Way::new();
    straight.extend(way.first().copied());
    let mut at = 0;
    while at + 1 < way.len() {
        let sum = |leg: &mut dyn FnMut(Point, Point) -> Option<u64>, to: usize| {
            way[at..=to].windows(2).map(|pair| leg(pair[0], pair[1])).sum::<Option<u64>>()
        };
        let reaches = (at + 2..way.len()).rev().find(|&to| {
            let direct = leg(way[at], way[to]);
            direct.is_some_and(|direct| sum(&mut leg, to).is_some_and(|bent| direct <= bent))
        });
        at = reaches.unwrap_or(at + 1);
        straight.push(way[at]);
    }
    straight
}
