//! What the player was after, in sentences for the opponent.

use super::{Note, Weighed};
use crate::{
    charts,
    game::Mars,
    roster::{UnitId, Units},
};

/// One thing that the player had in mind.
pub(super) fn say(game: &Mars, note: &Note) -> String {
    match *note {
        Note::Gathered { target, units } => {
            format!("{} gathered for an attack on {}", list(units), game.theatre().name(target))
        }
        Note::Left(unit) => {
            format!("{unit} left for the south: its points counted for more than its fighting")
        }
        Note::Attack(weighed) => attack(game, &weighed),
    }
}

fn attack(game: &Mars, weighed: &Weighed) -> String {
    let Weighed { target, attackers, odds, clears: [clears, faces], gain, made } = *weighed;
    let odds = &charts().tables.crt.sheet().heads()[odds.0 as usize];
    let (sign, size) = (if gain < 0 { "-" } else { "" }, gain.abs());
    let chance = format!("{odds}, clearing the hex on {clears} of {faces}");
    let worth = format!("{sign}{}.{:02} points", size / 100, size % 100);
    let (who, hex) = (list(attackers), game.theatre().name(target));
    if made {
        format!("{who} against {hex} at {chance}, expected to bring {worth}")
    } else {
        format!(
            "left alone: {hex}, which {who} could have attacked at {chance}, but which promised only {worth}"
        )
    }
}

fn list(units: Units) -> String {
    let names: Vec<&str> = units.iter().map(UnitId::name).collect();
    names.join(", ")
}
