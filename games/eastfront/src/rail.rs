//! The rail net: where trains run (chapter RAIL), and which hexes can be converted (`EAST-CTL-2`).

use kit::map::HexId;

use crate::{board::Board, map::Hexes, movement::Season, roster::UnitId, theatre::Theatre, unit::Side};

/// Rail hexes over which a side's trains run: controlled, of the right gauge, without enemies and outside their zones of
/// control (`EAST-RAIL-2`).
pub fn open_net(board: &Board, side: Side) -> Hexes {
    board.usable_rail(side) - *board.enemy_zones(side) - board.enemies_of(side)
}

/// Every hex that is joined by rail to one of `from` through hexes of `net`; `from` must be among them.
pub fn joined(theatre: &Theatre, from: Hexes, net: &Hexes) -> Hexes {
    let reached = from & *net;
    let mut open = *net - reached;
    let mut waiting: [HexId; 1024] = [HexId::NONE; 1024];
    let mut count = 0;
    for hex in reached {
        waiting[count] = hex;
        count += 1;
    }
    while count > 0 {
        count -= 1;
        let hex = waiting[count];
        // Few hexes have more than two rails: only these are looked at.
        let (mut rails, around) = (theatre.rails(hex).bits(), theatre.map.around(hex));
        while rails != 0 {
            let other = around[rails.trailing_zeros() as usize];
            rails &= rails - 1;
            if open.remove(other) {
                waiting[count] = other;
                count += 1;
            }
        }
    }
    *net - open
}

/// Where a unit can get by rail from where it stands, its own hex left out. Every hex must be open to it (`EAST-R72`).
pub fn reach(board: &Board, unit: UnitId, season: Season) -> Hexes {
    let Some(start) = board.hex_of(unit) else { return Hexes::EMPTY };
    let side = board.side(unit);
    let mut net = open_net(board, side) & board.open_to(unit);
    // EAST-MOV-10
    if season.june_1941 && side == Side::Soviet {
        net -= board.theatre().neutral_in_june();
    }
    let mut reached = joined(board.theatre(), Hexes::of(start), &net);
    reached.remove(start);
    reached
}

/// A shortest way by rail to a hex, both ends included.
pub fn way(board: &Board, unit: UnitId, season: Season, to: HexId) -> Vec<HexId> {
    let Some(start) = board.hex_of(unit) else { return Vec::new() };
    let mut net = reach(board, unit, season);
    net.insert(start);
    shortest(board.theatre(), start, Hexes::of(to), &net)
}

/// A shortest way along rails from a hex to one of some others, both ends included; empty if there is none.
pub fn shortest(theatre: &Theatre, from: HexId, to: Hexes, net: &Hexes) -> Vec<HexId> {
    let mut before = vec![HexId::NONE; theatre.map.len()];
    let mut seen = Hexes::of(from);
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(hex) = queue.pop_front() {
        if to.contains(hex) {
            let mut way = vec![hex];
            let mut at = hex;
            while at != from {
                at = before[at.index()];
                way.push(at);
            }
            way.reverse();
            return way;
        }
        let rails = theatre.rails(hex);
        for (way, other) in theatre.map.steps(hex) {
            if rails.contains(way) && net.contains(other) && seen.insert(other) {
                before[other.index()] = hex;
                queue.push_back(other);
            }
        }
    }
    Vec::new()
}

/// Rail hexes that the Axis can convert now (`EAST-CTL-2`): Axis-controlled, not yet of the right gauge, joined to one that
/// is, and not in a Soviet zone of control unless an Axis unit stands there.
pub fn convertible(board: &Board) -> Hexes {
    let theatre = board.theatre();
    let done = theatre.home_rail | *board.converted();
    let usable = board.usable_rail(Side::Axis);
    let open = (theatre.rail_hexes & board.controlled_by(Side::Axis)) - done - board.closed_zones(Side::Axis);
    let is_joined = |hex: &HexId| {
        let rails = theatre.rails(*hex);
        theatre.map.steps(*hex).any(|(way, other)| rails.contains(way) && usable.contains(other))
    };
    open.iter().filter(is_joined).collect()
}

/// The usual next hex to convert: nearest to an Axis army, then the lowest number (section 5 of the rules).
pub fn usual_conversion(board: &Board) -> Option<HexId> {
    let theatre = board.theatre();
    let armies = board.units_of(Side::Axis).iter().filter(|&unit| board.piece(unit).is_army());
    let armies: Vec<HexId> = armies.filter_map(|unit| board.hex_of(unit)).collect();
    let distance = |hex: HexId| armies.iter().map(|&army| theatre.map.distance(army, hex)).min();
    convertible(board).iter().min_by_key(|&hex| (distance(hex).unwrap_or(u32::MAX), hex))
}
