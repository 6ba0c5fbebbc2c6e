//! What a side may know as numbers: for programs that learn.
//!
//! A map of hexes becomes planes, one byte a hex, always in the same order ([`PLANES`]); the rest a short vector ([`FIGURES`]).
//! Any table, of hexes or of millimetres, also becomes a list of its counters ([`TRAITS`]). All of it is read off the view
//! of a side, so it tells no more than the view does.

#![allow(clippy::similar_names, reason = "planes have places, and counters are counted")]

use crate::{
    Counter, Factor, Game, HexId, HexMap, MarkKind, Pointed, Seat, Tone, View, Viewer, notation::Notation,
};

/// The planes by name. `own` is the side that looks.
pub const PLANES: [&str; 20] = [
    "terrain",
    "objective",
    "own control",
    "enemy control",
    "own units",
    "enemy units",
    "own first strength",
    "enemy first strength",
    "own second strength",
    "enemy second strength",
    "own good statuses",
    "enemy good statuses",
    "own bad statuses",
    "enemy bad statuses",
    "own out of supply",
    "enemy out of supply",
    "own spent",
    "enemy spent",
    "in hand",
    "attacked",
];

/// A plane by its place in [`PLANES`]. Of those that come in pairs the first is one's own, the next the enemy's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the names say it
pub enum Plane {
    Terrain = 0,
    Objective = 1,
    Control = 2,
    Units = 4,
    First = 6,
    Second = 8,
    Good = 10,
    Bad = 12,
    OutOfSupply = 14,
    Spent = 16,
    InHand = 18,
    Attacked = 19,
}

/// The vector by name.
pub const FIGURES: [&str; 11] = [
    "turn",
    "seat",
    "own decision",
    "own points",
    "enemy points",
    "own units on the map",
    "enemy units on the map",
    "own units beside it",
    "enemy units beside it",
    "own points missing",
    "enemy points missing",
];

/// What is told of each counter, by name. Counters stand in the row of their id.
pub const TRAITS: [&str; 14] = [
    "known",
    "own",
    "on the table",
    "x",
    "y",
    "facing",
    "branch",
    "first strength in eighths",
    "second strength in eighths",
    "good statuses",
    "bad statuses",
    "out of supply",
    "spent",
    "in hand",
];

/// A table without hexes is cut into so many cells each way where a place must be a number.
const CELLS: i32 = 32;

/// What does not change from one observation of a game to the next, and how its decisions are numbered.
#[derive(Clone, Debug)]
pub struct Scene {
    map: Option<&'static HexMap>,
    /// Columns and rows of a plane; none on a table without hexes.
    pub width: usize,
    /// Rows.
    pub height: usize,
    cells: Box<[u16]>,
    /// The planes of terrain and objectives as they are at the start.
    still: Box<[u8]>,
    /// Width and depth of a table without hexes, in millimetres.
    table: (i32, i32),
    /// Forms of decisions.
    pub verbs: &'static [&'static str],
    /// Ids of counters are below this.
    pub units: usize,
    /// Places of decisions are below this.
    pub places: usize,
}

impl Scene {
    /// The scene of a game at its start.
    pub fn of<G: Game>(game: &G) -> Self {
        let views: Vec<View> = (0..G::SEATS as u8).map(|seat| game.view(Viewer::Seat(Seat(seat)))).collect();
        let ids = views.iter().flat_map(|view| &view.counters).map(|counter| usize::from(counter.id.0) + 1);
        let units = ids.max().unwrap_or(0);
        let ground = views.first().and_then(|view| view.ground.as_ref());
        let table = ground.map_or((1, 1), |ground| (ground.width as i32, ground.depth as i32));
        let map = game.map();
        let hexes = map.map_or(0, |map| map.len());
        let numbered = if ground.is_some() { (CELLS * CELLS) as usize } else { 64 };
        let (width, height) = map.map_or((0, 0), |map| {
            let span = |range: std::ops::RangeInclusive<u8>| usize::from(*range.end() - *range.start()) + 1;
            (span(map.columns()), span(map.rows()))
        });
        let cell = |map: &HexMap, hex| {
            let number = map.number(hex);
            let (column, row) = (number.column - map.columns().start(), number.row - map.rows().start());
            (usize::from(row) * width + usize::from(column)) as u16
        };
        let cells: Box<[u16]> =
            map.map_or_else(Box::default, |map| map.hexes().map(|hex| cell(map, hex)).collect());
        let still = vec![0; 2 * width * height].into();
        let verbs = G::Action::VERBS;
        let places = hexes.max(units).max(numbered);
        let mut scene = Self { map, width, height, cells, still, table, verbs, units, places };
        if let Some(map) = map {
            let terrain = map.layer("terrain").or_else(|| map.layers().first());
            for (hex, layer) in map.hexes().zip(std::iter::repeat(terrain)) {
                scene.still[usize::from(scene.cells[hex.index()])] =
                    layer.map_or(1, |layer| layer.at(hex).index() as u8 + 1);
            }
            let mut planes = vec![0; scene.planes()];
            scene.look(&views[0], Seat(0), &[], &mut planes, &mut [0; FIGURES.len()]);
            let size = scene.size();
            scene.still.copy_from_slice(&planes[..2 * size]);
        }
        scene
    }

    /// Cells of a plane.
    pub const fn size(&self) -> usize {
        self.width * self.height
    }

    /// Bytes of all planes.
    pub const fn planes(&self) -> usize {
        PLANES.len() * self.size()
    }

    /// Numbers of all counters.
    pub const fn entities(&self) -> usize {
        TRAITS.len() * self.units
    }

    /// The map that planes are of.
    pub const fn map(&self) -> Option<&'static HexMap> {
        self.map
    }

    /// Where a hex is in a plane.
    #[inline]
    pub fn cell(&self, hex: HexId) -> usize {
        self.cells[hex.index()].into()
    }

    /// Adds to a plane in a hex; `enemy` goes to the second of a pair.
    #[inline]
    pub fn add(&self, planes: &mut [u8], plane: Plane, enemy: bool, hex: HexId, amount: u8) {
        let place = &mut planes[(plane as usize + usize::from(enemy)) * self.size() + self.cell(hex)];
        *place = place.saturating_add(amount);
    }

    /// Sets a plane in a hex.
    #[inline]
    pub fn set(&self, planes: &mut [u8], plane: Plane, enemy: bool, hex: HexId, value: u8) {
        planes[(plane as usize + usize::from(enemy)) * self.size() + self.cell(hex)] = value;
    }

    /// Empties the planes but for terrain and objectives, which are as at the start.
    #[inline]
    pub fn begin(&self, planes: &mut [u8]) {
        planes[..self.still.len()].copy_from_slice(&self.still);
        planes[self.still.len()..].fill(0);
    }

    /// Reads planes and vector off a view. Planes may be left out, as they are where there are no hexes.
    pub fn look(
        &self,
        view: &View,
        seat: Seat,
        out_of_supply: &[&str],
        planes: &mut [u8],
        vector: &mut [i32],
    ) {
        look_at_figures(view, seat, |counter| self.hex_of(counter).is_some(), vector);
        let Some(map) = self.map.filter(|_| !planes.is_empty()) else { return };
        self.begin(planes);
        let objectives = self.size()..2 * self.size();
        planes[objectives].fill(0);
        let hex = |name: &String| map.find(name).ok();
        for objective in &view.objectives {
            for hex in objective.hexes.iter().filter_map(hex) {
                self.add(planes, Plane::Objective, false, hex, objective.worth.parse().unwrap_or(1));
                if let Some(holder) = objective.holder {
                    self.set(planes, Plane::Control, holder != seat, hex, 1);
                }
            }
        }
        for mark in &view.marks {
            let Some(hex) = hex(&mark.hex) else { continue };
            match (mark.kind, mark.seat) {
                (MarkKind::Control, Some(holder)) => {
                    self.set(planes, Plane::Control, holder != seat, hex, 1);
                    self.set(planes, Plane::Control, holder == seat, hex, 0);
                }
                (MarkKind::Target, _) => self.set(planes, Plane::Attacked, false, hex, 1),
                (MarkKind::Duty, _) => self.set(planes, Plane::Attacked, false, hex, 2),
                _ => {}
            }
        }
        // Strengths are summed before they are rounded down.
        let mut strengths = vec![[0_i32; 4]; self.cells.len()];
        for counter in &view.counters {
            let Some(hex) = self.hex_of(counter) else { continue };
            let enemy = counter.seat != seat;
            self.add(planes, Plane::Units, enemy, hex, 1);
            let [first, second] = strengths_of(counter);
            strengths[hex.index()][usize::from(enemy)] += first;
            strengths[hex.index()][2 + usize::from(enemy)] += second;
            let Statuses { good, bad, supply } = Statuses::of(counter, out_of_supply);
            self.add(planes, Plane::Good, enemy, hex, good);
            self.add(planes, Plane::Bad, enemy, hex, bad);
            self.add(planes, Plane::OutOfSupply, enemy, hex, supply);
            self.add(planes, Plane::Spent, enemy, hex, counter.spent.into());
            self.add(planes, Plane::InHand, false, hex, counter.in_hand.into());
        }
        for hex in map.hexes() {
            for (place, &eighths) in strengths[hex.index()].iter().enumerate() {
                let plane = if place < 2 { Plane::First } else { Plane::Second };
                self.set(planes, plane, place % 2 == 1, hex, whole(eighths));
            }
        }
    }

    /// Reads the list of counters off a view.
    pub fn list(&self, view: &View, seat: Seat, out_of_supply: &[&str], entities: &mut [i32]) {
        entities.fill(0);
        for counter in &view.counters {
            let row = usize::from(counter.id.0);
            if row >= self.units {
                continue;
            }
            let place = match (counter.spot, self.hex_of(counter).zip(self.map)) {
                (Some(spot), _) => Some((spot.x, spot.y)),
                (None, Some((hex, _))) => {
                    let cell = self.cell(hex);
                    Some(((cell % self.width) as i32, (cell / self.width) as i32))
                }
                _ => None,
            };
            let [first, second] = strengths_of(counter);
            let Statuses { good, bad, supply } = Statuses::of(counter, out_of_supply);
            let (x, y) = place.unwrap_or_default();
            let row = &mut entities[row * TRAITS.len()..][..TRAITS.len()];
            row.copy_from_slice(&[
                1,
                (counter.seat == seat).into(),
                place.is_some().into(),
                x,
                y,
                counter.facing.map_or(-1, i32::from),
                counter.branch as i32,
                first,
                second,
                good.into(),
                bad.into(),
                supply.into(),
                counter.spent.into(),
                counter.in_hand.into(),
            ]);
        }
    }

    /// The hex that a counter is in.
    fn hex_of(&self, counter: &Counter) -> Option<HexId> {
        self.map.and_then(|map| map.find(&counter.place).ok())
    }

    /// The number of a decision: what, which unit, which place, each 0 where it names none.
    pub fn code(&self, what: usize, at: &Pointed) -> u32 {
        let unit = at.units.first().map_or(0, |unit| usize::from(unit.0).min(self.units - 1) + 1);
        let place = if let Some(hex) = at.hexes.last() {
            Some(hex.index())
        } else if let Some(&(x, y)) = at.points.last() {
            let cell = |at: i32, of: i32| (at * CELLS / of.max(1)).clamp(0, CELLS - 1);
            Some((cell(y, self.table.1) * CELLS + cell(x, self.table.0)) as usize)
        } else if let Some(unit) = at.units.get(1) {
            Some(usize::from(unit.0))
        } else {
            at.numbers.first().map(|&number| number.into())
        };
        let place = place.map_or(0, |place| place.min(self.places - 1) + 1);
        ((what * (self.units + 1) + unit) * (self.places + 1) + place) as u32
    }

    /// How many codes there are.
    pub const fn codes(&self) -> usize {
        self.verbs.len() * (self.units + 1) * (self.places + 1)
    }
}

/// Eighths as a whole number that a plane can hold.
#[inline]
pub fn whole(eighths: i32) -> u8 {
    (eighths / Factor::ONE.eighths()).clamp(0, 255) as u8
}

fn look_at_figures(view: &View, seat: Seat, on_map: impl Fn(&Counter) -> bool, vector: &mut [i32]) {
    let points = |own: bool| -> i32 {
        view.score.iter().filter(|line| (line.seat == seat) == own).map(|line| line.points).sum()
    };
    let units = |own: bool, there: bool| -> i32 {
        let there = |counter: &&Counter| (on_map(counter) || counter.spot.is_some()) == there;
        view.counters.iter().filter(|counter| (counter.seat == seat) == own).filter(there).count() as i32
    };
    let missing = |own: bool| {
        let goal = view.goals.iter().find(|goal| (goal.seat == seat) == own);
        goal.and_then(|goal| Some(goal.need? - goal.have)).unwrap_or(0)
    };
    vector.copy_from_slice(&[
        view.turn.into(),
        seat.0.into(),
        (view.deciding == Some(seat)).into(),
        points(true),
        points(false),
        units(true, true),
        units(false, true),
        units(true, false),
        units(false, false),
        missing(true),
        missing(false),
    ]);
}

/// The first two figures of a counter that add up, in eighths.
fn strengths_of(counter: &Counter) -> [i32; 2] {
    let mut strengths = counter.figures.iter().filter_map(|figure| figure.adds);
    [strengths.next().unwrap_or(0), strengths.next().unwrap_or(0)]
}

/// The badges of a counter, counted.
struct Statuses {
    good: u8,
    bad: u8,
    supply: u8,
}

impl Statuses {
    fn of(counter: &Counter, out_of_supply: &[&str]) -> Self {
        let mut counted = Self { good: 0, bad: 0, supply: 0 };
        for badge in &counter.badges {
            if out_of_supply.contains(&badge.sign) {
                counted.supply += 1;
            } else if badge.tone == Tone::Good {
                counted.good += 1;
            } else if badge.tone == Tone::Bad {
                counted.bad += 1;
            }
        }
        counted
    }
}
