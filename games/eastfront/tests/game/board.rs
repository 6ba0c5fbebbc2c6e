//! Positions in a few words, for tests.

use kit::{Game, Rules, Setup, map::HexId, testing::act};
use sandtable_eastfront::{
    Charts, EastFront, Side,
    board::{Aside, Board, Location, Status},
    game::House,
    map::Hexes,
    roster::{Force, UnitId},
    theatre::Scenario,
};

/// A game as published.
pub fn game(scenario: &str) -> EastFront {
    EastFront::start(&Setup::of(scenario)).unwrap()
}

pub fn unit(name: &str) -> UnitId {
    Rules::<Charts>::published().get().unit_named(name).unwrap_or_else(|| panic!("no {name}"))
}

/// Units by their names, separated by commas.
pub fn units(names: &str) -> Force {
    names.split(',').map(str::trim).filter(|name| !name.is_empty()).map(unit).collect()
}

/// The whole front without anybody.
pub fn empty() -> Board {
    Board::empty(Rules::<Charts>::published(), Scenario::Campaign)
}

/// A board to which units are added in a few words.
pub trait Describe {
    /// Puts units, named with commas between them, into a hex, wherever they are now; control follows.
    fn put(self, names: &str, place: &str) -> Self;
    fn dispersed(self, names: &str) -> Self;
    /// Gives hexes to a side.
    fn given(self, side: Side, places: &str) -> Self;
    /// A hex by its number or the name of its place.
    fn hex(&self, place: &str) -> HexId;
    fn area(&self, places: &str) -> Hexes;
}

impl Describe for Board {
    fn put(mut self, names: &str, place: &str) -> Self {
        let hex = self.hex(place);
        units(names).iter().for_each(|unit| self.move_to(unit, hex));
        self
    }

    fn dispersed(mut self, names: &str) -> Self {
        units(names).iter().for_each(|unit| self.set(unit, Status::Dispersed, true));
        self
    }

    fn given(mut self, side: Side, places: &str) -> Self {
        self.area(places).iter().for_each(|hex| self.enter(side, hex));
        self
    }

    fn hex(&self, place: &str) -> HexId {
        self.theatre().hex_named(place).unwrap_or_else(|| self.theatre().map.find(place).unwrap())
    }

    fn area(&self, places: &str) -> Hexes {
        places.split_whitespace().map(|place| self.hex(place)).collect()
    }
}

/// A game of the campaign with this board, on a turn, before its first decision is asked for.
pub fn on_turn(board: &Board, turn: u8) -> EastFront {
    EastFront::new(*board, House::default()).on_turn_number(turn)
}

/// Decisions one after another, separated by semicolons.
#[track_caller]
pub fn go(game: &mut EastFront, texts: &str) {
    texts.split(';').map(str::trim).filter(|text| !text.is_empty()).for_each(|text| act(game, text, &[]));
}

/// What can be decided, as a person writes it.
pub fn offered(game: &EastFront) -> Vec<String> {
    game.choices().iter().map(|action| game.write(action)).collect()
}

/// The clause by which a decision is refused.
#[track_caller]
pub fn refused(game: &EastFront, text: &str) -> &'static str {
    let action = game.read(text).unwrap_or_else(|refusal| panic!("{refusal}"));
    match game.check(&action) {
        Ok(()) => panic!("`{text}` is allowed"),
        Err(refusal) => refusal.clause.0,
    }
}

/// Where a unit is: the number of its hex, or its box.
pub fn place(game: &EastFront, name: &str) -> String {
    match game.board().place_of(unit(name)) {
        Location::Hex(hex) => game.theatre().number(hex).to_owned(),
        Location::Aside(Aside::Due(turn)) => format!("due {turn}"),
        Location::Aside(Aside::Pool(turn)) => format!("lost {turn}"),
        Location::Aside(aside) => format!("{aside:?}"),
    }
}

/// The numbers of hexes, in their order.
pub fn numbers(board: &Board, hexes: impl IntoIterator<Item = HexId>) -> String {
    hexes.into_iter().map(|hex| board.theatre().number(hex)).collect::<Vec<_>>().join(" ")
}

/// Goes on without doing anything.
#[track_caller]
pub fn onward(game: &mut EastFront, faces: &[u16]) {
    let orders = offered(game);
    let idle =
        ["retreats", "done", "pass"].into_iter().find(|order| orders.iter().any(|known| known == order));
    act(game, idle.unwrap_or_else(|| panic!("{orders:?}")), faces);
}
