//! How to play it well: what things are worth, who goes where, which attacks pay.
//!
//! Attacks are weighed by the exact odds of the rules themselves; everything else by simple values of units and places.

mod attacks;
mod decisions;
mod follies;
mod moves;
pub(crate) mod values;
pub(crate) mod weights;
mod words;

use kit::{
    Manner, Stage, Tactics,
    random_play::RandomPlayer,
    tactics::{Follies, Judge, Level, Memory, WeightFiles, next_move},
};

use crate::{flow::Move, prelude::*};
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
    /// Moves still to be made, the next one last; off the map where there is no hex.
    moves: Option<Vec<(UnitId, Option<HexId>)>>,
    /// Clicks of the allocation still to be made, the next one last.
    attacks: Option<Vec<Action>>,
    notes: Vec<Note>,
}

impl Tactics for Mars {
    type Mind = Memory<Mind>;

    const TASTE: i32 = 20;

    fn weight_files(scenario: &str) -> Option<WeightFiles> {
        Scenario::ALL.into_iter().find(|known| known.name() == scenario).map(weights::files)
    }

    fn judge_as(&mut self, level: Level) {
        self.field.judge = Judge(level);
    }

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

    fn blunder_free(&self, mind: &mut Memory<Mind>, chance: &mut RandomPlayer) -> Action {
        decide(self, &Manner::STEADY, mind, Some(chance))
    }

    fn best(&self, manner: &Manner, mind: &mut Memory<Mind>) -> Action {
        decide(self, manner, mind, None)
    }

    fn account(&self, mind: &Memory<Mind>) -> Vec<String> {
        // What is in mind may be of an earlier player-turn.
        let notes = mind.get(self.span()).into_iter().flat_map(|mind| &mind.notes);
        notes.map(|note| words::say(self, note)).collect()
    }

    fn follies(&self, action: &Action, after: &Self, follies: &mut Follies) {
        follies::count(self, *action, after, follies);
    }
}

/// What a good player does, or a beginner who leaves his plans to chance.
fn decide(
    game: &Mars,
    manner: &Manner,
    mind: &mut Memory<Mind>,
    chance: Option<&mut RandomPlayer>,
) -> Action {
    let mind = mind.of(game.span());
    let notes = &mut mind.notes;
    match game.step() {
        Step::Move(Move { picked, .. }) => {
            let moves = mind.moves.get_or_insert_with(|| match chance {
                Some(chance) => moves::at_random(game, chance),
                None => moves::planned(game, manner, notes),
            });
            let go = |to: Option<HexId>| to.map_or(Action::Exit, Action::To);
            let nothing_left = if picked.is_some() { Action::Stay } else { Action::Done };
            next_move(game, picked, moves, Action::Pick, go).unwrap_or(nothing_left)
        }
        Step::Allocate(_) => {
            let attacks = mind.attacks.get_or_insert_with(|| match chance {
                Some(chance) => attacks::at_random(game, chance, notes),
                None => attacks::planned(game, manner, notes),
            });
            // The last click binds the attacks or passes.
            attacks.pop().unwrap_or(Action::Pass)
        }
        // A beginner gives no orders.
        Step::Orders(_) if chance.is_some() => Action::Roll,
        _ => decisions::best(game, &Values::of(game, manner)),
    }
}
