//! Why a unit cannot go somewhere.

use kit::{Refusal, map::HexId};

use super::{LEVELS, March, Range, allowance, shortened_by};
use crate::{
    area::Area,
    field::{Field, Status},
    roster::UnitId,
    stacking,
    units::Side,
    zones,
};

/// The refusal of a move that is not in range.
pub(super) fn why_not(field: &Field, march: &March, unit: UnitId, spent: u8, to: HexId) -> Refusal {
    let number = |hex| field.theatre().map.number(hex).to_string();
    let Some(start) = field.hex_of(unit) else {
        return Refusal::new("MARS-MOV-1", format!("{unit} is not on the map")).because_of(unit.name());
    };
    if let Some(refusal) = may_not_move(field, unit) {
        return refusal;
    }
    if start == to {
        let words = format!("{unit} is in {} already; nobody is forced to move", number(to));
        return Refusal::new("MARS-MOV-1", words).because_of(unit.name());
    }
    if march.enemies.contains(to) {
        return enemy_there(field, to);
    }
    if let Err(refusal) = stacking::check(field, unit, to) {
        return refusal;
    }
    let open = |relaxed: March| {
        let mut range = Range {
            unit,
            start,
            allowance: allowance(field, unit).less(spent),
            at: [Area::EMPTY; LEVELS],
            minimum: Area::EMPTY,
        };
        relaxed.flood(field, &mut range);
        relaxed.path(field, &range, to)
    };
    // Lift one rule after the other: the one without which the unit could go is the reason.
    let no_zones = March { zones: march.zones.lifted(), ..*march };
    let no_line = March { gates: !Area::EMPTY, ..*march };
    let no_stacks = March { stacking: false, ..*march };
    let no_enemies = March { enemies: Area::EMPTY, ..*march };
    let nothing = March {
        zones: march.zones.lifted(),
        gates: !Area::EMPTY,
        stacking: false,
        enemies: Area::EMPTY,
        ..*march
    };
    let found = [no_zones, no_line, no_stacks, no_enemies, nothing].into_iter().find_map(open);
    found
        .and_then(|path| first_hindrance(field, march, unit, start, path.hexes()))
        .unwrap_or_else(|| too_far(field, unit, spent, start, to))
}

/// Whether a unit may go hex by hex along a route, movement allowances apart.
pub(super) fn check_way(field: &Field, march: &March, unit: UnitId, route: &[HexId]) -> Result<(), Refusal> {
    let Some(start) = field.hex_of(unit) else { return Err(why_not(field, march, unit, 0, HexId::NONE)) };
    if let Some(refusal) = may_not_move(field, unit) {
        return Err(refusal);
    }
    let map = field.theatre().map;
    let mut from = start;
    for &to in route {
        if map.direction(from, to).is_none() || to == start {
            let words = format!(
                "{} is not the next hex of a way that leads on from {}",
                map.number(to),
                map.number(from)
            );
            return Err(Refusal::new("MARS-MOV-4", words).because_of(map.number(to).to_string()));
        }
        from = to;
    }
    // No unit has more half-hexes than this, and every step costs at least one.
    if route.is_empty() || route.len() >= LEVELS {
        return Err(too_far(field, unit, 0, start, from));
    }
    first_hindrance(field, march, unit, start, route).map_or(Ok(()), Err)
}

pub(super) fn may_not_move(field: &Field, unit: UnitId) -> Option<Refusal> {
    let refused = |clause, words: String| Some(Refusal::new(clause, words).because_of(unit.name()));
    if field.is(unit, Status::Disrupted) {
        return refused("MARS-MOV-1", format!("{unit} is Disrupted; only Undisrupted units move"));
    }
    if field.is(unit, Status::DugIn) {
        return refused(
            "MARS-FOR-2",
            format!("{unit} has fortified in this player-turn and stays where it is"),
        );
    }
    if field.is(unit, Status::Moved) {
        return refused("MARS-SEQ-13", format!("{unit} has made its one operational move of this turn"));
    }
    None
}

fn enemy_there(field: &Field, hex: HexId) -> Refusal {
    let number = field.theatre().map.number(hex);
    let refusal =
        Refusal::new("MARS-MOV-8", format!("an enemy unit is in {number}")).because_of(number.to_string());
    field.units_in(hex).fold(refusal, |refusal, enemy| refusal.because_of(enemy.name()))
}

pub(super) fn too_far(field: &Field, unit: UnitId, spent: u8, start: HexId, to: HexId) -> Refusal {
    let map = field.theatre().map;
    let (clause, supply) = shortened_by(field.supply_for_movement(unit));
    let (from, number, distance) = (map.number(start), map.number(to), map.distance(start, to));
    let words = match allowance(field, unit).at_most {
        None => format!("{unit} is {supply} and mobile: it moves only by a minimum move"),
        Some(most) if spent > 0 => {
            let left = match most.saturating_sub(spent) {
                1 => "half a hex".to_owned(),
                left => format!("{}{} hexes", left / 2, if left % 2 == 1 { " and a half" } else { "" }),
            };
            format!("{unit} has come to {from} and has {left} of movement left, too little for {number}")
        }
        Some(most) => {
            let (hexes, half) = (most / 2, if most % 2 == 1 { " and a half" } else { "" });
            format!(
                "{number} is {distance} hexes from {from}, and {unit}, {supply}, moves at most {hexes}{half}, roads counted"
            )
        }
    };
    Refusal::new(clause, words).because_of(unit.name())
}

/// The first thing on a way that the rules forbid.
fn first_hindrance(
    field: &Field,
    march: &March,
    unit: UnitId,
    start: HexId,
    way: &[HexId],
) -> Option<Refusal> {
    let map = field.theatre().map;
    let mut from = start;
    for &to in way {
        let way = map.direction(from, to)?;
        let number = map.number(to);
        if from == start {
            let holding = march.zones.holding_step(from, way);
            if !holding.is_empty() {
                let words = format!(
                    "{} and {number} lie in the active zone of control of the same enemy",
                    map.number(from)
                );
                return Some(in_zone(field, "MARS-ZOC-7", words, number.to_string(), holding));
            }
        } else if march.zones.must_stop_in(from) {
            let stop = map.number(from);
            let words = format!("{unit} must stop in {stop}, in an active enemy zone of control");
            return Some(in_zone(field, "MARS-ZOC-6", words, stop.to_string(), march.zones.sources(from)));
        }
        if !march.line_lets_through(field, from, way, to) {
            return Some(line_closed(field, march.side, from, to));
        }
        if march.enemies.contains(to) {
            return Some(enemy_there(field, to));
        }
        if let Err(full) = stacking::check(field, unit, to) {
            let words = format!("a full hex may not even be passed: {}", full.reason);
            return Some(Refusal { clause: kit::Clause("MARS-STK-8"), reason: words, ..full });
        }
        from = to;
    }
    None
}

fn in_zone(field: &Field, clause: &'static str, words: String, hex: String, sources: Area) -> Refusal {
    let active =
        zones::actively_controlling(field, Side::German) | zones::actively_controlling(field, Side::Russian);
    let refusal = Refusal::new(clause, words).because_of(hex);
    let controlling =
        sources.iter().flat_map(|source| field.units_in(source)).filter(|&unit| active.contains(unit));
    controlling.fold(refusal, |refusal, enemy| refusal.because_of(enemy.name()))
}

fn line_closed(field: &Field, side: Side, from: HexId, to: HexId) -> Refusal {
    let (from, number) = (field.theatre().map.number(from), field.theatre().map.number(to));
    match side {
        Side::Russian => {
            let words = format!("a garrison keeps the line between {from} and {number} closed");
            let refusal = Refusal::new("MARS-MOV-10", words).because_of(number.to_string());
            zones::keeping_closed(field, to)
                .iter()
                .fold(refusal, |refusal, unit| refusal.because_of(unit.name()))
        }
        Side::German => {
            let words = format!("the frontline between {from} and {number} must be beaten by attack");
            Refusal::new("MARS-MOV-11", words).because_of(number.to_string())
        }
    }
}
