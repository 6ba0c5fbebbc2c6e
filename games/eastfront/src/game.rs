//! The game in play: its state, and what can be decided in it.

mod arranging;
mod counters;
mod hints;
mod options;
mod overlays;
mod view;

use kit::{
    CounterId, Game, Hint, Outcome, Overlay, Refusal, Report, Rulebook, Rules, Seat, View, Viewer,
    flow::{Flow, Stack},
    map::{HexId, HexMap},
    notation::Notation,
    profile::Chosen,
};

pub use options::House;

use crate::{
    RULEBOOK,
    action::Action,
    attacks::{Fight, Plan},
    battle::AttackPhase,
    board::Board,
    charts::Charts,
    flow::{PlayerTurn, SetUp, Step, TurnStart},
    map::Hexes,
    movement::{MoveRange, Season, Way},
    roster::UnitId,
    theatre::{Contest, Scenario, Theatre},
    unit::Side,
    victory::{self, Ending},
    weather::Weather,
};

/// A game of War Against Russia. Nothing is hidden (`EAST-GEN-5`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EastFront {
    pub(crate) board: Board,
    pub(crate) house: House,
    /// The game turn, from 1 (`EAST-SEQ-1`).
    pub(crate) turn: u8,
    /// Whose player turn it is.
    pub(crate) phasing: Side,
    pub(crate) weather: Weather,
    /// What the October die has settled for November (`EAST-H2`).
    pub(crate) november: Option<Weather>,
    pub(crate) flow: Stack<Step>,
    /// `EAST-NRO-1`: whether all Soviet units hold in this turn.
    pub(crate) no_retreat: bool,
    /// Infantry and armour factors in store, by side (`EAST-REP-2`).
    pub(crate) stores: [[u16; 2]; 2],
    /// Rail points, or rail hexes to convert, that are left in this phase (`EAST-RAIL-3`, `EAST-CTL-2`).
    pub(crate) rail_left: u8,
    /// Where units have been rebuilt in this phase (`EAST-REP-5`).
    pub(crate) rebuilt_at: Hexes,
    /// Whether Romania has left the war (`EAST-R59`).
    pub(crate) romania_left: bool,
    /// The way of the unit in hand, as far as it has been laid hex by hex.
    pub(crate) way: Way,
    /// From where and to where the last unit has marched in this phase: others of its stack can follow it.
    pub(crate) last_march: Option<(HexId, HexId)>,
    /// The attacks of the phase, and the one in hand.
    pub(crate) plan: Plan,
    pub(crate) fight: Fight,
    /// How the game has ended.
    pub(crate) ending: Option<Ending>,
}

const _: () = assert!(size_of::<EastFront>() < 16_384, "a state is copied by the thousand");

/// The seat of a side.
pub const fn seat(side: Side) -> Seat {
    Seat(side as u8)
}

impl EastFront {
    /// A game that begins with its first turn.
    pub fn new(board: Board, house: House) -> Self {
        Self {
            board,
            house,
            turn: 1,
            phasing: Side::Axis,
            weather: Weather::Good,
            november: None,
            flow: Stack::new(TurnStart),
            no_retreat: false,
            stores: [[0; 2]; 2],
            rail_left: 0,
            rebuilt_at: Hexes::EMPTY,
            romania_left: false,
            way: Way::NOWHERE,
            last_march: None,
            plan: Plan::EMPTY,
            fight: Fight::NONE,
            ending: None,
        }
    }

    /// A game with everybody where `board` has him, before this phase of a player turn; goes on to its first decision.
    pub fn in_phase(board: &Board, house: House, turn: u8, side: Side, phase: PlayerTurn) -> Self {
        let mut game = Self::new(*board, house).on_turn_number(turn);
        (game.phasing, game.flow) = (side, Stack::new(phase));
        kit::flow::proceed(&mut game, &mut kit::Scripted::faces(&[]), &mut ());
        game
    }

    /// The same game with everybody where `board` has him, in the attack phase of a side: for studies of combat.
    #[must_use]
    pub fn attacking(&self, board: &Board, side: Side, phase: AttackPhase) -> Self {
        let mut game = *self;
        (game.board, game.phasing) = (*board, side);
        game.flow = Stack::new(PlayerTurn::after(phase));
        game.begin_attacks(phase);
        game
    }

    /// The same game on another turn, with the weather of the calendar.
    #[must_use]
    pub fn on_turn_number(mut self, turn: u8) -> Self {
        self.turn = turn;
        self.set_weather(self.calendar_weather());
        self
    }

    /// Where everybody is.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// What is fixed.
    pub const fn theatre(&self) -> &'static Theatre {
        self.board.theatre()
    }

    /// The charts.
    pub const fn charts(&self) -> &'static Charts {
        self.board.charts()
    }

    /// The game turn.
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// The row of the calendar: dated rules go by it.
    pub const fn month(&self) -> u8 {
        self.theatre().month(self.turn)
    }

    /// Whose player turn it is.
    pub const fn phasing(&self) -> Side {
        self.phasing
    }

    /// The weather of the turn.
    pub const fn weather(&self) -> Weather {
        self.weather
    }

    /// Whether the Soviets have ordered No Retreat for this turn.
    pub const fn no_retreat(&self) -> bool {
        self.no_retreat
    }

    /// The house rules.
    pub const fn house(&self) -> House {
        self.house
    }

    /// Infantry and armour factors in store.
    pub const fn stores(&self, side: Side) -> [u16; 2] {
        self.stores[side as usize]
    }

    /// What is being decided.
    pub const fn step(&self) -> Step {
        self.flow.top()
    }

    /// What the calendar lets units do.
    pub fn season(&self) -> Season {
        Season { weather: self.weather, june_1941: self.charts().neutrality.include(self.month()) }
    }

    /// The same for the next player turn, as far as the calendar tells.
    pub(crate) fn next_season(&self) -> Season {
        if self.phasing == Side::Axis { self.season() } else { self.on_turn_number(self.turn + 1).season() }
    }

    /// Where a unit can move to.
    pub fn range(&self, unit: UnitId) -> MoveRange<'_> {
        MoveRange::new(&self.board, unit, self.season())
    }

    /// The name of a unit.
    pub(crate) fn name(&self, unit: UnitId) -> &'static str {
        self.board.name(unit)
    }

    /// An order in which the names of places are replaced by the numbers of their hexes.
    fn with_numbers(&self, text: &str) -> String {
        let theatre = self.theatre();
        let number = |word: &str| theatre.hex_named(word).map(|hex| theatre.number(hex));
        text.split_whitespace().map(|word| number(word).unwrap_or(word)).collect::<Vec<_>>().join(" ")
    }

    /// The printed number of a hex.
    pub(crate) fn number(&self, hex: HexId) -> &'static str {
        self.theatre().number(hex)
    }
}

impl Flow for EastFront {
    type Action = Action;

    const END: &'static str = "EAST-VIC-2";

    fn on_turn(&self) -> Seat {
        seat(self.phasing)
    }

    fn outcome(&self) -> Outcome {
        victory::outcome(self)
    }
}

impl Game for EastFront {
    type Content = Charts;

    const RULES: u32 = 6;
    const OVERLAYS: &'static [(&'static str, &'static str)] = overlays::OVERLAYS;
    const OUT_OF_SUPPLY: &'static [&'static str] = &["U", "I1", "I2", "I3"];

    fn rulebook() -> &'static Rulebook {
        &RULEBOOK
    }

    fn set_up(rules: Rules<Charts>, scenario: &str, options: &Chosen<'_>) -> Self {
        let scenario = Scenario::ALL.into_iter().find(|known| known.name() == scenario);
        let scenario = scenario.expect("a scenario of the profile");
        let mut game = Self::new(Board::deployed(rules, scenario), House::of(options));
        if game.house.free_set_up && game.theatre().contest != Contest::Gate {
            game.flow = Stack::new(SetUp::START);
            return game;
        }
        // The first decision is found without dice, unless October comes first, which it never does.
        kit::flow::proceed(&mut game, &mut kit::Scripted::faces(&[]), &mut ());
        game
    }

    fn map(&self) -> Option<&'static HexMap> {
        Some(&self.theatre().map)
    }

    fn odds(&self) -> Vec<Report> {
        self.attack_odds()
    }

    /// Places may be named instead of their hexes: `to Smolensk`.
    fn read(&self, text: &str) -> Result<Action, Refusal> {
        Notation::read(text, self).or_else(|misread| {
            let numbered = self.with_numbers(text);
            if numbered == text { Err(misread.into()) } else { Ok(Notation::read(&numbered, self)?) }
        })
    }

    fn view(&self, viewer: Viewer) -> View {
        view::view(self, viewer)
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
        self.board.invariants()
    }
}
