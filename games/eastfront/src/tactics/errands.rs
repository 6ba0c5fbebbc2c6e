//! A plan over several months: which city each unit of the Axis is to take.

use kit::map::HexId;

use crate::{
    game::EastFront,
    roster::{UNITS, UnitId},
    theatre::Contest,
    unit::{Nation, Side},
};

/// How much of what is enough goes to each city before the rest is shared out: first enough everywhere, then more.
const SHARES: [i32; 3] = [100, 160, 100_000];

/// Cities that are still to be taken, how far every hex is from each, and who goes for which.
pub(super) struct Errands {
    ways: Vec<&'static [u8]>,
    /// For each unit the place of its city in the list.
    goals: [Option<u8>; UNITS],
}

impl Errands {
    pub(super) fn of(game: &EastFront) -> Self {
        let (theatre, board) = (game.theatre(), &game.board);
        let weights = &board.weights().errands;
        let mut errands = Self { ways: Vec::new(), goals: [None; UNITS] };
        if theatre.contest == Contest::Gate {
            return errands;
        }
        let cities: Vec<_> =
            theatre.victory_cities.iter().filter(|city| board.controls(Side::Soviet, city.hex)).collect();
        let way = |city: HexId| {
            let known = theatre.marches.iter().find(|(hex, _)| *hex == city);
            known.map_or(&[][..], |(_, march)| march)
        };
        errands.ways = cities.iter().map(|city| way(city.hex)).collect();
        let mut pairs: Vec<(i32, UnitId, usize)> = Vec::new();
        for unit in board.units_of(Side::Axis).iter().filter(|&unit| board.nation(unit) != Nation::Finnish) {
            let Some(here) = board.hex_of(unit) else { continue };
            for (place, city) in cities.iter().enumerate() {
                let way = i32::from(errands.ways[place][here.index()]);
                let lure = if city.points > 1 { weights.lure } else { 0 };
                pairs.push((way - lure, unit, place));
            }
        }
        pairs.sort_unstable();
        for share in SHARES {
            let mut sent = vec![0; cities.len()];
            for unit in board.units_of(Side::Axis) {
                if let Some(goal) = errands.goals[unit.index()] {
                    sent[usize::from(goal)] += i32::from(board.piece(unit).attack);
                }
            }
            for &(_, unit, place) in &pairs {
                let held: i32 = board
                    .units_in(cities[place].hex)
                    .map(|unit| i32::from(board.piece(unit).defence) + 1)
                    .sum();
                let least = if cities[place].points > 1 { weights.least_great } else { weights.least };
                // Whoever stands in a city defends with twice his factors.
                let enough = least.max(held * 2 * weights.odds / 100) * share / 100;
                if errands.goals[unit.index()].is_none() && sent[place] < enough {
                    errands.goals[unit.index()] = Some(place as u8);
                    sent[place] += i32::from(board.piece(unit).attack);
                }
            }
        }
        errands
    }

    /// How far a hex is from what a unit is to take.
    pub(super) fn way(&self, unit: UnitId, hex: HexId) -> Option<u8> {
        self.goals[unit.index()].map(|goal| self.ways[usize::from(goal)][hex.index()])
    }
}

#[cfg(test)]
mod tests {
    use kit::{Game, Setup};

    use super::*;

    /// In June 1941 everybody has a city to take, no city draws everybody, and each gets enough before any gets more.
    #[test]
    fn errands_spread_over_the_cities() {
        let game = EastFront::start(&Setup::of("barbarossa")).unwrap();
        let (board, errands) = (&game.board, Errands::of(&game));
        let mut sent = vec![0; errands.ways.len()];
        for unit in board.units_of(Side::Axis) {
            let is_finn = board.nation(unit) == Nation::Finnish;
            assert_eq!(errands.goals[unit.index()].is_none(), is_finn, "{}", board.name(unit));
            if let Some(goal) = errands.goals[unit.index()] {
                sent[usize::from(goal)] += i32::from(board.piece(unit).attack);
            }
        }
        let all: i32 = sent.iter().sum();
        assert!(
            sent.iter().filter(|&&factors| factors >= board.weights().errands.least).count() >= 5,
            "{sent:?}"
        );
        assert!(sent.iter().all(|&factors| factors * 3 <= all), "{sent:?}");
        // Nobody is sent anywhere before Smolensk: there is one city.
        let learning = EastFront::start(&Setup::of("smolensk-gate")).unwrap();
        assert!(Errands::of(&learning).goals.iter().all(Option::is_none));
    }
}
