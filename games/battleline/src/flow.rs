//! The sequence of play (LINE-X-SEQ-1 to LINE-X-SEQ-5): which step follows which, and who decides in it. The defender of
//! a combat never strikes back in it; his turn comes (LINE-R23).
//!
//! A phase in which nothing is left to decide is passed over. Where only one choice is legal it is made without asking.

mod combat;
mod missile;
mod movement;
mod outcome;
mod prompt;
mod reorganization;
mod state;

use kit::{Dice, Event, Journal, Refusal};

pub(crate) use outcome::away_from;
pub(crate) use prompt::prompt;
pub use state::{After, Combat, Step};

use crate::{
    action::Action,
    army::Side,
    field::{Field, Mark},
    game::Battleline,
    victory::{self, Verdict},
};

/// Who decides: the owner of a unit that flees, turns or may evade, and of a leader without a unit; otherwise the side
/// whose turn it is.
pub(crate) fn decider(game: &Battleline) -> Side {
    let field = &game.field;
    match game.step {
        Step::Evading => field.side(game.combat.defender),
        Step::Fleeing { unit, .. } | Step::Turning { unit, .. } => field.side(unit),
        Step::Refuge(leader) => field.battlefield().leader(leader).side,
        _ => game.active,
    }
}

/// Everything that can be decided. Nothing listed can be repeated for ever: each unit does each thing once a phase, and
/// who is taken in hand moves or turns (LINE-R33).
pub(crate) fn actions(game: &Battleline, out: &mut Vec<Action>) {
    match game.step {
        Step::Missile => missile::actions(game, out),
        Step::Combat | Step::Announcing | Step::Leading | Step::Evading => combat::actions(game, out),
        Step::Order | Step::Fleeing { .. } | Step::Refuge(_) | Step::Advancing => outcome::actions(game, out),
        Step::Reorganizing => reorganization::actions(game, out),
        Step::Over(_) => {}
        _ => movement::actions(game, out),
    }
}

/// Whether the rules allow an action now, or why not.
pub(crate) fn check(game: &Battleline, action: Action) -> Result<(), Refusal> {
    let known = match game.step {
        Step::Missile => missile::check(game, action),
        Step::Combat | Step::Announcing | Step::Leading | Step::Evading => combat::check(game, action),
        Step::Order | Step::Fleeing { .. } | Step::Refuge(_) | Step::Advancing => {
            outcome::check(game, action)
        }
        Step::Reorganizing => reorganization::check(game, action),
        Step::Over(_) => return Err(Refusal::new("", "the game is over")),
        _ => movement::check(game, action),
    };
    known.unwrap_or_else(|| {
        let (tried, asked) = (action.write(game.battlefield()), prompt(game).words);
        Err(Refusal::new("LINE-X-SEQ-4", format!("`{tried}` is not asked for now: {asked}")))
    })
}

/// Carries out an action that is allowed, up to the next decision.
pub(crate) fn perform<D: Dice, J: Journal>(
    game: &mut Battleline,
    action: Action,
    dice: &mut D,
    journal: &mut J,
) {
    match (game.step, action) {
        (Step::Detaching, Action::Done) => game.step = Step::Movement,
        (_, Action::Done) => close_phase(game, journal),
        (Step::Missile, _) => missile::perform(game, action, dice, journal),
        (Step::Combat | Step::Announcing | Step::Leading | Step::Evading, _) => {
            combat::perform(game, action, dice, journal);
        }
        (Step::Order | Step::Fleeing { .. } | Step::Refuge(_) | Step::Advancing, _) => {
            outcome::perform(game, action, dice, journal);
        }
        (Step::Turning { unit, then, .. }, Action::Face(facing)) => {
            game.field.turn(unit, facing);
            turned(game, unit, then, dice, journal);
        }
        (Step::Reorganizing, _) => reorganization::perform(game, action, dice, journal),
        _ => movement::perform(game, action, dice, journal),
    }
    settle(game, journal);
}

/// A unit has set its facing: what it did is finished.
fn turned<D: Dice, J: Journal>(
    game: &mut Battleline,
    unit: crate::army::UnitId,
    then: After,
    dice: &mut D,
    journal: &mut J,
) {
    let (field, hex) = (&game.field, game.field.hex(unit));
    tell(journal, "LINE-DIR-1", field, [unit], || {
        format!("{} stands in {} and faces {}.", field.name(unit), number(field, hex), field.facing(unit))
    });
    match then {
        After::Move => game.step = Step::Movement,
        After::Evasion => outcome::flights(game, dice, journal),
        After::Advance => outcome::end_combat(game),
        After::Reorganization => game.step = Step::Reorganizing,
    }
}

/// Passes over phases in which nothing can be decided.
fn settle<J: Journal>(game: &mut Battleline, journal: &mut J) {
    loop {
        let is_open = match game.step {
            Step::Movement => movement::is_open(game),
            Step::Missile => missile::is_open(game),
            Step::Combat => combat::is_open(game),
            Step::Reorganizing => reorganization::is_open(game),
            _ => true,
        };
        if is_open {
            return;
        }
        close_phase(game, journal);
    }
}

/// Ends a phase and goes on to the next (LINE-X-SEQ-2).
fn close_phase<J: Journal>(game: &mut Battleline, journal: &mut J) {
    game.step = match game.step {
        Step::Movement => {
            // LINE-X-CYN-3: for that Movement Phase only.
            game.field.clear(Mark::Detached);
            Step::Missile
        }
        Step::Missile => Step::Combat,
        Step::Combat => {
            // LINE-R6: what pinned a unit counts in its own next Combat Phase, which is over.
            game.field.unpin(game.active);
            Step::Reorganizing
        }
        _ => return end_turn(game, journal),
    };
}

/// The Break check and the next player's turn (LINE-X-SEQ-1, LINE-X-SEQ-5, LINE-X-VIC-2).
fn end_turn<J: Journal>(game: &mut Battleline, journal: &mut J) {
    if let Some(verdict) = victory::break_check(&game.field) {
        return end(game, verdict, journal);
    }
    if game.active == game.battlefield().first {
        game.active = game.active.other();
    } else if game.turn == game.battlefield().turns {
        let verdict = victory::final_check(&game.field);
        return end(game, verdict, journal);
    } else {
        game.active = game.active.other();
        game.turn += 1;
    }
    movement::begin(game, journal);
}

fn end<J: Journal>(game: &mut Battleline, verdict: Verdict, journal: &mut J) {
    game.step = Step::Over(verdict);
    let sides = &game.battlefield().sides;
    journal.tell(|| {
        let words = match verdict.winner {
            Some(side) if verdict.by_breaking => {
                format!(
                    "{} is broken: {} wins.",
                    sides[side.other() as usize].name,
                    sides[side as usize].name
                )
            }
            Some(side) => format!("{} has a marginal victory.", sides[side as usize].name),
            None => "The battle is drawn.".to_owned(),
        };
        Event { words, clause: verdict.clause, hexes: Vec::new() }
    });
}

/// A game at the start of a player's turn.
pub(crate) fn begin_movement(game: &mut Battleline) {
    movement::begin(game, &mut ());
    settle(game, &mut ());
}

/// Tells what happened to units, where they are.
fn tell<const N: usize>(
    journal: &mut impl Journal,
    clause: &'static str,
    field: &Field,
    units: [crate::army::UnitId; N],
    words: impl FnOnce() -> String,
) {
    journal.tell(|| {
        let hexes = units.iter().filter_map(|&unit| field.hex(unit).some());
        Event { words: words(), clause, hexes: hexes.map(|hex| number(field, hex)).collect() }
    });
}

fn number(field: &Field, hex: kit::map::HexId) -> String {
    field.battlefield().number(hex)
}
