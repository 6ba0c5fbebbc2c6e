//! Searches against slow literal versions.

use std::{collections::BTreeMap, ops::ControlFlow};

use kit::map::{
    Direction, Grid, HexId, HexSet, Layout, Neighbours,
    search::{Path, Reach, RetreatSearch, RetreatStep},
};
use proptest::prelude::*;
use sandtable_kit as kit;

const SIDE: u8 = 7;

fn grid() -> Grid {
    Grid::new(Layout::FlatEvenDown, 1..=SIDE, 1..=SIDE, |_| true)
}

/// For each hex: what it costs to enter (0: closed), and whether one has to stop in it.
type Ground = Vec<(u8, bool)>;

fn ground() -> impl Strategy<Value = Ground> {
    prop::collection::vec((0..4u8, prop::bool::weighted(0.2)), usize::from(SIDE) * usize::from(SIDE))
}

fn cost(ground: &Ground) -> impl Fn(HexId, Direction, HexId) -> Option<u8> {
    // A side that is crossed against the grain costs one more.
    |_, way, to| {
        let price = ground[to.index()].0;
        (price > 0).then(|| price + u8::from(way.index() == 2))
    }
}

/// Rounds of Bellman and Ford: every step from everywhere, until nothing gets cheaper.
fn literal(map: &Grid, ground: &Ground, start: HexId, budget: u8) -> BTreeMap<HexId, u8> {
    let mut best = BTreeMap::from([(start, 0)]);
    loop {
        let mut next = best.clone();
        for (&from, &spent) in &best {
            if from != start && ground[from.index()].1 {
                continue;
            }
            for (way, to) in map.steps(from) {
                if let Some(price) = cost(ground)(from, way, to)
                    && spent + price <= budget
                {
                    let known = next.entry(to).or_insert(u8::MAX);
                    *known = (*known).min(spent + price);
                }
            }
        }
        if next == best {
            return best;
        }
        best = next;
    }
}

/// Every route of a retreat, by trying all of them.
fn routes(
    map: &Grid,
    allowed: &impl Fn(HexId, HexId) -> bool,
    so_far: &[HexId],
    length: usize,
) -> Vec<Vec<HexId>> {
    if so_far.len() == length + 1 {
        return vec![so_far[1..].to_vec()];
    }
    let here = so_far[so_far.len() - 1];
    let steps = map.neighbours(here).filter(|&to| allowed(here, to));
    steps.flat_map(|to| routes(map, allowed, &[so_far, &[to]].concat(), length)).collect()
}

proptest! {
    #[test]
    fn the_cheapest_way_is_found(ground in ground(), start in 0..49u16, budget in 0..10u8) {
        let (map, start) = (grid(), HexId::new(start));
        let goes_on = |hex: HexId| !ground[hex.index()].1;
        let reach: Reach<1, 10> = Reach::find(&map, start, budget, goes_on, cost(&ground));
        let known = literal(&map, &ground, start, budget);
        for hex in map.hexes() {
            prop_assert_eq!(reach.cost(hex), known.get(&hex).copied());
            let path = reach.path(&map, hex, goes_on, cost(&ground));
            prop_assert_eq!(path.is_some(), known.contains_key(&hex));
            if let Some(path) = path.filter(|_| hex != start) {
                prop_assert_eq!(path.end(), Some(hex));
                let (mut here, mut spent) = (start, 0);
                for &to in path.hexes() {
                    prop_assert!(here == start || goes_on(here));
                    let way = map.direction(here, to).unwrap();
                    spent += cost(&ground)(here, way, to).unwrap();
                    here = to;
                }
                prop_assert_eq!(Some(spent), reach.cost(hex), "the path costs what was found");
            }
        }
        let within: HexSet<1> = known.keys().copied().collect();
        prop_assert_eq!(reach.within(budget), within);
        prop_assert_eq!(reach.destinations(), within - HexSet::of(start));
    }

    #[test]
    fn sets_spread_step_by_step(closed in prop::collection::vec(any::<bool>(), 49), from in 0..49u16, most in 0..12u8) {
        let map = grid();
        let neighbours = Neighbours::<1>::new(&map);
        let closed: HexSet<1> = map.hexes().filter(|hex| closed[hex.index()]).collect();
        let start = HexId::new(from);
        let reach: Reach<1, 12> = Reach::spread(HexSet::of(start), most, |set| neighbours.of(set) - closed);
        let step = |_: HexId, _: Direction, to: HexId| (!closed.contains(to)).then_some(1);
        prop_assert_eq!(reach, Reach::find(&map, start, most.min(11), |_| true, step));
    }

    #[test]
    fn every_route_of_a_retreat_is_tried(ground in ground(), start in 0..49u16, length in 0..4usize) {
        let (map, start) = (grid(), HexId::new(start));
        let is_open = |to: HexId| ground[to.index()].0 > 0;
        let retreat = RetreatSearch::new(&map, start, start, |_, _, to| is_open(to).then_some(RetreatStep::STEP));
        let mut found = Vec::new();
        let _ = retreat.each_route::<3>(length, |route: &Path<3>| {
            found.push(route.hexes().to_vec());
            ControlFlow::Continue(())
        });
        let farther = |from, to| is_open(to) && map.distance(start, to) == map.distance(start, from) + 1;
        prop_assert_eq!(&found, &routes(&map, &farther, &[start], length));
        let first = retreat.each_route::<3>(length, |_| ControlFlow::Break(()));
        prop_assert_eq!(first.is_break(), !found.is_empty(), "it breaks off when told to");
    }

    /// All ways are walked one by one; of those to one hex the best is kept.
    #[test]
    fn the_best_way_of_a_retreat_is_found(ground in ground(), start in 0..49u16, from in 0..49u16, budget in 1..7u8) {
        let (map, start, from) = (grid(), HexId::new(start), HexId::new(from));
        let step = |_: HexId, way: Direction, to: HexId| {
            let (price, stops) = ground[to.index()];
            (price > 0).then(|| RetreatStep { price, demerits: u8::from(stops) + u8::from(way.index() == 4) })
        };
        // Hex, left, demerits, directions.
        let mut open = vec![(start, budget, 0u32, Vec::new())];
        let mut ends = BTreeMap::<HexId, (u32, Vec<usize>)>::new();
        while let Some((hex, left, demerits, ways)) = open.pop() {
            let away = map.distance(from, hex);
            let steps: Vec<_> = map.steps(hex)
                .filter(|&(_, to)| map.distance(from, to) > away)
                .filter_map(|(way, to)| step(hex, way, to).map(|toll| (way, to, toll)))
                .collect();
            let payable: Vec<_> = steps.iter().filter(|(_, _, toll)| toll.price <= left).collect();
            if (left == 0 || (!steps.is_empty() && payable.is_empty())) && !ways.is_empty() {
                let best = ends.entry(hex).or_insert((u32::MAX, Vec::new()));
                *best = best.clone().min((demerits, ways.clone()));
            }
            for &&(way, to, toll) in payable.iter().filter(|_| left > 0) {
                let ways = [ways.as_slice(), &[way.index()]].concat();
                open.push((to, left - toll.price, demerits + u32::from(toll.demerits), ways));
            }
        }
        let found = RetreatSearch::new(&map, start, from, step).ways::<1>(budget);
        let found: Vec<_> = found.iter()
            .map(|way| (way.end, (way.demerits(), way.directions().map(Direction::index).collect())))
            .collect();
        prop_assert_eq!(found, ends.into_iter().collect::<Vec<_>>());
    }
}
