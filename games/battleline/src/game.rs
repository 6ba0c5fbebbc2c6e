//! The game in play: its state, and what can be decided in it.

mod hints;
mod odds;
mod options;
mod overlays;
mod threats;
mod view;

use kit::{
    Dice, Digest, Game, Hint, Journal, Outcome, Overlay, Prompt, Refusal, Report, Seat, Setup, SetupError,
    View, Viewer, map::HexMap,
};

use crate::{
    action::Action,
    army::Side,
    battle::situation::HouseRules,
    battlefield::{Battlefield, Scenario, battlefield},
    field::Field,
    flow::{self, Combat, Step},
    victory::{self, Verdict},
};

/// A game of Battleline. Nothing is hidden and all dice are open.
#[derive(Clone, Copy, Debug)]
pub struct Battleline {
    pub(crate) field: Field,
    pub(crate) house_rules: HouseRules,
    /// The Game-Turn, from 1 (LINE-X-SEQ-1).
    pub(crate) turn: u8,
    /// Whose turn it is (LINE-X-SEQ-2).
    pub(crate) active: Side,
    pub(crate) step: Step,
    /// The combat in hand.
    pub(crate) combat: Combat,
    /// Which sides have had their Deputy (LINE-X-CMD-7).
    pub(crate) deputy_used: [bool; 2],
    /// Whether the detachment has been called (LINE-X-CYN-3).
    pub(crate) detachment_used: bool,
}

/// The seat of a side.
pub const fn seat(side: Side) -> Seat {
    Seat(side as u8)
}

impl Battleline {
    /// A game from the set-up of a scenario.
    pub fn new(scenario: Scenario, house_rules: HouseRules) -> Self {
        let battlefield = battlefield(scenario);
        Self::at(Field::new(battlefield), house_rules, 1, battlefield.first)
    }

    /// A position of one's own at the start of a player's turn, for studies and tests.
    pub fn at(field: Field, house_rules: HouseRules, turn: u8, active: Side) -> Self {
        let mut game = Self {
            field,
            house_rules,
            turn,
            active,
            step: Step::Movement,
            combat: Combat::NONE,
            deputy_used: [false; 2],
            detachment_used: false,
        };
        flow::begin_movement(&mut game);
        game
    }

    /// Where everybody is.
    pub const fn field(&self) -> &Field {
        &self.field
    }

    /// What is fixed.
    pub const fn battlefield(&self) -> &'static Battlefield {
        self.field.battlefield()
    }

    /// The Game-Turn.
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// Whose turn it is.
    pub const fn active(&self) -> Side {
        self.active
    }

    /// What is being decided.
    pub const fn step(&self) -> Step {
        self.step
    }

    /// The combat in hand in the words of the combat chapter, for whoever wants to ask it more; nothing where no attack
    /// is being put together.
    pub fn combat_in_hand(&self) -> Option<crate::battle::situation::Situation> {
        let is_asked = matches!(self.step, Step::Announcing | Step::Leading | Step::Evading);
        is_asked.then(|| odds::situation(self, false))
    }

    /// How it ended, if it has.
    pub const fn verdict(&self) -> Option<Verdict> {
        match self.step {
            Step::Over(verdict) => Some(verdict),
            _ => None,
        }
    }
}

impl Game for Battleline {
    type Action = Action;

    const NAME: &'static str = "battleline";
    const RULES: u32 = 1;
    const SEATS: &'static [&'static str] = &["Rome", "Enemy"];
    const SCENARIOS: &'static [(&'static str, &'static str)] = &[
        ("learn", "Two columns meet (learning), 5 turns"),
        ("cannae", "Cannae, 2 August 216 BC: Rome against Carthage, 10 turns"),
        ("zama", "Zama, autumn 202 BC: Rome against Carthage, 11 turns"),
        ("cynoscephalae", "Cynoscephalae, June 197 BC: Rome against Macedon, 10 turns"),
    ];
    const OPTIONS: &'static [(&'static str, &'static str)] = options::OPTIONS;
    const OVERLAYS: &'static [(&'static str, &'static str)] = overlays::OVERLAYS;

    fn start(setup: &Setup) -> Result<Self, SetupError> {
        let scenario = Scenario::ALL.into_iter().find(|scenario| scenario.name() == setup.scenario);
        let scenario = scenario.ok_or_else(|| {
            let known = Scenario::ALL.map(Scenario::name).join(", ");
            SetupError(format!("there is no scenario `{}`: choose one of {known}", setup.scenario))
        })?;
        Ok(Self::new(scenario, options::read(&setup.options)?))
    }

    fn status(&self) -> kit::Status {
        match self.step {
            Step::Over(Verdict { winner, .. }) => {
                let margin = victory::margin(&self.field, winner);
                kit::Status::Over(Outcome { winner: winner.map(seat), margin })
            }
            _ => kit::Status::Deciding(seat(flow::decider(self))),
        }
    }

    fn prompt(&self) -> Prompt {
        flow::prompt(self)
    }

    fn actions(&self, out: &mut Vec<Action>) {
        flow::actions(self, out);
    }

    fn check(&self, action: &Action) -> Result<(), Refusal> {
        flow::check(self, *action)
    }

    fn perform<D: Dice, J: Journal>(&mut self, action: &Action, dice: &mut D, journal: &mut J) {
        flow::perform(self, *action, dice, journal);
    }

    fn map(&self) -> Option<&'static HexMap> {
        Some(self.battlefield().map)
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

    fn overlay(&self, name: &str, viewer: Viewer, unit: Option<&str>) -> Option<Overlay> {
        overlays::overlay(self, name, viewer, unit)
    }

    fn hint(&self, action: &Action) -> Hint {
        hints::hint(self, *action)
    }

    fn write(&self, action: &Action) -> String {
        action.write(self.battlefield())
    }

    fn read(&self, text: &str) -> Result<Action, Refusal> {
        Action::read(text, self.battlefield(), self.active)
    }

    fn digest(&self, digest: &mut Digest) {
        self.field.digest(digest);
        digest.bytes(&[self.turn, self.active as u8]);
        self.step.digest(digest);
        self.combat.digest(digest);
        digest.bytes(&[self.deputy_used[0].into(), self.deputy_used[1].into(), self.detachment_used.into()]);
    }

    fn invariants(&self) -> Result<(), String> {
        self.field.invariants()?;
        self.field.losses_agree()
    }
}
