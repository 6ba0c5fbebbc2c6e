//! Attacks put together while moving: for every enemy the places round him, who can get there, and what that is worth.

use super::{
    Note, Order,
    moves::Planning,
    odds,
    threat::{Stand, behind},
    values::{prospects, shown},
};
use crate::{
    movement::{self, Range},
    prelude::*,
};

/// A unit at a place from which it could attack.
#[derive(Clone, Copy)]
struct Part {
    unit: UnitId,
    hex: HexId,
    facing: Direction,
    /// What it would count for.
    attack: i32,
    /// Where the target would have it.
    row: Row,
    /// What standing there costs.
    cost: i32,
}

/// An enemy and everybody who could attack him.
struct Target {
    unit: UnitId,
    parts: Vec<Part>,
    /// His defence and the sixths with which he stands, by row of Table 5; 6 where he need not test.
    by_row: [(i32, i32); 4],
    /// What it is worth to strike him.
    worth: i32,
    /// He is not worth another thought.
    given_up: bool,
}

impl Planning<'_> {
    /// Sends units against the most promising enemies, one after the other; those who are sent are tied.
    pub(super) fn gather_for_attacks(&mut self) -> Units {
        let mut targets = self.targets();
        let mut tied = Units::NONE;
        let reserve = self.values.manner.reserve.clamp(0, 100) as usize;
        let most = self.field.units_of(self.side).len() * (100 - reserve) / 100;
        while tied.len() < most {
            let tries = targets.iter().enumerate().filter(|(_, target)| !target.given_up);
            let tries = tries.map(|(place, target)| (self.assemble(target, tied), place));
            let Some(((value, parts), place)) =
                tries.max_by_key(|((value, _), place)| (*value, usize::MAX - place))
            else {
                break;
            };
            if value < self.hundredths(self.weights().gathering.worth_it) {
                break;
            }
            targets[place].given_up = true;
            tied |= self.send(targets[place].unit, &parts);
        }
        tied
    }

    /// Everybody of the enemy who is near enough to somebody.
    fn targets(&self) -> Vec<Target> {
        let field = &self.field;
        let mut probe = *field;
        let able = field.units_of(self.side) - field.all(Mark::Marching) - field.all(Mark::Frozen);
        let able: Vec<UnitId> = (able - field.all(Mark::ExchangedBack)).iter().collect();
        let enemies = field.units_of(self.side.other()).iter();
        let new = |unit| {
            let worth = self.values.worth(unit) + self.relief(unit);
            Target { unit, parts: Vec::new(), by_row: [(0, 6); 4], worth, given_up: false }
        };
        let mut targets: Vec<Target> = enemies.map(new).collect();
        for unit in able {
            let is_free = self.free.contains(unit);
            let far = if is_free { field.piece(unit).figures.tactical as u32 + 1 } else { 1 };
            let here = field.hex(unit);
            if u32::from(self.threat.nearest[here.index()]) > far {
                continue;
            }
            let range = is_free.then(|| movement::range(field, unit, self.game.turn));
            let now = self.exposure(Stand::now(field, unit));
            for target in &mut targets {
                if field.distance(field.hex(target.unit), here) <= far {
                    self.add_parts(&mut probe, target, unit, range.as_ref(), now);
                }
            }
        }
        targets.retain(|target| !target.parts.is_empty());
        targets
    }

    /// What it is worth to rid the friend of an enemy who stands behind him; of several friends him who is worth most.
    fn relief(&self, enemy: UnitId) -> i32 {
        let field = &self.field;
        let friends = field.units_round(field.hex(enemy)).filter(|&unit| field.side(unit) == self.side);
        let threatened = friends.filter(|&unit| behind(field, Stand::now(field, unit)).any(|by| by == enemy));
        let worth = threatened.map(|unit| self.values.worth(unit)).max();
        worth.unwrap_or(0) * self.weights().gathering.relief / 100
    }

    /// Every place round a target from which a unit could attack it, with the facing that suits best.
    fn add_parts(
        &self,
        probe: &mut Field,
        target: &mut Target,
        unit: UnitId,
        range: Option<&Range>,
        now: i32,
    ) {
        let (here, facing) = (probe.hex(unit), probe.facing(unit));
        for (back, hex) in probe.steps(probe.hex(target.unit)) {
            let mut facings = range.map_or(Directions::NONE, |range| range.facings(hex));
            if hex == here {
                facings.insert(facing);
            }
            let Some(best) = nearest_facing(facings, back.opposite(), facing) else { continue };
            probe.move_to(unit, hex);
            probe.turn(unit, best);
            if let Some(mut part) = self.part(probe, target, unit) {
                let weights = &self.weights().gathering;
                let exposed = self.threat.exposure(probe, &self.values, Stand::now(probe, unit));
                part.cost =
                    ((exposed - now) * weights.danger_left / 100).max(0) + self.hundredths(weights.tied_down);
                if behind(probe, Stand::now(probe, unit)).any(|enemy| enemy != target.unit) {
                    part.cost += self.values.worth(unit) * weights.rear / 100;
                }
                target.parts.push(part);
            }
            probe.move_to(unit, here);
            probe.turn(unit, facing);
        }
    }

    /// What a unit counts for from where it stands on the probe.
    fn part(&self, probe: &Field, target: &mut Target, unit: UnitId) -> Option<Part> {
        // Alone it may be too weak; together with others it counts all the same.
        let lenient = HouseRules { low_odds_allowed: true, ..self.game.house_rules };
        let alone = clash::announced(probe, lenient, target.unit, &[unit])?;
        let stands = alone.stand.map_or(6, i32::from);
        target.by_row[usize::from(alone.row.number()) - 1] = (alone.defence.floor(), stands);
        Some(Part {
            unit,
            hex: probe.hex(unit),
            facing: probe.facing(unit),
            attack: alone.attack.floor(),
            row: alone.row,
            cost: 0,
        })
    }

    /// The best attack on a target with whoever is not tied: the part that helps most is added again and again.
    fn assemble(&self, target: &Target, tied: Units) -> (i32, SmallVec<[Part; 6]>) {
        let mut parts: SmallVec<[Part; 6]> = SmallVec::new();
        let mut best = (i32::MIN, 0);
        for _ in 0..6 {
            let fits = |part: &&Part| {
                let stays = self.field.hex(part.unit) == part.hex;
                !tied.contains(part.unit)
                    && (stays || (self.free.contains(part.unit) && self.field.unit_in(part.hex).is_none()))
                    && !parts.iter().any(|other| other.unit == part.unit || other.hex == part.hex)
            };
            let value = |part: &Part| self.promise(target, parts.iter().chain([part]));
            let next = target.parts.iter().filter(fits).map(|part| (value(part), *part));
            let Some((value, part)) = next.max_by_key(|(value, part)| (*value, std::cmp::Reverse(part.unit)))
            else {
                break;
            };
            parts.push(part);
            if value > best.0 {
                best = (value, parts.len());
            }
        }
        parts.truncate(best.1);
        (best.0, parts)
    }

    /// What an attack with these parts promises, ways out left aside.
    fn promise<'p>(&self, target: &Target, parts: impl Iterator<Item = &'p Part>) -> i32 {
        let (mut attack, mut row, mut cost, mut lead): (_, _, _, Option<&Part>) = (0, Row::FRONT, 0, None);
        for part in parts {
            attack += part.attack;
            row = row.max(part.row);
            cost += part.cost;
            if lead.is_none_or(|lead| part.attack > lead.attack) {
                lead = Some(part);
            }
        }
        let (defence, stands) = target.by_row[usize::from(row.number()) - 1];
        let (Some(column), Some(lead)) = (prospects(&self.field).column(attack, defence), lead) else {
            return i32::MIN / 2 + attack;
        };
        let (field, values) = (&self.field, &self.values);
        let harm = prospects(field).harm[shown(field.status(target.unit))][column];
        let toll = prospects(field).toll[shown(field.status(lead.unit))][column];
        let routs = super::values::harm_of(field.weights(), Code::Rt);
        let gain = target.worth * (harm * stands + routs * (6 - stands)) / 600;
        let price = values.worth(lead.unit) * toll * stands / 600;
        let fancy = values.manner.fancy(target.unit.index());
        values.bold(gain) * fancy / 100 - values.careful(price) - cost
    }

    /// Sends the parts of an attack where they belong; if that does not come to enough, nobody goes.
    fn send(&mut self, target: UnitId, parts: &[Part]) -> Units {
        let before = (self.field, self.orders.len(), self.free);
        let mut there: SmallVec<[UnitId; 6]> = SmallVec::new();
        for part in parts {
            let (unit, to, facing) = (part.unit, part.hex, part.facing);
            let stands = self.field.hex(unit) == to && self.field.facing(unit) == facing;
            if !stands {
                let facings = movement::facings_at(&self.field, unit, self.game.turn, to);
                if !facings.contains(facing) {
                    continue;
                }
                self.give(Order::go(unit, to, facing));
            }
            there.push(unit);
        }
        let weighed = odds::weigh(&self.field, self.game.house_rules, &self.values, target, &there);
        let Some(weighed) =
            weighed.filter(|weighed| weighed.value >= self.hundredths(self.weights().gathering.worth_it))
        else {
            (self.field, self.free) = (before.0, before.2);
            self.orders.truncate(before.1);
            return Units::NONE;
        };
        let sent: Units = there.iter().copied().collect();
        self.notes.push(Note::Gathered { target, column: weighed.announced.column });
        sent
    }
}

/// Of these facings the one that looks most towards a direction; of two the nearer to how it faces now.
fn nearest_facing(facings: Directions, towards: Direction, now: Direction) -> Option<Direction> {
    facings.iter().min_by_key(|way| (way.turns_from(towards), way.turns_from(now)))
}
