//! Where the enemy can be on his next turn, and what he may do to a unit that stands in his way.

use super::values::{Values, harm_of, prospects, shown};
use crate::{facing::FROM_THE_REAR, prelude::*};

/// A number too great for any distance.
const FAR: u8 = 99;

/// The enemies of a side and what they can reach.
#[derive(Clone, Debug)]
pub(super) struct Threat {
    /// Who can stand in a hex on his next turn.
    reach: Box<[Units; MOST_HEXES]>,
    /// Hexes where somebody can be attacked.
    touched: Hexes,
    /// How far a hex is from the nearest enemy.
    pub(super) nearest: Box<[u8; MOST_HEXES]>,
}

/// A unit as it would stand: where, which way it looks, in which condition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    pub(super) unit: UnitId,
    pub(super) hex: HexId,
    pub(super) facing: Direction,
    pub(super) marching: bool,
}

impl Stand {
    /// As it stands now.
    pub(super) fn now(field: &Field, unit: UnitId) -> Self {
        Self {
            unit,
            hex: field.hex(unit),
            facing: field.facing(unit),
            marching: field.is(unit, Mark::Marching),
        }
    }

    /// Somewhere else.
    pub(super) const fn at(unit: UnitId, hex: HexId, facing: Direction) -> Self {
        Self { unit, hex, facing, marching: false }
    }
}

impl Threat {
    /// By the movement rules, as the map stands.
    pub(super) fn exact(field: &Field, side: Side, turn: u8) -> Self {
        Self::new(field, side, |enemy| {
            // Who is Disrupted enters no zone of control (LINE-X-ZOC-6) and seldom wants to come nearer.
            if field.is(enemy, Mark::Disrupted) {
                return Hexes::EMPTY;
            }
            movement::range(field, enemy, turn).destinations()
        })
    }

    fn new(field: &Field, side: Side, range: impl Fn(UnitId) -> Hexes) -> Self {
        let mut reach = Box::new([Units::NONE; MOST_HEXES]);
        let mut all = Hexes::EMPTY;
        for enemy in field.units_of(side.other()) {
            let mut ends = range(enemy);
            ends.insert(field.hex(enemy));
            ends.iter().for_each(|hex| reach[hex.index()] |= Units::of(enemy));
            all |= ends;
        }
        let touched = all.iter().flat_map(|hex| field.neighbours(hex)).collect();
        Self { reach, touched, nearest: nearest(field, side.other()) }
    }

    /// Whether anybody of the enemy can stand in a hex on his next turn.
    pub(super) fn is_reached(&self, hex: HexId) -> bool {
        !self.reach[hex.index()].is_empty()
    }

    /// What the enemy may take from a unit that stands so at the end of its turn.
    pub(super) fn exposure(&self, field: &Field, values: &Values, stand: Stand) -> i32 {
        if !self.touched.contains(stand.hex) {
            return 0;
        }
        danger(field, values, stand, |hex| self.reach[hex.index()])
    }
}

/// The same without a look at the whole map: everybody comes as far as his movement factors reach.
pub(super) fn rough_exposure(field: &Field, values: &Values, stand: Stand) -> i32 {
    let near = |hex: HexId, slack: u32| {
        let reaches = move |enemy: &UnitId| {
            let figures = &field.piece(*enemy).figures;
            let far = if field.is(*enemy, Mark::Disrupted) { 0 } else { figures.tactical as u32 };
            field.distance(field.hex(*enemy), hex) <= far + slack
        };
        field.units_of(values.side.other()).iter().filter(reaches).collect::<Units>()
    };
    let all = near(stand.hex, 1);
    if all.is_empty() {
        return 0;
    }
    danger(field, values, stand, |hex| near(hex, 0) & all)
}

/// The enemies in Good Order on row 3 or 4 of a unit.
pub(super) fn behind(field: &Field, stand: Stand) -> impl Iterator<Item = UnitId> {
    let enemies = field.units_of(field.side(stand.unit).other()) - field.all(Mark::Disrupted);
    let comers = field
        .steps(stand.hex)
        .filter(move |&(way, _)| !field.charts().row_towards(way, stand.facing).is_forward());
    comers.filter_map(|(_, hex)| field.unit_in(hex)).filter(move |&unit| enemies.contains(unit))
}

/// Distances from the units of a side.
fn nearest(field: &Field, side: Side) -> Box<[u8; MOST_HEXES]> {
    let mut nearest = Box::new([FAR; MOST_HEXES]);
    let mut queue: Vec<HexId> = field.held_by(side).iter().collect();
    for hex in &queue {
        nearest[hex.index()] = 0;
    }
    let mut next = 0;
    while let Some(&hex) = queue.get(next) {
        next += 1;
        for to in field.neighbours(hex) {
            if nearest[to.index()] == FAR {
                nearest[to.index()] = nearest[hex.index()] + 1;
                queue.push(to);
            }
        }
    }
    nearest
}

/// The strongest enemies come from where it hurts most; every one of them once.
fn danger(field: &Field, values: &Values, stand: Stand, comers: impl Fn(HexId) -> Units) -> i32 {
    let own = values.side;
    let (mut used, mut attack, mut worst, mut strongest) = (Units::NONE, 0, Row::FRONT, None);
    let mut fastest = 0;
    for sides in FROM_THE_REAR {
        let way = stand.facing.turned(sides);
        let Some(hex) = field.neighbour(stand.hex, way) else { continue };
        let there = field.unit_in(hex).filter(|&other| other != stand.unit);
        let comers = match there {
            Some(other) if field.side(other) == own => continue,
            Some(other) => Units::of(other),
            None => comers(hex),
        };
        let strength = |unit: UnitId| field.piece(unit).figures.face(field.status(unit)).attack;
        let best = (comers - used).iter().max_by_key(|&unit| (strength(unit), std::cmp::Reverse(unit)));
        let Some(enemy) = best.filter(|&enemy| strength(enemy) > 0) else { continue };
        used.insert(enemy);
        attack += strength(enemy);
        fastest = fastest.max(field.piece(enemy).figures.tactical);
        worst = worst.max(field.charts().row_towards(way, stand.facing));
        strongest = strongest.max(Some(values.worth(enemy)));
    }
    let Some(lead) = strongest else { return 0 };
    let row = if stand.marching { field.charts().row_when_marching(worst) } else { worst };
    let comers = Comers { attack, row, lead, fastest };
    let harm = harm(field, values, stand.unit, &comers);
    values.careful(harm) * field.weights().danger.shared / 100
}

/// Those who may fall upon a unit: their factors, where they come from, what their lead is worth, and how fast the
/// fastest of them is.
struct Comers {
    attack: i32,
    row: Row,
    lead: i32,
    fastest: i32,
}

/// What an attack takes from a unit, less what it costs its lead.
fn harm(field: &Field, values: &Values, unit: UnitId, comers: &Comers) -> i32 {
    let Comers { attack, row, lead, fastest } = *comers;
    let figures = &field.piece(unit).figures;
    let status = field.status(unit);
    let face = figures.face(status);
    let effect = field.charts().direction(row);
    let defence = effect.defence.map_or(0, |change| face.defence + change);
    let morale = face.morale + effect.morale;
    let Some(column) = prospects(field).column(attack, defence) else { return 0 };
    let mut share = prospects(field).harm[shown(status)][column];
    let mut toll = prospects(field).toll[0][column];
    if status == Status::GoodOrder && !row.is_forward() {
        let stands = morale.clamp(1, 5);
        share = (share * stands + harm_of(field.weights(), Code::Rt) * (6 - stands)) / 6;
        toll = toll * stands / 6;
    }
    // Light troops slip away more often than not, but from nobody who is faster (LINE-X-EVA-1).
    let slips = field.charts().class(figures.class).evades && fastest <= figures.tactical;
    if status == Status::GoodOrder && slips {
        share /= 2;
    }
    (values.worth(unit) * share / 100 - lead * toll / 100 * field.weights().danger.comfort / 100).max(0)
}
