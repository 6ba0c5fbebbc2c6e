//! The game in play: its state, and what can be decided in it.

mod arranging;
mod hints;
mod odds;
mod overlays;
mod threats;
mod view;

use kit::{Game, Hint, Report, Rulebook, View, profile::Chosen};

use crate::{
    RULEBOOK,
    battle::Battle,
    flow::{self, Fight, Movement},
    prelude::*,
    victory::{self, Verdict},
};

/// A game of Battleline. Nothing is hidden and all dice are open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Battleline {
    pub(crate) field: Field,
    pub(crate) house_rules: HouseRules,
    /// The Game-Turn, from 1 (LINE-X-SEQ-1).
    pub(crate) turn: u8,
    /// Whose turn it is (LINE-X-SEQ-2).
    pub(crate) active: Side,
    /// Where the sequence of play stands.
    pub(crate) flow: Stack<Step>,
    pub(crate) combat: Fight,
    /// Which sides have had their Deputy (LINE-X-CMD-7).
    pub(crate) deputy_used: [bool; 2],
    /// Whether the detachment has been called (LINE-X-CYN-3).
    pub(crate) detachment_used: bool,
}

pub const fn seat(side: Side) -> Seat {
    Seat(side as u8)
}

impl Battleline {
    /// A game from the set-up of a scenario.
    pub fn new(battlefield: &'static Battlefield, house_rules: HouseRules) -> Self {
        Self::at(Field::new(battlefield), house_rules, 1, battlefield.first)
    }

    /// A position of one's own at the start of a player's turn, for studies and tests.
    pub fn at(field: Field, house_rules: HouseRules, turn: u8, active: Side) -> Self {
        let mut game = Self {
            field,
            house_rules,
            turn,
            active,
            flow: Stack::new(Movement),
            combat: Fight::default(),
            deputy_used: [false; 2],
            detachment_used: false,
        };
        flow::begin_movement(&mut game);
        game
    }

    pub const fn field(&self) -> &Field {
        &self.field
    }

    pub const fn battlefield(&self) -> &'static Battlefield {
        self.field.battlefield()
    }

    pub const fn turn(&self) -> u8 {
        self.turn
    }

    pub const fn active(&self) -> Side {
        self.active
    }

    pub const fn step(&self) -> Step {
        self.flow.top()
    }

    /// The combat in hand as a question of the combat chapter; nothing where no attack is being put together.
    pub fn combat_in_hand(&self) -> Option<Battle> {
        let is_asked = matches!(self.step(), Step::Announcing(_) | Step::Leading(_) | Step::Evading(_));
        is_asked.then(|| odds::battle(self, false, &mut Sums::default())).flatten()
    }

    /// How it ended, if it has.
    pub fn verdict(&self) -> Option<Verdict> {
        matches!(self.step(), Step::Over(_)).then(|| victory::verdict(&self.field))
    }
}

impl Game for Battleline {
    type Content = LineContent;

    const RULES: u32 = 3;
    const OVERLAYS: &'static [(&'static str, &'static str)] = overlays::OVERLAYS;

    fn rulebook() -> &'static Rulebook {
        &RULEBOOK
    }

    fn set_up(rules: Rules<LineContent>, scenario: &str, options: &Chosen<'_>) -> Self {
        let scenario = Scenario::ALL.into_iter().find(|known| known.name() == scenario);
        let house_rules = HouseRules {
            low_odds_allowed: options.switch("low_odds_allowed"),
            five_inclusive: options.switch("five_inclusive"),
            disrupt_literal: options.switch("disrupt_literal"),
            pinned_factor: options.switch("pinned_factor"),
            all_attackers_suffer: options.switch("all_attackers_suffer"),
        };
        Self::new(rules.get().battle(scenario.expect("a scenario of the profile")), house_rules)
    }

    fn map(&self) -> Option<&'static HexMap> {
        Some(&self.battlefield().map)
    }

    fn odds(&self) -> Vec<Report> {
        odds::odds(self)
    }

    fn view(&self, _: Viewer) -> View {
        view::view(self)
    }

    fn moment(&self) -> String {
        view::moment(self)
    }

    fn overlay(&self, name: &str, viewer: Viewer, unit: Option<CounterId>) -> Option<Overlay> {
        overlays::overlay(self, name, viewer, unit)
    }

    fn hint(&self, action: &Action) -> Hint {
        hints::hint(self, *action)
    }

    fn invariants(&self) -> Result<(), String> {
        self.field.invariants()?;
        self.field.losses_agree()
    }
}
