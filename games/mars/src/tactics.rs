//! How to play it well: what things are worth, who goes where, which attacks pay.
//!
//! Attacks are weighed by the exact odds of the rules themselves; everything else by simple values of units and places.

mod attacks;
mod decisions;
mod moves;
pub(crate) mod values;
mod words;

use kit::{Column, HexId, Manner, Seat, Silent, Stage, Tactics, flow::Steps, random_play::RandomPlayer};

use crate::{Action, Mars, Side, Step, UnitId, Units, flow::Move};
use values::Values;

/// Something that the player had in mind.
#[derive(Clone, Copy, Debug)]
enum Note {
    /// Units were sent against a hex.
    Gathered { target: HexId, units: Units },
    /// A unit left the map.
    Left(UnitId),
    /// An attack was planned, or left alone.
    Attack(Weighed),
}

/// An attack as it was weighed.
#[derive(Clone, Copy, Debug)]
struct Weighed {
    target: HexId,
    attackers: Units,
    /// The lowest column in which a defender of the hex is read.
    odds: Column,
    /// On so many of the faces of the die the hex is cleared.
    clears: [u8; 2],
    /// Hundredths of a point that it was expected to bring, with everything that it drags along.
    gain: i32,
    made: bool,
}

/// What a player keeps in mind through a player-turn.
#[derive(Clone, Default, Debug)]
pub struct Mind {
    span: u32,
    /// Moves still to be made, the next one last; off the map where there is no hex.
    moves: Option<Vec<(UnitId, Option<HexId>)>>,
    /// Clicks of the allocation still to be made, the next one last.
    attacks: Option<Vec<Action>>,
    notes: Vec<Note>,
}

impl Mind {
    /// Forgets the plan of another player-turn.
    fn turn_to(&mut self, span: u32) {
        if self.span != span {
            *self = Self { span, ..Self::default() };
        }
    }
}

impl Tactics for Mars {
    type Mind = Mind;

    fn temperament(&self, of: Seat) -> Manner {
        self.theatre().temperaments[usize::from(of.0)]
    }

    fn standing(&self, seat: Seat) -> i32 {
        let russian = values::standing(self);
        if seat == crate::game::seat(Side::Russian) { russian } else { -russian }
    }

    fn span(&self) -> u32 {
        let set_up = matches!(self.step(), Step::SetUp(_));
        (u32::from(self.turn) * 2 + self.phasing as u32) * u32::from(!set_up)
    }

    fn stage(&self) -> Option<Stage> {
        match self.step() {
            Step::Reinforce(_) => Some(Stage { part: 1, share: 20 }),
            Step::Move(_) => Some(Stage { part: 2, share: 50 }),
            Step::Allocate(_) => Some(Stage { part: 3, share: 70 }),
            _ => None,
        }
    }

    fn blunder_free(&self, mind: &mut Mind, chance: &mut RandomPlayer) -> Action {
        mind.turn_to(self.span());
        let manner = Manner::STEADY;
        match self.step() {
            Step::Move(Move { picked, .. }) => {
                let moves = mind.moves.get_or_insert_with(|| moves::at_random(self, chance));
                next_move(self, picked, moves)
            }
            Step::Allocate(_) => {
                if mind.attacks.is_none() {
                    mind.attacks = Some(attacks::at_random(self, chance, &mut mind.notes));
                }
                next_attack(mind.attacks.get_or_insert_default())
            }
            _ => decisions::best(self, &Values::of(self, &manner)),
        }
    }

    fn best(&self, manner: &Manner, mind: &mut Mind) -> Action {
        mind.turn_to(self.span());
        match self.step() {
            Step::Move(Move { picked, .. }) => {
                if mind.moves.is_none() {
                    mind.moves = Some(moves::planned(self, manner, &mut mind.notes));
                }
                next_move(self, picked, mind.moves.get_or_insert_default())
            }
            Step::Allocate(_) => {
                if mind.attacks.is_none() {
                    mind.attacks = Some(attacks::planned(self, manner, &mut mind.notes));
                }
                next_attack(mind.attacks.get_or_insert_default())
            }
            _ => decisions::best(self, &Values::of(self, manner)),
        }
    }

    fn account(&self, mind: &Mind) -> Vec<String> {
        // What is in mind may be of an earlier player-turn.
        let notes = mind.notes.iter().filter(|_| mind.span == self.span());
        notes.map(|note| words::say(self, note)).collect()
    }
}

/// The next click of the planned moves. A move that has become impossible is left out.
fn next_move(game: &Mars, picked: Option<UnitId>, moves: &mut Vec<(UnitId, Option<HexId>)>) -> Action {
    let may = |action: Action| game.step().check::<Silent>(game, action).is_ok();
    if let Some(unit) = picked {
        let wanted = moves.pop().filter(|(planned, _)| *planned == unit);
        let action = wanted.map(|(_, to)| to.map_or(Action::Exit, Action::To));
        return action.filter(|&action| may(action)).unwrap_or(Action::Stay);
    }
    while let Some(&(unit, _)) = moves.last() {
        if may(Action::Pick(unit)) {
            return Action::Pick(unit);
        }
        moves.pop();
    }
    Action::Done
}

/// The next click of the planned attacks; the last one binds them or passes.
fn next_attack(attacks: &mut Vec<Action>) -> Action {
    attacks.pop().unwrap_or(Action::Pass)
}
