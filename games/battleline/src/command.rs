//! Leaders and command (LINE-X-CMD-1 to LINE-X-CMD-3, LINE-X-CMD-6, LINE-X-CMD-7).

use crate::prelude::*;

/// Whether some leader of a side has a hex in his range (LINE-X-CMD-3).
pub fn commands(field: &Field, side: Side, hex: HexId) -> bool {
    field.leaders_of(side).any(|leader| match field.post(leader) {
        Post::With(unit) if field.hex(unit).is_some() => {
            field.distance(field.hex(unit), hex) <= field.leader(leader).range.into()
        }
        _ => false,
    })
}

/// Whether a unit on the map is in command: within a leader's range, or named for the detachment in this phase
/// (LINE-X-CMD-3, LINE-X-CYN-3).
pub fn is_in_command(field: &Field, unit: UnitId) -> bool {
    field.is(unit, Mark::Detached) || commands(field, field.side(unit), field.hex(unit))
}

/// The unit that a leader may leave: once in a phase, and in that of his own side; or why he may not (LINE-X-CMD-2).
fn may_leave<E: Objection>(field: &Field, side: Side, leader: LeaderId) -> Result<UnitId, E> {
    let line = field.leader(leader);
    if line.side != side {
        return no("LINE-X-CMD-2", &line.name, "a leader transfers in his own side's Movement Phase");
    }
    if field.has_transferred(leader) {
        return no("LINE-X-CMD-2", &line.name, "he has transferred in this phase, and a leader does so once");
    }
    let Post::With(unit) = field.post(leader) else {
        return no("LINE-X-CMD-2", &line.name, "he is not on the map");
    };
    Ok(unit)
}

/// Whether a leader may transfer at all, or why not.
pub(crate) fn may_transfer<E: Objection>(field: &Field, side: Side, leader: LeaderId) -> Result<(), E> {
    may_leave(field, side, leader)?;
    no_if(destinations(field, leader).next().is_none(), "LINE-X-CMD-2", &field.leader(leader).name, || {
        "no other friendly unit is near enough".into()
    })
}

/// Leaders of a side who may still transfer in this phase.
pub(crate) fn free_leaders(field: &Field, side: Side) -> impl Iterator<Item = LeaderId> {
    field.leaders_of(side).filter(move |&leader| may_transfer::<Silent>(field, side, leader).is_ok())
}

/// The units to which a leader may transfer.
pub(crate) fn destinations(field: &Field, leader: LeaderId) -> impl Iterator<Item = UnitId> {
    let side = field.leader(leader).side;
    let allowed = move |unit: &UnitId| check::<Silent>(field, side, leader, *unit).is_ok();
    field.units_of(side).iter().filter(allowed)
}

/// Whether a leader may transfer to a unit: once in his own Movement Phase, to a friendly unit at distance 6 or less
/// (LINE-X-CMD-2).
pub fn check<E: Objection>(field: &Field, side: Side, leader: LeaderId, unit: UnitId) -> Result<(), E> {
    let line = field.leader(leader);
    let now = may_leave(field, side, leader)?;
    if field.side(unit) != side {
        return no("LINE-X-CMD-2", &line.name, "a leader goes to units of his own side");
    }
    let (Some(here), Some(there)) = (field.hex(now).some(), field.hex(unit).some()) else {
        return no("LINE-X-CMD-2", field.name(unit), "it is not on the map");
    };
    no_if(now == unit, "LINE-X-CMD-2", &line.name, || "he is with that unit already".into())?;
    let (distance, most) = (field.distance(here, there), u32::from(field.charts().values.transfer));
    if distance > most {
        return no_since("LINE-X-CMD-2", field.name(unit), || {
            format!("it is {distance} hexes from {}, and a leader transfers over {most} at most", line.name)
        });
    }
    Ok(())
}

/// The friendly units nearest to a hex, from which the owner chooses a new post for a leader (LINE-X-CMD-6, LINE-R38).
pub fn refuges(field: &Field, side: Side, from: HexId) -> Units {
    let nearest = field.nearest(side, from);
    let is_near = |unit: &UnitId| Some(field.distance(field.hex(*unit), from)) == nearest;
    field.units_of(side).iter().filter(is_near).collect()
}

/// Whether a side is owed a Deputy: its Army commander is gone, and it has had none (LINE-X-CMD-7).
pub fn owes_deputy(field: &Field, side: Side, deputy_used: bool) -> bool {
    let commander_gone =
        |leader: LeaderId| field.leader(leader).commands_army && field.post(leader) == Post::Gone;
    !deputy_used && !field.units_of(side).is_empty() && field.leaders_of(side).any(commander_gone)
}
