//! Positions in a few words, for tests.

use kit::{Game, Rules, Setup, map::HexId, testing::act};
use sandtable_stalingrad::{
    Charts,
    field::{Aside, Field, Location, Status},
    flow::Step,
    game::Stalingrad,
    map::Hexes,
    theatre::Scenario,
    units::{Side, UNITS, UnitId, Units},
};

/// A game as published.
pub fn game(scenario: &str) -> Stalingrad {
    Stalingrad::start(&Setup::of(scenario)).unwrap()
}

pub fn unit(name: &str) -> UnitId {
    let field = empty();
    (0..UNITS).map(UnitId::new).find(|&unit| field.name(unit) == name).unwrap_or_else(|| panic!("no {name}"))
}

/// Units by their names, separated by commas.
pub fn units(names: &str) -> Units {
    names.split(',').map(str::trim).filter(|name| !name.is_empty()).map(unit).collect()
}

/// The whole city without anybody.
pub fn empty() -> Field {
    Field::empty(Rules::<Charts>::published(), Scenario::Historical)
}

/// A field to which units are added in a few words.
pub trait Describe {
    /// Puts units, named with commas between them, into a hex, wherever they are now; control follows.
    fn put(self, names: &str, number: &str) -> Self;
    fn disrupted(self, names: &str) -> Self;
    fn without(self, names: &str) -> Self;
    fn hex(&self, number: &str) -> HexId;
    fn area(&self, numbers: &str) -> Hexes;
}

impl Describe for Field {
    fn put(mut self, names: &str, number: &str) -> Self {
        let hex = self.hex(number);
        units(names).iter().for_each(|unit| self.move_to(unit, hex));
        self.settle_control();
        self
    }

    fn disrupted(mut self, names: &str) -> Self {
        units(names).iter().for_each(|unit| self.set(unit, Status::Disrupted, true));
        self
    }

    fn without(mut self, names: &str) -> Self {
        units(names).iter().for_each(|unit| self.remove(unit, Aside::Gone));
        self
    }

    fn hex(&self, number: &str) -> HexId {
        self.theatre().map.find(number).unwrap()
    }

    fn area(&self, numbers: &str) -> Hexes {
        numbers.split_whitespace().map(|number| self.hex(number)).collect()
    }
}

/// A side is about to attack on this field.
pub fn attacking(field: &Field, side: Side) -> Stalingrad {
    game("historical").allocating(field, side)
}

/// Decisions one after another, separated by semicolons; the dice are for the last. Snipers hold their fire.
#[track_caller]
pub fn go(game: &mut Stalingrad, texts: &str, faces: &[u16]) {
    let texts: Vec<&str> = texts.split(';').map(str::trim).filter(|text| !text.is_empty()).collect();
    for (place, text) in texts.iter().enumerate() {
        if matches!(game.step(), Step::Sniping(_)) {
            act(game, "done", &[]);
        }
        act(game, text, if place + 1 == texts.len() { faces } else { &[] });
    }
}

/// Units, named with commas between them, attack a hex.
#[track_caller]
pub fn send(game: &mut Stalingrad, names: &str, number: &str) {
    for name in names.split(',') {
        act(game, &format!("attack {number} with {}", name.trim()), &[]);
    }
}

/// What can be decided, as a person writes it.
pub fn offered(game: &Stalingrad) -> Vec<String> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    actions.iter().map(|action| game.write(action)).collect()
}

/// The column in which an attack would be read.
pub fn column(game: &Stalingrad) -> String {
    game.odds()[0].chart.as_ref().unwrap().columns[0].clone()
}

/// Where a unit is: the number of its hex, or its box.
pub fn place(game: &Stalingrad, name: &str) -> String {
    match game.field().place_of(unit(name)) {
        Location::Hex(hex) => game.theatre().name(hex).to_owned(),
        Location::Aside(Aside::Track(turn)) => format!("back in {turn}"),
        Location::Aside(aside) => format!("{aside:?}"),
    }
}

pub fn is_disrupted(game: &Stalingrad, name: &str) -> bool {
    game.field().is_disrupted(unit(name))
}

/// The numbers of hexes, in their order.
pub fn numbers(field: &Field, hexes: impl IntoIterator<Item = HexId>) -> String {
    hexes.into_iter().map(|hex| field.theatre().name(hex)).collect::<Vec<_>>().join(" ")
}
