//! The sequence of play (MARS-SEQ-1 to MARS-SEQ-14) as steps on a stack.
//!
//! Every step stands in the file of its chapter, with its prompt, its choices, its refusals and what each choice does. A
//! step in which nothing can be decided is passed over.

mod allocate;
mod battle;
mod movement;
mod recovery;
mod retreats;

pub use allocate::Allocate;
pub(crate) use allocate::{battling, columns, odds};
pub use battle::{Aftermath, BattleRoll, Battles, Orders, Terms};
pub use movement::Move;
pub(crate) use retreats::can_retreat;
pub use retreats::{Retreats, Rout};

use kit::{Event, Flow, Game, Outcome, flow::Over};

use crate::{fortification::Fortify, prelude::*, reinforcement::Reinforce, supply::Relief};

kit::steps! {
    /// What is being decided, or happens by itself.
    pub enum Step of Mars {
        decisions {
            SetUp, Fortify, Reinforce, Move, Allocate, Battles, Terms, Orders, Losses, Rout, Retreats, Advance,
            Relief, Over,
        }
        procedures { PlayerTurn, BattleRoll, Aftermath }
    }
}

const _: () = assert!(size_of::<Step>() <= 8, "frames are small");

impl Flow for Mars {
    type Action = Action;

    const END: &'static str = "MARS-VIC-1";

    fn on_turn(&self) -> Seat {
        seat(self.phasing)
    }

    /// MARS-VIC-1: more points win, equal is a draw.
    fn outcome(&self) -> Outcome {
        let points = self.points();
        let margin = (points[0] - points[1]).abs();
        Outcome { winner: victory::leader(points).map(seat), margin }
    }
}

/// A player-turn (MARS-GEN-2), by the phase that comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayerTurn {
    /// The turn begins.
    Beginning,
    /// A1, B1 (MARS-SEQ-1, MARS-SEQ-5).
    Fortification,
    /// B2 (MARS-SEQ-6).
    Reinforcement,
    /// A2, B3 (MARS-SEQ-2, MARS-SEQ-7).
    Movement,
    /// A3, B5: attacks are allocated (MARS-SEQ-3).
    Allocation,
    /// A3, B5: and fought (MARS-SEQ-3, MARS-SEQ-9).
    Battles,
    /// A4, B6 (MARS-SEQ-4, MARS-SEQ-10).
    Supply,
    End,
}

impl Procedure<Mars> for PlayerTurn {
    type End = ();

    fn throw<D: Dice>(self, _: &Mars, _: &mut D) {}

    fn apply<J: Journal>(self, game: &mut Mars, (): (), journal: &mut J) {
        let (next, step): (Self, Step) = match self {
            Self::Beginning => {
                let (turn, side) = (game.turn, game.phasing);
                game.field.begin_player_turn(side);
                journal.tell(|| game.event("MARS-GEN-2", format!("turn {turn}: {side} player-turn"), &[]));
                return game.flow.goto(Self::Fortification);
            }
            Self::Fortification => (Self::Reinforcement, Fortify.into()),
            Self::Reinforcement if game.phasing == Side::Russian => return game.flow.goto(Self::Movement),
            Self::Reinforcement => (Self::Movement, Reinforce.into()),
            Self::Movement => {
                // Everybody's supply holds through the whole step (MARS-R17).
                supply::take_snapshot(&mut game.field, game.phasing);
                (Self::Allocation, Move::START.into())
            }
            Self::Allocation => {
                game.plan = Plan::begin(&game.field, game.phasing);
                (Self::Battles, Allocate.into())
            }
            Self::Battles => (Self::Supply, Battles.into()),
            Self::Supply => {
                (game.plan, game.fight, game.spared) = (Plan::default(), Fight::default(), Units::NONE);
                (Self::End, Relief.into())
            }
            Self::End => return end_player_turn(game, journal),
        };
        game.flow.goto(next);
        game.flow.call(step);
    }
}

fn end_player_turn<J: Journal>(game: &mut Mars, journal: &mut J) {
    game.spared = Units::NONE;
    if game.phasing == Side::German {
        recovery::of_germans(game, journal);
        if game.turn == game.theatre().turns {
            // MARS-R29, MARS-R40: one moment for both sides, and none earlier.
            let [russian, german] = game.points();
            let words = || format!("points: Zhukov {russian}, von Kluge {german}");
            journal.tell(|| game.event("MARS-VIC-1", words(), &[]));
            return game.flow.goto(Over);
        }
        game.turn += 1;
    }
    game.phasing = game.phasing.enemy();
    game.flow.goto(PlayerTurn::Beginning);
}

impl Mars {
    /// An action that does not belong to the step.
    pub(crate) fn out_of_place<E: Objection>(&self, action: Action) -> Result<(), E> {
        let clause = match (self.step(), self.phasing) {
            (Step::SetUp(_), _) => "MARS-SET-1",
            (Step::Fortify(_), Side::Russian) => "MARS-SEQ-1",
            (Step::Fortify(_), Side::German) => "MARS-SEQ-5",
            (Step::Reinforce(_), _) => "MARS-SEQ-6",
            (Step::Move(_), Side::Russian) => "MARS-SEQ-2",
            (Step::Move(_), Side::German) => "MARS-SEQ-7",
            (Step::Relief(_), Side::Russian) => "MARS-SEQ-4",
            (Step::Relief(_), Side::German) => "MARS-SEQ-10",
            (_, Side::Russian) => "MARS-SEQ-3",
            (_, Side::German) => "MARS-SEQ-9",
        };
        Err(E::explain(|| {
            let (action, asked) = (self.write(&action), self.prompt().words);
            let words = format!("`{action}` does not answer what is asked now: {asked}");
            Refusal::new(clause, words).elsewhere()
        }))
    }

    pub(crate) fn event(&self, clause: &'static str, words: String, hexes: &[HexId]) -> Event {
        let hexes = hexes.iter().map(|&hex| self.number(hex).to_owned()).collect();
        Event { words, clause, hexes, units: Vec::new() }
    }

    /// Names with commas between them.
    pub(crate) fn list(&self, units: Units) -> String {
        self.field.names(units).collect::<Vec<_>>().join(", ")
    }
}
