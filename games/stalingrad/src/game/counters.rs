//! The ground units as counters: what stands on their faces, and the boxes beside the map.

use kit::{Back, Badge, Branch, Counter, Echelon, Figure, Tone};

use super::{Stalingrad, seat, view::in_hand};
use crate::{
    field::{Aside, Location, Status},
    supply::Supply,
    units::{Side, UnitId, UnitKind, Units},
};

/// Every ground unit that takes part.
pub(super) fn ground_units(game: &Stalingrad) -> Vec<Counter> {
    let field = &game.field;
    let cut_off = [Side::German, Side::Russian].map(|side| Supply::of(field, side).cut_off(field));
    let cut_off = cut_off[0] | cut_off[1];
    game.theatre().units.iter().map(|unit| counter(game, unit, cut_off)).collect()
}

/// The hex a unit is in, or its box beside the map.
pub(super) fn place(game: &Stalingrad, unit: UnitId) -> String {
    let last = game.theatre().last_turn();
    match game.field.place_of(unit) {
        Location::Hex(hex) => game.number(hex).to_owned(),
        Location::Aside(Aside::Absent) => "not in this scenario".into(),
        Location::Aside(Aside::SettingUp) => "to be set up".into(),
        Location::Aside(Aside::Calendar(turn)) if turn < game.turn => "waiting to come on".into(),
        Location::Aside(Aside::Calendar(turn)) => format!("calendar, turn {turn}"),
        Location::Aside(Aside::EastBank) => "east bank".into(),
        Location::Aside(Aside::Track(turn)) if turn > last => "not back before the end".into(),
        Location::Aside(Aside::Track(turn)) => format!("replacement track, turn {turn}"),
        Location::Aside(Aside::Gone) => "eliminated".into(),
    }
}

fn counter(game: &Stalingrad, unit: UnitId, cut_off: Units) -> Counter {
    let (printed, piece) = (game.field.unit(unit), game.field.piece(unit));
    let (branch, echelon, size) = symbol(piece.kind);
    let factors = factors(game, unit);
    Counter {
        id: unit.into(),
        name: printed.name.clone(),
        seat: seat(piece.side),
        place: place(game, unit),
        figures: figures(game, unit),
        // STAL-DIS-1, STAL-DIS-7: turned to face the enemy; the factor stays.
        back: Some(Back {
            words: "Disrupted: does not move, attack or advance".to_owned(),
            factors: factors.clone(),
            figures: Vec::new(),
        }),
        factors,
        kind: piece.kind.name().to_owned(),
        size: printed.parent.as_ref().map_or_else(|| size.to_owned(), |whole| format!("{size} of {whole}")),
        branch,
        echelon: Some(echelon),
        statuses: statuses(game, unit, cut_off),
        badges: badges(game, unit, cut_off),
        in_hand: in_hand(game) == Some(unit),
        spent: game.field.is(unit, Status::Moved) || game.field.is(unit, Status::Attacked),
        ..Counter::default()
    }
}

const fn symbol(kind: UnitKind) -> (Branch, Echelon, &'static str) {
    match kind {
        UnitKind::Panzer => (Branch::Armour, Echelon::Regiment, "regiment"),
        UnitKind::PanzerGrenadier => (Branch::MechanizedInfantry, Echelon::Regiment, "regiment"),
        UnitKind::MotorizedInfantry => (Branch::MotorizedInfantry, Echelon::Regiment, "regiment"),
        UnitKind::Infantry | UnitKind::GuardsRegiment => (Branch::Infantry, Echelon::Regiment, "regiment"),
        UnitKind::Pioneer => (Branch::Engineers, Echelon::Battalion, "battalion"),
        UnitKind::RifleDivision => (Branch::Infantry, Echelon::Division, "division"),
        UnitKind::RifleBrigade => (Branch::Infantry, Echelon::Brigade, "brigade"),
        UnitKind::TankBrigade => (Branch::Armour, Echelon::Brigade, "brigade"),
        UnitKind::Headquarters => (Branch::Headquarters, Echelon::Army, "headquarters"),
    }
}

/// STAL-PAN-1: who needs company in the city has his factor in parentheses.
fn factors(game: &Stalingrad, unit: UnitId) -> String {
    let printed = game.field.unit(unit);
    if printed.kind.needs_company() { format!("({})", printed.factor) } else { printed.factor.to_string() }
}

fn figures(game: &Stalingrad, unit: UnitId) -> Vec<Figure> {
    let (printed, piece) = (game.field.unit(unit), game.field.piece(unit));
    let mut figures = vec![
        Figure::strength("factor", printed.factor),
        Figure::new("stacking", &kit::Factor::halves(piece.stacking.into())),
        Figure::new("zone of control", &if piece.zone { "yes" } else { "none" }),
    ];
    if let Some(boats) = piece.boats {
        figures.push(Figure::new("boats", &boats));
        let comes_back = if piece.replaced { "yes" } else { "never" };
        figures.push(Figure::new("replaced", &comes_back));
    }
    figures
}

/// What the face shows besides the factor.
fn badges(game: &Stalingrad, unit: UnitId, cut_off: Units) -> Vec<Badge> {
    let mut badges = Vec::new();
    if game.field.is_disrupted(unit) {
        badges.push(Badge::new("D", Tone::Bad, "Disrupted"));
    }
    if cut_off.contains(unit) {
        badges.push(Badge::new("U", Tone::Bad, "out of supply"));
    }
    if game.field.is(unit, Status::Attacked) {
        badges.push(Badge::new("A", Tone::Plain, "has attacked"));
    }
    badges
}

fn statuses(game: &Stalingrad, unit: UnitId, cut_off: Units) -> Vec<String> {
    let field = &game.field;
    let shown = [
        (Status::Disrupted, "Disrupted"),
        (Status::Moved, "moved"),
        (Status::Attacked, "attacked"),
        (Status::TriedNight, "tried to cross at night"),
        (Status::TriedDay, "tried to cross by day"),
    ];
    let held = shown.iter().filter(|(status, _)| field.is(unit, *status));
    let mut words: Vec<String> = held.map(|(_, word)| (*word).to_owned()).collect();
    if cut_off.contains(unit) {
        words.push("out of supply".into());
    }
    if holds(game, unit) {
        words.push("No Retreat orders".into());
    }
    words
}

/// Whether a Russian on the map has No Retreat orders: by the general order, or by where he stands (STAL-NOR-4,
/// STAL-NOR-5, STAL-R11).
fn holds(game: &Stalingrad, unit: UnitId) -> bool {
    let field = &game.field;
    let Some(hex) = field.hex_of(unit).filter(|_| field.side(unit) == Side::Russian) else { return false };
    game.no_retreat || field.always_held().contains(hex)
}
