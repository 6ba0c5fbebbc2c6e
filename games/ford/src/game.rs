//! The state of the game, and the lists that everything hangs on: conditions, decisions, steps.

use kit::{
    CounterId, Event, Game, Hint, Outcome, Overlay, Refusal, Report, Rulebook, Rules, Seat, View, Viewer,
    arrangement::{Arrange, Stand},
    flow::{Flow, Over, Stack},
    map::{HexId, HexMap},
    notation::OnMap,
    position::{Flag, Position, Roster, UnitId, Units},
    profile::Chosen,
};

use crate::{
    battle::{Advance, Battle, Retreat},
    content::{FordContent, Hexes, MAP, Piece},
    orders::Orders,
    view,
};

/// A condition of a unit (FORD-GEN-3).
#[derive(Clone, Copy)]
pub enum Status {
    Moved,
    Fought,
}

impl Flag for Status {
    fn index(self) -> usize {
        self as usize
    }
}

kit::notation! {
    pub enum Action by Ford {
        Move(unit: UnitId, hex: HexId) = ["move" unit "to" hex];
        Attack(hex: HexId) = ["attack" hex];
        Retreat(unit: UnitId, hex: HexId) = ["retreat" unit "to" hex];
        Advance(unit: UnitId) = ["advance" unit];
        Hold = ["hold"];
        Done = ["done"];
    }
}

kit::steps! {
    pub enum Step of Ford {
        decisions { Orders, Retreat, Advance, Over }
        procedures { Battle }
    }
}

/// A game of The Ford.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ford {
    pub(crate) rules: Rules<FordContent>,
    /// Up to 12 units on up to 64 hexes with two conditions; who is not on the map is eliminated.
    pub(crate) board: Position<Units, (), Status, 12, 1, 2>,
    pub(crate) turn: u16,
    /// Whose turn it is.
    pub(crate) active: Seat,
    /// Hexes that have been attacked in this turn (FORD-CMB-1).
    pub(crate) attacked: Hexes,
    pub(crate) points: [i8; 2],
    pub(crate) flow: Stack<Step>,
}

pub const fn enemy(side: Seat) -> Seat {
    Seat(1 - side.0)
}

impl Ford {
    /// The same game with only these units on the map: for tests and studies.
    #[must_use]
    pub fn with(mut self, units: impl IntoIterator<Item = (HexId, UnitId)>) -> Self {
        self.board.on_map().iter().for_each(|unit| self.board.remove(unit, ()));
        units.into_iter().for_each(|(hex, unit)| self.board.place(unit, hex));
        self
    }

    pub(crate) fn piece(&self, unit: UnitId) -> &'static Piece {
        &self.rules.get().units[unit.index()]
    }

    pub(crate) fn number(&self, hex: HexId) -> String {
        self.rules.map.number(hex).to_string()
    }

    /// FORD-ZOC-1: the zones of control of a side.
    pub(crate) fn zones_of(&self, side: Seat) -> Hexes {
        self.board.held_by(side).iter().fold(Hexes::EMPTY, |all, hex| all | self.rules.near(hex))
    }

    /// FORD-VIC-2: a unit is out of the game.
    pub(crate) fn eliminate(&mut self, unit: UnitId) {
        self.board.remove(unit, ());
        self.points[usize::from(enemy(self.board.side_of(unit)).0)] += 1;
    }

    pub(crate) fn event(&self, clause: &'static str, unit: UnitId, what: &str, hex: HexId) -> Event {
        let (name, hex) = (&self.piece(unit).name, self.number(hex));
        Event { words: format!("{name} {what} {hex}"), clause, hexes: vec![hex], units: vec![unit.into()] }
    }
}

impl Roster for Ford {
    fn unit_name(&self, unit: UnitId) -> Option<&str> {
        self.rules.units.get(unit.index()).map(|piece| piece.name.as_str())
    }
}

impl OnMap for Ford {
    fn map(&self) -> &HexMap {
        &self.rules.map
    }
}

impl Flow for Ford {
    type Action = Action;

    fn on_turn(&self) -> Seat {
        self.active
    }

    /// FORD-VIC-3: more points win.
    fn outcome(&self) -> Outcome {
        let lead = i32::from(self.points[0]) - i32::from(self.points[1]);
        Outcome { winner: (lead != 0).then_some(Seat(u8::from(lead < 0))), margin: lead.abs() }
    }
}

static RULEBOOK: Rulebook = Rulebook::of::<FordContent>(&[], &[MAP]);

impl Arrange for Ford {
    const PHASES: &'static [(&'static str, &'static str)] = &[("orders", "Orders")];

    fn lift(&mut self, counter: CounterId) -> Result<(), Refusal> {
        self.board.remove(self.unit_on(counter)?, ());
        Ok(())
    }

    fn put(&mut self, counter: CounterId, stand: &Stand<'_>) -> Result<(), Refusal> {
        self.board.move_to(self.unit_on(counter)?, stand.hex);
        Ok(())
    }

    fn conditions_of(&self, counter: CounterId) -> Option<Vec<&'static str>> {
        self.unit_on(counter).ok().map(|_| Vec::new())
    }

    fn begin_at(&mut self, turn: u16, side: Seat, _: usize) {
        (self.turn, self.active, self.flow) = (turn, side, Stack::new(Orders));
    }
}

impl Game for Ford {
    type Content = FordContent;
    const RULES: u32 = 1;
    const OVERLAYS: &'static [(&'static str, &'static str)] = &[("zones", "Zones of control")];

    fn rulebook() -> &'static Rulebook {
        &RULEBOOK
    }

    fn set_up(rules: Rules<FordContent>, _: &str, options: &Chosen<'_>) -> Self {
        let mut board = Position::new([rules.side(Seat(0)), rules.side(Seat(1))], ());
        rules.starts.iter().enumerate().for_each(|(unit, &hex)| board.place(UnitId::new(unit), hex));
        // FORD-R1
        let points = [options.number("handicap") as i8, 0];
        Self {
            rules,
            board,
            turn: 1,
            active: Seat(0),
            attacked: Hexes::EMPTY,
            points,
            flow: Stack::new(Orders),
        }
    }

    fn map(&self) -> Option<&'static HexMap> {
        Some(&self.rules.get().map)
    }

    fn odds(&self) -> Vec<Report> {
        self.battles().map(|battle| battle.report(self)).collect()
    }

    fn view(&self, _: Viewer) -> View {
        view::view(self)
    }

    fn overlay(&self, _: &str, _: Viewer, _: Option<CounterId>) -> Option<Overlay> {
        let zones = [Seat(0), Seat(1)].map(|side| self.zones_of(side));
        let legend = "Hatched: hexes in which units of the other side have to stop.";
        Some(Overlay::hatched(
            Self::OVERLAYS[0],
            legend,
            &["FORD-ZOC-1", "FORD-ZOC-2"],
            &self.rules.map,
            zones,
        ))
    }

    fn hint(&self, action: &Action) -> Hint {
        view::hint(self, *action)
    }

    /// FORD-GEN-4, and what holds in every position.
    fn invariants(&self) -> Result<(), String> {
        let crowded = self.rules.map.hexes().find(|&hex| self.board.units_in(hex).count() > 1);
        crowded.map_or(Ok(()), |hex| Err(format!("two units in {}", self.number(hex))))?;
        self.board.invariants(&self.rules.map)
    }
}
