//! The game in play: its state, and what can be decided in it.

mod hints;
mod options;
mod overlays;
mod view;

use kit::{
    Dice, Digest, Game, Hint, Journal, Outcome, Overlay, Prompt, Refusal, Report, Seat, Setup, SetupError,
    View, Viewer, map::HexMap,
};

pub use options::House;

use crate::{
    action::Action,
    allocation::Plan,
    engagement::Fight,
    field::Field,
    flow::{self, Step},
    roster::Units,
    theatre::{Scenario, Theatre, theatre},
    units::Side,
    victory,
};

/// A game of Operation Mars. All of it is open to both players (MARS-GEN-1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mars {
    pub(crate) field: Field,
    pub(crate) house: House,
    /// The game-turn, from 1 (MARS-GEN-2).
    pub(crate) turn: u8,
    /// Whose player-turn it is; during set-up who sets up.
    pub(crate) phasing: Side,
    pub(crate) step: Step,
    /// The attacks of this combat step.
    pub(crate) plan: Plan,
    /// The battle in hand.
    pub(crate) fight: Fight,
    /// Isolated units in strongholds that their owner has chosen to spare (MARS-SUP-15).
    pub(crate) spared: Units,
}

/// The seat of a side.
pub const fn seat(side: Side) -> Seat {
    Seat(side as u8)
}

impl Mars {
    /// A game that begins with set-up, the German first (MARS-SET-1).
    pub fn new(scenario: Scenario, house: House) -> Self {
        Self {
            field: Field::empty(theatre(scenario, house.german_zones)),
            house,
            turn: 1,
            phasing: Side::German,
            step: Step::SetUp { picked: None },
            plan: Plan::EMPTY,
            fight: Fight::NONE,
            spared: Units::NONE,
        }
    }

    /// Where everybody is.
    pub const fn field(&self) -> &Field {
        &self.field
    }

    /// What is fixed.
    pub const fn theatre(&self) -> &'static Theatre {
        self.field.theatre()
    }

    /// The game-turn.
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// Whose player-turn it is.
    pub const fn phasing(&self) -> Side {
        self.phasing
    }

    /// What is being decided.
    pub const fn step(&self) -> Step {
        self.step
    }

    /// The attacks of this combat step.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Points of both sides as they stand, Russian and German.
    pub fn points(&self) -> [i32; 2] {
        victory::points(&self.field, self.house.handicap)
    }

    /// A position of one's own at the start of a step, for studies and tests.
    pub fn at(field: Field, house: House, turn: u8, phasing: Side, step: Step) -> Self {
        let mut game = Self::new(field.theatre().scenario, house);
        (game.field, game.turn, game.phasing) = (field, turn, phasing);
        flow::enter(&mut game, step, &mut ());
        game
    }
}

impl Game for Mars {
    type Action = Action;

    const NAME: &'static str = "mars";
    const RULES: u32 = 1;
    const SEATS: &'static [&'static str] = &["Russian", "German"];
    const SCENARIOS: &'static [(&'static str, &'static str)] = &[
        ("historical", "Operation Mars, 25 November to 16 December 1942, 11 turns"),
        ("vazuza", "Vazuza bridgehead (learning), 4 turns"),
    ];
    const OPTIONS: &'static [(&'static str, &'static str)] = options::OPTIONS;
    const OVERLAYS: &'static [(&'static str, &'static str)] = overlays::OVERLAYS;

    fn start(setup: &Setup) -> Result<Self, SetupError> {
        let scenario = Scenario::ALL.into_iter().find(|scenario| scenario.name() == setup.scenario);
        let scenario = scenario.ok_or_else(|| {
            let known = Scenario::ALL.map(Scenario::name).join(" or ");
            SetupError(format!("there is no scenario `{}`: choose {known}", setup.scenario))
        })?;
        Ok(Self::new(scenario, House::read(&setup.options)?))
    }

    fn status(&self) -> kit::Status {
        if self.step == Step::Over {
            // MARS-VIC-1: more points win, equal is a draw.
            let points = self.points();
            let margin = (points[0] - points[1]).abs();
            return kit::Status::Over(Outcome { winner: victory::leader(points).map(seat), margin });
        }
        kit::Status::Deciding(seat(flow::decider(self)))
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
        Some(self.theatre().map)
    }

    fn odds(&self) -> Vec<Report> {
        flow::odds(self)
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
        action.write(self.theatre())
    }

    fn read(&self, text: &str) -> Result<Action, Refusal> {
        Action::read(text, self.theatre())
    }

    fn digest(&self, digest: &mut Digest) {
        self.field.digest(digest);
        digest.bytes(&[self.turn, self.phasing as u8]);
        self.step.digest(digest);
        self.plan.digest(digest);
        self.fight.digest(digest);
        digest.bytes(&self.spared.bits().to_le_bytes());
    }

    fn invariants(&self) -> Result<(), String> {
        self.field.invariants()?;
        let in_hand = (!self.fight.attacked_from.is_empty()).then_some(usize::from(self.fight.battle));
        self.plan.invariants(&self.field, in_hand)
    }
}
