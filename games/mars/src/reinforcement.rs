//! German panzer divisions come and go: reinforcements (MARS-REI-1 to MARS-REI-6), divisions sent away (MARS-VIC-9) and
//! exits from the map (MARS-VIC-10 to MARS-VIC-12).

use kit::position::Place;

use crate::{movement::check_move, prelude::*};

/// In which order divisions arrive (MARS-R13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Arrivals {
    /// The highest number first, as published.
    #[default]
    FromTheTop,
    /// By the house option `arrival_numerical`.
    Numerical,
}

fn waits(field: &Field, unit: UnitId) -> bool {
    field.place_of(unit) == Place::Aside(Aside::OffBoard)
}

/// The whole panzer divisions that wait off the map (MARS-REI-1).
pub fn waiting(field: &Field) -> Units {
    field.theatre().roster().arrivals.iter().copied().filter(|&unit| waits(field, unit)).collect()
}

/// The division that may be brought in next: of those that wait the one with the highest number (MARS-REI-3,
/// MARS-R13).
pub fn next_to_arrive(field: &Field, arrivals: Arrivals) -> Option<UnitId> {
    let roster = field.theatre().roster();
    let queue = match arrivals {
        Arrivals::FromTheTop => &roster.arrivals,
        Arrivals::Numerical => &roster.departures,
    };
    queue.iter().copied().find(|&unit| waits(field, unit))
}

/// The division that may be sent away next: the one with the lowest number (MARS-VIC-9, MARS-R13).
pub fn next_to_send_away(field: &Field) -> Option<UnitId> {
    field.theatre().roster().departures.iter().copied().find(|&unit| waits(field, unit))
}

/// Where a division can arrive: initially German hexes of the southern edge without an enemy, within stacking
/// (MARS-REI-4). If there is none it waits (MARS-REI-5).
pub fn entry_hexes(field: &Field, unit: UnitId) -> Hexes {
    let free = field.theatre().southern_edge - field.enemies_of(Side::German);
    free.iter().filter(|&hex| stacking::has_room(field, unit, hex)).collect()
}

/// Whether a division may be brought in at a hex: in its order, one a game-turn (MARS-REI-2, MARS-REI-3).
pub fn check_arrival<E: Objection>(
    field: &Field,
    arrivals: Arrivals,
    unit: UnitId,
    hex: HexId,
) -> Result<(), E> {
    let (name, number) = (field.name(unit), field.theatre().name(hex));
    check_waiting("MARS-REI-1", field, unit)?;
    if let Some(first) = field.all(Status::JustArrived).first().map(|first| field.name(first)) {
        return refuse("MARS-REI-2", first, "has been brought in on this turn; one division a turn may be");
    }
    if let Some(first) = next_to_arrive(field, arrivals).filter(|&first| first != unit) {
        let first = field.name(first);
        return refuse("MARS-REI-3", first, format_args!("waits and comes before {name}"));
    }
    no_if(!field.theatre().southern_edge.contains(hex), "MARS-REI-4", number, || {
        format!("{number} is not an initially German hex of the southern edge")
    })?;
    if field.enemies_of(Side::German).contains(hex) {
        let refusal = E::raise("MARS-REI-4", number, || format!("an enemy unit is in {number}"));
        return Err(refusal.blame(field.names_in(hex)));
    }
    stacking::check(field, unit, hex)
}

fn check_waiting<E: Objection>(clause: &'static str, field: &Field, unit: UnitId) -> Result<(), E> {
    if waiting(field).contains(unit) {
        return Ok(());
    }
    refuse(clause, field.name(unit), "is not a panzer division that waits off the map")
}

/// Brings a division in; from now on it counts for Zhukov (MARS-REI-6, MARS-VIC-8). It may still move and attack on
/// this turn (MARS-REI-4).
pub fn bring_in(field: &mut Field, unit: UnitId, hex: HexId) {
    field.place(unit, hex);
    field.set(unit, Status::BroughtIn, true);
    field.set(unit, Status::JustArrived, true);
}

/// Whether a division may be sent away for good: the lowest number first, any number a turn (MARS-VIC-9).
pub fn check_sending_away<E: Objection>(field: &Field, unit: UnitId) -> Result<(), E> {
    check_waiting("MARS-VIC-9", field, unit)?;
    let Some(first) = next_to_send_away(field).filter(|&first| first != unit) else { return Ok(()) };
    let (first, name) = (field.name(first), field.name(unit));
    refuse("MARS-VIC-9", first, format_args!("waits and must be sent away before {name}"))
}

/// Hexes of the southern edge from which a panzer unit can leave the map: one more hex of movement, the bonus allowed,
/// but not from a zone of control that stopped it (MARS-VIC-11, MARS-R31).
pub fn exits(field: &Field, march: &March, range: &Range) -> Hexes {
    let is_panzer = field.theatre().roster().panzers.contains(range.unit);
    let one_hex = field.theatre().limits.step[field.arm(range.unit).class as usize];
    let left = range.allowance.at_most.and_then(|most| most.checked_sub(one_hex));
    let (Some(left), true) = (left, is_panzer && range.start.is_some()) else { return Hexes::EMPTY };
    let moved = range.within(left) - march.zones.hexes;
    (moved | Hexes::of(range.start)) & field.theatre().southern_edge
}

/// Whether a unit may leave the map over a hex of the southern edge, or why not.
pub fn check_exit<E: Objection>(field: &Field, unit: UnitId, over: HexId) -> Result<(), E> {
    let march = March::of(field, field.unit(unit).side);
    let range = march.range(field, unit);
    if exits(field, &march, &range).contains(over) {
        return Ok(());
    }
    let (name, number) = (field.name(unit), field.theatre().name(over));
    let refused = |words: String| no_since("MARS-VIC-11", name, || words);
    if !field.theatre().roster().panzers.contains(unit) {
        return refused(format!("{name} is no panzer unit; only those may leave the map"));
    }
    if !field.theatre().southern_edge.contains(over) {
        return refused(format!("{number} is not an initially German hex of the southern edge"));
    }
    // Who cannot move cannot leave either.
    if range.start != over {
        check_move(field, unit, over)?;
        if march.zones.must_stop_in(over) {
            return refused(format!("{name} has to stop in {number}, in an enemy zone of control"));
        }
    }
    if range.allowance.at_most.is_none() {
        return refuse(
            "MARS-MOV-7",
            name,
            "is isolated and mobile: it has no movement with which to leave the map",
        );
    }
    refused(format!("{name} does not have a hex of movement left to leave the map from {number}"))
}

/// Why a unit cannot leave the map on this turn, over whatever hex.
pub fn refuse_exit<E: Objection>(field: &Field, unit: UnitId) -> Result<(), E> {
    let name = field.name(unit);
    let distance = |hex, exit| field.theatre().map.distance(hex, exit);
    let edge = field.theatre().southern_edge.iter();
    let nearest = field.hex_of(unit).and_then(|hex| edge.min_by_key(|&exit| (distance(hex, exit), exit)));
    let Some(nearest) = nearest else {
        return refuse("MARS-VIC-11", name, "is not on the map");
    };
    check_exit(field, unit, nearest)?;
    refuse("MARS-VIC-11", name, "has no hex of movement left with which to leave the map")
}

/// Sends a division away from off the map, or lets a unit leave the map, for good (MARS-VIC-9, MARS-VIC-10); it is not
/// eliminated (MARS-VIC-13).
pub fn withdraw(field: &mut Field, unit: UnitId, turn: u8) {
    field.remove(unit, Aside::Withdrawn(turn));
}

/// B2: panzer divisions arrive or are sent away (MARS-SEQ-6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reinforce;

impl Decision<Mars> for Reinforce {
    fn prompt(self, game: &Mars) -> Prompt {
        let waiting = game.list(waiting(&game.field));
        let words = format!(
            "{waiting} wait off the map: send divisions away for good, bring one in, or let them wait"
        );
        Prompt::new(words, &["MARS-SEQ-6", "MARS-REI-2", "MARS-VIC-9"])
    }

    fn choices(self, game: &Mars, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(next_to_send_away(&game.field).map(Action::SendAway));
        let arrives = next_to_arrive(&game.field, game.house.arrivals);
        if let Some(unit) = arrives.filter(|_| game.field.all(Status::JustArrived).is_empty()) {
            out.extend(entry_hexes(&game.field, unit).iter().map(|hex| Action::BringIn(unit, hex)));
        }
    }

    fn check<E: Objection>(self, game: &Mars, action: Action) -> Result<(), E> {
        match action {
            Action::Done => Ok(()),
            Action::SendAway(unit) => check_sending_away(&game.field, unit),
            Action::BringIn(unit, hex) => check_arrival(&game.field, game.house.arrivals, unit, hex),
            _ => game.out_of_place(action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Mars, action: Action, journal: &mut J) {
        match action {
            Action::SendAway(unit) => {
                withdraw(&mut game.field, unit, game.turn);
                let words = || format!("{} is sent away to the south", game.name(unit));
                journal.tell(|| game.event("MARS-VIC-9", words(), &[]));
            }
            Action::BringIn(unit, hex) => {
                bring_in(&mut game.field, unit, hex);
                let words = || format!("{} arrives in {}", game.name(unit), game.number(hex));
                journal.tell(|| game.event("MARS-REI-4", words(), &[hex]));
            }
            _ => game.flow.done(),
        }
    }

    fn is_open(self, game: &Mars) -> bool {
        !waiting(&game.field).is_empty()
    }
}
