//! What can be laid over the map: zones of control, supply with its line, the range of a unit, the front, what is fought
//! for, rails, threats.

mod front;
mod threats;

use kit::{CounterId, HexNote, Look, Overlay, Trace, Viewer, map::HexId};

use super::{EastFront, seat};
use crate::{
    map::Hexes,
    movement::halves,
    rail,
    roster::{UNITS, UnitId},
    supply::{Lines, Net, Supply},
    unit::{Nation, Side},
};

/// Short names and titles.
pub(super) const OVERLAYS: &[(&str, &str)] = &[
    ("front", "Front line"),
    ("zones", "Zones of control"),
    ("supply", "Supply"),
    ("range", "Range"),
    ("rails", "Rails"),
    ("objectives", "Objectives"),
    ("threats", "Threats"),
];

const SIDES: [Side; 2] = [Side::Axis, Side::Soviet];

pub(super) fn overlay(
    game: &EastFront,
    name: &str,
    viewer: Viewer,
    unit: Option<CounterId>,
) -> Option<Overlay> {
    let &(name, title) = OVERLAYS.iter().find(|(known, _)| *known == name)?;
    let blank = Overlay { name: name.to_owned(), title: title.to_owned(), ..Overlay::default() };
    let unit = unit.map(|counter| usize::from(counter.0)).filter(|&unit| unit < UNITS).map(UnitId::new);
    let unit = unit.filter(|&unit| game.theatre().units.contains(unit));
    Some(match name {
        "front" => front::front(game, blank),
        "zones" => zones(game, blank),
        "supply" => supply(game, blank, unit),
        "range" => range(game, blank, unit),
        "rails" => rails(game, blank, unit),
        "objectives" => objectives(game, blank),
        _ => threats::threats(game, blank, viewer),
    })
}

fn note(game: &EastFront, hex: HexId, side: Side, look: Look) -> HexNote {
    HexNote { hex: game.number(hex).to_owned(), seat: Some(seat(side)), look, ..HexNote::default() }
}

fn zones(game: &EastFront, mut overlay: Overlay) -> Overlay {
    "Hatched: zones of control of UnDispersed units. Whoever enters one stops; Dispersed units have none."
        .clone_into(&mut overlay.legend);
    overlay.clauses = vec!["EAST-ZOC-1", "EAST-ZOC-2", "EAST-ZOC-3", "EAST-ZOC-4"];
    for side in SIDES {
        for hex in *game.board.zones_of(side) {
            let words = format!("{side} zone of control");
            overlay.hexes.push(HexNote { words, ..note(game, hex, side, Look::Hatch) });
        }
    }
    overlay
}

/// Sources, rails that bring supply, who is cut off, and the line of a chosen unit (`EAST-SUP-1` to `EAST-SUP-6`).
fn supply(game: &EastFront, mut overlay: Overlay, unit: Option<UnitId>) -> Overlay {
    let board = &game.board;
    let range = game.charts().play.supply_range;
    let line = match unit {
        Some(_) => "Line: how supply reaches the selected unit.",
        None => "Select a unit to see its line.",
    };
    overlay.legend = format!(
        "Dots: sources. Thin: rail hexes that bring supply, {range} hexes over land from them. Crossed out: cut off. {line}"
    );
    overlay.clauses =
        vec!["EAST-SUP-1", "EAST-SUP-2", "EAST-SUP-3", "EAST-SUP-4", "EAST-SUP-5", "EAST-SUP-6"];
    for side in SIDES {
        let net = Net::of(board, side, Lines::Usual);
        for hex in net.sources {
            let words = format!("{side} source of supply");
            overlay.hexes.push(HexNote { words, ..note(game, hex, side, Look::Source) });
        }
        for hex in net.heads - net.sources {
            let words = format!("{side} supply comes by rail");
            overlay.hexes.push(HexNote { words, ..note(game, hex, side, Look::Thin) });
        }
        let supply = Supply::of(board, side);
        for unit in board.units_of(side).iter().filter(|&unit| !supply.reaches_unit(board, unit)) {
            let Some(hex) = board.hex_of(unit) else { continue };
            let words = format!("{} is out of supply", game.name(unit));
            overlay.hexes.push(HexNote { words, ..note(game, hex, side, Look::Cut) });
        }
    }
    if let Some((unit, hex)) = unit.and_then(|unit| Some((unit, board.hex_of(unit)?))) {
        overlay.traces.push(line_of(game, unit, hex));
    }
    overlay
}

/// The line of a unit, or a stump if it is cut off.
fn line_of(game: &EastFront, unit: UnitId, hex: HexId) -> Trace {
    let (board, side) = (&game.board, game.board.side(unit));
    let lines = if board.nation(unit) == Nation::Finnish { Lines::Finnish } else { Lines::Usual };
    let (seat, name) = (seat(side), game.name(unit));
    let Some(line) = Net::of(board, side, lines).line(board, hex) else {
        let words = format!("{name} has no line of supply");
        return Trace { words, hexes: vec![game.number(hex).to_owned()], seat, whole: false };
    };
    let (land, rail) = (line.land.len() - 1, line.rail.len().saturating_sub(1));
    let words = match (land, rail) {
        (0, 0) => format!("{name} stands at a source"),
        (_, 0) => format!("supply of {name}: {land} hexes over land"),
        _ => format!("supply of {name}: {land} hexes over land, {rail} by rail"),
    };
    let hexes =
        line.land.iter().chain(line.rail.iter().skip(1)).map(|&hex| game.number(hex).to_owned()).collect();
    Trace { words, hexes, seat, whole: true }
}

/// Where a unit can go when it moves, and what it costs.
fn range(game: &EastFront, mut overlay: Overlay, unit: Option<UnitId>) -> Overlay {
    overlay.clauses = vec!["EAST-MOV-1", "EAST-MOV-3", "EAST-MOV-4", "EAST-WEA-2", "EAST-ZOC-3"];
    let Some(unit) = unit.filter(|&unit| game.board.hex_of(unit).is_some()) else {
        "Select a unit to see where it can go.".clone_into(&mut overlay.legend);
        return overlay;
    };
    let (name, side) = (game.name(unit), game.board.side(unit));
    let range = game.range(unit);
    overlay.legend =
        format!("Where {name} can go with {} movement factors, and what it costs.", range.factor());
    for hex in range.ends() {
        let Some(way) = range.way(hex) else { continue };
        let spent = range.price(&way);
        overlay.hexes.push(HexNote {
            level: (5 + u16::from(spent) * 5).min(90) as u8,
            label: halves(spent),
            words: format!("{name}: {} movement factors", halves(spent)),
            ..note(game, hex, side, Look::Tint)
        });
    }
    overlay
}

/// Which rails each side can use, what can be converted, and how far a chosen unit gets by rail.
fn rails(game: &EastFront, mut overlay: Overlay, unit: Option<UnitId>) -> Overlay {
    let (board, theatre) = (&game.board, game.theatre());
    "Hatched: rail hexes that a side can use. Thin: usable, but closed by enemy zones of control. Tinted: can be converted \
     next; the first in the usual order is marked."
        .clone_into(&mut overlay.legend);
    overlay.clauses = vec!["EAST-RAIL-1", "EAST-RAIL-2", "EAST-RAIL-3", "EAST-CTL-2"];
    for side in SIDES {
        let open = rail::open_net(board, side);
        for hex in board.usable_rail(side) {
            let look = if open.contains(hex) { Look::Hatch } else { Look::Thin };
            let words = format!("{side} rail{}", if open.contains(hex) { "" } else { ", closed" });
            overlay.hexes.push(HexNote { words, ..note(game, hex, side, look) });
        }
    }
    let first = rail::usual_conversion(board);
    for hex in rail::convertible(board) {
        overlay.hexes.push(HexNote {
            level: 50,
            label: if first == Some(hex) { "next".into() } else { String::new() },
            words: "can be converted".into(),
            ..note(game, hex, Side::Axis, Look::Tint)
        });
    }
    if let Some(unit) = unit.filter(|&unit| board.hex_of(unit).is_some()) {
        let ends: Hexes = rail::reach(board, unit, game.season()) & theatre.stations;
        for hex in ends {
            let words = format!("{} can get here by rail", game.name(unit));
            overlay.hexes.push(HexNote {
                label: "●".into(),
                level: 40,
                words,
                ..note(game, hex, board.side(unit), Look::Tint)
            });
        }
    }
    overlay
}

/// The cities that count, with their points (`EAST-VIC-1`).
fn objectives(game: &EastFront, mut overlay: Overlay) -> Overlay {
    let (board, theatre) = (&game.board, game.theatre());
    "The number is what the city is worth. Hatched: in supply of its holder, so that it counts. Crossed out: cut off."
        .clone_into(&mut overlay.legend);
    overlay.clauses = vec!["EAST-VIC-1", "EAST-VIC-2", "EAST-VIC-3", "EAST-VIC-5"];
    let supplied = [(Side::Axis, Lines::Usual), (Side::Soviet, Lines::Overland)]
        .map(|(side, lines)| Net::of(board, side, lines).supplied(board));
    for city in &theatre.victory_cities {
        let side = if board.controls(Side::Axis, city.hex) { Side::Axis } else { Side::Soviet };
        let counts = supplied[side as usize].contains(city.hex);
        overlay.hexes.push(HexNote {
            label: city.points.to_string(),
            words: format!(
                "{}: {} points, {side}{}",
                theatre.called(city.hex),
                city.points,
                if counts { "" } else { ", out of supply" }
            ),
            ..note(game, city.hex, side, if counts { Look::Hatch } else { Look::Cut })
        });
    }
    overlay
}
