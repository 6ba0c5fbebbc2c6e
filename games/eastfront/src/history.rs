//! How the war went in history, beside the game: who held which city when, and what it cost.

use kit::{Beside, map::HexId};

use crate::{
    game::{EastFront, seat},
    theatre::Contest,
    unit::Side,
};

/// The game beside history as of the last turn that is over; nothing where the scenario is too small to compare.
pub(crate) fn beside(game: &EastFront) -> Vec<Beside> {
    let theatre = game.theatre();
    let over = if game.ending.is_some() { game.turn } else { game.turn.saturating_sub(1) };
    if theatre.contest == Contest::Gate || over == 0 {
        return Vec::new();
    }
    let cities = &theatre.victory_cities;
    let (mut here, mut then, mut otherwise) = (0, 0, 0);
    for city in cities {
        let (now, was) = (game.board.controls(Side::Axis, city.hex), held_in_history(game, city.hex, over));
        here += i32::from(city.points) * i32::from(now);
        then += i32::from(city.points) * i32::from(was);
        otherwise += i32::from(now != was);
    }
    let line = |side: Side, words: &str, here: i32, history: i32| Beside {
        seat: seat(side),
        words: words.to_owned(),
        here,
        history,
    };
    let mut lines = vec![
        line(Side::Axis, "points of victory cities held", here, then),
        line(Side::Soviet, "victory cities in other hands than in history", otherwise, 0),
    ];
    for side in [Side::Axis, Side::Soviet] {
        if let (Some(men), Some(lost)) = (theatre.men[side as usize], lost_in_history(game, side, over)) {
            let here = i32::from(game.board.lost(side)) * i32::from(men);
            lines.push(line(side, "thousand men lost, with all that was rebuilt", here, lost));
        }
    }
    lines
}

/// Whether the Axis held a city at the end of a turn of history.
fn held_in_history(game: &EastFront, hex: HexId, turn: u8) -> bool {
    let table = &game.charts().tables.history;
    let sheet = table.sheet();
    let name = game.theatre().place(hex).map_or("", |place| place.name.as_str());
    (0..sheet.len())
        .filter(|&row| sheet.labels(row).next() == Some(name))
        .any(|row| (*table.at(row, 0)..=*table.at(row, 1)).contains(&turn))
}

/// Thousands of men that a side had lost by then; between the years' ends that history tells of, evenly by the month.
fn lost_in_history(game: &EastFront, side: Side, turn: u8) -> Option<i32> {
    let table = &game.charts().tables.history_losses;
    let sheet = table.sheet();
    let turn_of = |row: usize| sheet.labels(row).next().and_then(|label| label.parse::<u8>().ok());
    let told = |row: usize| Some((i32::from(turn_of(row)?), i32::from(*table.at(row, side as usize))));
    let rows = || (0..sheet.len()).filter_map(told);
    let turn = i32::from(turn);
    let (from, lost) = rows().take_while(|(at, _)| *at <= turn).last()?;
    let next = rows().find(|(at, _)| *at > turn);
    Some(next.map_or(lost, |(to, then)| lost + (then - lost) * (turn - from) / (to - from)))
}
