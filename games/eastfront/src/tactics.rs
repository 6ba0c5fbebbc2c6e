//! How to play it well: what things are worth, who goes where, which attacks pay, how pockets are made and lines are held.
//!
//! Attacks are weighed by the exact odds of the rules themselves; everything else by simple values of units and places.

mod attacks;
mod breakout;
mod decisions;
mod errands;
mod line;
mod moves;
mod muster;
mod pockets;
mod rails;
mod values;
pub(crate) mod weights;
mod words;

use kit::{
    Manner, Seat, Silent, Stage, Tactics,
    flow::Steps,
    map::HexId,
    random_play::RandomPlayer,
    tactics::{self, Judge, Level, Memory, WeightFiles},
};

use crate::{
    action::Action,
    flow::{Move, Muster, Ride, Step},
    game::{EastFront, seat},
    roster::{Force, UnitId},
    theatre::{Contest, Scenario},
    unit::Side,
};

/// Something that the player had in mind.
#[derive(Clone, Copy, Debug)]
enum Note {
    /// Units were sent against a hex.
    Gathered { target: HexId, units: Force },
    /// Units were sent behind these enemies to cut them off.
    Pocket { units: Force, enemies: Force },
    /// A unit was sent to hold a hex.
    Manned { post: HexId, unit: UnitId },
    /// Units were sent into a gap, so that these friends are in supply again.
    Freed { units: Force, friends: Force },
    /// A unit that was cut off is on its way back.
    Escapes { unit: UnitId, to: HexId },
    /// An attack was planned, or left alone.
    Attack(Weighed),
}

/// An attack as it was weighed.
#[derive(Clone, Copy, Debug)]
struct Weighed {
    target: HexId,
    attackers: Force,
    /// The printed column.
    column: u8,
    /// On so many of the six faces all defenders are gone from the hex.
    clears: u8,
    /// Hundredths of a victory point that it was expected to bring.
    gain: i32,
    made: bool,
}

/// What a player keeps in mind through a player turn.
#[derive(Clone, Default, Debug)]
pub struct Mind {
    /// Moves still to be made in phase D, the next one last.
    moves: Option<Vec<moves::Move>>,
    /// Rides still to be made in phase B, the next one last.
    rides: Option<Vec<moves::Move>>,
    /// Clicks of a declaration still to be made, the next one last, and which declaration they are for.
    attacks: Option<(u32, Vec<Action>)>,
    notes: Vec<Note>,
}

/// Player-turns that a line of play goes on for on the great map: one's own and the reply.
const AHEAD: u32 = 2;

/// Which declaration is being made: of phase C or E, or out of a breakthrough.
fn declaration(game: &EastFront) -> u32 {
    1 + game.plan.phase as u32 * 2 + u32::from(game.plan.is_breaking_out)
}

impl Tactics for EastFront {
    type Mind = Memory<Mind>;

    fn weight_files(scenario: &str) -> Option<WeightFiles> {
        Scenario::ALL.into_iter().find(|known| known.name() == scenario).map(weights::files)
    }

    fn judge_as(&mut self, level: Level) {
        self.board.judge = Judge(level);
    }

    fn temperament(&self, of: Seat) -> Manner {
        let temper = &self.board.weights().temper;
        let (boldness, care) = if of == seat(Side::Axis) {
            (temper.axis_boldness, temper.axis_care)
        } else {
            (temper.soviet_boldness, temper.soviet_care)
        };
        Manner { boldness, care, ..Manner::STEADY }
    }

    fn standing(&self, of: Seat) -> i32 {
        let axis = values::standing(self);
        if of == seat(Side::Axis) { axis } else { -axis }
    }

    fn span(&self) -> u32 {
        u32::from(self.turn) * 2 + self.phasing as u32
    }

    fn stage(&self) -> Option<Stage> {
        match self.step() {
            Step::Declare(_) if !self.plan.is_breaking_out => {
                Some(Stage { part: 1 + self.plan.phase as u32, share: 50 })
            }
            Step::Move(Move { picked: None }) => Some(Stage { part: 3, share: 60 }),
            _ => None,
        }
    }

    /// A veteran's turn takes seconds, also where two hundred counters are on the map.
    fn lines_of_play(&self) -> u32 {
        // So many lines with so many counters, fewer with more. Pockets and strikes are looked for in every line on the great
        // map, which takes longer.
        let (lines, counters) = if self.theatre().contest == Contest::Gate { (400, 30) } else { (160, 140) };
        lines * counters / (self.board.on_map().len() as u32).max(counters)
    }

    /// On the great map the reply shows what a plan is worth; what comes later is decided by dice.
    fn player_turns_ahead(&self) -> u32 {
        if self.theatre().contest == Contest::Gate { 8 } else { AHEAD }
    }

    fn is_settled(&self) -> bool {
        match self.step() {
            Step::Move(Move { picked }) | Step::Ride(Ride { picked }) | Step::Muster(Muster { picked }) => {
                picked.is_none()
            }
            Step::Declare(_) => self.plan.is_empty(),
            _ => true,
        }
    }

    fn blunder_free(&self, mind: &mut Memory<Mind>, chance: &mut RandomPlayer) -> Action {
        let mind = mind.of(self.span());
        match self.step() {
            Step::Move(Move { picked }) => {
                let moves = mind.moves.get_or_insert_with(|| moves::at_random(self, chance));
                next_move(self, picked, moves)
            }
            Step::Ride(Ride { picked }) => next_move(self, picked, &mut Vec::new()),
            Step::Muster(Muster { picked }) => muster::best(self, picked, &Manner::STEADY),
            Step::Declare(_) => {
                let which = declaration(self);
                if mind.attacks.as_ref().is_none_or(|(known, _)| *known != which) {
                    mind.attacks = Some((which, attacks::at_random(self, chance, &mut mind.notes)));
                }
                next_attack(self, &mut mind.attacks.get_or_insert_default().1)
            }
            // A beginner does not see where a month's holding decides.
            Step::Holding(_) => Action::Retreats,
            _ => decisions::best(self, &Manner::STEADY),
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
            Step::Ride(Ride { picked }) => {
                if mind.rides.is_none() {
                    mind.rides = Some(moves::rides(self, manner));
                }
                next_move(self, picked, mind.rides.get_or_insert_default())
            }
            Step::Muster(Muster { picked }) => muster::best(self, picked, manner),
            Step::Declare(_) => {
                let which = declaration(self);
                if mind.attacks.as_ref().is_none_or(|(known, _)| *known != which) || self.plan.is_breaking_out
                {
                    let is_new = mind
                        .attacks
                        .as_ref()
                        .is_none_or(|(known, clicks)| *known != which || clicks.is_empty());
                    if is_new {
                        mind.attacks = Some((which, attacks::planned(self, manner, &mut mind.notes)));
                    }
                }
                next_attack(self, &mut mind.attacks.get_or_insert_default().1)
            }
            _ => decisions::best(self, manner),
        }
    }

    fn account(&self, mind: &Memory<Mind>) -> Vec<String> {
        // What is in mind may be of an earlier player-turn.
        let notes = mind.get(self.span()).into_iter().flat_map(|mind| &mind.notes);
        notes.map(|note| words::say(self, note)).collect()
    }
}

/// The next click of the planned moves or rides. Where somebody else has begun to lay a way, it is ended.
fn next_move(game: &EastFront, picked: Option<UnitId>, moves: &mut Vec<moves::Move>) -> Action {
    let nothing_left = if picked.is_some() { Action::Stay } else { Action::Done };
    tactics::next_move(game, picked, moves, Action::Pick, Action::To).unwrap_or(nothing_left)
}

/// The next click of the planned attacks. Where one has become impossible all are taken back: no attack is always allowed.
fn next_attack(game: &EastFront, clicks: &mut Vec<Action>) -> Action {
    let may = |action: &Action| game.step().check::<Silent>(game, *action).is_ok();
    if let Some(action) = clicks.pop().filter(may) {
        return action;
    }
    clicks.clear();
    if game.plan.can_close(&game.board) && game.plan.is_empty() { Action::Done } else { Action::Pass }
}
