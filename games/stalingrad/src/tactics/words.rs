//! What a player was after, in words for the opponent.

use super::{Note, Weighed};
use crate::game::Stalingrad;

pub(super) fn say(game: &Stalingrad, note: &Note) -> String {
    match *note {
        Note::Gathered { target, units } => {
            format!("{} went against {}", game.list(units), game.number(target))
        }
        Note::Attack(Weighed { target, attackers, column, clears, gain, made }) => {
            let sheet = game.field.charts().tables.crt.sheet();
            let odds = &sheet.heads()[game.field.charts().ladder.printed(column)];
            let (hex, names) = (game.number(target), game.list(attackers));
            if made {
                format!("{names} attacked {hex} at {odds}: cleared on {clears} of 6")
            } else {
                format!("{hex} was left alone: {names} could attack at {odds}, worth {gain}")
            }
        }
        Note::Manned { post, unit } => format!("{} was sent to hold {}", game.name(unit), game.number(post)),
    }
}
