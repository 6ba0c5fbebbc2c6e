//! Why a unit cannot go somewhere.

use super::{March, Range, allowance, check_mover, shortened_by};
use crate::prelude::*;

/// The refusal of a move that is not in range.
pub(super) fn why_not(field: &Field, march: &March, unit: UnitId, spent: u8, to: HexId) -> Refusal {
    if let Err(refusal) = check_mover(field, unit) {
        return refusal;
    }
    let Some(start) = field.hex_of(unit) else { unreachable!("whoever may move is on the map") };
    if start == to {
        let name = field.name(unit);
        let words = format!("{name} is in {} already; nobody is forced to move", field.theatre().name(to));
        return Refusal::new("MARS-MOV-1", words).because_of(name);
    }
    if march.enemies.contains(to) {
        return enemy_there(field, to);
    }
    if let Err(refusal) = stacking::check(field, unit, to) {
        return refusal;
    }
    let allowance = allowance(field, unit).less(spent);
    let open = |relaxed: March| {
        let reach = relaxed.flood(field, unit, start, allowance);
        relaxed.path(field, &Range { unit, start, allowance, reach, minimum: Hexes::EMPTY }, to)
    };
    // Lift one rule after the other: the one without which the unit could go is the reason.
    let no_zones = March { zones: march.zones.lifted(), ..*march };
    let no_line = March { gates: !Hexes::EMPTY, ..*march };
    let no_stacks = March { stacking: false, ..*march };
    let no_enemies = March { enemies: Hexes::EMPTY, ..*march };
    let nothing = March {
        zones: march.zones.lifted(),
        gates: !Hexes::EMPTY,
        stacking: false,
        enemies: Hexes::EMPTY,
        ..*march
    };
    let found = [no_zones, no_line, no_stacks, no_enemies, nothing].into_iter().find_map(open);
    found
        .and_then(|path| first_hindrance(field, march, unit, start, path.hexes()))
        .unwrap_or_else(|| too_far(field, unit, spent, start, to))
}

fn enemy_there(field: &Field, hex: HexId) -> Refusal {
    let number = field.theatre().name(hex);
    let refusal = Refusal::new("MARS-MOV-8", format!("an enemy unit is in {number}")).because_of(number);
    refusal.blame(field.names_in(hex))
}

fn too_far(field: &Field, unit: UnitId, spent: u8, start: HexId, to: HexId) -> Refusal {
    let (theatre, name) = (field.theatre(), field.name(unit));
    let (clause, supply) = shortened_by(field.supply_for_movement(unit));
    let (from, number) = (theatre.name(start), theatre.name(to));
    let and_a_half = |halves: u8| if halves % 2 == 1 { " and a half" } else { "" };
    let words = match allowance(field, unit).at_most {
        None => format!("{name} is {supply} and mobile: it moves only by a minimum move"),
        Some(most) if spent > 0 => {
            let left = match most.saturating_sub(spent) {
                1 => "half a hex".to_owned(),
                left => format!("{}{} hexes", left / 2, and_a_half(left)),
            };
            format!("{name} has come to {from} and has {left} of movement left, too little for {number}")
        }
        Some(most) => format!(
            "{number} is {} hexes from {from}, and {name}, {supply}, moves at most {}{}, roads counted",
            theatre.map.distance(start, to),
            most / 2,
            and_a_half(most)
        ),
    };
    Refusal::new(clause, words).because_of(name)
}

/// The first thing on a way that the rules forbid, movement allowances apart.
pub fn first_hindrance(
    field: &Field,
    march: &March,
    unit: UnitId,
    start: HexId,
    way: &[HexId],
) -> Option<Refusal> {
    let theatre = field.theatre();
    let mut from = start;
    for &to in way {
        let way = theatre.map.direction(from, to)?;
        let (here, number) = (theatre.name(from), theatre.name(to));
        if from == start {
            let holding = march.zones.holding_step(from, way);
            if !holding.is_empty() {
                let words =
                    format!("{here} and {number} lie in the active zone of control of the same enemy");
                return Some(in_zone(field, "MARS-ZOC-7", words, number, holding));
            }
        } else if march.zones.must_stop_in(from) {
            let name = field.name(unit);
            let words = format!("{name} must stop in {here}, in an active enemy zone of control");
            return Some(in_zone(field, "MARS-ZOC-6", words, here, march.zones.sources(from)));
        }
        if !march.line_lets_through(field, from, way, to) {
            return Some(line_closed(field, march.side, from, to));
        }
        if march.enemies.contains(to) {
            return Some(enemy_there(field, to));
        }
        if let Err(full) = stacking::check::<Refusal>(field, unit, to) {
            let words = format!("a full hex may not even be passed: {}", full.reason);
            return Some(Refusal { clause: kit::Clause("MARS-STK-8"), reason: words, ..full });
        }
        from = to;
    }
    None
}

fn in_zone(field: &Field, clause: &'static str, words: String, hex: &str, sources: Hexes) -> Refusal {
    let active =
        zones::actively_controlling(field, Side::German) | zones::actively_controlling(field, Side::Russian);
    let controlling = sources.iter().flat_map(|source| field.units_in(source));
    let names = controlling.filter(|&unit| active.contains(unit)).map(|unit| field.name(unit));
    Refusal::new(clause, words).because_of(hex).blame(names)
}

fn line_closed(field: &Field, side: Side, from: HexId, to: HexId) -> Refusal {
    let (from, number) = (field.theatre().name(from), field.theatre().name(to));
    match side {
        Side::Russian => {
            let words = format!("a garrison keeps the line between {from} and {number} closed");
            let refusal = Refusal::new("MARS-MOV-10", words).because_of(number);
            refusal.blame(field.names(zones::keeping_closed(field, to)))
        }
        Side::German => {
            let words = format!("the frontline between {from} and {number} must be beaten by attack");
            Refusal::new("MARS-MOV-11", words).because_of(number)
        }
    }
}
