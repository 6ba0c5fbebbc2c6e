//! What the legs of the grid cost: reckoned once for each kind of mover and kept, since tables hardly change.
//!
//! Kept outside of the state, each thread for itself: it is a memory of answers, and forgetting changes none.

use std::cell::RefCell;

use kit::tabletop::Point;

use super::{Condition, March, Pieces, path::Mover, reach::GRID};

/// As many kinds of movers are remembered at the same time.
const KEPT: usize = 16;

/// A cost that was not asked for yet, and one of a leg that cannot be gone.
const UNKNOWN: u32 = u32::MAX;
const CLOSED: u32 = u32::MAX - 1;

/// A step of the grid west or south.
const STEP_BACK: i32 = -GRID;
/// The neighbours of a point, with the point itself.
const DIRECTIONS: i32 = 9;

/// All that the cost of a leg depends on but for those who stand on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Kind {
    terrain: u32,
    class: usize,
    size: Option<(u16, u16)>,
    budget: u64,
    divisor: u64,
    unknown: Pieces,
    condition: Condition,
}

/// The costs of all legs for one kind of mover.
struct Costs {
    kind: Kind,
    /// How many points a row of the grid has.
    columns: i32,
    /// From each point to its neighbours, in thousandths of a point.
    legs: Vec<u32>,
}

#[derive(Default)]
struct Memory {
    kinds: Vec<Costs>,
    next: usize,
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

impl Memory {
    fn of(&mut self, kind: &Kind, columns: i32, rows: i32) -> &mut Costs {
        if let Some(place) = self.kinds.iter().position(|known| known.kind == *kind) {
            return &mut self.kinds[place];
        }
        let many = (columns * rows * DIRECTIONS) as usize;
        if self.kinds.len() < KEPT {
            self.kinds.push(Costs { kind: *kind, columns, legs: vec![UNKNOWN; many] });
            return self.kinds.last_mut().expect("it was just added");
        }
        self.next = (self.next + 1) % KEPT;
        let oldest = &mut self.kinds[self.next];
        (oldest.kind, oldest.columns) = (*kind, columns);
        oldest.legs.clear();
        oldest.legs.resize(many, UNKNOWN);
        oldest
    }
}

impl Costs {
    /// Where the cost of a leg between neighbours is kept; none for any other leg.
    fn place(&self, from: Point, to: Point) -> Option<usize> {
        let way = to - from;
        let is_step = [way.x, way.y].iter().all(|mm| matches!(*mm, 0 | GRID | STEP_BACK));
        let (column, row) = (from.x / GRID, from.y / GRID);
        let is_on_grid = from == Point::new(column * GRID, row * GRID);
        let is_on_table = from.x >= 0 && column < self.columns && from.y >= 0;
        // One way and back are kept apart: who is in a burning house may leave it.
        let direction = (way.y / GRID + 1) * 3 + way.x / GRID + 1;
        let place = (row * self.columns + column) * DIRECTIONS + direction;
        (is_step && is_on_grid && is_on_table && (place as usize) < self.legs.len()).then_some(place as usize)
    }
}

impl March<'_> {
    fn kind(&self) -> Kind {
        let Mover { budget, divisor, unknown, .. } = self.mover;
        let terrain = self.scene().terrain;
        let condition = self.scene().condition.as_ground();
        let (class, size) = self.mover.class_and_size();
        Kind { terrain: terrain.serial(), class, size, budget, divisor, unknown, condition }
    }

    /// Searches with what legs cost on the ground alone: `search` gets a function that prices any leg.
    pub(super) fn with_ground_costs<T>(
        &self,
        search: impl FnOnce(&mut dyn FnMut(Point, Point) -> Option<u64>) -> T,
    ) -> T {
        let terrain = self.scene().terrain;
        let (columns, rows) = (terrain.width / GRID + 1, terrain.depth / GRID + 1);
        MEMORY.with_borrow_mut(|memory| {
            let costs = memory.of(&self.kind(), columns, rows);
            search(&mut |from, to| {
                let Some(place) = costs.place(from, to) else { return self.ground_cost(from, to) };
                if costs.legs[place] == UNKNOWN {
                    let cost = self.ground_cost(from, to);
                    // A cost that finds no room is reckoned each time.
                    let fits = cost.is_none_or(|cost| cost < u64::from(CLOSED));
                    if !fits {
                        return cost;
                    }
                    costs.legs[place] = cost.map_or(CLOSED, |cost| cost as u32);
                }
                let cost = costs.legs[place];
                (cost != CLOSED).then_some(cost.into())
            })
        })
    }
}
