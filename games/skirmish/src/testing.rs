//! Tiny tables for tests: a few units on open ground, whatever the scenario says.

use kit::{
    Distribution, Fraction, Game as _, Setup,
    flow::{self, OnStack as _, Stack},
    position::UnitId,
    tabletop::{Bounds, Heading, Point},
    walk::{Policy, Walk},
};

use crate::{
    action::Action,
    attack::Choice,
    flow::{Over, Step},
    game::Skirmish,
    placing::{Crowd, Standing},
    scenario::Formation,
    state::{Board, Flags},
};

/// A table of a scenario on which nobody stands.
pub(crate) fn empty(scenario: &str) -> Skirmish {
    let mut game = Skirmish::start(&Setup::of(scenario)).unwrap();
    for unit in game.board.everybody() {
        let state = game.board.unit_mut(unit);
        state.set(Flags::UNPLACED.and(Flags::TO_COME), false);
        state.set(Flags::GONE, true);
    }
    game
}

/// The proving ground of the tests: a piece of each terrain, units of all kinds, nobody on the table. Blue (seat 0) has its
/// home in the south, Red in the north.
pub(crate) fn proving() -> Skirmish {
    let mut game = empty("skir-learn");
    let charts = game.board.rules.get();
    let place = charts.scenarios.iter().position(|scenario| scenario.name == "skir-proving").unwrap();
    game.board = Board::new(game.board.rules, place as u8);
    let scenario = game.board.scenario();
    for (holder, objective) in game.holders.iter_mut().zip(&scenario.objectives) {
        *holder = objective.holder;
    }
    (game.turn, game.first_of_turn, game.first) = (1, scenario.first, scenario.first);
    for unit in game.board.everybody() {
        let state = game.board.unit_mut(unit);
        state.set(Flags::UNPLACED.and(Flags::TO_COME), false);
        state.set(Flags::GONE, true);
    }
    game
}

/// A unit by its name.
pub(crate) fn named(game: &Skirmish, name: &str) -> UnitId {
    game.board.everybody().find(|unit| game.board.name(*unit) == name).unwrap_or_else(|| panic!("no {name}"))
}

/// Puts a unit of the proving ground on the table: its model, or its men in a cluster with the leader at the point.
pub(crate) fn field(game: &mut Skirmish, name: &str, (x, y): (i16, i16), heading: u16) -> UnitId {
    field_on(game, name, (x, y), heading, 0)
}

/// The same on a floor of a building.
pub(crate) fn field_on(
    game: &mut Skirmish,
    name: &str,
    (x, y): (i16, i16),
    heading: u16,
    floor: u8,
) -> UnitId {
    let unit = named(game, name);
    let state = game.board.unit_mut(unit);
    state.set(Flags::GONE, false);
    (state.x, state.y, state.heading) = (x, y, heading);
    state.ride(None);
    if game.board.is_afoot(unit) {
        let anchor = Point::new(x.into(), y.into());
        let placed = {
            let scene = game.board.scene(None);
            let crowd = Crowd::near(&game.board, &scene, unit, None, &Bounds::of(anchor, anchor).grown(420));
            let facing = Heading::new(heading);
            let standing = Standing { anchor, floor, facing, formation: Formation::Cluster, within: 160 };
            game.board.place_team(&crowd, unit, &standing, |_, _| true, |_, _, _| true).unwrap()
        };
        game.board.put_team(unit, &placed);
    }
    unit
}

/// A team is aboard its carrier, or a gun hooked to it.
pub(crate) fn load(game: &mut Skirmish, rider: &str, carrier: &str) -> UnitId {
    let (rider, carrier) = (named(game, rider), named(game, carrier));
    let flag = if game.board.is_served_gun(rider) { Flags::HOOKED } else { Flags::EMBARKED };
    let state = game.board.unit_mut(rider);
    state.set(Flags::GONE, false);
    state.set(flag, true);
    state.ride(Some(carrier));
    rider
}

/// Puts the first unit of this chart that is not on the table at a point, all its men on one spot.
pub(crate) fn put(game: &mut Skirmish, chart: &str, (x, y): (i16, i16), heading: u16) -> UnitId {
    let unit = game
        .board
        .everybody()
        .find(|unit| game.board.chart(*unit).id == chart && game.board.is(*unit, Flags::GONE))
        .unwrap_or_else(|| panic!("no {chart} left"));
    let state = game.board.unit_mut(unit);
    state.set(Flags::GONE, false);
    (state.x, state.y, state.heading) = (x, y, heading);
    state.ride(None);
    for man in game.board.men_mut(unit) {
        (man.x, man.y, man.floor) = (x, y, 0);
    }
    unit
}

/// Puts one man of a team elsewhere.
pub(crate) fn put_man(game: &mut Skirmish, unit: UnitId, man: u8, (x, y): (i16, i16)) {
    let man = &mut game.board.men_mut(unit)[usize::from(man)];
    (man.x, man.y) = (x, y);
}

/// Everybody looks around; the step at work is this one, and after it nothing.
pub(crate) fn ready(game: &mut Skirmish, step: impl Into<Step>) {
    game.refresh_all_sight();
    game.flow = Stack::new(Over);
    game.flow.call(step);
}

/// The ends of an order: what is asked of the table when the shot is over and its firer would decide again. The firer takes
/// the turret where he may choose.
pub(crate) fn odds<E: Copy + Ord + std::hash::Hash>(
    game: &Skirmish,
    action: Action,
    end: impl Fn(&Skirmish) -> E,
) -> Distribution<E> {
    let depth = game.flow().live().len();
    let policy = |_: &Skirmish| Policy::Take(Action::Part(Choice::Upper));
    let until = |state: &Skirmish| {
        let back = state.flow().live().len() <= depth && flow::waits(state);
        let over = state.flow().live().len() < depth;
        (back || over).then(|| end(state))
    };
    Walk::default().after(game, action, policy, until).unwrap().distribution()
}

/// The ends of a step that runs by itself.
pub(crate) fn ends<E: Copy + Ord + std::hash::Hash>(
    game: &Skirmish,
    end: impl Fn(&Skirmish) -> E,
) -> Distribution<E> {
    let depth = game.flow().live().len();
    let policy = |_: &Skirmish| Policy::Take(Action::Part(Choice::Upper));
    let until = |state: &Skirmish| (state.flow().live().len() < depth).then(|| end(state));
    Walk::default().from(game, policy, until).unwrap().distribution()
}

/// `num` of `den`.
pub(crate) fn f(num: u128, den: u128) -> Fraction {
    Fraction::new(num, den)
}

/// The ends of a decision as a person writes it, when somebody decides again.
pub(crate) fn throws_of<E: Copy + Ord + std::hash::Hash>(
    game: &Skirmish,
    text: &str,
    end: impl Fn(&Skirmish) -> E,
) -> Distribution<E> {
    let action = game.read(text).unwrap();
    Walk::default().to_next_decision(game, action, end).unwrap().distribution()
}
