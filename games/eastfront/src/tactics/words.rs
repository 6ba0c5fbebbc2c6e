//! What a player was after, in words for the opponent.

use super::{Note, Weighed};
use crate::game::EastFront;

pub(super) fn say(game: &EastFront, note: &Note) -> String {
    let called = |hex| game.theatre().called(hex);
    match *note {
        Note::Gathered { target, units } => format!("{} went against {}", game.list(units), called(target)),
        Note::Pocket { units, enemies } => {
            format!("{} went round to cut off {}", game.list(units), game.list(enemies))
        }
        Note::Freed { units, friends } => {
            format!("{} opened a way to {}", game.list(units), game.list(friends))
        }
        Note::Attack(Weighed { target, attackers, column, clears, gain, made }) => {
            let sheet = game.charts().tables.crt.sheet();
            let odds = &sheet.heads()[usize::from(column)];
            let (hex, names) = (called(target), game.list(attackers));
            if made {
                format!("{names} attacked {hex} at {odds}: cleared on {clears} of 6")
            } else {
                format!("{hex} was left alone: {names} could attack at {odds}, worth {gain}")
            }
        }
        Note::Manned { post, unit } => format!("{} was sent to hold {}", game.name(unit), called(post)),
        Note::Escapes { unit, to } => {
            format!("{} was cut off and went back to {}", game.name(unit), called(to))
        }
    }
}
