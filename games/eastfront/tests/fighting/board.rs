//! Positions in a few words, for tests.

use kit::{Game, Rules, Setup, flow, map::HexId};
use sandtable_eastfront::{
    AttackPhase, Charts, EastFront, Side,
    board::{Aside, Board, Status},
    roster::{Force, UNITS, UnitId},
    theatre::Scenario,
};

/// A game as published.
pub fn game(scenario: &str) -> EastFront {
    EastFront::start(&Setup::of(scenario)).unwrap()
}

/// The map of the learning scenario without anybody.
pub fn gate() -> Board {
    Board::empty(Rules::<Charts>::published(), Scenario::SmolenskGate)
}

fn empty() -> Board {
    Board::empty(Rules::<Charts>::published(), Scenario::Campaign)
}

/// The whole front with one unit of each side far away, so that nobody is annihilated (EAST-VIC-6).
pub fn front() -> Board {
    empty().put("S-SevGar", "Astrakhan").put("G-51K", "Koenigsberg")
}

pub fn unit(name: &str) -> UnitId {
    let board = empty();
    (0..UNITS).map(UnitId::new).find(|&unit| board.name(unit) == name).unwrap_or_else(|| panic!("no {name}"))
}

/// Units by their names, with commas between them.
pub fn units(names: &str) -> Force {
    names.split(',').map(str::trim).filter(|name| !name.is_empty()).map(unit).collect()
}

/// A board to which units are added in a few words.
pub trait Describe {
    /// Puts units, named with commas between them, into a hex by its number or its place.
    fn put(self, names: &str, hex: &str) -> Self;
    fn dispersed(self, names: &str) -> Self;
    /// An Axis unit has been in these hexes.
    fn taken(self, hexes: &str) -> Self;
    fn hex(&self, name: &str) -> HexId;
    fn at(&self, name: &str) -> String;
}

impl Describe for Board {
    fn put(mut self, names: &str, hex: &str) -> Self {
        let hex = self.hex(hex);
        for unit in units(names) {
            self.remove(unit, Aside::Gone);
            self.move_to(unit, hex);
        }
        self
    }

    fn dispersed(mut self, names: &str) -> Self {
        units(names).iter().for_each(|unit| self.set(unit, Status::Dispersed, true));
        self
    }

    fn taken(mut self, hexes: &str) -> Self {
        for hex in hexes.split_whitespace() {
            let hex = self.hex(hex);
            self.enter(Side::Axis, hex);
        }
        self
    }

    fn hex(&self, name: &str) -> HexId {
        self.theatre().hex_named(name).unwrap_or_else(|| self.theatre().map.find(name).unwrap())
    }

    fn at(&self, name: &str) -> String {
        self.hex_of(unit(name)).map_or_else(|| "-".to_owned(), |hex| self.theatre().number(hex).to_owned())
    }
}

/// A side is about to declare its attacks on this board, in this turn of the calendar.
pub fn attacking(board: &Board, side: Side, turn: u8, phase: AttackPhase) -> EastFront {
    begin(&game(board.theatre().scenario.name()), board, side, turn, phase)
}

/// The same with a house rule.
pub fn attacking_with(rule: &str, board: &Board, side: Side, turn: u8, phase: AttackPhase) -> EastFront {
    let mut setup = Setup::of(board.theatre().scenario.name());
    setup.options.insert(rule.to_owned(), "on".to_owned());
    begin(&EastFront::start(&setup).unwrap(), board, side, turn, phase)
}

fn begin(game: &EastFront, board: &Board, side: Side, turn: u8, phase: AttackPhase) -> EastFront {
    let game = game.on_turn_number(turn);
    let mut board = *board;
    board.freeze(game.board().is_frozen());
    let mut game = game.attacking(&board, side, phase);
    flow::proceed(&mut game, &mut kit::Scripted::faces(&[]), &mut ());
    game
}

/// Decisions one after another, separated by semicolons; the dice are for the last.
#[track_caller]
pub fn go(game: &mut EastFront, texts: &str, faces: &[u16]) {
    let texts: Vec<&str> = texts.split(';').map(str::trim).filter(|text| !text.is_empty()).collect();
    for (place, text) in texts.iter().enumerate() {
        kit::testing::act(game, text, if place + 1 == texts.len() { faces } else { &[] });
        game.invariants().unwrap();
    }
}

/// The rule by which a decision is refused, and the words.
#[track_caller]
pub fn refused(game: &EastFront, text: &str) -> (&'static str, String) {
    let action = game.read(text).unwrap_or_else(|error| panic!("{error}"));
    let refusal = game.check(&action).expect_err(text);
    (refusal.clause.0, refusal.reason)
}

/// All decisions in their notation, sorted.
pub fn choices(game: &EastFront) -> Vec<String> {
    let mut all: Vec<String> = game.choices().iter().map(|action| game.write(action)).collect();
    all.sort();
    all
}
