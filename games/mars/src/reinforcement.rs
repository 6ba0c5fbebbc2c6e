//! German panzer divisions come and go: reinforcements (MARS-REI-1 to MARS-REI-6), divisions sent away (MARS-VIC-9) and
//! exits from the map (MARS-VIC-10 to MARS-VIC-12).

use kit::{Refusal, map::HexId};

use crate::{
    area::Area,
    field::{Field, Location, Status},
    movement::{March, Range, check_move},
    roster::{UnitId, Units},
    stacking,
    units::Side,
};

/// In which order divisions arrive (MARS-R13).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Arrivals {
    /// The highest number first, as published.
    #[default]
    FromTheTop,
    /// By the house option `arrival_numerical`.
    Numerical,
}

fn waits(field: &Field, unit: UnitId) -> bool {
    field.location(unit) == Location::OffBoard
}

/// The whole panzer divisions that wait off the map (MARS-REI-1).
pub fn waiting(field: &Field) -> Units {
    field.theatre().roster.arrivals.iter().copied().filter(|&unit| waits(field, unit)).collect()
}

/// The division that may be brought in next: of those that wait the one with the highest number (MARS-REI-3,
/// MARS-R13).
pub fn next_to_arrive(field: &Field, arrivals: Arrivals) -> Option<UnitId> {
    let roster = field.theatre().roster;
    let queue = match arrivals {
        Arrivals::FromTheTop => &roster.arrivals,
        Arrivals::Numerical => &roster.departures,
    };
    queue.iter().copied().find(|&unit| waits(field, unit))
}

/// The division that may be sent away next: the one with the lowest number (MARS-VIC-9, MARS-R13).
pub fn next_to_send_away(field: &Field) -> Option<UnitId> {
    field.theatre().roster.departures.iter().copied().find(|&unit| waits(field, unit))
}

/// Where a division can arrive: initially German hexes of the southern edge without an enemy, within stacking
/// (MARS-REI-4). If there is none it waits (MARS-REI-5).
pub fn entry_hexes(field: &Field, unit: UnitId) -> Area {
    let free = field.theatre().southern_edge - field.enemies_of(Side::German);
    free.iter().filter(|&hex| stacking::has_room(field, unit, hex)).collect()
}

/// Whether a division may be brought in at a hex: in its order, one a game-turn (MARS-REI-2, MARS-REI-3).
pub fn check_arrival(field: &Field, arrivals: Arrivals, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    if !waiting(field).contains(unit) {
        let words = format!("{unit} is not a panzer division that waits off the map");
        return Err(Refusal::new("MARS-REI-1", words).because_of(unit.name()));
    }
    if let Some(first) = field.all(Status::JustArrived).iter().next() {
        let words = format!("{first} has been brought in on this turn; one division a turn may be");
        return Err(Refusal::new("MARS-REI-2", words).because_of(first.name()));
    }
    if let Some(first) = next_to_arrive(field, arrivals).filter(|&first| first != unit) {
        let words = format!("{first} waits and comes before {unit}");
        return Err(Refusal::new("MARS-REI-3", words).because_of(first.name()));
    }
    let number = field.theatre().map.number(hex);
    if !field.theatre().southern_edge.contains(hex) {
        let words = format!("{number} is not an initially German hex of the southern edge");
        return Err(Refusal::new("MARS-REI-4", words).because_of(number.to_string()));
    }
    if field.enemies_of(Side::German).contains(hex) {
        let refusal = Refusal::new("MARS-REI-4", format!("an enemy unit is in {number}"))
            .because_of(number.to_string());
        return Err(field.units_in(hex).fold(refusal, |refusal, enemy| refusal.because_of(enemy.name())));
    }
    stacking::check(field, unit, hex)
}

/// Brings a division in; from now on it counts for Zhukov (MARS-REI-6, MARS-VIC-8). It may still move and attack on
/// this turn (MARS-REI-4).
pub fn bring_in(field: &mut Field, unit: UnitId, hex: HexId) {
    field.place(unit, hex);
    field.set(unit, Status::BroughtIn, true);
    field.set(unit, Status::JustArrived, true);
}

/// Whether a division may be sent away for good: the lowest number first, any number a turn (MARS-VIC-9).
pub fn check_sending_away(field: &Field, unit: UnitId) -> Result<(), Refusal> {
    if !waiting(field).contains(unit) {
        let words = format!("{unit} is not a panzer division that waits off the map");
        return Err(Refusal::new("MARS-VIC-9", words).because_of(unit.name()));
    }
    match next_to_send_away(field).filter(|&first| first != unit) {
        None => Ok(()),
        Some(first) => {
            let words = format!("{first} waits and must be sent away before {unit}");
            Err(Refusal::new("MARS-VIC-9", words).because_of(first.name()))
        }
    }
}

/// Hexes of the southern edge from which a panzer unit can leave the map: one more hex of movement, the bonus allowed,
/// but not from a zone of control that stopped it (MARS-VIC-11, MARS-R31).
pub fn exits(field: &Field, march: &March, range: &Range) -> Area {
    let piece = field.piece(range.unit);
    let one_hex = field.theatre().limits.step[piece.class as usize];
    let left = range.allowance.at_most.and_then(|most| most.checked_sub(one_hex));
    let (Some(left), true) = (left, piece.panzer && range.start.is_some()) else { return Area::EMPTY };
    let moved = range.within(left) - march.zones.hexes;
    (moved | Area::of(range.start)) & field.theatre().southern_edge
}

/// Whether a unit may leave the map over a hex of the southern edge, or why not.
pub fn check_exit(field: &Field, unit: UnitId, over: HexId) -> Result<(), Refusal> {
    let march = March::of(field, field.piece(unit).side);
    let range = march.range(field, unit);
    if exits(field, &march, &range).contains(over) {
        return Ok(());
    }
    let number = field.theatre().map.number(over);
    let refused = |words: String| Err(Refusal::new("MARS-VIC-11", words).because_of(unit.name()));
    if !field.piece(unit).panzer {
        return refused(format!("{unit} is no panzer unit; only those may leave the map"));
    }
    if !field.theatre().southern_edge.contains(over) {
        return refused(format!("{number} is not an initially German hex of the southern edge"));
    }
    // Who cannot move cannot leave either.
    if range.start != over {
        check_move(field, unit, over)?;
        if march.zones.must_stop_in(over) {
            return refused(format!("{unit} has to stop in {number}, in an enemy zone of control"));
        }
    }
    if range.allowance.at_most.is_none() {
        let words = format!("{unit} is isolated and mobile: it has no movement with which to leave the map");
        return Err(Refusal::new("MARS-MOV-7", words).because_of(unit.name()));
    }
    refused(format!("{unit} does not have a hex of movement left to leave the map from {number}"))
}

/// Why a unit cannot leave the map on this turn, over whatever hex.
pub fn refuse_exit(field: &Field, unit: UnitId) -> Result<(), Refusal> {
    let edge = field.theatre().southern_edge;
    let Some(nearest) = field
        .hex_of(unit)
        .and_then(|hex| edge.iter().min_by_key(|&exit| (field.theatre().map.distance(hex, exit), exit)))
    else {
        let words = format!("{unit} is not on the map");
        return Err(Refusal::new("MARS-VIC-11", words).because_of(unit.name()));
    };
    check_exit(field, unit, nearest)?;
    let words = format!("{unit} has no hex of movement left with which to leave the map");
    Err(Refusal::new("MARS-VIC-11", words).because_of(unit.name()))
}

/// Sends a division away from off the map, or lets a unit leave the map, for good (MARS-VIC-9, MARS-VIC-10); it is not
/// eliminated (MARS-VIC-13).
pub fn withdraw(field: &mut Field, unit: UnitId, turn: u8) {
    field.remove(unit, Location::Withdrawn(turn));
}
