//! The tables of a run.

use std::collections::BTreeMap;

use crate::{
    frame::Frame,
    game_row::{BattleRow, FollyRow, GameRow, HistoryRow, LossRow, TurnRow},
};

/// Their names: a row a game, a player-turn, a result of a battle, a loss, a hex and side, a
/// figure beside history, a folly of a player-turn.
pub const TABLES: [&str; 7] = ["games", "turns", "battles", "losses", "hexes", "history", "follies"];

/// The tables of some games, in the order of [`TABLES`].
pub fn frames(seats: &[String], rows: &[GameRow]) -> [Frame; 7] {
    [
        games(seats, rows),
        turns(seats, rows),
        battles(seats, rows),
        losses(seats, rows),
        hexes(seats, rows),
        history(seats, rows),
        follies(seats, rows),
    ]
}

/// The word for a draw in the column `winner`.
pub const DRAW: &str = "draw";

fn name(seats: &[String], seat: u8) -> String {
    seats.get(usize::from(seat)).cloned().unwrap_or_default()
}

/// A side's own column of a table: `points_german`.
pub fn own(what: &str, seat: &str) -> String {
    format!("{what}_{}", seat.to_lowercase().replace(' ', "_"))
}

fn games(seats: &[String], rows: &[GameRow]) -> Frame {
    let winner = |row: &GameRow| row.winner.map_or_else(|| DRAW.to_owned(), |seat| name(seats, seat));
    let last_turn = |row: &GameRow| row.turns.last().map_or(0, |turn| turn.turn);
    Frame::default()
        .numbers("game", rows.iter().map(|row| row.game as i64))
        .numbers("seed", rows.iter().map(|row| row.seed as i64))
        .words("winner", rows.iter().map(winner))
        .numbers("margin", rows.iter().map(|row| row.margin.into()))
        .numbers("turns", rows.iter().map(|row| last_turn(row).into()))
        .numbers("decisions", rows.iter().map(|row| row.decisions.into()))
        .numbers("hash", rows.iter().map(|row| row.hash as i64))
}

/// Every part of every game with the game's number.
fn each<'r, T: 'r>(rows: &'r [GameRow], of: impl Fn(&'r GameRow) -> &'r [T]) -> Vec<(i64, &'r T)> {
    rows.iter().flat_map(|row| of(row).iter().map(|part| (row.game as i64, part))).collect()
}

fn turns(seats: &[String], rows: &[GameRow]) -> Frame {
    let all = each::<TurnRow>(rows, |row| &row.turns);
    let mut frame = Frame::default()
        .numbers("game", all.iter().map(|(game, _)| *game))
        .numbers("turn", all.iter().map(|(_, turn)| turn.turn.into()))
        .words("side", all.iter().map(|(_, turn)| name(seats, turn.seat)))
        .numbers("standing", all.iter().map(|(_, turn)| turn.standing.into()));
    for (seat, side) in seats.iter().enumerate() {
        frame = frame
            .numbers(own("points", side), all.iter().map(|(_, turn)| turn.points[seat].into()))
            .numbers(own("units", side), all.iter().map(|(_, turn)| turn.units[seat].into()));
    }
    frame
}

fn battles(seats: &[String], rows: &[GameRow]) -> Frame {
    let all = each::<BattleRow>(rows, |row| &row.battles);
    Frame::default()
        .numbers("game", all.iter().map(|(game, _)| *game))
        .numbers("battle", all.iter().map(|(_, row)| row.battle.into()))
        .numbers("reading", all.iter().map(|(_, row)| row.reading.into()))
        .numbers("turn", all.iter().map(|(_, row)| row.turn.into()))
        .words("side", all.iter().map(|(_, row)| name(seats, row.seat)))
        .words("hex", all.iter().map(|(_, row)| row.hex.clone()))
        .words("who", all.iter().map(|(_, row)| row.who.clone()))
        .words("column", all.iter().map(|(_, row)| row.column.clone()))
        .words("result", all.iter().map(|(_, row)| row.result.clone()))
        .words("chances", all.iter().map(|(_, row)| row.chances.clone()))
        .numbers("attackers_lost", all.iter().map(|(_, row)| row.attackers_lost.into()))
        .numbers("defender_lost", all.iter().map(|(_, row)| row.defender_lost.into()))
}

fn losses(seats: &[String], rows: &[GameRow]) -> Frame {
    let all = each::<LossRow>(rows, |row| &row.losses);
    Frame::default()
        .numbers("game", all.iter().map(|(game, _)| *game))
        .numbers("turn", all.iter().map(|(_, row)| row.turn.into()))
        .words("side", all.iter().map(|(_, row)| name(seats, row.seat)))
        .words("unit", all.iter().map(|(_, row)| row.unit.clone()))
        .words("hex", all.iter().map(|(_, row)| row.hex.clone()))
        .words("fate", all.iter().map(|(_, row)| row.fate.clone()))
        .numbers("battle", all.iter().map(|(_, row)| row.battle.map_or(-1, i64::from)))
}

/// Summed over the games of a part: a row for every hex and side would be most of the folder.
fn hexes(seats: &[String], rows: &[GameRow]) -> Frame {
    let mut stood: BTreeMap<(u8, &str), i64> = BTreeMap::new();
    for (seat, hex, times) in rows.iter().flat_map(|row| &row.stood) {
        *stood.entry((*seat, hex)).or_default() += i64::from(*times);
    }
    Frame::default()
        .words("side", stood.keys().map(|(seat, _)| name(seats, *seat)))
        .words("hex", stood.keys().map(|(_, hex)| (*hex).to_owned()))
        .numbers("stood", stood.values().copied())
}

fn history(seats: &[String], rows: &[GameRow]) -> Frame {
    let all = each::<HistoryRow>(rows, |row| &row.history);
    Frame::default()
        .numbers("game", all.iter().map(|(game, _)| *game))
        .numbers("turn", all.iter().map(|(_, row)| row.turn.into()))
        .words("side", all.iter().map(|(_, row)| name(seats, row.seat)))
        .words("what", all.iter().map(|(_, row)| row.what.clone()))
        .numbers("here", all.iter().map(|(_, row)| row.here.into()))
        .numbers("history", all.iter().map(|(_, row)| row.history.into()))
}

fn follies(seats: &[String], rows: &[GameRow]) -> Frame {
    let all = each::<FollyRow>(rows, |row| &row.follies);
    Frame::default()
        .numbers("game", all.iter().map(|(game, _)| *game))
        .numbers("turn", all.iter().map(|(_, row)| row.turn.into()))
        .words("side", all.iter().map(|(_, row)| name(seats, row.seat)))
        .words("what", all.iter().map(|(_, row)| row.what.clone()))
        .words("of", all.iter().map(|(_, row)| row.of.clone()))
        .numbers("times", all.iter().map(|(_, row)| row.times.into()))
        .numbers("cases", all.iter().map(|(_, row)| row.cases.into()))
}
