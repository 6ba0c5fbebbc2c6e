//! What units and places are worth, in hundredths of a victory point.

use std::cell::OnceCell;

use kit::{Manner, map::Grid};

use super::weights::{self, Weights};
use crate::{fortification, prelude::*, theatre::Town, victory};

/// A point of victory.
pub(super) const POINT: i32 = 100;

/// A number for every hex.
type Chart<T> = Box<[T; MOST_HEXES]>;

/// What winning is worth, by however little.
const WIN: i32 = 6 * POINT;

/// What things are worth to the players now. Charts of the map are made when they are asked for.
#[derive(Clone, Debug)]
pub(super) struct Values<'g> {
    pub(super) game: &'g Mars,
    pub(super) manner: Manner,
    /// Turns that are left, this one included.
    pub(super) left: i32,
    /// How near a hex is to towns that the Russian could take.
    pull: OnceCell<Chart<i32>>,
    /// Attack factors of each side that can come near a hex on its next turn, by [`Side`].
    threat: [OnceCell<Chart<u16>>; 2],
    /// Supply of each side as the map stands, by [`Side`].
    lines: [OnceCell<Lines>; 2],
}

/// How far units reach that may be a threat: what moves and then attacks.
const REACH: u32 = 3;

impl<'g> Values<'g> {
    /// The numbers that it weighs by.
    pub(super) fn weights(&self) -> &'static Weights {
        self.game.field.weights()
    }

    pub(super) fn of(game: &'g Mars, manner: &Manner) -> Self {
        let left = i32::from(game.theatre().turns - game.turn) + 1;
        Self {
            game,
            manner: *manner,
            left,
            pull: OnceCell::new(),
            threat: [OnceCell::new(), OnceCell::new()],
            lines: [OnceCell::new(), OnceCell::new()],
        }
    }

    /// What its owner loses with a unit: points, and what it could still do.
    pub(super) fn unit(&self, unit: UnitId) -> i32 {
        unit_value(&self.game.field, unit, self.left)
    }

    /// What it brings `side` to drive the enemy out of a hex and enter it.
    pub(super) fn taking(&self, side: Side, hex: HexId) -> i32 {
        let field = &self.game.field;
        let theatre = field.theatre();
        let weights = &self.weights().taking;
        let mut value = weights.hex;
        if let Some(zone) = theatre.zone_at(hex) {
            let germans = theatre.zones[zone].hexes & field.held_by(Side::German);
            value += match side {
                // The zone changes from a point for one to a point for the other.
                Side::Russian if germans == Hexes::of(hex) => weights.last_of_zone,
                Side::Russian if germans.is_empty() => weights.empty_zone,
                Side::Russian => weights.part_of_zone,
                Side::German if germans.is_empty() => weights.zone_back,
                Side::German => weights.more_of_zone,
            };
        }
        let pull = if side == Side::Russian { self.pull(hex) * weights.pull / 100 } else { 0 };
        value + self.town(side, hex) + pull
    }

    /// What a town in a hex brings a side that does not control it.
    pub(super) fn town(&self, side: Side, hex: HexId) -> i32 {
        let theatre = self.game.theatre();
        let points = &theatre.limits.points;
        match theatre.town_at(hex) {
            Some(town)
                if theatre.towns[town].initially == Side::German
                    && self.game.field.controller(town) != side =>
            {
                let stronghold = points.stronghold_isolated + points.stronghold_taken;
                POINT * if theatre.towns[town].is_stronghold { stronghold } else { points.town_taken }
            }
            _ => 0,
        }
    }

    /// How near a hex is to towns that the Russian could take.
    pub(super) fn pull(&self, hex: HexId) -> i32 {
        self.pull.get_or_init(|| pull(&self.game.field))[hex.index()]
    }

    /// Attack factors of a side that can come near a hex on its next turn.
    pub(super) fn threat(&self, side: Side, hex: HexId) -> i32 {
        self.threat[side as usize].get_or_init(|| threat(&self.game.field, side))[hex.index()].into()
    }

    /// How good a place is for a unit to stand at the end of its turn, with `defence` factors of its own side there.
    pub(super) fn place(&self, field: &Field, unit: UnitId, hex: HexId) -> i32 {
        let side = field.unit(unit).side;
        let mut value = self.town(side, hex) - self.danger(field, unit, hex);
        value += (self.manner.fancy(hex.index() + 1000) - 100) / 5;
        let weights = &self.weights().places;
        if !self.in_supply(side, hex) {
            let dies = self.unit(unit) * weights.isolated / 100;
            value -= (weights.unsupplied + dies) * self.manner.care / 100;
        }
        value
            + match side {
                Side::Russian => self.russian_place(field, hex),
                Side::German => self.german_place(field, unit, hex),
            }
    }

    /// Whether supply reaches a hex of a side as the map stood when the player began to think.
    pub(super) fn in_supply(&self, side: Side, hex: HexId) -> bool {
        self.lines[side as usize].get_or_init(|| Lines::of(&self.game.field, side)).in_supply(hex)
    }

    fn russian_place(&self, field: &Field, hex: HexId) -> i32 {
        let theatre = field.theatre();
        let inside = theatre.initially[Side::German as usize].contains(hex);
        let in_zone = theatre.zone_hexes.contains(hex);
        let near = theatre.neighbours.of(Hexes::of(hex)).meets(field.held_by(Side::German));
        let weights = &self.weights().places;
        self.pull(hex) * weights.pull / 100 * self.manner.boldness / 100
            + if inside { weights.salient } else { 0 }
            + if in_zone { weights.in_zone } else { 0 }
            + if near { weights.contact } else { 0 }
    }

    fn german_place(&self, field: &Field, unit: UnitId, hex: HexId) -> i32 {
        let theatre = field.theatre();
        let weights = &self.weights().places;
        let mut value = 0;
        if let Some(zone) = theatre.zone_at(hex) {
            let others = theatre.zones[zone].hexes.iter().flat_map(|hex| field.units_in(hex));
            let alone =
                !others.into_iter().any(|other| other != unit && field.unit(other).side == Side::German);
            let garrison = theatre.roster().garrisons.contains(unit);
            // A zone counts for whoever is in it, and infantry there closes the line again.
            let infantry = if garrison { weights.garrison } else { 0 };
            value += if alone { weights.keeps_zone + infantry } else { weights.shares_zone };
        }
        // Stand in the way of what the Russian wants, and next to a breach.
        let breach = field.held_by(Side::Russian) & theatre.initially[Side::German as usize];
        if theatre.neighbours.of(Hexes::of(hex)).meets(breach) {
            value += weights.breach;
        }
        value + self.pull(hex) * weights.in_the_way / 100
    }

    /// What the enemy may take from a unit that stands there, roughly.
    fn danger(&self, field: &Field, unit: UnitId, hex: HexId) -> i32 {
        let side = field.unit(unit).side;
        let beside = field.units_in(hex).filter(|&other| other != unit && field.unit(other).side == side);
        let own: i32 =
            beside.chain([unit]).map(|other| i32::from(fortification::current_defence(field, other))).sum();
        let threat = self.threat(side.enemy(), hex);
        // From two to one upward it begins to hurt.
        let pressure = (threat * 2 / own.max(1) - 3).clamp(0, 7);
        pressure * self.unit(unit) / 60 * self.weights().places.danger / 100 * self.manner.care / 100
    }
}

/// Attack and defence factors together.
pub(super) fn strength(field: &Field, unit: UnitId) -> i32 {
    (field.unit(unit).attack + field.unit(unit).defence).floor()
}

/// What a Russian unit can do in a turn.
fn force(field: &Field, unit: UnitId) -> i32 {
    let (chart, weights) = (field.unit(unit), &field.weights().units);
    chart.attack.floor() * weights.russian_attack + chart.defence.floor() * weights.russian_defence
}

/// What its owner loses with a unit when so many turns are left.
fn unit_value(field: &Field, unit: UnitId, left: i32) -> i32 {
    let (chart, weights) = (field.unit(unit), &field.weights().units);
    match chart.side {
        Side::Russian => weights.russian + force(field, unit) * left,
        Side::German => {
            let points = &field.theatre().limits.points;
            let is_panzer = field.theatre().roster().panzers.contains(unit);
            let lost = if is_panzer && chart.size == Size::Division {
                points.panzer_division_eliminated
            } else {
                points.kampfgruppe_eliminated
            };
            lost * POINT + strength(field, unit) * weights.german * left
        }
    }
}

/// Towns draw: the nearer and the richer, the more.
fn pull(field: &Field) -> Chart<i32> {
    let theatre = field.theatre();
    let pull_of_towns = theatre.pull_of_towns.of(field.judge);
    let mut pull = Box::new([0; MOST_HEXES]);
    for (index, town) in theatre.towns.iter().enumerate() {
        if town.initially == Side::German && field.controller(index) == Side::German {
            let drawn = pull_of_towns[index].iter();
            pull.iter_mut().zip(drawn).for_each(|(pull, &more)| *pull += i32::from(more));
        }
    }
    pull
}

/// How one town draws, hex by hex.
pub(crate) fn pull_of_town(map: &Grid, town: &Town, weights: &weights::Towns) -> [i16; MOST_HEXES] {
    let worth = (if town.is_stronghold { weights.stronghold } else { weights.town }) as i16;
    let mut pull = [0; MOST_HEXES];
    for hex in map.hexes() {
        let far = map.distance(hex, town.hex) as i16;
        pull[hex.index()] = if far < 9 { worth / (far + 2) } else { 0 };
    }
    pull
}

fn threat(field: &Field, side: Side) -> Chart<u16> {
    let theatre = field.theatre();
    let mut threat = Box::new([0; MOST_HEXES]);
    for from in field.held_by(side) {
        let fresh =
            field.units_in(from).filter(|&unit| side == Side::German || !field.is(unit, Status::Disrupted));
        let attack: u16 = fresh.map(|unit| u16::from(field.attack(unit))).sum();
        let mut near = Hexes::of(from);
        for _ in 0..REACH {
            near |= theatre.neighbours.of(near);
        }
        near.iter().for_each(|hex| threat[hex.index()] += attack);
    }
    threat
}

/// How the game stands for the Russian.
pub(super) fn standing(game: &Mars) -> i32 {
    let field = &game.field;
    let [russian, german] = victory::points(field, game.house.handicap);
    let over = matches!(game.step(), Step::Over(_));
    let mut value = (russian - german) * POINT;
    if over {
        // To win by little is better than nearly to win.
        return value + WIN * value.signum();
    }
    // What is on the map can still do something in the turns that are left after this one.
    let left = i32::from(game.theatre().turns - game.turn);
    let (pull, weights) = (pull(field), game.field.weights());
    for unit in field.on_map() {
        let fit = if field.is(unit, Status::Disrupted) { 70 } else { 100 };
        let Some(hex) = field.hex_of(unit) else { continue };
        value += match field.unit(unit).side {
            Side::Russian => {
                (force(field, unit) * left + pull[hex.index()].min(60) * left.min(2)) * fit / 100
            }
            Side::German => -(strength(field, unit) * weights.units.german * left * fit / 100),
        };
    }
    value
}
