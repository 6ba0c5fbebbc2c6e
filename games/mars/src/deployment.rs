//! Set-up (MARS-SET-1 to MARS-SET-7): who begins where.

use kit::{Refusal, map::HexId};

use crate::{
    area::Area,
    field::{Field, Location, Status},
    roster::{Size, UnitId, Units},
    stacking,
    units::Side,
    zones,
};

/// The units that a side sets up: all but the panzer divisions that wait off the map (MARS-SET-5).
pub fn to_place(field: &Field, side: Side) -> Units {
    let theatre = field.theatre();
    let waits = |unit: &UnitId| theatre.deployment[unit.index()] == Location::OffBoard;
    let own = theatre.units & theatre.roster.of_side[side as usize];
    own - own.iter().filter(waits).collect()
}

/// Those of them that are not on the map yet.
pub fn missing(field: &Field, side: Side) -> Units {
    to_place(field, side) - field.on_map()
}

/// Where a unit can be put, whether it is on the map already or not.
pub fn places(field: &Field, unit: UnitId) -> Area {
    let theatre = field.theatre();
    if theatre.roster.garrisons.contains(unit) {
        return garrison_places(field, unit);
    }
    let mut hexes = home(field, unit);
    if exceeds_kalinin(field, unit).is_some() {
        hexes -= theatre.kalinin_front;
    }
    if let Some(here) = field.hex_of(unit) {
        hexes.remove(here);
    }
    stacking::with_room(field, unit, hexes)
}

/// Where units of a kind begin, whoever else is there (MARS-SET-4, MARS-SET-6, MARS-R21).
fn home(field: &Field, unit: UnitId) -> Area {
    match field.piece(unit).side {
        Side::German => field.theatre().reserves,
        Side::Russian => field.theatre().initially[Side::Russian as usize],
    }
}

/// The other German infantry in the zone of a hex.
fn garrison_of_zone(field: &Field, unit: UnitId, hex: HexId) -> Option<UnitId> {
    let theatre = field.theatre();
    let zone = theatre.zones[theatre.zone_at(hex)?].hexes;
    let there = zone.iter().flat_map(|hex| field.units_in(hex));
    there.into_iter().find(|&other| other != unit && theatre.roster.garrisons.contains(other))
}

/// MARS-SET-2, MARS-SET-3: one division a zone. A division that is placed already can change places with another.
fn garrison_places(field: &Field, unit: UnitId) -> Area {
    let theatre = field.theatre();
    let others = zones::garrisoned(field);
    let mut free = theatre.zone_hexes;
    for zone in theatre.zones.iter().filter(|zone| zone.hexes.meets(others)) {
        free -= zone.hexes;
    }
    let Some(here) = field.hex_of(unit) else { return stacking::with_room(field, unit, free) };
    let own_zone = theatre.zone_at(here).map_or(Area::EMPTY, |zone| theatre.zones[zone].hexes);
    let swaps = others - own_zone;
    stacking::with_room(field, unit, (free | own_zone) - Area::of(here)) | swaps
}

/// What the limits of the Kalinin Front count: korps, tank brigades, and divisions with the motorised ones (MARS-SET-7).
fn kalinin_kind(field: &Field, unit: UnitId) -> usize {
    match field.piece(unit).size {
        Size::Korps => 0,
        Size::Brigade => 1,
        Size::Kampfgruppe | Size::Division => 2,
    }
}

/// The limit of the Kalinin Front that a further unit there would exceed (MARS-SET-7).
fn exceeds_kalinin(field: &Field, unit: UnitId) -> Option<u8> {
    let theatre = field.theatre();
    let kind = kalinin_kind(field, unit);
    let there = field.units_of(Side::Russian).iter().filter(|&other| {
        other != unit
            && kalinin_kind(field, other) == kind
            && field.hex_of(other).is_some_and(|hex| theatre.kalinin_front.contains(hex))
    });
    let limit = theatre.kalinin_limits[kind];
    (field.piece(unit).side == Side::Russian && there.count() >= usize::from(limit)).then_some(limit)
}

/// Whether a unit can be put into a hex, or why not.
pub fn check(field: &Field, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    if places(field, unit).contains(hex) {
        return Ok(());
    }
    let theatre = field.theatre();
    let number = theatre.name(hex);
    let refused =
        |clause, words: String| Err(Refusal::new(clause, words).because_of(unit.name()).because_of(number));
    let side = field.piece(unit).side;
    if field.hex_of(unit) == Some(hex) {
        return refused("MARS-SET-1", format!("{unit} is in {number} already"));
    }
    if theatre.roster.garrisons.contains(unit) {
        let Some(zone) = theatre.zone_at(hex) else {
            let words = format!("{unit} begins in a defence zone, and {number} is in none");
            return refused("MARS-SET-2", words);
        };
        if let Some(other) = garrison_of_zone(field, unit, hex) {
            let zone = theatre.zones[zone].name;
            let words = format!("zone {zone} has {other}; one infantry division begins in each zone");
            return refused("MARS-SET-2", words).map_err(|refusal| refusal.because_of(other.name()));
        }
    } else if !home(field, unit).contains(hex) {
        return match side {
            Side::German => refused(
                "MARS-SET-4",
                format!("{unit} begins in the salient behind the line, not in {number}"),
            ),
            Side::Russian => refused(
                "MARS-SET-6",
                format!("{unit} begins in an initially Russian hex, and {number} is none"),
            ),
        };
    } else if let Some(limit) = exceeds_kalinin(field, unit).filter(|_| theatre.kalinin_front.contains(hex)) {
        let what = ["korps", "tank brigades", "divisions"][kalinin_kind(field, unit)];
        let words = format!("the Kalinin Front takes {limit} {what} at the start, and so many are there");
        return refused("MARS-SET-7", words);
    }
    stacking::check(field, unit, hex)
}

/// Puts a unit into a hex where it can be. German infantry is fortified there (MARS-SET-2, MARS-R37); everybody else is
/// not.
pub fn place(field: &mut Field, unit: UnitId, hex: HexId) {
    let garrison = field.theatre().roster.garrisons.contains(unit);
    let other = garrison.then(|| garrison_of_zone(field, unit, hex)).flatten();
    let from = field.hex_of(unit);
    if let (Some(other), Some(from)) = (other, from) {
        field.move_to(unit, hex);
        field.move_to(other, from);
    } else if from.is_some() {
        field.move_to(unit, hex);
    } else {
        field.place(unit, hex);
    }
    field.set(unit, Status::Fortified, garrison);
}

/// Puts everybody who is missing where the scenario has them, or, where that is taken, into the first hex that is free.
/// If those who were placed before leave somebody without any room, all are put where the scenario has them.
pub fn place_by_default(field: &mut Field, side: Side) {
    place_missing(field, side);
    if missing(field, side).is_empty() {
        return;
    }
    for unit in to_place(field, side).iter() {
        field.remove(unit, Location::OffBoard);
    }
    place_missing(field, side);
}

fn place_missing(field: &mut Field, side: Side) {
    for unit in missing(field, side).iter() {
        let free = places(field, unit);
        let wanted = match field.theatre().deployment[unit.index()] {
            Location::Hex(hex) if free.contains(hex) => Some(hex),
            _ => free.iter().next(),
        };
        if let Some(hex) = wanted {
            place(field, unit, hex);
        }
    }
}
