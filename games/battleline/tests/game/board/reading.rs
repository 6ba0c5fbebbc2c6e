//! The rules of movement and retreat read a second time, word for word and without haste.

use std::collections::{BTreeMap, BTreeSet};

use kit::map::{Direction as Way, HexId, HexNumber};
use sandtable_battleline::{
    army::{Side, UnitId},
    battlefield::{Battlefield, Scenario},
    field::{Field, Mark, Post},
    troops::Class,
};

/// Table 2 as it is printed: terrain lines, then up, stream, turn, oblique. 99 is "no".
const NO: i32 = 99;
const COSTS: [(&str, [i32; 7]); 6] = [
    ("clear", [1, 1, 1, 1, 1, 1, 1]),
    ("rough", [2, 2, 1, 1, 2, 2, 2]),
    ("wood", [3, 2, 2, 1, 3, 3, 2]),
    ("marsh", [NO, 3, 2, 2, NO, 3, NO]),
    ("camp", [2, 2, 1, 1, NO, NO, NO]),
    ("water", [NO; 7]),
];
const UP: [i32; 7] = [1, 1, 1, 0, 1, 1, 1];
const TURN: [i32; 7] = [2, 1, 1, 0, 1, 0, 1];

/// A hex and a facing.
pub type End = (HexNumber, usize);

fn neighbour(battle: &Battlefield, hex: HexId, way: usize) -> Option<HexId> {
    battle.map.neighbour(hex, Way::new(way as u8))
}

fn level(battle: &Battlefield, hex: HexId) -> i32 {
    battle.map.layer("level").unwrap().name_at(hex).parse().unwrap()
}

fn side_has(battle: &Battlefield, feature: &str, hex: HexId, way: usize) -> bool {
    battle.map.side(feature).is_some_and(|side| side.at(hex).contains(Way::new(way as u8)))
}

/// A river without ford, or two levels: LINE-X-ZOC-1, LINE-X-MOV-10.
fn is_barred(battle: &Battlefield, hex: HexId, way: usize) -> bool {
    let Some(to) = neighbour(battle, hex, way) else { return true };
    let river = side_has(battle, "river", hex, way) && !side_has(battle, "ford", hex, way);
    river || (level(battle, hex) - level(battle, to)).abs() >= 2
}

/// Table 2 without the three lines for tactical movement.
pub fn cost(battle: &Battlefield, class: Class, from: HexId, way: usize) -> Option<i32> {
    let to = neighbour(battle, from, way)?;
    if is_barred(battle, from, way) {
        return None;
    }
    let terrain = battle.map.layer("terrain").unwrap().name_at(to).to_owned();
    let entry = COSTS.iter().find(|(name, _)| *name == terrain).unwrap().1[class as usize];
    let up = if level(battle, to) > level(battle, from) { UP[class as usize] } else { 0 };
    let water = side_has(battle, "stream", from, way) || side_has(battle, "ford", from, way);
    (entry < NO).then_some(entry + up + i32::from(water))
}

/// LINE-X-MAP-3.
fn row(way: usize, facing: usize) -> usize {
    [1, 2, 3, 4, 3, 2][(way + 6 - facing) % 6]
}

/// LINE-X-ZOC-1.
pub fn in_zone(field: &Field, side: Side, hex: HexId) -> bool {
    let battle = field.battlefield();
    field.units_of(side).iter().any(|unit| {
        let steady = !field.is(unit, Mark::Disrupted) && !field.is(unit, Mark::Marching);
        steady
            && (0..6).any(|way| {
                neighbour(battle, field.hex(unit), way) == Some(hex)
                    && row(way, field.facing(unit).index()) <= 2
                    && !is_barred(battle, field.hex(unit), way)
            })
    })
}

/// LINE-X-CMD-3.
pub fn in_command(field: &Field, unit: UnitId) -> bool {
    let battle = field.battlefield();
    let side = field.side(unit);
    let near = battle.leaders_of(side).any(|leader| match field.post(leader) {
        Post::With(host) => {
            battle.map.distance(field.hex(host), field.hex(unit)) <= battle.leader(leader).range.into()
        }
        _ => false,
    });
    near || field.is(unit, Mark::Detached)
}

/// A unit on its way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Walker {
    hex: HexId,
    facing: usize,
    left: i32,
    has_stepped: bool,
    has_stopped: bool,
    turned_in_zone: u8,
}

/// Every hex and facing in which a tactical move can end.
pub fn tactical(field: &Field, unit: UnitId, turn: u8) -> BTreeSet<End> {
    let battle = field.battlefield();
    let piece = battle.piece(unit);
    let class = piece.figures.class;
    let light = matches!(class, Class::Li | Class::Lc);
    let packed = battle.scenario == Scenario::Cannae
        && piece.side == Side::Rome
        && ["HAS", "PRI", "TRI", "SOC"].contains(&piece.code.as_str());
    let turn_cost = if packed { 2 } else { TURN[class as usize] };
    let enemy = piece.side.other();
    let zone = |hex| in_zone(field, enemy, hex);
    let timid = field.is(unit, Mark::Disrupted) || !in_command(field, unit);
    let (start, facing) = (field.hex(unit), field.facing(unit).index());
    let held_back = battle.scenario == Scenario::Zama
        && piece.code == "VET"
        && turn < 3
        && !field.units_of(enemy).iter().any(|other| battle.map.distance(field.hex(other), start) <= 5);
    let rooted = field.is(unit, Mark::Received) || held_back;

    let mut ends = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let first = Walker {
        hex: start,
        facing,
        left: piece.figures.tactical,
        has_stepped: false,
        has_stopped: false,
        turned_in_zone: 0,
    };
    let mut open = vec![first];
    while let Some(walker) = open.pop() {
        if !seen.insert(walker) {
            continue;
        }
        let free = field.unit_in(walker.hex).is_none_or(|other| other == unit);
        if free {
            let facings = if light { (0..6).collect() } else { vec![walker.facing] };
            ends.extend(facings.into_iter().map(|facing| (battle.map.number(walker.hex), facing)));
        }
        if !light && turn_cost <= walker.left {
            let here = zone(walker.hex);
            if !here || walker.turned_in_zone == 0 {
                for sides in [1, 5] {
                    open.push(Walker {
                        facing: (walker.facing + sides) % 6,
                        left: walker.left - turn_cost,
                        turned_in_zone: walker.turned_in_zone + u8::from(here),
                        ..walker
                    });
                }
            }
        }
        if rooted || walker.has_stopped {
            continue;
        }
        for way in 0..6 {
            let row = row(way, walker.facing);
            if !light && row > 2 {
                continue;
            }
            let Some(mut price) = cost(battle, class, walker.hex, way) else { continue };
            let to = neighbour(battle, walker.hex, way).unwrap();
            let leaves = !walker.has_stepped && zone(start);
            price += i32::from(class == Class::Ph && row == 2) + i32::from(leaves);
            let passes = field.unit_in(to).is_none_or(|other| {
                other == unit
                    || (field.side(other) == piece.side
                        && (class == Class::Li || battle.piece(other).figures.class == Class::Li))
            });
            let into_zone = zone(to);
            if price > walker.left || !passes || (into_zone && (timid || (leaves && !light))) {
                continue;
            }
            open.push(Walker {
                hex: to,
                left: walker.left - price,
                has_stepped: true,
                has_stopped: into_zone,
                ..walker
            });
        }
    }
    if !rooted {
        let at_once = |way: usize| {
            let to = neighbour(battle, start, way)?;
            let open = cost(battle, class, start, way).is_some() && field.unit_in(to).is_none();
            (open && !(timid && zone(to))).then_some(to)
        };
        if matches!(class, Class::Hi | Class::Mi)
            && let Some(back) = at_once((facing + 3) % 6)
            && !(zone(start) && zone(back))
        {
            ends.insert((battle.map.number(back), facing));
        }
        if let Some(ahead) = at_once(facing)
            && !zone(start)
        {
            ends.insert((battle.map.number(ahead), facing));
        }
    }
    ends.remove(&(battle.map.number(start), facing));
    ends
}

/// Every hex in which a march can end (LINE-X-OPS-1 to LINE-X-OPS-3).
pub fn operational(field: &Field, unit: UnitId) -> BTreeSet<HexNumber> {
    let battle = field.battlefield();
    let piece = battle.piece(unit);
    let nearest = |hex| {
        let enemies = field.units_of(piece.side.other());
        enemies.iter().map(|enemy| battle.map.distance(field.hex(enemy), hex)).min().unwrap_or(u32::MAX)
    };
    let start = field.hex(unit);
    let barred =
        field.is(unit, Mark::Disrupted) || field.is(unit, Mark::Received) || !in_command(field, unit);
    let mut ends = BTreeSet::new();
    if barred || nearest(start) < 5 {
        return ends;
    }
    let mut best = BTreeMap::from([(start, piece.figures.operational)]);
    let mut open = vec![start];
    while let Some(hex) = open.pop() {
        let left = best[&hex];
        for way in 0..6 {
            let Some(price) = cost(battle, piece.figures.class, hex, way) else { continue };
            let to = neighbour(battle, hex, way).unwrap();
            let passes = field.unit_in(to).is_none_or(|other| {
                let light = |unit| battle.piece(unit).figures.class == Class::Li;
                field.side(other) == piece.side && (light(unit) || light(other) || other == unit)
            });
            // LINE-X-OPS-4: who comes back to where he began may end there, facing another way.
            if price <= left && passes && to == start {
                ends.insert(battle.map.number(start));
            }
            if price <= left
                && passes
                && nearest(to) > 3
                && best.get(&to).is_none_or(|&known| known < left - price)
            {
                best.insert(to, left - price);
                open.push(to);
            }
        }
    }
    ends.extend(best.keys().filter(|&&hex| field.unit_in(hex).is_none()).map(|&hex| battle.map.number(hex)));
    ends
}

/// Every safe end of a flight from `from` with so many MF, each with its usual path (LINE-R10, LINE-R11, LINE-X-RET-2).
pub fn flights(
    field: &Field,
    unit: UnitId,
    from: HexId,
    budget: i32,
    tests_count: bool,
) -> BTreeMap<HexNumber, (usize, Vec<usize>)> {
    let mut found = BTreeMap::new();
    walk(field, unit, from, (field.hex(unit), budget), tests_count, &mut (0, Vec::new()), &mut found);
    found
}

fn walk(
    field: &Field,
    unit: UnitId,
    from: HexId,
    (hex, left): (HexId, i32),
    tests_count: bool,
    path: &mut (usize, Vec<usize>),
    found: &mut BTreeMap<HexNumber, (usize, Vec<usize>)>,
) {
    let battle = field.battlefield();
    let piece = battle.piece(unit);
    let legal: Vec<(usize, HexId, i32)> = (0..6)
        .filter_map(|way| {
            let price = cost(battle, piece.figures.class, hex, way)?;
            let to = neighbour(battle, hex, way)?;
            let farther = battle.map.distance(to, from) > battle.map.distance(hex, from);
            let enemy = field.unit_in(to).is_some_and(|other| field.side(other) != piece.side);
            (farther && !enemy).then_some((way, to, price))
        })
        .collect();
    let full = left == 0 || (!legal.is_empty() && legal.iter().all(|&(_, _, price)| price > left));
    let safe = field.unit_in(hex).is_none() && !in_zone(field, piece.side.other(), hex);
    if full && safe && !path.1.is_empty() {
        let end = found.entry(battle.map.number(hex)).or_insert_with(|| path.clone());
        if *path < *end {
            *end = path.clone();
        }
    }
    for (way, to, price) in legal {
        if price <= left {
            let tests = field.unit_in(to).is_some_and(|friend| {
                let line = battle.piece(friend);
                line.figures.class != Class::Li && !field.is(friend, Mark::Disrupted)
            });
            let counted = usize::from(tests_count && tests && piece.figures.class != Class::Li);
            path.0 += counted;
            path.1.push(way);
            walk(field, unit, from, (to, left - price), tests_count, path, found);
            path.1.pop();
            path.0 -= counted;
        }
    }
}
