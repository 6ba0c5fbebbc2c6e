//! The attacker says how far each routed unit goes (MARS-RES-6, MARS-R19).

use kit::{Journal, Prompt, Refusal};

use super::{list, out_of_place, retreats};
use crate::{action::Action, charts, flow::Step, game::Mars};

/// The most hexes that the attacker may drive a routed unit (MARS-RES-6).
fn most() -> u8 {
    charts().retreats.routed
}

pub(super) fn prompt(game: &Mars) -> Prompt {
    let words = format!("how far, 0 to {} hexes, do routed units go: {}?", most(), list(game.fight.routed));
    Prompt::new(words, &["MARS-RES-6", "MARS-RES-7"])
}

pub(super) fn actions(game: &Mars, out: &mut Vec<Action>) {
    for unit in game.fight.routed.iter() {
        out.extend((0..=most()).map(|hexes| Action::Rout(unit, hexes)));
    }
}

pub(super) fn check(game: &Mars, action: Action) -> Result<(), Refusal> {
    match action {
        Action::Rout(unit, hexes) if game.fight.routed.contains(unit) && hexes <= most() => Ok(()),
        Action::Rout(unit, hexes) if game.fight.routed.contains(unit) => {
            let words = format!("a routed unit goes 0 to {} hexes, not {hexes}", most());
            Err(Refusal::new("MARS-RES-6", words).because_of(unit.name()))
        }
        Action::Rout(unit, _) => {
            let words = format!("{unit} is not routed");
            Err(Refusal::new("MARS-RES-6", words).because_of(unit.name()))
        }
        _ => Err(out_of_place(game, action)),
    }
}

pub(super) fn begin<J: Journal>(game: &mut Mars, journal: &mut J) {
    game.step = Step::Rout;
    if game.fight.routed.is_empty() {
        retreats::begin(game, journal);
    }
}

pub(super) fn perform<J: Journal>(game: &mut Mars, action: Action, journal: &mut J) {
    let Action::Rout(unit, hexes) = action else { return };
    game.fight.routed.remove(unit);
    if hexes > 0 {
        if game.fight.no_retreat.contains(unit) {
            // MARS-NRT-2: it counts as unable to retreat.
            retreats::eliminate(game, unit, "MARS-NRT-2", journal);
        } else {
            game.fight.must_go[usize::from(hexes) - 1].insert(unit);
        }
    }
    if game.fight.routed.is_empty() {
        retreats::begin(game, journal);
    }
}
