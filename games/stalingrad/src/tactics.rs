//! How to play it well: what things are worth, who goes where, which attacks pay, what is bombed.
//!
//! Attacks and other dice are weighed by the exact odds of the rules themselves; everything else by simple values of units
//! and places.

mod air;
mod attacks;
mod decisions;
mod guns;
mod moves;
mod values;
pub(crate) mod weights;
mod words;

use kit::{
    Column, Manner, Seat, Silent, Stage, Tactics,
    flow::Steps,
    map::HexId,
    random_play::RandomPlayer,
    tactics::{self, Judge, Level, Memory, WeightFiles},
};

use crate::{
    action::Action,
    flow::{Move, Step},
    game::{Stalingrad, seat},
    theatre::Scenario,
    units::{Side, UnitId, Units},
};
use values::Values;

/// Something that the player had in mind.
#[derive(Clone, Copy, Debug)]
enum Note {
    /// Units were sent against a hex.
    Gathered { target: HexId, units: Units },
    /// A unit was sent to hold a hex.
    Manned { post: HexId, unit: UnitId },
    /// An attack was planned, or left alone.
    Attack(Weighed),
}

/// An attack as it was weighed.
#[derive(Clone, Copy, Debug)]
struct Weighed {
    target: HexId,
    attackers: Units,
    column: Column,
    /// On so many of the six faces all defenders are gone.
    clears: u8,
    /// Hundredths of a strongpoint that it was expected to bring, with everything that it drags along.
    gain: i32,
    made: bool,
}

/// What a player keeps in mind through a player turn.
#[derive(Clone, Default, Debug)]
pub struct Mind {
    /// Moves still to be made, the next one last.
    moves: Option<Vec<moves::Move>>,
    /// Clicks of the allocation still to be made, the next one last.
    attacks: Option<Vec<Action>>,
    notes: Vec<Note>,
}

impl Tactics for Stalingrad {
    type Mind = Memory<Mind>;

    fn weight_files(scenario: &str) -> Option<WeightFiles> {
        Scenario::ALL.into_iter().find(|known| known.name() == scenario).map(weights::files)
    }

    fn judge_as(&mut self, level: Level) {
        self.field.judge = Judge(level);
    }

    fn standing(&self, of: Seat) -> i32 {
        let german = values::standing(self);
        if of == seat(Side::German) { german } else { -german }
    }

    fn span(&self) -> u32 {
        let set_up = matches!(self.step(), Step::SetUp(_));
        (u32::from(self.turn) * 2 + self.phasing as u32) * u32::from(!set_up)
    }

    fn stage(&self) -> Option<Stage> {
        match self.step() {
            Step::Move(_) => Some(Stage { part: 1, share: 50 }),
            Step::Allocate(_) => Some(Stage { part: 2, share: 70 }),
            _ => None,
        }
    }

    fn lines_of_play(&self) -> u32 {
        const USUAL: u32 = 1_600;
        const FEW_UNITS: u32 = 14;
        let on_map = (self.field.units_of(Side::German) | self.field.units_of(Side::Russian)).len();
        // Twice as many units make twice as many decisions, each with twice as much to look at.
        let crowd = (on_map as u32).max(FEW_UNITS);
        USUAL * FEW_UNITS * FEW_UNITS / (crowd * crowd)
    }

    fn is_settled(&self) -> bool {
        match self.step() {
            Step::Move(Move { picked }) => picked.is_none(),
            Step::Allocate(_) => self.plan.attacks().is_empty(),
            _ => true,
        }
    }

    fn blunder_free(&self, mind: &mut Memory<Mind>, chance: &mut RandomPlayer) -> Action {
        let mind = mind.of(self.span());
        let manner = Manner::STEADY;
        match self.step() {
            Step::Move(Move { picked }) => {
                let moves = mind.moves.get_or_insert_with(|| moves::at_random(self, chance));
                next_move(self, picked, moves)
            }
            Step::Allocate(_) => {
                if mind.attacks.is_none() {
                    mind.attacks = Some(attacks::at_random(self, chance, &mut mind.notes));
                }
                next_attack(self, mind.attacks.get_or_insert_default())
            }
            _ => decisions::at_random(self, &Values::of(self, &manner), chance),
        }
    }

    fn best(&self, manner: &Manner, mind: &mut Memory<Mind>) -> Action {
        let mind = mind.of(self.span());
        match self.step() {
            Step::Move(Move { picked }) => {
                if mind.moves.is_none() {
                    mind.moves = Some(moves::planned(self, manner, &mut mind.notes));
                }
                next_move(self, picked, mind.moves.get_or_insert_default())
            }
            Step::Allocate(_) => {
                if mind.attacks.is_none() {
                    mind.attacks = Some(attacks::planned(self, manner, &mut mind.notes));
                }
                next_attack(self, mind.attacks.get_or_insert_default())
            }
            _ => decisions::best(self, &Values::of(self, manner)),
        }
    }

    fn account(&self, mind: &Memory<Mind>) -> Vec<String> {
        // What is in mind may be of an earlier player-turn.
        let notes = mind.get(self.span()).into_iter().flat_map(|mind| &mind.notes);
        notes.map(|note| words::say(self, note)).collect()
    }
}

/// The next click of the planned moves.
fn next_move(game: &Stalingrad, picked: Option<UnitId>, moves: &mut Vec<moves::Move>) -> Action {
    let nothing_left = if picked.is_some() { Action::Stay } else { Action::Done };
    tactics::next_move(game, picked, moves, Action::Pick, Action::To).unwrap_or(nothing_left)
}

/// The next click of the planned attacks. Where one has become impossible all are taken back: no attack is always allowed.
fn next_attack(game: &Stalingrad, attacks: &mut Vec<Action>) -> Action {
    let may = |action: &Action| game.step().check::<Silent>(game, *action).is_ok();
    if let Some(action) = attacks.pop().filter(may) {
        return action;
    }
    attacks.clear();
    game.plan.attacks().first().map_or(Action::Done, |attack| Action::Drop(attack.name()))
}
