//! The game in play: its state, and what can be decided in it.

mod arranging;
mod hints;
mod observe;
mod options;
mod overlays;
mod view;

use kit::{
    Game, Hint, RollCall, Rulebook, Scripted, View,
    flow::{Stack, proceed},
    observe::Scene,
    profile::Chosen,
};

use crate::{RULEBOOK, flow, prelude::*};

pub use options::House;

/// A game of Operation Mars. All of it is open to both players (MARS-GEN-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mars {
    pub(crate) field: Field,
    pub(crate) house: House,
    /// The game-turn, from 1 (MARS-GEN-2).
    pub(crate) turn: u8,
    /// Whose player-turn it is; during set-up who sets up.
    pub(crate) phasing: Side,
    pub(crate) flow: Stack<Step>,
    pub(crate) plan: Plan,
    pub(crate) fight: Fight,
    /// Isolated units in strongholds that their owner has chosen to spare (MARS-SUP-15).
    pub(crate) spared: Units,
}

pub const fn seat(side: Side) -> Seat {
    Seat(side as u8)
}

impl Mars {
    /// A game that begins with set-up, the German first (MARS-SET-1).
    pub fn new(theatre: &'static Theatre, house: House) -> Self {
        Self {
            field: Field::empty(theatre),
            house,
            turn: 1,
            phasing: Side::German,
            flow: Stack::new(SetUp { picked: None }),
            plan: Plan::default(),
            fight: Fight::default(),
            spared: Units::NONE,
        }
    }

    /// A position of one's own at the start of a phase, for studies and tests.
    pub fn at(field: Field, house: House, turn: u8, phasing: Side, phase: PlayerTurn) -> Self {
        let mut game = Self::new(field.theatre(), house);
        (game.field, game.turn, game.phasing, game.flow) = (field, turn, phasing, Stack::new(phase));
        // No die is cast before the first decision.
        proceed(&mut game, &mut Scripted::faces(&[]), &mut ());
        game
    }

    pub const fn field(&self) -> &Field {
        &self.field
    }

    pub const fn theatre(&self) -> &'static Theatre {
        self.field.theatre()
    }

    pub const fn turn(&self) -> u8 {
        self.turn
    }

    pub const fn phasing(&self) -> Side {
        self.phasing
    }

    pub const fn step(&self) -> Step {
        self.flow.top()
    }

    pub(crate) fn name(&self, unit: UnitId) -> &'static str {
        self.field.name(unit)
    }

    /// The printed number of a hex.
    pub(crate) fn number(&self, hex: HexId) -> &'static str {
        self.theatre().name(hex)
    }

    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Points of both sides as they stand, Russian and German.
    pub fn points(&self) -> [i32; 2] {
        victory::points(&self.field, self.house.handicap)
    }
}

impl Game for Mars {
    type Content = MarsContent;

    const RULES: u32 = 3;
    const OVERLAYS: &'static [(&'static str, &'static str)] = overlays::OVERLAYS;
    const OUT_OF_SUPPLY: &'static [&'static str] = &["IS", "R"];

    fn rulebook() -> &'static Rulebook {
        &RULEBOOK
    }

    fn set_up(rules: Rules<MarsContent>, scenario: &str, options: &Chosen<'_>) -> Self {
        let scenario = Scenario::ALL.into_iter().find(|known| known.name() == scenario);
        let house = House::of(options);
        let scenario = scenario.expect("a scenario of the profile");
        Self::new(rules.get().theatre(scenario, house.german_zones), house)
    }

    fn map(&self) -> Option<&'static HexMap> {
        Some(&self.theatre().map)
    }

    fn odds(&self) -> Vec<Report> {
        flow::odds(self)
    }

    fn view(&self, _: Viewer) -> View {
        view::view(self)
    }

    fn observe(&self, scene: &Scene, seat: Seat, planes: &mut [u8], vector: &mut [i32]) {
        observe::observe(self, scene, seat, planes, vector);
    }

    fn roll_call(&self) -> RollCall {
        view::roll_call(self)
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
        let in_hand = (!self.fight.attacked_from.is_empty()).then_some(usize::from(self.fight.battle));
        self.plan.invariants(&self.field, in_hand)
    }
}
