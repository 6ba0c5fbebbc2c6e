//! A game played in a few words: notations with scripted dice, and what the game offers, tells and refuses.
#![allow(clippy::large_types_passed_by_value, reason = "a position is written where it is used")]

use kit::{Chronicle, Game, Refusal, Scripted};
use sandtable_mars::{Field, House, Location, Mars, PlayerTurn, Side, Status};

use super::unit;

/// Movement in which nobody is in hand.
pub const MOVE: PlayerTurn = PlayerTurn::Movement;

/// A game as published that stands at a step of a player-turn.
pub fn at(field: Field, turn: u8, side: Side, phase: PlayerTurn) -> Mars {
    Mars::at(field, House::default(), turn, side, phase)
}

/// The attacks of a player-turn are to be allocated.
pub fn attacks(field: Field, turn: u8, side: Side) -> Mars {
    at(field, turn, side, PlayerTurn::Allocation)
}

/// A notation without its dice, and the faces of these.
fn parted(order: &str) -> (&str, Vec<u16>) {
    match order.strip_suffix(']').and_then(|order| order.split_once('[')) {
        None => (order, Vec::new()),
        Some((order, faces)) => {
            let faces = faces.split(',').map(|face| face.trim().parse().expect("a face")).collect();
            (order.trim(), faces)
        }
    }
}

/// A list of units at the end of an order stands for as many orders: `attack 1607 with 8 GRK, 42 G`.
fn single_orders(order: &str) -> Vec<String> {
    let mut parts = order.split(',').map(str::trim);
    let first = parts.next().unwrap_or_default();
    let lead = first.find(" with ").map_or_else(|| first.find(' ').map_or(0, |at| at + 1), |at| at + 6);
    let more = parts.map(|part| format!("{}{part}", &first[..lead]));
    std::iter::once(first.to_owned()).chain(more).collect()
}

/// Plays orders with semicolons between them, dice in brackets; returns what was told, sentence by sentence.
pub fn play(game: &mut Mars, script: &str) -> Vec<String> {
    let mut chronicle = Chronicle::default();
    for order in script.split(';').map(str::trim).filter(|order| !order.is_empty()) {
        let (order, faces) = parted(order);
        for single in single_orders(order) {
            let action = game.read(&single).unwrap_or_else(|refusal| panic!("`{single}`: {refusal}"));
            let mut dice = Scripted::faces(&faces);
            game.apply(&action, &mut dice, &mut chronicle).unwrap_or_else(|refusal| {
                panic!(
                    "`{single}`: {refusal}\nasked: {}\noffered: {}",
                    game.prompt().words,
                    offered(game, "")
                )
            });
            dice.finish().unwrap_or_else(|misfit| panic!("`{single}`: {misfit}"));
            game.invariants().unwrap_or_else(|broken| panic!("after `{single}`: {broken}"));
        }
    }
    chronicle.events.into_iter().map(|event| format!("{} ({})", event.words, event.clause)).collect()
}

/// What is offered now that begins like this, in the order in which it is listed.
pub fn offered(game: &Mars, beginning: &str) -> String {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let words = actions.iter().map(|action| game.write(action));
    words.filter(|order| order.starts_with(beginning)).collect::<Vec<_>>().join("; ")
}

/// The answer to an order that the rules do not allow.
pub fn refusal(game: &Mars, order: &str) -> Refusal {
    let action = match game.read(order) {
        Ok(action) => action,
        Err(refusal) => return refusal,
    };
    game.check(&action).expect_err(order)
}

/// An order is refused by a clause, and these units and hexes are named as the reason.
pub fn refuses(game: &Mars, order: &str, clause: &str, responsible: &[&str]) {
    let refusal = refusal(game, order);
    assert_eq!(refusal.clause.0, clause, "`{order}`: {refusal}");
    for who in responsible {
        assert!(refusal.responsible.iter().any(|it| it == who), "`{order}`: {who} in: {refusal}");
    }
    assert!(refusal.reason.split_whitespace().count() > 2, "`{order}`: {refusal}");
    assert!(!offered(game, "").split("; ").any(|it| it == order), "`{order}` is offered and refused");
}

/// Where a unit is: its hex, or what has become of it.
pub fn whereabouts(game: &Mars, name: &str) -> String {
    let field = game.field();
    match field.place_of(unit(name)) {
        Location::Hex(hex) => field.theatre().name(hex).to_owned(),
        Location::Aside(aside) => format!("{aside:?}"),
    }
}

pub fn is(game: &Mars, name: &str, status: Status) -> bool {
    game.field().is(unit(name), status)
}

pub fn is_disrupted(game: &Mars, name: &str) -> bool {
    is(game, name, Status::Disrupted)
}

/// Which step, without what is in hand: `Move`, `Allocate`.
pub fn step(game: &Mars) -> String {
    format!("{:?}", game.step()).split([' ', '{', '(']).next().unwrap_or_default().to_owned()
}

/// The turn, the side and the step.
pub fn moment(game: &Mars) -> String {
    format!("{} {:?} {}", game.turn(), game.phasing(), step(game))
}
