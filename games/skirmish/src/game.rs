//! The game in play: its state, and what can be decided in it.

mod arranging;
mod freehand;
mod hints;
mod options;
mod outlook;
mod overlays;
mod secrets;
#[cfg(test)]
mod shown;
mod terrain;
mod view;

use kit::{
    CounterId, Dice, Event, Game, Hint, Journal, Outcome, Outlook, Overlay, Report, Rulebook, Rules, Seat,
    View, Viewer,
    flow::{Flow, Stack},
    position::{UnitId, Units},
    profile::Chosen,
};

pub use options::House;

use crate::{
    RULEBOOK,
    act::Act,
    action::Action,
    charts::Charts,
    fire::Fire,
    flow::{GameTurn, Step},
    harm::Harm,
    scenario::{PLATOONS, PlatoonId},
    state::{Board, Side, UNITS},
    victory,
};

/// A platoon or battery in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PlatoonState {
    /// It has maneuvered this turn.
    pub maneuvered: bool,
    /// It has been asked for fire this turn, or nobody wants to.
    pub asked: bool,
    /// Its target markers in mm (SKIR-IFP-5).
    pub markers: [(i16, i16); 5],
    /// How many of them lie on the table.
    pub marked: u8,
}

/// What a player has declared in a phase (SKIR-PHA-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Declared {
    /// Nothing yet, or he has nothing left.
    #[default]
    Nothing,
    /// A chip.
    Chip,
    /// A platoon.
    Platoon(PlatoonId),
}

/// How many objectives a scenario has at the most.
pub const OBJECTIVES: usize = 4;

/// A game of Skirmish.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Skirmish {
    pub(crate) board: Board,
    pub(crate) house: House,
    /// The game turn, from 1; 0 while units are placed.
    pub(crate) turn: u8,
    /// The phase of the turn, from 1 (SKIR-PHA-3).
    pub(crate) phase: u8,
    /// First player of phase 1 of this turn.
    pub(crate) first_of_turn: Side,
    /// First player of this phase.
    pub(crate) first: Side,
    pub(crate) chips: [u8; 2],
    pub(crate) platoons: [PlatoonState; PLATOONS],
    pub(crate) declared: [Declared; 2],
    /// Readiness scores of the phase (SKIR-TST-1), or of the batteries in step 4.
    pub(crate) scores: [u8; UNITS],
    /// Units of the declared platoons that have not acted in this phase.
    pub(crate) waiting: Units,
    /// The action in hand.
    pub(crate) act: Act,
    /// Who holds each objective (SKIR-VIC-2).
    pub(crate) holders: [Side; OBJECTIVES],
    /// Points scored for objectives at earlier checks.
    pub(crate) scored: [i32; 2],
    /// The fire of the unit in hand, and the shell in the air.
    pub(crate) fire: Fire,
    /// Tests that are owed.
    pub(crate) harm: Harm,
    pub(crate) flow: Stack<Step>,
}

const _: () = assert!(size_of::<Skirmish>() < 8192, "a state is copied by the thousand");

impl Skirmish {
    /// What stands on the table.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Tells something about a unit: to everybody if the enemy has it in sight, otherwise to its owner (5.3).
    pub(crate) fn tell_about<J: Journal>(
        &self,
        unit: UnitId,
        journal: &mut J,
        event: impl FnOnce() -> Event,
    ) {
        let side = self.board.side(unit);
        let in_sight = self.house.open || self.board.seen[side.other() as usize].contains(unit);
        let event = || event().to(unit);
        if in_sight { journal.tell(event) } else { journal.tell_only(side.seat(), event) }
    }

    /// The name of a unit.
    pub(crate) fn name(&self, unit: UnitId) -> &'static str {
        self.board.name(unit)
    }
}

impl Flow for Skirmish {
    type Action = Action;
    const END: &'static str = "SKIR-VIC-1";

    /// Whoever owns the unit in hand; between actions the first player.
    fn on_turn(&self) -> Seat {
        self.act.unit.map_or(self.first, |unit| self.board.side(unit)).seat()
    }

    fn outcome(&self) -> Outcome {
        victory::outcome(self)
    }
}

impl Game for Skirmish {
    type Content = Charts;

    const RULES: u32 = 7;
    const HIDES: bool = true;
    const SAMPLES: bool = true;
    const OVERLAYS: &[(&str, &str)] = overlays::OVERLAYS;

    fn rulebook() -> &'static Rulebook {
        &RULEBOOK
    }

    fn set_up(rules: Rules<Charts>, scenario: &str, options: &Chosen<'_>) -> Self {
        let place = rules.get().scenarios.iter().position(|known| known.name == scenario);
        let board = Board::new(rules, place.expect("a scenario of the profile") as u8);
        let scenario = board.scenario();
        let mut holders = [Side::A; OBJECTIVES];
        for (holder, objective) in holders.iter_mut().zip(&scenario.objectives) {
            *holder = objective.holder;
        }
        Self {
            board,
            house: House::of(options),
            turn: 0,
            phase: 0,
            first_of_turn: scenario.first,
            first: scenario.deploys_first,
            chips: [0; 2],
            platoons: [PlatoonState::default(); PLATOONS],
            declared: [Declared::Nothing; 2],
            scores: [0; UNITS],
            waiting: Units::NONE,
            act: Act::NONE,
            holders,
            scored: [0; 2],
            fire: Fire::NONE,
            harm: Harm::NONE,
            flow: GameTurn::begin(scenario.deploys_first),
        }
    }

    fn odds(&self) -> Vec<Report> {
        crate::fire::reports(self)
    }

    fn hint(&self, action: &Action) -> Hint {
        self.hint_for(action)
    }

    fn outlook(&self, action: &Action) -> Option<Outlook> {
        self.outlook_of(action)
    }

    fn overlay(&self, name: &str, viewer: Viewer, unit: Option<CounterId>) -> Option<Overlay> {
        self.overlay_for(name, viewer, unit)
    }

    fn view(&self, viewer: Viewer) -> View {
        self.seen_by(viewer)
    }

    fn moment(&self) -> String {
        self.moment_in_words()
    }

    fn write_for_others(&self, action: &Action) -> String {
        self.written_for_others(action)
    }

    fn reshuffle_hidden(&mut self, viewer: Viewer, dice: &mut impl Dice) {
        self.shuffle_hidden(viewer, dice);
    }

    fn invariants(&self) -> Result<(), String> {
        self.holds()
    }
}
