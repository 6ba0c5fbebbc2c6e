//! Who goes where: first those who can join a promising attack, then everybody else to a better place.

use kit::{Manner, random_play::RandomPlayer};

use super::{
    Note,
    values::{POINT, Values},
    weights,
};
use crate::{fortification, movement, prelude::*, reinforcement, tactics::values::strength};

/// A move: to a hex, or off the map.
type Move = (UnitId, Option<HexId>);

/// Moves being planned on a map of their own.
struct Planning<'g> {
    values: Values<'g>,
    side: Side,
    march: March,
    /// The map as it is after the moves planned so far.
    field: Field,
    /// Units that have no plan yet and may move.
    free: Units,
    moves: Vec<Move>,
    notes: Vec<Note>,
}

/// The moves of a good player, the first one last; what they are for is noted.
pub(super) fn planned(game: &Mars, manner: &Manner, notes: &mut Vec<Note>) -> Vec<Move> {
    let mut planning = Planning::new(game, manner);
    planning.gather_for_attacks();
    planning.improve_places();
    planning.moves.reverse();
    notes.append(&mut planning.notes);
    planning.moves
}

impl<'g> Planning<'g> {
    fn new(game: &'g Mars, manner: &Manner) -> Self {
        let (field, side) = (game.field, game.phasing);
        let still = field.all(Status::Disrupted) | field.all(Status::DugIn) | field.all(Status::Moved);
        let values = Values::of(game, manner);
        let free = field.units_of(side) - still - holding(&field, side, &values);
        Self {
            values,
            side,
            march: March::of(&field, side),
            field,
            free,
            moves: Vec::new(),
            notes: Vec::new(),
        }
    }

    fn weights(&self) -> &'static weights::Moves {
        &self.values.weights().moves
    }

    fn theatre(&self) -> &'static Theatre {
        self.field.theatre()
    }

    /// How many times attack factors count (MARS-SET-8).
    fn times(&self) -> i32 {
        self.theatre().charts.attack_times(self.side, self.values.game.turn)
    }

    /// The defence of a hex, roughly: an attack over the line meets a stronger garrison.
    fn defence(&self, hex: HexId) -> i32 {
        let units = self.field.units_in(hex);
        let sum: i32 = units.map(|unit| i32::from(fortification::current_defence(&self.field, unit))).sum();
        sum + if self.theatre().zone_hexes.contains(hex) && self.side == Side::Russian { 2 } else { 0 }
    }

    /// Hexes next to a target from which a unit could attack it on this turn.
    fn posts(&self, unit: UnitId, around: Hexes) -> Hexes {
        let Some(here) = self.field.hex_of(unit) else { return Hexes::EMPTY };
        if self.field.supply_for_movement(unit) == Supply::Isolated {
            return Hexes::EMPTY;
        }
        let stays = Hexes::of(here) & around;
        if !self.free.contains(unit) {
            return stays;
        }
        let range = self.march.range(&self.field, unit);
        let reached = range.minimum | range.within(range.allowance.to_attack.unwrap_or(0));
        stays | (reached & around)
    }

    /// Fresh units that are not tied to an attack yet.
    fn fighters(&self, tied: Units) -> Units {
        let weak = self.field.all(Status::Disrupted) | self.field.all(Status::DugIn);
        self.field.units_of(self.side) - weak - tied
    }

    /// What a target seems to promise: its worth by the chance that strength gives.
    fn promise(&self, target: HexId, fighters: Units) -> i32 {
        let around = self.theatre().neighbours.of(Hexes::of(target)) - self.field.enemies_of(self.side);
        let mut strengths: Vec<i32> = Vec::new();
        for unit in fighters.iter().filter(|&unit| self.is_near(unit, target)) {
            if !self.posts(unit, around).is_empty() {
                strengths.push(self.field.attack(unit).into());
            }
        }
        strengths.sort_unstable_by(|a, b| b.cmp(a));
        let attack: i32 = strengths.iter().take(around.len() * 3).sum::<i32>() * self.times();
        let defence = self.defence(target).max(1);
        // As it was set by hand: nothing below two to one, nearly certain from seven to one.
        let weights = self.weights();
        let chance = (attack * weights.certain / defence - weights.hopeless).clamp(0, 100);
        let units: i32 = self.field.units_in(target).map(|unit| self.values.unit(unit)).sum();
        let fancy = self.values.manner.fancy(target.index());
        (units * weights.prey / 100 + self.values.taking(self.side, target)) * chance / 100 * fancy / 100
    }

    fn is_near(&self, unit: UnitId, target: HexId) -> bool {
        self.field.hex_of(unit).is_some_and(|hex| self.theatre().map.distance(hex, target) <= 6)
    }

    /// Sends units against the most promising hexes, one hex after the other.
    fn gather_for_attacks(&mut self) {
        let fighters = self.fighters(Units::NONE);
        let mut targets: Vec<(i32, HexId)> =
            self.field.enemies_of(self.side).iter().map(|hex| (self.promise(hex, fighters), hex)).collect();
        targets.sort_unstable_by_key(|&(promise, hex)| (std::cmp::Reverse(promise), hex));
        let mut tied = Units::NONE;
        // A reserve is what is not sent.
        let reserve = fighters.len() * self.values.manner.reserve.clamp(0, 100) as usize / 100;
        for (promise, target) in targets {
            if promise < self.weights().promise || self.fighters(tied).len() <= reserve {
                break;
            }
            tied |= self.gather(target, tied);
        }
    }

    /// Sends the strongest units that can come until they are enough; if they are too few, nobody.
    fn gather(&mut self, target: HexId, tied: Units) -> Units {
        let before = (self.field, self.moves.len(), self.free);
        let weights = self.weights();
        let around = self.theatre().neighbours.of(Hexes::of(target)) - self.field.enemies_of(self.side);
        let mut fighters: Vec<UnitId> =
            self.fighters(tied).iter().filter(|&unit| self.is_near(unit, target)).collect();
        fighters.sort_by_key(|&unit| (std::cmp::Reverse(self.field.attack(unit)), unit));
        let (defence, mut attack, mut sent) = (self.defence(target).max(1), 0, Units::NONE);
        for unit in fighters {
            if attack * 100 >= weights.enough * defence {
                break;
            }
            let posts = self.posts(unit, around);
            let here = self.field.hex_of(unit);
            let Some(post) = posts.iter().max_by_key(|&post| self.post_value(unit, post, target, here))
            else {
                continue;
            };
            if Some(post) != here {
                self.go(unit, post);
            }
            sent.insert(unit);
            attack += i32::from(self.field.attack(unit)) * self.times();
        }
        if attack * 100 < weights.too_few * defence {
            (self.field, self.free) = (before.0, before.2);
            self.moves.truncate(before.1);
            return Units::NONE;
        }
        self.free -= sent;
        self.notes.push(Note::Gathered { target, units: sent });
        sent
    }

    /// Rather from where no river has to be crossed, rather without going, rather where it is safe.
    fn post_value(&self, unit: UnitId, post: HexId, target: HexId, here: Option<HexId>) -> i32 {
        let way = self.theatre().map.direction(target, post);
        let wet = way.is_some_and(|way| self.theatre().rivers.at(target).contains(way));
        let weights = self.weights();
        self.values.place(&self.field, unit, post) * weights.post / 100
            - if wet { weights.over_a_river } else { 0 }
            + if here == Some(post) { weights.without_going } else { 0 }
    }

    fn go(&mut self, unit: UnitId, to: HexId) {
        if let Ok(step) = movement::check_move::<Silent>(&self.field, unit, to) {
            movement::make(&mut self.field, &step);
            self.moves.push((unit, Some(to)));
        }
    }

    /// Everybody else goes where it is better.
    fn improve_places(&mut self) {
        for unit in self.free {
            if self.leaves(unit) {
                continue;
            }
            let Some(here) = self.field.hex_of(unit) else { continue };
            let range = self.march.range(&self.field, unit);
            let value = |hex: HexId| self.values.place(&self.field, unit, hex);
            let best = range
                .destinations()
                .iter()
                .map(|hex| (value(hex), hex))
                .max_by_key(|&(value, hex)| (value, std::cmp::Reverse(hex)));
            if let Some((_, hex)) =
                best.filter(|&(better, _)| better > value(here) + self.weights().worth_going)
            {
                self.go(unit, hex);
            }
        }
    }

    /// A panzer unit that scores more by leaving than it can do here leaves, or goes where it can leave later.
    fn leaves(&mut self, unit: UnitId) -> bool {
        if self.side == Side::Russian || !self.theatre().roster().panzers.contains(unit) {
            return false;
        }
        let turn = self.values.game.turn;
        let brought_in = self.field.is(unit, Status::BroughtIn);
        let points = |turn: u8| self.theatre().withdrawal_points(unit, turn, brought_in) * POINT;
        let stays = strength(&self.field, unit) * self.weights().panzer_stays * self.values.left;
        let wants = |gain: i32| gain * self.values.manner.withdrawal / 100 > stays;
        let range = self.march.range(&self.field, unit);
        if wants(points(turn)) && !reinforcement::exits(&self.field, &self.march, &range).is_empty() {
            self.field.remove(unit, Aside::Withdrawn(turn));
            self.moves.push((unit, None));
            self.notes.push(Note::Left(unit));
            return true;
        }
        let map = &self.theatre().map;
        let far = |hex: HexId| {
            self.theatre().southern_edge.iter().map(|edge| map.distance(hex, edge)).min().unwrap_or(u32::MAX)
        };
        let Some(here) = self.field.hex_of(unit) else { return false };
        // Five hexes a turn, road or not.
        let arrives = turn + 1 + (far(here) / 5) as u8;
        if far(here) > 10 || !wants(points(arrives)) {
            return false;
        }
        let nearest = range.destinations().iter().min_by_key(|&hex| (far(hex), hex));
        if let Some(hex) = nearest.filter(|&hex| far(hex) < far(here)) {
            self.go(unit, hex);
        }
        true
    }
}

/// Units that must stay where they are: German infantry that alone holds its zone, as long as supply reaches it.
fn holding(field: &Field, side: Side, values: &Values<'_>) -> Units {
    let theatre = field.theatre();
    if side == Side::Russian {
        return Units::NONE;
    }
    let mut holding = Units::NONE;
    for zone in &theatre.zones {
        let germans: Units = zone
            .hexes
            .iter()
            .flat_map(|hex| field.units_in(hex))
            .filter(|&unit| field.unit(unit).side == side)
            .collect();
        let infantry = germans & theatre.roster().garrisons;
        // The strongest infantry holds; without any, whoever is there.
        let keeper = infantry
            .iter()
            .max_by_key(|&unit| (fortification::current_defence(field, unit), std::cmp::Reverse(unit)))
            .or_else(|| germans.first());
        let stays = |unit: &UnitId| {
            let supplied = field.hex_of(*unit).is_some_and(|hex| values.in_supply(side, hex));
            supplied || values.weights().places.isolated == 0
        };
        if let Some(unit) = keeper.filter(stays) {
            holding.insert(unit);
        }
    }
    holding
}

/// Moves of a beginner: some units go somewhere, but nobody leaves a zone that he alone holds.
pub(super) fn at_random(game: &Mars, chance: &mut RandomPlayer) -> Vec<Move> {
    let mut planning = Planning::new(game, &Manner::STEADY);
    for unit in planning.free {
        if chance.pick(2) == 0 {
            continue;
        }
        let Some(here) = planning.field.hex_of(unit) else { continue };
        let worst = planning.values.place(&planning.field, unit, here) - POINT / 4;
        let range = planning.march.range(&planning.field, unit);
        let sensible: Vec<HexId> = range
            .destinations()
            .iter()
            .filter(|&hex| planning.values.place(&planning.field, unit, hex) >= worst)
            .collect();
        if !sensible.is_empty() {
            let hex = sensible[chance.pick(sensible.len())];
            planning.go(unit, hex);
        }
    }
    planning.moves.reverse();
    planning.moves
}
