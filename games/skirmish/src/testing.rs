//! Tiny tables for tests: a few units on open ground, whatever the scenario says.

use kit::{
    Distribution, Fraction, Game as _, Setup,
    flow::{self, Flow as _, Stack},
    position::UnitId,
    walk::{Policy, Walk},
};

use crate::{
    action::Action,
    attack::Choice,
    flow::{Over, Step},
    game::Skirmish,
    state::Flags,
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
