//! What the player was after, in sentences for the opponent.

use super::Note;
use crate::prelude::*;

/// One thing that the player had in mind.
pub(super) fn say(game: &Battleline, note: &Note) -> String {
    let name = |unit| game.field.name(unit);
    let head = |column: u8| &game.field.charts().tables.crt.sheet().heads()[usize::from(column)];
    match *note {
        Note::Gathered { target, column } => {
            format!("units were sent against {} to attack it at {}", name(target), head(column))
        }
        Note::Attack { target, attackers, column, value, made } => {
            let names: Vec<&str> = attackers.iter().map(name).collect();
            let (who, whom, odds) = (names.join(", "), name(target), head(column));
            let (sign, size) = (if value < 0 { "-" } else { "" }, value.abs());
            let worth = format!("{sign}{}.{:02} % of a Break Level", size / 100, size % 100);
            if made {
                format!("{who} attacked {whom} at {odds}, expected to bring {worth}")
            } else {
                format!("left alone: {whom}, whom {who} could have attacked at {odds} for {worth}")
            }
        }
        Note::Relief { front, rear } => format!("{} relieved {}, which was shaken", name(rear), name(front)),
        Note::Saved(unit) => format!("{} was taken out of danger to recover", name(unit)),
        Note::Rides { leader, unit } => {
            format!("{} rode to {}", game.field.leader(leader).name, name(unit))
        }
    }
}
