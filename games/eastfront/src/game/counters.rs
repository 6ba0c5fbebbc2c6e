//! The units as counters: what stands on their faces, and the boxes beside the map.

use kit::{Back, Badge, Branch, Counter, Echelon, Factor, Figure, Tone};

use super::{EastFront, seat, view::in_hand};
use crate::{
    board::{Aside, Location, Status},
    roster::{Force, UnitId},
    supply::Supply,
    unit::{Arm, Side, Size},
};

/// Every unit that takes part.
pub(super) fn counters(game: &EastFront) -> Vec<Counter> {
    let board = &game.board;
    let mut cut_off = Force::NONE;
    for side in [Side::Axis, Side::Soviet] {
        let supply = Supply::of(board, side);
        board
            .units_of(side)
            .iter()
            .filter(|&unit| !supply.reaches_unit(board, unit))
            .for_each(|unit| cut_off |= Force::of(unit));
    }
    game.theatre().units.iter().map(|unit| counter(game, unit, cut_off)).collect()
}

/// The hex a unit is in, or its box beside the map.
fn place(game: &EastFront, unit: UnitId) -> String {
    match game.board.place_of(unit) {
        Location::Hex(hex) => game.number(hex).to_owned(),
        Location::Aside(Aside::Due(turn)) if turn <= game.turn => "held back".into(),
        Location::Aside(Aside::Due(turn)) => {
            let month =
                game.charts().month(game.theatre().month(turn)).map_or("", |month| month.name.as_str());
            if game.theatre().fixed_weather.is_some() {
                format!("turn {turn}")
            } else {
                format!("turn {turn} ({month})")
            }
        }
        Location::Aside(Aside::Pool(_)) => format!("{} pool", game.board.side(unit)),
        Location::Aside(Aside::Gone) => "withdrawn".into(),
        Location::Aside(Aside::SettingUp) => "to be set up".into(),
    }
}

fn counter(game: &EastFront, unit: UnitId, cut_off: Force) -> Counter {
    let piece = game.board.piece(unit);
    let (branch, kind) = symbol(piece.arm());
    let factors = format!("{}-{}-{}", piece.attack, piece.defence, piece.movement);
    Counter {
        id: unit.into(),
        name: game.name(unit).to_owned(),
        seat: seat(piece.side),
        place: place(game, unit),
        figures: figures(game, unit),
        // EAST-DSP-1, EAST-DSP-2
        back: Some(Back {
            words: "Dispersed: it does not move or attack and has no zone of control; it defends in full"
                .to_owned(),
            factors: format!("-{}-", piece.defence),
            figures: Vec::new(),
        }),
        factors,
        kind: format!("{} {kind}", piece.nation()),
        size: piece.size().name().to_owned(),
        branch,
        echelon: Some(match piece.size() {
            Size::Army => Echelon::Army,
            Size::Corps => Echelon::Corps,
            Size::Division => Echelon::Division,
        }),
        statuses: statuses(game, unit, cut_off),
        badges: badges(game, unit, cut_off),
        in_hand: in_hand(game) == Some(unit),
        spent: [Status::Moved, Status::Spent, Status::Railed]
            .into_iter()
            .any(|status| game.board.is(unit, status)),
        ..Counter::default()
    }
}

const fn symbol(arm: Arm) -> (Branch, &'static str) {
    match arm {
        Arm::Infantry => (Branch::Infantry, "infantry"),
        Arm::Mountain => (Branch::MountainInfantry, "mountain infantry"),
        Arm::Motorised => (Branch::MotorizedInfantry, "motorised infantry"),
        Arm::Armour => (Branch::Armour, "armour"),
        Arm::Cavalry => (Branch::Cavalry, "cavalry"),
    }
}

fn figures(game: &EastFront, unit: UnitId) -> Vec<Figure> {
    let piece = game.board.piece(unit);
    let factor = game.charts().movement_factor(piece, game.weather);
    let mut figures = vec![
        Figure::strength("attack", piece.counter.attack),
        Figure::strength("defence", Factor::whole(piece.defence.into())),
        Figure::new("movement", &piece.movement),
    ];
    if factor != piece.movement {
        figures.push(Figure::new("movement in this weather", &factor));
    }
    figures.push(Figure::new("rail points", &game.rail_points(unit)));
    figures
}

/// What the face shows besides the factors.
fn badges(game: &EastFront, unit: UnitId, cut_off: Force) -> Vec<Badge> {
    let board = &game.board;
    let mut badges = Vec::new();
    if board.is_dispersed(unit) {
        badges.push(Badge::new("D", Tone::Bad, "Dispersed"));
    }
    match board.isolated(unit) {
        0 if cut_off.contains(unit) => badges.push(Badge::new("U", Tone::Bad, "out of supply")),
        0 => {}
        1 => badges.push(Badge::new("I1", Tone::Bad, "Isolated for the first month")),
        2 => badges.push(Badge::new("I2", Tone::Bad, "Isolated for the second month")),
        _ => badges.push(Badge::new("I3", Tone::Bad, "Isolated for the third month")),
    }
    if board.is(unit, Status::Spent) {
        badges.push(Badge::new("S", Tone::Plain, "Spent: has attacked"));
    }
    if board.is(unit, Status::Railed) {
        badges.push(Badge::new("R", Tone::Plain, "has gone by rail"));
    }
    if board.is(unit, Status::Breakthrough) {
        badges.push(Badge::new("B", Tone::Good, "may attack once more after its breakthrough"));
    }
    badges
}

fn statuses(game: &EastFront, unit: UnitId, cut_off: Force) -> Vec<String> {
    let board = &game.board;
    let shown = [
        (Status::Dispersed, "Dispersed"),
        (Status::Spent, "Spent"),
        (Status::Railed, "gone by rail"),
        (Status::Moved, "moved"),
        (Status::Rebuilt, "rebuilt this turn"),
        (Status::Breakthrough, "may attack once more"),
    ];
    let held = shown.iter().filter(|(status, _)| board.is(unit, *status));
    let mut words: Vec<String> = held.map(|(_, word)| (*word).to_owned()).collect();
    if cut_off.contains(unit) {
        words.push("out of supply".into());
    }
    if board.isolated(unit) > 0 {
        words.push(format!("Isolated {}", board.isolated(unit)));
    }
    let attacks = board.units_of(game.phasing).contains(unit)
        && ![Status::Dispersed, Status::Spent, Status::Railed]
            .into_iter()
            .any(|status| board.is(unit, status));
    if attacks {
        words.push("can attack".into());
    }
    if game.no_retreat && board.side(unit) == Side::Soviet && board.hex_of(unit).is_some() {
        words.push("No Retreat".into());
    }
    words
}
