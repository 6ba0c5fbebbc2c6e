//! Set-up (MARS-SET-1 to MARS-SET-7): who begins where.

use crate::prelude::*;

/// The units that a side sets up: all but the panzer divisions that wait off the map (MARS-SET-5).
pub fn to_place(field: &Field, side: Side) -> Units {
    let theatre = field.theatre();
    let waits = |unit: &UnitId| theatre.deployment[unit.index()] == Location::Aside(Aside::OffBoard);
    let own = theatre.units & theatre.roster().of_side[side as usize];
    own - own.iter().filter(waits).collect()
}

/// Those of them that are not on the map yet.
pub fn missing(field: &Field, side: Side) -> Units {
    to_place(field, side) - field.on_map()
}

/// Where a unit can be put, whether it is on the map already or not.
pub fn places(field: &Field, unit: UnitId) -> Hexes {
    let theatre = field.theatre();
    if theatre.roster().garrisons.contains(unit) {
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
fn home(field: &Field, unit: UnitId) -> Hexes {
    match field.unit(unit).side {
        Side::German => field.theatre().reserves,
        Side::Russian => field.theatre().initially[Side::Russian as usize],
    }
}

/// The other German infantry in the zone of a hex.
fn garrison_of_zone(field: &Field, unit: UnitId, hex: HexId) -> Option<UnitId> {
    let theatre = field.theatre();
    let zone = theatre.zones[theatre.zone_at(hex)?].hexes;
    let there = zone.iter().flat_map(|hex| field.units_in(hex));
    there.into_iter().find(|&other| other != unit && theatre.roster().garrisons.contains(other))
}

/// MARS-SET-2, MARS-SET-3: one division a zone. A division that is placed already can change places with another.
fn garrison_places(field: &Field, unit: UnitId) -> Hexes {
    let theatre = field.theatre();
    let others = zones::garrisoned(field);
    let mut free = theatre.zone_hexes;
    for zone in theatre.zones.iter().filter(|zone| zone.hexes.meets(others)) {
        free -= zone.hexes;
    }
    let Some(here) = field.hex_of(unit) else { return stacking::with_room(field, unit, free) };
    let own_zone = theatre.zone_at(here).map_or(Hexes::EMPTY, |zone| theatre.zones[zone].hexes);
    let swaps = others - own_zone;
    stacking::with_room(field, unit, (free | own_zone) - Hexes::of(here)) | swaps
}

/// What the limits of the Kalinin Front count: korps, tank brigades, and divisions with the motorised ones (MARS-SET-7).
fn kalinin_limit(field: &Field, unit: UnitId) -> (u8, &'static str) {
    let limits = field.theatre().limits.kalinin_front;
    match field.unit(unit).size {
        Size::Korps => (limits.korps, "korps"),
        Size::Brigade => (limits.brigades, "tank brigades"),
        Size::Kampfgruppe | Size::Division => (limits.divisions, "divisions"),
    }
}

/// The limit of the Kalinin Front that a further unit there would exceed (MARS-SET-7).
fn exceeds_kalinin(field: &Field, unit: UnitId) -> Option<(u8, &'static str)> {
    let theatre = field.theatre();
    let limit = kalinin_limit(field, unit);
    let there = field.units_of(Side::Russian).iter().filter(|&other| {
        other != unit
            && kalinin_limit(field, other) == limit
            && field.hex_of(other).is_some_and(|hex| theatre.kalinin_front.contains(hex))
    });
    (field.unit(unit).side == Side::Russian && there.count() >= usize::from(limit.0)).then_some(limit)
}

/// Whether a unit can be put into a hex, or why not.
pub fn check<E: Objection>(field: &Field, unit: UnitId, hex: HexId) -> Result<(), E> {
    if places(field, unit).contains(hex) {
        return Ok(());
    }
    let theatre = field.theatre();
    let (name, number) = (field.name(unit), theatre.name(hex));
    let refused = |clause, words: String| Err(E::raise(clause, name, || words).blame([number]));
    if field.hex_of(unit) == Some(hex) {
        return refused("MARS-SET-1", format!("{name} is in {number} already"));
    }
    if theatre.roster().garrisons.contains(unit) {
        let Some(zone) = theatre.zone_at(hex) else {
            let words = format!("{name} begins in a defence zone, and {number} is in none");
            return refused("MARS-SET-2", words);
        };
        if let Some(other) = garrison_of_zone(field, unit, hex) {
            let (zone, other) = (&theatre.zones[zone].name, field.name(other));
            let words = format!("zone {zone} has {other}; one infantry division begins in each zone");
            return refused("MARS-SET-2", words).map_err(|refusal: E| refusal.blame([other]));
        }
    } else if !home(field, unit).contains(hex) {
        let (clause, words) = match field.unit(unit).side {
            Side::German => {
                ("MARS-SET-4", format!("{name} begins in the salient behind the line, not in {number}"))
            }
            Side::Russian => {
                ("MARS-SET-6", format!("{name} begins in an initially Russian hex, and {number} is none"))
            }
        };
        return refused(clause, words);
    } else if let Some((limit, what)) =
        exceeds_kalinin(field, unit).filter(|_| theatre.kalinin_front.contains(hex))
    {
        let words = format!("the Kalinin Front takes {limit} {what} at the start, and so many are there");
        return refused("MARS-SET-7", words);
    }
    stacking::check(field, unit, hex)
}

/// Puts a unit into a hex where it can be. German infantry is fortified there (MARS-SET-2, MARS-R37); everybody else is
/// not.
pub fn place(field: &mut Field, unit: UnitId, hex: HexId) {
    let garrison = field.theatre().roster().garrisons.contains(unit);
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
    for unit in to_place(field, side) {
        field.remove(unit, Aside::OffBoard);
    }
    place_missing(field, side);
}

fn place_missing(field: &mut Field, side: Side) {
    for unit in missing(field, side) {
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

/// Set-up by both players, the German first (MARS-SET-1); a unit may be in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SetUp {
    pub picked: Option<UnitId>,
}

impl Decision<Mars> for SetUp {
    fn prompt(self, game: &Mars) -> Prompt {
        let (side, missing) = (game.phasing, missing(&game.field, game.phasing).len());
        let clauses: &[&str] = match side {
            Side::German => &["MARS-SET-2", "MARS-SET-3", "MARS-SET-4"],
            Side::Russian => &["MARS-SET-6", "MARS-SET-7"],
        };
        let words = match self.picked {
            Some(unit) => format!("where does {} begin?", game.name(unit)),
            None if missing == 0 => {
                format!("{side} set-up: change what you like, then say that you are done")
            }
            None => {
                format!("{side} set-up: {missing} units to place, one by one or as the scenario has them")
            }
        };
        Prompt::new(words, clauses)
    }

    fn choices(self, game: &Mars, out: &mut Vec<Action>) {
        if let Some(unit) = self.picked {
            out.extend(places(&game.field, unit).iter().map(Action::To));
            out.push(Action::Stay);
            return;
        }
        let missing = missing(&game.field, game.phasing);
        out.push(if missing.is_empty() { Action::Done } else { Action::Deploy });
        out.extend(to_place(&game.field, game.phasing).iter().map(Action::Pick));
    }

    fn check<E: Objection>(self, game: &Mars, action: Action) -> Result<(), E> {
        let side = game.phasing;
        let missing = missing(&game.field, side);
        match (action, self.picked) {
            (Action::To(hex), Some(unit)) => check(&game.field, unit, hex),
            (Action::Stay, Some(_)) => Ok(()),
            (Action::Pick(unit), None) if to_place(&game.field, side).contains(unit) => Ok(()),
            (Action::Pick(unit), None) => {
                let name = game.name(unit);
                no_if(game.field.unit(unit).side == side, "MARS-SET-5", name, || {
                    format!("{name} waits off the map")
                })?;
                refuse(
                    "MARS-SET-1",
                    name,
                    format_args!("is not a {side} unit, and it is the {side} player who sets up"),
                )
            }
            (Action::Deploy, None) if !missing.is_empty() => Ok(()),
            (Action::Done, None) if missing.is_empty() => Ok(()),
            (Action::Done, None) => {
                let clause = if side == Side::German { "MARS-SET-2" } else { "MARS-SET-6" };
                let reason = || format!("{} units are still to be placed", missing.len());
                Err(E::raise(clause, "", reason).blame(game.field.names(missing)))
            }
            _ => game.out_of_place(action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Mars, action: Action, journal: &mut J) {
        let side = game.phasing;
        match (action, self.picked) {
            (Action::Pick(unit), _) => game.flow.goto(Self { picked: Some(unit) }),
            (Action::To(hex), Some(unit)) => {
                place(&mut game.field, unit, hex);
                game.flow.goto(Self { picked: None });
                let words = || format!("{} begins in {}", game.name(unit), game.number(hex));
                journal.tell(|| game.event("MARS-SET-1", words(), &[hex]));
            }
            (Action::Stay, _) => game.flow.goto(Self { picked: None }),
            (Action::Deploy, _) => {
                place_by_default(&mut game.field, side);
                let words = || format!("the {side} player sets up as the scenario has it");
                journal.tell(|| game.event("MARS-SET-3", words(), &[]));
            }
            (Action::Done, _) => {
                game.phasing = Side::Russian;
                if side == Side::Russian {
                    game.flow.goto(PlayerTurn::Beginning);
                }
            }
            _ => {}
        }
    }
}
