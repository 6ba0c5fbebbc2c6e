//! Phase A: everybody who is due comes, and factors are spent on the units that give most for them, where they are wanted.

use std::cmp::Reverse;

use kit::{Manner, Silent, flow::Steps, map::HexId};

use super::{line::Ground, values::Values};
use crate::{action::Action, game::EastFront, reinforcement::Depot, roster::UnitId, unit::Side};

pub(super) fn best(game: &EastFront, picked: Option<UnitId>, manner: &Manner) -> Action {
    let may = |action: Action| game.step().check::<Silent>(game, action).is_ok();
    let depot = Depot::of(game);
    if let Some(unit) = picked {
        return where_to(game, &depot, unit, manner).map_or(Action::Stay, Action::To);
    }
    if may(Action::Deploy) {
        return Action::Deploy;
    }
    // The most for the price; an army before a corps, since a hex holds only two units.
    let value = |unit: UnitId| {
        let piece = game.board.piece(unit);
        let [infantry, armour] = game.price(unit);
        let price = i32::from(infantry + armour).max(1);
        let strength = i32::from(piece.attack) * 2 + i32::from(piece.defence) * 3;
        strength * 10 / (price + 2) + strength
    };
    let mut units: Vec<UnitId> = game.rebuildable().iter().collect();
    units.sort_by_key(|&unit| (Reverse(value(unit)), unit));
    let found = units.into_iter().find(|&unit| !depot.rebuilding(game, unit).is_empty());
    found.map_or(Action::Done, Action::Pick)
}

fn where_to(game: &EastFront, depot: &Depot, unit: UnitId, manner: &Manner) -> Option<HexId> {
    let values = Values::of(game, manner);
    let ground = Ground::new(&values, &game.board, game.phasing);
    let ends = depot.rebuilding(game, unit);
    // It comes Dispersed: not where the enemy can reach it at once, unless it is to hold a city.
    let place = |hex: HexId| {
        let near = ground.to_enemy(hex);
        let raw = if game.phasing == Side::Soviet && near <= 3 { -20 } else { 0 };
        ground.place(&game.board, unit, hex) + raw
    };
    ends.iter().map(|hex| (place(hex), Reverse(hex))).max().map(|(_, Reverse(hex))| hex)
}
