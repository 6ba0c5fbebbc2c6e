//! The sequence of play (`EAST-SEQ-1` to `EAST-SEQ-9`) as steps on a stack.
//!
//! Every step stands in the file of its chapter, with its prompt, its choices, its refusals and what each choice does. A
//! step in which nothing can be decided is passed over.

mod advance;
mod attack;
mod combat;
pub(crate) mod exchange;
mod movement;
mod muster;
mod orders;
pub(crate) mod outlook;
mod rail;
mod rails;
mod retreat;
mod set_up;
mod turn;

pub use advance::Advance;
pub use attack::Declare;
pub use combat::{Battles, CombatEnd, CombatRoll};
pub use exchange::{Exchanging, Losses, Sacrifice};
pub use movement::{Excess, Move};
pub use muster::{Disbanding, Displaced, Muster};
pub use orders::{Orders, Refusing};
pub use rail::Ride;
pub use rails::Conversion;
pub use retreat::{Retreats, Withdrawing};
pub use set_up::SetUp;
pub use turn::{Holding, PlayerTurn, TurnStart};

use kit::{Event, Game, Objection, Refusal, flow::Over, map::HexId};

use crate::{action::Action, game::EastFront};

kit::steps! {
    /// What is being decided, or happens by itself.
    pub enum Step of EastFront {
        decisions {
            SetUp,
            Holding,
            Displaced,
            Muster,
            Disbanding,
            Ride,
            Declare,
            Battles,
            Refusing,
            Orders,
            Exchanging,
            Sacrifice,
            Losses,
            Withdrawing,
            Retreats,
            Advance,
            Move,
            Excess,
            Conversion,
            Over,
        }
        procedures {
            TurnStart,
            PlayerTurn,
            CombatRoll,
            CombatEnd,
        }
    }
}

const _: () = assert!(size_of::<Step>() <= 16, "frames are small");

/// An action that does not belong to the step.
pub(crate) fn out_of_place<E: Objection>(game: &EastFront, action: Action) -> Result<(), E> {
    Err(E::explain(|| {
        let asked = game.prompt();
        let clause = asked.clauses.first().copied().unwrap_or("EAST-SEQ-3");
        let (action, asked) = (game.write(&action), asked.words);
        let words = format!("`{action}` does not answer what is asked now: {asked}");
        Refusal::new(clause, words).elsewhere()
    }))
}

/// An event in some hexes.
pub(crate) fn event(game: &EastFront, clause: &'static str, words: String, hexes: &[HexId]) -> Event {
    let hexes = hexes.iter().filter(|hex| hex.is_some()).map(|&hex| game.number(hex).to_owned()).collect();
    Event { words, clause, hexes, units: Vec::new() }
}
