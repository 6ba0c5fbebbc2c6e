//! What units and places are worth, in hundredths of a victory point.

use kit::{Manner, map::HexId};

use super::{breakout, errands::Errands, weights::Weights};
use crate::{
    board::{Aside, Board, Location},
    game::EastFront,
    map::Hexes,
    roster::{Force, UnitId},
    supply::Supply,
    theatre::{Contest, Theatre},
    unit::{Nation, Side},
};

/// What a victory point is worth.
pub(super) const POINT: i32 = 100;
/// Farther than this nobody counts.
pub(super) const FAR: u8 = 60;

/// Values for one position and one way of playing.
pub(super) struct Values<'g> {
    pub(super) game: &'g EastFront,
    pub(super) manner: &'g Manner,
    /// How far every hex is from the nearest city that the Axis has still to take; great cities draw from farther away.
    pub(super) to_east: Vec<u8>,
    /// How far every hex is from the nearest city that the Soviets want back.
    pub(super) to_west: Vec<u8>,
    /// Which city each unit of the Axis is to take.
    errands: Errands,
    /// Where an enemy keeps friends of the side on turn from their supply, and what it is worth that he does not.
    pub(super) reliefs: Vec<(HexId, i32)>,
    /// Enemies of the side on turn who are lost at the end of their turn unless they are freed.
    pub(super) doomed: Force,
}

impl<'g> Values<'g> {
    pub(super) fn of(game: &'g EastFront, manner: &'g Manner) -> Self {
        let wanted = |side: Side| goals(game, side);
        Self {
            game,
            manner,
            to_east: distances(game, &wanted(Side::Axis)),
            to_west: distances(game, &wanted(Side::Soviet)),
            errands: Errands::of(game),
            reliefs: if game.theatre().contest == Contest::Gate {
                Vec::new()
            } else {
                breakout::reliefs(&game.board, game.phasing)
            },
            doomed: if game.theatre().contest == Contest::Gate {
                Force::NONE
            } else {
                breakout::doomed(&game.board, game.phasing.other())
            },
        }
    }

    pub(super) const fn theatre(&self) -> &'static Theatre {
        self.game.theatre()
    }

    /// The numbers by which things are weighed.
    pub(super) fn weights(&self) -> &'static Weights {
        self.game.board.weights()
    }

    /// Whether there is room behind the front: not before Smolensk, where four turns are fought for one city and its
    /// balance was found with panzers that go wherever they can strike.
    pub(super) fn has_depth(&self) -> bool {
        self.theatre().contest != Contest::Gate
    }

    /// How far a hex is from what a side wants.
    pub(super) fn way_to_go(&self, side: Side, hex: HexId) -> i32 {
        let distances = if side == Side::Axis { &self.to_east } else { &self.to_west };
        i32::from(distances[hex.index()].min(FAR))
    }

    /// How far a hex is from what a unit of the Axis is to take.
    pub(super) fn way_of(&self, unit: UnitId, hex: HexId) -> i32 {
        self.errands
            .way(unit, hex)
            .map_or_else(|| self.way_to_go(Side::Axis, hex), |way| i32::from(way.min(FAR)))
    }

    /// What it is worth to a side to take a hex from the other.
    pub(super) fn taking(&self, side: Side, hex: HexId) -> i32 {
        let (theatre, weights) = (self.theatre(), &self.weights().taking);
        let city = theatre.victory_city(hex).map_or(0, |city| i32::from(city.points) * weights.city);
        let capital = theatre.capitals.iter().any(|(capital, _)| *capital == hex);
        let capital = if capital && theatre.contest == Contest::Campaign { weights.capital } else { 0 };
        let rail = if theatre.rail_hexes.contains(hex) { weights.rail } else { 0 };
        city + capital + rail + (24 - self.way_to_go(side, hex)).max(0) / 6
    }
}

/// What a unit is worth.
pub(super) fn worth(board: &Board, unit: UnitId) -> i32 {
    let (piece, weights) = (board.piece(unit), &board.weights().units);
    let factors = i32::from(piece.attack) + i32::from(piece.defence);
    let mobile = i32::from(piece.is_mobile());
    match piece.nation() {
        Nation::German => factors * weights.german + mobile * weights.mobile,
        Nation::Soviet => factors * weights.soviet + mobile * weights.soviet_mobile,
        _ => factors * weights.allied,
    }
}

/// Cities that a side wants, with a head start in hexes for the greater ones.
fn goals(game: &EastFront, side: Side) -> Vec<(HexId, u8)> {
    let (theatre, board) = (game.theatre(), &game.board);
    let enemy = side.other();
    let mut goals: Vec<(HexId, u8)> = theatre
        .victory_cities
        .iter()
        .filter(|city| board.controls(enemy, city.hex))
        .map(|city| (city.hex, if city.points > 1 { 0 } else { 3 }))
        .collect();
    if theatre.contest == Contest::Gate && side == Side::Axis {
        let towns = ["Yartsevo", "Yelnya"].into_iter().filter_map(|name| theatre.hex_named(name));
        goals.extend(towns.filter(|&hex| board.controls(enemy, hex)).map(|hex| (hex, 4)));
    }
    if side == Side::Soviet && theatre.contest == Contest::Campaign {
        let capitals = theatre.capitals.iter().filter(|(hex, _)| board.controls(enemy, *hex));
        goals.extend(capitals.map(|(hex, _)| (*hex, 6)));
    }
    if goals.is_empty() {
        // Everything is taken: go for the enemy.
        goals.extend(board.enemies_of(side).iter().map(|hex| (hex, 8)));
    }
    goals
}

/// How far every hex is over land from the nearest of these, with their head starts.
fn distances(game: &EastFront, from: &[(HexId, u8)]) -> Vec<u8> {
    let theatre = game.theatre();
    let known = |hex: HexId| theatre.marches.iter().find(|(goal, _)| *goal == hex).map(|(_, march)| march);
    let mut nearest = vec![u8::MAX; theatre.map.len()];
    for &(hex, start) in from {
        // Towns and enemies are goals too, if seldom.
        let Some(march) = known(hex) else { return theatre.march(from) };
        for (nearest, &steps) in nearest.iter_mut().zip(march) {
            *nearest = (*nearest).min(steps.saturating_add(start));
        }
    }
    nearest
}

/// How far every hex is from the nearest of these hexes, whatever lies between.
pub(super) fn spread(theatre: &Theatre, from: Hexes, most: u8) -> Vec<u8> {
    let mut distances = vec![u8::MAX; theatre.map.len()];
    let (mut done, mut wave) = (Hexes::EMPTY, from);
    for steps in 0..=most {
        wave.iter().for_each(|hex| distances[hex.index()] = steps);
        done |= wave;
        wave = theatre.neighbours.of(wave) - done;
    }
    distances
}

/// The units of a side that are out of supply; Finns have lines of their own and are left out.
pub(super) fn isolated(board: &Board, side: Side, supplied: &Hexes) -> Force {
    let is_cut = |unit: &UnitId| {
        board.nation(*unit) != Nation::Finnish
            && board.hex_of(*unit).is_some_and(|hex| !supplied.contains(hex))
    };
    board.units_of(side).iter().filter(is_cut).collect()
}

/// How the war stands for the Axis: cities, what both have left and in what condition, and how far it still has to go.
pub(super) fn standing(game: &EastFront) -> i32 {
    if let Some(ending) = game.ending {
        let won = match ending.winner() {
            Some(Side::Axis) => 20 * POINT,
            Some(Side::Soviet) => -20 * POINT,
            None => 0,
        };
        return won + cities(game, None) + force(game, Side::Axis, None) - force(game, Side::Soviet, None);
    }
    let board = &game.board;
    let supplies = [Side::Axis, Side::Soviet].map(|side| Supply::of(board, side));
    let own = |side: Side| force(game, side, Some(&supplies[side as usize]));
    cities(game, Some(&supplies[0])) + own(Side::Axis) - own(Side::Soviet) + progress(game)
}

fn cities(game: &EastFront, supply: Option<&Supply>) -> i32 {
    let board = &game.board;
    let cut_off = board.weights().standing.city_cut_off;
    let held = game.theatre().victory_cities.iter().filter(|city| board.controls(Side::Axis, city.hex));
    held.map(|city| {
        let is_supplied = supply.is_none_or(|supply| supply.hexes(Nation::German).contains(city.hex));
        i32::from(city.points) * POINT * if is_supplied { 100 } else { cut_off } / 100
    })
    .sum()
}

/// What the units of a side count for.
fn force(game: &EastFront, side: Side, supply: Option<&Supply>) -> i32 {
    let board = &game.board;
    let units = game.theatre().force(side);
    units.iter().map(|unit| presence(game, board, unit, supply)).sum()
}

fn presence(game: &EastFront, board: &Board, unit: UnitId, supply: Option<&Supply>) -> i32 {
    let (worth, weights) = (worth(board, unit), &board.weights().standing);
    match board.place_of(unit) {
        Location::Hex(hex) => {
            let condition = if board.is_dispersed(unit) { weights.dispersed } else { 100 };
            let supplied = supply.is_none_or(|supply| supply.hexes(board.nation(unit)).contains(hex));
            let fed = match (supplied, board.isolated(unit), game.theatre().strongholds.contains(hex)) {
                (true, ..) => 100,
                (false, _, true) => weights.stronghold_cut_off,
                (false, 0, false) => weights.cut_off,
                (false, ..) => weights.starving,
            };
            worth * condition * fed / 10_000
        }
        Location::Aside(Aside::Due(turn)) if turn <= game.theatre().last_turn => {
            let later = weights.due_later * i32::from(turn.saturating_sub(game.turn));
            worth * (weights.due - later).max(10) / 100
        }
        Location::Aside(Aside::Pool(_)) if game.theatre().replacements => {
            let is_soviet = board.side(unit) == Side::Soviet;
            let back = if is_soviet { weights.soviet_pool } else { weights.axis_pool };
            worth * back / 100
        }
        Location::Aside(_) => 0,
    }
}

/// How near the Axis has come to what it wants; of little weight, so that it breaks ties.
fn progress(game: &EastFront) -> i32 {
    let board = &game.board;
    let theatre = game.theatre();
    let cities = theatre.victory_cities.iter().filter(|city| board.controls(Side::Soviet, city.hex));
    let axis: Vec<HexId> = board
        .units_of(Side::Axis)
        .iter()
        .filter(|&unit| board.piece(unit).is_mobile())
        .filter_map(|unit| board.hex_of(unit))
        .collect();
    cities
        .map(|city| {
            let nearest = axis.iter().map(|&hex| theatre.map.distance(hex, city.hex)).min().unwrap_or(30);
            (16 - nearest.min(16) as i32) * i32::from(city.points)
        })
        .sum()
}
