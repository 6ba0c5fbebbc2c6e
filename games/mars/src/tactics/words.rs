//! What the player was after, in sentences for the opponent.

use super::{Note, Weighed};
use crate::prelude::*;

/// One thing that the player had in mind.
pub(super) fn say(game: &Mars, note: &Note) -> String {
    match *note {
        Note::Gathered { target, units } => {
            format!("{} gathered for an attack on {}", game.list(units), game.number(target))
        }
        Note::Left(unit) => {
            format!("{} left for the south: its points counted for more than its fighting", game.name(unit))
        }
        Note::Attack(weighed) => attack(game, &weighed),
    }
}

fn attack(game: &Mars, weighed: &Weighed) -> String {
    let Weighed { target, attackers, odds, clears: [clears, faces], gain, made } = *weighed;
    let odds = game.theatre().charts.head(odds);
    let (sign, size) = (if gain < 0 { "-" } else { "" }, gain.abs());
    let chance = format!("{odds}, clearing the hex on {clears} of {faces}");
    let worth = format!("{sign}{}.{:02} points", size / 100, size % 100);
    let (who, hex) = (game.list(attackers), game.number(target));
    if made {
        format!("{who} against {hex} at {chance}, expected to bring {worth}")
    } else {
        format!(
            "left alone: {hex}, which {who} could have attacked at {chance}, but which promised only {worth}"
        )
    }
}
