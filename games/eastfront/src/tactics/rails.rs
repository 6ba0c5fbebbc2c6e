//! Phase H: which rail hexes are converted. Each is worth the ground that comes into supply by it, the more the nearer it
//! is to the units at the front and to what they are after.

use kit::{Manner, map::HexId};

use super::values::{self, Values};
use crate::{
    action::Action,
    game::EastFront,
    map::Hexes,
    rail,
    supply::Supply,
    unit::{Nation, Side},
};

/// Ground farther from the front than this needs no railway.
const NEAR_FRONT: u8 = 9;

pub(super) fn best(game: &EastFront, manner: &Manner) -> Action {
    let open = rail::convertible(&game.board);
    if open.is_empty() {
        return Action::Done;
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
