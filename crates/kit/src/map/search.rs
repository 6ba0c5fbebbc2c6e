//! Searches over hexes: how far a unit can move and by which way, what can be reached from where, how a beaten unit can
//! retreat. The rules are the caller's closures; nothing is allocated but by a retreat of more than a hundred spots.
//!
//! ```
//! use sandtable_kit::map::{Direction, HexId, search::{Reach, RetreatSearch, RetreatStep}};
//!
//! let map = sandtable_kit::testing::map("
//!     . . f .
//!     . f . .
//!     . . . .
//! ");
//! let hex = |number| map.find(number).unwrap();
//! let forest = map.layer("terrain").unwrap().value("f").unwrap();
//! let cost = |_: HexId, _: Direction, to: HexId| {
//!     Some(if map.layers()[0].at(to) == forest { 3 } else { 1 })
//! };
//!
//! // With four movement points from the north-west corner, nobody in the way.
//! let reach: Reach<1, 5> = Reach::find(&map, hex("0101"), 4, |_| true, cost);
//! assert_eq!((reach.cost(hex("0201")), reach.cost(hex("0202")), reach.cost(hex("0303"))), (Some(1), Some(4), Some(3)));
//! let path = reach.path(&map, hex("0302"), |_| true, cost).unwrap();
//! assert_eq!(path.hexes(), [hex("0201"), hex("0302")]);
//!
//! // Two hexes away from 0101, each step farther from it, forest only where nothing else is left.
//! let away = |_: HexId, _: Direction, to: HexId| {
//!     Some(RetreatStep { price: 1, demerits: u8::from(map.layers()[0].at(to) == forest) })
//! };
//! let retreat = RetreatSearch::new(&map, hex("0101"), hex("0101"), away);
//! let best = retreat.ways::<1>(2).into_iter().min_by_key(|way| way.demerits()).unwrap();
//! assert_eq!((map.number(best.end).to_string().as_str(), best.demerits()), ("0103", 0));
//! ```

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::{Direction, Directions, Grid, HexId, HexSet, PerHex};

/// The hexes of a way in order, the last one included, the first one not: at most `MOST`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Path<const MOST: usize> {
    hexes: [HexId; MOST],
    len: u8,
}

impl<const MOST: usize> Path<MOST> {
    /// No step.
    pub const NOWHERE: Self = Self { hexes: [HexId::NONE; MOST], len: 0 };

    /// The hexes in order.
    #[inline]
    pub fn hexes(&self) -> &[HexId] {
        &self.hexes[..usize::from(self.len)]
    }

    /// Where it ends; nowhere for a path without steps.
    pub fn end(&self) -> Option<HexId> {
        self.hexes().last().copied()
    }

    /// The path with one more step.
    ///
    /// # Panics
    /// If there is no room for it.
    #[must_use]
    pub const fn then(mut self, hex: HexId) -> Self {
        self.hexes[self.len as usize] = hex;
        self.len += 1;
        self
    }
}

impl<const MOST: usize> Default for Path<MOST> {
    fn default() -> Self {
        Self::NOWHERE
    }
}

impl<const MOST: usize> FromIterator<HexId> for Path<MOST> {
    fn from_iter<I: IntoIterator<Item = HexId>>(hexes: I) -> Self {
        hexes.into_iter().fold(Self::NOWHERE, Self::then)
    }
}

/// What can be reached, by what it costs: one set of hexes for every cost from 0 to `LEVELS - 1`. No hex is in two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reach<const WORDS: usize, const LEVELS: usize> {
    levels: [HexSet<WORDS>; LEVELS],
}

impl<const WORDS: usize, const LEVELS: usize> Reach<WORDS, LEVELS> {
    /// Nothing.
    pub const NOTHING: Self = Self { levels: [HexSet::EMPTY; LEVELS] };

    /// The cheapest way from `start` to every hex within a budget. `cost` says what a step from a hex in a direction to
    /// another hex costs, at least 1, or that it is forbidden. Whoever comes to a hex for which `goes_on` is false has to
    /// stop there; it is not asked about the start.
    ///
    /// # Panics
    /// If the budget is `LEVELS` or more, or a step costs nothing.
    pub fn find(
        map: &Grid,
        start: HexId,
        budget: u8,
        mut goes_on: impl FnMut(HexId) -> bool,
        mut cost: impl FnMut(HexId, Direction, HexId) -> Option<u8>,
    ) -> Self {
        let budget = usize::from(budget);
        assert!(budget < LEVELS, "a budget of {budget} has no room in {LEVELS} levels");
        let mut reach = Self::NOTHING;
        reach.levels[0].insert(start);
        let mut done = HexSet::EMPTY;
        for spent in 0..=budget {
            let new = reach.levels[spent] - done;
            reach.levels[spent] = new;
            done |= new;
            if spent == budget {
                break;
            }
            for from in new {
                if spent > 0 && !goes_on(from) {
                    continue;
                }
                for (way, &to) in Direction::ALL.into_iter().zip(map.around(from)) {
                    if !to.is_some() || done.contains(to) {
                        continue;
                    }
                    if let Some(price) = cost(from, way, to) {
                        assert!(price > 0, "a step costs something");
                        let spent = spent + usize::from(price);
                        if spent <= budget {
                            reach.levels[spent].insert(to);
                        }
                    }
                }
            }
        }
        reach
    }

    /// What lies 1, 2, ... steps from some hexes, up to `most` or as far as there is room. `farther` takes a step with a
    /// whole set; what it leads to a second time is passed over.
    pub fn spread(
        from: HexSet<WORDS>,
        most: u8,
        mut farther: impl FnMut(HexSet<WORDS>) -> HexSet<WORDS>,
    ) -> Self {
        let mut reach = Self::NOTHING;
        reach.levels[0] = from;
        let mut done = from;
        for steps in 1..LEVELS.min(usize::from(most) + 1) {
            let new = farther(reach.levels[steps - 1]) - done;
            if new.is_empty() {
                break;
            }
            reach.levels[steps] = new;
            done |= new;
        }
        reach
    }

    /// The hexes that cost exactly so much.
    #[inline]
    pub const fn level(&self, cost: u8) -> HexSet<WORDS> {
        self.levels[cost as usize]
    }

    /// The same, to be filled by a search of one's own: no hex may stand in two levels.
    #[inline]
    pub const fn level_mut(&mut self, cost: u8) -> &mut HexSet<WORDS> {
        &mut self.levels[cost as usize]
    }

    /// What a hex costs; 0 for the start, nothing where it is out of reach.
    #[inline]
    pub fn cost(&self, hex: HexId) -> Option<u8> {
        self.levels.iter().position(|level| level.contains(hex)).map(|cost| cost as u8)
    }

    /// Every hex that costs so much or less, the start among them.
    #[inline]
    pub fn within(&self, cost: u8) -> HexSet<WORDS> {
        self.levels.iter().take(usize::from(cost) + 1).fold(HexSet::EMPTY, |all, level| all | *level)
    }

    /// Every hex in reach but the start.
    #[inline]
    pub fn destinations(&self) -> HexSet<WORDS> {
        self.levels[1..].iter().fold(HexSet::EMPTY, |all, level| all | *level)
    }

    /// A cheapest way to a hex in reach, by the rules that found it. Of equal ways, seen backwards from the end, the step
    /// from the first neighbour in the order of directions is taken.
    pub fn path(
        &self,
        map: &Grid,
        to: HexId,
        mut goes_on: impl FnMut(HexId) -> bool,
        mut cost: impl FnMut(HexId, Direction, HexId) -> Option<u8>,
    ) -> Option<Path<LEVELS>> {
        let (mut here, mut spent) = (to, self.cost(to)?);
        let mut path = Path::NOWHERE.then(to);
        while spent > 0 {
            let mut leads_here = |(back, from): (Direction, HexId)| {
                let left = spent.checked_sub(cost(from, back.opposite(), here)?)?;
                let is_on_the_way = self.levels[usize::from(left)].contains(from);
                (is_on_the_way && (left == 0 || goes_on(from))).then_some((from, left))
            };
            (here, spent) = map.steps(here).find_map(&mut leads_here)?;
            path = if spent > 0 { path.then(here) } else { path };
        }
        path.hexes[..usize::from(path.len)].reverse();
        Some(path)
    }
}

/// What a step of a retreat takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RetreatStep {
    /// Of what the unit has to spend: 1 where hexes are counted.
    pub price: u8,
    /// How unwelcome the step is: of several ways to a hex the one with the fewest demerits counts.
    pub demerits: u8,
}

impl RetreatStep {
    /// A step of one hex like any other.
    pub const STEP: Self = Self { price: 1, demerits: 0 };
}

/// A retreat: every step leads one hex farther from where the unit must get away.
#[derive(Clone, Copy, Debug)]
pub struct RetreatSearch<'m, S> {
    map: &'m Grid,
    start: HexId,
    away_from: HexId,
    step: S,
}

/// Ends of retreats in the order of hexes.
pub type RetreatWays = SmallVec<[RetreatWay; 32]>;

/// The most steps of a [`RetreatWay`].
pub const MOST_STEPS: u32 = 15;

/// Above the steps of a key stand the demerits, so that keys compare as the rule says.
const DEMERITS: u32 = 3 * MOST_STEPS;

/// Where a step stands in a key, the first one highest.
const fn shift(step: u32) -> u32 {
    DEMERITS - 3 * (step + 1)
}

/// The way of a retreat to one end: the one with the fewest demerits, then the one whose first differing step has the
/// lower direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RetreatWay {
    /// Where it ends.
    pub end: HexId,
    /// The directions in which a last step leads there, by this way or another.
    pub last_steps: Directions,
    key: u64,
    steps: u8,
}

impl RetreatWay {
    /// The directions of its steps.
    pub fn directions(&self) -> impl DoubleEndedIterator<Item = Direction> {
        let key = self.key;
        (0..u32::from(self.steps)).map(move |step| Direction::new((key >> shift(step)) as u8 & 7))
    }

    /// How unwelcome its steps are together.
    pub const fn demerits(&self) -> u32 {
        (self.key >> DEMERITS) as u32
    }
}

/// A hex on the way, with what is left to spend there.
#[derive(Clone, Copy)]
struct Spot {
    hex: HexId,
    left: u8,
    key: u64,
    /// The directions in which it was entered.
    entered: Directions,
    /// Another spot in the same hex with something else left.
    other: u16,
}

const NO_SPOT: u16 = u16::MAX;

impl<'m, S: Fn(HexId, Direction, HexId) -> Option<RetreatStep>> RetreatSearch<'m, S> {
    /// The retreat of a unit in `start` that must get away from `away_from`, its own hex or another. `step` says what a
    /// step from a hex in a direction to another hex takes, or that it is forbidden.
    pub const fn new(map: &'m Grid, start: HexId, away_from: HexId, step: S) -> Self {
        Self { map, start, away_from, step }
    }

    /// Every allowed step from a hex, in the order of directions.
    pub fn steps(&self, from: HexId) -> impl Iterator<Item = (Direction, HexId, RetreatStep)> {
        let away = self.map.distance(self.away_from, from);
        self.map.steps(from).filter_map(move |(way, to)| {
            let is_farther = self.map.distance(self.away_from, to) > away;
            if is_farther { (self.step)(from, way, to).map(|toll| (way, to, toll)) } else { None }
        })
    }

    /// Calls `found` with every route of so many steps, in the order of directions, until it breaks off.
    pub fn each_route<const MOST: usize>(
        &self,
        length: usize,
        mut found: impl FnMut(&Path<MOST>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.continue_route(Path::NOWHERE, length, &mut found)
    }

    fn continue_route<const MOST: usize>(
        &self,
        so_far: Path<MOST>,
        length: usize,
        found: &mut impl FnMut(&Path<MOST>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if so_far.hexes().len() == length {
            return found(&so_far);
        }
        let from = so_far.end().unwrap_or(self.start);
        self.steps(from).try_for_each(|(_, to, _)| self.continue_route(so_far.then(to), length, found))
    }

    /// The ends of retreats that spend all they can: nothing is left, or there are steps but none can be paid. A way that
    /// leads into a corner with something left to spend is none. `WORDS` is the size of the map's sets of hexes.
    ///
    /// # Panics
    /// If a way has more than [`MOST_STEPS`] steps.
    pub fn ways<const WORDS: usize>(&self, budget: u8) -> RetreatWays {
        let mut ways = RetreatWays::new();
        let mut spots: SmallVec<[Spot; 128]> = SmallVec::new();
        let mut spot_in = PerHex::<u16, WORDS>::new(NO_SPOT);
        let entered = Directions::NONE;
        spots.push(Spot { hex: self.start, left: budget, key: 0, entered, other: NO_SPOT });
        let (mut start, mut steps) = (0, 0);
        // Every step leads one hex farther away, so hexes come ring by ring and no hex comes twice.
        while start < spots.len() {
            let end = spots.len();
            for place in start..end {
                let spot = spots[place];
                if self.go_on(spot, steps, &mut spots, &mut spot_in) && steps > 0 {
                    let Spot { hex: end, key, entered: last_steps, .. } = spot;
                    add(&mut ways, RetreatWay { end, last_steps, key, steps: steps as u8 });
                }
            }
            (start, steps) = (end, steps + 1);
        }
        ways.sort_unstable_by_key(|way| way.end);
        ways
    }

    /// Takes every step that can be paid; whether the retreat ends here instead.
    #[inline]
    fn go_on<const WORDS: usize>(
        &self,
        spot: Spot,
        steps: u32,
        spots: &mut SmallVec<[Spot; 128]>,
        spot_in: &mut PerHex<u16, WORDS>,
    ) -> bool {
        if spot.left == 0 {
            return true;
        }
        let (mut is_blocked, mut is_full) = (true, true);
        for (way, to, toll) in self.steps(spot.hex) {
            is_blocked = false;
            let Some(left) = spot.left.checked_sub(toll.price) else { continue };
            is_full = false;
            assert!(steps < MOST_STEPS, "a retreat has at most {MOST_STEPS} steps");
            let step = (way.index() as u64) << shift(steps);
            let key = spot.key + step + (u64::from(toll.demerits) << DEMERITS);
            // The cheapest key for the same hex with as much left.
            let mut known = spot_in[to];
            while known != NO_SPOT && spots[usize::from(known)].left != left {
                known = spots[usize::from(known)].other;
            }
            if known == NO_SPOT {
                let other = std::mem::replace(&mut spot_in[to], spots.len() as u16);
                spots.push(Spot { hex: to, left, key, entered: Directions::of(way), other });
            } else {
                let known = &mut spots[usize::from(known)];
                known.key = known.key.min(key);
                known.entered.insert(way);
            }
        }
        is_full && !is_blocked
    }
}

fn add(ways: &mut RetreatWays, way: RetreatWay) {
    match ways.iter_mut().find(|known| known.end == way.end) {
        Some(known) => {
            known.key = known.key.min(way.key);
            known.last_steps = known.last_steps.union(way.last_steps);
        }
        None => ways.push(way),
    }
}
