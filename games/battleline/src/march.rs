//! Operational movement, far from the enemy (LINE-X-OPS-1 to LINE-X-OPS-4).

use kit::map::search::Reach;

use crate::prelude::*;

/// More than the operational movement factors of any unit.
pub(crate) const LEVELS: usize = 16;

/// The hexes that lie too near to an enemy of `side` for a march to start in (LINE-X-OPS-1).
pub(crate) fn no_start(field: &Field, side: Side) -> Hexes {
    near_enemies(field, side, &field.no_start)
}

/// The hexes that lie too near to an enemy of `side` for a march to enter (LINE-X-OPS-2).
fn too_near(field: &Field, side: Side) -> Hexes {
    near_enemies(field, side, &field.too_near)
}

fn near_enemies(field: &Field, side: Side, near: &[Hexes]) -> Hexes {
    let enemies = field.units_of(side.other());
    enemies.iter().fold(Hexes::EMPTY, |all, enemy| all | near[field.hex(enemy).index()])
}

/// Whether a unit may march from where it stands (LINE-X-OPS-1, LINE-X-STA-1, LINE-X-CMD-3).
pub(crate) fn may_march<E: Objection>(field: &Field, unit: UnitId, turn: u8) -> Result<(), E> {
    let name = field.name(unit);
    if field.is(unit, Mark::Disrupted) {
        return no("LINE-X-STA-1", name, "a Disrupted unit does not use operational movement");
    }
    movement::may_step(field, unit, turn)?;
    let (here, least) = (field.hex(unit), u32::from(field.charts().values.march_start));
    for enemy in field.units_of(field.side(unit).other()) {
        let distance = field.distance(here, field.hex(enemy));
        if distance < least {
            return no_since("LINE-X-OPS-1", name, || {
                format!(
                    "{} is {distance} hexes off, and a march starts {least} from every enemy",
                    field.name(enemy)
                )
            });
        }
    }
    if !command::is_in_command(field, unit) {
        return no("LINE-X-CMD-3", name, "it is out of command, and only units in command march");
    }
    Ok(())
}

/// Hexes that a marching unit cannot enter, and those of friends whom it passes as in tactical movement.
fn closed(field: &Field, unit: UnitId) -> (Hexes, Hexes) {
    let (blocked, friends) = movement::friends(field, unit);
    (blocked | too_near(field, field.side(unit)), friends)
}

/// Where a unit gets that has so many factors left in a hex.
pub(crate) fn reach(field: &Field, unit: UnitId, from: HexId, spent: u8) -> Hexes {
    steps(field, unit, from, spent, closed(field, unit))
}

/// Steps go in every direction at the prices of Table 2 (LINE-X-OPS-3).
fn steps(field: &Field, unit: UnitId, from: HexId, spent: u8, (closed, friends): (Hexes, Hexes)) -> Hexes {
    let figures = &field.piece(unit).figures;
    let Some(left) = (figures.operational as u8).checked_sub(spent) else { return Hexes::EMPTY };
    let price = |from: HexId, way: Direction, to: HexId| {
        field.price(figures.class, from, way).filter(|_| !closed.contains(to)).map(|price| price.max(1))
    };
    Reach::<WORDS, LEVELS>::find(field, from, left, |_| true, price).within(left) - friends
}

/// Where a unit on the map can march: nowhere if it may not.
pub fn range(field: &Field, unit: UnitId, turn: u8) -> Hexes {
    if may_march::<Silent>(field, unit, turn).is_err() {
        return Hexes::EMPTY;
    }
    let (here, closed) = (field.hex(unit), closed(field, unit));
    let mut ends = steps(field, unit, here, 0, closed);
    if !may_come_back(field, unit, closed.0) {
        ends.remove(here);
    }
    ends
}

/// Whether a unit may march out of its hex and back, to face another way (LINE-X-OPS-3, LINE-X-OPS-4).
fn may_come_back(field: &Field, unit: UnitId, closed: Hexes) -> bool {
    let (here, figures) = (field.hex(unit), &field.piece(unit).figures);
    Direction::ALL.into_iter().any(|way| {
        let Some((to, out)) = field.step(figures.class, here, way) else { return false };
        let back = field.price(figures.class, to, way.opposite());
        back.is_some_and(|back| i32::from(out + back) <= figures.operational) && !closed.contains(to)
    })
}

/// Whether a unit may march to a hex, or why not.
pub fn check<E: Objection>(field: &Field, unit: UnitId, turn: u8, to: HexId) -> Result<(), E> {
    may_march(field, unit, turn)?;
    if range(field, unit, turn).contains(to) {
        return Ok(());
    }
    Err(E::explain(|| why_not(field, unit, to)))
}

fn why_not(field: &Field, unit: UnitId, to: HexId) -> Refusal {
    let (name, number) = (field.name(unit), field.number(to));
    let refuse = |clause, reason| Refusal::new(clause, reason).because_of(name).because_of(number.clone());
    if to == field.hex(unit) {
        let reason = format!("{name} finds no way out of {number} and back");
        return refuse("LINE-X-OPS-3", reason);
    }
    if let Some(other) = field.unit_in(to) {
        let reason = format!("{number} holds {}, and a march ends in an empty hex", field.name(other));
        return refuse("LINE-X-OPS-3", reason).because_of(field.name(other));
    }
    let near = u32::from(field.charts().values.march_keeps_beyond);
    let enemies = field.units_of(field.side(unit).other());
    let close = enemies.iter().find(|&enemy| field.distance(field.hex(enemy), to) <= near);
    if let Some(enemy) = close {
        let reason =
            format!("{number} lies within {near} hexes of {}, where no march leads", field.name(enemy));
        return refuse("LINE-X-OPS-2", reason).because_of(field.name(enemy));
    }
    let factors = field.piece(unit).figures.operational;
    refuse("LINE-X-OPS-3", format!("{number} costs more than the {factors} operational MF of {name}"))
}
