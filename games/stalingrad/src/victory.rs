//! Victory (STAL-VIC-1, STAL-VIC-2).

use kit::{Outcome, map::HexId};

use crate::{
    field::Field,
    game::{Stalingrad, seat},
    map::Hexes,
    units::Side,
};

/// Whether the German occupies a hex: he controls it and no Russian is in it; by the strict option one of his units must
/// stand in it (STAL-R37).
pub fn occupies(field: &Field, hex: HexId, strict: bool) -> bool {
    let is_there = field.held_by(Side::German).contains(hex);
    field.german.contains(hex) && !field.held_by(Side::Russian).contains(hex) && (is_there || !strict)
}

/// The objectives that the German does not occupy.
pub fn missing(game: &Stalingrad) -> Hexes {
    let strict = game.house.strict_occupation;
    game.theatre().objectives.iter().filter(|&hex| !occupies(&game.field, hex, strict)).collect()
}

/// Whether the headquarters keeps the German from winning: it stands in a Stalingrad hex.
pub fn headquarters_holds(game: &Stalingrad) -> bool {
    let theatre = game.theatre();
    theatre.headquarters_matters
        && game.field.headquarters().is_some_and(|hex| theatre.stalingrad.contains(hex))
}

/// STAL-VIC-1: asked at the end of the German player turn.
pub fn has_german_won(game: &Stalingrad) -> bool {
    missing(game).is_empty() && !headquarters_holds(game)
}

/// STAL-VIC-2: the Russian has won if the German has not. The margin is what is left to the loser: turns that were not
/// needed, or strongpoints that were not taken.
pub fn outcome(game: &Stalingrad) -> Outcome {
    if game.phasing == Side::German {
        let turns_left = game.theatre().last_turn() - game.turn;
        return Outcome { winner: Some(seat(Side::German)), margin: i32::from(turns_left) + 1 };
    }
    let held = missing(game).len() as i32 + i32::from(headquarters_holds(game));
    Outcome { winner: Some(seat(Side::Russian)), margin: held.max(1) }
}
