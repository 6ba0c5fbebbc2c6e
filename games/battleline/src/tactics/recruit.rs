//! A beginner: he does anything that is not a gross mistake.

use kit::random_play::RandomPlayer;

use super::{Order, attacks::Attack, moves::Planning, odds, threat::Stand, values::Values};
use crate::prelude::*;

/// Some units go anywhere where they stand no worse than before: nearer to the enemy as a rule, but none gives its flank or its
/// leader away for nothing.
pub(super) fn moves(game: &Battleline, chance: &mut RandomPlayer) -> Vec<Order> {
    let mut planning = Planning::new(game, &Manner::STEADY);
    for unit in planning.free {
        if chance.pick(2) == 0 {
            continue;
        }
        let field = &planning.field;
        let worst = planning.place(Stand::now(field, unit));
        let range = movement::range(field, unit, game.turn);
        let is_sensible = |&(to, facing): &_| planning.place(Stand::at(unit, to, facing)) >= worst;
        let sensible = range.ends().filter(is_sensible).map(|(to, facing)| Order::go(unit, to, facing));
        let sensible: Vec<Order> = sensible.collect();
        if !sensible.is_empty() {
            let order = sensible[chance.pick(sensible.len())];
            planning.give(order);
        }
    }
    planning.bring_in();
    planning.orders.reverse();
    planning.orders
}

/// One of the attacks that are not hopeless: all who can join, at least as strong as the defence.
pub(super) fn attack(game: &Battleline, values: &Values, chance: &mut RandomPlayer) -> Option<Attack> {
    let field = &game.field;
    for target in clash::targets(field, game.house_rules, game.active) {
        if chance.pick(2) == 0 {
            continue;
        }
        let joiners = clash::joiners(field, game.house_rules, target) - field.all(Mark::Disrupted);
        let list: Vec<UnitId> = joiners.iter().collect();
        let weighed = odds::weigh(field, game.house_rules, values, target, &list);
        if let Some(weighed) = weighed.filter(|found| found.announced.attack >= found.announced.defence) {
            let (lead, column) = (weighed.lead, weighed.announced.column);
            return Some(Attack { target, attackers: joiners, lead, column, value: weighed.value });
        }
    }
    None
}
