//! Which attack pays most now: every enemy within reach with those who make the attack on him worth most.

use super::{
    Note,
    odds::{self, Weighed},
    values::Values,
};
use crate::prelude::*;

/// So many who can join are tried in every combination.
const FEW: usize = 4;

/// So many attacks that were not made are told.
const MOST_LEFT_ALONE: usize = 3;

/// An attack and what it is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attack {
    pub(super) target: UnitId,
    pub(super) attackers: Units,
    pub(super) lead: UnitId,
    pub(super) column: u8,
    pub(super) value: i32,
}

/// The best attack on a unit with those who can join.
pub(super) fn on(field: &Field, house_rules: HouseRules, values: &Values, target: UnitId) -> Option<Attack> {
    let joiners = clash::joiners(field, house_rules, target);
    let weighed = |units: Units| {
        let list: SmallVec<[UnitId; 6]> = units.iter().collect();
        let tied = values.point() * field.weights().attacks.tied_down / 100 * list.len() as i32;
        let Weighed { value, announced, lead } = odds::weigh(field, house_rules, values, target, &list)?;
        let value = value - tied;
        Some(Attack { target, attackers: units, lead, column: announced.column, value })
    };
    if joiners.len() <= FEW {
        return subsets(joiners).filter_map(weighed).max_by_key(|attack| attack.value);
    }
    // All of them, and then without whoever is needed least, as long as it gets better.
    let mut best = weighed(joiners)?;
    loop {
        let fewer = best.attackers.iter().filter_map(|unit| weighed(best.attackers - Units::of(unit)));
        match fewer.max_by_key(|attack| attack.value) {
            Some(attack) if attack.value > best.value => best = attack,
            _ => return Some(best),
        }
    }
}

/// Every choice of some of these units.
fn subsets(units: Units) -> impl Iterator<Item = Units> {
    let list: SmallVec<[UnitId; 6]> = units.iter().collect();
    (1u32..1 << list.len()).map(move |choice| {
        let chosen = list.iter().enumerate().filter(|(place, _)| choice >> place & 1 == 1);
        chosen.map(|(_, &unit)| unit).collect()
    })
}

/// The attack that pays most, if one does; otherwise what was left alone is noted.
pub(super) fn best(game: &Battleline, values: &Values, notes: &mut Vec<Note>) -> Option<Attack> {
    let field = &game.field;
    let fancied = |attack: &Attack| {
        attack.value + values.point() * (values.manner.fancy(attack.target.index()) - 100) / 300
    };
    let targets = clash::targets(field, game.house_rules, game.active);
    let mut attacks: SmallVec<[Attack; 16]> =
        targets.filter_map(|target| on(field, game.house_rules, values, target)).collect();
    attacks.sort_by_key(|attack| (std::cmp::Reverse(fancied(attack)), attack.target));
    let worth_it = values.point() * field.weights().attacks.worth_it / 100;
    let best = attacks.first().copied().filter(|attack| fancied(attack) >= worth_it);
    let told = if best.is_some() { 1 } else { MOST_LEFT_ALONE };
    notes.extend(attacks.iter().take(told).map(|&Attack { target, attackers, column, value, .. }| {
        Note::Attack { target, attackers, column, value, made: best.is_some() }
    }));
    best
}
