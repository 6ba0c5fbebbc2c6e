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

    fn is_settled(&self) -> bool {
        match self.step() {
            Step::Move(Move { picked, .. }) => picked.is_none(),
            Step::Allocate(_) => self.plan.is_empty(),
            _ => true,
        }
    }

    fn blunder_free(&self, mind: &mut Mind, chance: &mut RandomPlayer) -> Action {
        decide(self, &Manner::STEADY, mind, Some(chance))
    }

    fn best(&self, manner: &Manner, mind: &mut Mind) -> Action {
        decide(self, manner, mind, None)
    }

    fn account(&self, mind: &Mind) -> Vec<String> {
        // What is in mind may be of an earlier player-turn.
        let notes = mind.notes.iter().filter(|_| mind.span == self.span());
        notes.map(|note| words::say(self, note)).collect()
    }
}

/// What a good player does, or a beginner who leaves his plans to chance.
fn decide(game: &Mars, manner: &Manner, mind: &mut Mind, chance: Option<&mut RandomPlayer>) -> Action {
    mind.turn_to(game.span());
    let notes = &mut mind.notes;
    match game.step() {
        Step::Move(Move { picked, .. }) => {
            let moves = mind.moves.get_or_insert_with(|| match chance {
                Some(chance) => moves::at_random(game, chance),
                None => moves::planned(game, manner, notes),
            });
            next_move(game, picked, moves)
        }
        Step::Allocate(_) => {
            let attacks = mind.attacks.get_or_insert_with(|| match chance {
                Some(chance) => attacks::at_random(game, chance, notes),
                None => attacks::planned(game, manner, notes),
            });
            // The last click binds the attacks or passes.
            attacks.pop().unwrap_or(Action::Pass)
        }
        _ => decisions::best(game, &Values::of(game, manner)),
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
