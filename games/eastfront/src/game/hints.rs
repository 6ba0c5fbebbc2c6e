//! What a decision looks like before it is made: its way, its price, the words for its button.

use kit::{Hint, HintKind, map::HexId, objection::Silent};

use super::{EastFront, view::in_hand};
use crate::{
    action::Action,
    flow::{Move, Step},
    movement::{MoveRange, Way, halves},
    rail,
    roster::UnitId,
    unit::Side,
};

pub(super) fn hint(game: &EastFront, action: Action) -> Hint {
    if let Some(hint) = game.attack_hint(action) {
        return hint;
    }
    match action {
        Action::NoRetreat => Hint {
            kind: HintKind::Price,
            note: "DR becomes DE, DE becomes BR, DW becomes D and dw nothing, for every Soviet unit until the turn ends"
                .to_owned(),
            ..plain("No Retreat!")
        },
        Action::Retreats => plain("retreats are allowed"),
        Action::Deploy => plain("everybody who is due appears"),
        Action::Arrive(unit, hex) => Hint {
            kind: HintKind::Go,
            ..plain(&format!("{} appears at {}", game.name(unit), game.theatre().called(hex)))
        },
        Action::Disbanding => plain("disband a unit"),
        Action::Disband(unit) => Hint {
            kind: HintKind::Price,
            note: "it goes to the pool and can be rebuilt later".to_owned(),
            ..plain(&format!("disband {}", game.name(unit)))
        },
        Action::Displace(unit, hex) => Hint {
            kind: HintKind::Go,
            ..plain(&format!("{} goes to {}", game.name(unit), game.number(hex)))
        },
        Action::Pick(unit) => picking(game, unit),
        Action::To(hex) => going(game, hex),
        Action::Step(hex) => stepping(game, hex),
        Action::Follow(unit) => following(game, unit),
        Action::Stay => staying(game),
        Action::Lose(unit) => {
            Hint { kind: HintKind::Price, ..plain(&format!("{} is lost", game.name(unit))) }
        }
        Action::Convert(hex) => converting(game, hex),
        Action::Rails => Hint {
            note: format!("{} hexes, always the one nearest to an army", game.rail_left),
            ..plain("convert in the usual order")
        },
        Action::Done => done(game),
        _ => Hint::default(),
    }
}

/// So many of something whose plural ends in s.
fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

fn plain(label: &str) -> Hint {
    Hint { label: label.to_owned(), ..Hint::default() }
}

fn converting(game: &EastFront, hex: HexId) -> Hint {
    let first = rail::usual_conversion(&game.board) == Some(hex);
    let note = if first { "first in the usual order" } else { "" };
    Hint {
        kind: HintKind::Go,
        note: note.to_owned(),
        ..plain(&format!("convert {}", game.theatre().called(hex)))
    }
}

fn picking(game: &EastFront, unit: UnitId) -> Hint {
    let hint = Hint { kind: HintKind::Pick, ..Hint::default() };
    match game.step() {
        Step::Muster(_) => {
            let [infantry, armour] = game.price(unit);
            let note = match (infantry, armour) {
                (0, 0) => "comes back for nothing".to_owned(),
                (infantry, 0) => format!("{infantry} infantry factors"),
                (_, armour) => format!("{armour} armour factors"),
            };
            Hint { kind: HintKind::Price, note, ..plain(&format!("rebuild {}", game.name(unit))) }
        }
        Step::Ride(_) => {
            let (points, left) = (game.rail_points(unit), counted(game.rail_left.into(), "rail point"));
            Hint { note: format!("{points} of {left}"), ..hint }
        }
        _ => hint,
    }
}

/// A unit in hand goes to a hex: rebuilt there, by rail, or by its own way.
fn going(game: &EastFront, hex: HexId) -> Hint {
    let Some(unit) = in_hand(game) else { return Hint::default() };
    match game.step() {
        Step::Muster(_) => Hint {
            kind: HintKind::Go,
            note: "Dispersed until the next recovery".to_owned(),
            ..plain(&format!("rebuilt at {}", game.theatre().called(hex)))
        },
        Step::SetUp(_) => {
            Hint { kind: HintKind::Go, ..plain(&format!("begins at {}", game.theatre().called(hex))) }
        }
        Step::Ride(_) => {
            let way = rail::way(&game.board, unit, game.season(), hex);
            let length = match way.len().saturating_sub(1) {
                1 => "1 hex".to_owned(),
                hexes => format!("{hexes} hexes"),
            };
            let points = counted(game.rail_points(unit).into(), "rail point");
            let note = format!("by rail, {length}, {points}; it neither moves nor attacks this turn");
            let path = way.into_iter().map(|hex| game.number(hex).to_owned()).collect();
            Hint { kind: HintKind::Go, path, note, ..plain(&format!("to {}", game.theatre().called(hex))) }
        }
        _ => {
            let range = game.range(unit);
            range.way(hex).map_or_else(Hint::default, |way| along(game, unit, &range, &way))
        }
    }
}

/// A unit goes where the last one of its stack went.
fn following(game: &EastFront, unit: UnitId) -> Hint {
    let Some((_, to)) = game.last_march else { return Hint::default() };
    let range = game.range(unit);
    let hint = range.way(to).map_or_else(Hint::default, |way| along(game, unit, &range, &way));
    Hint { label: format!("{} follows to {}", game.name(unit), game.theatre().called(to)), ..hint }
}

/// The next hex of a way that is laid hex by hex: what the way is like if it goes there.
fn stepping(game: &EastFront, hex: HexId) -> Hint {
    let Some(unit) = in_hand(game) else { return Hint::default() };
    let range = game.range(unit);
    let way = game.way.then(hex);
    let mut hint = along(game, unit, &range, &way);
    if range.check_way::<Silent>(&way).is_err() {
        hint.note = format!("{}, but the way cannot end here", hint.note);
    }
    Hint { label: format!("by way of {}", game.number(hex)), ..hint }
}

/// A way with its price, and whether it ends in a zone of control (`EAST-ZOC-3`).
fn along(game: &EastFront, unit: UnitId, range: &MoveRange<'_>, way: &Way) -> Hint {
    let Some(end) = way.end() else { return Hint::default() };
    let start = game.board.hex_of(unit);
    let path: Vec<String> = start.iter().chain(way.hexes()).map(|&hex| game.number(hex).to_owned()).collect();
    let spent = range.spent(way);
    let total = spent.last().copied().unwrap_or_default();
    let mut notes = vec![format!("{} of {} movement factors", halves(total), range.factor())];
    let mut kind = HintKind::Go;
    if game.board.enemy_zones(game.board.side(unit)).contains(end) {
        notes.push("stops in an enemy zone of control".into());
        kind = HintKind::Stop;
    }
    let taken =
        way.hexes().iter().filter(|&&hex| game.board.controls(game.board.side(unit).other(), hex)).count();
    if taken > 0 {
        notes.push(format!("takes {taken} {}", if taken == 1 { "hex" } else { "hexes" }));
    }
    let spent = spent.into_iter().map(halves).collect();
    Hint { kind, path, spent, note: notes.join(", "), ..Hint::default() }
}

fn staying(game: &EastFront) -> Hint {
    let label = match game.step() {
        Step::Muster(_) => "leave it in the pool",
        Step::Disbanding(_) => "disband nobody",
        Step::SetUp(_) => "leave it where history had it",
        Step::Ride(_) => "put it back: it has not gone by rail",
        _ if game.way.hexes().is_empty() => "put it back: it has not moved",
        _ => "give the way up: it has not moved",
    };
    Hint { kind: HintKind::Back, ..plain(label) }
}

fn done(game: &EastFront) -> Hint {
    let end = |label: &str, note: String| Hint { kind: HintKind::End, note, ..plain(label) };
    let units = |count: usize, what: &str| {
        if count == 1 { format!("1 unit {what}") } else { format!("{count} units {what}") }
    };
    match game.step() {
        Step::Muster(_) => {
            let waiting = game.arriving().len();
            let note = if waiting == 0 { String::new() } else { units(waiting, "held back") };
            end("end phase A", note)
        }
        Step::SetUp(_) => plain("begin the war"),
        Step::Ride(_) => {
            end("end rail movement", format!("{} left", counted(game.rail_left.into(), "rail point")))
        }
        Step::Move(Move { picked: None }) => end("end movement", units(game.movable().len(), "not moved")),
        Step::Move(Move { picked: Some(unit) }) => {
            let hint = along(game, unit, &game.range(unit), &game.way);
            let to = game.way.end().map(|hex| game.theatre().called(hex)).unwrap_or_default();
            Hint { label: format!("march to {to}"), ..hint }
        }
        Step::Conversion(_) => {
            let left = game.rail_left;
            debug_assert_eq!(game.phasing, Side::Axis, "only the Axis converts");
            end("convert no more", format!("{left} more could be converted"))
        }
        _ => end("done", String::new()),
    }
}
