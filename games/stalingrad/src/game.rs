//! The game in play: its state, and what can be decided in it.

mod arranging;
mod counters;
mod hints;
mod options;
mod overlays;
mod pieces;
mod posed;
mod view;

use kit::{
    CounterId, Dice, Game, Hint, Outcome, Overlay, Report, Rulebook, Rules, Seat, View, Viewer,
    flow::{Flow, Stack},
    map::{HexId, HexMap},
    profile::Chosen,
};

pub use options::House;

use crate::{
    RULEBOOK,
    action::Action,
    allocation::Plan,
    bank::Bank,
    charts::Charts,
    deployment::SetUp,
    engagement::Fight,
    field::Field,
    flow::{self, Allocate, PlayerTurn, Step},
    movement::Way,
    skies::Skies,
    stacking,
    theatre::{Scenario, Theatre},
    units::{Side, UnitId},
    victory,
};

/// A game of Stalingrad. Only the numbers of snipers are hidden (STAL-R35).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stalingrad {
    pub(crate) field: Field,
    pub(crate) house: House,
    /// The game turn, from 1 (STAL-SEQ-1).
    pub(crate) turn: u8,
    /// Whose player turn it is; during set-up who sets up.
    pub(crate) phasing: Side,
    pub(crate) flow: Stack<Step>,
    /// STAL-NOR-4: whether all Russians are ordered to hold.
    pub(crate) no_retreat: bool,
    /// Panzer replacements that have come and found no place yet (STAL-R81).
    pub(crate) panzers_due: u8,
    /// The way of the unit in hand, as far as it has been laid hex by hex (STAL-R73).
    pub(crate) way: Way,
    /// The attacks of the phase, and the one in hand.
    pub(crate) plan: Plan,
    pub(crate) fight: Fight,
    /// The air units of both sides.
    pub(crate) skies: Skies,
    /// Boats, the factory and the guns in this turn.
    pub(crate) bank: Bank,
}

const _: () = assert!(size_of::<Stalingrad>() < 8192, "a state is copied by the thousand");

/// The seat of a side.
pub const fn seat(side: Side) -> Seat {
    Seat(side as u8)
}

impl Stalingrad {
    /// The same game with everybody where `field` has him, and a side about to allocate its attacks: for studies of combat.
    #[must_use]
    pub fn allocating(&self, field: &Field, side: Side) -> Self {
        let mut game = *self;
        (game.field, game.phasing, game.flow) = (*field, side, Stack::new(PlayerTurn::Recovery));
        game.flow.call(Allocate);
        game.begin_allocation();
        game
    }

    /// The order to all Russians to hold is given or not (STAL-NOR-4).
    #[must_use]
    pub const fn with_russians_holding(mut self, hold: bool) -> Self {
        self.no_retreat = hold;
        self
    }

    /// A game that begins with set-up, the Russian first (STAL-R40).
    pub fn new(field: Field, house: House) -> Self {
        Self {
            field,
            house,
            turn: 1,
            phasing: Side::Russian,
            flow: Stack::new(SetUp { picked: None }),
            no_retreat: false,
            panzers_due: 0,
            way: Way::NOWHERE,
            plan: Plan::EMPTY,
            fight: Fight::NONE,
            skies: Skies::START,
            bank: Bank::new(field.charts()),
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

    /// The game turn.
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// Whose player turn it is.
    pub const fn phasing(&self) -> Side {
        self.phasing
    }

    /// What is being decided.
    pub const fn step(&self) -> Step {
        self.flow.top()
    }

    /// The name of a unit.
    pub(crate) fn name(&self, unit: UnitId) -> &'static str {
        self.field.name(unit)
    }

    /// The printed number of a hex.
    pub(crate) fn number(&self, hex: HexId) -> &'static str {
        self.theatre().name(hex)
    }
}

impl Flow for Stalingrad {
    type Action = Action;

    fn on_turn(&self) -> Seat {
        seat(self.phasing)
    }

    /// STAL-VIC-1, STAL-VIC-2
    fn outcome(&self) -> Outcome {
        victory::outcome(self)
    }
}

impl Game for Stalingrad {
    type Content = Charts;

    const RULES: u32 = 5;
    const HIDES: bool = true;
    const OVERLAYS: &'static [(&'static str, &'static str)] = overlays::OVERLAYS;
    const OUT_OF_SUPPLY: &'static [&'static str] = &["U"];

    fn rulebook() -> &'static Rulebook {
        &RULEBOOK
    }

    fn set_up(rules: Rules<Charts>, scenario: &str, options: &Chosen<'_>) -> Self {
        let scenario = Scenario::ALL.into_iter().find(|known| known.name() == scenario);
        let (scenario, house) = (scenario.expect("a scenario of the profile"), House::of(options));
        let is_free = house.free_set_up;
        let field = if is_free { Field::empty(rules, scenario) } else { Field::deployed(rules, scenario) };
        Self::new(field, house)
    }

    fn map(&self) -> Option<&'static HexMap> {
        Some(&self.theatre().map)
    }

    fn odds(&self) -> Vec<Report> {
        flow::allocate::odds(self)
    }

    fn view(&self, viewer: Viewer) -> View {
        view::view(self, viewer)
    }

    fn moment(&self) -> String {
        view::moment(self)
    }

    fn write_for_others(&self, action: &Action) -> String {
        match *action {
            // STAL-R35: where a sniper is everybody sees, who he is nobody else.
            Action::Post(_, hex) => format!("post a sniper in {}", self.number(hex)),
            Action::Return(_, hex) => format!("return a sniper to {}", self.number(hex)),
            _ => self.write(action),
        }
    }

    fn reshuffle_hidden(&mut self, viewer: Viewer, dice: &mut impl Dice) {
        self.reshuffle_snipers(viewer, dice);
    }

    fn overlay(&self, name: &str, viewer: Viewer, unit: Option<CounterId>) -> Option<Overlay> {
        overlays::overlay(self, name, viewer, unit)
    }

    fn hint(&self, action: &Action) -> Hint {
        hints::hint(self, *action)
    }

    fn invariants(&self) -> Result<(), String> {
        self.skies_hold()?;
        self.field.invariants()?;
        // STAL-STK-1: overfull only as long as the owner is asked who goes.
        let is_settled = !matches!(self.step(), Step::Excess(_));
        let overfull = |hex: &HexId| is_settled && stacking::is_overstacked(&self.field, *hex);
        let hex = self.theatre().land.iter().find(overfull);
        hex.map_or(Ok(()), |hex| Err(format!("too many units in {}", self.number(hex))))
    }
}
