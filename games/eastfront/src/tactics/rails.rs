//! Phase H: which rail hexes are converted. First the lines that lead to the cities that are still to be taken; what is left
//! over goes where it brings the most ground into supply, near the units at the front and what they are after.

use kit::{Manner, map::HexId};

use super::values::{self, FAR, Values};
use crate::{
    action::Action,
    game::EastFront,
    map::Hexes,
    rail,
    supply::{Lines, Net, Supply},
    theatre::Theatre,
    unit::{Nation, Side},
};

/// A way round by rail that is longer than the straight one by more than this leads nowhere.
const WAY_ROUND: u8 = 2;
/// A city is the more urgent the shorter the line to it; this keeps the very near ones from being everything.
const LINE_START: i32 = 4;

/// Ways along rails from some hexes outward: how long each is, and what comes before each hex on it.
struct Ways {
    length: Vec<u8>,
    before: Vec<HexId>,
}

impl Ways {
    /// From these hexes, which are no part of the length, through all rail hexes but those.
    fn from(theatre: &Theatre, start: Hexes, closed: Hexes) -> Self {
        let mut ways =
            Self { length: vec![FAR; theatre.map.len()], before: vec![HexId::NONE; theatre.map.len()] };
        let mut queue: std::collections::VecDeque<HexId> = start.iter().collect();
        for hex in &queue {
            ways.length[hex.index()] = 0;
        }
        while let Some(hex) = queue.pop_front() {
            let rails = theatre.rails(hex);
            for (way, other) in theatre.map.steps(hex) {
                if rails.contains(way) && !closed.contains(other) && ways.length[other.index()] == FAR {
                    ways.length[other.index()] = (ways.length[hex.index()] + 1).min(FAR - 1);
                    ways.before[other.index()] = hex;
                    queue.push_back(other);
                }
            }
        }
        ways
    }

    /// The hexes of the way to one, itself first.
    fn back(&self, from: HexId) -> impl Iterator<Item = HexId> {
        std::iter::successors(Some(from), |hex| self.before[hex.index()].some())
    }
}

/// Rail hexes on the lines from the railheads of the Axis to the cities that it has still to take.
pub(super) fn lines(game: &EastFront) -> Hexes {
    let theatre = game.theatre();
    if theatre.rail_hexes.is_empty() {
        return Hexes::EMPTY;
    }
    let heads = Net::of(&game.board, Side::Axis, Lines::Usual).heads;
    let ways = Ways::from(theatre, heads, Hexes::EMPTY);
    let goals = theatre.victory_cities.iter().filter(|city| game.board.controls(Side::Soviet, city.hex));
    goals
        .filter(|city| ways.length[city.hex.index()] < FAR)
        .flat_map(|city| ways.back(city.hex))
        .filter(|hex| !heads.contains(*hex))
        .collect()
}

/// The next hex on the line to the city that gives most for its length.
fn towards_a_city(game: &EastFront, open: Hexes) -> Option<HexId> {
    let (theatre, board) = (game.theatre(), &game.board);
    let heads = Net::of(board, Side::Axis, Lines::Usual).heads;
    let straight = Ways::from(theatre, heads, Hexes::EMPTY);
    let first: Hexes = open.iter().filter(|hex| straight.length[hex.index()] == 1).collect();
    let ways = Ways::from(theatre, first, heads);
    let goals = theatre.victory_cities.iter().filter(|city| !heads.contains(city.hex));
    let offers = goals.filter_map(|city| {
        let length = ways.length[city.hex.index()];
        if length == FAR || length + 1 > straight.length[city.hex.index()] + WAY_ROUND {
            return None;
        }
        let start = ways.back(city.hex).last()?;
        let urgency = i32::from(city.points) * 1000 / (i32::from(length) + LINE_START);
        Some((urgency, std::cmp::Reverse(start)))
    });
    offers.max().map(|(_, std::cmp::Reverse(hex))| hex)
}

/// Ground farther from the front than this needs no railway.
const NEAR_FRONT: u8 = 9;

pub(super) fn best(game: &EastFront, manner: &Manner) -> Action {
    let open = rail::convertible(&game.board);
    if open.is_empty() {
        return Action::Done;
    }
    if let Some(hex) = towards_a_city(game, open) {
        return Action::Convert(hex);
    }
    let values = Values::of(game, manner);
    let theatre = game.theatre();
    let board = &game.board;
    let supplied = *Supply::of(board, Side::Axis).hexes(Nation::German);
    let front = board.hexes_of(theatre.nations[Nation::German as usize] & board.on_map());
    let to_front = values::spread(theatre, front, NEAR_FRONT);
    let range = board.charts().play.supply_range;
    let wanted: Vec<i32> = (0..theatre.map.len())
        .map(|index| {
            let near = i32::from(NEAR_FRONT) - i32::from(to_front[index].min(NEAR_FRONT));
            let goal = (40 - i32::from(values.to_east[index].min(40))).max(0);
            if near > 0 { near + goal } else { 0 }
        })
        .collect();
    let worth = |hex: HexId| -> i32 {
        let mut reach = Hexes::of(hex);
        for _ in 0..range {
            reach |= theatre.neighbours.of(reach) & theatre.land;
        }
        (reach - supplied).iter().map(|other| wanted[other.index()]).sum::<i32>() + wanted[hex.index()]
    };
    let best = open.iter().map(|hex| (worth(hex), std::cmp::Reverse(hex))).max();
    match best {
        Some((worth, std::cmp::Reverse(hex))) if worth > 0 => Action::Convert(hex),
        _ => Action::Rails,
    }
}
