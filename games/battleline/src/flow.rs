//! The sequence of play (LINE-X-SEQ-1 to LINE-X-SEQ-5): steps on a stack. The defender of a combat never strikes back in
//! it; his turn comes (LINE-R23).
//!
//! A phase in which nothing is left to decide is passed over. Where only one choice is legal it is made without asking.
//! Nothing listed can be repeated for ever: each unit does each thing once a phase, and who is taken in hand moves or
//! turns (LINE-R33).

mod combat;
mod command;
mod missile;
mod movement;
mod outcome;
mod reorganization;

use kit::{Outcome, notation::Notation};

use crate::prelude::*;

pub use kit::flow::Over;

pub use combat::{Announcing, Combat, Evading, Leading};
pub use command::{Deputy, Detaching, Transferring};
pub use missile::{Missile, Shooting};
pub use movement::{Arriving, Entering, Listening, Movement, Moving, Occasion, Trumpets, Turning};
pub use outcome::{Advancing, CombatEnds, Fleeing, Order, Refuge};
pub use reorganization::{Recovery, Reorganizing};

pub use crate::fight::{
    CombatRoll, Evasion, Fight, Flights, Leaders, Passing, Stampede, Standing, Trampling,
};

kit::steps! {
    /// What is being decided or done.
    pub enum Step of Battleline {
        decisions {
            Deputy, Trumpets, Movement, Moving, Entering, Arriving, Turning, Transferring, Detaching,
            Missile,
            Combat, Announcing, Leading, Evading, Order, Fleeing, Refuge, Advancing,
            Reorganizing, Over,
        }
        procedures {
            Listening, Shooting,
            Evasion, Standing, CombatRoll, Flights, Passing, Stampede, Trampling, Leaders, CombatEnds,
            Recovery,
        }
    }
}

/// A frame is copied with every state, and a stack has eight of them.
const _: () = assert!(size_of::<Step>() <= 16);

impl Flow for Battleline {
    type Action = Action;

    fn on_turn(&self) -> Seat {
        seat(self.active)
    }

    fn outcome(&self) -> Outcome {
        let winner = victory::verdict(&self.field).winner;
        Outcome { winner: winner.map(seat), margin: victory::margin(&self.field, winner) }
    }
}

fn active_name(game: &Battleline) -> &'static str {
    &game.battlefield().sides[game.active as usize].name
}

/// Something that is no answer to what is being decided.
fn not_asked<E: Objection>(game: &Battleline, action: Action) -> Result<(), E> {
    Err(E::explain(|| {
        let (tried, asked) = (action.write(game), game.step().prompt(game).words);
        Refusal::new("LINE-X-SEQ-4", format!("`{tried}` is not asked for now: {asked}")).elsewhere()
    }))
}

/// The Break check and the next player's turn (LINE-X-SEQ-1, LINE-X-SEQ-5, LINE-X-VIC-2).
fn end_turn<J: Journal>(game: &mut Battleline, journal: &mut J) {
    let is_last = game.active != game.battlefield().first;
    if victory::break_check(&game.field).is_some() || is_last && game.turn == game.battlefield().turns {
        return end(game, journal);
    }
    game.active = game.active.other();
    game.turn += u8::from(is_last);
    movement::begin(game, journal);
}

fn end<J: Journal>(game: &mut Battleline, journal: &mut J) {
    game.flow.goto(Over);
    let (sides, verdict) = (&game.battlefield().sides, victory::verdict(&game.field));
    journal.tell(|| {
        let words = match verdict.winner.map(|side| (&sides[side as usize], &sides[side.other() as usize])) {
            Some((winner, loser)) if verdict.by_breaking => {
                format!("{} is broken: {} wins.", loser.name, winner.name)
            }
            Some((winner, _)) => format!("{} has a marginal victory.", winner.name),
            None => "The battle is drawn.".to_owned(),
        };
        Event { words, clause: verdict.clause, ..Event::default() }
    });
}

/// A game at the start of a player's turn.
pub(crate) fn begin_movement(game: &mut Battleline) {
    movement::begin(game, &mut ());
    kit::flow::proceed(game, &mut kit::Scripted::faces(&[]), &mut ());
}

/// Tells what happened to units, where they are.
fn tell<const N: usize>(
    journal: &mut impl Journal,
    clause: &'static str,
    field: &Field,
    units: [UnitId; N],
    words: impl FnOnce() -> String,
) {
    journal.tell(|| {
        let hexes = units.iter().filter_map(|&unit| field.hex(unit).some());
        let hexes = hexes.map(|hex| field.number(hex)).collect();
        Event { words: words(), clause, hexes, units: units.map(Into::into).to_vec() }
    });
}

/// Tells what a unit does or what becomes of it: its name, and then these words.
fn tell_of(
    journal: &mut impl Journal,
    clause: &'static str,
    field: &Field,
    unit: UnitId,
    does: impl fmt::Display,
) {
    tell(journal, clause, field, [unit], || format!("{} {does}.", field.name(unit)));
}
