//! The sequence of play on the proving ground, clause by clause.

mod carriers;
mod literal;
mod man_by_man;
mod maneuvers;
mod phases;
mod reactions;
mod requests;
mod table;
mod victory;
mod ways;

use kit::{
    Scripted,
    flow::{self, Stack},
    position::{UnitId, Units},
};

use super::Over;
use crate::{
    game::Skirmish,
    state::Flags,
    testing::{field, named},
};

/// A steady unit of either side in the far corners, so that nobody has lost already.
fn witnesses(game: &mut Skirmish) {
    field(game, "Field car", (2370, 1750), 180);
    field(game, "Heavy MG", (20, 20), 0);
}

/// It is this unit's turn to act, after everybody has looked around; after its action nothing follows.
fn on_turn(game: &mut Skirmish, unit: UnitId) {
    game.refresh_all_sight();
    game.flow = Stack::new(Over);
    game.begin_action(unit, &mut ());
    flow::proceed(game, &mut Scripted::faces(&[]), &mut ());
}

/// The same with dice, for what happens before a decision is asked.
fn on_turn_with(game: &mut Skirmish, unit: UnitId, faces: &[u16]) {
    game.refresh_all_sight();
    game.flow = Stack::new(Over);
    game.begin_action(unit, &mut ());
    flow::proceed(game, &mut Scripted::faces(faces), &mut ());
}

/// The decisions that are listed, as a person writes them.
fn listed(game: &Skirmish) -> Vec<String> {
    use kit::Game as _;
    game.choices().iter().map(|action| game.write(action)).collect()
}

fn units(game: &Skirmish, names: &[&str]) -> Units {
    names.iter().map(|name| named(game, name)).collect()
}

/// Whether a maneuver is listed for the unit in hand.
fn offers(game: &Skirmish, order: &str) -> bool {
    listed(game).iter().any(|text| text == order || text.starts_with(&format!("{order} ")))
}

/// Whether a unit moved and fired in its last action.
fn status(game: &Skirmish, name: &str) -> (bool, bool) {
    let unit = named(game, name);
    (game.board.is(unit, Flags::MOVED_LAST), game.board.is(unit, Flags::FIRED_LAST))
}
