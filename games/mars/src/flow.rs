//! The sequence of play (MARS-SEQ-1 to MARS-SEQ-14): which step follows which, and who decides in it.
//!
//! Every step has a file with its prompt, its legal actions, its refusals and what each action does. A step in which
//! nothing can be decided is passed over.

mod advance;
mod allocate;
mod battle;
mod fortify;
mod losses;
mod movement;
mod recovery;
mod reinforce;
mod relief;
mod retreats;
mod rout;
mod set_up;

pub(crate) use allocate::battling;

use kit::{Dice, Digest, Event, Journal, Prompt, Refusal, Report, map::HexId};

use crate::{
    action::Action,
    allocation::Plan,
    area::Area,
    engagement::Fight,
    fortification,
    game::Mars,
    reinforcement,
    roster::{UnitId, Units},
    supply,
    units::Side,
};

/// What is being decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Set-up; a unit may be in hand.
    SetUp {
        /// The unit in hand.
        picked: Option<UnitId>,
    },
    /// A1, B1 (MARS-SEQ-1, MARS-SEQ-5).
    Fortify,
    /// B2 (MARS-SEQ-6).
    Reinforce,
    /// A2, B3 (MARS-SEQ-2, MARS-SEQ-7).
    Move {
        /// The unit in hand.
        picked: Option<UnitId>,
        /// Half-hexes it has spent on the way to a town it goes through.
        spent: u8,
    },
    /// A3, B5: attacks are allocated (MARS-SEQ-3).
    Allocate,
    /// The next battle is chosen.
    Battles,
    /// The attacker settles how the die is read: probe, index.
    Terms,
    /// The defender gives No Retreat orders (MARS-NRT-1).
    Orders,
    /// The attacker names his losses (MARS-CRT-3).
    Losses,
    /// The attacker says how far routed units go (MARS-RES-6).
    Rout,
    /// The defender retreats (MARS-RET-1).
    Retreats,
    /// The attacker advances (MARS-ADV-1).
    Advance,
    /// A4, B6: an isolated unit in a stronghold is spared (MARS-SUP-15).
    Relief,
    /// The points have been counted (MARS-VIC-1).
    Over,
}

impl Step {
    /// Adds what makes this step what it is.
    pub(crate) fn digest(self, digest: &mut Digest) {
        let unit = |picked: Option<UnitId>| picked.map_or(u8::MAX, |unit| unit.index() as u8);
        let code = match self {
            Self::SetUp { picked } => [0, unit(picked), 0],
            Self::Fortify => [1, 0, 0],
            Self::Reinforce => [2, 0, 0],
            Self::Move { picked, spent } => [3, unit(picked), spent],
            Self::Allocate => [4, 0, 0],
            Self::Battles => [5, 0, 0],
            Self::Terms => [6, 0, 0],
            Self::Orders => [7, 0, 0],
            Self::Losses => [8, 0, 0],
            Self::Rout => [9, 0, 0],
            Self::Retreats => [10, 0, 0],
            Self::Advance => [11, 0, 0],
            Self::Relief => [12, 0, 0],
            Self::Over => [13, 0, 0],
        };
        digest.bytes(&code);
    }
}

/// Who decides: the defender about his orders and retreats, otherwise the side whose turn it is.
pub(crate) const fn decider(game: &Mars) -> Side {
    match game.step {
        Step::Orders | Step::Retreats => game.phasing.enemy(),
        _ => game.phasing,
    }
}

/// What is being decided, in words.
pub(crate) fn prompt(game: &Mars) -> Prompt {
    match game.step {
        Step::SetUp { picked } => set_up::prompt(game, picked),
        Step::Fortify => fortify::prompt(game),
        Step::Reinforce => reinforce::prompt(game),
        Step::Move { picked, .. } => movement::prompt(game, picked),
        Step::Allocate => allocate::prompt(game),
        Step::Battles => battle::prompt_next(game),
        Step::Terms => battle::prompt_terms(game),
        Step::Orders => battle::prompt_orders(game),
        Step::Losses => losses::prompt(game),
        Step::Rout => rout::prompt(game),
        Step::Retreats => retreats::prompt(game),
        Step::Advance => advance::prompt(game),
        Step::Relief => relief::prompt(game),
        Step::Over => Prompt::new("the game is over", &["MARS-VIC-1"]),
    }
}

/// Everything that can be decided.
pub(crate) fn actions(game: &Mars, out: &mut Vec<Action>) {
    match game.step {
        Step::SetUp { picked } => set_up::actions(game, picked, out),
        Step::Fortify => fortify::actions(game, out),
        Step::Reinforce => reinforce::actions(game, out),
        Step::Move { picked, spent } => movement::actions(game, picked, spent, out),
        Step::Allocate => allocate::actions(game, out),
        Step::Battles => battle::actions_next(game, out),
        Step::Terms => battle::actions_terms(game, out),
        Step::Orders => battle::actions_orders(game, out),
        Step::Losses => losses::actions(game, out),
        Step::Rout => rout::actions(game, out),
        Step::Retreats => retreats::actions(game, out),
        Step::Advance => advance::actions(game, out),
        Step::Relief => relief::actions(game, out),
        Step::Over => {}
    }
}

/// Whether an action is allowed, or why not.
pub(crate) fn check(game: &Mars, action: Action) -> Result<(), Refusal> {
    match game.step {
        Step::SetUp { picked } => set_up::check(game, picked, action),
        Step::Fortify => fortify::check(game, action),
        Step::Reinforce => reinforce::check(game, action),
        Step::Move { picked, spent } => movement::check(game, picked, spent, action),
        Step::Allocate => allocate::check(game, action),
        Step::Battles => battle::check_next(game, action),
        Step::Terms => battle::check_terms(game, action),
        Step::Orders => battle::check_orders(game, action),
        Step::Losses => losses::check(game, action),
        Step::Rout => rout::check(game, action),
        Step::Retreats => retreats::check(game, action),
        Step::Advance => advance::check(game, action),
        Step::Relief => relief::check(game, action),
        Step::Over => Err(Refusal::new("MARS-VIC-1", "the game is over: its points have been counted")),
    }
}

/// Carries out an allowed action, up to the next decision.
pub(crate) fn perform<D: Dice, J: Journal>(game: &mut Mars, action: Action, dice: &mut D, journal: &mut J) {
    match game.step {
        Step::SetUp { picked } => set_up::perform(game, picked, action, journal),
        Step::Fortify => fortify::perform(game, action, journal),
        Step::Reinforce => reinforce::perform(game, action, journal),
        Step::Move { picked, spent } => movement::perform(game, picked, spent, action, journal),
        Step::Allocate => allocate::perform(game, action, journal),
        Step::Battles => battle::perform_next(game, action, dice, journal),
        Step::Terms => battle::perform_terms(game, action, dice, journal),
        Step::Orders => battle::perform_orders(game, action, dice, journal),
        Step::Losses => losses::perform(game, action, journal),
        Step::Rout => rout::perform(game, action, journal),
        Step::Retreats => retreats::perform(game, action, journal),
        Step::Advance => advance::perform(game, action, journal),
        Step::Relief => relief::perform(game, action, journal),
        Step::Over => {}
    }
}

/// The odds of the battles that are planned, or of the one in hand.
pub(crate) fn odds(game: &Mars) -> Vec<Report> {
    match game.step {
        Step::Allocate => allocate::odds(game),
        Step::Battles | Step::Terms | Step::Orders => battle::odds(game),
        _ => Vec::new(),
    }
}

/// An action that does not belong to the step.
fn out_of_place(game: &Mars, action: Action) -> Refusal {
    let clause = match (game.step, game.phasing) {
        (Step::SetUp { .. }, _) => "MARS-SET-1",
        (Step::Fortify, Side::Russian) => "MARS-SEQ-1",
        (Step::Fortify, Side::German) => "MARS-SEQ-5",
        (Step::Reinforce, _) => "MARS-SEQ-6",
        (Step::Move { .. }, Side::Russian) => "MARS-SEQ-2",
        (Step::Move { .. }, Side::German) => "MARS-SEQ-7",
        (Step::Relief, Side::Russian) => "MARS-SEQ-4",
        (Step::Relief, Side::German) => "MARS-SEQ-10",
        (_, Side::Russian) => "MARS-SEQ-3",
        (_, Side::German) => "MARS-SEQ-9",
    };
    let words = format!(
        "`{}` does not answer what is asked now: {}",
        action.write(game.theatre()),
        prompt(game).words
    );
    Refusal::new(clause, words)
}

/// An event in some hexes.
fn event(game: &Mars, clause: &'static str, words: String, hexes: &[HexId]) -> Event {
    let hexes = hexes.iter().map(|&hex| game.theatre().name(hex).to_owned()).collect();
    Event { words, clause, hexes }
}

/// Names with commas between them.
fn list(units: Units) -> String {
    units.iter().map(UnitId::name).collect::<Vec<_>>().join(", ")
}

/// Hex numbers with commas between them.
fn numbers(game: &Mars, hexes: Area) -> String {
    hexes.iter().map(|hex| game.theatre().name(hex)).collect::<Vec<_>>().join(", ")
}

/// Begins a step, or, where nothing can be decided in it, the one after it.
pub(crate) fn enter<J: Journal>(game: &mut Mars, step: Step, journal: &mut J) {
    game.step = step;
    let side = game.phasing;
    match step {
        Step::Fortify if fortification::candidates(&game.field, side).is_empty() => {
            after_fortifying(game, journal);
        }
        Step::Reinforce if reinforcement::waiting(&game.field).is_empty() => enter_movement(game, journal),
        Step::Move { .. } => enter_movement(game, journal),
        Step::Allocate => {
            game.plan = Plan::begin(&game.field, side);
            let mut any = false;
            game.plan.each_attack(&game.field, |_, _| any = true);
            if !any {
                allocate::commit(game, journal);
            }
        }
        Step::Battles if game.plan.is_empty() => enter_relief(game, journal),
        _ => {}
    }
}

/// The player-turn of a side begins (MARS-GEN-2).
fn begin_player_turn<J: Journal>(game: &mut Mars, side: Side, journal: &mut J) {
    game.phasing = side;
    game.field.begin_player_turn(side);
    let turn = game.turn;
    journal.tell(|| event(game, "MARS-GEN-2", format!("turn {turn}: {side} player-turn"), &[]));
    enter(game, Step::Fortify, journal);
}

fn after_fortifying<J: Journal>(game: &mut Mars, journal: &mut J) {
    match game.phasing {
        Side::Russian => enter_movement(game, journal),
        Side::German => enter(game, Step::Reinforce, journal),
    }
}

/// The movement step begins with a look at everybody's supply, which holds through it (MARS-R17).
fn enter_movement<J: Journal>(game: &mut Mars, journal: &mut J) {
    supply::take_snapshot(&mut game.field, game.phasing);
    game.step = Step::Move { picked: None, spent: 0 };
    if movement::movable(game).is_empty() {
        enter(game, Step::Allocate, journal);
    }
}

/// A4 and B6 (MARS-SEQ-4, MARS-SEQ-10): the combat step is over.
fn enter_relief<J: Journal>(game: &mut Mars, journal: &mut J) {
    (game.plan, game.fight, game.spared) = (Plan::EMPTY, Fight::NONE, Units::NONE);
    game.step = Step::Relief;
    relief::go_on(game, journal);
}

/// The player-turn of the phasing side is over.
fn end_player_turn<J: Journal>(game: &mut Mars, journal: &mut J) {
    game.spared = Units::NONE;
    if game.phasing == Side::Russian {
        return begin_player_turn(game, Side::German, journal);
    }
    recovery::of_germans(game, journal);
    if game.turn == game.theatre().turns {
        // MARS-R29, MARS-R40: one moment for both sides, and none earlier.
        game.step = Step::Over;
        let [russian, german] = game.points();
        journal
            .tell(|| event(game, "MARS-VIC-1", format!("points: Zhukov {russian}, von Kluge {german}"), &[]));
        return;
    }
    game.turn += 1;
    begin_player_turn(game, Side::Russian, journal);
}
